// Moving mounts, putting them beneath others, joining groups. Models fs/namespace.c do_move_mount(),
// can_move_mount_beneath(), do_set_group(), fs/pnode.c propagation_would_overmount() (kernel.md B.3, B.8).

#include "core/kernel/kernel.hpp"

namespace mountscope {

Errno Kernel::move_mount(ProcessRef process, const Path& from, const Path& to, bool beneath) {
    const MountRef old = from.mount;
    const bool movable =
        path_mounted(from) && world_.is_directory(from.dentry) == world_.is_directory(to.dentry);
    if (profile_.move_checks_source_first && !movable) return Errno::kEINVAL;
    MountPlace place;
    if (beneath) {
        if (!path_mounted(to)) return Errno::kEINVAL;
        const MountRef top = topmost_overmount(to.mount);
        place = {Errno::kOk, world_[top].parent, world_[top].mountpoint};
        if (!is_mounted(place.parent) || world_.is_unlinked(place.dentry)) return Errno::kENOENT;
    } else {
        place = lock_mount(to);
        if (place.error != Errno::kOk) return place.error;
    }
    if (!movable || !is_ours(process, old)) return Errno::kEINVAL;
    if (!world_.has_parent(old) || world_.has_flag(old, kMountLocked)) return Errno::kEINVAL;
    if (world_.is_shared(world_[old].parent)) return Errno::kEINVAL;
    if (!is_ours(process, place.parent)) return Errno::kEINVAL;
    if (beneath) {
        const MountRef top = topmost_overmount(to.mount);
        if (const Errno error = can_move_beneath(process, old, top, place.dentry); error != Errno::kOk) {
            return error;
        }
    }
    if (world_.is_shared(place.parent) && tree_contains_unbindable(old)) return Errno::kEINVAL;
    if (is_ancestor(old, place.parent)) return Errno::kELOOP;
    return attach_recursive(process, old, place.parent, place.dentry);
}

Errno Kernel::can_move_beneath(ProcessRef process, MountRef from, MountRef to, DentryRef dentry) const {
    const MountRef parent = world_[to].parent;
    if (world_.has_flag(to, kMountLocked)) return Errno::kEINVAL;
    if (world_[from].overmount) return Errno::kEINVAL;
    if (to == world_[process].root.mount) return Errno::kEINVAL;
    if (parent == world_[world_[process].ns].root) return Errno::kEINVAL;
    if (is_ancestor(to, from)) return Errno::kEINVAL;
    if (propagation_would_overmount(parent, to, dentry)) return Errno::kEINVAL;
    if (propagation_would_overmount(parent, from, dentry)) return Errno::kEINVAL;
    return Errno::kOk;
}

bool Kernel::propagation_would_overmount(MountRef from, MountRef to, DentryRef dentry) const {
    if (!world_.is_shared(from)) return false;
    if (world_[to].root != dentry) return false;
    for (MountRef m = to; m; m = world_[m].master) {
        if (are_peers(from, m)) return true;
    }
    return false;
}

Errno Kernel::sys_mount_move(ProcessRef process, std::string_view source, std::string_view target) {
    const PathResult to = walk(process, target);
    if (to.error != Errno::kOk) return to.error;
    if (!may_mount(process)) return Errno::kEPERM;
    if (source.empty()) return Errno::kEINVAL;
    const PathResult from = walk(process, source);
    if (from.error != Errno::kOk) return from.error;
    const Errno error = move_mount(process, from.path, to.path, false);
    namespace_unlock();
    return error;
}

Errno Kernel::sys_move_mount_beneath(ProcessRef process, std::string_view source, std::string_view target) {
    if (!profile_.has_move_mount) return Errno::kENOSYS;
    if (!may_mount(process)) return Errno::kEPERM;
    const PathResult to = walk(process, target);
    if (to.error != Errno::kOk) return to.error;
    const PathResult from = walk(process, source);
    if (from.error != Errno::kOk) return from.error;
    const Errno error = move_mount(process, from.path, to.path, true);
    namespace_unlock();
    return error;
}

Errno Kernel::sys_move_mount_set_group(ProcessRef process, std::string_view from_path,
                                       std::string_view to_path) {
    if (!profile_.has_move_mount) return Errno::kENOSYS;
    if (!may_mount(process)) return Errno::kEPERM;
    const PathResult to_result = walk(process, to_path);
    if (to_result.error != Errno::kOk) return to_result.error;
    const PathResult from_result = walk(process, from_path);
    if (from_result.error != Errno::kOk) return from_result.error;
    const MountRef from = from_result.path.mount;
    const MountRef to = to_result.path.mount;
    for (const MountRef m : {from, to}) {
        if (const Errno error = may_change_propagation(process, m); error != Errno::kOk) return error;
    }
    if (!path_mounted(from_result.path) || !path_mounted(to_result.path)) return Errno::kEINVAL;
    if (world_[from].superblock != world_[to].superblock) return Errno::kEINVAL;
    if (!world_.is_subdir(world_[to].root, world_[from].root)) return Errno::kEINVAL;
    if (has_locked_children(from, world_[to].root)) return Errno::kEINVAL;
    if (world_.is_shared(to) || world_[to].master) return Errno::kEINVAL;
    if (!world_.is_shared(from) && !world_[from].master) return Errno::kEINVAL;
    if (world_[from].master) {
        world_.edit(to).master = world_[from].master;
        world_.slave_insert_after(from, to);
    }
    if (world_.is_shared(from)) {
        world_.edit(to).group_id = world_[from].group_id;
        world_.ring_insert_after(from, to);
        world_.set_shared(to);
    }
    return Errno::kOk;
}

}  // namespace mountscope
