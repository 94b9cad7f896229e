// Every step has a sentence, a meaning and a line of code, under every kernel.

#include "core/trace/narrate.hpp"

#include <doctest/doctest.h>
#include <set>
#include <string>
#include <vector>

#include "core/tests/support.hpp"
#include "core/text/compact.hpp"
#include "core/text/scenario.hpp"
#include "core/trace/code.hpp"
#include "core/trace/step_trace.hpp"

using namespace mountscope;

namespace {

constexpr std::uint64_t kStepsOfCommand = 600;

struct Recorded {
    std::string name;
    std::string text;
};

std::vector<Recorded> recorded_scenarios() {
    std::vector<Recorded> all;
    for (const std::string& name : data_files("scenarios", ".scn")) all.push_back({name, read_data(name)});
    for (const std::string& line : lines_of(read_data("generated.jsonl"))) {
        const CompactLine read = read_compact_line(line);
        if (!read.error) all.push_back({line.substr(0, 40), read.text});
    }
    return all;
}

bool ends_with_one_full_stop(std::string_view text) {
    return text.size() > 5 && text.ends_with('.') && !text.ends_with("..") && !text.ends_with(" .");
}

// The numbers behind "#" in a sentence.
std::vector<std::uint32_t> named(std::string_view text) {
    std::vector<std::uint32_t> ids;
    for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
        std::uint32_t id = 0;
        std::size_t digit = at + 1;
        for (; digit < text.size() && text[digit] >= '0' && text[digit] <= '9'; ++digit)
            id = id * 10 + static_cast<std::uint32_t>(text[digit] - '0');
        ids.push_back(digit > at + 1 ? id : ~0u);
    }
    return ids;
}

bool exists(const World& world, std::uint32_t mnt_id) {
    for (std::uint32_t slot = 1; slot < world.mount_slots(); ++slot) {
        if (world[MountRef{slot}].unique_id != 0 && world[MountRef{slot}].mnt_id == mnt_id) return true;
    }
    return false;
}

// What is wrong with the words of a step; nothing when all is well. (A doctest assertion for each would take
// too long.)
std::string fault(const KernelProfile& kernel, CommandKind kind, const Step& step, const World& world) {
    const std::string sentence = step_sentence(kernel, world, step);
    const std::string_view meaning = step_meaning(kernel, world, step);
    if (!ends_with_one_full_stop(sentence)) return "sentence: " + sentence;
    if (!ends_with_one_full_stop(meaning)) return "meaning: " + std::string(meaning);
    if (sentence.front() >= 'a' && sentence.front() <= 'z') return "begins small: " + sentence;
    if ((" " + sentence).find(" - ") != std::string::npos || sentence.starts_with("-") ||
        sentence.find(" -.") != std::string::npos || sentence.find(" -,") != std::string::npos)
        return "names nobody: " + sentence;
    for (const std::uint32_t id : named(sentence)) {
        if (!exists(world, id)) return "names who is not there: " + sentence;
    }
    const int line = code_line(kernel, kind, step);
    if (line < 0 || line >= static_cast<int>(pseudo_code(kernel, kind).size()))
        return "at no line: " + std::string(phase_name(step.phase)) + ": " + sentence;
    const std::vector<CodeVariable> variables = code_variables(kernel, world, step);
    if (variables.empty()) return "no variable: " + sentence;
    for (const CodeVariable& v : variables) {
        if (v.value.empty() || v.value == "-" || v.value.starts_with("-,"))
            return v.name + " holds nothing: " + sentence;
    }
    return "";
}

struct Tally {
    std::set<std::string> told;  // kernel, phase, kind, decision
    std::uint64_t steps = 0;
    std::vector<std::string> faults;
};

void tell_all(const Recorded& scenario, const KernelProfile& kernel, Tally& tally) {
    const ScenarioResult parsed = parse_scenario(scenario.text);
    if (parsed.error) return;
    World world = World::boot();
    RunOptions options;
    options.initial_directories = parsed.scenario.settings.initial_directories;
    for (const ScenarioLine& line : parsed.scenario.lines) {
        const StepIndex index(world, kernel, line.command, options);
        const std::uint64_t to = std::min(index.steps(), kStepsOfCommand);
        index.for_each(0, to, [&](std::uint64_t, const Step& step, const World& at) {
            ++tally.steps;
            const std::string problem = fault(kernel, line.command.kind, step, at);
            if (!problem.empty() && tally.faults.size() < 20)
                tally.faults.push_back(std::string(kernel.name) + ", " + scenario.name + ", " + line.text +
                                       ": " + problem);
        });
        run_command(world, kernel, line.command, options);
    }
}

}  // namespace

TEST_CASE(
    "every step of every scenario has a sentence, a meaning, a line and variables, under every kernel") {
    Tally tally;
    const std::vector<Recorded> scenarios = recorded_scenarios();
    for (const KernelProfile& kernel : kernels()) {
        for (const Recorded& scenario : scenarios) tell_all(scenario, kernel, tally);
    }
    CHECK(tally.steps > 100'000);
    for (const std::string& problem : tally.faults) FAIL_CHECK(problem);
}

TEST_CASE("lines of code are short, begin at the left, and are indented by one at a time") {
    for (const KernelProfile& kernel : kernels()) {
        for (int k = 0; k <= static_cast<int>(CommandKind::kShow); ++k) {
            const std::vector<CodeLine> code = pseudo_code(kernel, static_cast<CommandKind>(k));
            int indent = 0;
            for (const CodeLine& line : code) {
                CAPTURE(line.text);
                CHECK(line.text.size() + 2 * static_cast<std::size_t>(line.indent) <= 36);
                CHECK(line.indent <= indent + 1);
                CHECK_FALSE(line.text.empty());
                indent = line.indent;
            }
            if (!code.empty()) CHECK(code.front().indent == 0);
        }
    }
}
