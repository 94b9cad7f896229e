#pragma once
// The single steps of a command: what is looked at, and what is decided. The same functions that count also
// tell their steps, so that counts, pictures and sentences can't disagree.
//
//   StepTrace trace;
//   trace.sink = &my_sink;         // hears of steps trace.from <= index < trace.to
//   run_command(world, kernel, command, options, &trace);
//   trace.next;                    // how many steps the command has
//
// Without a trace a step costs one comparison. A sink may copy the World it is shown (pages are shared) and
// may set `stop`: the command then ends as soon as it can and its World is only good to be looked at or
// thrown away.

#include <cstdint>

#include "core/kernel/counters.hpp"
#include "core/world/world.hpp"

namespace mountscope {

struct StepTrace;
struct UmountRun;

// The sections of a command, in the order in which they can occur.
enum class Phase : std::uint8_t {
    kResolve,    // from a path to a mount
    kCopyTree,   // the source of a bind is copied; a namespace is copied
    kAskCopies,  // receivers of a mount are asked, copies made
    kPlace,      // the tree and its copies are put in place
    kBusy,       // is a copy elsewhere in use?
    kUnlock,     // copies of the mount to go are unlocked
    kGather,     // the tree is put on the umount list
    kMark,       // until 4.12: copies marked
    kTake,       // until 4.12: marked copies taken
    kOneByOne,   // one by one: the next mount of the list
    kPropagate,  // since 4.13: receivers asked for copies
    kInside,     // 4.13 to 6.16: what is inside taken mounts
    kRestore,    // 4.13 to 6.16: survivors put back
    kTrim,       // since 6.17: candidates that must stay are struck
    kLocked,     // since 6.17: candidates that are locked
    kReparent,   // since 6.17: covers slide down
    kLeave,      // since 6.18: all leave their groups in bulk
    kFinish,     // taken out of the tree
    kWait,       // a grace period, then the last references
};

enum class StepKind : std::uint8_t {
    kEnter,         // path walk: mount m is entered
    kClone,         // c is made as a copy of m
    kAsk,           // receiver q: does it need a copy?
    kPut,           // c is put in place on q; m: what was there
    kBusyReceiver,  // receiver q of m: its copy c in use?
    kUnlockReceiver,
    kListed,      // m is put on the umount list
    kVisit,       // m of the list: its receivers are asked now
    kSkipVisit,   // m of the list: its propagation was seen
    kReceiver,    // receiver q for m: its child c there
    kTry,         // copy c examined: can it go?
    kAncestor,    // m is an ancestor of what stays; c: what stays
    kPutBack,     // m goes to parent q
    kTrace,       // m leaves its group; q: who is next
    kNextOfList,  // one by one: m is next
    kFinished,    // m is out of the tree; q: its parent, c: its new master of its slaves
    kGracePeriod,
    kRelease,  // the last reference of m is dropped
};

enum class Decision : std::uint8_t {
    kNone,
    kNothingThere,   // no child at that place
    kListedAlready,  // it is on the umount list already
    kLockedStays,    // locked, and its parent does not go
    kMarked,
    kNotMarked,
    kHasChildren,  // something is mounted inside
    kTaken,
    kCoverSlides,  // taken, and what covered it slides down
    kSeen,         // its propagation was looked at before
    kCandidate,
    kStruck,       // no candidate any more
    kKept,         // stays a candidate for now
    kBlocked,      // something inside stays
    kLockedWaits,  // locked: decided with its parents
    kNeeded,
    kNew,         // made by this very command
    kNotVisible,  // the directory is not below its root
    kTucked,      // what was there moves on top of the copy
    kShadowed,    // the copy hides behind what was there
    kFree,
    kBusy,
    kUnlocked,
    kConnected,  // stays connected to its parent
    kDisconnected,
    kMoved,
    kStays,
};

struct Step {
    StepKind kind = StepKind::kEnter;
    Phase phase = Phase::kResolve;
    Decision decision = Decision::kNone;
    MountRef m, q, c;
    std::uint32_t number = 0;  // of a receiver in the walk of this visit, from 1
};

class StepSink {
  public:
    virtual ~StepSink() = default;
    // `index` counts the steps of the command from 0; the World and the counters are as they are after the
    // step.
    virtual void on_step(std::uint64_t index, const Step& step, const World& world,
                         const Counters& counters) = 0;
    // A phase begins with the step `index`.
    virtual void on_phase(std::uint64_t index, Phase phase) = 0;
    // trace.checkpoint_at is reached, between two pieces of work of an umount: copies of all four go on from
    // here (resume_umount). The trace then has to say when the next checkpoint is wanted.
    virtual void on_checkpoint(const World& /*world*/, const Counters& /*counters*/, const UmountRun& /*run*/,
                               StepTrace& trace);
};

struct StepTrace {
    StepSink* sink = nullptr;
    std::uint64_t from = 0;
    std::uint64_t to = ~std::uint64_t{0};
    std::uint64_t next = 0;
    Phase phase = Phase::kResolve;
    bool any_phase = false;
    bool stop = false;
    std::uint64_t work = 0;                           // steps told and pieces of work done, untold ones too
    std::uint64_t checkpoint_at = ~std::uint64_t{0};  // of `work`

    // Whether any of the next `count` steps is to be told.
    bool wants(std::uint64_t count) const { return next < to && next + count > from; }
};

}  // namespace mountscope
