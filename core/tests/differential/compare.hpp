#pragma once
// The engine's result of a scenario beside the kernel's, and scenarios made small.
//
//   if (auto difference = first_difference(result, kernel)) {
//       std::string small = shrink(result.scenario.text, [&](const std::string& t) { return differs(t); });

#include <functional>
#include <optional>
#include <string>

#include "core/tests/differential/kernel_runner.hpp"

namespace mountscope {

struct Difference {
    std::size_t step = 0;  // 0: before the first, or at the end
    std::string engine;    // its line
    std::string kernel;
    std::string broken;  // an invariant of the engine that broke, when that is what is wrong
};

// Compares line by line what the engine makes of the scenario with what the kernel made of it.
std::optional<Difference> first_difference(const KernelResult& result, const KernelProfile& kernel);

// True when the engine can run the text at all.
bool is_runnable(const std::string& text, const KernelProfile& kernel);

// Leaves out lines while `still_differs` says that what is wrong is still wrong (delta debugging).
std::string shrink(const std::string& text, const std::function<bool(const std::string&)>& still_differs);

}  // namespace mountscope
