#pragma once
// Which copies go with an umounted tree, by the rules of 6.17 and later: candidates are gathered, those that
// hold something that stays are struck, and the rest is taken; what covered them slides down.
//
//   UmountGatherTrim(kernel, run).propagate();   // run.list: the mounts of the tree, parents first; victims
//                                                // are added
//
// Every element of the result either was in the list, or has inside it (not on its root) nothing that stays;
// no locked mount goes without its parent. Models fs/pnode.c propagate_umount() since f0d0ba19985d (kernel.md
// D.6).

#include <vector>

#include "core/kernel/kernel.hpp"
#include "core/kernel/umount_run.hpp"

namespace mountscope {

class UmountGatherTrim {
  public:
    UmountGatherTrim(Kernel& caller, UmountRun& run) : kernel_(caller), run_(run) {}

    void propagate();

  private:
    Kernel& kernel_;
    UmountRun& run_;
    bool begin_visit(MountRef m);
    void gather_candidates(MountRef m);
    MountRef skip_subtree(MountRef receiver, MountRef origin);
    void trim_one(MountRef mount);
    void trim_ancestors(MountRef mount);
    void handle_locked();
    void umount_one(MountRef mount);
    void reparent(MountRef survivor);

    void push_candidate(MountRef mount);
    void drop_candidate(MountRef mount);
};

}  // namespace mountscope
