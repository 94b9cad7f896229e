#include "core/kernel/umount_mark_take.hpp"

namespace mountscope {

UmountMarkTake::UmountMarkTake(Kernel& kernel)
    : kernel_(kernel),
      world_(kernel.world_),
      mark_classes_(kernel, Counter::kMarkLookup),
      take_classes_(kernel, Counter::kUmountLookup) {}

// A locked copy may only go together with its parent.
bool UmountMarkTake::may_be_marked(MountRef receiver, MountRef copy) const {
    return !world_.has_flag(copy, kMountLocked) || world_.has_flag(receiver, kMountMarked);
}

Decision UmountMarkTake::mark(MountRef receiver, MountRef copy) {
    if (!copy) return Decision::kNothingThere;
    if (world_.has_flag(copy, kMountUmount)) return Decision::kListedAlready;
    if (!may_be_marked(receiver, copy)) return Decision::kLockedStays;
    kernel_.count(Counter::kMarkSet);
    world_.set_flag(copy, kMountMarked);
    return Decision::kMarked;
}

bool UmountMarkTake::visit_quickly_to_mark(MountRef mount) {
    const auto to_decide = [this](const ReceiverClasses::Entry& entry) {
        return entry.copy && !world_.has_flag(entry.copy, kMountUmount);
    };
    ReceiverClasses::Class* c = mark_classes_.find_or_walk(mount, to_decide);
    if (c == nullptr || !kernel_.skip_steps(c->walk.size())) return false;
    mark_classes_.count_visit(*c, mount);
    // A copy that has its mark keeps it during this pass; marking it again only counts.
    kernel_.count(Counter::kMarkSet, c->settled_without(mark_classes_.place_of(*c, mount)));
    const std::vector<std::uint32_t> active = mark_classes_.active_from(*c, mount);
    for (const std::uint32_t i : active) {
        if (mark(c->walk[i].receiver, c->walk[i].copy) == Decision::kMarked) ReceiverClasses::settle(*c, i);
    }
    if (!active.empty()) ReceiverClasses::drop_settled(*c);
    return true;
}

bool UmountMarkTake::may_be_added_up(const UmountRun& run, ReceiverClasses& classes) const {
    if (run.is_in_visit() || !kernel_.counts_quickly_) return false;
    if (!kernel_.is_next_step_wanted()) return true;
    classes.forget_all();  // they would not hear of what this visit changes
    return false;
}

void UmountMarkTake::visit_to_mark(UmountRun& run, MountRef mount) {
    if (may_be_added_up(run, mark_classes_) && visit_quickly_to_mark(mount)) return;
    const MountRef parent = world_[mount].parent;
    const DentryRef place = world_[mount].mountpoint;
    MountRef& q = run.receiver;
    if (!q) {
        kernel_.step(StepKind::kVisit, Decision::kNone, mount);
        run.receivers_asked = 0;
        q = kernel_.propagation_next(parent, parent);
    }
    for (; q; q = kernel_.propagation_next(q, parent)) {
        if (!kernel_.goes_on(run)) return;
        const MountRef copy = kernel_.lookup_copy(Counter::kMarkLookup, q, place);
        kernel_.step(StepKind::kReceiver, mark(q, copy), mount, q, copy, ++run.receivers_asked);
    }
}

Decision UmountMarkTake::take(MountRef copy, std::vector<MountRef>& result) {
    if (!copy) return Decision::kNothingThere;
    if (!world_.has_flag(copy, kMountMarked)) {
        return world_.has_flag(copy, kMountUmount) ? Decision::kListedAlready : Decision::kNotMarked;
    }
    world_.clear_flag(copy, kMountMarked);
    Decision decision = Decision::kTaken;
    const Mount c = world_[copy];
    const bool tucks = kernel_.profile_.taken_mountpoint != TakenMountpoint::kShadow;
    if (tucks && c.overmount && c.first_child == c.last_child) {
        kernel_.count(Counter::kReparent);
        kernel_.change_mountpoint(c.overmount, c.parent, c.mountpoint);
        decision = Decision::kCoverSlides;
    }
    if (world_[copy].first_child) return Decision::kHasChildren;
    kernel_.count(Counter::kExtraUmount);
    world_.remove_child(copy);
    world_.set_flag(copy, kMountUmount);
    result.push_back(copy);
    return decision;
}

// Only a visit that finds no mark changes nothing, and can be added up.
bool UmountMarkTake::visit_quickly_to_take(MountRef mount) {
    const auto to_decide = [this](const ReceiverClasses::Entry& entry) {
        return entry.copy && world_.has_flag(entry.copy, kMountMarked);
    };
    ReceiverClasses::Class* c = take_classes_.find_or_walk(mount, to_decide);
    if (c == nullptr) return false;
    if (!take_classes_.active_from(*c, mount).empty()) {
        take_classes_.forget_all();
        return false;
    }
    if (!kernel_.skip_steps(c->walk.size())) return false;
    take_classes_.count_visit(*c, mount);
    return true;
}

void UmountMarkTake::visit_to_take(UmountRun& run, MountRef mount) {
    if (may_be_added_up(run, take_classes_) && visit_quickly_to_take(mount)) return;
    const MountRef parent = world_[mount].parent;
    const DentryRef place = world_[mount].mountpoint;
    MountRef& q = run.receiver;
    if (!q) {
        kernel_.step(StepKind::kVisit, Decision::kNone, mount);
        run.receivers_asked = 0;
        q = kernel_.propagation_next(parent, parent);
    }
    for (; q; q = kernel_.propagation_next(q, parent)) {
        if (!kernel_.goes_on(run)) return;
        const MountRef copy = kernel_.lookup_copy(Counter::kUmountLookup, q, place);
        kernel_.step(StepKind::kReceiver, take(copy, run.taken), mount, q, copy, ++run.receivers_asked);
    }
}

void UmountMarkTake::propagate(UmountRun& run) {
    std::vector<MountRef>& list = run.list;
    // One by one, the list is a single mount, and whoever called knows how far it is.
    const bool is_whole_list = run.order.empty() && list.size() > 1;
    const std::size_t done = run.stage == UmountRun::Stage::kTake ? list.size() + run.at : run.at;
    if (is_whole_list) kernel_.progress_.expect(2 * list.size(), done);
    if (run.stage == UmountRun::Stage::kAsk) {
        kernel_.begin_phase(Phase::kMark);
        for (; run.at < list.size(); ++run.at) {
            if (!kernel_.goes_on(run)) return;
            if (!kernel_.is_stopped()) visit_to_mark(run, list[list.size() - 1 - run.at]);
            if (is_whole_list) kernel_.progress_.finish_part();
        }
        run.taken.clear();
        run.taken.reserve(list.size());
        run.begin(UmountRun::Stage::kTake);
    }
    if (run.stage != UmountRun::Stage::kTake) return;
    kernel_.begin_phase(Phase::kTake);
    for (; run.at < list.size(); ++run.at) {
        if (!kernel_.goes_on(run)) return;
        if (!kernel_.is_stopped()) visit_to_take(run, list[run.at]);
        if (is_whole_list) kernel_.progress_.finish_part();
        run.taken.push_back(list[run.at]);
    }
    list.swap(run.taken);
    run.begin(UmountRun::Stage::kLeave);
}

}  // namespace mountscope
