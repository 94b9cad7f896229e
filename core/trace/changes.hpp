#pragma once
// What one command changed, by comparing the World before and after it.
//
//   Changes c = compare_worlds(before, after);
//   for (MountRef m : c.added) ...      // handles into `after`
//   for (MountRef m : c.removed) ...    // handles into `before`
//
// Only mounts in a namespace count; the invisible absolute roots do not. A mount keeps its handle as long as
// it exists, so `moved` and `regrouped` are handles into both.

#include <string>
#include <vector>

#include "core/world/world.hpp"

namespace mountscope {

struct Changes {
    std::vector<MountRef> added;      // by unique_id
    std::vector<MountRef> removed;    // by unique_id
    std::vector<MountRef> moved;      // other parent or mountpoint
    std::vector<MountRef> regrouped;  // other peer group, master or unbindable mark
    std::vector<NamespaceRef> namespaces_added;
    std::vector<NamespaceRef> namespaces_removed;  // handles into `before`

    bool empty() const {
        return added.empty() && removed.empty() && moved.empty() && regrouped.empty() &&
               namespaces_added.empty() && namespaces_removed.empty();
    }
};

Changes compare_worlds(const World& before, const World& after);

}  // namespace mountscope
