#pragma once
// The objects of a World: what exists, and how it is linked. Plain data; the rules are in core/kernel/.
//
// Models struct mount and friends of fs/mount.h, struct mnt_namespace, and as much of dentries, super blocks,
// user namespaces and processes as mounting can see. Field names follow the kernel (kernel.md part A).

#include <cstdint>

#include "core/world/handles.hpp"

namespace mountscope {

enum MountFlag : std::uint32_t {
    kMountShared = 1u << 0,
    kMountUnbindable = 1u << 1,
    kMountLocked = 1u << 2,
    kMountUmount = 1u << 3,        // is being, or has been, unmounted
    kMountSyncUmount = 1u << 4,    // unmounted non-lazily
    kMountDoomed = 1u << 5,        // the last reference is gone
    kMountMarked = 1u << 6,        // scratch mark of one operation
    kMountCandidate = 1u << 7,     // scratch mark of the umount of 6.17 and later
    kMountConnected = 1u << 8,     // lazily unmounted, but still attached to its unmounted parent
    kMountAbsoluteRoot = 1u << 9,  // the mount below "/" that nobody can see
    kMountVisited = 1u << 10,      // scratch marks of the umount of 4.13 to 6.16: on one of its lists
    kMountToRestore = 1u << 11,
};

// Why a mount exists.
enum class MountOrigin : std::uint32_t {
    kBoot,           // there from the start
    kNewFilesystem,  // mount -t
    kBind,           // the top of a bind or rbind
    kBindChild,      // came along in an rbind
    kPeerCopy,       // propagated to a peer of the destination
    kSlaveCopy,      // propagated to a slave of the destination
    kNamespaceCopy,  // unshare
    kImported,       // read from a mountinfo
};

struct Mount {
    MountRef parent;       // itself when it has none
    DentryRef mountpoint;  // in the parent's file system; its own root when it has no parent
    DentryRef root;
    SuperblockRef superblock;

    MountRef first_child, last_child;           // mnt_mounts, in list order
    MountRef next_sibling, prev_sibling;        // mnt_child
    MountRef hash_next, hash_prev;              // mnt_hash
    MountRef mountpoint_next, mountpoint_prev;  // mnt_mp_list, newest first

    MountRef share_next, share_prev;  // mnt_share, a ring; itself when alone
    std::uint32_t group_id;           // 0: none
    MountRef master;
    MountRef first_slave, last_slave;  // mnt_slave_list
    MountRef slave_next, slave_prev;   // mnt_slave

    NamespaceRef ns;                          // none: not mounted (any more, or not yet)
    MountRef ns_next, ns_prev;                // the namespace's list, in order of commit
    MountRef list_next, list_prev;            // work list of one operation
    MountRef umounting_next, umounting_prev;  // second work list (mnt_umounting, candidates)
    MountRef overmount;                       // the newest child that covers this mount's root
    std::uint32_t flags;                      // MountFlag
    std::uint32_t pins;                       // open files, working directories and roots that hold it
    std::uint32_t mnt_id;                     // the small, reused number of mountinfo
    std::uint32_t unique_id;                  // order of creation, never used again

    MountOrigin origin;
    std::uint32_t born_in_command;  // index of the command that made it, from 1; 0: boot
    std::uint32_t copied_from;      // unique_id of the mount it is a copy of; 0: none
    std::uint32_t placed_on;        // unique_id of the mount it was first attached to; 0: none
};
static_assert(sizeof(Mount) <= 160, "65,536 mounts must stay small");

enum DentryFlag : std::uint32_t {
    kDentryDirectory = 1u << 0,
    kDentryUnlinked = 1u << 1,
};

struct Dentry {
    DentryRef parent;  // itself for the root of a file system
    NameRef name;
    SuperblockRef superblock;
    DentryRef first_child, last_child, next_sibling, prev_sibling;
    DentryRef hash_next;
    MountRef first_mount;  // what is mounted here, anywhere, newest first (struct mountpoint m_list)
    std::uint32_t flags;   // DentryFlag
    std::uint32_t depth;   // 0 for a root
    std::uint32_t pins;    // mounts, processes, files and children that refer to it
};

struct Superblock {
    NameRef source;  // "t0" of mount -t tmpfs t0 /a
    NameRef type;    // "tmpfs"
    DentryRef root;
    std::uint32_t mounts;      // how many mounts show it
    std::uint32_t minor;       // device number 0:minor in mountinfo
    std::uint32_t read_only;   // 1 after umount(2) of a process' root remounted it
    UserNamespaceRef user_ns;  // who may remount it
};

struct UserNamespace {
    UserNamespaceRef parent;  // none for the initial one
    std::uint32_t level;
};

struct Namespace {
    MountRef root;  // the absolute root
    MountRef first_mount, last_mount;
    std::uint32_t nr_mounts;
    std::uint32_t pending_mounts;  // reserved while a tree is being attached
    UserNamespaceRef user_ns;
    std::uint32_t processes;  // living ones; at 0 the namespace ends
    std::uint32_t seq;        // order of creation
    std::uint32_t events;     // how often its table changed (pollers of mountinfo wake up)
};

// A place: a directory or file as seen through a mount. Not stored in tables; a value.
struct Path {
    MountRef mount;
    DentryRef dentry;
    friend bool operator==(const Path&, const Path&) = default;
};

struct Process {
    NameRef name;
    NamespaceRef ns;  // none: has ended
    UserNamespaceRef user_ns;
    Path root;
    Path cwd;
    FileRef first_file;
};

struct OpenFile {
    NameRef name;  // the name the scenario gave it
    Path path;
    FileRef next;
};

}  // namespace mountscope
