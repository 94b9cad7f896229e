// Namespaces, processes, directories and file systems: lists, and counts worked out anew.

#include <utility>

#include "core/world/invariants.hpp"

namespace mountscope {

bool InvariantCheck::namespaces() {
    std::vector<bool> seen(world_.mounts_.slots(), false);
    std::vector<std::uint32_t> living(world_.namespaces_.slots(), 0);
    for (std::uint32_t value = 1; value < world_.processes_.slots(); ++value) {
        if (const NamespaceRef ns = world_.processes_[ProcessRef{value}].ns) ++living[ns.value];
    }
    for (std::uint32_t value = 1; value < world_.namespaces_.slots(); ++value) {
        const NamespaceRef ref{value};
        if (!is_live(ref)) continue;
        const Namespace& ns = world_.namespaces_[ref];
        std::uint32_t mounts = 0;
        MountRef before;
        for (MountRef at = ns.first_mount; at; at = world_.mounts_[at].ns_next) {
            const Mount& m = world_.mounts_[at];
            if (seen[at.value]) return fail(at, "it is twice in lists of namespaces");
            seen[at.value] = true;
            if (m.ns != ref) return fail(at, "it is in the list of another namespace");
            if (m.ns_prev != before) return fail(at, "the one before it in its namespace's list is another");
            before = at;
            ++mounts;
        }
        if (ns.last_mount != before) return fail(ref, "its last mount is not the end of its list");
        if (ns.nr_mounts != mounts) {
            return fail(ref, "it counts " + std::to_string(ns.nr_mounts) + " mounts and lists " +
                                 std::to_string(mounts));
        }
        if (ns.pending_mounts != 0) return fail(ref, "mounts are still reserved");
        if (world_.mounts_[ns.root].ns != ref || (world_.mounts_[ns.root].flags & kMountAbsoluteRoot) == 0) {
            return fail(ref, "its root is not an absolute root of its own");
        }
        if (ns.processes == 0 || ns.processes != living[value]) {
            return fail(ref, "it counts " + std::to_string(ns.processes) + " processes, " +
                                 std::to_string(living[value]) + " live in it");
        }
    }
    return for_each_mount([&](MountRef ref) {
        return !world_.mounts_[ref].ns || seen[ref.value] || fail(ref, "it is not in its namespace's list");
    });
}

bool InvariantCheck::processes() {
    std::vector<std::uint32_t> pins(world_.mounts_.slots(), 0);
    std::vector<bool> file_seen(world_.files_.slots(), false);
    std::uint32_t files = 0;
    for (std::uint32_t value = 1; value < world_.processes_.slots(); ++value) {
        const ProcessRef ref{value};
        const Process& p = world_.processes_[ref];
        if (!p.ns) continue;
        ++pins[p.root.mount.value];
        ++pins[p.cwd.mount.value];
        for (FileRef at = p.first_file; at; at = world_.files_[at].next) {
            if (!is_live(at) || file_seen[at.value]) return fail(ref, "its list of open files is broken");
            file_seen[at.value] = true;
            ++files;
            if (!is_live(world_.files_[at].path)) return fail(ref, "an open file leads nowhere");
            ++pins[world_.files_[at].path.mount.value];
        }
    }
    if (files != world_.files_.live()) {
        broken_ =
            std::to_string(world_.files_.live()) + " files are open, processes hold " + std::to_string(files);
        return false;
    }
    return for_each_mount([&](MountRef ref) {
        const Mount& m = world_.mounts_[ref];
        return m.pins == pins[ref.value] ||
               fail(ref, "it counts " + std::to_string(m.pins) + " pins, there are " +
                             std::to_string(pins[ref.value]));
    });
}

bool InvariantCheck::dentry_lists() {
    std::vector<bool> seen(world_.dentries_.slots(), false);
    const bool well = for_each_dentry([&](DentryRef ref) {
        const Dentry& d = world_.dentries_[ref];
        const bool is_root = d.parent == ref;
        const bool unlinked = (d.flags & kDentryUnlinked) != 0;
        if (is_root != (world_.superblocks_[d.superblock].root == ref)) {
            return fail(ref, "only the root of a file system is its own parent");
        }
        if (is_root == static_cast<bool>(d.name))
            return fail(ref, "only the root of a file system has no name");
        const Dentry& up = world_.dentries_[d.parent];
        if (!is_root && (d.superblock != up.superblock || d.depth != up.depth + 1)) {
            return fail(ref, "its file system or depth does not follow from its parent's");
        }
        if (is_root && d.depth != 0) return fail(ref, "it is a root and not at depth 0");
        if (unlinked && (d.next_sibling || d.prev_sibling))
            return fail(ref, "it is removed and has siblings");
        DentryRef before;
        for (DentryRef child = d.first_child; child; child = world_.dentries_[child].next_sibling) {
            const Dentry& c = world_.dentries_[child];
            if (seen[child.value]) return fail(child, "it is twice in lists of directories");
            seen[child.value] = true;
            if (c.parent != ref || !is_linked(child)) return fail(child, "it is listed in another directory");
            if (c.prev_sibling != before) return fail(child, "the one before it in its directory is another");
            before = child;
        }
        if (d.last_child != before) return fail(ref, "its last child is not the end of its list");
        if (d.first_child && (d.flags & kDentryDirectory) == 0)
            return fail(ref, "it is a file with something in it");
        return true;
    });
    return well && for_each_dentry([&](DentryRef ref) {
               return is_linked(ref) == seen[ref.value] || fail(ref, "it is not listed in its directory");
           });
}

bool InvariantCheck::dentry_hash() {
    std::vector<bool> seen(world_.dentries_.slots(), false);
    for (std::uint32_t bucket = 0; bucket < 1u << world_.dentry_bucket_bits_; ++bucket) {
        for (DentryRef at = world_.dentry_buckets_[BucketRef{bucket + 1}].first; at;
             at = world_.dentries_[at].hash_next) {
            if (!is_live(at)) {
                broken_ = "the hash table of names leads to a dentry that does not exist";
                return false;
            }
            if (seen[at.value]) return fail(at, "it is twice in the hash table of names");
            seen[at.value] = true;
            const Dentry& d = world_.dentries_[at];
            if (world_.dentry_bucket(d.parent, d.name) != bucket)
                return fail(at, "it is in the wrong bucket of names");
        }
    }
    return for_each_dentry([&](DentryRef ref) {
        if (is_linked(ref) != seen[ref.value])
            return fail(ref, "it is wrongly in, or missing from, the table of names");
        const Dentry& d = world_.dentries_[ref];
        return !is_linked(ref) || world_.find_child(d.parent, d.name) == ref ||
               fail(ref, "another one in its directory has the same name");
    });
}

bool InvariantCheck::dentry_pins() {
    std::vector<std::uint32_t> pins(world_.dentries_.slots(), 0);
    for_each_mount([&](MountRef ref) {
        const Mount& m = world_.mounts_[ref];
        ++pins[m.root.value];
        if (m.parent != ref) ++pins[m.mountpoint.value];
        return true;
    });
    for_each_dentry([&](DentryRef ref) {
        const DentryRef parent = world_.dentries_[ref].parent;
        if (parent != ref) ++pins[parent.value];
        return true;
    });
    for (std::uint32_t value = 1; value < world_.processes_.slots(); ++value) {
        const Process& p = world_.processes_[ProcessRef{value}];
        if (!p.ns) continue;
        ++pins[p.root.dentry.value];
        ++pins[p.cwd.dentry.value];
        for (FileRef at = p.first_file; at; at = world_.files_[at].next)
            ++pins[world_.files_[at].path.dentry.value];
    }
    return for_each_dentry([&](DentryRef ref) {
        const Dentry& d = world_.dentries_[ref];
        if (d.pins != pins[ref.value]) {
            return fail(ref, "it counts " + std::to_string(d.pins) + " pins, there are " +
                                 std::to_string(pins[ref.value]));
        }
        return d.pins != 0 || (d.flags & kDentryUnlinked) == 0 ||
               fail(ref, "it is removed and nothing holds it");
    });
}

bool InvariantCheck::mountpoints_are_visible() {
    // Numbers of a depth-first walk of all directories, removed ones included: what lies below has numbers
    // between.
    const std::uint32_t slots = world_.dentries_.slots();
    std::vector<std::uint32_t> first(slots, 0);
    std::vector<std::uint32_t> next(slots, 0);
    std::vector<std::uint32_t> enter(slots, 0);
    std::vector<std::uint32_t> leave(slots, 0);
    for_each_dentry([&](DentryRef ref) {
        const DentryRef parent = world_.dentries_[ref].parent;
        if (parent != ref) next[ref.value] = std::exchange(first[parent.value], ref.value);
        return true;
    });
    std::uint32_t clock = 0;
    for_each_dentry([&](DentryRef top) {
        if (world_.dentries_[top].parent != top) return true;
        std::uint32_t at = top.value;
        enter[at] = ++clock;
        while (true) {
            if (const std::uint32_t child = std::exchange(first[at], 0)) {
                at = child;
                enter[at] = ++clock;
                continue;
            }
            leave[at] = clock;
            if (at == top.value) return true;
            const std::uint32_t parent = world_.dentries_[DentryRef{at}].parent.value;
            first[parent] = next[at];
            at = parent;
        }
    });
    return for_each_mount([&](MountRef ref) {
        const Mount& m = world_.mounts_[ref];
        if (world_.dentries_[m.root].superblock != m.superblock)
            return fail(ref, "its root is in another file system");
        if (m.parent == ref) return true;
        const std::uint32_t root = world_.mounts_[m.parent].root.value;
        const std::uint32_t place = enter[m.mountpoint.value];
        return (enter[root] <= place && place <= leave[root]) ||
               fail(ref, "its mountpoint is not in what its parent shows");
    });
}

bool InvariantCheck::superblocks() {
    std::vector<std::uint32_t> mounts(world_.superblocks_.slots(), 0);
    for_each_mount([&](MountRef ref) {
        ++mounts[world_.mounts_[ref].superblock.value];
        return true;
    });
    for (std::uint32_t value = 1; value < world_.superblocks_.slots(); ++value) {
        const SuperblockRef ref{value};
        if (!is_live(ref)) continue;
        const Superblock& sb = world_.superblocks_[ref];
        if (sb.mounts == 0 || sb.mounts != mounts[value]) {
            return fail(ref, "it counts " + std::to_string(sb.mounts) + " mounts, there are " +
                                 std::to_string(mounts[value]));
        }
    }
    return true;
}

}  // namespace mountscope
