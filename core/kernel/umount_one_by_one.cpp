// The proposal of 2016, never merged: the mounts of a tree are unmounted one by one, children first, each
// with its propagation, so that later steps meet fewer peers. Models the second version of the patch "umount
// mounts one by one in umount_tree()" by Andrei Vagin (kernel.md D.3).

#include "core/kernel/umount_mark_take.hpp"

namespace mountscope {

namespace {

// The tree below `top`, children before their parents, first child first.
std::vector<MountRef> post_order(const World& world, MountRef top) {
    std::vector<MountRef> order;
    const auto descend = [&world](MountRef m) {
        while (const MountRef child = world[m].first_child) m = child;
        return m;
    };
    for (MountRef m = descend(top);;
         m = world[m].next_sibling ? descend(world[m].next_sibling) : world[m].parent) {
        order.push_back(m);
        if (m == top) return order;
    }
}

}  // namespace

void Kernel::gather_one_by_one(UmountRun& run) {
    begin_phase(Phase::kGather);
    run.order = post_order(world_, run.mount);
    for (const MountRef m : run.order) {
        if (!world_.has_flag(m, kMountAbsoluteRoot)) count(Counter::kNextKid);
        step(StepKind::kListed, Decision::kNone, m);
    }
    if ((run.how & kUmountPropagate) != 0) propagate_mount_unlock(run.mount);
    run.begin(UmountRun::Stage::kNext);
}

// False when there is none.
bool Kernel::begin_next_of_order(UmountRun& run) {
    // Mounts of the tree that an earlier step took as copies have left the list.
    for (; run.outer < run.order.size() && world_.has_flag(run.order[run.outer], kMountUmount); ++run.outer) {
        progress_.finish_part();
    }
    if (run.outer == run.order.size()) {
        run.begin(UmountRun::Stage::kWait);
        return false;
    }
    const MountRef m = run.order[run.outer++];
    progress_.finish_part();
    if (!world_.has_flag(m, kMountAbsoluteRoot)) count(Counter::kOuter);
    world_.set_flag(m, kMountUmount);
    world_.remove_child(m);
    begin_phase(Phase::kOneByOne);
    step(StepKind::kNextOfList, Decision::kNone, m);
    run.list = {m};
    const bool propagates = (run.how & kUmountPropagate) != 0;
    run.begin(propagates ? UmountRun::Stage::kAsk : UmountRun::Stage::kLeave);
    return true;
}

void Kernel::umount_one_by_one(UmountRun& run) {
    if (run.stage == UmountRun::Stage::kStart) gather_one_by_one(run);
    progress_.expect(run.order.size(), run.outer);
    while (run.stage != UmountRun::Stage::kWait) {
        if (run.stage == UmountRun::Stage::kNext && (!goes_on(run) || !begin_next_of_order(run))) return;
        UmountMarkTake(*this).propagate(run);
        if (run.stage == UmountRun::Stage::kLeave) bulk_make_private(run);
        finish_all(run);
        if (is_stopped()) return;
    }
}

}  // namespace mountscope
