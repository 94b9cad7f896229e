#pragma once
// Which copies go with an umounted tree, by the rules of 4.1 to 4.12: a first pass marks the copies of every
// mount of the list, a second one takes those that have a mark and no children. Every mount of the list asks
// every receiver twice, whether or not there is anything left to find.
//
//   UmountMarkTake(kernel).propagate(list);   // list: in the order of the umount list; victims are put
//   before
//                                             // the mount whose copies they are
//
// Models fs/pnode.c mark_umount_candidates(), __propagate_umount(), propagate_umount() of 4.9 and of 4.11,
// where what covers a taken copy slides down at once (kernel.md D.2, D.4).

#include <vector>

#include "core/kernel/kernel.hpp"

namespace mountscope {

class UmountMarkTake {
  public:
    explicit UmountMarkTake(Kernel& kernel) : kernel_(kernel), world_(kernel.world_) {}

    void propagate(std::vector<MountRef>& list);

  private:
    void mark(MountRef mount);
    void take(MountRef mount, std::vector<MountRef>& result);

    Kernel& kernel_;
    World& world_;
};

}  // namespace mountscope
