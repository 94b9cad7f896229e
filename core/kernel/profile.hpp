#pragma once
// Which rules a kernel version follows. One engine, many kernels: each point where versions differ is a
// field.
//
//   const KernelProfile* k = find_kernel("6.18");
//   if (k->taken_mountpoint == TakenMountpoint::kTuckOnTop) ...
//
// See kernel.md part 0.1 for the versions, parts B to D for the rules.

#include <span>
#include <string_view>

namespace mountscope {

// How umount_tree() and propagate_umount() work.
enum class UmountAlgorithm {
    kBatchMarkTake,  // 4.1 to 4.12: the whole tree gathered, marked, then taken
    kOneByOne,       // the proposal of 2016: each mount with its propagation before the next
    kRestoreAll,     // the first two patches of 4.13: right, still quadratic
    kRestoreUnseen,  // 4.13 to 6.16: each propagation visited once
    kGatherTrim,     // 6.17 and later: candidates gathered, trimmed, then taken
};

// What happens to a mount that is already where a propagated copy goes.
enum class TakenMountpoint {
    kShadow,      // until 4.10: the copy hides behind it, same parent, same place
    kTuckOnCopy,  // 4.11 to 6.16: it moves onto the copy's root
    kTuckOnTop,   // 6.17 and later: it moves onto whatever covers the copy's root
};

// The order in which a namespace lists its mounts, and in which umount_tree() gathers them.
enum class ListOrder {
    kCommitOrder,    // until 6.7: a list; gathered at the head
    kCreationOrder,  // 6.8 and later: by unique id; gathered at the tail
};

// Where the slaves of a mount that leaves its group go in the list of their new master, and who that is.
enum class SlaveTransfer {
    kTailSameRootPeer,  // until 6.16: to the tail; a peer with the same root is preferred
    kHeadNextPeer,      // 6.17: to the head of the next peer
    kHeadBulk,          // 6.18 and later: all that leave in one umount at once
};

// How LOCKED travels when mounts are copied.
enum class LockedCopy {
    kWithFlags,  // until 6.16: cloned with the other flags, cleared on the top of a bind or a received copy
    kExceptTop,  // 6.17 and later: copy_tree() sets it on every mount but the top
};

struct KernelProfile {
    std::string_view name;
    std::string_view versions;  // "4.1 to 4.10"
    std::string_view years;     // "2015 to 2016"
    std::string_view title;     // short: "batch, shadow mounts"
    std::string_view change;    // what changed, one sentence
    std::string_view commit;    // id of the commit that made it so
    UmountAlgorithm umount;
    TakenMountpoint taken_mountpoint;
    ListOrder list_order;
    SlaveTransfer slave_transfer;
    LockedCopy locked_copy;
    // A namespace copy forgets that a mount is unbindable (the fault of 6.17 to 7.1).
    bool forgets_unbindable = false;
    // make-* asks who administers the mount's own namespace (EPERM), since 6.17, instead of whether it is the
    // caller's (EINVAL).
    bool administers_by_mount = true;
    // move_mount(2) looks at the source before it locks the target (6.18).
    bool move_checks_source_first = true;
    // On machines above 64 GiB the mount hash grows more slowly than memory (4.13).
    bool scales_hash_with_memory = true;
    // What was unmounted is let go after an expedited grace period (5.1); before, after an ordinary one.
    bool expedites_grace_period = true;
    // move_mount(2) is there (5.2), and with it set-group and --beneath.
    bool has_move_mount = true;

    // Copies that the first pass of a umount marked and the second did not come by keep their marks
    // (until 4.12).
    bool leaves_marks() const {
        return umount == UmountAlgorithm::kBatchMarkTake || umount == UmountAlgorithm::kOneByOne;
    }
};

// All profiles, oldest first.
std::span<const KernelProfile> kernels();
// By name; null when there is none.
const KernelProfile* find_kernel(std::string_view name);
const KernelProfile& default_kernel();  // 6.18

}  // namespace mountscope
