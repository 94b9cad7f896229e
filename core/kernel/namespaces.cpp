// Processes and mount namespaces: fork, unshare, setns, exit. Models fs/namespace.c copy_mnt_ns(),
// mntns_install(), put_mnt_ns(); kernel/user_namespace.c create_user_ns() (kernel.md B.7).

#include "core/kernel/kernel.hpp"

namespace mountscope {

namespace {
constexpr std::uint32_t kDeepestUserNamespace = 32;
}

Errno Kernel::sys_fork(ProcessRef process, std::string_view name, ProcessRef* child) {
    if (world_.processes_started() >= world_.settings().limits.processes) {
        return beyond(Errno::kEAGAIN, "as many processes were started as this simulation has room for");
    }
    const Process parent = world_[process];
    *child = world_.create_process(name);
    Process& p = world_.edit(*child);
    p.ns = parent.ns;
    p.user_ns = parent.user_ns;
    p.root = parent.root;
    p.cwd = parent.cwd;
    world_.pin_path(parent.root);
    world_.pin_path(parent.cwd);
    ++world_.edit(parent.ns).processes;
    return Errno::kOk;
}

bool Kernel::is_chrooted(ProcessRef process) const {
    const MountRef top = topmost_overmount(world_[world_[process].ns].root);
    const Path& root = world_[process].root;
    return root.mount != top || !path_mounted(root);
}

Errno Kernel::sys_unshare(ProcessRef process, bool new_user_namespace) {
    const WorldLimits& limits = world_.settings().limits;
    if (world_.live_namespaces() >= limits.namespaces) {
        return beyond(Errno::kENOSPC, "there are as many mount namespaces as this simulation has room for");
    }
    if (new_user_namespace && world_.user_namespaces_made() >= limits.namespaces) {
        return beyond(Errno::kENOSPC, "as many user namespaces were made as this simulation has room for");
    }
    UserNamespaceRef user_ns = world_[process].user_ns;
    if (new_user_namespace) {
        if (world_[user_ns].level > kDeepestUserNamespace) return Errno::kENOSPC;
        if (is_chrooted(process)) return Errno::kEPERM;
        user_ns = world_.create_user_namespace(user_ns);
        world_.edit(process).user_ns = user_ns;
    }
    const NamespaceRef old_ns = world_[process].ns;
    const MountRef old_root = world_[old_ns].root;
    const bool other_user = world_[old_ns].user_ns != user_ns;
    const bool until_616 = profile_.locked_copy == LockedCopy::kWithFlags;
    unsigned flags = kCloneCopyUnbindable;
    if (other_user) flags |= until_616 ? unsigned{kCloneSharedToSlave} : unsigned{kCloneSlave};
    begin_phase(Phase::kCopyTree);
    Errno error = Errno::kOk;
    const MountRef new_root =
        copy_tree(old_root, world_[old_root].root, flags, MountOrigin::kNamespaceCopy, &error);
    if (error != Errno::kOk) {
        namespace_unlock();
        return error;
    }
    world_.set_flag(new_root, kMountAbsoluteRoot);
    if (other_user) lock_tree(new_root);
    const NamespaceRef ns = world_.create_namespace(user_ns);
    world_.edit(ns).root = new_root;

    // Both trees have the same shape: where the process stood in the old one, it stands in the new one.
    const Process before = world_[process];
    MountRef copy = new_root;
    std::uint32_t mounts = 0;
    for (MountRef m = old_root; m; m = next_in_tree(world_, m, old_root)) {
        world_.ns_add_last(ns, copy);
        ++mounts;
        if (m == before.root.mount) move_process_path(&world_.edit(process).root, {copy, before.root.dentry});
        if (m == before.cwd.mount) move_process_path(&world_.edit(process).cwd, {copy, before.cwd.dentry});
        copy = next_in_tree(world_, copy, new_root);
    }
    Namespace& made = world_.edit(ns);
    made.nr_mounts = mounts;
    made.processes = 1;
    world_.edit(process).ns = ns;
    leave_namespace(old_ns);
    return Errno::kOk;
}

Errno Kernel::sys_setns(ProcessRef process, ProcessRef target) {
    const NamespaceRef ns = world_[target].ns;
    const UserNamespaceRef mine = world_[process].user_ns;
    // To open /proc/PID/ns/mnt one must be allowed to look at the process.
    if (!world_.user_ns_covers(mine, world_[target].user_ns)) return Errno::kEACCES;
    if (!world_.user_ns_covers(mine, world_[ns].user_ns)) return Errno::kEPERM;
    const NamespaceRef old_ns = world_[process].ns;
    ++world_.edit(ns).processes;
    world_.edit(process).ns = ns;
    Path top{world_[ns].root, world_[world_[ns].root].root};
    follow_mounts(top);
    move_process_path(&world_.edit(process).cwd, top);
    move_process_path(&world_.edit(process).root, top);
    leave_namespace(old_ns);
    return Errno::kOk;
}

void Kernel::leave_namespace(NamespaceRef ns) {
    if (--world_.edit(ns).processes != 0) return;
    umount_tree(world_[ns].root, 0);
    namespace_unlock();
    world_.destroy_namespace(ns);
}

void Kernel::sys_exit(ProcessRef process) {
    while (const FileRef file = world_[process].first_file) {
        const Path path = world_[file].path;
        world_.forget_file(process, file);
        unpin(path);
    }
    const Process leaving = world_[process];
    Process& p = world_.edit(process);
    p.root = p.cwd = {};
    p.ns = {};
    unpin(leaving.cwd);
    unpin(leaving.root);
    leave_namespace(leaving.ns);
}

}  // namespace mountscope
