// The mount hash table with the kernel's own structure: simulated addresses, buckets, chains (kernel.md A.3).
// Models fs/namespace.c m_hash(), __lookup_mnt(), __lookup_mnt_last() (until 4.10).

#include "core/world/world.hpp"

namespace mountscope {

namespace {

constexpr std::uint64_t kCacheLine = 64;
constexpr std::uint64_t kMountSize = 320;   // struct mount, cache-line aligned
constexpr std::uint64_t kDentrySize = 192;  // struct dentry
constexpr std::uint64_t kSlabSize = 8192;

// Slabs come from wherever the page allocator finds room; a fixed mixing of the slab's number stands for
// that, so that neighbouring objects share a slab and slabs are spread over memory, the same on every run.
std::uint64_t slab_address(std::uint64_t slab, std::uint64_t kind) {
    std::uint64_t z = (slab + 1) * 0x9E3779B97F4A7C15ull + kind;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z ^= z >> 27;
    return (z & 0x1FFFFFull) * kSlabSize;
}

std::uint64_t object_address(std::uint32_t slot, std::uint64_t size, std::uint64_t kind) {
    const std::uint64_t per_slab = kSlabSize / size;
    return slab_address(slot / per_slab, kind) + (slot % per_slab) * size;
}

}  // namespace

std::uint32_t World::bucket_of(MountRef parent, DentryRef dentry) const {
    const std::uint64_t sum = object_address(parent.value, kMountSize, 1) / kCacheLine +
                              object_address(dentry.value, kDentrySize, 2) / kCacheLine;
    return static_cast<std::uint32_t>(sum + (sum >> hash_shift_)) & (settings_.hash_buckets - 1);
}

MountRef World::lookup(MountRef parent, DentryRef dentry, std::uint64_t* entries) const {
    std::uint64_t compared = 0;
    MountRef at = bucket_first(bucket_of(parent, dentry));
    while (at) {
        ++compared;
        const Mount& m = mounts_[at];
        if (m.parent == parent && m.mountpoint == dentry) break;
        at = m.hash_next;
    }
    if (entries != nullptr) *entries += compared;
    return at;
}

MountRef World::lookup_last(MountRef parent, DentryRef dentry, std::uint64_t* entries) const {
    const MountRef first = lookup(parent, dentry, entries);
    MountRef found;
    std::uint64_t compared = 0;
    for (MountRef at = first; at; at = mounts_[at].hash_next) {
        const Mount& m = mounts_[at];
        if (at != first) ++compared;
        if (m.parent != parent || m.mountpoint != dentry) break;
        if ((m.flags & kMountUmount) == 0) found = at;
    }
    if (entries != nullptr) *entries += compared;
    return found;
}

void World::hash_first(MountRef mount) {
    const BucketRef bucket{bucket_of(mounts_[mount].parent, mounts_[mount].mountpoint) + 1};
    const MountRef first = buckets_[bucket].first;
    Mount& m = mounts_.edit(mount);
    m.hash_prev = {};
    m.hash_next = first;
    if (first) mounts_.edit(first).hash_prev = mount;
    buckets_.edit(bucket).first = mount;
}

void World::hash_behind(MountRef other, MountRef mount) {
    const MountRef next = mounts_[other].hash_next;
    Mount& m = mounts_.edit(mount);
    m.hash_prev = other;
    m.hash_next = next;
    mounts_.edit(other).hash_next = mount;
    if (next) mounts_.edit(next).hash_prev = mount;
}

void World::unhash(MountRef mount) {
    const Mount old = mounts_[mount];
    if (old.hash_prev) {
        mounts_.edit(old.hash_prev).hash_next = old.hash_next;
    } else {
        const BucketRef bucket{bucket_of(old.parent, old.mountpoint) + 1};
        if (buckets_[bucket].first != mount) return;
        buckets_.edit(bucket).first = old.hash_next;
    }
    if (old.hash_next) mounts_.edit(old.hash_next).hash_prev = old.hash_prev;
    Mount& m = mounts_.edit(mount);
    m.hash_next = m.hash_prev = {};
}

}  // namespace mountscope
