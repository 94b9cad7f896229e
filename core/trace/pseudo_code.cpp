// The algorithms in our own words, and which line a step is at.

#include <span>

#include "core/trace/code.hpp"

namespace mountscope {

namespace {

struct Line {
    std::string_view text;
    int indent;
    Phase phase;        // steps of this phase ...
    StepKind kind;      // ... and kind are at this line
    Decision decision;  // kNone: whatever is decided
};

constexpr Decision kAny = Decision::kNone;

constexpr Line kMarkTake[] = {
    {"for each mount m of the tree: put m on the list", 0, Phase::kGather, StepKind::kListed, kAny},
    {"for each m on the list, parents first:", 0, Phase::kMark, StepKind::kVisit, kAny},
    {"for each receiver q of m's parent:", 1, Phase::kMark, StepKind::kReceiver, Decision::kNothingThere},
    {"c = the child of q at m's place", 2, Phase::kMark, StepKind::kReceiver, Decision::kListedAlready},
    {"if c may go: mark c", 2, Phase::kMark, StepKind::kReceiver, kAny},
    {"for each m on the list:", 0, Phase::kTake, StepKind::kVisit, kAny},
    {"for each receiver q of m's parent:", 1, Phase::kTake, StepKind::kReceiver, Decision::kNothingThere},
    {"c = the child of q at m's place", 2, Phase::kTake, StepKind::kReceiver, Decision::kListedAlready},
    {"if c is marked and holds nothing: take c", 2, Phase::kTake, StepKind::kReceiver, kAny},
    {"for each m on the list: out of tree and group", 0, Phase::kFinish, StepKind::kFinished, kAny},
    {"wait for a grace period", 0, Phase::kWait, StepKind::kGracePeriod, kAny},
    {"drop the last references", 0, Phase::kWait, StepKind::kRelease, kAny},
};

constexpr Line kOneByOne[] = {
    {"order = the tree, children before parents", 0, Phase::kGather, StepKind::kListed, kAny},
    {"while order is not empty: m = its first", 0, Phase::kOneByOne, StepKind::kNextOfList, kAny},
    {"for each receiver q of m's parent:", 1, Phase::kMark, StepKind::kVisit, kAny},
    {"c = the child of q at m's place", 2, Phase::kMark, StepKind::kReceiver, Decision::kNothingThere},
    {"if c may go: mark c", 2, Phase::kMark, StepKind::kReceiver, kAny},
    {"for each receiver q of m's parent:", 1, Phase::kTake, StepKind::kVisit, kAny},
    {"c = the child of q at m's place", 2, Phase::kTake, StepKind::kReceiver, Decision::kNothingThere},
    {"if c is marked and holds nothing: take c", 2, Phase::kTake, StepKind::kReceiver, kAny},
    {"m and what was taken: out of tree and group", 1, Phase::kFinish, StepKind::kFinished, kAny},
    {"wait for a grace period", 0, Phase::kWait, StepKind::kGracePeriod, kAny},
    {"drop the last references", 0, Phase::kWait, StepKind::kRelease, kAny},
};

constexpr Line kRestore[] = {
    {"for each mount m of the tree: put m on the list", 0, Phase::kGather, StepKind::kListed, kAny},
    {"for each m on the list:", 0, Phase::kPropagate, StepKind::kVisit, kAny},
    {"if m was met before: go on", 1, Phase::kPropagate, StepKind::kSkipVisit, kAny},
    {"for each receiver q of m's parent:", 1, Phase::kPropagate, StepKind::kReceiver,
     Decision::kNothingThere},
    {"c = the child of q at m's place", 2, Phase::kPropagate, StepKind::kReceiver, Decision::kListedAlready},
    {"if c was met before: pass over q's slaves", 2, Phase::kPropagate, StepKind::kReceiver, Decision::kSeen},
    {"if c holds nothing that stays: take c", 2, Phase::kPropagate, StepKind::kReceiver, kAny},
    {"and look again at its parent, if put aside", 3, Phase::kPropagate, StepKind::kTry, kAny},
    {"what is inside taken mounts goes too", 0, Phase::kInside, StepKind::kTry, kAny},
    {"what was put aside goes back to where it can be", 0, Phase::kRestore, StepKind::kPutBack, kAny},
    {"for each m on the list: out of tree and group", 0, Phase::kFinish, StepKind::kFinished, kAny},
    {"wait for a grace period", 0, Phase::kWait, StepKind::kGracePeriod, kAny},
    {"drop the last references", 0, Phase::kWait, StepKind::kRelease, kAny},
};

constexpr Line kGatherTrim[] = {
    {"for each mount m of the tree: put m on the list", 0, Phase::kGather, StepKind::kListed, kAny},
    {"for each m on the list:", 0, Phase::kPropagate, StepKind::kVisit, kAny},
    {"if m is a candidate already: go on", 1, Phase::kPropagate, StepKind::kSkipVisit, kAny},
    {"for each receiver q of m's parent:", 1, Phase::kPropagate, StepKind::kReceiver,
     Decision::kNothingThere},
    {"c = the child of q at m's place", 2, Phase::kPropagate, StepKind::kReceiver, Decision::kListedAlready},
    {"if c was met before: pass over all below q", 2, Phase::kPropagate, StepKind::kReceiver,
     Decision::kSeen},
    {"else c is a candidate", 2, Phase::kPropagate, StepKind::kReceiver, kAny},
    {"for each candidate c, the last one first:", 0, Phase::kTrim, StepKind::kTry, kAny},
    {"if something that stays is inside: strike what holds it", 1, Phase::kTrim, StepKind::kAncestor, kAny},
    {"locked candidates go only with their parents", 0, Phase::kLocked, StepKind::kTry, kAny},
    {"what covered a taken mount slides down", 0, Phase::kReparent, StepKind::kPutBack, kAny},
    {"all that goes leaves its groups at once", 0, Phase::kLeave, StepKind::kTrace, kAny},
    {"for each m on the list: out of the tree", 0, Phase::kFinish, StepKind::kFinished, kAny},
    {"wait for a grace period", 0, Phase::kWait, StepKind::kGracePeriod, kAny},
    {"drop the last references", 0, Phase::kWait, StepKind::kRelease, kAny},
};

constexpr Line kAttach[] = {
    {"copy the source", 0, Phase::kCopyTree, StepKind::kClone, kAny},
    {"for each receiver q of the place's mount:", 0, Phase::kAskCopies, StepKind::kAsk, Decision::kNew},
    {"if q shows the directory:", 1, Phase::kAskCopies, StepKind::kAsk, kAny},
    {"c = a copy of the tree, for q", 2, Phase::kAskCopies, StepKind::kClone, kAny},
    {"put the tree in place, and each c on its q", 0, Phase::kPlace, StepKind::kPut, kAny},
    {"what was there moves on top of c", 1, Phase::kPlace, StepKind::kPut, Decision::kTucked},
    {"c hides behind what was there", 1, Phase::kPlace, StepKind::kPut, Decision::kShadowed},
};

constexpr Line kNamespaceCopy[] = {
    {"for each mount m of the namespace:", 0, Phase::kResolve, StepKind::kVisit, kAny},
    {"c = a copy of m, in m's groups", 1, Phase::kCopyTree, StepKind::kClone, kAny},
};

std::span<const Line> umount_lines(const KernelProfile& kernel) {
    switch (kernel.umount) {
        case UmountAlgorithm::kBatchMarkTake:
            return kMarkTake;
        case UmountAlgorithm::kOneByOne:
            return kOneByOne;
        case UmountAlgorithm::kRestoreAll:
        case UmountAlgorithm::kRestoreUnseen:
            return kRestore;
        case UmountAlgorithm::kGatherTrim:
            return kGatherTrim;
    }
    return {};
}

// A line that this kernel never comes to is left out.
bool has_line(const KernelProfile& kernel, const Line& line) {
    if (line.kind != StepKind::kPut) return true;
    if (line.decision == Decision::kTucked)
        return kernel.taken_mountpoint == TakenMountpoint::kTuckOnCopy ||
               kernel.taken_mountpoint == TakenMountpoint::kTuckOnTop;
    if (line.decision == Decision::kShadowed) return kernel.taken_mountpoint == TakenMountpoint::kShadow;
    return true;
}

std::vector<Line> lines_of(const KernelProfile& kernel, CommandKind kind) {
    std::span<const Line> lines;
    switch (kind) {
        case CommandKind::kUmount:
        case CommandKind::kRmdir:
        case CommandKind::kUnlink:
        case CommandKind::kExit:
            lines = umount_lines(kernel);
            break;
        case CommandKind::kMountNew:
        case CommandKind::kMountBind:
        case CommandKind::kMountMove:
        case CommandKind::kMountMoveBeneath:
            lines = kAttach;
            break;
        case CommandKind::kUnshare:
            lines = kNamespaceCopy;
            break;
        default:
            break;
    }
    std::vector<Line> with;
    for (const Line& line : lines) {
        if (has_line(kernel, line)) with.push_back(line);
    }
    return with;
}

}  // namespace

std::vector<CodeLine> pseudo_code(const KernelProfile& kernel, CommandKind kind) {
    std::vector<CodeLine> code;
    for (const Line& line : lines_of(kernel, kind)) code.push_back({line.text, line.indent});
    return code;
}

int code_line(const KernelProfile& kernel, CommandKind kind, const Step& step) {
    int general = -1;
    int index = 0;
    for (const Line& line : lines_of(kernel, kind)) {
        if (line.phase == step.phase && line.kind == step.kind) {
            if (line.decision == step.decision && line.decision != kAny) return index;
            if (line.decision == kAny) general = index;
        }
        ++index;
    }
    return general;
}

}  // namespace mountscope
