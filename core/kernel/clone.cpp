// Copies of mounts and of trees of mounts. Models fs/namespace.c clone_mnt(), copy_tree(), lock_mnt_tree()
// (kernel.md B.2).

#include "core/kernel/kernel.hpp"

namespace mountscope {

MountRef Kernel::clone_mount(MountRef old, DentryRef root, unsigned flags, MountOrigin origin) {
    // Nobody sees the absolute root of a namespace, and it is not counted.
    if (!world_.has_flag(old, kMountAbsoluteRoot)) count(Counter::kAlloc);
    const MountRef copy = world_.create_mount(world_[old].superblock, root, origin);
    const Mount source = world_[old];
    const bool with_flags = profile_.locked_copy == LockedCopy::kWithFlags;
    const bool source_shared = (source.flags & kMountShared) != 0;
    const bool as_slave = (flags & kCloneSlave) != 0 || ((flags & kCloneSharedToSlave) != 0 && source_shared);
    // Since 6.17 a mount without a group has no slaves: its slave copy only shares its master.
    const bool slave_of_source = as_slave && (with_flags || source.group_id != 0);
    const bool keeps_group =
        (flags & (kCloneSlave | kClonePrivate | (with_flags ? unsigned{kCloneSharedToSlave} : 0u))) == 0;

    step(StepKind::kClone, Decision::kNone, old, {}, copy);
    Mount& m = world_.edit(copy);
    m.copied_from = source.unique_id;
    m.group_id = keeps_group ? source.group_id : 0;
    m.flags = source.flags & kMountUnbindable;
    if (with_flags) m.flags |= source.flags & kMountLocked;
    if (profile_.forgets_unbindable) m.flags &= ~std::uint32_t{kMountUnbindable};
    if ((flags & kCloneMakeShared) != 0 && m.group_id == 0) m.group_id = world_.take_group_id();
    if (m.group_id != 0 && ((flags & kCloneMakeShared) != 0 || source_shared)) world_.set_shared(copy);
    if ((flags & kClonePrivate) != 0) return copy;

    if (keeps_group && source.group_id != 0) world_.ring_insert_after(old, copy);
    if (slave_of_source) {
        world_.slave_insert_first(old, copy);
        world_.edit(copy).master = old;
    } else if (source.master) {
        world_.edit(copy).master = source.master;
        world_.slave_insert_after(old, copy);
    }
    return copy;
}

Errno Kernel::too_many_mounts() {
    return beyond(Errno::kENOMEM,
                  "all namespaces together hold as many mounts as this simulation has room for");
}

MountRef Kernel::copy_tree(MountRef source, DentryRef dentry, unsigned flags, MountOrigin top_origin,
                           Errno* error) {
    if ((flags & kCloneCopyUnbindable) == 0 && world_.has_flag(source, kMountUnbindable)) {
        *error = Errno::kEINVAL;
        return {};
    }
    if (!has_room_for_mount()) {
        *error = too_many_mounts();
        return {};
    }
    const MountOrigin child_origin = top_origin == MountOrigin::kBind ? MountOrigin::kBindChild : top_origin;
    const MountRef top = clone_mount(source, dentry, flags, top_origin);
    MountRef source_parent = source;
    MountRef copy = top;
    for (MountRef child = world_[source].first_child; child; child = world_[child].next_sibling) {
        if (!world_.is_subdir(world_[child].mountpoint, dentry)) continue;
        for (MountRef s = child; s; s = next_in_tree(world_, s, child)) {
            if ((flags & kCloneCopyUnbindable) == 0 && world_.has_flag(s, kMountUnbindable)) {
                if (world_.has_flag(s, kMountLocked)) {
                    umount_tree(top, kUmountSync);
                    *error = Errno::kEPERM;
                    return {};
                }
                s = last_descendant(world_, s);
                continue;
            }
            while (source_parent != world_[s].parent) {
                source_parent = world_[source_parent].parent;
                copy = world_[copy].parent;
            }
            if (!has_room_for_mount()) {
                umount_tree(top, kUmountSync);
                *error = too_many_mounts();
                return {};
            }
            source_parent = s;
            const MountRef parent_copy = copy;
            copy = clone_mount(s, world_[s].root, flags, child_origin);
            if (profile_.locked_copy == LockedCopy::kExceptTop && world_.has_flag(s, kMountLocked)) {
                world_.set_flag(copy, kMountLocked);
            }
            if (profile_.taken_mountpoint == TakenMountpoint::kShadow) {
                attach_shadowed(copy, parent_copy, world_[s].mountpoint);
            } else {
                attach(copy, parent_copy, world_[s].mountpoint);
            }
        }
    }
    *error = Errno::kOk;
    return top;
}

void Kernel::lock_tree(MountRef top) {
    for (MountRef m = top; m; m = next_in_tree(world_, m, top)) {
        if (m != top || profile_.locked_copy == LockedCopy::kWithFlags) world_.set_flag(m, kMountLocked);
    }
}

}  // namespace mountscope
