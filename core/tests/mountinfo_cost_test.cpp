// What reading mountinfo costs: the quick way of counting against the kernel's own, step by step.

#include "core/cost/mountinfo_cost.hpp"

#include <doctest/doctest.h>

#include "core/tests/support.hpp"
#include "core/text/compact.hpp"
#include "core/text/scenario.hpp"

namespace mountscope {

namespace {

std::vector<std::string> all_scenarios() {
    std::vector<std::string> texts;
    for (const std::string& name : data_files("scenarios", ".scn")) texts.push_back(read_data(name));
    for (const std::string& line : lines_of(read_data("generated.jsonl"))) {
        const CompactLine read = read_compact_line(line);
        if (!read.error) texts.push_back(read.text);
    }
    return texts;
}

// Of all living processes; the sum of what they cost.
MountinfoCost compare_ways(const World& world) {
    MountinfoCost sum;
    for (std::uint32_t value = 1; value < world.process_slots(); ++value) {
        const ProcessRef process{value};
        if (!world[process].name || !world[process].ns) continue;
        const MountinfoCost quick = mountinfo_cost(world, process);
        const MountinfoCost plain = mountinfo_cost_plainly(world, process);
        REQUIRE(quick == plain);
        REQUIRE(quick.lines + quick.passed_over == [&] {
            std::uint64_t mounts = 0;
            for (MountRef m = world[world[process].ns].first_mount; m; m = world[m].ns_next) ++mounts;
            return mounts;
        }());
        const MountTable table = build_table(world, world[process].ns);
        if (table.viewer == process) REQUIRE(quick.lines == table.rows.size());
        for (const MountinfoCounter& counter : mountinfo_counters())
            sum.*counter.value += quick.*counter.value;
    }
    return sum;
}

// One peer group of 2^n mounts.
void build_chain(Machine& machine, int n) {
    machine.run("mkdir -p /m\nmount -t tmpfs t /m\nmount --make-shared /m\nmkdir /m/1");
    for (int i = 0; i < n; ++i) machine.run("mount --bind /m/1 /m/1");
}

}  // namespace

TEST_CASE("mountinfo cost: counted at once as step by step, in every state of every scenario") {
    MountinfoCost sum;
    for (const std::string& text : all_scenarios()) {
        CAPTURE(text);
        const ScenarioResult scenario = parse_scenario(text);
        REQUIRE(!scenario.error);
        Machine machine;
        machine.options.initial_directories = scenario.scenario.settings.initial_directories;
        for (const ScenarioLine& line : scenario.scenario.lines) {
            run_command(machine.world, machine.kernel, line.command, machine.options);
            const MountinfoCost cost = compare_ways(machine.world);
            for (const MountinfoCounter& counter : mountinfo_counters())
                sum.*counter.value += cost.*counter.value;
        }
    }
    for (const MountinfoCounter& counter : mountinfo_counters()) {
        CAPTURE(counter.name);
        CHECK(sum.*counter.value > 0);  // the scenarios have all there is to count
    }
}

TEST_CASE("mountinfo cost: n stacked mounts are climbed n(n+1)/2 times, and n slaves ask n peers each") {
    for (const int n : {3, 5, 8}) {
        CAPTURE(n);
        Machine machine;
        build_chain(machine, n);
        const std::uint64_t mounts = std::uint64_t{1} << n;
        const MountinfoCost alone = mountinfo_cost(machine.world, machine.world.find_process("main"));
        // A line for the root as well; the k-th mount of the stack is k below it.
        CHECK(alone.lines == mounts + 1);
        CHECK(alone.path_steps == mounts * (mounts + 1) / 2);
        CHECK(alone.ring_steps == 0);  // no slaves, no masters to look for

        machine.run("unshare -m b\nns b mount --make-rslave /");
        const MountinfoCost slave = mountinfo_cost(machine.world, machine.world.find_process("b"));
        CHECK(slave.lines == mounts + 1);
        CHECK(slave.ring_steps == mounts * mounts);
        CHECK(compare_ways(machine.world).ring_steps == mounts * mounts);
    }
}

TEST_CASE("mountinfo cost: each counter has a name and a sentence") {
    for (const MountinfoCounter& counter : mountinfo_counters()) {
        CHECK(counter.name.starts_with("mountinfo_"));
        CHECK(counter.meaning.ends_with("."));
    }
}

}  // namespace mountscope
