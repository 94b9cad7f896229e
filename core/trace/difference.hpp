#pragma once
// Which mounts end differently when the same command is run under several kernels, and why: the last decision
// that each kernel made about them.
//
//   std::vector<LaneEnd> lanes = ...;        // the Worlds around the command, and its steps, under each
//   kernel Differences d = find_differences(lanes); d.summary;          // "Ends differently: #11 on /mnt/2/1
//   is gone in B (6.18), because ...; it stays ..." d.list[0].lanes[1].reason;
//
// A mount is known by how it came to be: its unique_id is the same under all kernels as long as their
// histories agree. Where they don't, because an earlier command ended differently, mounts of the same source
// on the same place are taken for the same one, and `matched_by_place` says so.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/kernel/profile.hpp"
#include "core/text/mount_table.hpp"
#include "core/trace/step_trace.hpp"

namespace mountscope {

struct LaneEnd {
    const KernelProfile* kernel = nullptr;
    const World* before = nullptr;
    const World* after = nullptr;
    const StateTables* tables_before = nullptr;
    const StateTables* tables_after = nullptr;
    // False: the command could not be run under this kernel, since the process it names was never made.
    bool ran = true;
    Errno error = Errno::kOk;
    std::function<const StepIndex*()> steps;  // of the command; called only when something differs
};

struct LaneFate {
    std::uint32_t unique_id = 0;  // 0: this kernel never made it
    std::string name;             // "#9"; "" when it was never made
    bool there = false;           // in a namespace, after the command
    std::string place;            // "/mnt/1", "/mnt/1 in b"; "" when it is not there
    std::string outcome;          // "is gone", "stays on /mnt/1", "ends on /B/1", "ends on #12"
    std::string reason;           // "it was marked and held nothing"
};

enum class DifferenceKind : std::uint8_t {
    kNone,
    kPresence,     // there under one kernel, gone or never made under another
    kPlace,        // on another parent or path
    kPropagation,  // shared or slave under one only
};

struct MountDifference {
    DifferenceKind kind = DifferenceKind::kNone;
    std::string name;          // "#11", as the first kernel that has it calls it
    std::string place_before;  // "/mnt/2/1"; "" when the command made it
    bool carried = false;      // its place differs only because its parent's does
    bool from_before = false;  // it differed before the command already, in the same way
    bool matched_by_place = false;
    std::vector<LaneFate> lanes;
};

struct Differences {
    std::vector<MountDifference> list;  // new ones first, then by weight; at most `most`
    std::size_t fresh = 0;              // that this command brought about, listed or not
    std::size_t from_before = 0;
    bool matched_by_place = false;
    std::string summary;  // of what this command brought about; "" when it ended alike everywhere

    bool empty() const { return list.empty(); }
};

// Lanes whose `after` is null are left out of the comparison; their fates are empty. O(mounts), and where
// something differs the steps of the command are gone through once, the last million of them at most.
Differences find_differences(std::span<const LaneEnd> lanes, std::size_t most = 100);

// "gone in B, on /mnt/1 in A": for a mark on the card of the mount in `lane`; "" when it is not shown there.
std::string difference_label(const MountDifference& difference, std::size_t lane);

}  // namespace mountscope
