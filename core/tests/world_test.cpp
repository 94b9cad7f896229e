// The World itself: copies, hashes, tables, numbers, the mount hash table.

#include "core/world/world.hpp"

#include <doctest/doctest.h>

#include "core/tests/support.hpp"

using namespace mountscope;

TEST_CASE("how many buckets a machine's mount hash table has") {
    constexpr std::uint64_t kGiB = 1u << 30;
    constexpr std::uint64_t kMiB = 1u << 20;
    const std::pair<std::uint64_t, std::uint32_t> sizes[] = {
        {64 * kMiB, 512},  {256 * kMiB, 512},  {1 * kGiB, 2048},   {2 * kGiB, 4096},   {4 * kGiB, 8192},
        {8 * kGiB, 16384}, {16 * kGiB, 32768}, {24 * kGiB, 65536}, {32 * kGiB, 65536}, {64 * kGiB, 131072},
    };
    for (const auto& [bytes, buckets] : sizes) {
        CAPTURE(bytes);
        CHECK(buckets_for_memory(bytes, false) == buckets);
        CHECK(buckets_for_memory(bytes, true) == buckets);
    }
    CHECK(buckets_for_memory(128 * kGiB, true) == 131072);
    CHECK(buckets_for_memory(256 * kGiB, true) == 262144);
    CHECK(buckets_for_memory(128 * kGiB, false) == 262144);
    CHECK(buckets_for_memory(0, true) == 512);
    CHECK(buckets_for_memory(~std::uint64_t{0} >> 1, true) <= 1u << 26);
}

TEST_CASE("a copy of a World stays as it is") {
    Machine machine;
    machine.run("mkdir -p /a\nmount -t tmpfs A /a\nmkdir -p /a/x\nmount --make-shared /a\n");
    const World before = machine.world;
    const std::uint64_t hash = before.hash();
    const StateTables tables = build_tables(before);
    machine.run(
        "mount --bind /a /a/x\n"
        "unshare -m n\n"
        "umount -l /a\n"
        "rmdir /a\n"
        "ns n mount -t tmpfs B /\n"
        "exit n\n");
    CHECK(before.hash() == hash);
    CHECK(machine.world.hash() != hash);
    CHECK(!before.find_broken_invariant());
    CHECK(build_tables(before).mounts == tables.mounts);
    World again = before;
    CHECK(again.hash() == hash);
    again.set_command(77);
    CHECK(again.hash() != hash);
}

TEST_CASE("the same commands give the same hash") {
    const auto run = [] {
        Machine machine;
        machine.run(
            "mkdir -p /a /b\nmount -t tmpfs A /a\nmount --bind /a /b\numount /a\nunshare -Um n\nopen /b as "
            "f\n");
        return machine.world.hash();
    };
    CHECK(run() == run());
}

TEST_CASE("numbers: the lowest free one, or a certain one") {
    IdAllocator ids(1);
    for (std::uint32_t i = 1; i <= 200; ++i) CHECK(ids.take() == i);
    ids.give_back(130);
    ids.give_back(7);
    CHECK(!ids.is_taken(7));
    CHECK(ids.take() == 7);
    CHECK(ids.take() == 130);
    CHECK(ids.take() == 201);
    CHECK(!ids.take_exactly(201));
    CHECK(!ids.take_exactly(0));
    CHECK(ids.take_exactly(5000));
    CHECK(ids.is_taken(5000));
    CHECK(ids.take() == 202);
    CHECK(!ids.is_taken(1000000));
}

TEST_CASE("the last of several mounts at one place that stays") {
    Machine machine(*find_kernel("4.9"));
    machine.run(
        "mkdir -p /a /b\n"
        "mount -t tmpfs A /a\n"
        "mkdir -p /a/x\n"
        "mount --make-shared /a\n"
        "mount --bind /a /b\n"
        "mount --make-slave /b\n"
        "mount -t tmpfs local /b/x\n"
        "mount -t tmpfs one /a/x\n");
    const MountRef b = machine.at("/b/.");
    const MountRef local = machine.at("/b/x");
    const DentryRef place = machine.world[local].mountpoint;
    std::uint64_t entries = 0;
    CHECK(machine.world.lookup(b, place, &entries) == local);
    CHECK(entries >= 1);
    const MountRef last = machine.world.lookup_last(b, place, &entries);
    CHECK(last != local);
    CHECK(machine.world[last].parent == b);
    CHECK(!machine.world.lookup(b, machine.world[local].root));
    CHECK(!machine.world.lookup_last(b, machine.world[local].root));
}

TEST_CASE("settings: first mount id and a hash table of any size") {
    MachineSettings settings;
    settings.first_mnt_id = 500;
    settings.hash_buckets = 1000;
    Machine machine(default_kernel(), settings);
    machine.run("mkdir -p /a\nmount -t tmpfs A /a\n");
    CHECK(machine.world[machine.at("/a")].mnt_id == 502);
    CHECK(machine.world.bucket_count() == 1024);
}
