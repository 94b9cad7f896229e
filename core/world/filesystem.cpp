// File systems and their directories: as much of the dentry cache as mounting can see.

#include "core/world/world.hpp"

namespace mountscope {

SuperblockRef World::create_superblock(std::string_view type, std::string_view source,
                                       UserNamespaceRef user_ns) {
    const SuperblockRef ref = superblocks_.allocate();
    const DentryRef root = dentries_.allocate();
    Dentry& d = dentries_.edit(root);
    d.parent = root;
    d.superblock = ref;
    d.flags = kDentryDirectory;
    Superblock& sb = superblocks_.edit(ref);
    sb.type = names_->intern(type);
    sb.source = names_->intern(source);
    sb.root = root;
    sb.minor = next_minor_++;
    sb.user_ns = user_ns;
    return ref;
}

SuperblockRef World::find_superblock(std::string_view type) const {
    const NameRef wanted = names_->find(type);
    for (std::uint32_t value = 1; wanted && value < superblocks_.slots(); ++value) {
        const Superblock& sb = superblocks_[SuperblockRef{value}];
        if (sb.type == wanted && sb.mounts != 0) return SuperblockRef{value};
    }
    return {};
}

std::uint32_t World::dentry_bucket(DentryRef directory, NameRef name) const {
    const std::uint64_t key = (std::uint64_t{directory.value} << 32 | name.value) * 0x9E3779B97F4A7C15ull;
    return static_cast<std::uint32_t>(key >> (64 - dentry_bucket_bits_));
}

DentryRef World::find_child(DentryRef directory, NameRef name) const {
    DentryRef at = dentry_buckets_[BucketRef{dentry_bucket(directory, name) + 1}].first;
    while (at) {
        const Dentry& d = dentries_[at];
        if (d.parent == directory && d.name == name) return at;
        at = d.hash_next;
    }
    return {};
}

void World::dentry_hash_insert(DentryRef dentry) {
    Dentry& d = dentries_.edit(dentry);
    auto& slot = dentry_buckets_.edit(BucketRef{dentry_bucket(d.parent, d.name) + 1});
    d.hash_next = slot.first;
    slot.first = dentry;
}

void World::dentry_hash_remove(DentryRef dentry) {
    const Dentry old = dentries_[dentry];
    const BucketRef bucket{dentry_bucket(old.parent, old.name) + 1};
    if (dentry_buckets_[bucket].first == dentry) {
        dentry_buckets_.edit(bucket).first = old.hash_next;
    } else {
        DentryRef at = dentry_buckets_[bucket].first;
        while (dentries_[at].hash_next != dentry) at = dentries_[at].hash_next;
        dentries_.edit(at).hash_next = old.hash_next;
    }
    dentries_.edit(dentry).hash_next = {};
}

void World::grow_dentry_hash() {
    ++dentry_bucket_bits_;
    dentry_buckets_.resize_zeroed(1u << dentry_bucket_bits_);
    for (std::uint32_t value = 1; value < dentries_.slots(); ++value) {
        const Dentry& d = dentries_[DentryRef{value}];
        if (d.name && (d.flags & kDentryUnlinked) == 0) dentry_hash_insert(DentryRef{value});
    }
}

DentryRef World::create_dentry(DentryRef directory, NameRef name, bool is_directory) {
    if (dentries_.live() >= 1u << dentry_bucket_bits_) grow_dentry_hash();
    const DentryRef ref = dentries_.allocate();
    Dentry& parent = dentries_.edit(directory);
    Dentry& d = dentries_.edit(ref);
    d.parent = directory;
    d.name = name;
    d.superblock = parent.superblock;
    d.flags = is_directory ? std::uint32_t{kDentryDirectory} : 0u;
    d.depth = parent.depth + 1;
    d.prev_sibling = parent.last_child;
    if (parent.last_child) {
        dentries_.edit(parent.last_child).next_sibling = ref;
    } else {
        parent.first_child = ref;
    }
    parent.last_child = ref;
    ++parent.pins;
    dentry_hash_insert(ref);
    return ref;
}

void World::unlink_dentry(DentryRef dentry) {
    dentry_hash_remove(dentry);
    const Dentry old = dentries_[dentry];
    Dentry& parent = dentries_.edit(old.parent);
    if (old.prev_sibling) {
        dentries_.edit(old.prev_sibling).next_sibling = old.next_sibling;
    } else {
        parent.first_child = old.next_sibling;
    }
    if (old.next_sibling) {
        dentries_.edit(old.next_sibling).prev_sibling = old.prev_sibling;
    } else {
        parent.last_child = old.prev_sibling;
    }
    Dentry& d = dentries_.edit(dentry);
    d.next_sibling = d.prev_sibling = {};
    d.flags |= kDentryUnlinked;
    if (d.pins == 0) free_dentry(dentry);
}

bool World::has_unlinked_dentries(SuperblockRef superblock) const {
    for (std::uint32_t value = 1; value < dentries_.slots(); ++value) {
        const Dentry& d = dentries_[DentryRef{value}];
        if (d.superblock == superblock && (d.flags & kDentryUnlinked) != 0) return true;
    }
    return false;
}

void World::free_dentry(DentryRef dentry) {
    // An unlinked directory may have been the last user of an unlinked parent, and so on upwards.
    while (true) {
        const DentryRef parent = dentries_[dentry].parent;
        dentries_.release(dentry);
        Dentry& p = dentries_.edit(parent);
        if (--p.pins != 0 || (p.flags & kDentryUnlinked) == 0) return;
        dentry = parent;
    }
}

void World::unpin_dentry(DentryRef dentry) {
    Dentry& d = dentries_.edit(dentry);
    if (--d.pins == 0 && (d.flags & kDentryUnlinked) != 0) free_dentry(dentry);
}

void World::free_superblock(SuperblockRef superblock) {
    const DentryRef root = superblocks_[superblock].root;
    DentryRef at = root;
    while (true) {
        while (dentries_[at].first_child) at = dentries_[at].first_child;
        const Dentry old = dentries_[at];
        if (at != root) {
            dentry_hash_remove(at);
            dentries_.edit(old.parent).first_child = old.next_sibling;
        }
        dentries_.release(at);
        if (at == root) break;
        at = old.next_sibling ? old.next_sibling : old.parent;
    }
    superblocks_.release(superblock);
}

bool World::is_subdir(DentryRef dentry, DentryRef ancestor) const {
    if (dentries_[dentry].superblock != dentries_[ancestor].superblock) return false;
    const std::uint32_t depth = dentries_[ancestor].depth;
    while (dentries_[dentry].depth > depth) dentry = dentries_[dentry].parent;
    return dentry == ancestor;
}

void World::pin_path(const Path& path) {
    ++mounts_.edit(path.mount).pins;
    ++dentries_.edit(path.dentry).pins;
}

void World::unpin_path(const Path& path) {
    --mounts_.edit(path.mount).pins;
    unpin_dentry(path.dentry);
}

}  // namespace mountscope
