// Directories, files and where a process stands. Models fs/namei.c do_mkdirat(), do_rmdir(), do_unlinkat(),
// open_last_lookups(), fs/open.c chdir() and chroot().

#include "core/kernel/kernel.hpp"

namespace mountscope {

Errno Kernel::can_create(const Path& parent) const {
    const Dentry& directory = world_[parent.dentry];
    if (world_[directory.superblock].read_only != 0) return Errno::kEROFS;
    if (world_.is_unlinked(parent.dentry)) return Errno::kENOENT;
    return Errno::kOk;
}

Errno Kernel::has_room_for_dentry(DentryRef directory) {
    const WorldLimits& limits = world_.settings().limits;
    if (world_.live_dentries() >= limits.dentries) {
        return beyond(Errno::kENOSPC,
                      "there are as many files and directories as this simulation has room for");
    }
    if (world_[directory].depth >= limits.depth) {
        return beyond(Errno::kENOSPC, "directories are nested as deep as this simulation allows");
    }
    return Errno::kOk;
}

Errno Kernel::sys_mkdir(ProcessRef process, std::string_view path) {
    const ParentResult at = walk_parent(process, path);
    if (at.error != Errno::kOk) return at.error;
    if (at.last != ParentResult::Last::kName) return Errno::kEEXIST;
    const NameRef name = world_.names().intern(at.name);
    if (world_.find_child(at.parent.dentry, name)) return Errno::kEEXIST;
    if (const Errno error = can_create(at.parent); error != Errno::kOk) return error;
    if (const Errno error = has_room_for_dentry(at.parent.dentry); error != Errno::kOk) return error;
    world_.create_dentry(at.parent.dentry, name, true);
    return Errno::kOk;
}

namespace {

// Something is mounted on the dentry in this very namespace (is_local_mountpoint).
bool is_local_mountpoint(const World& world, DentryRef dentry, NamespaceRef ns) {
    for (MountRef m = world[dentry].first_mount; m; m = world[m].mountpoint_next) {
        if (world[m].ns == ns) return true;
    }
    return false;
}

}  // namespace

Errno Kernel::sys_rmdir(ProcessRef process, std::string_view path) {
    const ParentResult at = walk_parent(process, path);
    if (at.error != Errno::kOk) return at.error;
    if (at.last == ParentResult::Last::kDotDot) return Errno::kENOTEMPTY;
    if (at.last == ParentResult::Last::kDot) return Errno::kEINVAL;
    if (at.last == ParentResult::Last::kRoot) return Errno::kEBUSY;
    if (world_[world_[at.parent.dentry].superblock].read_only != 0) return Errno::kEROFS;
    const NameRef name = world_.names().find(at.name);
    const DentryRef victim = name ? world_.find_child(at.parent.dentry, name) : DentryRef{};
    if (!victim) return Errno::kENOENT;
    if (!world_.is_directory(victim)) return Errno::kENOTDIR;
    if (is_local_mountpoint(world_, victim, world_[process].ns)) return Errno::kEBUSY;
    if (world_[victim].first_child) return Errno::kENOTEMPTY;
    world_.pin_dentry(victim);
    world_.unlink_dentry(victim);
    detach_mounts_at(victim);
    world_.unpin_dentry(victim);
    return Errno::kOk;
}

Errno Kernel::sys_unlink(ProcessRef process, std::string_view path) {
    const ParentResult at = walk_parent(process, path);
    if (at.error != Errno::kOk) return at.error;
    if (at.last != ParentResult::Last::kName) return Errno::kEISDIR;
    if (world_[world_[at.parent.dentry].superblock].read_only != 0) return Errno::kEROFS;
    const NameRef name = world_.names().find(at.name);
    const DentryRef victim = name ? world_.find_child(at.parent.dentry, name) : DentryRef{};
    if (!victim) return Errno::kENOENT;
    if (world_.is_directory(victim)) return Errno::kEISDIR;
    if (at.trailing_slash) return Errno::kENOTDIR;
    if (is_local_mountpoint(world_, victim, world_[process].ns)) return Errno::kEBUSY;
    world_.pin_dentry(victim);
    world_.unlink_dentry(victim);
    detach_mounts_at(victim);
    world_.unpin_dentry(victim);
    return Errno::kOk;
}

Errno Kernel::sys_creat(ProcessRef process, std::string_view path) {
    const ParentResult at = walk_parent(process, path);
    if (at.error != Errno::kOk) return at.error;
    if (at.last != ParentResult::Last::kName || at.trailing_slash) return Errno::kEISDIR;
    const NameRef name = world_.names().intern(at.name);
    const DentryRef existing = world_.find_child(at.parent.dentry, name);
    if (!existing) {
        if (const Errno error = can_create(at.parent); error != Errno::kOk) return error;
        if (const Errno error = has_room_for_dentry(at.parent.dentry); error != Errno::kOk) return error;
        world_.create_dentry(at.parent.dentry, name, false);
        return Errno::kOk;
    }
    Path file{at.parent.mount, existing};
    follow_mounts(file);
    if (world_.is_directory(file.dentry)) return Errno::kEISDIR;
    if (world_[world_[file.dentry].superblock].read_only != 0) return Errno::kEROFS;
    return Errno::kOk;
}

Errno Kernel::sys_open(ProcessRef process, std::string_view path, std::string_view file_name) {
    const PathResult at = walk(process, path);
    if (at.error != Errno::kOk) return at.error;
    std::uint32_t open_here = 0;
    for (FileRef file = world_[process].first_file; file; file = world_[file].next) ++open_here;
    if (open_here >= world_.settings().limits.files_a_process) {
        return beyond(Errno::kEMFILE, "the process has as many open files as this simulation allows one");
    }
    if (world_.live_files() >= world_.settings().limits.files) {
        return beyond(Errno::kENFILE, "there are as many open files as this simulation has room for");
    }
    world_.pin_path(at.path);
    if (const FileRef old = world_.find_file(process, file_name)) {
        const Path old_path = world_[old].path;
        world_.forget_file(process, old);
        unpin(old_path);
    }
    world_.open_file(process, file_name, at.path);
    return Errno::kOk;
}

Errno Kernel::sys_close(ProcessRef process, std::string_view file_name) {
    const FileRef file = world_.find_file(process, file_name);
    if (!file) return Errno::kEBADF;
    const Path path = world_[file].path;
    world_.forget_file(process, file);
    unpin(path);
    return Errno::kOk;
}

Errno Kernel::sys_chdir(ProcessRef process, std::string_view path) {
    const PathResult at = walk(process, path, kWalkDirectory);
    if (at.error != Errno::kOk) return at.error;
    const Path old = world_[process].cwd;
    world_.pin_path(at.path);
    world_.edit(process).cwd = at.path;
    unpin(old);
    return Errno::kOk;
}

Errno Kernel::sys_chroot(ProcessRef process, std::string_view path) {
    const PathResult at = walk(process, path, kWalkDirectory);
    if (at.error != Errno::kOk) return at.error;
    const Path old = world_[process].root;
    world_.pin_path(at.path);
    world_.edit(process).root = at.path;
    unpin(old);
    return Errno::kOk;
}

}  // namespace mountscope
