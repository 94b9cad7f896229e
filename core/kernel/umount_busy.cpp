// Whether a non-lazy umount must fail. Models fs/pnode.c propagate_mount_busy() (kernel.md D.1.3).

#include "core/kernel/kernel.hpp"

namespace mountscope {

// Whether a copy that would go is in use. One that will stay anyway, because something is mounted inside, is
// not asked; until 4.10 anything mounted on it was reason enough to stay, since then a mere cover is not.
bool Kernel::is_copy_busy(MountRef copy) const {
    const Mount& c = world_[copy];
    if (profile_.taken_mountpoint == TakenMountpoint::kShadow) return !c.first_child && c.pins != 0;
    const bool only_covered = c.first_child && c.first_child == c.last_child && c.overmount;
    if (c.first_child && !only_covered) return false;
    return c.pins != 0;
}

bool Kernel::propagate_mount_busy(MountRef mount) {
    begin_phase(Phase::kBusy);
    if (world_[mount].first_child || world_[mount].pins != 0) return true;
    std::uint32_t number = 0;
    const MountRef parent = world_[mount].parent;
    const DentryRef place = world_[mount].mountpoint;
    for (MountRef m = propagation_next(parent, parent); m; m = propagation_next(m, parent)) {
        const MountRef copy = lookup_copy(Counter::kBusyLookup, m, place);
        const bool busy = copy && is_copy_busy(copy);
        step(StepKind::kBusyReceiver,
             !copy  ? Decision::kNothingThere
             : busy ? Decision::kBusy
                    : Decision::kFree,
             mount, m, copy, ++number);
        if (busy) return true;
    }
    return false;
}

}  // namespace mountscope
