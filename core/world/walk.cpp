// Walks over the mount tree. Models fs/namespace.c next_mnt(), skip_mnt_tree(), is_path_reachable().

#include "core/world/world.hpp"

namespace mountscope {

MountRef next_in_tree(const World& world, MountRef mount, MountRef top) {
    if (const MountRef child = world[mount].first_child) return child;
    while (mount != top) {
        if (const MountRef sibling = world[mount].next_sibling) return sibling;
        mount = world[mount].parent;
    }
    return {};
}

MountRef last_descendant(const World& world, MountRef mount) {
    while (const MountRef child = world[mount].last_child) mount = child;
    return mount;
}

std::uint32_t count_tree(const World& world, MountRef top) {
    std::uint32_t count = 0;
    for (MountRef m = top; m; m = next_in_tree(world, m, top)) ++count;
    return count;
}

bool is_path_reachable(const World& world, MountRef mount, DentryRef dentry, const Path& root) {
    while (mount != root.mount && world.has_parent(mount)) {
        dentry = world[mount].mountpoint;
        mount = world[mount].parent;
    }
    return mount == root.mount && world.is_subdir(dentry, root.dentry);
}

}  // namespace mountscope
