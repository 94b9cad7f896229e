#pragma once
// The mount hash of one state, summed up: how long its chains are and what a lookup has to compare.
//
//   HashSummary hash = summarize_hash(world);         // O(mounts), however many buckets there are
//   hash.longest;  hash.histogram[3];                 // chains with 3 entries
//   longest_by_cell(hash, 400);                       // the table as a strip of 400 cells
//   for (const HashEntry& e : chain_of(world, hash.longest_bucket)) ...

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/world/world.hpp"

namespace mountscope {

struct BucketUse {
    std::uint32_t bucket = 0;
    std::uint32_t length = 0;  // entries of its chain, at least 1
};

struct HashSummary {
    std::uint32_t buckets = 0;
    std::uint64_t mounts = 0;  // hashed ones: all that sit on another mount
    std::uint32_t longest = 0;
    std::uint32_t longest_bucket = 0;      // the first with that many
    std::vector<std::uint32_t> histogram;  // [k]: chains with k entries; [0]: empty buckets
    std::vector<BucketUse> used;           // by bucket, empty ones left out

    std::uint64_t bytes() const { return std::uint64_t{buckets} * 8; }  // a pointer each
    double load() const;                                                // mounts for each bucket
    double mean_of_used() const;                                        // entries of a chain that has any
    double compared_on_hit() const;   // entries compared to find a mount, each as likely as the others
    double compared_on_miss() const;  // to find that nothing is there, each bucket as likely: the load
};

HashSummary summarize_hash(const World& world);

// The buckets in equal parts, in order: the longest chain of each. With more cells than buckets, each bucket
// fills several. Cell of a bucket, first bucket of a cell.
std::vector<std::uint32_t> longest_by_cell(const HashSummary& hash, std::size_t cells);
std::size_t cell_of(std::uint32_t bucket, std::uint32_t buckets, std::size_t cells);
std::uint32_t first_bucket_of(std::size_t cell, std::uint32_t buckets, std::size_t cells);

// The mounts of a chain, first to last.
std::vector<MountRef> chain_of(const World& world, std::uint32_t bucket);
// The bucket in which a mount is found; it has to sit on another mount.
std::uint32_t bucket_of_mount(const World& world, MountRef mount);

}  // namespace mountscope
