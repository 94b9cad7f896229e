// Long work tells how far it is, and can be stopped: a stopped command has changed nothing.

#include <doctest/doctest.h>

#include "core/cost/cost_run.hpp"
#include "core/tests/support.hpp"
#include "core/text/scenario.hpp"
#include "core/trace/step_trace.hpp"
#include "core/trace/timeline.hpp"

namespace mountscope {

namespace {

// What can't be added up: between every two mounts of one large group, a copy elsewhere is taken, after which
// the large group has to be walked anew.
std::string interleaved(int n) {
    std::string text =
        "mkdir -p /a /q /x /x/p\nmount -t tmpfs top /a\nmount --make-private /a\n"
        "mkdir -p /s\nmount -t tmpfs s /s\nmkdir -p /s/x\nmount --make-shared /s\n";
    for (int i = 0; i < n; ++i) {
        const std::string number = std::to_string(i);
        text += "mkdir -p /a/b" + number + "\nmount --bind /s /a/b" + number + "\n";
    }
    // Into the group: every member gets one.
    text += "mount -t tmpfs t /s/x\nmkdir -p /s/x/p\n";
    for (int i = 0; i < n; ++i) {
        const std::string number = std::to_string(i);
        const std::string inside = "/a/b" + number + "/x";
        text += "mount --make-private " + inside + "\nmkdir -p /q/" + number + "\n";
        text += "mount -t tmpfs o" + number + " /q/" + number + "\nmount --make-shared /q/" + number + "\n";
        text += "mkdir -p /q/" + number + "/z\nmount --bind /q/" + number + " " + inside + "/p\n";
        text += "mount -t tmpfs c" + number + " /q/" + number + "/z\n";
    }
    return text;
}

constexpr std::string_view kLast = "umount -l /a";

Command command_of(std::string_view line) {
    const ScenarioResult parsed = parse_scenario(line);
    REQUIRE(!parsed.error);
    return parsed.scenario.lines.front().command;
}

// A machine on which the last command of `interleaved(n)` is still to be run.
Machine ready(const KernelProfile& kernel, int n) {
    Machine machine(kernel);
    const ScenarioResult parsed = parse_scenario(interleaved(n));
    REQUIRE(!parsed.error);
    for (const ScenarioLine& line : parsed.scenario.lines) {
        REQUIRE(run_command(machine.world, kernel, line.command).error == Errno::kOk);
    }
    return machine;
}

}  // namespace

TEST_CASE("a scenario that can't be added up is counted all the same, and tells how far it is") {
    for (const KernelProfile& kernel : kernels()) {
        CAPTURE(kernel.name);
        Machine machine = ready(kernel, 330);
        World plain = machine.world;
        RunOptions options;
        options.count_quickly = false;
        const CommandResult expected = run_command(plain, kernel, command_of(kLast), options);
        REQUIRE(expected.error == Errno::kOk);

        std::vector<WorkDone> told;
        options.count_quickly = true;
        options.progress = [&told](const WorkDone& work) {
            told.push_back(work);
            return true;
        };
        const CommandResult result = run_command(machine.world, kernel, command_of(kLast), options);
        CHECK(!result.cancelled);
        CHECK(result.counters == expected.counters);
        CHECK(machine.world.hash() == plain.hash());
        const bool is_quadratic = kernel.umount == UmountAlgorithm::kBatchMarkTake;
        if (is_quadratic) CHECK(told.size() >= 1);
        for (std::size_t i = 0; i < told.size(); ++i) {
            CHECK(told[i].part <= told[i].parts);
            CHECK(told[i].steps == (i + 1) * Progress::kStepsBetween);
            if (i > 0) CHECK(told[i].part >= told[i - 1].part);
        }
    }
}

TEST_CASE("a command that is stopped has changed nothing, says so, and can be run again") {
    for (const char* name : {"4.9", "4.11", "4.13-two-patches"}) {
        CAPTURE(name);
        const KernelProfile& kernel = *find_kernel(name);
        Machine machine = ready(kernel, 330);
        const std::uint64_t before = machine.world.hash();
        RunOptions options;
        options.count_quickly = false;
        int calls = 0;
        options.progress = [&calls](const WorkDone&) {
            ++calls;
            return false;
        };
        const CommandResult stopped = run_command(machine.world, kernel, command_of(kLast), options);
        CHECK(stopped.cancelled);
        CHECK(stopped.error == Errno::kEINTR);
        CHECK(stopped.counters == Counters{});
        CHECK(calls == 1);
        CHECK(machine.world.hash() == before);
        check_invariants(machine.world, kernel, "stopped");

        options.progress = nullptr;
        CHECK(run_command(machine.world, kernel, command_of(kLast), options).error == Errno::kOk);
        CHECK(machine.world.hash() != before);
    }
}

TEST_CASE("a cost run that is stopped goes on where it was") {
    const ScenarioResult parsed = parse_scenario(interleaved(330) + std::string(kLast) + "\n");
    REQUIRE(!parsed.error);
    bool goes_on = false;
    RunOptions options;
    options.count_quickly = false;
    options.progress = [&goes_on](const WorkDone&) { return goes_on; };
    const std::vector<const KernelProfile*> both{find_kernel("4.9"), find_kernel("4.9-rfc2")};
    CostRun run(parsed.scenario.lines, both, {}, options);
    while (run.advance()) {
    }
    REQUIRE(run.was_cancelled());
    CHECK(run.done() == 2 * (parsed.scenario.lines.size() - 1));
    goes_on = true;
    while (run.advance()) {
    }
    CHECK(!run.was_cancelled());
    CHECK(run.done() == run.total());

    options.progress = nullptr;
    CostRun straight(parsed.scenario.lines, both, {}, options);
    while (straight.advance()) {
    }
    for (std::size_t k = 0; k < both.size(); ++k) {
        CHECK(run.results()[k].total() == straight.results()[k].total());
        CHECK(run.world(k).hash() == straight.world(k).hash());
    }
}

TEST_CASE("stories and steps that are stopped show what was before") {
    const KernelProfile& kernel = *find_kernel("4.9");
    const ScenarioResult parsed = parse_scenario(interleaved(330));
    REQUIRE(!parsed.error);
    bool goes_on = true;
    RunOptions options;
    options.count_quickly = false;
    options.progress = [&goes_on](const WorkDone&) { return goes_on; };
    Timeline timeline(kernel, options);
    for (const ScenarioLine& line : parsed.scenario.lines) timeline.append(line.text, line.command);
    const std::size_t size = timeline.size();
    const std::uint64_t hash = timeline.hash();
    // Without checkpoints, so that every look at the last step is long work.
    const StepIndex index(timeline.world(), kernel, command_of(kLast), options, {.most = 0});
    CHECK(index.checkpoints() == 0);
    CHECK(index.steps() > Progress::kStepsBetween);
    goes_on = false;
    CHECK(timeline.append(std::string(kLast), command_of(kLast)).cancelled);
    CHECK(timeline.size() == size);
    CHECK(timeline.hash() == hash);
    CHECK(index.at(index.steps() - 1).world.hash() == hash);
    CHECK(StepIndex(timeline.world(), kernel, command_of(kLast), options).result().cancelled);
    goes_on = true;
    CHECK(index.at(index.steps() - 1).world.hash() != hash);
}

}  // namespace mountscope
