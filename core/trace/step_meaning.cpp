// Why a step looks at what it looks at, and what follows: one sentence for each kind of step and decision,
// where kernels differ one for each of them.

#include "core/trace/narrate.hpp"

namespace mountscope {

namespace {

struct Meaning {
    const KernelProfile& kernel;
    const World& world;
    const Step& step;

    bool shadows() const { return kernel.taken_mountpoint == TakenMountpoint::kShadow; }
    bool one_by_one() const { return kernel.umount == UmountAlgorithm::kOneByOne; }
    bool asks_every_time() const { return kernel.umount == UmountAlgorithm::kRestoreAll; }
    bool gathers() const { return kernel.umount == UmountAlgorithm::kGatherTrim; }

    std::string_view clone() const {
        switch (world[step.c].origin) {
            case MountOrigin::kNamespaceCopy:
                return "A new namespace begins with a copy of each mount of the old one.";
            case MountOrigin::kPeerCopy:
                return "The receiver is a peer, so its copy becomes a peer of what is attached.";
            case MountOrigin::kSlaveCopy:
                return "The receiver is a slave, so its copy listens to the copy that its master got.";
            default:
                return "It shows the same files at another place, and joins the peer group if there is one.";
        }
    }

    std::string_view ask() const {
        switch (step.decision) {
            case Decision::kNew:
                return "It is in no namespace yet; a copy inside of a copy would come twice.";
            case Decision::kNotVisible:
                return "It shows only a part of the file system, and the place is in another part.";
            default:
                return "It is a peer or a slave of the place, so what is mounted there appears here too.";
        }
    }

    std::string_view put() const {
        switch (step.decision) {
            case Decision::kTucked:
                return gathers() ? "A copy never hides what was there: that goes on top of all that came."
                                 : "A copy never hides what was there: that goes on top of the copy.";
            case Decision::kShadowed:
                return "Until 4.10 both are on the same directory; the copy shows when the older one goes.";
            default:
                return "Nothing else is mounted on that directory of its parent.";
        }
    }

    std::string_view busy() const {
        switch (step.decision) {
            case Decision::kBusy:
                return "Without -l a mount is not taken away from somebody who uses it.";
            case Decision::kFree:
                return "Nobody uses it, or it holds something and will stay anyway.";
            default:
                return "Where there is no copy, none can be in use.";
        }
    }

    std::string_view listed() const {
        if (one_by_one()) return "Children come before their parents, so that each goes when it is empty.";
        return kernel.list_order == ListOrder::kCommitOrder
                   ? "The list grows at its head: children come to stand before their parents."
                   : "The list grows at its end: parents stand before their children.";
    }

    std::string_view visit() const {
        if (step.phase == Phase::kMark) {
            return one_by_one() ? "First its copies are marked; its parent, still to come, has no mark yet."
                                : "First all copies are marked, parents before children, for a locked copy "
                                  "goes only with its parent.";
        }
        if (step.phase == Phase::kTake) {
            return one_by_one()
                       ? "Then the marked copies are taken, if nothing is inside."
                       : "Now the marked copies are taken, if nothing is inside; everyone is asked again.";
        }
        if (asks_every_time())
            return "Each mount of the list asks everyone, whoever asked before: still quadratic.";
        return gathers() ? "Copies become candidates now; which of them can go is decided afterwards."
                         : "Nobody asked for these copies before, so each receiver is asked, once.";
    }

    std::string_view nothing_there() const {
        if ((step.phase == Phase::kMark || step.phase == Phase::kTake) && shadows())
            return "A copy on the list is passed over as if it were not there; the look costs the same.";
        return "There is no copy to decide about; the look into the hash costs the same.";
    }

    std::string_view marking() const {
        switch (step.decision) {
            case Decision::kMarked:
                return "Only marked copies can be taken in the second pass.";
            case Decision::kLockedStays:
                return one_by_one()
                           ? "A locked mount goes only with its parent, whose turn comes later, alone."
                           : "A locked mount goes only with its parent, and that has no mark.";
            case Decision::kListedAlready:
                return "It goes with the tree anyway, yet each mount of the tree looks it up once more.";
            default:
                return nothing_there();
        }
    }

    std::string_view taking() const {
        switch (step.decision) {
            case Decision::kNotMarked:
                return "Only a mark of the first pass lets it go; it got none, or used it up.";
            case Decision::kHasChildren:
                return shadows()
                           ? "Until 4.10 anything inside or on top keeps a copy, and its mark is used up."
                           : "What is inside must not vanish with it, and its mark is used up.";
            case Decision::kTaken:
                return one_by_one() ? "It leaves the tree together with the mount whose copy it is."
                                    : "It goes on the list, right before the mount whose copy it is.";
            case Decision::kCoverSlides:
                return "So the tree changes under the search: later looks at this place find the cover.";
            case Decision::kListedAlready:
                return "It goes with the tree anyway, yet each mount of the tree looks it up once more.";
            default:
                return nothing_there();
        }
    }

    std::string_view propagating() const {
        switch (step.decision) {
            case Decision::kSeen:
                return gathers() ? "Its group was walked before: its slaves and other peers are passed over."
                                 : "Its slaves were asked then, so the walk jumps behind them.";
            case Decision::kListedAlready:
                if (asks_every_time())
                    return "It is decided, but nobody noted that: each mount finds it anew.";
                return gathers() ? "It goes with the tree; noted as met, it need not ask again itself."
                                 : "It goes with the tree; noted as met, it need not ask itself.";
            case Decision::kCandidate:
                return "The newest candidate is examined first, so what is inside comes before what holds "
                       "it.";
            case Decision::kTaken:
                return "Nothing inside it has to stay, but for what covers it; its parent may be tried "
                       "again.";
            case Decision::kBlocked:
                return "If what is inside should go later, it is tried again; else it is put back.";
            case Decision::kLockedWaits:
                return "It may go, but only when the mount that holds it is taken.";
            default:
                return nothing_there();
        }
    }

    bool covered_by_what_stays() const {
        const MountRef over = world[step.c].overmount;
        return over && !world.has_flag(over, kMountCandidate);
    }

    std::string_view tried() const {
        const bool taken = step.decision == Decision::kTaken;
        switch (step.phase) {
            case Phase::kInside:
                return taken ? "A mount can't stay inside of one that is gone."
                             : "What covers a taken mount does not belong to it, and will be put back.";
            case Phase::kLocked:
                return taken ? "Above it is one that is not locked, or goes anyway: all below that goes too."
                             : "Were it taken alone, what its lock hides would come to light.";
            case Phase::kTrim:
                break;
            default:
                return taken ? "What was inside goes now; whether something stands on that and stays is not "
                               "asked."
                             : "One taken inside of it is not enough to let it go now.";
        }
        switch (step.decision) {
            case Decision::kStruck:
                return "What stays inside of it would come to stand elsewhere, and that must not be seen.";
            case Decision::kBlocked:
                return "If it went, what is inside would come to stand elsewhere; all that hold it stay too.";
            case Decision::kTaken:
                return "Nothing depends on it, and what holds it is empty the sooner.";
            case Decision::kLockedWaits:
                return "Its lock ties it to what holds it: they go together or not at all.";
            default:
                return covered_by_what_stays() ? "What covers it keeps its path when it slides down."
                                               : "What is inside is not decided either.";
        }
    }

    std::string_view finished() const {
        if (step.decision == Decision::kConnected)
            return "So nobody can see what is beneath it; it goes when its parent does.";
        if (one_by_one())
            return "It leaves its peer group too: those that follow have fewer receivers to ask.";
        if (kernel.slave_transfer == SlaveTransfer::kHeadBulk)
            return "It left its groups before; now it leaves the hash and the namespace.";
        return "It leaves the hash, the namespace and its peer group; its slaves get another master.";
    }

    std::string_view sentence() const {
        switch (step.kind) {
            case StepKind::kEnter:
                return "What is mounted on a directory hides it, so the walk goes on inside.";
            case StepKind::kClone:
                return clone();
            case StepKind::kAsk:
                return ask();
            case StepKind::kPut:
                return put();
            case StepKind::kBusyReceiver:
                return busy();
            case StepKind::kUnlockReceiver:
                return step.c ? "Who may unmount the original may unmount its copies: no lock holds them."
                              : "There is no copy here that a lock could hold.";
            case StepKind::kListed:
                return listed();
            case StepKind::kVisit:
                return visit();
            case StepKind::kSkipVisit:
                return "Its receivers were asked for the same directory when it was met.";
            case StepKind::kReceiver:
                return step.phase == Phase::kMark   ? marking()
                       : step.phase == Phase::kTake ? taking()
                                                    : propagating();
            case StepKind::kTry:
                return tried();
            case StepKind::kAncestor:
                return step.decision == Decision::kStruck
                           ? "If it went, what stays inside would come to stand elsewhere."
                           : "What covers a mount keeps its path when that mount goes.";
            case StepKind::kPutBack:
                if (step.decision != Decision::kMoved)
                    return "What it is on stays as well, so nothing has to be done.";
                return gathers() ? "It keeps its path: what it covered has gone."
                                 : "That is the first mount beneath it that stays.";
            case StepKind::kTrace:
                return "Slaves of what goes get a master that stays; each mount is passed once.";
            case StepKind::kNextOfList:
                return "When it has gone, the groups are smaller for all that follow.";
            case StepKind::kFinished:
                return finished();
            case StepKind::kGracePeriod:
                return "Path walks use mounts without a lock; after it none still holds one of these.";
            case StepKind::kRelease:
                return "If nobody else uses it, it is freed, and its number can be given again.";
        }
        return "";
    }
};

}  // namespace

std::string_view step_meaning(const KernelProfile& kernel, const World& world, const Step& step) {
    return Meaning{kernel, world, step}.sentence();
}

}  // namespace mountscope
