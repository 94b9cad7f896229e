#include "core/trace/changes.hpp"

#include <algorithm>

namespace mountscope {

namespace {

const Mount kNoMount{};

const Mount& mount_at(const World& world, MountRef ref) {
    return ref.value < world.mount_slots() ? world[ref] : kNoMount;
}

bool is_listed(const Mount& m) {
    return m.unique_id != 0 && m.ns && (m.flags & kMountAbsoluteRoot) == 0;
}

bool was_regrouped(const Mount& a, const Mount& b) {
    constexpr std::uint32_t kKind = kMountShared | kMountUnbindable;
    return a.group_id != b.group_id || a.master != b.master || (a.flags & kKind) != (b.flags & kKind);
}

void sort_by_age(std::vector<MountRef>& list, const World& world) {
    std::sort(list.begin(), list.end(),
              [&world](MountRef a, MountRef b) { return world[a].unique_id < world[b].unique_id; });
}

}  // namespace

Changes compare_worlds(const World& before, const World& after) {
    Changes changes;
    after.visit_changed_mounts(before, [&](MountRef ref) {
        const Mount& a = mount_at(before, ref);
        const Mount& b = mount_at(after, ref);
        const bool same = a.unique_id == b.unique_id;
        const bool was = is_listed(a);
        const bool is = is_listed(b);
        if (was && (!is || !same)) changes.removed.push_back(ref);
        if (is && (!was || !same)) changes.added.push_back(ref);
        if (was && is && same) {
            if (a.parent != b.parent || a.mountpoint != b.mountpoint) changes.moved.push_back(ref);
            if (was_regrouped(a, b)) changes.regrouped.push_back(ref);
        }
    });
    sort_by_age(changes.added, after);
    sort_by_age(changes.removed, before);
    sort_by_age(changes.moved, after);
    sort_by_age(changes.regrouped, after);
    after.visit_changed_namespaces(before, [&](NamespaceRef ref) {
        const Namespace a = ref.value < before.namespace_slots() ? before[ref] : Namespace{};
        const Namespace b = ref.value < after.namespace_slots() ? after[ref] : Namespace{};
        if (a.seq == b.seq) return;
        if (a.root) changes.namespaces_removed.push_back(ref);
        if (b.root) changes.namespaces_added.push_back(ref);
    });
    return changes;
}

}  // namespace mountscope
