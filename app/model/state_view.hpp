#pragma once
// One state, ready to be shown: its tables, where each mount is, its peer groups and namespaces.
//
//   StateView view(world);
//   MountRef m = view.mount(unique_id);          // none when it is not there in this state
//   view.place(m);                               // "/mnt/1", or "/mnt/1 in b" outside the first namespace
//   for (const GroupSummary& g : view.groups()) ...
//
// Made once for a state and kept; everything in it is derived from the World.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/text/mount_table.hpp"

namespace mountscope {

struct GroupSummary {
    std::uint32_t group_id = 0;      // the kernel's, as in mountinfo
    std::vector<MountRef> peers;     // in order of the ring, from the oldest member on
    std::size_t slaves = 0;          // mounts whose master is a member
    std::uint32_t master_group = 0;  // the kernel's id; 0: none
};

struct NamespaceSummary {
    NamespaceRef ns;
    std::uint32_t seq = 0;
    std::string name;                    // of its oldest process
    std::vector<std::string> processes;  // all living ones, that one first
    std::size_t mounts = 0;
    bool other_user = false;  // owned by a user namespace that is not the first
};

class StateView {
  public:
    explicit StateView(const World& world);

    const World& world() const { return world_; }
    const StateTables& tables() const { return tables_; }
    const std::vector<GroupSummary>& groups() const { return groups_; }
    const std::vector<NamespaceSummary>& namespaces() const { return namespaces_; }

    const GroupSummary* group(std::uint32_t group_id) const;
    const NamespaceSummary* name_space(NamespaceRef ns) const;
    // By unique_id; only mounts that are in a namespace.
    MountRef mount(std::uint32_t unique_id) const;
    std::size_t mounts() const { return tables_.mounts; }

    // Where it is, as the oldest process of its namespace sees it; "" when it can't be seen.
    std::string path(MountRef mount) const;
    // The path, with the namespace when it is not the first one.
    std::string place(MountRef mount) const;
    // "shared, group 2", "slave of group 1", "private", ...
    std::string propagation(MountRef mount) const;
    // The hash that stored results of real kernels carry: equal for equal tables.
    std::uint32_t table_hash() const;

  private:
    World world_;
    StateTables tables_;
    std::vector<GroupSummary> groups_;
    std::vector<NamespaceSummary> namespaces_;
    std::unordered_map<std::uint32_t, MountRef> by_unique_id_;
    std::unordered_map<std::uint32_t, std::size_t> group_index_;
    mutable std::uint32_t table_hash_ = 0;
    mutable bool has_table_hash_ = false;
};

}  // namespace mountscope
