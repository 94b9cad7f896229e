// New file systems and binds. Models fs/namespace.c do_new_mount(), do_add_mount(), do_loopback() (kernel.md
// B.1, B.2).

#include "core/kernel/kernel.hpp"

namespace mountscope {

namespace {

struct FilesystemType {
    std::string_view name;
    bool one_instance;      // every mount shows the same super block
    bool only_if_revealed;  // in another user namespace only where one is fully visible already
};

constexpr FilesystemType kTypes[] = {
    {"tmpfs", false, false},  {"ramfs", false, false}, {"proc", false, true},    {"sysfs", true, true},
    {"devtmpfs", true, true}, {"cgroup2", true, true}, {"devpts", false, false}, {"mqueue", false, false},
};

const FilesystemType* find_type(std::string_view name) {
    for (const FilesystemType& type : kTypes) {
        if (type.name == name) return &type;
    }
    return nullptr;
}

}  // namespace

Errno Kernel::sys_mount_new(ProcessRef process, std::string_view type_name, std::string_view source,
                            std::string_view target) {
    const PathResult at = walk(process, target);
    if (at.error != Errno::kOk) return at.error;
    if (!may_mount(process)) return Errno::kEPERM;
    const FilesystemType* type = find_type(type_name);
    if (type == nullptr) return Errno::kENODEV;
    if (type->only_if_revealed && world_[world_[process].user_ns].level != 0 &&
        !is_fully_visible(world_[process].ns, type_name)) {
        return Errno::kEPERM;
    }
    if (!has_room_for_mount()) return too_many_mounts();
    SuperblockRef superblock = type->one_instance ? world_.find_superblock(type_name) : SuperblockRef{};
    bool made = false;
    if (!superblock) {
        superblock = world_.create_superblock(type_name, source, world_[process].user_ns);
        made = true;
    }
    // The id is taken before the target is locked, as in the kernel.
    count(Counter::kAlloc);
    const MountRef mount =
        world_.create_mount(superblock, world_[superblock].root, MountOrigin::kNewFilesystem);
    Errno error = Errno::kOk;
    if (made) {
        for (const std::string_view directory : initial_directories_) {
            if (error == Errno::kOk) error = create_directories(superblock, directory);
        }
    }
    if (error == Errno::kOk) error = add_mount(process, mount, at.path);
    if (error != Errno::kOk) release_if_unused(mount);
    namespace_unlock();
    return error;
}

Errno Kernel::add_mount(ProcessRef process, MountRef mount, const Path& target) {
    const MountPlace place = lock_mount(target);
    if (place.error != Errno::kOk) return place.error;
    if (!is_ours(process, place.parent)) return Errno::kEINVAL;
    if (world_[place.parent].superblock == world_[mount].superblock &&
        world_[place.parent].root == place.dentry) {
        return Errno::kEBUSY;
    }
    return graft_tree(process, mount, place);
}

bool Kernel::is_fully_visible(NamespaceRef ns, std::string_view type) const {
    for (MountRef m = world_[ns].first_mount; m; m = world_[m].ns_next) {
        const Superblock& superblock = world_[world_[m].superblock];
        if (world_.text(superblock.type) != type || world_[m].root != superblock.root) continue;
        if (!has_locked_children(m, world_[m].root)) return true;
    }
    return false;
}

Errno Kernel::create_directories(SuperblockRef superblock, std::string_view path) {
    DentryRef at = world_[superblock].root;
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        const std::string_view name = path.substr(0, slash);
        path = slash == std::string_view::npos ? std::string_view{} : path.substr(slash + 1);
        if (name.empty()) continue;
        const NameRef known = world_.names().intern(name);
        const DentryRef child = world_.find_child(at, known);
        if (!child) {
            if (const Errno error = has_room_for_dentry(at); error != Errno::kOk) return error;
        }
        at = child ? child : world_.create_dentry(at, known, true);
    }
    return Errno::kOk;
}

Errno Kernel::sys_mount_bind(ProcessRef process, std::string_view source, std::string_view target,
                             bool recursive) {
    const PathResult to = walk(process, target);
    if (to.error != Errno::kOk) return to.error;
    if (!may_mount(process)) return Errno::kEPERM;
    if (source.empty()) return Errno::kEINVAL;
    const PathResult from = walk(process, source);
    if (from.error != Errno::kOk) return from.error;
    const Errno error = bind(process, from.path, to.path, recursive);
    namespace_unlock();
    return error;
}

Errno Kernel::bind(ProcessRef process, const Path& from, const Path& to, bool recursive) {
    const MountPlace place = lock_mount(to);
    if (place.error != Errno::kOk) return place.error;
    if (!is_ours(process, place.parent)) return Errno::kEINVAL;
    if (world_.has_flag(from.mount, kMountUnbindable)) return Errno::kEINVAL;
    if (!is_ours(process, from.mount)) return Errno::kEINVAL;
    if (!recursive && has_locked_children(from.mount, from.dentry)) return Errno::kEINVAL;
    begin_phase(Phase::kCopyTree);
    if (!recursive && !has_room_for_mount()) return too_many_mounts();
    Errno error = Errno::kOk;
    const MountRef tree = recursive ? copy_tree(from.mount, from.dentry, 0, MountOrigin::kBind, &error)
                                    : clone_mount(from.mount, from.dentry, 0, MountOrigin::kBind);
    if (error != Errno::kOk) return error;
    world_.clear_flag(tree, kMountLocked);
    error = graft_tree(process, tree, place);
    if (error != Errno::kOk) umount_tree(tree, kUmountSync);
    return error;
}

}  // namespace mountscope
