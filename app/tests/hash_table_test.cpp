// The mount hash summed up, and the same story on machines with other memories.

#include "app/scene/hash_table.hpp"

#include <doctest/doctest.h>
#include <numeric>

#include "core/cost/cost_run.hpp"

#include "app/model/app_model.hpp"
#include "app/model/costly_command.hpp"
#include "app/tests/scene_support.hpp"

using namespace mountscope;

namespace {

void load(AppModel& model, std::string_view id, int n, std::string_view kernel = "6.18") {
    const ScenarioInfo* scenario = find_scenario(id);
    REQUIRE(scenario != nullptr);
    model.console.load(*scenario, n, *find_kernel(kernel));
    while (model.console.running()) model.console.step();
}

void run_again(AppModel& model, std::uint64_t memory) {
    model.session.set_memory(memory);
    model.console.replay(model.session.timeline().kernel(), false);
    while (model.console.running()) model.console.step();
}

World chain_world(int n, std::uint32_t buckets) {
    const ScenarioResult scenario = parse_scenario(doubling(n));
    REQUIRE(!scenario.error);
    MachineSettings settings;
    settings.hash_buckets = buckets;
    World world = World::boot(settings);
    for (const ScenarioLine& line : scenario.scenario.lines)
        run_command(world, default_kernel(), line.command);
    return world;
}

std::uint32_t length_of(const World& world, std::uint32_t bucket) {
    return static_cast<std::uint32_t>(chain_of(world, bucket).size());
}

}  // namespace

TEST_CASE("hash: the histogram and the sums are those of all buckets, one by one") {
    for (const std::uint32_t buckets : {512u, 1024u, 65536u}) {
        for (const int n : {0, 3, 8, 11}) {
            CAPTURE(buckets);
            CAPTURE(n);
            const World world = chain_world(n, buckets);
            const HashSummary hash = summarize_hash(world);
            std::vector<std::uint32_t> histogram(hash.histogram.size(), 0);
            std::uint64_t mounts = 0;
            std::uint64_t compared = 0;
            for (std::uint32_t b = 0; b < buckets; ++b) {
                const std::uint32_t length = length_of(world, b);
                REQUIRE(length < histogram.size());
                ++histogram[length];
                mounts += length;
                compared += std::uint64_t{length} * (length + 1) / 2;
            }
            CHECK(hash.histogram == histogram);
            CHECK(hash.histogram.back() != 0);
            CHECK(hash.mounts == mounts);
            CHECK(std::accumulate(histogram.begin(), histogram.end(), 0u) == buckets);
            // All but the invisible root sit on another mount.
            CHECK(hash.mounts == world.live_mounts() - world.live_namespaces());
            CHECK(length_of(world, hash.longest_bucket) == hash.longest);
            CHECK(hash.compared_on_hit() ==
                  doctest::Approx(static_cast<double>(compared) / static_cast<double>(mounts)));
            CHECK(hash.load() == doctest::Approx(static_cast<double>(mounts) / buckets));
        }
    }
}

TEST_CASE("hash: to find each mount once compares what the summary says") {
    const World world = chain_world(10, 512);
    const HashSummary hash = summarize_hash(world);
    std::uint64_t entries = 0;
    std::uint64_t found = 0;
    for (std::uint32_t value = 1; value < world.mount_slots(); ++value) {
        const MountRef m{value};
        if (world[m].unique_id == 0 || world[m].parent == m) continue;
        REQUIRE(world.lookup(world[m].parent, world[m].mountpoint, &entries) == m);
        ++found;
    }
    CHECK(found == hash.mounts);
    CHECK(hash.compared_on_hit() ==
          doctest::Approx(static_cast<double>(entries) / static_cast<double>(found)));
}

TEST_CASE("hash: each cell shows the longest chain of its buckets, whatever the number of cells") {
    for (const std::uint32_t buckets : {512u, 4096u}) {
        const World world = chain_world(10, buckets);
        const HashSummary hash = summarize_hash(world);
        for (const std::size_t cells : {1u, 7u, 100u, 511u, 512u, 1000u, 4096u, 5000u}) {
            CAPTURE(cells);
            const std::vector<std::uint32_t> longest = longest_by_cell(hash, cells);
            REQUIRE(longest.size() == cells);
            if (cells <= buckets) {
                std::vector<std::uint32_t> plain(cells, 0);
                for (std::uint32_t b = 0; b < buckets; ++b) {
                    std::uint32_t& cell = plain[cell_of(b, buckets, cells)];
                    cell = std::max(cell, length_of(world, b));
                }
                CHECK(longest == plain);
                for (std::size_t cell = 0; cell < cells; ++cell) {
                    const std::uint32_t first = first_bucket_of(cell, buckets, cells);
                    REQUIRE(cell_of(first, buckets, cells) == cell);
                    if (first > 0) REQUIRE(cell_of(first - 1, buckets, cells) + 1 == cell);
                }
            } else {
                for (std::size_t cell = 0; cell < cells; ++cell) {
                    const auto bucket = static_cast<std::uint32_t>(cell * buckets / cells);
                    // A cell on the border of two buckets may show either.
                    REQUIRE((longest[cell] == length_of(world, bucket) ||
                             longest[cell] == length_of(world, std::min(bucket + 1, buckets - 1))));
                }
            }
        }
    }
}

TEST_CASE("hash: a table of eight million buckets is summed up from its mounts alone") {
    const World world = chain_world(3, 1u << 23);
    const HashSummary hash = summarize_hash(world);
    CHECK(hash.buckets == 1u << 23);
    CHECK(hash.used.size() <= hash.mounts);
    CHECK(hash.histogram[0] == hash.buckets - hash.used.size());
    std::uint64_t mounts = 0;
    for (const BucketUse& use : hash.used) {
        CHECK(length_of(world, use.bucket) == use.length);
        mounts += use.length;
    }
    CHECK(mounts == hash.mounts);
}

TEST_CASE("memory: what can be chosen, and how it is written") {
    CHECK(parse_memory("512M") == kLeastMemory);
    CHECK(parse_memory("4G") == std::uint64_t{4} << 30);
    CHECK(parse_memory("1024G") == kMostMemory);
    CHECK(parse_memory("1T") == kMostMemory);
    for (const char* wrong :
         {"", "G", "4", "4g", "4GB", "-4G", "3G", "256M", "2T", "0G", "99999999999999999999G", "4 G"}) {
        CAPTURE(wrong);
        CHECK(!parse_memory(wrong));
    }
    for (std::size_t notch = 0; notch < kMemoryNotches; ++notch) {
        const std::uint64_t bytes = memory_at(notch);
        CHECK(parse_memory(memory_word(bytes)) == bytes);
        CHECK(memory_notch(bytes) == notch);
        CHECK(memory_notch(bytes + 1) == notch);
    }
    CHECK(memory_text(std::uint64_t{4} << 30) == "4 GiB");
    CHECK(memory_text(std::uint64_t{64} << 10) == "64 KiB");
}

TEST_CASE("memory: another one keeps all states and changes what lookups compare, as cost runs count it") {
    for (const char* kernel : {"4.9", "6.18"}) {
        CAPTURE(kernel);
        AppModel model;
        load(model, "bind-chain-umount", 11, kernel);
        const Session& session = model.session;
        std::vector<std::uint32_t> tables;
        for (std::size_t k = 0; k <= session.timeline().size(); ++k) {
            model.session.seek(k);
            tables.push_back(session.view().table_hash());
        }
        std::vector<ScenarioLine> lines;
        for (std::size_t k = 1; k <= session.timeline().size(); ++k)
            lines.push_back(
                {k, session.timeline().step(k).text, true, Errno::kOk, session.timeline().step(k).command});
        std::uint64_t before = ~std::uint64_t{0};
        for (const std::uint64_t memory : {memory_at(0), memory_at(2), memory_at(5)}) {
            CAPTURE(memory);
            run_again(model, memory);
            CostRun run(lines, {find_kernel(kernel)}, {.settings = {}, .memory = memory},
                        session.timeline().run_options());
            while (run.advance()) {
            }
            REQUIRE(session.timeline().size() + 1 == tables.size());
            for (std::size_t k = 1; k < tables.size(); ++k) {
                model.session.seek(k);
                REQUIRE(session.view().table_hash() == tables[k]);
                REQUIRE(session.timeline().step(k).result.counters ==
                        run.results()[0].commands[k - 1].counters);
            }
            const std::uint64_t entries =
                session.timeline().step(tables.size() - 1).result.counters[Counter::kChainEntries];
            CHECK(entries < before);
            before = entries;
        }
    }
}

TEST_CASE("memory: every lane's kernel has its own buckets for it") {
    AppModel model;
    model.session.set_memory(kMostMemory);
    load(model, "bind-chain-umount", 3, "4.9");
    model.session.compare({find_kernel("6.18")});
    while (model.session.is_behind()) model.session.catch_up();
    CHECK(model.session.lane(0).view->world().bucket_count() == buckets_for_memory(kMostMemory, false));
    CHECK(model.session.lane(1).view->world().bucket_count() == buckets_for_memory(kMostMemory, true));
    CHECK(model.session.lane(0).view->world().bucket_count() !=
          model.session.lane(1).view->world().bucket_count());
}

TEST_CASE(
    "sweep: each point is what the story gives with that memory, and it is kept when the memory changes") {
    AppModel model;
    load(model, "bind-chain-umount", 10, "4.9");
    HashSweep sweep;
    sweep.follow(model.session, 0);
    CHECK(sweep.is_behind());
    while (sweep.is_behind()) sweep.advance();
    REQUIRE(sweep.points().size() == kMemoryNotches);
    CHECK(sweep.command() == model.session.timeline().size());
    for (const std::size_t notch : {std::size_t{0}, std::size_t{3}, std::size_t{7}, kMemoryNotches - 1}) {
        run_again(model, memory_at(notch));
        const SweepPoint& point = sweep.points()[notch];
        const Counters& counters = model.session.timeline().step(sweep.command()).result.counters;
        CHECK(point.memory == memory_at(notch));
        CHECK(point.buckets == model.session.timeline().world().bucket_count());
        CHECK(point.chain_entries == counters[Counter::kChainEntries]);
        CHECK(point.lookups == tree_lookups(counters) + counters[Counter::kPathLookup]);
        CHECK(point.mounts == 1024 + 2);
        sweep.follow(model.session, 0);
        CHECK(!sweep.is_behind());
    }
    // The same number of lookups everywhere; only what each compares changes.
    for (const SweepPoint& point : sweep.points()) CHECK(point.lookups == sweep.points()[0].lookups);
    CHECK(sweep.points().front().per_lookup() > sweep.points().back().per_lookup());
    // Another story, another sweep.
    load(model, "bind-chain-umount", 4, "4.9");
    sweep.follow(model.session, 0);
    CHECK(sweep.is_behind());
}

TEST_CASE("sweep: a story without anything that costs has none") {
    AppModel model;
    model.console.reset();
    HashSweep sweep;
    sweep.follow(model.session, 0);
    CHECK(!sweep.is_behind());
    CHECK(sweep.command() == 0);
    CHECK(costly_command(model.session) == 0);
}
