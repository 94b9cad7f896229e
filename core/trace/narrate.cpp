#include "core/trace/narrate.hpp"

namespace mountscope {

namespace {

struct PhaseText {
    std::string_view name;
    std::string_view meaning;
};

constexpr PhaseText kPhases[] = {
    {"resolve", "The path is walked, through every mount that is stacked on the way."},
    {"copy", "The source is copied."},
    {"ask", "Each receiver of the place is asked whether it needs a copy."},
    {"place", "The tree and its copies are put in place."},
    {"busy", "A non-lazy umount asks whether a copy elsewhere is in use."},
    {"unlock", "The copies of the mount to go lose their lock."},
    {"gather", "The mounts of the tree are put on the umount list."},
    {"mark", "Every mount of the list marks its copies at all receivers."},
    {"take", "Every mount of the list takes its marked copies that hold nothing."},
    {"next", "The next mount of the list is unmounted, alone."},
    {"propagate", "The receivers are asked for copies of what goes."},
    {"inside", "What is mounted inside a taken copy goes too."},
    {"restore", "What was put aside, or covered a taken copy, is put back."},
    {"trim", "Candidates that hold something that stays are struck."},
    {"locked", "Locked candidates go only together with their parents."},
    {"reparent", "What covered a taken copy slides down."},
    {"leave", "All that goes leaves its peer groups and master lists at once."},
    {"finish", "The mounts are taken out of the tree, one by one."},
    {"wait", "After a grace period the last references are dropped."},
};

std::string ordinal(std::uint32_t n) {
    static constexpr std::string_view kWords[] = {"",      "first",   "second", "third", "fourth", "fifth",
                                                  "sixth", "seventh", "eighth", "ninth", "tenth"};
    if (n > 0 && n <= 10) return std::string(kWords[n]);
    const std::uint32_t tens = n % 100;
    const std::string_view suffix = tens >= 11 && tens <= 13 ? "th"
                                    : n % 10 == 1            ? "st"
                                    : n % 10 == 2            ? "nd"
                                    : n % 10 == 3            ? "rd"
                                                             : "th";
    return std::to_string(n) + std::string(suffix);
}

struct StepTeller {
    const World& world;
    const Step& step;

    std::string name(MountRef m) const { return mount_name(world, m); }

    std::string receiver() const {
        std::string text = std::string(step.phase == Phase::kMark     ? "Mark"
                                       : step.phase == Phase::kTake   ? "Take"
                                       : step.phase == Phase::kBusy   ? "In use"
                                       : step.phase == Phase::kUnlock ? "Unlock"
                                                                      : "Ask") +
                           ", for " + name(step.m) + ": the " + ordinal(step.number) + " receiver is " +
                           name(step.q) + ". ";
        if (!step.c) return text + "Nothing is mounted there, so there is nothing to do.";
        text += "Its child at that place is " + name(step.c) + ", ";
        switch (step.decision) {
            case Decision::kListedAlready:
                return text + "which is going already: nothing to decide.";
            case Decision::kMarked:
                return text + "which may go: it gets the mark.";
            case Decision::kNotMarked:
                return text + "which has no mark: it stays.";
            case Decision::kLockedStays:
                return text + "which is locked, and its parent does not go: it stays.";
            case Decision::kHasChildren:
                return text + "which has something mounted inside: it stays.";
            case Decision::kTaken:
                return text + "which holds nothing that stays: it is taken.";
            case Decision::kCoverSlides:
                return text + "which is taken, and what covered it slides down at once.";
            case Decision::kSeen:
                return text + "whose propagation was looked at before: all below is passed over.";
            case Decision::kCandidate:
                return text + "which becomes a candidate.";
            case Decision::kBlocked:
                return text + "which holds something that stays: it is put aside.";
            case Decision::kLockedWaits:
                return text + "which is locked: it waits for its parent.";
            case Decision::kBusy:
                return text + "which is in use: the umount fails.";
            case Decision::kFree:
                return text + "which is not in use, or will stay anyway.";
            case Decision::kUnlocked:
                return text + "which is unlocked.";
            default:
                return text + "looked at.";
        }
    }

    std::string tried() const {
        const std::string c = name(step.c);
        switch (step.decision) {
            case Decision::kStruck:
                return c + " was struck before: it stays and leaves the list.";
            case Decision::kBlocked:
                return c + " holds something that stays: it stays too.";
            case Decision::kKept:
                return c + " is only covered: what covers it will be put back, and it is decided later.";
            case Decision::kTaken:
                return c + " holds nothing that stays: it is taken.";
            case Decision::kLockedWaits:
                return c + " is locked: it is decided with its parents.";
            case Decision::kLockedStays:
                return c + " is locked, and no parent of it goes: it stays.";
            case Decision::kListedAlready:
                return c + " is going already.";
            default:
                return c + " is looked at.";
        }
    }

    std::string sentence() const {
        switch (step.kind) {
            case StepKind::kEnter:
                return "The path leads into " + name(step.m) + ".";
            case StepKind::kClone:
                return name(step.c) + " is made, a copy of " + name(step.m) + ".";
            case StepKind::kAsk:
                if (step.decision == Decision::kNew)
                    return name(step.q) + " was made by this command: it needs nothing.";
                if (step.decision == Decision::kNotVisible) {
                    return name(step.q) + " does not show that directory: it needs no copy.";
                }
                return name(step.q) + " shows that directory: it needs a copy.";
            case StepKind::kPut:
                if (step.decision == Decision::kTucked) {
                    return name(step.c) + " is put on " + name(step.q) + ", beneath " + name(step.m) +
                           ", which was there.";
                }
                if (step.decision == Decision::kShadowed) {
                    return name(step.c) + " is put on " + name(step.q) + ", hidden behind " + name(step.m) +
                           ".";
                }
                return name(step.c) + " is put on " + name(step.q) + ".";
            case StepKind::kBusyReceiver:
            case StepKind::kUnlockReceiver:
            case StepKind::kReceiver:
                return receiver();
            case StepKind::kListed:
                return name(step.m) + " is put on the list.";
            case StepKind::kVisit:
                return "Now " + name(step.m) + ": the receivers of its parent are asked one after the other.";
            case StepKind::kSkipVisit:
                return name(step.m) + " was met on the way: its receivers need not be asked again.";
            case StepKind::kTry:
                return tried();
            case StepKind::kAncestor:
                return step.decision == Decision::kStruck
                           ? name(step.m) + " has " + name(step.c) + " inside, which stays: it is struck."
                           : name(step.m) + " is covered by " + name(step.c) +
                                 ", which stays: it may still go.";
            case StepKind::kPutBack:
                return step.decision == Decision::kMoved
                           ? name(step.m) + " is put back, on " + name(step.q) + "."
                           : name(step.m) + " stays where it is, on " + name(step.q) + ".";
            case StepKind::kTrace:
                return step.q ? name(step.m) + " leaves its group; " + name(step.q) +
                                    " is asked next who inherits."
                              : name(step.m) + " leaves its group; nobody inherits.";
            case StepKind::kNextOfList:
                return name(step.m) + " is next: it goes alone, with its copies.";
            case StepKind::kFinished:
                return step.decision == Decision::kConnected
                           ? name(step.m) +
                                 " has left the namespace, still attached to its parent, which left too."
                           : name(step.m) + " is out of the tree and of its peer group.";
            case StepKind::kGracePeriod:
                return "The kernel waits for a grace period, so that no path walk still uses them.";
            case StepKind::kRelease:
                return "The last reference of " + name(step.m) + " is dropped.";
        }
        return "";
    }
};

}  // namespace

std::string_view phase_name(Phase phase) {
    return kPhases[static_cast<std::size_t>(phase)].name;
}
std::string_view phase_meaning(Phase phase) {
    return kPhases[static_cast<std::size_t>(phase)].meaning;
}

std::string mount_name(const World& world, MountRef mount) {
    if (!mount || world[mount].unique_id == 0) return "-";
    return "#" + std::to_string(world[mount].mnt_id);
}

MountRef what_stays(const World& world, const Step& step) {
    constexpr int kMostLooks = 1000;
    MountRef m = step.c;
    int looks = 0;
    while (world.has_flag(m, kMountCandidate)) {
        const MountRef over = world[m].overmount;
        for (MountRef child = world[m].first_child; child; child = world[child].next_sibling) {
            if (++looks > kMostLooks) return step.c;
            if (child != over && !world.has_flag(child, kMountCandidate)) return m;
        }
        if (!over) break;
        m = over;
    }
    return m;
}

std::string step_sentence(const KernelProfile&, const World& world, const Step& step) {
    return StepTeller{world, step}.sentence();
}

}  // namespace mountscope
