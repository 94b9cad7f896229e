#include "core/kernel/counters.hpp"

namespace mountscope {

namespace {

struct Entry {
    std::string_view name;
    std::string_view meaning;
};

constexpr Entry kEntries[kCounterCount] = {
    {"alloc", "Mounts created."},
    {"attach_lookup", "Hash lookups while a tree is attached and its copies are placed."},
    {"need_secondary", "Receivers asked whether they need a copy."},
    {"gather", "Mounts of the tree put on the umount list."},
    {"propagation_next", "Steps of the walk over receivers, the one that finds the end included."},
    {"busy_lookup", "Hash lookups of the test whether a copy elsewhere is busy."},
    {"unlock_lookup", "Hash lookups of the pass that unlocks the copies of the mount to go."},
    {"mark_lookup", "Hash lookups of the first pass, which marks copies (until 4.12)."},
    {"mark_set", "Copies marked by the first pass (until 4.12)."},
    {"umount_lookup", "Hash lookups that look for copies to take."},
    {"extra_umount", "Copies taken by propagation (before 4.13)."},
    {"__propagate_umount", "Copies examined whether they can go (4.13 to 6.16)."},
    {"umount_one", "Copies taken by propagation (since 4.13)."},
    {"candidate", "Copies gathered that may have to go (since 6.17)."},
    {"trim_one", "Candidates examined (since 6.17)."},
    {"trim_ancestors", "Ancestors spared because of what stays inside them (since 6.17)."},
    {"child_scan", "Children looked at while a copy is examined."},
    {"handle_locked", "Locked candidates treated (since 6.17)."},
    {"skip_visited", "Mounts of the list whose propagation had been seen already."},
    {"skip_subtree", "Subtrees of the receiver walk passed over because they had been seen."},
    {"restore", "Mounts put back after they had been considered."},
    {"reparent", "Survivors moved to another parent."},
    {"next_kid", "Steps of the post-order walk (one by one)."},
    {"outer", "Mounts taken as the outer step (one by one)."},
    {"finish", "Mounts taken out of the tree at the end."},
    {"kept_connected", "Of these, mounts that stay connected to their unmounted parent."},
    {"peer_scan", "Ring steps to find a new master when a mount leaves its group."},
    {"trace_transfers", "Steps to find who inherits the slaves of all that leave (since 6.18)."},
    {"grace_periods", "RCU grace periods waited for."},
    {"mntput", "Final references dropped after the grace period."},
    {"chain_entries", "Nodes of hash chains compared by all the lookups."},
    {"path_lookup", "Hash lookups while paths are resolved."},
};

}  // namespace

std::string_view counter_name(Counter counter) {
    return kEntries[static_cast<std::size_t>(counter)].name;
}
std::string_view counter_meaning(Counter counter) {
    return kEntries[static_cast<std::size_t>(counter)].meaning;
}

}  // namespace mountscope
