#pragma once
// Which copies go with an umounted tree, by the rules of 4.13 to 6.16: copies are taken as soon as nothing
// that stays is seen inside, their parents are looked at again, and what was taken by mistake or covered a
// taken copy is put back in a pass of its own.
//
//   UmountRestore(kernel, run).propagate();   // victims are added at the end of run.list
//
// With only the first two patches of 4.13 every mount asks every receiver; the third one skips what was seen.
// Models fs/pnode.c __propagate_umount(), umount_list(), restore_mounts(), propagate_umount() (kernel.md
// D.5).

#include <vector>

#include "core/kernel/kernel.hpp"
#include "core/kernel/receiver_classes.hpp"
#include "core/kernel/umount_run.hpp"

namespace mountscope {

class UmountRestore {
  public:
    UmountRestore(Kernel& kernel, UmountRun& run)
        : kernel_(kernel), world_(kernel.world_), run_(run), classes_(kernel, Counter::kUmountLookup) {}

    void propagate();

  private:
    void begin_visit(MountRef mount);
    void ask_every_receiver(MountRef mount);
    bool ask_quickly(MountRef mount);
    void ask_unseen_receivers(MountRef mount);
    Decision take_upwards(MountRef mount, MountRef receiver, MountRef copy);
    Decision try_umount_one(MountRef copy);  // kTaken and kLockedWaits are progress
    void umount_one(MountRef mount);
    bool ask_all();  // false when stopped
    void take_what_is_inside(MountRef mount);
    void restore(std::size_t entry);

    bool is_linked(MountRef mount) const { return world_.has_flag(mount, kMountVisited | kMountToRestore); }
    void move_to_restore(MountRef mount);
    void mark_visited(MountRef mount);

    Kernel& kernel_;
    World& world_;
    // An entry of run_.to_restore counts only while the mount's umounting_next names its place, since a mount
    // may be moved to the end or leave.
    UmountRun& run_;
    ReceiverClasses classes_;
};

}  // namespace mountscope
