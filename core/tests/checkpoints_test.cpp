// Checkpoints only save work: with as many as there can be, and with none, every step of every umount is the
// same.

#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <random>
#include <string>

#include "core/tests/differential/generator.hpp"
#include "core/tests/support.hpp"
#include "core/text/scenario.hpp"
#include "core/trace/step_trace.hpp"

namespace mountscope {

namespace {

constexpr std::size_t kLongestVisit = 5;  // short, so that checkpoints inside visits are used
constexpr CheckpointPlan kNone{.least_work = ~std::uint64_t{0}, .longest_visit = kLongestVisit};
constexpr CheckpointPlan kEverywhere{
    .least_work = 1, .most = 1'000'000, .longest_visit = kLongestVisit, .most_bytes = ~std::size_t{0}};

bool same_step(const Step& a, const Step& b) {
    return a.kind == b.kind && a.phase == b.phase && a.decision == b.decision && a.m == b.m && a.q == b.q &&
           a.c == b.c && a.number == b.number;
}

bool same_view(const StepView& a, const StepView& b) {
    if (a.index != b.index || !same_step(a.step, b.step) || !(a.counters == b.counters)) return false;
    if (a.world.hash() != b.world.hash() || a.visit.size() != b.visit.size()) return false;
    for (std::size_t i = 0; i < a.visit.size(); ++i) {
        if (!same_step(a.visit[i], b.visit[i])) return false;
    }
    return true;
}

// A random walk over all steps, and some of them in a row. Answers how many checkpoints there were.
std::size_t compare_steps(const World& before, const KernelProfile& kernel, const Command& command,
                          const RunOptions& options, std::mt19937& random) {
    const StepIndex plain(before, kernel, command, options, kNone);
    const StepIndex index(before, kernel, command, options, kEverywhere);
    REQUIRE(plain.checkpoints() == 0);
    REQUIRE(index.steps() == plain.steps());
    REQUIRE(index.result().counters == plain.result().counters);
    if (index.steps() == 0) return 0;
    for (int i = 0; i < 12; ++i) {
        const std::uint64_t k = random() % index.steps();
        CAPTURE(k);
        REQUIRE(same_view(index.at(k), plain.at(k)));
    }
    const std::uint64_t from = random() % index.steps();
    std::vector<Step> told;
    index.for_each(from, from + 20,
                   [&](std::uint64_t, const Step& step, const World&) { told.push_back(step); });
    std::size_t at = 0;
    plain.for_each(from, from + 20, [&](std::uint64_t, const Step& step, const World&) {
        REQUIRE(at < told.size());
        REQUIRE(same_step(told[at++], step));
    });
    REQUIRE(at == told.size());
    return index.checkpoints();
}

std::size_t compare_umounts(const std::string& text, const KernelProfile& kernel, std::mt19937& random) {
    const ScenarioResult scenario = parse_scenario(text);
    REQUIRE(!scenario.error);
    RunOptions options;
    options.initial_directories = scenario.scenario.settings.initial_directories;
    World world = World::boot();
    std::size_t checkpoints = 0;
    for (const ScenarioLine& line : scenario.scenario.lines) {
        CAPTURE(line.text);
        if (may_change_tables(line.command.kind)) {
            checkpoints += compare_steps(world, kernel, line.command, options, random);
        }
        run_command(world, kernel, line.command, options);
    }
    return checkpoints;
}

}  // namespace

TEST_CASE("checkpoints change no step of recorded and of random scenarios") {
    std::mt19937 random(3);
    for (const KernelProfile& kernel : kernels()) {
        CAPTURE(kernel.name);
        std::size_t checkpoints = 0;
        for (const std::string& file : data_files("scenarios", ".scn")) {
            CAPTURE(file);
            if (random() % 4 == 0) checkpoints += compare_umounts(read_data(file), kernel, random);
        }
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            CAPTURE(seed);
            checkpoints += compare_umounts(generate_scenario(seed, kernel), kernel, random);
        }
        CHECK(checkpoints > 1000);
    }
}

TEST_CASE("from every checkpoint of a big chain one comes to the same end") {
    for (const KernelProfile& kernel : kernels()) {
        CAPTURE(kernel.name);
        Machine machine(kernel);
        machine.run("mkdir -p /m\nmount -t tmpfs t /m\nmount --make-shared /m\nmkdir /m/1\nunshare -m n");
        for (int i = 0; i < 6; ++i) machine.run("mount --bind /m/1 /m/1");
        const Command umount = parse_command({"umount", "-l", "/m"}).command;
        const StepIndex plain(machine.world, kernel, umount, {}, kNone);
        const StepIndex index(machine.world, kernel, umount, {}, kEverywhere);
        REQUIRE(index.checkpoints() > 200);
        World after = machine.world;
        run_command(after, kernel, umount);
        const StepView last = index.at(index.steps() - 1);
        CHECK(last.counters == index.result().counters);
        CHECK(same_view(last, plain.at(index.steps() - 1)));
        std::uint64_t k = 0;
        index.for_each(0, index.steps(),
                       [&](std::uint64_t i, const Step&, const World&) { CHECK(i == k++); });
        for (k = 0; k < index.steps(); k += 7) REQUIRE(same_view(index.at(k), plain.at(k)));
    }
}

TEST_CASE("checkpoints are no more than the plan allows, and spread over the whole umount") {
    Machine machine(*find_kernel("6.18"));
    machine.run("mkdir -p /m\nmount -t tmpfs t /m\nmount --make-shared /m\nmkdir /m/1");
    for (int i = 0; i < 10; ++i) machine.run("mount --bind /m/1 /m/1");
    const Command umount = parse_command({"umount", "-l", "/m"}).command;
    for (const std::size_t most : {1u, 2u, 7u, 30u}) {
        CAPTURE(most);
        const StepIndex index(machine.world, machine.kernel, umount, {}, {.least_work = 1, .most = most});
        CHECK(index.checkpoints() <= most);
        CHECK(2 * index.checkpoints() + 1 >= most);
    }
    CHECK(StepIndex(machine.world, machine.kernel, umount, {}, {.most_bytes = 0}).checkpoints() == 0);
}

TEST_CASE("of a long visit the last steps are shown, of a short one all") {
    Machine machine(*find_kernel("6.18"));
    machine.run("mkdir -p /m\nmount -t tmpfs t /m\nmount --make-shared /m\nmkdir /m/1");
    for (int i = 0; i < 6; ++i) machine.run("mount --bind /m/1 /m/1");
    const Command umount = parse_command({"umount", "-l", "/m/1"}).command;
    const StepIndex whole(machine.world, machine.kernel, umount, {});
    const StepIndex last(machine.world, machine.kernel, umount, {}, kEverywhere);
    std::size_t longest = 0;
    for (std::uint64_t k = 0; k < whole.steps(); ++k) {
        const std::vector<Step> all = whole.at(k).visit;
        const std::vector<Step> shown = last.at(k).visit;
        longest = std::max(longest, all.size());
        REQUIRE(shown.size() == std::min(all.size(), kLongestVisit + 1));
        for (std::size_t i = 0; i < shown.size(); ++i) {
            REQUIRE(same_step(shown[shown.size() - 1 - i], all[all.size() - 1 - i]));
        }
    }
    CHECK(longest > 2 * kLongestVisit);
}

TEST_CASE("checkpoints cost the pages that changed between them, not whole Worlds") {
    Machine machine(*find_kernel("6.18"));
    machine.run("mkdir -p /m\nmount -t tmpfs t /m\nmount --make-shared /m\nmkdir /m/1");
    for (int i = 0; i < 11; ++i) machine.run("mount --bind /m/1 /m/1");
    const World copy = machine.world;
    const std::size_t nothing = copy.bytes_beside(machine.world);
    CHECK(nothing < copy.bytes() / 20);
    machine.run("touch /m/file");
    CHECK(machine.world.bytes_beside(copy) > nothing);
    CHECK(machine.world.bytes_beside(copy) < copy.bytes() / 4);
    const Command umount = parse_command({"umount", "-l", "/m"}).command;
    const auto checkpoints = [&](std::size_t most_bytes) {
        return StepIndex(machine.world, machine.kernel, umount, {},
                         {.least_work = 1, .most = 64, .most_bytes = most_bytes})
            .checkpoints();
    };
    const std::size_t worlds = 8;
    CHECK(checkpoints(worlds * copy.bytes()) >= worlds);
    CHECK(checkpoints(copy.bytes() / 2) < checkpoints(worlds * copy.bytes()));
}

}  // namespace mountscope
