// Counting quickly, plainly and with every step told must be the same thing; steps can be looked at in any
// order.

#include <doctest/doctest.h>
#include <random>
#include <string>

#include "core/tests/support.hpp"
#include "core/text/compact.hpp"
#include "core/text/scenario.hpp"
#include "core/trace/code.hpp"
#include "core/trace/narrate.hpp"
#include "core/trace/step_trace.hpp"
#include "core/trace/timeline.hpp"

namespace mountscope {

namespace {

// All scenarios there are: by hand, generated, of the variants.
std::vector<std::string> all_scenarios() {
    std::vector<std::string> texts;
    for (const std::string& name : data_files("scenarios", ".scn")) texts.push_back(read_data(name));
    for (const std::string& line : lines_of(read_data("generated.jsonl"))) {
        const CompactLine read = read_compact_line(line);
        if (!read.error) texts.push_back(read.text);
    }
    return texts;
}

void compare_ways_of_counting(const std::string& text, const KernelProfile& kernel) {
    const ScenarioResult scenario = parse_scenario(text);
    REQUIRE(!scenario.error);
    MachineSettings few_buckets;
    few_buckets.hash_buckets = 512;
    World quick = World::boot(few_buckets);
    World plain = quick;
    RunOptions quickly;
    quickly.initial_directories = scenario.scenario.settings.initial_directories;
    RunOptions plainly = quickly;
    plainly.count_quickly = false;
    for (const ScenarioLine& line : scenario.scenario.lines) {
        CAPTURE(line.text);
        StepTrace quick_steps;
        StepTrace plain_steps;
        const CommandResult a = run_command(quick, kernel, line.command, quickly, &quick_steps);
        const CommandResult b = run_command(plain, kernel, line.command, plainly, &plain_steps);
        REQUIRE(a.error == b.error);
        REQUIRE(a.counters == b.counters);
        REQUIRE(quick_steps.next == plain_steps.next);
        REQUIRE(quick.hash() == plain.hash());
    }
}

World chain(int n, const KernelProfile& kernel, Command* last) {
    Machine machine(kernel);
    machine.run("mkdir -p /m\nmount -t tmpfs t /m\nmount --make-shared /m\nmkdir /m/1");
    for (int i = 0; i < n; ++i) machine.run("mount --bind /m/1 /m/1");
    *last = parse_command({"umount", "-l", "/m"}).command;
    return machine.world;
}

}  // namespace

TEST_CASE("quick and plain counts agree for every scenario under every kernel") {
    for (const std::string& text : all_scenarios()) {
        for (const KernelProfile& kernel : kernels()) {
            CAPTURE(text);
            CAPTURE(kernel.name);
            compare_ways_of_counting(text, kernel);
        }
    }
}

TEST_CASE("quick and plain counts agree on big chains, also with copies elsewhere") {
    std::string text =
        "mkdir -p /m /o\nmount -t tmpfs t /m\nmount --make-shared /m\nmkdir /m/1\n"
        "unshare -m peers\nunshare -m --propagation slave slaves\nunshare -Um locked\n";
    for (int i = 0; i < 5; ++i) text += "mount --bind /m/1 /m/1\n";
    text += "umount -l /m\n";
    for (const KernelProfile& kernel : kernels()) {
        CAPTURE(kernel.name);
        compare_ways_of_counting(text, kernel);
    }
}

TEST_CASE("a step is the same from wherever one comes, and the last one leads to the command's result") {
    std::mt19937 random(7);
    for (const KernelProfile& kernel : kernels()) {
        CAPTURE(kernel.name);
        Command last;
        const World before = chain(5, kernel, &last);
        const StepIndex index(before, kernel, last, {});
        REQUIRE(index.steps() > 0);
        std::vector<std::uint64_t> forward;
        for (std::uint64_t k = 0; k < index.steps(); ++k) {
            const StepView view = index.at(k);
            REQUIRE(view.index == k);
            forward.push_back(view.world.hash());
            REQUIRE(!step_sentence(kernel, view.world, view.step).empty());
        }
        for (int i = 0; i < 100; ++i) {
            const std::uint64_t k = random() % index.steps();
            REQUIRE(index.at(k).world.hash() == forward[static_cast<std::size_t>(k)]);
        }
        World after = before;
        const CommandResult result = run_command(after, kernel, last);
        CHECK(index.at(index.steps() - 1).counters == result.counters);
        CHECK(index.result().counters == result.counters);
    }
}

TEST_CASE("every step of an umount is at a line of the pseudo-code, and phases cover all steps in order") {
    for (const KernelProfile& kernel : kernels()) {
        CAPTURE(kernel.name);
        Command last;
        const World before = chain(4, kernel, &last);
        const StepIndex index(before, kernel, last, {});
        const auto lines = static_cast<int>(pseudo_code(kernel, last.kind).size());
        index.for_each(0, index.steps(), [&](std::uint64_t k, const Step& step, const World&) {
            if (step.phase == Phase::kResolve || step.phase == Phase::kUnlock) return;
            const int line = code_line(kernel, last.kind, step);
            CAPTURE(phase_name(step.phase));
            CHECK(line >= 0);
            CHECK(line < lines);
            CHECK(index.phases()[index.phase_of(k)].phase == step.phase);
        });
    }
}

TEST_CASE("the timeline goes back and forth to the very same states, and keeps other futures") {
    std::mt19937 random(11);
    for (const std::string& text : all_scenarios()) {
        const ScenarioResult scenario = parse_scenario(text);
        if (scenario.scenario.lines.size() < 10) continue;
        Timeline timeline(default_kernel());
        std::vector<std::uint64_t> forward{timeline.hash()};
        for (const ScenarioLine& line : scenario.scenario.lines) {
            timeline.append(line.text, line.command);
            forward.push_back(timeline.hash());
        }
        for (int i = 0; i < 20; ++i) {
            const std::size_t k = random() % forward.size();
            timeline.seek(k);
            REQUIRE(timeline.cursor() == k);
            REQUIRE(timeline.hash() == forward[static_cast<std::size_t>(k)]);
        }
        timeline.seek(5);
        timeline.append("mkdir -p /elsewhere", parse_command({"mkdir", "-p", "/elsewhere"}).command);
        REQUIRE(timeline.size() == 6);
        REQUIRE(timeline.branches().size() == 1);
        timeline.switch_branch(0);
        REQUIRE(timeline.size() == scenario.scenario.lines.size());
        timeline.seek(timeline.size());
        REQUIRE(timeline.hash() == forward.back());
    }
}

TEST_CASE("a long story keeps only some worlds and still goes anywhere") {
    Timeline timeline(default_kernel());
    std::vector<std::uint64_t> forward{timeline.hash()};
    for (int i = 0; i < 5000; ++i) {
        const std::string path = "/d" + std::to_string(i % 50);
        const bool there = (i / 50) % 2 == 1;
        timeline.append(there ? "rmdir " + path : "mkdir -p " + path,
                        parse_command(there ? std::vector<std::string>{"rmdir", path}
                                            : std::vector<std::string>{"mkdir", "-p", path})
                            .command);
        forward.push_back(timeline.hash());
    }
    for (const std::size_t k : {4999u, 1u, 2500u, 3333u, 17u, 0u, 5000u}) {
        timeline.seek(k);
        REQUIRE(timeline.hash() == forward[static_cast<std::size_t>(k)]);
    }
}

}  // namespace mountscope
