// Kernels that are run together share their Worlds for a while: what they cost must be what each costs alone.

#include "core/cost/cost_run.hpp"

#include <doctest/doctest.h>

#include "core/tests/differential/generator.hpp"
#include "core/tests/support.hpp"

namespace mountscope {

namespace {

std::vector<const KernelProfile*> all_kernels() {
    std::vector<const KernelProfile*> list;
    for (const KernelProfile& kernel : kernels()) list.push_back(&kernel);
    return list;
}

void check_together_as_alone(const Scenario& scenario) {
    CostMachine machine;
    machine.settings.hash_buckets = 512;
    RunOptions options;
    options.initial_directories = scenario.settings.initial_directories;
    CostRun together(scenario.lines, all_kernels(), machine, options);
    while (together.advance()) {
    }
    CHECK(together.done() == together.total());
    for (std::size_t k = 0; k < kernels().size(); ++k) {
        CAPTURE(kernels()[k].name);
        CostRun alone(scenario.lines, {&kernels()[k]}, machine, options);
        while (alone.advance()) {
        }
        const KernelCost& a = together.results()[k];
        const KernelCost& b = alone.results()[0];
        REQUIRE(a.commands.size() == b.commands.size());
        CHECK(a.error.has_value() == b.error.has_value());
        for (std::size_t c = 0; c < a.commands.size(); ++c) {
            CAPTURE(a.commands[c].text);
            CHECK(a.commands[c].error == b.commands[c].error);
            CHECK(a.commands[c].counters == b.commands[c].counters);
            CHECK(a.commands[c].mounts_after == b.commands[c].mounts_after);
        }
        CHECK(together.world(k).hash() == alone.world(0).hash());
    }
}

}  // namespace

TEST_CASE("kernels run together cost what each costs alone, and end in the same state") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        const KernelProfile& aimed_at = kernels()[seed % kernels().size()];
        const ScenarioResult parsed = parse_scenario(generate_scenario(seed, aimed_at));
        REQUIRE(!parsed.error);
        check_together_as_alone(parsed.scenario);
    }
}

}  // namespace mountscope
