// The mount tree, the hash table, peer groups and slaves.

#include <algorithm>
#include <bit>

#include "core/world/invariants.hpp"

namespace mountscope {

namespace {

std::uint32_t count_taken(const IdAllocator& ids) {
    std::uint32_t taken = 0;
    for (const std::uint64_t word : ids.words()) taken += static_cast<std::uint32_t>(std::popcount(word));
    return taken;
}

}  // namespace

bool InvariantCheck::states_of_mounts() {
    return for_each_mount([this](MountRef ref) {
        const Mount& m = world_.mounts_[ref];
        const bool unmounted = (m.flags & kMountUmount) != 0;
        const bool connected = (m.flags & kMountConnected) != 0;
        const bool has_parent = m.parent != ref;
        if ((m.flags & kMountDoomed) != 0)
            return fail(ref, "its last reference is gone, it should be gone too");
        if (m.ns) {
            if (unmounted || connected || (m.flags & kMountSyncUmount) != 0) {
                return fail(ref, "it is mounted and has a mark of unmounted ones");
            }
            const bool is_root = world_.namespaces_[m.ns].root == ref;
            if (is_root == has_parent) return fail(ref, "only the root of a namespace has no parent");
            if (has_parent && world_.mounts_[m.parent].ns != m.ns) {
                return fail(ref, "its parent is in another namespace");
            }
            return true;
        }
        if (!unmounted) return fail(ref, "it is in no namespace and was not unmounted");
        if (m.group_id != 0 || m.master || m.first_slave || m.share_next != ref) {
            return fail(ref, "it is unmounted and still in a peer group or master list");
        }
        if (has_parent != connected) return fail(ref, "only a connected unmounted mount has a parent");
        if (has_parent && (world_.mounts_[m.parent].flags & kMountUmount) == 0) {
            return fail(ref, "it is unmounted and connected to a parent that is not");
        }
        if (!has_parent && m.pins == 0) return fail(ref, "it is unmounted and nothing holds it");
        return true;
    });
}

bool InvariantCheck::children() {
    std::vector<bool> seen(world_.mounts_.slots(), false);
    std::uint32_t linked = 0;
    std::uint32_t with_parent = 0;
    const bool lists_are_well = for_each_mount([&](MountRef ref) {
        const Mount& m = world_.mounts_[ref];
        if (m.parent != ref) ++with_parent;
        MountRef before;
        bool covered = false;
        bool overmount_found = false;
        for (MountRef child = m.first_child; child; child = world_.mounts_[child].next_sibling) {
            const Mount& c = world_.mounts_[child];
            if (seen[child.value]) return fail(child, "it is twice in lists of children");
            seen[child.value] = true;
            ++linked;
            if (c.parent != ref || child == ref)
                return fail(child, "it is a child of another than its parent");
            if (c.prev_sibling != before) return fail(child, "its previous sibling is not the one before it");
            covered = covered || c.mountpoint == m.root;
            overmount_found = overmount_found || (child == m.overmount && c.mountpoint == m.root);
            before = child;
        }
        if (m.last_child != before) return fail(ref, "its last child is not the end of its list of children");
        if (covered != static_cast<bool>(m.overmount) || covered != overmount_found) {
            return fail(ref, "its overmount is not a child that covers its root");
        }
        return true;
    });
    if (!lists_are_well) return false;
    if (linked != with_parent) {
        return for_each_mount([&](MountRef ref) {
            const bool has_parent = world_.mounts_[ref].parent != ref;
            return has_parent == seen[ref.value] || fail(ref, "it is not in its parent's list of children");
        });
    }
    // Each is in one list at most; those that no parentless mount leads to go round in a circle.
    std::vector<bool> reached(world_.mounts_.slots(), false);
    for_each_mount([&](MountRef top) {
        if (world_.mounts_[top].parent != top) return true;
        for (MountRef m = top; m; m = next_in_tree(world_, m, top)) reached[m.value] = true;
        return true;
    });
    return for_each_mount(
        [&](MountRef ref) { return reached[ref.value] || fail(ref, "it is its own ancestor"); });
}

bool InvariantCheck::hash_chains() {
    std::vector<bool> seen(world_.mounts_.slots(), false);
    for (std::uint32_t bucket = 0; bucket < world_.bucket_count(); ++bucket) {
        const MountRef first = world_.bucket_first(bucket);
        if (!is_none_or_live(first)) {
            broken_ = "bucket " + std::to_string(bucket) + ": its first mount does not exist";
            return false;
        }
        MountRef before;
        for (MountRef at = first; at; at = world_.mounts_[at].hash_next) {
            const Mount& m = world_.mounts_[at];
            if (seen[at.value]) return fail(at, "it is twice in the hash table");
            seen[at.value] = true;
            if (m.hash_prev != before) return fail(at, "the one before it in its hash chain is another");
            if (m.parent == at) return fail(at, "it has no parent and is in the hash table");
            if (world_.bucket_of(m.parent, m.mountpoint) != bucket)
                return fail(at, "it is in the wrong bucket");
            before = at;
        }
    }
    return for_each_mount([&](MountRef ref) {
        const Mount& m = world_.mounts_[ref];
        if (m.parent == ref) return true;
        return seen[ref.value] || fail(ref, "it can't be found in the hash table");
    });
}

bool InvariantCheck::mountpoint_lists() {
    std::vector<bool> seen(world_.mounts_.slots(), false);
    const bool lists_are_well = for_each_dentry([&](DentryRef dentry) {
        MountRef before;
        for (MountRef at = world_.dentries_[dentry].first_mount; at;
             at = world_.mounts_[at].mountpoint_next) {
            const Mount& m = world_.mounts_[at];
            if (seen[at.value]) return fail(at, "it is twice in lists of what is mounted on a directory");
            seen[at.value] = true;
            if (m.mountpoint != dentry || m.parent == at)
                return fail(at, "it is listed at another mountpoint");
            if (m.mountpoint_prev != before)
                return fail(at, "the one before it at its mountpoint is another");
            before = at;
        }
        return true;
    });
    return lists_are_well && for_each_mount([&](MountRef ref) {
               const Mount& m = world_.mounts_[ref];
               if (m.parent == ref) {
                   if (m.mountpoint != m.root)
                       return fail(ref, "it has no parent and another mountpoint than its root");
                   return true;
               }
               return seen[ref.value] || fail(ref, "it is not in the list of its mountpoint");
           });
}

bool InvariantCheck::rings() {
    std::vector<bool> seen(world_.mounts_.slots(), false);
    std::vector<bool> id_seen;
    std::uint32_t groups = 0;
    const bool well = for_each_mount([&](MountRef ref) {
        const Mount& m = world_.mounts_[ref];
        if (world_.mounts_[m.share_next].share_prev != ref ||
            world_.mounts_[m.share_prev].share_next != ref) {
            return fail(ref, "its ring is not closed");
        }
        if (((m.flags & kMountShared) != 0) != (m.group_id != 0)) {
            return fail(ref, "it is shared without a group id, or has one and is not shared");
        }
        if (m.group_id == 0 && m.share_next != ref) return fail(ref, "it has peers and no group id");
        if (m.group_id != 0 && (m.flags & kMountUnbindable) != 0)
            return fail(ref, "it is shared and unbindable");
        if (world_.mounts_[m.share_next].group_id != m.group_id)
            return fail(ref, "its next peer has another group id");
        if (world_.mounts_[m.share_next].master != m.master)
            return fail(ref, "its next peer has another master");
        if (m.group_id == 0 || seen[ref.value]) return true;
        if (!world_.group_ids_.is_taken(m.group_id)) return fail(ref, "its group id counts as free");
        if (m.group_id >= id_seen.size()) id_seen.resize(m.group_id + 1, false);
        if (id_seen[m.group_id]) return fail(ref, "another ring has the same group id");
        id_seen[m.group_id] = true;
        ++groups;
        for (MountRef peer = ref; !seen[peer.value]; peer = world_.mounts_[peer].share_next)
            seen[peer.value] = true;
        return true;
    });
    if (!well) return false;
    if (count_taken(world_.group_ids_) == groups) return true;
    broken_ = std::to_string(count_taken(world_.group_ids_)) + " group ids are taken, " +
              std::to_string(groups) + " are in use";
    return false;
}

bool InvariantCheck::slave_lists() {
    std::vector<bool> seen(world_.mounts_.slots(), false);
    const bool lists_are_well = for_each_mount([&](MountRef master) {
        const Mount& m = world_.mounts_[master];
        if (m.first_slave && (!m.ns || (m.flags & kMountShared) == 0)) {
            return fail(master, "it has slaves and is not a mounted member of a peer group");
        }
        MountRef before;
        for (MountRef slave = m.first_slave; slave; slave = world_.mounts_[slave].slave_next) {
            const Mount& s = world_.mounts_[slave];
            if (seen[slave.value]) return fail(slave, "it is twice in lists of slaves");
            seen[slave.value] = true;
            if (s.master != master) return fail(slave, "it is in the slave list of another than its master");
            if (s.slave_prev != before) return fail(slave, "the one before it in its slave list is another");
            before = slave;
        }
        if (m.last_slave != before) return fail(master, "its last slave is not the end of its slave list");
        return groups_in_slave_list(master);
    });
    return lists_are_well && for_each_mount([&](MountRef ref) {
               const Mount& m = world_.mounts_[ref];
               if (!m.master && (m.slave_next || m.slave_prev))
                   return fail(ref, "it has no master and is in a slave list");
               return !m.master || seen[ref.value] || fail(ref, "it is not in its master's slave list");
           });
}

// Peers that are slaves stand next to each other in their master's list, in the order of their ring.
bool InvariantCheck::groups_in_slave_list(MountRef master) {
    MountRef start;
    for (MountRef slave = world_.mounts_[master].first_slave; slave;
         slave = world_.mounts_[slave].slave_next) {
        const Mount& s = world_.mounts_[slave];
        if (s.group_id == 0) continue;
        if (!start) start = slave;
        const bool goes_on = s.slave_next && world_.mounts_[s.slave_next].group_id == s.group_id;
        if (s.share_next != (goes_on ? s.slave_next : start)) {
            return fail(slave, "its peers are not next to it in the slave list");
        }
        if (!goes_on) start = {};
    }
    return true;
}

bool InvariantCheck::ids() {
    std::vector<bool> id_seen;
    std::vector<std::uint32_t> unique_ids;
    const bool well = for_each_mount([&](MountRef ref) {
        const Mount& m = world_.mounts_[ref];
        if (!world_.mnt_ids_.is_taken(m.mnt_id)) return fail(ref, "its mnt_id counts as free");
        if (m.mnt_id >= id_seen.size()) id_seen.resize(m.mnt_id + 1, false);
        if (id_seen[m.mnt_id]) return fail(ref, "another mount has the same mnt_id");
        id_seen[m.mnt_id] = true;
        if (m.unique_id >= world_.next_unique_id_)
            return fail(ref, "its unique_id has not been given out yet");
        unique_ids.push_back(m.unique_id);
        return true;
    });
    if (!well) return false;
    std::sort(unique_ids.begin(), unique_ids.end());
    if (const auto twice = std::adjacent_find(unique_ids.begin(), unique_ids.end());
        twice != unique_ids.end()) {
        broken_ = "two mounts have the unique_id " + std::to_string(*twice);
        return false;
    }
    if (count_taken(world_.mnt_ids_) == unique_ids.size()) return true;
    broken_ = std::to_string(count_taken(world_.mnt_ids_)) + " mnt_ids are taken, there are " +
              std::to_string(unique_ids.size()) + " mounts";
    return false;
}

}  // namespace mountscope
