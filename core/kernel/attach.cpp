// Putting trees of mounts in place, with their copies at all receivers. Models fs/namespace.c
// attach_recursive_mnt(), commit_tree(), mnt_change_mountpoint(), count_mounts(), umount_mnt(),
// do_lock_mount() (kernel.md B.0, C.2, C.5, C.6).

#include "core/kernel/kernel.hpp"

namespace mountscope {

bool Kernel::may_mount(ProcessRef process) const {
    const Process& p = world_[process];
    return world_.user_ns_covers(p.user_ns, world_[p.ns].user_ns);
}

bool Kernel::is_ours(ProcessRef process, MountRef mount) const {
    return world_[mount].ns == world_[process].ns;
}

MountRef Kernel::topmost_overmount(MountRef mount) const {
    while (const MountRef over = world_[mount].overmount) mount = over;
    return mount;
}

MountPlace Kernel::lock_mount(const Path& path) {
    Path at = path;
    follow_mounts(at);
    if (world_.is_unlinked(at.dentry) || !is_mounted(at.mount)) return {Errno::kENOENT, {}, {}};
    return {Errno::kOk, at.mount, at.dentry};
}

bool Kernel::has_locked_children(MountRef mount, DentryRef dentry) const {
    for (MountRef child = world_[mount].first_child; child; child = world_[child].next_sibling) {
        if (world_.has_flag(child, kMountLocked) && world_.is_subdir(world_[child].mountpoint, dentry)) {
            return true;
        }
    }
    return false;
}

bool Kernel::tree_contains_unbindable(MountRef top) const {
    for (MountRef m = top; m; m = next_in_tree(world_, m, top)) {
        if (world_.has_flag(m, kMountUnbindable)) return true;
    }
    return false;
}

bool Kernel::is_ancestor(MountRef ancestor, MountRef mount) const {
    while (mount != ancestor && world_.has_parent(mount)) mount = world_[mount].parent;
    return mount == ancestor;
}

void Kernel::make_visible(MountRef mount) {
    world_.hash_first(mount);
    world_.add_child_last(world_[mount].parent, mount);
}

void Kernel::attach(MountRef mount, MountRef parent, DentryRef dentry) {
    world_.set_mountpoint(mount, parent, dentry);
    make_visible(mount);
}

void Kernel::attach_shadowed(MountRef mount, MountRef parent, DentryRef dentry) {
    const MountRef last = world_[parent].last_child;
    world_.set_mountpoint(mount, parent, dentry);
    if (last && world_[last].mountpoint == dentry) {
        world_.hash_behind(last, mount);
        world_.add_child_after(last, mount);
    } else {
        make_visible(mount);
    }
}

void Kernel::detach(MountRef mount) {
    world_.unhash(mount);
    world_.remove_child(mount);
    world_.clear_mountpoint(mount);
}

void Kernel::change_mountpoint(MountRef mount, MountRef parent, DentryRef dentry) {
    world_.unhash(mount);
    world_.remove_child(mount);
    attach(mount, parent, dentry);
}

Errno Kernel::count_mounts(NamespaceRef ns, MountRef tree) {
    const Namespace& n = world_[ns];
    // The invisible absolute root counts in the kernel as well.
    const std::uint64_t used = std::uint64_t{n.nr_mounts} + n.pending_mounts;
    const std::uint32_t wanted = count_tree(world_, tree);
    if (used + wanted > world_.settings().mount_max) return Errno::kENOSPC;
    world_.edit(ns).pending_mounts += wanted;
    return Errno::kOk;
}

void Kernel::adopt_tree(MountRef tree) {
    if (is_mounted(tree)) return;
    const NamespaceRef ns = world_[world_[tree].parent].ns;
    for (MountRef m = tree; m; m = next_in_tree(world_, m, tree)) world_.ns_add_last(ns, m);
    Namespace& n = world_.edit(ns);
    n.nr_mounts += n.pending_mounts;
    n.pending_mounts = 0;
}

void Kernel::commit_tree(MountRef tree, MountRef shadowed_by) {
    adopt_tree(tree);
    if (shadowed_by) {
        world_.hash_behind(shadowed_by, tree);
        world_.add_child_after(shadowed_by, tree);
    } else {
        make_visible(tree);
    }
    ++world_.edit(world_[world_[tree].parent].ns).events;
}

void Kernel::place_copy(MountRef copy, MountRef source, UserNamespaceRef callers) {
    const MountRef parent = world_[copy].parent;
    const bool tuck_source_too = profile_.taken_mountpoint == TakenMountpoint::kTuckOnTop;
    if (world_[world_[parent].ns].user_ns != callers) lock_tree(copy);
    if (profile_.locked_copy == LockedCopy::kWithFlags && copy != source) {
        world_.clear_flag(copy, kMountLocked);
    }
    const DentryRef place = world_[copy].mountpoint;
    begin_phase(Phase::kPlace);
    switch (profile_.taken_mountpoint) {
        case TakenMountpoint::kShadow: {
            const MountRef front =
                copy == source ? MountRef{} : lookup_last(Counter::kAttachLookup, parent, place);
            commit_tree(copy, front);
            step(StepKind::kPut, front ? Decision::kShadowed : Decision::kNone, front, parent, copy);
            return;
        }
        case TakenMountpoint::kTuckOnCopy: {
            const MountRef taken =
                copy == source ? MountRef{} : lookup(Counter::kAttachLookup, parent, place);
            // Before anything is tucked onto it, the copy holds only what is new.
            adopt_tree(copy);
            if (taken) {
                count(Counter::kReparent);
                change_mountpoint(taken, copy, world_[copy].root);
            }
            commit_tree(copy, {});
            step(StepKind::kPut, taken ? Decision::kTucked : Decision::kNone, taken, parent, copy);
            return;
        }
        case TakenMountpoint::kTuckOnTop: {
            if (copy == source && !tuck_source_too) break;
            const MountRef taken = lookup(Counter::kAttachLookup, parent, place);
            commit_tree(copy, {});
            if (taken) {
                count(Counter::kReparent);
                const MountRef top = topmost_overmount(copy);
                change_mountpoint(taken, top, world_[top].root);
            }
            step(StepKind::kPut, taken ? Decision::kTucked : Decision::kNone, taken, parent, copy);
            return;
        }
    }
}

Errno Kernel::attach_recursive(ProcessRef process, MountRef source, MountRef dest, DentryRef dentry) {
    const bool moving = world_.has_parent(source);
    const NamespaceRef ns = world_[dest].ns;
    const UserNamespaceRef callers = world_[world_[process].ns].user_ns;
    std::vector<MountRef> copies;
    Errno error = Errno::kOk;
    if (profile_.taken_mountpoint != TakenMountpoint::kShadow) {
        // A mountpoint is prepared in case something must go onto the new root, needed or not
        // (get_mountpoint).
        const bool on_top = profile_.taken_mountpoint == TakenMountpoint::kTuckOnTop;
        const MountRef top = on_top ? topmost_overmount(source) : source;
        if (world_.is_unlinked(world_[top].root)) return Errno::kENOENT;
    }
    if (!moving) {
        error = count_mounts(ns, source);
        if (error != Errno::kOk) {
            world_.edit(ns).pending_mounts = 0;
            return error;
        }
    }
    if (world_.is_shared(dest)) {
        invent_group_ids(source, true);
        error = propagate_mount(dest, dentry, source, copies);
        if (error != Errno::kOk) {
            for (auto copy = copies.rbegin(); copy != copies.rend(); ++copy) {
                world_.edit(world_[world_[*copy].parent].ns).pending_mounts = 0;
                umount_tree(*copy, kUmountSync);
            }
            cleanup_group_ids(source);
            world_.edit(ns).pending_mounts = 0;
            return error;
        }
        for (MountRef m = source; m; m = next_in_tree(world_, m, source)) world_.set_shared(m);
    }
    if (moving) detach(source);
    world_.set_mountpoint(source, dest, dentry);
    place_copy(source, source, callers);
    for (auto copy = copies.rbegin(); copy != copies.rend(); ++copy) place_copy(*copy, source, callers);
    return Errno::kOk;
}

Errno Kernel::graft_tree(ProcessRef process, MountRef tree, const MountPlace& place) {
    if (world_.is_directory(place.dentry) != world_.is_directory(world_[tree].root)) return Errno::kENOTDIR;
    return attach_recursive(process, tree, place.parent, place.dentry);
}

}  // namespace mountscope
