// Shared, slave, private, unbindable: the change, and what it means for the others of the group.
// Models fs/namespace.c do_change_type(), invent_group_ids(); fs/pnode.c change_mnt_propagation(),
// transfer_propagation(), bulk_make_private() (6.18), do_make_slave() (until 6.16) (kernel.md B.4, D.6.5).

#include "core/kernel/kernel.hpp"
#include "core/kernel/umount_run.hpp"

namespace mountscope {

void Kernel::release_group_id(MountRef mount) {
    world_.give_back_group_id(world_[mount].group_id);
    world_.edit(mount).group_id = 0;
}

void Kernel::invent_group_ids(MountRef top, bool recursive) {
    for (MountRef m = top; m; m = recursive ? next_in_tree(world_, m, top) : MountRef{}) {
        if (world_[m].group_id == 0) world_.edit(m).group_id = world_.take_group_id();
    }
}

void Kernel::cleanup_group_ids(MountRef top) {
    for (MountRef m = top; m; m = next_in_tree(world_, m, top)) {
        if (world_[m].group_id != 0 && !world_.is_shared(m)) release_group_id(m);
    }
}

void Kernel::transfer_slaves_to_head(MountRef from, MountRef to) {
    const MountRef first = world_[from].first_slave;
    if (!first) return;
    const MountRef last = world_[from].last_slave;
    for (MountRef s = first; s;) {
        const MountRef next = world_[s].slave_next;
        Mount& slave = world_.edit(s);
        slave.master = to;
        if (!to) slave.slave_next = slave.slave_prev = {};
        s = next;
    }
    Mount& source = world_.edit(from);
    source.first_slave = source.last_slave = {};
    if (!to) return;
    const MountRef behind = world_[to].first_slave;
    world_.edit(last).slave_next = behind;
    if (behind) {
        world_.edit(behind).slave_prev = last;
    } else {
        world_.edit(to).last_slave = last;
    }
    world_.edit(to).first_slave = first;
}

void Kernel::make_slave_until_616(MountRef mount) {
    MountRef master;
    if (world_.next_peer(mount) == mount) {
        if (world_.is_shared(mount)) release_group_id(mount);
        master = world_[mount].master;
        if (!master) {
            transfer_slaves_to_head(mount, {});
            world_.clear_flag(mount, kMountShared);
            return;
        }
    } else {
        // The next peer that shows the same directory, else the next peer.
        const DentryRef root = world_[mount].root;
        MountRef m = world_.next_peer(mount);
        while (m != mount && world_[m].root != root) {
            count(Counter::kPeerScan);
            m = world_.next_peer(m);
        }
        if (m == mount) {
            m = world_.next_peer(mount);
        } else {
            count(Counter::kPeerScan);
        }
        master = m;
        world_.ring_remove(mount);
        world_.edit(mount).group_id = 0;
    }
    world_.clear_flag(mount, kMountShared);
    for (MountRef s = world_[mount].first_slave; s; s = world_[s].slave_next) world_.edit(s).master = master;
    if (world_[mount].master) world_.slave_remove(mount);
    // The mount goes to the head of its master's list, its own slaves to the tail.
    world_.slave_insert_first(master, mount);
    const Mount left = world_[mount];
    if (left.first_slave) {
        const MountRef behind = world_[master].last_slave;
        world_.edit(behind).slave_next = left.first_slave;
        world_.edit(left.first_slave).slave_prev = behind;
        world_.edit(master).last_slave = left.last_slave;
        Mount& m = world_.edit(mount);
        m.first_slave = m.last_slave = {};
        if (behind == mount) m.slave_next = left.first_slave;
    }
    world_.edit(mount).master = master;
}

// Who the slaves of a mount that leaves its group receive from: a peer that stays, else the master, or its
// peers...
MountRef Kernel::propagation_source(MountRef mount) {
    if (profile_.slave_transfer == SlaveTransfer::kHeadBulk) {
        const MountRef peer = world_.next_peer(mount);
        return peer == mount ? world_[mount].master : peer;
    }
    do {
        for (MountRef peer = world_.next_peer(mount); peer != mount; peer = world_.next_peer(peer)) {
            count(Counter::kPeerScan);
            if (!world_.has_flag(peer, kMountUmount)) return peer;
        }
        mount = world_[mount].master;
    } while (mount && world_.has_flag(mount, kMountUmount));
    return mount;
}

void Kernel::change_propagation(MountRef mount, PropagationType type) {
    if (type == PropagationType::kShared) {
        world_.set_shared(mount);
        return;
    }
    if (profile_.slave_transfer == SlaveTransfer::kTailSameRootPeer) {
        make_slave_until_616(mount);
        if (type != PropagationType::kSlave) {
            if (world_[mount].master) world_.slave_remove(mount);
            world_.edit(mount).master = {};
        }
    } else {
        MountRef master = world_[mount].master;
        const MountRef old_master = master;
        if (world_.is_shared(mount)) {
            if (type == PropagationType::kSlave || world_[mount].first_slave)
                master = propagation_source(mount);
            if (world_.next_peer(mount) == mount) {
                release_group_id(mount);
            } else {
                world_.ring_remove(mount);
                world_.edit(mount).group_id = 0;
            }
            world_.clear_flag(mount, kMountShared);
            transfer_slaves_to_head(mount, master);
        }
        if (old_master) world_.slave_remove(mount);
        if (type == PropagationType::kSlave) {
            world_.edit(mount).master = master;
            if (master) world_.slave_insert_first(master, mount);
        } else {
            world_.edit(mount).master = {};
        }
    }
    if (type == PropagationType::kUnbindable) {
        world_.set_flag(mount, kMountUnbindable);
    } else if (type == PropagationType::kPrivate) {
        world_.clear_flag(mount, kMountUnbindable);
    }
}

// Who inherits: follow next peer, or the master when alone, over all that leave as well.
void Kernel::leave_with_all_that_follow(MountRef first) {
    MountRef heir;
    for (MountRef m = first;;) {
        count(Counter::kTraceTransfers);
        MountRef next = world_.next_peer(m);
        const MountRef master = world_[m].master;
        if (master) world_.slave_remove(m);
        if (next != m) {
            world_.ring_remove(m);
            world_.edit(m).group_id = 0;
            world_.edit(m).master = next;
        } else {
            if (world_.is_shared(m)) release_group_id(m);
            next = master;
        }
        Mount& leaving = world_.edit(m);
        leaving.flags = (leaving.flags & ~std::uint32_t{kMountShared}) | kMountMarked;
        step(StepKind::kTrace, Decision::kNone, m, next);
        if (!next || !world_.has_flag(next, kMountUmount)) {
            heir = next;
            break;
        }
        if (world_.has_flag(next, kMountMarked)) {
            heir = world_[next].master;
            break;
        }
        m = next;
    }
    for (MountRef m = first;;) {
        const MountRef next = world_[m].master;
        if (next == heir) break;
        world_.edit(m).master = heir;
        m = next;
    }
}

void Kernel::bulk_make_private(UmountRun& run) {
    if (profile_.slave_transfer == SlaveTransfer::kHeadBulk) {
        begin_phase(Phase::kLeave);
        for (; run.at < run.list.size(); ++run.at) {
            if (!goes_on(run)) return;
            if (world_.has_flag(run.list[run.at], kMountMarked)) continue;
            leave_with_all_that_follow(run.list[run.at]);
        }
        for (const MountRef m : run.list) {
            transfer_slaves_to_head(m, world_[m].master);
            Mount& left = world_.edit(m);
            left.master = {};
            left.flags &= ~std::uint32_t{kMountMarked};
        }
        add_untold_work(run.list.size());
    }
    run.begin(UmountRun::Stage::kFinish);
}

Errno Kernel::sys_mount_change_type(ProcessRef process, std::string_view target, PropagationType type,
                                    bool recursive) {
    const PathResult at = walk(process, target);
    if (at.error != Errno::kOk) return at.error;
    if (!may_mount(process)) return Errno::kEPERM;
    if (!path_mounted(at.path)) return Errno::kEINVAL;
    const MountRef top = at.path.mount;
    if (const Errno error = may_change_propagation(process, top); error != Errno::kOk) return error;
    if (type == PropagationType::kShared) invent_group_ids(top, recursive);
    for (MountRef m = top; m; m = recursive ? next_in_tree(world_, m, top) : MountRef{}) {
        change_propagation(m, type);
    }
    return Errno::kOk;
}

Errno Kernel::may_change_propagation(ProcessRef process, MountRef mount) const {
    if (!profile_.administers_by_mount) return is_ours(process, mount) ? Errno::kOk : Errno::kEINVAL;
    if (!is_mounted(mount)) return Errno::kEINVAL;
    const UserNamespaceRef owner = world_[world_[mount].ns].user_ns;
    return world_.user_ns_covers(world_[process].user_ns, owner) ? Errno::kOk : Errno::kEPERM;
}

}  // namespace mountscope
