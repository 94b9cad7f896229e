#pragma once
// Which copies go with an umounted tree, by the rules of 4.1 to 4.12: a first pass marks the copies of every
// mount of the list, a second one takes those that have a mark and no children. Every mount of the list asks
// every receiver twice, whether or not there is anything left to find.
//
//   UmountMarkTake(kernel).propagate(run);   // run.list: in the order of the umount list; victims are put
//                                            // before the mount whose copies they are
//
// Models fs/pnode.c mark_umount_candidates(), __propagate_umount(), propagate_umount() of 4.9 and of 4.11,
// where what covers a taken copy slides down at once (kernel.md D.2, D.4).

#include <vector>

#include "core/kernel/kernel.hpp"
#include "core/kernel/receiver_classes.hpp"
#include "core/kernel/umount_run.hpp"

namespace mountscope {

class UmountMarkTake {
  public:
    explicit UmountMarkTake(Kernel& kernel);

    void propagate(UmountRun& run);

  private:
    // Whether the next visit may be added up rather than done.
    bool may_be_added_up(const UmountRun& run, ReceiverClasses& classes) const;
    // A visit: all receivers of the mount's parent are asked for their copy.
    void visit_to_mark(UmountRun& run, MountRef mount);
    void visit_to_take(UmountRun& run, MountRef mount);
    bool visit_quickly_to_mark(MountRef mount);
    bool visit_quickly_to_take(MountRef mount);

    bool may_be_marked(MountRef receiver, MountRef copy) const;
    Decision mark(MountRef receiver, MountRef copy);
    Decision take(MountRef copy, std::vector<MountRef>& result);

    Kernel& kernel_;
    World& world_;
    ReceiverClasses mark_classes_;
    ReceiverClasses take_classes_;
};

}  // namespace mountscope
