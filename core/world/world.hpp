#pragma once
// Everything that exists in a simulated machine: file systems, mounts, peer groups, namespaces, processes,
// and the mount hash table. What system calls do to it is in core/kernel/.
//
//   World world = World::boot();                  // one process, main, on an empty tmpfs
//   World before = world;                         // cheap: pages are shared until written
//   ... run commands on world ...
//   if (auto broken = world.find_broken_invariant()) report(*broken);
//   world.hash() == before.hash();                // equal states, equal hashes
//
// Objects are read with `world[ref]` and written with `world.edit(ref)`. Do not keep a reference from `[]`
// across an `edit` of the same kind of object: the first write to a shared page moves it.
// Models fs/namespace.c, fs/mount.h, fs/pnode.h (lists and rings), see kernel.md part A.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/world/id_allocator.hpp"
#include "core/world/limits.hpp"
#include "core/world/names.hpp"
#include "core/world/objects.hpp"
#include "core/world/table.hpp"

namespace mountscope {

// What a machine has, as far as it shows; set before the first command.
struct MachineSettings {
    std::uint32_t hash_buckets = 65536;  // a power of two, at least 512; see buckets_for_memory()
    std::uint32_t mount_max = 100000;    // /proc/sys/fs/mount-max, mounts a namespace may have
    std::uint32_t first_mnt_id = 1;      // the id of the invisible root
    WorldLimits limits;
};

// Number of buckets of the mount hash table of a 64-bit kernel since 3.13 (alloc_large_system_hash), 4.13 and
// later when `scaled` (large machines get fewer per byte). `bytes` is the memory of the machine.
std::uint32_t buckets_for_memory(std::uint64_t bytes, bool scaled);

struct Bucket {
    MountRef first;
};

class World {
  public:
    // One process "main" in one namespace: a tmpfs named "root" on "/" which sits on an absolute root that no
    // process can see, as on any booted system.
    static World boot(const MachineSettings& settings = {});

    const Mount& operator[](MountRef ref) const { return mounts_[ref]; }
    const Dentry& operator[](DentryRef ref) const { return dentries_[ref]; }
    const Superblock& operator[](SuperblockRef ref) const { return superblocks_[ref]; }
    const Namespace& operator[](NamespaceRef ref) const { return namespaces_[ref]; }
    const UserNamespace& operator[](UserNamespaceRef ref) const { return user_namespaces_[ref]; }
    const Process& operator[](ProcessRef ref) const { return processes_[ref]; }
    const OpenFile& operator[](FileRef ref) const { return files_[ref]; }

    Mount& edit(MountRef ref) { return mounts_.edit(ref); }
    Dentry& edit(DentryRef ref) { return dentries_.edit(ref); }
    Superblock& edit(SuperblockRef ref) { return superblocks_.edit(ref); }
    Namespace& edit(NamespaceRef ref) { return namespaces_.edit(ref); }
    Process& edit(ProcessRef ref) { return processes_.edit(ref); }
    OpenFile& edit(FileRef ref) { return files_.edit(ref); }

    // Highest slots in use plus one: `for (value = 1; value < mount_slots(); ++value)`; a mount slot is in
    // use when its unique_id is not 0, a namespace when its root is set, a process when its name is set.
    std::uint32_t mount_slots() const { return mounts_.slots(); }
    std::uint32_t namespace_slots() const { return namespaces_.slots(); }
    std::uint32_t process_slots() const { return processes_.slots(); }
    std::uint32_t live_mounts() const { return mounts_.live(); }
    std::uint32_t mounts_ever() const { return next_unique_id_ - 1; }  // also those that are gone
    std::uint32_t live_namespaces() const { return namespaces_.live(); }
    std::uint32_t live_dentries() const { return dentries_.live(); }
    std::uint32_t live_files() const { return files_.live(); }
    std::uint32_t user_namespaces_made() const { return user_namespaces_.slots() - 1; }
    std::uint32_t processes_started() const { return processes_.slots() - 1; }

    NamePool& names() { return *names_; }
    const NamePool& names() const { return *names_; }
    std::string_view text(NameRef ref) const { return names_->text(ref); }
    const MachineSettings& settings() const { return settings_; }
    std::uint32_t command() const { return command_; }
    void set_command(std::uint32_t index) { command_ = index; }

    // --- mounts -------------------------------------------------------------------------------------------
    // A new mount of `superblock` that shows `root`: private, without parent, in no namespace. Takes the next
    // mnt_id and unique_id. Pins root.
    MountRef create_mount(SuperblockRef superblock, DentryRef root, MountOrigin origin);
    // Final cleanup: the slot and the mnt_id become free. The mount must be in no list, ring or hash chain.
    void destroy_mount(MountRef mount);

    bool has_parent(MountRef mount) const { return mounts_[mount].parent != mount; }
    bool is_shared(MountRef mount) const { return (mounts_[mount].flags & kMountShared) != 0; }
    bool has_flag(MountRef mount, std::uint32_t flag) const { return (mounts_[mount].flags & flag) != 0; }
    void set_flag(MountRef mount, std::uint32_t flag) { mounts_.edit(mount).flags |= flag; }
    void clear_flag(MountRef mount, std::uint32_t flag) { mounts_.edit(mount).flags &= ~flag; }

    // Sets parent and mountpoint without making the mount findable (mnt_set_mountpoint).
    void set_mountpoint(MountRef mount, MountRef parent, DentryRef dentry);
    // Parent := itself, mountpoint := its own root; leaves the mountpoint's list (unhash_mnt's last half).
    void clear_mountpoint(MountRef mount);
    void add_child_last(MountRef parent, MountRef child);
    void add_child_after(MountRef sibling, MountRef child);
    void remove_child(MountRef child);  // no-op when it is in no list
    bool is_child_linked(MountRef child) const;

    // --- mount hash ---------------------------------------------------------------------------------------
    // First mount on (parent, dentry), none when nothing is mounted there. Adds the chain nodes that were
    // compared to `*entries` when given (__lookup_mnt).
    MountRef lookup(MountRef parent, DentryRef dentry, std::uint64_t* entries = nullptr) const;
    // The last one of the matches that follow each other and are not being unmounted (__lookup_mnt_last,
    // until 4.10).
    MountRef lookup_last(MountRef parent, DentryRef dentry, std::uint64_t* entries = nullptr) const;
    void hash_first(MountRef mount);                   // at the head of the bucket of (parent, mountpoint)
    void hash_behind(MountRef other, MountRef mount);  // right behind `other`
    void unhash(MountRef mount);                       // no-op when it is not hashed
    std::uint32_t bucket_of(MountRef parent, DentryRef dentry) const;  // 0..buckets-1
    MountRef bucket_first(std::uint32_t bucket) const { return buckets_[BucketRef{bucket + 1}].first; }
    std::uint32_t bucket_count() const { return settings_.hash_buckets; }

    // --- peer groups and slaves ---------------------------------------------------------------------------
    MountRef next_peer(MountRef mount) const { return mounts_[mount].share_next; }
    void ring_insert_after(MountRef where, MountRef mount);
    void ring_remove(MountRef mount);  // alone afterwards
    void slave_insert_first(MountRef master, MountRef slave);
    void slave_insert_last(MountRef master, MountRef slave);
    void slave_insert_after(MountRef where, MountRef slave);
    void slave_remove(MountRef slave);  // leaves its master's list; master field untouched
    void set_shared(MountRef mount) {   // also clears unbindable
        Mount& m = mounts_.edit(mount);
        m.flags = (m.flags & ~std::uint32_t{kMountUnbindable}) | kMountShared;
    }
    std::uint32_t take_group_id() { return group_ids_.take(); }
    void give_back_group_id(std::uint32_t id) { group_ids_.give_back(id); }

    // --- namespaces, processes ----------------------------------------------------------------------------
    NamespaceRef create_namespace(UserNamespaceRef user_ns);
    void destroy_namespace(NamespaceRef ns);
    void ns_add_last(NamespaceRef ns, MountRef mount);  // mount's ns and the namespace's list, not nr_mounts
    void ns_remove(MountRef mount);
    UserNamespaceRef create_user_namespace(UserNamespaceRef parent);
    // True when `inner` is `outer` or a descendant of it: root of `outer` has all capabilities in `inner`.
    bool user_ns_covers(UserNamespaceRef outer, UserNamespaceRef inner) const;
    ProcessRef create_process(std::string_view name);
    ProcessRef find_process(std::string_view name) const;  // living ones; none when there is none
    // A process that could not be started leaves no name behind.
    void forget_process_name(ProcessRef process) { processes_.edit(process).name = {}; }
    // The process in whose eyes a namespace's table is shown: its oldest living one.
    ProcessRef oldest_process(NamespaceRef ns) const;
    FileRef open_file(ProcessRef process, std::string_view name, const Path& path);
    FileRef find_file(ProcessRef process, std::string_view name) const;
    void forget_file(ProcessRef process, FileRef file);  // does not unpin

    // --- file systems -------------------------------------------------------------------------------------
    SuperblockRef create_superblock(std::string_view type, std::string_view source, UserNamespaceRef user_ns);
    SuperblockRef find_superblock(std::string_view type) const;  // any one of that type that is mounted
    DentryRef find_child(DentryRef directory, NameRef name) const;
    DentryRef create_dentry(DentryRef directory, NameRef name, bool is_directory);
    void unlink_dentry(DentryRef dentry);  // leaves its directory; lives on while pinned
    bool has_unlinked_dentries(SuperblockRef superblock) const;  // removed, and still held by somebody
    bool is_directory(DentryRef dentry) const { return (dentries_[dentry].flags & kDentryDirectory) != 0; }
    bool is_unlinked(DentryRef dentry) const { return (dentries_[dentry].flags & kDentryUnlinked) != 0; }
    // True when `dentry` is `ancestor` or below it (is_subdir).
    bool is_subdir(DentryRef dentry, DentryRef ancestor) const;
    void pin_dentry(DentryRef dentry) { ++dentries_.edit(dentry).pins; }
    void unpin_dentry(DentryRef dentry);
    void pin_path(const Path& path);
    void unpin_path(const Path& path);  // the mount's pins and the dentry's; does not release the mount

    // --- the whole ----------------------------------------------------------------------------------------
    // The mounts whose objects differ between this World and `other`, by slot.
    template <class Visit>
    void visit_changed_mounts(const World& other, Visit&& visit) const {
        mounts_.visit_differences(other.mounts_, visit);
    }
    template <class Visit>
    void visit_changed_namespaces(const World& other, Visit&& visit) const {
        namespaces_.visit_differences(other.namespaces_, visit);
    }
    // 64-bit hash over every object and scalar; equal for equal histories of changes.
    std::uint64_t hash() const;
    // What is wrong with the lists, rings, counts or the hash table; nothing when all is well. O(objects).
    // Kernels until 4.12 may leave scratch marks behind (`marks_may_stay`).
    std::optional<std::string> find_broken_invariant(bool marks_may_stay = false) const;
    std::size_t bytes() const;
    // What this World takes beside `other`, with which it may share pages.
    std::size_t bytes_beside(const World& other) const;

  private:
    friend class InvariantCheck;
    friend struct WorldTestAccess;  // of the tests, which break things on purpose

    World();
    void link_mountpoint(MountRef mount);
    void unlink_mountpoint(MountRef mount);
    void free_dentry(DentryRef dentry);
    void free_superblock(SuperblockRef superblock);
    std::uint32_t dentry_bucket(DentryRef directory, NameRef name) const;
    void dentry_hash_insert(DentryRef dentry);
    void dentry_hash_remove(DentryRef dentry);
    void grow_dentry_hash();

    Table<Mount, MountRef, 6> mounts_;
    Table<Dentry, DentryRef, 6> dentries_;
    Table<Superblock, SuperblockRef, 5> superblocks_;
    Table<Namespace, NamespaceRef, 4> namespaces_;
    Table<UserNamespace, UserNamespaceRef, 4> user_namespaces_;
    Table<Process, ProcessRef, 4> processes_;
    Table<OpenFile, FileRef, 4> files_;
    struct DentrySlot {
        DentryRef first;
    };
    Table<Bucket, BucketRef, 9> buckets_;
    Table<DentrySlot, BucketRef, 9> dentry_buckets_;
    IdAllocator mnt_ids_;
    IdAllocator group_ids_;
    std::shared_ptr<NamePool> names_;
    MachineSettings settings_;
    std::uint32_t hash_shift_ = 0;
    std::uint32_t dentry_bucket_bits_ = 0;
    std::uint32_t next_unique_id_ = 1;
    std::uint32_t next_namespace_seq_ = 1;
    std::uint32_t next_minor_ = 1;
    std::uint32_t command_ = 0;
};

// The mount after `mount` in the depth-first walk of the tree below `top`; none at the end (next_mnt).
MountRef next_in_tree(const World& world, MountRef mount, MountRef top);
// The last descendant of `mount`, itself when it has no children (skip_mnt_tree).
MountRef last_descendant(const World& world, MountRef mount);
// Number of mounts in the tree below and including `top`.
std::uint32_t count_tree(const World& world, MountRef top);
// True when (mount, dentry) is at or below `root`, following parents (is_path_reachable).
bool is_path_reachable(const World& world, MountRef mount, DentryRef dentry, const Path& root);

}  // namespace mountscope
