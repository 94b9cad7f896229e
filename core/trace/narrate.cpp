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

    std::string placed(MountRef m) const { return mount_name_with_path(world, m); }

    std::string receiver() const {
        const std::string about = step.phase == Phase::kBusy     ? "In use? Copies of "
                                  : step.phase == Phase::kUnlock ? "Unlocking copies of "
                                                                 : "Copies of ";
        const std::string text =
            about + placed(step.m) + ": the " + ordinal(step.number) + " receiver, " + name(step.q);
        if (!step.c) return text + ", has nothing there.";
        return text + ", has " + name(step.c) + " there" + decided() + ".";
    }

    std::string inside() const {
        const MountRef m = what_is_inside(world, step);
        return m ? name(m) : "something";
    }

    std::string decided() const {
        switch (step.decision) {
            case Decision::kListedAlready:
                return step.phase == Phase::kPropagate && world.has_flag(step.c, kMountMarked)
                           ? ", which is marked already"
                           : ", which goes already";
            case Decision::kMarked:
                return ": it gets its mark";
            case Decision::kNotMarked:
                return ", which has no mark: it stays";
            case Decision::kLockedStays:
                return ", which is locked: no mark";
            case Decision::kHasChildren:
                return ", with " + inside() + " inside: it stays";
            case Decision::kTaken:
                return ": it is taken";
            case Decision::kCoverSlides:
                return ": it is taken, and its cover slides down";
            case Decision::kSeen:
                return ", which was met before";
            case Decision::kCandidate:
                return ": it becomes a candidate";
            case Decision::kBlocked:
                return ", with " + inside() + " inside: it is put aside";
            case Decision::kLockedWaits:
                return ", which is locked: it is put aside";
            case Decision::kBusy:
                return ", which is in use: the umount fails";
            case Decision::kFree:
                return ", which is no obstacle";
            case Decision::kUnlocked:
                return ": its lock is taken off";
            default:
                return "";
        }
    }

    std::string tried() const {
        const std::string c = placed(step.c);
        const bool follows = step.phase == Phase::kInside;
        switch (step.decision) {
            case Decision::kStruck:
                return c + " was struck before: it stays.";
            case Decision::kBlocked:
                return c + " holds " + inside() + ", which stays: it stays too.";
            case Decision::kKept:
                if (follows) return c + " only covers what was taken: it is put aside.";
                return c + " may still go: that is decided later.";
            case Decision::kTaken:
                if (follows) return c + " is inside what was taken: it is taken too.";
                if (step.phase == Phase::kLocked) return c + " goes, together with what holds it.";
                if (step.phase == Phase::kPropagate)
                    return c + ", which was met before, is tried again: it is taken.";
                return c + " holds nothing that stays: it is taken.";
            case Decision::kLockedWaits:
                return c + " is locked: it is decided with what holds it.";
            case Decision::kLockedStays:
                return c + " is locked, and what holds it stays: it stays.";
            case Decision::kListedAlready:
                return c + " is tried again: it was decided before.";
            default:
                return c + " is looked at.";
        }
    }

    std::string put() const {
        const std::string text = name(step.c) + " is put on " + name(step.q);
        if (step.decision == Decision::kTucked)
            return text + ", beneath " + name(step.m) + ", which was there.";
        if (step.decision == Decision::kShadowed) return text + ", hidden behind " + name(step.m) + ".";
        return mount_name_with_path(world, step.c) + " is in place, attached to " + name(step.q) + ".";
    }

    std::string ancestor() const {
        const MountRef stays = what_stays(world, step);
        const std::string covered = stays == step.c ? "" : ", on top of " + name(step.c) + ",";
        return step.decision == Decision::kStruck
                   ? name(step.m) + " has " + name(stays) + covered + " inside, which stays: it is struck."
                   : name(step.m) + " is covered by " + name(step.c) + ": it may still go.";
    }

    std::string sentence() const {
        switch (step.kind) {
            case StepKind::kEnter:
                return "The path leads into " + placed(step.m) + ".";
            case StepKind::kClone:
                return name(step.c) + " is made, a copy of " + placed(step.m) + ".";
            case StepKind::kAsk:
                if (step.decision == Decision::kNew)
                    return name(step.q) + " was made by this very command: it needs no copy.";
                if (step.decision == Decision::kNotVisible)
                    return placed(step.q) + " does not show the directory: it needs no copy.";
                return placed(step.q) + " shows the directory: it needs a copy.";
            case StepKind::kPut:
                return put();
            case StepKind::kBusyReceiver:
            case StepKind::kUnlockReceiver:
            case StepKind::kReceiver:
                return receiver();
            case StepKind::kListed:
                return placed(step.m) + " is put on the list.";
            case StepKind::kVisit:
                return "Now " + placed(step.m) + ": all receivers of its parent are asked for a copy of it.";
            case StepKind::kSkipVisit:
                return placed(step.m) + " was met before: its receivers need not be asked.";
            case StepKind::kTry:
                return tried();
            case StepKind::kAncestor:
                return ancestor();
            case StepKind::kPutBack:
                return step.decision == Decision::kMoved
                           ? name(step.m) + " slides down and is now on " + name(step.q) + "."
                           : name(step.m) + " stays where it is, on " + name(step.q) + ".";
            case StepKind::kTrace:
                return step.q
                           ? name(step.m) + " leaves its groups; the next to inherit is " + name(step.q) + "."
                           : name(step.m) + " leaves its groups; there is nobody to inherit.";
            case StepKind::kNextOfList:
                return placed(step.m) + " is next: it goes alone, with its copies.";
            case StepKind::kFinished:
                return step.decision == Decision::kConnected
                           ? name(step.m) + " has left the namespace, still attached to its parent."
                           : name(step.m) + " is out of the tree.";
            case StepKind::kGracePeriod:
                return "The kernel waits for a grace period.";
            case StepKind::kRelease:
                return "The last reference that the tree had to " + name(step.m) + " is dropped.";
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

std::string mount_name_with_path(const World& world, MountRef mount) {
    constexpr std::size_t kLongest = 32;
    constexpr int kMostHops = 200;
    const std::string name = mount_name(world, mount);
    if (name == "-" || !world.has_parent(mount)) return name;
    std::string path;
    MountRef m = mount;
    DentryRef at = world[mount].mountpoint;
    for (int hop = 0; hop < kMostHops && path.size() <= kLongest; ++hop) {
        const MountRef holder = world[m].parent;
        if (at != world[holder].root) {
            const Dentry& dentry = world[at];
            if (dentry.parent == at || world.is_unlinked(at)) return name;
            path.insert(0, "/" + std::string(world.text(dentry.name)));
            at = dentry.parent;
            continue;
        }
        if (!world.has_parent(holder)) {
            // Only a tree that hangs together up to its root has a path.
            if (!world.has_flag(holder, kMountAbsoluteRoot)) return name;
            const NamespaceRef ns = world[holder].ns;
            const ProcessRef viewer = ns ? world.oldest_process(ns) : ProcessRef{};
            if (!viewer) return name;
            if (path.empty()) path = "/";
            const std::string_view whose = world.text(world[viewer].name);
            return name + " on " + path + (whose == "main" ? "" : " in " + std::string(whose));
        }
        m = holder;
        at = world[m].mountpoint;
    }
    return name;
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

MountRef what_is_inside(const World& world, const Step& step) {
    constexpr int kMostLooks = 1000;
    const Mount& c = world[step.c];
    int looks = 0;
    for (MountRef child = c.first_child; child && ++looks < kMostLooks; child = world[child].next_sibling) {
        if (step.decision == Decision::kHasChildren) return child;
        if (step.phase == Phase::kTrim) {
            if (!world.has_flag(child, kMountCandidate)) return child;
            continue;
        }
        if (world[child].mountpoint == c.root) continue;
        const bool could_go =
            world.has_flag(child, kMountVisited | kMountToRestore) && world.has_flag(child, kMountMarked);
        if (!could_go) return child;
    }
    return {};
}

std::string step_sentence(const KernelProfile&, const World& world, const Step& step) {
    return StepTeller{world, step}.sentence();
}

}  // namespace mountscope
