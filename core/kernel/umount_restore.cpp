#include "core/kernel/umount_restore.hpp"

namespace mountscope {

void UmountRestore::move_to_restore(MountRef mount) {
    to_restore_.push_back(mount);
    Mount& m = world_.edit(mount);
    m.flags = (m.flags & ~std::uint32_t{kMountVisited}) | kMountToRestore;
    m.umounting_next.value = static_cast<std::uint32_t>(to_restore_.size());
}

void UmountRestore::mark_visited(MountRef mount) {
    visited_.push_back(mount);
    world_.set_flag(mount, kMountVisited);
}

void UmountRestore::umount_one(MountRef mount) {
    kernel_.count(Counter::kUmountOne);
    world_.remove_child(mount);
    Mount& m = world_.edit(mount);
    m.flags &= ~std::uint32_t{kMountMarked | kMountVisited | kMountToRestore};
    m.flags |= kMountUmount;
    m.umounting_next = {};
    taken_.push_back(mount);
}

bool UmountRestore::try_umount_one(MountRef copy) {
    kernel_.count(Counter::kTryUmountOne);
    if (world_.has_flag(copy, kMountUmount | kMountMarked)) return false;
    const DentryRef root = world_[copy].root;
    for (MountRef child = world_[copy].first_child; child; child = world_[child].next_sibling) {
        kernel_.count(Counter::kChildScan);
        if (world_[child].mountpoint == root) continue;
        if (is_linked(child) && world_.has_flag(child, kMountMarked)) continue;
        move_to_restore(copy);
        return false;
    }
    world_.set_flag(copy, kMountMarked);
    if (!world_.has_flag(copy, kMountLocked)) {
        umount_one(copy);
    } else {
        move_to_restore(copy);
    }
    return true;
}

void UmountRestore::take_upwards(MountRef copy) {
    while (try_umount_one(copy)) {
        copy = world_[copy].parent;
        if (!is_linked(copy)) break;
    }
}

void UmountRestore::ask_every_receiver(MountRef mount) {
    const MountRef parent = world_[mount].parent;
    const DentryRef place = world_[mount].mountpoint;
    for (MountRef q = kernel_.propagation_next(parent, parent); q; q = kernel_.propagation_next(q, parent)) {
        const MountRef copy = kernel_.lookup(Counter::kUmountLookup, q, place);
        if (copy) take_upwards(copy);
    }
}

void UmountRestore::ask_unseen_receivers(MountRef mount) {
    if (is_linked(mount)) {
        kernel_.count(Counter::kSkipVisited);
        return;
    }
    mark_visited(mount);
    const MountRef parent = world_[mount].parent;
    const DentryRef place = world_[mount].mountpoint;
    for (MountRef q = kernel_.propagation_next(parent, parent); q; q = kernel_.propagation_next(q, parent)) {
        const MountRef copy = kernel_.lookup(Counter::kUmountLookup, q, place);
        if (!copy) continue;
        if (is_linked(copy)) {
            // Its group was looked at before: pass over the slaves of this receiver.
            kernel_.count(Counter::kSkipSubtree);
            if (kernel_.is_mounted(q) && world_[q].last_slave) q = world_[q].last_slave;
        } else if (world_.has_flag(copy, kMountUmount)) {
            mark_visited(copy);  // a member of the list itself
        } else {
            take_upwards(copy);
        }
    }
}

// What is mounted inside a taken mount goes too, unless it covers it.
void UmountRestore::take_what_is_inside() {
    for (std::size_t i = 0; i < taken_.size(); ++i) {
        const MountRef mount = taken_[i];
        for (MountRef child = world_[mount].first_child; child;) {
            const MountRef next = world_[child].next_sibling;
            if (world_[child].mountpoint == world_[mount].root) {
                move_to_restore(child);
            } else {
                umount_one(child);
            }
            child = next;
        }
    }
}

void UmountRestore::restore_mounts() {
    for (std::size_t i = 0; i < to_restore_.size(); ++i) {
        const MountRef mount = to_restore_[i];
        if (!world_.has_flag(mount, kMountToRestore) || world_[mount].umounting_next.value != i + 1) continue;
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
        }
    }
}

void UmountRestore::propagate(std::vector<MountRef>& list) {
    if (kernel_.profile_.umount == UmountAlgorithm::kRestoreAll) {
        for (const MountRef m : list) ask_every_receiver(m);
    } else {
        for (auto m = list.rbegin(); m != list.rend(); ++m) ask_unseen_receivers(*m);
    }
    take_what_is_inside();
    restore_mounts();
    for (const MountRef m : visited_) world_.clear_flag(m, kMountVisited);
    list.insert(list.end(), taken_.begin(), taken_.end());
}

}  // namespace mountscope
