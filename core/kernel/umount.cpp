// umount(2) and what all its algorithms share. Models fs/namespace.c path_umount(), do_umount(),
// umount_tree(), disconnect_mount(), namespace_unlock(), mntput(), __detach_mounts(); fs/pnode.c
// propagate_mount_unlock() (kernel.md B.5, D.1).

#include <algorithm>

#include "core/kernel/kernel.hpp"
#include "core/kernel/umount_gather_trim.hpp"
#include "core/kernel/umount_mark_take.hpp"
#include "core/kernel/umount_restore.hpp"
#include "core/kernel/umount_run.hpp"

namespace mountscope {

Errno Kernel::sys_umount(ProcessRef process, std::string_view target, bool lazy) {
    const PathResult at = walk(process, target, kWalkToTop);
    if (at.error != Errno::kOk) return at.error;
    const MountRef mount = at.path.mount;
    if (!may_mount(process)) return Errno::kEPERM;
    if (!path_mounted(at.path)) return Errno::kEINVAL;
    if (!is_ours(process, mount)) return Errno::kEINVAL;
    if (world_.has_flag(mount, kMountLocked)) return Errno::kEINVAL;
    if (mount == world_[process].root.mount && !lazy) {
        // The root of a process is not unmounted: the file system is remounted read-only instead.
        const SuperblockRef superblock = world_[mount].superblock;
        if (!world_.user_ns_covers(world_[process].user_ns, world_[superblock].user_ns)) return Errno::kEPERM;
        if (world_[superblock].read_only != 0) return Errno::kOk;
        // What was removed and is still in use would have to be written when its last user goes
        // (sb_prepare_remount_readonly).
        if (world_.has_unlinked_dentries(superblock)) return Errno::kEBUSY;
        world_.edit(superblock).read_only = 1;
        return Errno::kOk;
    }
    if (!world_.has_parent(mount)) return Errno::kEINVAL;
    if (!lazy && propagate_mount_busy(mount)) return Errno::kEBUSY;
    UmountRun run;
    run.mount = mount;
    run.how = lazy ? kUmountPropagate : kUmountPropagate | kUmountSync;
    run.resumable = true;
    umount_tree(run);
    release_unmounted(run);
    return Errno::kOk;
}

void Kernel::resume_umount(UmountRun run) {
    unmounted_ = std::move(run.unmounted);
    umount_tree(run);
    release_unmounted(run);
}

void Kernel::propagate_mount_unlock(MountRef mount) {
    const MountRef parent = world_[mount].parent;
    const DentryRef place = world_[mount].mountpoint;
    begin_phase(Phase::kUnlock);
    std::uint32_t number = 0;
    for (MountRef m = propagation_next(parent, parent); m; m = propagation_next(m, parent)) {
        const MountRef copy = lookup_copy(Counter::kUnlockLookup, m, place);
        if (copy) world_.clear_flag(copy, kMountLocked);
        step(StepKind::kUnlockReceiver, copy ? Decision::kUnlocked : Decision::kNothingThere, mount, m, copy,
             ++number);
    }
}

void Kernel::umount_tree(MountRef mount, unsigned how) {
    UmountRun run;
    run.mount = mount;
    run.how = how;
    umount_tree(run);
}

void Kernel::umount_tree(UmountRun& run) {
    if (profile_.umount == UmountAlgorithm::kOneByOne) {
        umount_one_by_one(run);
        return;
    }
    gather(run);
    propagate_umount(run);
    if (run.stage == UmountRun::Stage::kLeave) bulk_make_private(run);
    finish_all(run);
}

void Kernel::gather(UmountRun& run) {
    if (run.stage == UmountRun::Stage::kStart) {
        if ((run.how & kUmountPropagate) != 0) propagate_mount_unlock(run.mount);
        run.begin(UmountRun::Stage::kGather, run.mount);
    }
    if (run.stage != UmountRun::Stage::kGather) return;
    begin_phase(Phase::kGather);
    for (MountRef& m = run.cursor; m; m = next_in_tree(world_, m, run.mount)) {
        if (!goes_on(run)) return;
        if (!world_.has_flag(m, kMountAbsoluteRoot)) count(Counter::kGather);
        world_.set_flag(m, kMountUmount);
        run.list.push_back(m);
        step(StepKind::kListed, Decision::kNone, m);
    }
    // Until 6.7 each one was put at the head of the list.
    if (profile_.list_order == ListOrder::kCommitOrder) std::reverse(run.list.begin(), run.list.end());
    // Hidden from their parents' lists of children; hash entry and parent stay until the end.
    for (const MountRef m : run.list) world_.remove_child(m);
    add_untold_work(run.list.size());
    const bool propagates = (run.how & kUmountPropagate) != 0;
    run.begin(propagates ? UmountRun::Stage::kAsk : UmountRun::Stage::kLeave);
}

void Kernel::propagate_umount(UmountRun& run) {
    switch (profile_.umount) {
        case UmountAlgorithm::kBatchMarkTake:
            UmountMarkTake(*this).propagate(run);
            break;
        case UmountAlgorithm::kRestoreAll:
        case UmountAlgorithm::kRestoreUnseen:
            UmountRestore(*this, run).propagate();
            break;
        case UmountAlgorithm::kGatherTrim:
            UmountGatherTrim(*this, run).propagate();
            break;
        case UmountAlgorithm::kOneByOne:
            break;
    }
}

void Kernel::finish_all(UmountRun& run) {
    if (run.stage != UmountRun::Stage::kFinish) return;
    begin_phase(Phase::kFinish);
    for (; run.at < run.list.size(); ++run.at) {
        if (!goes_on(run)) return;
        finish(run.list[run.at], run.how);
    }
    run.begin(run.outer < run.order.size() ? UmountRun::Stage::kNext : UmountRun::Stage::kWait);
}

bool Kernel::disconnects(MountRef mount, unsigned how) const {
    if ((how & kUmountSync) != 0) return true;
    if (!world_.has_parent(mount)) return true;
    if (!world_.has_flag(world_[mount].parent, kMountUmount)) return true;
    if ((how & kUmountConnected) != 0) return false;
    return !world_.has_flag(mount, kMountLocked);
}

void Kernel::finish(MountRef mount, unsigned how) {
    if (!world_.has_flag(mount, kMountAbsoluteRoot)) count(Counter::kFinish);
    if (const NamespaceRef ns = world_[mount].ns) {
        Namespace& n = world_.edit(ns);
        --n.nr_mounts;
        ++n.events;
        world_.ns_remove(mount);
    }
    if ((how & kUmountSync) != 0) world_.set_flag(mount, kMountSyncUmount);
    const bool disconnect = disconnects(mount, how);
    if (world_.has_parent(mount)) {
        if (disconnect) {
            detach(mount);
        } else {
            count(Counter::kKeptConnected);
            world_.set_flag(mount, kMountConnected);
            world_.add_child_last(world_[mount].parent, mount);
        }
    }
    if (profile_.slave_transfer != SlaveTransfer::kHeadBulk) {
        change_propagation(mount, PropagationType::kPrivate);
    }
    if (disconnect) unmounted_.push_back(mount);
    step(StepKind::kFinished, disconnect ? Decision::kDisconnected : Decision::kConnected, mount);
}

void Kernel::namespace_unlock() {
    UmountRun run;
    run.begin(UmountRun::Stage::kWait);
    release_unmounted(run);
}

// First the wait, then the last reference of each, the newest first.
void Kernel::release_unmounted(UmountRun& run) {
    if (run.stage != UmountRun::Stage::kWait || unmounted_.empty()) return;
    begin_phase(Phase::kWait);
    if (run.at == 0) {
        if (!goes_on(run)) return;
        count(Counter::kGracePeriods);
        step(StepKind::kGracePeriod, Decision::kNone, unmounted_.front());
        run.at = 1;
    }
    for (; run.at <= unmounted_.size(); ++run.at) {
        if (!goes_on(run)) return;
        const MountRef m = unmounted_[unmounted_.size() - run.at];
        if (!world_.has_flag(m, kMountAbsoluteRoot)) count(Counter::kMntput);
        step(StepKind::kRelease, Decision::kNone, m);
        release_if_unused(m);
    }
    unmounted_.clear();
}

void Kernel::release_if_unused(MountRef mount) {
    // A worklist instead of recursion: connected children may hold connected children.
    std::vector<MountRef> candidates{mount};
    while (!candidates.empty()) {
        const MountRef m = candidates.back();
        candidates.pop_back();
        const Mount& old = world_[m];
        if (old.ns || old.pins != 0 || world_.has_parent(m)) continue;
        while (const MountRef child = world_[m].first_child) {
            detach(child);
            world_.clear_flag(child, kMountConnected);
            candidates.push_back(child);
        }
        world_.destroy_mount(m);
    }
}

void Kernel::unpin(const Path& path) {
    world_.unpin_path(path);
    release_if_unused(path.mount);
}

void Kernel::detach_mounts_at(DentryRef dentry) {
    while (const MountRef mount = world_[dentry].first_mount) {
        if (world_.has_flag(mount, kMountUmount)) {
            detach(mount);
            world_.clear_flag(mount, kMountConnected);
            unmounted_.push_back(mount);
        } else {
            umount_tree(mount, kUmountConnected);
        }
    }
    namespace_unlock();
}

}  // namespace mountscope
