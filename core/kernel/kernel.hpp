#pragma once
// What the system calls have at hand: the World they change, the rules of the kernel version, who calls, and
// the counters. One object for one command.
//
//   Counters counts;
//   Kernel kernel(world, default_kernel(), counts);
//   Errno e = kernel.sys_umount(process, "/mnt", /*lazy=*/true);
//
// One file a system call; the class only gathers them. Nothing here draws, prints or knows about time.

#include <string_view>
#include <vector>

#include "core/kernel/counters.hpp"
#include "core/kernel/errno.hpp"
#include "core/kernel/profile.hpp"
#include "core/kernel/progress.hpp"
#include "core/kernel/step.hpp"
#include "core/world/world.hpp"

namespace mountscope {

struct UmountRun;

enum class PropagationType { kShared, kSlave, kPrivate, kUnbindable };

// Flags of umount_tree().
enum UmountHow : unsigned {
    kUmountSync = 1u << 0,  // non-lazy
    kUmountPropagate = 1u << 1,
    kUmountConnected = 1u << 2,  // keep what is mounted inside connected
};

// Flags of clone and copy_tree.
enum CloneFlag : unsigned {
    kCloneSlave = 1u << 0,
    kCloneMakeShared = 1u << 1,
    kClonePrivate = 1u << 2,
    kCloneCopyUnbindable = 1u << 3,
    kCloneSharedToSlave = 1u << 4,  // until 6.16: into a namespace of another user
};

struct PathResult {
    Errno error = Errno::kOk;
    Path path;
};

// The parent directory of a path's last component, and that component.
struct ParentResult {
    enum class Last { kName, kRoot, kDot, kDotDot };
    Errno error = Errno::kOk;
    Path parent;
    Last last = Last::kName;
    std::string_view name;
    bool trailing_slash = false;
};

// Where something is to be mounted: the topmost mount at the place, and the directory in it.
struct MountPlace {
    Errno error = Errno::kOk;
    MountRef parent;
    DentryRef dentry;
};

class Kernel {
  public:
    Kernel(World& world, const KernelProfile& profile, Counters& counters, StepTrace* trace = nullptr)
        : world_(world), profile_(profile), counters_(counters), trace_(trace) {}

    // --- system calls: each answers the kernel's errno
    // ------------------------------------------------------
    Errno sys_mkdir(ProcessRef process, std::string_view path);
    Errno sys_rmdir(ProcessRef process, std::string_view path);
    Errno sys_unlink(ProcessRef process, std::string_view path);
    Errno sys_creat(ProcessRef process, std::string_view path);  // open(O_WRONLY|O_CREAT), closed again
    Errno sys_open(ProcessRef process, std::string_view path, std::string_view file_name);
    Errno sys_close(ProcessRef process, std::string_view file_name);
    Errno sys_chdir(ProcessRef process, std::string_view path);
    Errno sys_chroot(ProcessRef process, std::string_view path);
    Errno sys_mount_new(ProcessRef process, std::string_view type, std::string_view source,
                        std::string_view target);
    Errno sys_mount_bind(ProcessRef process, std::string_view source, std::string_view target,
                         bool recursive);
    Errno sys_mount_move(ProcessRef process, std::string_view source, std::string_view target);
    Errno sys_move_mount_beneath(ProcessRef process, std::string_view source, std::string_view target);
    Errno sys_move_mount_set_group(ProcessRef process, std::string_view from, std::string_view to);
    Errno sys_mount_change_type(ProcessRef process, std::string_view target, PropagationType type,
                                bool recursive);
    Errno sys_umount(ProcessRef process, std::string_view target, bool lazy);
    // Goes on with what a sink got in on_checkpoint; the World and the counters are copies of those it got.
    void resume_umount(UmountRun run);
    Errno sys_pivot_root(ProcessRef process, std::string_view new_root, std::string_view put_old);
    PathResult lookup_path(ProcessRef process, std::string_view path);
    // fork, then unshare(CLONE_NEWNS[|CLONE_NEWUSER]) in the child. The child exists only on success.
    Errno sys_fork(ProcessRef process, std::string_view name, ProcessRef* child);
    Errno sys_unshare(ProcessRef process, bool new_user_namespace);
    Errno sys_setns(ProcessRef process, ProcessRef target);
    void sys_exit(ProcessRef process);

    // Work whose amount is known without doing it is added up instead of done (receiver_classes.hpp); the
    // counters are the same.
    void set_counts_quickly(bool quickly) { counts_quickly_ = quickly; }
    // Who hears of long work, and may stop it (progress.hpp). What is stopped leaves a World to be thrown
    // away.
    void set_progress(const ProgressHook& hook) { progress_.hear(hook); }
    bool was_cancelled() const { return progress_.is_cancelled(); }
    // Which limit of the engine was met; empty when none was.
    std::string_view limit_met() const { return limit_met_; }

    // Every new file system holds these directories from the start ("a", "a/b", ...).
    void set_initial_directories(std::vector<std::string_view> directories) {
        initial_directories_ = std::move(directories);
    }

  private:
    friend class UmountMarkTake;
    friend class UmountRestore;
    friend class UmountGatherTrim;
    friend class ReceiverClasses;

    void count(Counter counter, std::uint64_t n = 1) { counters_[counter] += n; }
    // A limit of the engine is met, not one of a kernel.
    Errno beyond(Errno error, std::string_view limit) {
        limit_met_ = limit;
        return error;
    }
    bool has_room_for_mount() const { return world_.live_mounts() < world_.settings().limits.mounts; }
    Errno too_many_mounts();
    Errno has_room_for_dentry(DentryRef directory);
    void step(StepKind kind, Decision decision, MountRef m, MountRef q = {}, MountRef c = {},
              std::uint32_t number = 0) {
        if (trace_ != nullptr) [[unlikely]]
            tell_step({kind, Phase::kResolve, decision, m, q, c, number});
    }
    void begin_phase(Phase phase) {
        if (trace_ != nullptr) [[unlikely]]
            tell_phase(phase);
    }
    // Whether the next `steps` steps may be passed over because nobody wants to hear them; they are numbered
    // all the same.
    bool skip_steps(std::uint64_t steps) {
        if (trace_ == nullptr || trace_->stop) return true;
        if (trace_->sink != nullptr && trace_->wants(steps)) return false;
        trace_->next += steps;
        return true;
    }
    bool is_next_step_wanted() const {
        return trace_ != nullptr && trace_->sink != nullptr && trace_->wants(1);
    }
    // Work that no step tells of, so that a checkpoint can come right after it.
    void add_untold_work(std::uint64_t pieces) {
        if (trace_ != nullptr) [[unlikely]]
            trace_->work += pieces;
    }
    bool is_stopped() const { return progress_.is_cancelled() || (trace_ != nullptr && trace_->stop); }
    // Before the next piece of an umount: lets the trace take a checkpoint. False when it is to stop here.
    bool goes_on(const UmountRun& run);
    void tell_step(Step step);
    void tell_phase(Phase phase);
    MountRef lookup(Counter counter, MountRef parent, DentryRef dentry) {
        ++counters_[counter];
        return world_.lookup(parent, dentry, &counters_[Counter::kChainEntries]);
    }

    // The lookup of the umount code: the last match until 4.10, where copies hide behind each other.
    MountRef lookup_last(Counter counter, MountRef parent, DentryRef dentry) {
        ++counters_[counter];
        return world_.lookup_last(parent, dentry, &counters_[Counter::kChainEntries]);
    }
    MountRef lookup_copy(Counter counter, MountRef parent, DentryRef dentry) {
        return profile_.taken_mountpoint == TakenMountpoint::kShadow ? lookup_last(counter, parent, dentry)
                                                                     : lookup(counter, parent, dentry);
    }

    // path_walk.cpp
    enum WalkFlag : unsigned { kWalkDirectory = 1, kWalkToTop = 2 };
    PathResult walk(ProcessRef process, std::string_view path, unsigned flags = 0);
    ParentResult walk_parent(ProcessRef process, std::string_view path);
    Errno walk_component(const Path& root, Path& at, std::string_view name);
    void follow_mounts(Path& at);
    bool path_mounted(const Path& path) const { return world_[path.mount].root == path.dentry; }

    // files.cpp, pivot_root.cpp, namespaces.cpp
    Errno can_create(const Path& parent) const;
    void move_process_path(Path* slot, const Path& to);  // slot: root or cwd of a process
    bool is_chrooted(ProcessRef process) const;
    void leave_namespace(NamespaceRef ns);

    // mount.cpp
    Errno add_mount(ProcessRef process, MountRef mount, const Path& target);
    Errno bind(ProcessRef process, const Path& from, const Path& to, bool recursive);
    bool is_fully_visible(NamespaceRef ns, std::string_view type) const;
    Errno create_directories(SuperblockRef superblock, std::string_view path);

    // permission
    bool may_mount(ProcessRef process) const;
    bool is_ours(ProcessRef process, MountRef mount) const;
    bool is_mounted(MountRef mount) const { return static_cast<bool>(world_[mount].ns); }
    MountRef topmost_overmount(MountRef mount) const;
    MountPlace lock_mount(const Path& path);
    bool has_locked_children(MountRef mount, DentryRef dentry) const;
    bool tree_contains_unbindable(MountRef top) const;
    bool is_ancestor(MountRef ancestor, MountRef mount) const;

    // clone.cpp
    MountRef clone_mount(MountRef old, DentryRef root, unsigned flags, MountOrigin origin);
    // None and *error on failure.
    MountRef copy_tree(MountRef source, DentryRef dentry, unsigned flags, MountOrigin top_origin,
                       Errno* error);
    void lock_tree(MountRef top);

    // propagation.cpp
    bool are_peers(MountRef a, MountRef b) const;
    MountRef propagation_next(MountRef mount, MountRef origin);
    MountRef next_group(MountRef mount, MountRef origin) const;
    bool need_secondary(MountRef receiver, DentryRef dentry);
    MountRef find_master(MountRef receiver, MountRef last_copy, MountRef original) const;
    Errno propagate_mount(MountRef dest, DentryRef dentry, MountRef source, std::vector<MountRef>& copies);

    // change_type.cpp
    void change_propagation(MountRef mount, PropagationType type);
    Errno may_change_propagation(ProcessRef process, MountRef mount) const;
    MountRef propagation_source(MountRef mount);
    void transfer_slaves_to_head(MountRef from, MountRef to);
    void make_slave_until_616(MountRef mount);
    void invent_group_ids(MountRef top, bool recursive);
    void cleanup_group_ids(MountRef top);
    void release_group_id(MountRef mount);

    // attach.cpp
    void attach(MountRef mount, MountRef parent, DentryRef dentry);  // mountpoint, hash head, child tail
    void attach_shadowed(MountRef mount, MountRef parent, DentryRef dentry);  // until 4.10
    void make_visible(MountRef mount);
    void detach(MountRef mount);  // umount_mnt()
    void change_mountpoint(MountRef mount, MountRef parent, DentryRef dentry);
    Errno count_mounts(NamespaceRef ns, MountRef tree);
    void adopt_tree(MountRef tree);  // into the namespace of its parent
    void commit_tree(MountRef tree, MountRef shadowed_by);
    Errno attach_recursive(ProcessRef process, MountRef source, MountRef dest, DentryRef dentry);
    Errno graft_tree(ProcessRef process, MountRef tree, const MountPlace& place);
    void place_copy(MountRef copy, MountRef source, UserNamespaceRef callers);

    // move.cpp
    Errno move_mount(ProcessRef process, const Path& from, const Path& to, bool beneath);
    Errno can_move_beneath(ProcessRef process, MountRef from, MountRef to, DentryRef dentry) const;
    bool propagation_would_overmount(MountRef from, MountRef to, DentryRef dentry) const;

    // umount.cpp
    bool propagate_mount_busy(MountRef mount);
    void propagate_mount_unlock(MountRef mount);
    void umount_tree(MountRef mount, unsigned how);
    void umount_tree(UmountRun& run);
    void gather(UmountRun& run);
    void propagate_umount(UmountRun& run);
    void finish_all(UmountRun& run);
    void release_unmounted(UmountRun& run);
    void umount_one_by_one(UmountRun& run);  // umount_one_by_one.cpp
    void gather_one_by_one(UmountRun& run);
    bool begin_next_of_order(UmountRun& run);
    bool is_copy_busy(MountRef copy) const;
    bool disconnects(MountRef mount, unsigned how) const;
    void finish(MountRef mount, unsigned how);
    void namespace_unlock();
    void release_if_unused(MountRef mount);
    void detach_mounts_at(DentryRef dentry);
    void bulk_make_private(UmountRun& run);
    void leave_with_all_that_follow(MountRef first);
    void unpin(const Path& path);  // and the mount goes when nothing holds it any more

    World& world_;
    const KernelProfile& profile_;
    Counters& counters_;
    StepTrace* trace_ = nullptr;
    bool counts_quickly_ = true;
    Progress progress_;
    std::vector<MountRef> unmounted_;  // newest last
    std::vector<std::string_view> initial_directories_;
    std::string_view limit_met_;
};

}  // namespace mountscope
