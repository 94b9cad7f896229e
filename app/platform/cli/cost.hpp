#pragma once
// `mountscope cost`: what each command costs under which kernel, and how that grows.
// `mountscope trace`: the single steps of a command, in sentences.
//
//   int status = run_cost({"--kernel", "all", "--json", "run.sh"});
//
// Status: 0 fine, 2 something could not be read or run.

#include <span>
#include <string_view>

namespace mountscope {

int run_cost(std::span<const std::string_view> words);
int run_trace(std::span<const std::string_view> words);

extern const std::string_view kCostHelp;

}  // namespace mountscope
