#pragma once
// How far an umount is: all that it must remember between two pieces of work. A copy of it, with a copy of
// the World and of the counters, goes on from there and does what the first would have done.
//
//   UmountRun run{mount, kUmountPropagate};
//   kernel.umount_tree(run);    // from where `run` is; returns early when the trace says stop

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/world/handles.hpp"

namespace mountscope {

struct UmountRun {
    // The pieces in their order. Not every algorithm has each of them.
    enum class Stage : std::uint8_t {
        kStart,
        kGather,
        kNext,     // one by one: the next mount of `order`
        kAsk,      // receivers marked, or asked for copies
        kTake,     // marked copies taken
        kTrim,     // candidates that must stay are struck
        kSettle,   // what is inside taken mounts; covers slide down
        kRestore,  // survivors put back
        kLeave,    // out of the peer groups, in bulk
        kFinish,
        kWait,
    };

    MountRef mount;
    unsigned how = 0;        // UmountHow
    bool resumable = false;  // checkpoints may be taken, and a stop leaves it half done
    Stage stage = Stage::kStart;
    std::size_t at = 0;  // how many rounds of the stage's loop are done
    MountRef receiver;   // who is asked next in the visit of this round; none: it has not begun
    std::uint32_t receivers_asked = 0;  // in that visit
    MountRef cursor;                    // what the next round looks at, where that is no place in a list
    MountRef first_candidate;
    std::size_t outer = 0;  // one by one: how many mounts of `order` were come by
    std::vector<MountRef> order;
    std::vector<MountRef> list;
    std::vector<MountRef> taken;
    std::vector<MountRef> visited;
    std::vector<MountRef> to_restore;
    std::vector<MountRef> unmounted;  // only in checkpoints; else the Kernel has them

    // What a copy of it takes, in bytes.
    std::size_t bytes() const {
        std::size_t refs = 0;
        for (const auto* refs_of : {&order, &list, &taken, &visited, &to_restore, &unmounted}) {
            refs += refs_of->size();
        }
        return sizeof *this + refs * sizeof(MountRef);
    }

    bool is_in_visit() const { return static_cast<bool>(receiver); }
    // Whether the steps to come continue a walk that is shown as one: a visit, or the pass over the
    // candidates.
    bool is_in_walk() const { return is_in_visit() || (stage == Stage::kTrim && at > 0); }

    void begin(Stage next, MountRef first = {}) {
        stage = next;
        at = 0;
        cursor = first;
    }
};

}  // namespace mountscope
