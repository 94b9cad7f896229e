#pragma once
// The work a command did, counted in the kernel's own steps.
//
//   Counters counts;
//   counts[Counter::kUmountLookup] += 1;
//   counter_name(Counter::kUmountLookup);   // "umount_lookup"
//
// Names and meanings follow the variants' test data; each has a sentence for the screen and the docs.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mountscope {

enum class Counter : std::uint8_t {
    kAlloc,
    kAttachLookup,
    kNeedSecondary,
    kGather,
    kPropagationNext,
    kBusyLookup,
    kUnlockLookup,
    kMarkLookup,
    kMarkSet,
    kUmountLookup,
    kExtraUmount,
    kTryUmountOne,  // "__propagate_umount"
    kUmountOne,
    kCandidate,
    kTrimOne,
    kTrimAncestors,
    kChildScan,
    kHandleLocked,
    kSkipVisited,
    kSkipSubtree,
    kRestore,
    kReparent,
    kNextKid,
    kOuter,
    kFinish,
    kKeptConnected,
    kPeerScan,
    kTraceTransfers,
    kGracePeriods,
    kMntput,
    kChainEntries,
    kPathLookup,
};
inline constexpr std::size_t kCounterCount = static_cast<std::size_t>(Counter::kPathLookup) + 1;

struct Counters {
    std::array<std::uint64_t, kCounterCount> values{};

    std::uint64_t& operator[](Counter counter) { return values[static_cast<std::size_t>(counter)]; }
    std::uint64_t operator[](Counter counter) const { return values[static_cast<std::size_t>(counter)]; }
    Counters& operator+=(const Counters& other) {
        for (std::size_t i = 0; i < kCounterCount; ++i) values[i] += other.values[i];
        return *this;
    }
    friend bool operator==(const Counters&, const Counters&) = default;
};

std::string_view counter_name(Counter counter);
std::string_view counter_meaning(Counter counter);  // one sentence

}  // namespace mountscope
