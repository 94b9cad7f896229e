// The algorithms in our own words, and which line a step is at.

#include <optional>

#include "core/trace/code.hpp"

namespace mountscope {

namespace {

struct Line {
    std::string_view text;  // empty: another kind of step that is at the line before
    int indent;
    Phase phase;                   // steps of this phase ...
    std::optional<StepKind> kind;  // ... and kind are at this line
    Decision decision;             // kNone: whatever is decided
};
using Lines = std::vector<Line>;

constexpr Decision kAny = Decision::kNone;
// Heads of loops, which are at no step of their own.
constexpr std::optional<StepKind> kNoStep;

void add_walk(Lines& lines, std::string_view text = "walk the path, mount by mount") {
    lines.push_back({text, 0, Phase::kResolve, StepKind::kEnter, kAny});
}

bool tucks(const KernelProfile& kernel) {
    return kernel.taken_mountpoint != TakenMountpoint::kShadow;
}

std::string_view child_line(const KernelProfile& kernel) {
    return tucks(kernel) ? "c = lookup(q, m.place)" : "c = newest_lookup(q, m.place)";
}

void add_busy(Lines& lines) {
    lines.push_back({"not lazy: for each receiver q:", 0, Phase::kBusy, StepKind::kBusyReceiver,
                     Decision::kNothingThere});
    lines.push_back({"EBUSY if c could go, but is used", 1, Phase::kBusy, StepKind::kBusyReceiver, kAny});
}

void add_unlock(Lines& lines) {
    lines.push_back(
        {"for each receiver q: unlock its c", 0, Phase::kUnlock, StepKind::kUnlockReceiver, kAny});
}

void add_gather(Lines& lines, std::string_view text = "put each m of the tree on list") {
    lines.push_back({text, 0, Phase::kGather, StepKind::kListed, kAny});
}

// The end of every umount. `indent` is 1 where it is done for each mount on its own.
void add_finish(Lines& lines, const KernelProfile& kernel, int indent = 0) {
    const bool in_bulk = kernel.slave_transfer == SlaveTransfer::kHeadBulk;
    if (in_bulk)
        lines.push_back({"each m on list leaves its groups", indent, Phase::kLeave, StepKind::kTrace, kAny});
    lines.push_back({indent != 0 ? "m, all taken: leave tree, group"
                     : in_bulk   ? "each m on list leaves the tree"
                                 : "each m on list: leave tree, group",
                     indent, Phase::kFinish, StepKind::kFinished, kAny});
    lines.push_back({"wait for a grace period", 0, Phase::kWait, StepKind::kGracePeriod, kAny});
    lines.push_back({"drop each m", 0, Phase::kWait, StepKind::kRelease, kAny});
}

void add_mark_and_take(Lines& lines, const KernelProfile& kernel) {
    const bool one_by_one = kernel.umount == UmountAlgorithm::kOneByOne;
    const int in = 1;
    const auto pass = [&](Phase phase, std::string_view head) {
        if (one_by_one) {
            lines.push_back({head, in, phase, StepKind::kVisit, kAny});
        } else {
            lines.push_back({head, 0, phase, StepKind::kVisit, kAny});
            lines.push_back({"for each receiver q of m.parent:", in, phase, kNoStep, kAny});
        }
        lines.push_back({child_line(kernel), in + 1, phase, StepKind::kReceiver, Decision::kNothingThere});
        lines.push_back({"", 0, phase, StepKind::kReceiver, Decision::kListedAlready});
    };
    pass(Phase::kMark, one_by_one ? "for each receiver q of m.parent:" : "for m on list, parents first:");
    lines.push_back({"if c is locked, q unmarked: next", in + 1, Phase::kMark, StepKind::kReceiver,
                     Decision::kLockedStays});
    lines.push_back({"mark c", in + 1, Phase::kMark, StepKind::kReceiver, kAny});
    pass(Phase::kTake, one_by_one ? "again for each receiver q:" : "for m on list, children first:");
    lines.push_back(
        {"if c has no mark: next", in + 1, Phase::kTake, StepKind::kReceiver, Decision::kNotMarked});
    if (tucks(kernel)) {
        lines.push_back({"if only covered: cover slides", in + 1, Phase::kTake, StepKind::kReceiver,
                         Decision::kCoverSlides});
    }
    lines.push_back({"unmark c; if empty: take it", in + 1, Phase::kTake, StepKind::kReceiver, kAny});
}

void add_one_by_one(Lines& lines, const KernelProfile& kernel) {
    add_gather(lines, "order = the tree, children first");
    add_unlock(lines);
    lines.push_back({"for each m left in order:", 0, Phase::kOneByOne, StepKind::kNextOfList, kAny});
    add_mark_and_take(lines, kernel);
    add_finish(lines, kernel, 1);
}

void add_restore(Lines& lines, const KernelProfile& kernel) {
    const bool once = kernel.umount == UmountAlgorithm::kRestoreUnseen;
    // The list is gone through backwards by those who look once; it is kept in the other order since 6.8.
    const bool parents_first = once && kernel.list_order == ListOrder::kCommitOrder;
    const auto at = [&](std::string_view text, int indent, std::optional<StepKind> kind, Decision decision) {
        lines.push_back({text, indent, Phase::kPropagate, kind, decision});
    };
    at(parents_first ? "for m on list, parents first:" : "for m on list, children first:", 0,
       StepKind::kVisit, kAny);
    if (once) at("if m was met before: next", 1, StepKind::kSkipVisit, kAny);
    at("for each receiver q of m.parent:", 1, kNoStep, kAny);
    at("c = lookup(q, m.place)", 2, StepKind::kReceiver, kAny);
    if (once) {
        at("if c was met: skip q's slaves", 2, StepKind::kReceiver, Decision::kSeen);
        at("if c is on list: it was met", 2, StepKind::kReceiver, Decision::kListedAlready);
    } else {
        at("if c goes or is marked: next", 2, StepKind::kReceiver, Decision::kListedAlready);
    }
    at("if a child may stay: put aside", 2, StepKind::kReceiver, Decision::kBlocked);
    at("if locked: mark, put aside", 2, StepKind::kReceiver, Decision::kLockedWaits);
    at("else take c", 2, StepKind::kReceiver, Decision::kTaken);
    at(once ? "try c.parent too, if it was met" : "try c.parent too, if put aside", 2, StepKind::kTry, kAny);
    lines.push_back({"take what is inside the taken", 0, Phase::kInside, StepKind::kTry, kAny});
    lines.push_back({"but put what covers them aside", 1, Phase::kInside, StepKind::kTry, Decision::kKept});
    lines.push_back({"for each one put aside:", 0, Phase::kRestore, StepKind::kPutBack, Decision::kStays});
    lines.push_back({"put it on what stays beneath", 1, Phase::kRestore, StepKind::kPutBack, kAny});
}

void add_gather_trim(Lines& lines) {
    const auto at = [&](std::string_view text, int indent, Phase phase, std::optional<StepKind> kind,
                        Decision decision) { lines.push_back({text, indent, phase, kind, decision}); };
    at("for m on list, parents first:", 0, Phase::kPropagate, StepKind::kVisit, kAny);
    at("if m is a candidate: next", 1, Phase::kPropagate, StepKind::kSkipVisit, kAny);
    at("for each receiver q of m.parent:", 1, Phase::kPropagate, kNoStep, kAny);
    at("c = lookup(q, m.place)", 2, Phase::kPropagate, StepKind::kReceiver, Decision::kNothingThere);
    at("", 2, Phase::kPropagate, StepKind::kReceiver, Decision::kListedAlready);
    at("if met: skip q's group, slaves", 2, Phase::kPropagate, StepKind::kReceiver, Decision::kSeen);
    at("c is a candidate", 2, Phase::kPropagate, StepKind::kReceiver, kAny);
    at("for c in candidates, last first:", 0, Phase::kTrim, kNoStep, kAny);
    at("if struck: c stays", 1, Phase::kTrim, StepKind::kTry, Decision::kStruck);
    at("if what stays is inside: c too", 1, Phase::kTrim, StepKind::kTry, Decision::kBlocked);
    at("strike what holds c", 2, Phase::kTrim, StepKind::kAncestor, kAny);
    at("if unlocked and empty: take c", 1, Phase::kTrim, StepKind::kTry, Decision::kTaken);
    at("else c is decided later", 1, Phase::kTrim, StepKind::kTry, kAny);
    at("for c left: p = unlocked above c", 0, Phase::kLocked, StepKind::kTry, Decision::kLockedStays);
    at("take c up to p", 1, Phase::kLocked, StepKind::kTry, kAny);
    at("covers of all taken slide down", 0, Phase::kReparent, StepKind::kPutBack, kAny);
}

Lines umount_lines(const KernelProfile& kernel) {
    Lines lines;
    add_walk(lines);
    add_busy(lines);
    if (kernel.umount == UmountAlgorithm::kOneByOne) {
        add_one_by_one(lines, kernel);
        return lines;
    }
    add_unlock(lines);
    add_gather(lines);
    switch (kernel.umount) {
        case UmountAlgorithm::kBatchMarkTake:
            add_mark_and_take(lines, kernel);
            break;
        case UmountAlgorithm::kRestoreAll:
        case UmountAlgorithm::kRestoreUnseen:
            add_restore(lines, kernel);
            break;
        case UmountAlgorithm::kGatherTrim:
            add_gather_trim(lines);
            break;
        case UmountAlgorithm::kOneByOne:
            break;
    }
    add_finish(lines, kernel);
    return lines;
}

// Nobody is asked for copies: the end of a namespace, and what stood on a removed directory.
void add_umount_alone(Lines& lines, const KernelProfile& kernel, std::string_view gathered) {
    const bool one_by_one = kernel.umount == UmountAlgorithm::kOneByOne;
    add_gather(lines, gathered);
    if (one_by_one)
        lines.push_back({"for each m, children first:", 0, Phase::kOneByOne, StepKind::kNextOfList, kAny});
    add_finish(lines, kernel, one_by_one ? 1 : 0);
}

// What was made is taken away when something fails.
void add_undo(Lines& lines) {
    lines.push_back({"if that fails: take all away", 0, Phase::kGather, StepKind::kListed, kAny});
    lines.push_back({"", 0, Phase::kOneByOne, StepKind::kNextOfList, kAny});
    lines.push_back({"", 0, Phase::kLeave, StepKind::kTrace, kAny});
    lines.push_back({"", 0, Phase::kFinish, StepKind::kFinished, kAny});
    lines.push_back({"", 0, Phase::kWait, StepKind::kGracePeriod, kAny});
    lines.push_back({"", 0, Phase::kWait, StepKind::kRelease, kAny});
}

Lines attach_lines(const KernelProfile& kernel, CommandKind kind) {
    Lines lines;
    const bool moves = kind == CommandKind::kMountMove || kind == CommandKind::kMountMoveBeneath;
    add_walk(lines, kind == CommandKind::kMountNew ? "walk the path, mount by mount"
                                                   : "walk both paths, mount by mount");
    if (kind == CommandKind::kMountBind)
        lines.push_back({"tree = a copy of the source", 0, Phase::kCopyTree, StepKind::kClone, kAny});
    lines.push_back({"for each receiver q of the place:", 0, Phase::kAskCopies, kNoStep, kAny});
    lines.push_back({"if q is new: next", 1, Phase::kAskCopies, StepKind::kAsk, Decision::kNew});
    lines.push_back(
        {"if q does not show it: next", 1, Phase::kAskCopies, StepKind::kAsk, Decision::kNotVisible});
    lines.push_back({"else q needs a copy:", 1, Phase::kAskCopies, StepKind::kAsk, kAny});
    lines.push_back({"c = a copy of the tree", 2, Phase::kAskCopies, StepKind::kClone, kAny});
    lines.push_back({moves ? "put the tree and each c there:" : "put tree and each c in place:", 0,
                     Phase::kPlace, StepKind::kPut, kAny});
    if (tucks(kernel)) {
        lines.push_back({kernel.taken_mountpoint == TakenMountpoint::kTuckOnTop ? "what was there goes on top"
                                                                                : "what was there goes on c",
                         1, Phase::kPlace, StepKind::kPut, Decision::kTucked});
    } else {
        lines.push_back(
            {"c hides behind what was there", 1, Phase::kPlace, StepKind::kPut, Decision::kShadowed});
    }
    add_undo(lines);
    return lines;
}

// Commands whose only steps are those of their paths: what follows the walk.
std::string_view plain_action(CommandKind kind) {
    switch (kind) {
        case CommandKind::kMkdirParents:
        case CommandKind::kMkdir:
            return "make the directory";
        case CommandKind::kTouch:
            return "make the file";
        case CommandKind::kMountChangeType:
            return "change m, or the tree below it";
        case CommandKind::kSetGroup:
            return "join the group of the first";
        case CommandKind::kPivotRoot:
            return "exchange the two roots";
        case CommandKind::kChroot:
            return "it is the root of the process";
        case CommandKind::kChdir:
            return "the process stands there";
        case CommandKind::kOpen:
            return "the file keeps m in use";
        case CommandKind::kWhere:
            return "tell where it ended";
        default:
            return "";
    }
}

Lines lines_of(const KernelProfile& kernel, CommandKind kind) {
    Lines lines;
    switch (kind) {
        case CommandKind::kUmount:
            return umount_lines(kernel);
        case CommandKind::kMountNew:
        case CommandKind::kMountBind:
        case CommandKind::kMountMove:
        case CommandKind::kMountMoveBeneath:
            return attach_lines(kernel, kind);
        case CommandKind::kRmdir:
        case CommandKind::kUnlink:
            add_walk(lines);
            add_umount_alone(lines, kernel, "list each m there, and its tree");
            return lines;
        case CommandKind::kUnshare:
            lines.push_back({"for each m of the namespace:", 0, Phase::kCopyTree, kNoStep, kAny});
            lines.push_back({"c = a copy of m", 1, Phase::kCopyTree, StepKind::kClone, kAny});
            add_walk(lines, "change the types below /");
            add_undo(lines);
            return lines;
        case CommandKind::kNsenter:
        case CommandKind::kExit:
            add_walk(lines, "leave the namespace; if the last:");
            add_umount_alone(lines, kernel, "put each m of it on list");
            return lines;
        case CommandKind::kFork:
        case CommandKind::kClose:
        case CommandKind::kShow:
            return lines;
        default:
            add_walk(lines);
            lines.push_back({plain_action(kind), 0, Phase::kResolve, kNoStep, kAny});
            return lines;
    }
}

}  // namespace

std::vector<CodeLine> pseudo_code(const KernelProfile& kernel, CommandKind kind) {
    std::vector<CodeLine> code;
    for (const Line& line : lines_of(kernel, kind)) {
        if (!line.text.empty()) code.push_back({line.text, line.indent});
    }
    return code;
}

int code_line(const KernelProfile& kernel, CommandKind kind, const Step& step) {
    int general = -1;
    int index = -1;
    for (const Line& line : lines_of(kernel, kind)) {
        if (!line.text.empty()) ++index;
        if (line.phase != step.phase || line.kind != step.kind) continue;
        if (line.decision == step.decision && line.decision != kAny) return index;
        if (line.decision == kAny) general = index;
    }
    return general;
}

}  // namespace mountscope
