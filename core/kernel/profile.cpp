#include "core/kernel/profile.hpp"

namespace mountscope {

namespace {

constexpr KernelProfile kKernels[] = {
    {
        .name = "4.9",
        .versions = "4.1 to 4.10",
        .years = "2015 to 2017",
        .title = "batch: mark, then take",
        .change = "The whole tree is gathered; copies elsewhere are marked for all of it, then taken, each "
                  "mount asking every receiver twice. A copy at a taken place hides behind what is there.",
        .commit = "0c56fe31420c",
        .umount = UmountAlgorithm::kBatchMarkTake,
        .taken_mountpoint = TakenMountpoint::kShadow,
        .list_order = ListOrder::kCommitOrder,
        .slave_transfer = SlaveTransfer::kTailSameRootPeer,
        .locked_copy = LockedCopy::kWithFlags,
        .administers_by_mount = false,
        .move_checks_source_first = false,
        .scales_hash_with_memory = false,
        .expedites_grace_period = false,
        .has_move_mount = false,
    },
    {
        .name = "4.9-rfc2",
        .versions = "never merged, on 4.10",
        .years = "2016",
        .title = "one by one, on shadow mounts",
        .change = "Each mount is unmounted, with its propagation, before the next one, children first, so "
                  "that groups shrink as the work goes on.",
        .commit = "proposal v2",
        .umount = UmountAlgorithm::kOneByOne,
        .taken_mountpoint = TakenMountpoint::kShadow,
        .list_order = ListOrder::kCommitOrder,
        .slave_transfer = SlaveTransfer::kTailSameRootPeer,
        .locked_copy = LockedCopy::kWithFlags,
        .administers_by_mount = false,
        .move_checks_source_first = false,
        .scales_hash_with_memory = false,
        .expedites_grace_period = false,
        .has_move_mount = false,
    },
    {
        .name = "4.11",
        .versions = "4.11 and 4.12",
        .years = "2017",
        .title = "batch: mark, then take; tucked",
        .change = "A mount propagated to a taken place is tucked beneath what is there; what covered a taken "
                  "copy slides down while the scan goes on.",
        .commit = "1064f874abc0",
        .umount = UmountAlgorithm::kBatchMarkTake,
        .taken_mountpoint = TakenMountpoint::kTuckOnCopy,
        .list_order = ListOrder::kCommitOrder,
        .slave_transfer = SlaveTransfer::kTailSameRootPeer,
        .locked_copy = LockedCopy::kWithFlags,
        .administers_by_mount = false,
        .move_checks_source_first = false,
        .scales_hash_with_memory = false,
        .expedites_grace_period = false,
        .has_move_mount = false,
    },
    {
        .name = "4.11-rfc2",
        .versions = "never merged, on 4.12",
        .years = "2016",
        .title = "one by one, tucked",
        .change = "The proposal of 2016 on a kernel that tucks.",
        .commit = "proposal v2",
        .umount = UmountAlgorithm::kOneByOne,
        .taken_mountpoint = TakenMountpoint::kTuckOnCopy,
        .list_order = ListOrder::kCommitOrder,
        .slave_transfer = SlaveTransfer::kTailSameRootPeer,
        .locked_copy = LockedCopy::kWithFlags,
        .administers_by_mount = false,
        .move_checks_source_first = false,
        .scales_hash_with_memory = false,
        .expedites_grace_period = false,
        .has_move_mount = false,
    },
    {
        .name = "4.13-two-patches",
        .versions = "some vendors' 4.4 and 4.9",
        .years = "2017",
        .title = "restore afterwards, ask every time",
        .change = "Survivors are put back in a pass of their own, and mounts may be visited in any order: "
                  "right, and still quadratic.",
        .commit = "99b19d16471e",
        .umount = UmountAlgorithm::kRestoreAll,
        .taken_mountpoint = TakenMountpoint::kTuckOnCopy,
        .list_order = ListOrder::kCommitOrder,
        .slave_transfer = SlaveTransfer::kTailSameRootPeer,
        .locked_copy = LockedCopy::kWithFlags,
        .administers_by_mount = false,
        .move_checks_source_first = false,
        .scales_hash_with_memory = false,
        .expedites_grace_period = false,
        .has_move_mount = false,
    },
    {
        .name = "4.13",
        .versions = "4.13 to 6.7",
        .years = "2017 to 2024",
        .title = "restore afterwards, ask once",
        .change = "A propagation that has been looked at is not looked at again: linear.",
        .commit = "296990deb389",
        .umount = UmountAlgorithm::kRestoreUnseen,
        .taken_mountpoint = TakenMountpoint::kTuckOnCopy,
        .list_order = ListOrder::kCommitOrder,
        .slave_transfer = SlaveTransfer::kTailSameRootPeer,
        .locked_copy = LockedCopy::kWithFlags,
        .administers_by_mount = false,
        .move_checks_source_first = false,
    },
    {
        .name = "6.8",
        .versions = "6.8 to 6.16",
        .years = "2024 to 2025",
        .title = "restore afterwards, by creation order",
        .change = "A namespace keeps its mounts in a tree by their age, which turns the order of the umount "
                  "list round.",
        .commit = "2eea9ce4310d",
        .umount = UmountAlgorithm::kRestoreUnseen,
        .taken_mountpoint = TakenMountpoint::kTuckOnCopy,
        .list_order = ListOrder::kCreationOrder,
        .slave_transfer = SlaveTransfer::kTailSameRootPeer,
        .locked_copy = LockedCopy::kWithFlags,
        .administers_by_mount = false,
        .move_checks_source_first = false,
    },
    {
        .name = "6.17",
        .versions = "6.17",
        .years = "2025",
        .title = "gather and trim",
        .change = "Candidates are gathered, those that hold something that stays are struck, and the rest "
                  "goes; nothing visible moves.",
        .commit = "f0d0ba19985d",
        .umount = UmountAlgorithm::kGatherTrim,
        .taken_mountpoint = TakenMountpoint::kTuckOnTop,
        .list_order = ListOrder::kCreationOrder,
        .slave_transfer = SlaveTransfer::kHeadNextPeer,
        .locked_copy = LockedCopy::kExceptTop,
        .move_checks_source_first = false,
    },
    {
        .name = "6.18",
        .versions = "6.18 and later",
        .years = "since 2025",
        .title = "gather and trim, leave in bulk",
        .change = "Everything that goes leaves its peer groups and master lists in one pass.",
        .commit = "75db7fd99075",
        .umount = UmountAlgorithm::kGatherTrim,
        .taken_mountpoint = TakenMountpoint::kTuckOnTop,
        .list_order = ListOrder::kCreationOrder,
        .slave_transfer = SlaveTransfer::kHeadBulk,
        .locked_copy = LockedCopy::kExceptTop,
    },
};

}  // namespace

std::span<const KernelProfile> kernels() {
    return kKernels;
}

const KernelProfile* find_kernel(std::string_view name) {
    for (const KernelProfile& kernel : kKernels) {
        if (kernel.name == name) return &kernel;
    }
    return nullptr;
}

const KernelProfile& default_kernel() {
    return *find_kernel("6.18");
}

}  // namespace mountscope
