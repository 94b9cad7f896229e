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

void Kernel::umount_one_by_one(MountRef mount, unsigned how) {
    const bool propagates = (how & kUmountPropagate) != 0;
    begin_phase(Phase::kGather);
    const std::vector<MountRef> order = post_order(world_, mount);
    for (const MountRef m : order) {
        if (!world_.has_flag(m, kMountAbsoluteRoot)) count(Counter::kNextKid);
        step(StepKind::kListed, Decision::kNone, m);
    }
    if (propagates) propagate_mount_unlock(mount);
    progress_.expect(order.size());
    for (const MountRef m : order) {
        progress_.finish_part();
        // Mounts of the tree that an earlier step took as copies have left the list.
        if (world_.has_flag(m, kMountUmount)) continue;
        if (!world_.has_flag(m, kMountAbsoluteRoot)) count(Counter::kOuter);
        world_.set_flag(m, kMountUmount);
        world_.remove_child(m);
        begin_phase(Phase::kOneByOne);
        step(StepKind::kNextOfList, Decision::kNone, m);
        std::vector<MountRef> list{m};
        if (propagates) UmountMarkTake(*this).propagate(list);
        begin_phase(Phase::kFinish);
        for (const MountRef gone : list) finish(gone, how);
        if (is_stopped()) return;
    }
}

}  // namespace mountscope
