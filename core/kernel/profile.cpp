#include "core/kernel/profile.hpp"

namespace mountscope {

namespace {

constexpr KernelProfile kKernels[] = {
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
