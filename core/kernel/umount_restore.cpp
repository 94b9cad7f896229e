#include "core/kernel/umount_restore.hpp"

namespace mountscope {

void UmountRestore::move_to_restore(MountRef mount) {
    run_.to_restore.push_back(mount);
    Mount& m = world_.edit(mount);
    m.flags = (m.flags & ~std::uint32_t{kMountVisited}) | kMountToRestore;
    m.umounting_next.value = static_cast<std::uint32_t>(run_.to_restore.size());
}

void UmountRestore::mark_visited(MountRef mount) {
    run_.visited.push_back(mount);
    world_.set_flag(mount, kMountVisited);
}

void UmountRestore::umount_one(MountRef mount) {
    kernel_.count(Counter::kUmountOne);
    world_.remove_child(mount);
    Mount& m = world_.edit(mount);
    m.flags &= ~std::uint32_t{kMountMarked | kMountVisited | kMountToRestore};
    m.flags |= kMountUmount;
    m.umounting_next = {};
    run_.taken.push_back(mount);
}

Decision UmountRestore::try_umount_one(MountRef copy) {
    kernel_.count(Counter::kTryUmountOne);
    if (world_.has_flag(copy, kMountUmount | kMountMarked)) return Decision::kListedAlready;
    const DentryRef root = world_[copy].root;
    for (MountRef child = world_[copy].first_child; child; child = world_[child].next_sibling) {
        kernel_.count(Counter::kChildScan);
        if (world_[child].mountpoint == root) continue;
        if (is_linked(child) && world_.has_flag(child, kMountMarked)) continue;
        move_to_restore(copy);
        return Decision::kBlocked;
    }
    world_.set_flag(copy, kMountMarked);
    if (world_.has_flag(copy, kMountLocked)) {
        move_to_restore(copy);
        return Decision::kLockedWaits;
    }
    umount_one(copy);
    return Decision::kTaken;
}

// Tries the copy and, as long as there is progress, its parents that were put aside before. Answers what
// became of the copy itself.
Decision UmountRestore::take_upwards(MountRef mount, MountRef receiver, MountRef copy) {
    const Decision first = try_umount_one(copy);
    Decision last = first;
    while (last == Decision::kTaken || last == Decision::kLockedWaits) {
        copy = world_[copy].parent;
        if (!is_linked(copy)) break;
        last = try_umount_one(copy);
        kernel_.step(StepKind::kTry, last, mount, receiver, copy);
    }
    return first;
}

// Only copies that are neither taken nor marked can be decided; the others are counted as tried.
bool UmountRestore::ask_quickly(MountRef mount) {
    const auto to_decide = [this](const ReceiverClasses::Entry& entry) {
        return entry.copy && !world_.has_flag(entry.copy, kMountUmount | kMountMarked);
    };
    ReceiverClasses::Class* c = classes_.find_or_walk(mount, to_decide);
    if (c == nullptr) return false;
    const std::vector<std::uint32_t> active = classes_.active_from(*c, mount);
    // How many steps the decisions have is only known when they are made.
    if (!active.empty() && kernel_.trace_ != nullptr) return false;
    if (!kernel_.skip_steps(c->walk.size())) return false;
    classes_.count_visit(*c, mount);
    const bool own_copy = static_cast<bool>(c->walk[classes_.place_of(*c, mount)].copy);
    kernel_.count(Counter::kTryUmountOne, c->copies - (own_copy ? 1 : 0) - active.size());
    for (const std::uint32_t i : active) {
        const ReceiverClasses::Entry entry = c->walk[i];
        take_upwards(mount, entry.receiver, entry.copy);
    }
    for (const std::uint32_t i : active) {
        if (!to_decide(c->walk[i])) ReceiverClasses::settle(*c, i);
    }
    if (!active.empty()) ReceiverClasses::drop_settled(*c);
    return true;
}

void UmountRestore::begin_visit(MountRef mount) {
    kernel_.step(StepKind::kVisit, Decision::kNone, mount);
    run_.receivers_asked = 0;
    run_.receiver = kernel_.propagation_next(world_[mount].parent, world_[mount].parent);
}

void UmountRestore::ask_every_receiver(MountRef mount) {
    if (!run_.is_in_visit()) {
        if (kernel_.counts_quickly_ && ask_quickly(mount)) return;
        begin_visit(mount);
    }
    const MountRef parent = world_[mount].parent;
    const DentryRef place = world_[mount].mountpoint;
    for (MountRef& q = run_.receiver; q; q = kernel_.propagation_next(q, parent)) {
        if (!kernel_.goes_on(run_)) return;
        const MountRef copy = kernel_.lookup(Counter::kUmountLookup, q, place);
        const Decision decision = copy ? take_upwards(mount, q, copy) : Decision::kNothingThere;
        kernel_.step(StepKind::kReceiver, decision, mount, q, copy, ++run_.receivers_asked);
    }
}

void UmountRestore::ask_unseen_receivers(MountRef mount) {
    if (!run_.is_in_visit()) {
        if (is_linked(mount)) {
            kernel_.count(Counter::kSkipVisited);
            kernel_.step(StepKind::kSkipVisit, Decision::kSeen, mount);
            return;
        }
        mark_visited(mount);
        begin_visit(mount);
    }
    const MountRef parent = world_[mount].parent;
    const DentryRef place = world_[mount].mountpoint;
    for (MountRef& q = run_.receiver; q; q = kernel_.propagation_next(q, parent)) {
        if (!kernel_.goes_on(run_)) return;
        const MountRef receiver = q;
        const MountRef copy = kernel_.lookup(Counter::kUmountLookup, q, place);
        Decision decision = Decision::kNothingThere;
        if (copy && is_linked(copy)) {
            // Its group was looked at before: pass over the slaves of this receiver.
            kernel_.count(Counter::kSkipSubtree);
            decision = Decision::kSeen;
            if (kernel_.is_mounted(q) && world_[q].last_slave) q = world_[q].last_slave;
        } else if (copy && world_.has_flag(copy, kMountUmount)) {
            mark_visited(copy);  // a member of the list itself
            decision = Decision::kListedAlready;
        } else if (copy) {
            decision = take_upwards(mount, q, copy);
        }
        kernel_.step(StepKind::kReceiver, decision, mount, receiver, copy, ++run_.receivers_asked);
    }
}

// What is mounted inside a taken mount goes too, unless it covers it.
void UmountRestore::take_what_is_inside(MountRef mount) {
    for (MountRef child = world_[mount].first_child; child;) {
        const MountRef next = world_[child].next_sibling;
        const bool covers = world_[child].mountpoint == world_[mount].root;
        if (covers) {
            move_to_restore(child);
        } else {
            umount_one(child);
        }
        kernel_.step(StepKind::kTry, covers ? Decision::kKept : Decision::kTaken, {}, {}, child);
        child = next;
    }
}

// `entry`: its place in the list of those to restore.
void UmountRestore::restore(std::size_t entry) {
    const MountRef mount = run_.to_restore[entry];
    if (!world_.has_flag(mount, kMountToRestore) || world_[mount].umounting_next.value != entry + 1) return;
    kernel_.count(Counter::kRestore);
    Mount& m = world_.edit(mount);
    m.flags &= ~std::uint32_t{kMountMarked | kMountToRestore};
    m.umounting_next = {};
    MountRef parent = m.parent;
    DentryRef place = m.mountpoint;
    while (world_.has_flag(parent, kMountUmount)) {
        place = world_[parent].mountpoint;
        parent = world_[parent].parent;
    }
    if (parent != world_[mount].parent) {
        kernel_.count(Counter::kReparent);
        kernel_.change_mountpoint(mount, parent, place);
        kernel_.step(StepKind::kPutBack, Decision::kMoved, mount, parent);
    } else {
        kernel_.step(StepKind::kPutBack, Decision::kStays, mount, parent);
    }
}

bool UmountRestore::ask_all() {
    const bool ask_every = kernel_.profile_.umount == UmountAlgorithm::kRestoreAll;
    const std::size_t count = run_.list.size();
    kernel_.begin_phase(Phase::kPropagate);
    if (ask_every) kernel_.progress_.expect(count, run_.at);
    for (; run_.at < count; ++run_.at) {
        if (!kernel_.goes_on(run_)) return false;
        if (!ask_every) {
            ask_unseen_receivers(run_.list[count - 1 - run_.at]);
        } else if (!kernel_.is_stopped()) {
            ask_every_receiver(run_.list[run_.at]);
        }
        if (ask_every) kernel_.progress_.finish_part();
    }
    return true;
}

void UmountRestore::propagate() {
    using Stage = UmountRun::Stage;
    if (run_.stage == Stage::kAsk) {
        if (!ask_all()) return;
        kernel_.begin_phase(Phase::kInside);
        for (std::size_t i = 0; i < run_.taken.size(); ++i) take_what_is_inside(run_.taken[i]);
        run_.begin(Stage::kRestore);
    }
    if (run_.stage != Stage::kRestore) return;
    kernel_.begin_phase(Phase::kRestore);
    for (; run_.at < run_.to_restore.size(); ++run_.at) {
        if (!kernel_.goes_on(run_)) return;
        restore(run_.at);
    }
    for (const MountRef m : run_.visited) world_.clear_flag(m, kMountVisited);
    run_.list.insert(run_.list.end(), run_.taken.begin(), run_.taken.end());
    run_.begin(Stage::kLeave);
}

}  // namespace mountscope
