// Who receives a mount event, and the copies that are made for them. Models fs/pnode.c propagation_next(),
// next_group(), need_secondary(), find_master(), propagate_mnt() (kernel.md part C).

#include "core/kernel/kernel.hpp"

namespace mountscope {

bool Kernel::are_peers(MountRef a, MountRef b) const {
    return world_[a].group_id != 0 && world_[a].group_id == world_[b].group_id;
}

MountRef Kernel::propagation_next(MountRef mount, MountRef origin) {
    count(Counter::kPropagationNext);
    if (!progress_.step()) return {};
    // Copies made by the running operation are in the rings already; they have no namespace yet.
    if (is_mounted(mount) && world_[mount].first_slave) return world_[mount].first_slave;
    const MountRef origins_master = world_[origin].master;
    while (true) {
        const MountRef master = world_[mount].master;
        if (master == origins_master) {
            const MountRef next = world_.next_peer(mount);
            return next == origin ? MountRef{} : next;
        }
        if (const MountRef next = world_[mount].slave_next) return next;
        mount = master;
    }
}

MountRef Kernel::next_group(MountRef mount, MountRef origin) const {
    const std::uint32_t origin_group = world_[origin].group_id;
    while (true) {
        // The peers of the mount's own group: the first with slaves leads deeper.
        while (true) {
            if (is_mounted(mount) && world_[mount].first_slave) return world_[mount].first_slave;
            const MountRef next = world_.next_peer(mount);
            if (world_[mount].group_id == origin_group) {
                if (next == origin) return {};
            } else if (world_[mount].slave_next != next) {
                break;  // peers that are slaves are neighbours in their master's list: this was the last
            }
            mount = next;
        }
        // The last peer of a group of slaves: on to the next group of the same master, or up.
        while (true) {
            const MountRef master = world_[mount].master;
            if (world_[mount].slave_next) return world_[mount].slave_next;
            mount = world_.next_peer(master);
            if (world_[master].group_id == origin_group) break;
            if (world_[master].slave_next == mount) break;
            mount = master;
        }
        if (mount == origin) return {};
    }
}

bool Kernel::need_secondary(MountRef receiver, DentryRef dentry) {
    count(Counter::kNeedSecondary);
    const bool visible = world_.is_subdir(dentry, world_[receiver].root);
    step(StepKind::kAsk,
         !is_mounted(receiver) ? Decision::kNew
         : visible             ? Decision::kNeeded
                               : Decision::kNotVisible,
         {}, receiver);
    return is_mounted(receiver) && visible;
}

MountRef Kernel::find_master(MountRef receiver, MountRef last_copy, MountRef original) const {
    MountRef m = receiver;
    MountRef ancestor;
    while (true) {
        ancestor = world_[m].master;
        if (!ancestor || world_.has_flag(ancestor, kMountMarked)) break;
        m = ancestor;
    }
    while (!are_peers(last_copy, original)) {
        const MountRef parent = world_[last_copy].parent;
        if (world_[parent].master == ancestor) {
            if (!are_peers(parent, m)) last_copy = world_[last_copy].master;
            break;
        }
        last_copy = world_[last_copy].master;
    }
    return last_copy;
}

Errno Kernel::propagate_mount(MountRef dest, DentryRef dentry, MountRef source,
                              std::vector<MountRef>& copies) {
    begin_phase(Phase::kAskCopies);
    Errno error = Errno::kOk;
    if (world_[dest].master) world_.set_flag(world_[dest].master, kMountMarked);
    MountRef copy = source;
    for (MountRef group = dest; group && error == Errno::kOk; group = next_group(group, dest)) {
        unsigned type = 0;
        MountRef receiver;
        if (group == dest) {
            copy = source;
            type = kCloneMakeShared;
            receiver = world_.next_peer(group);
            if (receiver == group) continue;
        } else {
            type = kCloneSlave | (world_.is_shared(group) ? unsigned{kCloneMakeShared} : 0u);
            receiver = group;
        }
        do {
            if (!need_secondary(receiver, dentry)) continue;
            const bool is_first = (type & kCloneSlave) != 0;
            if (is_first) copy = find_master(receiver, copy, source);
            const MountOrigin origin = group == dest ? MountOrigin::kPeerCopy : MountOrigin::kSlaveCopy;
            const MountRef made = copy_tree(copy, world_[copy].root, type, origin, &error);
            if (error != Errno::kOk) break;
            world_.set_mountpoint(made, receiver, dentry);
            if (world_[receiver].master) world_.set_flag(world_[receiver].master, kMountMarked);
            copy = made;
            copies.push_back(made);
            error = count_mounts(world_[receiver].ns, made);
            if (error != Errno::kOk) break;
            type = kCloneMakeShared;
        } while ((receiver = world_.next_peer(receiver)) != group);
    }
    for (const MountRef made : copies) {
        const MountRef master = world_[world_[made].parent].master;
        if (master) world_.clear_flag(master, kMountMarked);
    }
    if (world_[dest].master) world_.clear_flag(world_[dest].master, kMountMarked);
    return error;
}

}  // namespace mountscope
