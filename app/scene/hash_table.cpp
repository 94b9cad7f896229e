#include "app/scene/hash_table.hpp"

#include <algorithm>

namespace mountscope {

double HashSummary::load() const {
    return buckets == 0 ? 0 : static_cast<double>(mounts) / static_cast<double>(buckets);
}

double HashSummary::mean_of_used() const {
    return used.empty() ? 0 : static_cast<double>(mounts) / static_cast<double>(used.size());
}

double HashSummary::compared_on_hit() const {
    if (mounts == 0) return 0;
    double compared = 0;
    for (std::size_t length = 1; length < histogram.size(); ++length) {
        const auto k = static_cast<double>(length);
        compared += static_cast<double>(histogram[length]) * k * (k + 1) / 2;
    }
    return compared / static_cast<double>(mounts);
}

double HashSummary::compared_on_miss() const {
    return load();
}

HashSummary summarize_hash(const World& world) {
    HashSummary hash;
    hash.buckets = world.bucket_count();
    for (std::uint32_t value = 1; value < world.mount_slots(); ++value) {
        const MountRef m{value};
        const Mount& mount = world[m];
        if (mount.unique_id == 0 || mount.hash_prev || mount.parent == m) continue;
        const std::uint32_t bucket = world.bucket_of(mount.parent, mount.mountpoint);
        if (world.bucket_first(bucket) != m) continue;
        std::uint32_t length = 0;
        for (MountRef at = m; at; at = world[at].hash_next) ++length;
        hash.used.push_back({bucket, length});
        hash.mounts += length;
    }
    std::ranges::sort(hash.used, {}, &BucketUse::bucket);
    for (const BucketUse& use : hash.used) {
        if (use.length <= hash.longest) continue;
        hash.longest = use.length;
        hash.longest_bucket = use.bucket;
    }
    hash.histogram.assign(hash.longest + std::size_t{1}, 0);
    for (const BucketUse& use : hash.used) ++hash.histogram[use.length];
    hash.histogram[0] = hash.buckets - static_cast<std::uint32_t>(hash.used.size());
    return hash;
}

std::size_t cell_of(std::uint32_t bucket, std::uint32_t buckets, std::size_t cells) {
    return static_cast<std::size_t>(std::uint64_t{bucket} * cells / buckets);
}

std::uint32_t first_bucket_of(std::size_t cell, std::uint32_t buckets, std::size_t cells) {
    return static_cast<std::uint32_t>((std::uint64_t{cell} * buckets + cells - 1) / cells);
}

std::vector<std::uint32_t> longest_by_cell(const HashSummary& hash, std::size_t cells) {
    std::vector<std::uint32_t> longest(cells, 0);
    if (cells == 0) return longest;
    for (const BucketUse& use : hash.used) {
        const std::size_t first = cell_of(use.bucket, hash.buckets, cells);
        // The cells up to that of the next bucket are its own.
        const std::size_t end = std::max(
            first + 1, cells < hash.buckets ? first + 1 : cell_of(use.bucket + 1, hash.buckets, cells));
        for (std::size_t cell = first; cell < std::min(end, cells); ++cell)
            longest[cell] = std::max(longest[cell], use.length);
    }
    return longest;
}

std::vector<MountRef> chain_of(const World& world, std::uint32_t bucket) {
    std::vector<MountRef> chain;
    for (MountRef at = world.bucket_first(bucket); at; at = world[at].hash_next) chain.push_back(at);
    return chain;
}

std::uint32_t bucket_of_mount(const World& world, MountRef mount) {
    return world.bucket_of(world[mount].parent, world[mount].mountpoint);
}

}  // namespace mountscope
