#pragma once
// The options of `mountscope cost` and `mountscope trace`.
//
//   CostOptions o = read_cost_options(words, CostCommand::kCost);
//   if (o.error) complain(*o.error);

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/cost/cost_run.hpp"

namespace mountscope {

enum class CostCommand { kCost, kTrace };
enum class TraceGrain { kCommand, kPhase, kStep };

struct CostOptions {
    std::vector<const KernelProfile*> kernels;  // --kernel; all when none is named, 6.18 for trace
    CostMachine machine;                        // --memory, --buckets, --mount-max
    bool json = false;
    bool csv = false;
    bool count_plainly = false;                            // --plain: walk every step, to check the counts
    std::optional<long long> n;                            // --n
    std::optional<std::pair<long long, long long>> sweep;  // --sweep N=1..16
    TraceGrain grain = TraceGrain::kPhase;
    std::uint64_t from = 0;
    std::optional<std::uint64_t> to;
    std::string file;
    std::optional<std::string> error;
};

CostOptions read_cost_options(std::span<const std::string_view> words, CostCommand command);

}  // namespace mountscope
