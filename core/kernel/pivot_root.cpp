// pivot_root(2). Models fs/namespace.c SYSCALL pivot_root, fs/fs_struct.c chroot_fs_refs() (kernel.md B.6).

#include "core/kernel/kernel.hpp"

namespace mountscope {

Errno Kernel::sys_pivot_root(ProcessRef process, std::string_view new_root, std::string_view put_old) {
    if (!may_mount(process)) return Errno::kEPERM;
    const PathResult new_at = walk(process, new_root, kWalkDirectory);
    if (new_at.error != Errno::kOk) return new_at.error;
    const PathResult old_at = walk(process, put_old, kWalkDirectory);
    if (old_at.error != Errno::kOk) return old_at.error;
    const MountPlace place = lock_mount(old_at.path);
    if (place.error != Errno::kOk) return place.error;

    const Path root = world_[process].root;
    const Path top = new_at.path;
    const MountRef parent_of_new = world_[top.mount].parent;
    const MountRef parent_of_root = world_[root.mount].parent;
    if (world_.is_shared(place.parent) || world_.is_shared(parent_of_new) ||
        world_.is_shared(parent_of_root)) {
        return Errno::kEINVAL;
    }
    if (!is_ours(process, root.mount) || !is_ours(process, top.mount)) return Errno::kEINVAL;
    if (world_.has_flag(top.mount, kMountLocked)) return Errno::kEINVAL;
    if (world_.is_unlinked(top.dentry)) return Errno::kENOENT;
    if (top.mount == root.mount || place.parent == root.mount) return Errno::kEBUSY;
    if (!path_mounted(root) || !world_.has_parent(root.mount)) return Errno::kEINVAL;
    if (!path_mounted(top) || !world_.has_parent(top.mount)) return Errno::kEINVAL;
    if (!is_path_reachable(world_, place.parent, place.dentry, top)) return Errno::kEINVAL;
    if (!is_path_reachable(world_, top.mount, top.dentry, root)) return Errno::kEINVAL;

    detach(top.mount);
    if (world_.has_flag(root.mount, kMountLocked)) {
        world_.set_flag(top.mount, kMountLocked);
        world_.clear_flag(root.mount, kMountLocked);
    }
    const DentryRef root_mountpoint = world_[root.mount].mountpoint;
    attach(top.mount, parent_of_root, root_mountpoint);
    detach(root.mount);
    attach(root.mount, place.parent, place.dentry);
    ++world_.edit(world_[process].ns).events;

    for (std::uint32_t value = 1; value < world_.process_slots(); ++value) {
        const ProcessRef other{value};
        if (!world_[other].ns) continue;
        if (world_[other].root == root) move_process_path(&world_.edit(other).root, top);
        if (world_[other].cwd == root) move_process_path(&world_.edit(other).cwd, top);
    }
    return Errno::kOk;
}

void Kernel::move_process_path(Path* slot, const Path& to) {
    const Path old = *slot;
    world_.pin_path(to);
    *slot = to;
    unpin(old);
}

}  // namespace mountscope
