#include "core/kernel/umount_gather_trim.hpp"

namespace mountscope {

void UmountGatherTrim::push_candidate(MountRef mount) {
    World& world = kernel_.world_;
    Mount& m = world.edit(mount);
    m.umounting_prev = {};
    m.umounting_next = run_.first_candidate;
    if (run_.first_candidate) world.edit(run_.first_candidate).umounting_prev = mount;
    run_.first_candidate = mount;
}

// Off the list, its marks gone.
void UmountGatherTrim::drop_candidate(MountRef mount) {
    World& world = kernel_.world_;
    Mount& m = world.edit(mount);
    if (m.umounting_prev) {
        world.edit(m.umounting_prev).umounting_next = m.umounting_next;
    } else if (run_.first_candidate == mount) {
        run_.first_candidate = m.umounting_next;
    }
    if (m.umounting_next) world.edit(m.umounting_next).umounting_prev = m.umounting_prev;
    m.umounting_next = m.umounting_prev = {};
    m.flags &= ~std::uint32_t{kMountCandidate | kMountMarked};
}

// The next receiver that is neither below `receiver` nor one of its remaining peers.
MountRef UmountGatherTrim::skip_subtree(MountRef receiver, MountRef origin) {
    World& world = kernel_.world_;
    kernel_.count(Counter::kSkipSubtree);
    MountRef m = receiver;
    MountRef next;
    do {
        // A step forward or up, never down.
        kernel_.count(Counter::kPropagationNext);
        next = {};
        for (MountRef at = m;;) {
            const MountRef master = world[at].master;
            if (master == world[origin].master) {
                const MountRef peer = world.next_peer(at);
                next = peer == origin ? MountRef{} : peer;
                break;
            }
            if (world[at].slave_next) {
                next = world[at].slave_next;
                break;
            }
            at = master;
        }
        m = next;
    } while (next && kernel_.are_peers(next, receiver));
    return next;
}

// The first look at a mount of the list: false when its propagation was seen before.
bool UmountGatherTrim::begin_visit(MountRef m) {
    World& world = kernel_.world_;
    if (world.has_flag(m, kMountCandidate)) {
        kernel_.count(Counter::kSkipVisited);
        kernel_.step(StepKind::kSkipVisit, Decision::kSeen, m);
        return false;
    }
    world.set_flag(m, kMountCandidate);
    kernel_.step(StepKind::kVisit, Decision::kNone, m);
    run_.receivers_asked = 0;
    run_.receiver = kernel_.propagation_next(world[m].parent, world[m].parent);
    return true;
}

void UmountGatherTrim::gather_candidates(MountRef m) {
    if (!run_.is_in_visit() && !begin_visit(m)) return;
    World& world = kernel_.world_;
    const MountRef parent = world[m].parent;
    const DentryRef place = world[m].mountpoint;
    MountRef& q = run_.receiver;
    while (q) {
        if (!kernel_.goes_on(run_)) return;
        const MountRef copy = kernel_.lookup(Counter::kUmountLookup, q, place);
        if (copy) {
            if (world.has_flag(copy, kMountCandidate)) {
                kernel_.step(StepKind::kReceiver, Decision::kSeen, m, q, copy, ++run_.receivers_asked);
                q = skip_subtree(q, parent);
                continue;
            }
            world.set_flag(copy, kMountCandidate);
            if (!world.has_flag(copy, kMountUmount)) {
                kernel_.count(Counter::kCandidate);
                push_candidate(copy);
            }
        }
        const Decision decision = !copy                                ? Decision::kNothingThere
                                  : world.has_flag(copy, kMountUmount) ? Decision::kListedAlready
                                                                       : Decision::kCandidate;
        kernel_.step(StepKind::kReceiver, decision, m, q, copy, ++run_.receivers_asked);
        q = kernel_.propagation_next(q, parent);
    }
}

void UmountGatherTrim::umount_one(MountRef mount) {
    kernel_.count(Counter::kUmountOne);
    World& world = kernel_.world_;
    world.set_flag(mount, kMountUmount);
    world.remove_child(mount);
    run_.taken.push_back(mount);
}

void UmountGatherTrim::trim_ancestors(MountRef mount) {
    World& world = kernel_.world_;
    for (MountRef m = mount, p = world[m].parent; world.has_flag(p, kMountCandidate);
         m = p, p = world[m].parent) {
        kernel_.count(Counter::kTrimAncestors);
        if (world.has_flag(m, kMountMarked)) return;
        world.set_flag(m, kMountMarked);
        const bool inside = world[p].overmount != m;
        if (inside) world.clear_flag(p, kMountCandidate);
        kernel_.step(StepKind::kAncestor, inside ? Decision::kStruck : Decision::kKept, p, {}, m);
    }
}

void UmountGatherTrim::trim_one(MountRef mount) {
    kernel_.count(Counter::kTrimOne);
    World& world = kernel_.world_;
    if (!world.has_flag(mount, kMountCandidate)) {
        drop_candidate(mount);
        kernel_.step(StepKind::kTry, Decision::kStruck, {}, {}, mount);
        return;
    }
    bool found = false;
    bool remove = false;
    for (MountRef child = world[mount].first_child; child; child = world[child].next_sibling) {
        kernel_.count(Counter::kChildScan);
        if (world.has_flag(child, kMountCandidate)) continue;
        found = true;
        if (child != world[mount].overmount) {
            remove = true;
            break;
        }
    }
    const bool locked = world.has_flag(mount, kMountLocked);
    if (found) {
        trim_ancestors(mount);
    } else if (!world.has_flag(mount, kMountLocked) && !world[mount].first_child) {
        remove = true;
        umount_one(mount);
    }
    if (remove) drop_candidate(mount);
    kernel_.step(StepKind::kTry,
                 found    ? (remove ? Decision::kBlocked : Decision::kKept)
                 : remove ? Decision::kTaken
                 : locked ? Decision::kLockedWaits
                          : Decision::kKept,
                 {}, {}, mount);
}

void UmountGatherTrim::handle_locked() {
    World& world = kernel_.world_;
    const MountRef first = run_.first_candidate;
    kernel_.count(Counter::kHandleLocked);
    if (!world.has_flag(first, kMountCandidate)) {
        drop_candidate(first);
        return;
    }
    MountRef cutoff = first;
    MountRef p = first;
    for (; world.has_flag(p, kMountCandidate); p = world[p].parent) {
        drop_candidate(p);
        if (!world.has_flag(p, kMountLocked)) cutoff = world[p].parent;
    }
    if (world.has_flag(p, kMountUmount)) cutoff = p;
    kernel_.step(StepKind::kTry, cutoff == first ? Decision::kLockedStays : Decision::kTaken, {}, {}, first);
    for (MountRef m = first; m != cutoff;) {
        const MountRef up = world[m].parent;
        umount_one(m);
        m = up;
    }
}

void UmountGatherTrim::reparent(MountRef survivor) {
    kernel_.count(Counter::kReparent);
    World& world = kernel_.world_;
    MountRef p = survivor;
    DentryRef place;
    do {
        place = world[p].mountpoint;
        p = world[p].parent;
    } while (world.has_flag(p, kMountUmount));
    kernel_.change_mountpoint(survivor, p, place);
    kernel_.step(StepKind::kPutBack, Decision::kMoved, survivor, p);
}

void UmountGatherTrim::propagate() {
    using Stage = UmountRun::Stage;
    World& world = kernel_.world_;
    if (run_.stage == Stage::kAsk) {
        kernel_.begin_phase(Phase::kPropagate);
        for (; run_.at < run_.list.size(); ++run_.at) {
            if (!kernel_.goes_on(run_)) return;
            gather_candidates(run_.list[run_.at]);
        }
        for (const MountRef m : run_.list) world.clear_flag(m, kMountCandidate);
        kernel_.add_untold_work(run_.list.size());
        run_.begin(Stage::kTrim, run_.first_candidate);
    }
    if (run_.stage == Stage::kTrim) {
        kernel_.begin_phase(Phase::kTrim);
        while (run_.cursor) {
            if (!kernel_.goes_on(run_)) return;
            const MountRef next = world[run_.cursor].umounting_next;
            trim_one(run_.cursor);
            run_.cursor = next;
            ++run_.at;
        }
        if (run_.first_candidate) kernel_.begin_phase(Phase::kLocked);
        while (run_.first_candidate) handle_locked();
        run_.begin(Stage::kSettle);
    }
    if (run_.stage != Stage::kSettle) return;
    kernel_.begin_phase(Phase::kReparent);
    for (; run_.at < run_.taken.size(); ++run_.at) {
        if (!kernel_.goes_on(run_)) return;
        const MountRef over = world[run_.taken[run_.at]].overmount;
        if (over && !world.has_flag(over, kMountUmount)) reparent(over);
    }
    run_.list.insert(run_.list.end(), run_.taken.begin(), run_.taken.end());
    run_.begin(Stage::kLeave);
}

}  // namespace mountscope
