#include "core/kernel/umount_mark_take.hpp"

namespace mountscope {

void UmountMarkTake::mark(MountRef mount) {
    const MountRef parent = world_[mount].parent;
    const DentryRef place = world_[mount].mountpoint;
    for (MountRef q = kernel_.propagation_next(parent, parent); q; q = kernel_.propagation_next(q, parent)) {
        const MountRef copy = kernel_.lookup_copy(Counter::kMarkLookup, q, place);
        if (!copy || world_.has_flag(copy, kMountUmount)) continue;
        // A locked copy may only go together with its parent.
        if (!world_.has_flag(copy, kMountLocked) || world_.has_flag(q, kMountMarked)) {
            kernel_.count(Counter::kMarkSet);
            world_.set_flag(copy, kMountMarked);
        }
    }
}

void UmountMarkTake::take(MountRef mount, std::vector<MountRef>& result) {
    const MountRef parent = world_[mount].parent;
    const DentryRef place = world_[mount].mountpoint;
    const bool tucks = kernel_.profile_.taken_mountpoint != TakenMountpoint::kShadow;
    for (MountRef q = kernel_.propagation_next(parent, parent); q; q = kernel_.propagation_next(q, parent)) {
        const MountRef copy = kernel_.lookup_copy(Counter::kUmountLookup, q, place);
        if (!copy || !world_.has_flag(copy, kMountMarked)) continue;
        world_.clear_flag(copy, kMountMarked);
        const Mount& c = world_[copy];
        if (tucks && c.overmount && c.first_child == c.last_child) {
            kernel_.count(Counter::kReparent);
            const MountRef cover = c.overmount;
            kernel_.change_mountpoint(cover, c.parent, c.mountpoint);
        }
        if (!world_[copy].first_child) {
            kernel_.count(Counter::kExtraUmount);
            world_.remove_child(copy);
            world_.set_flag(copy, kMountUmount);
            result.push_back(copy);
        }
    }
}

void UmountMarkTake::propagate(std::vector<MountRef>& list) {
    for (auto m = list.rbegin(); m != list.rend(); ++m) mark(*m);
    std::vector<MountRef> result;
    result.reserve(list.size());
    for (const MountRef m : list) {
        take(m, result);
        result.push_back(m);
    }
    list = std::move(result);
}

}  // namespace mountscope
