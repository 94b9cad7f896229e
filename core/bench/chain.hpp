#pragma once
// The chain of binds whose umount once took minutes: /mnt/1/1 bound onto itself N times makes 2^N mounts.
//
//   std::optional<ChainTimes> t = best_of(5, [] { return engine_chain(16); });
//   t->build_ms, t->umount_ms, t->mounts
//
// The same system calls are made in the engine and in this machine's kernel.

#include <algorithm>
#include <cstddef>
#include <optional>

#include "core/kernel/command.hpp"

namespace mountscope {

struct ChainTimes {
    double build_ms = 0;   // the N binds
    double umount_ms = 0;  // umount -l /mnt/1
    std::size_t mounts = 0;
    double bytes_a_mount = 0;  // of the engine, without what an empty World takes
};

// A World with the chain of N binds, and the command that takes it down again.
struct Chain {
    World world;
    Command umount;
    double build_ms = 0;
};
std::optional<Chain> build_chain(unsigned n, const KernelProfile& kernel);

// Nothing when something failed.
std::optional<ChainTimes> engine_chain(unsigned n);
// Nothing where namespaces are refused, or elsewhere than on Linux.
std::optional<ChainTimes> kernel_chain(unsigned n);

// The shortest times of some runs: what disturbs can only add.
template <class Run>
std::optional<ChainTimes> best_of(unsigned runs, Run&& run) {
    std::optional<ChainTimes> best;
    for (unsigned i = 0; i < runs; ++i) {
        const std::optional<ChainTimes> times = run();
        if (!times) return std::nullopt;
        if (!best) {
            best = times;
            continue;
        }
        best->build_ms = std::min(best->build_ms, times->build_ms);
        best->umount_ms = std::min(best->umount_ms, times->umount_ms);
    }
    return best;
}

}  // namespace mountscope
