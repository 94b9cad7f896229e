// Whether a non-lazy umount must fail. Models fs/pnode.c propagate_mount_busy() (kernel.md D.1.3).

#include "core/kernel/kernel.hpp"

namespace mountscope {

bool Kernel::propagate_mount_busy(MountRef mount) {
    if (world_[mount].first_child || world_[mount].pins != 0) return true;
    const MountRef parent = world_[mount].parent;
    const DentryRef place = world_[mount].mountpoint;
    for (MountRef m = propagation_next(parent, parent); m; m = propagation_next(m, parent)) {
        const MountRef copy = lookup(Counter::kBusyLookup, m, place);
        if (!copy) continue;
        const Mount& c = world_[copy];
        // A copy with something mounted inside will stay anyway; one that is merely covered will go.
        const bool only_covered = c.first_child && c.first_child == c.last_child && c.overmount;
        if (c.first_child && !only_covered) continue;
        if (c.pins != 0) return true;
    }
    return false;
}

}  // namespace mountscope
