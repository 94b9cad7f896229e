#pragma once
// What is measured of the engine alone: natively, and as WebAssembly in a program of its own, whose figures
// come as text.
//
//   std::optional<EngineFigures> figures = measure_engine(16, 5);
//   std::string text = print_figures(*figures);
//   read_figures(text);   // the same figures again

#include <optional>
#include <string>
#include <string_view>

#include "core/bench/chain.hpp"

namespace mountscope {

struct SeekTimes {
    double steps = 0;  // of the trace
    double median_ms = 0;
    double worst_ms = 0;
};

struct EngineFigures {
    ChainTimes chain;
    double all_kernels_ms = 0;  // run.sh counted under all kernels, from its text to the counters
    double quick_ms = 0;  // umount -l of the chain of kQuickN under the kernels that ask again and again
    double plain_ms = 0;  // the same, every lookup done
    SeekTimes million;    // in the trace of at least a million steps
    SeekTimes largest;    // in the longest one
};

inline constexpr unsigned kQuickN = 10;

// The chain has 2^n mounts; times of the chain are the best of `runs`. Nothing when something failed.
std::optional<EngineFigures> measure_engine(unsigned n, unsigned runs);

std::string print_figures(const EngineFigures& figures);
std::optional<EngineFigures> read_figures(const std::string& text);

}  // namespace mountscope
