// Every recorded scenario gives what a real kernel gave, line for line, and nothing is broken on the way.

#include <doctest/doctest.h>

#include "core/tests/support.hpp"
#include "core/text/compact.hpp"
#include "core/text/scenario_run.hpp"

using namespace mountscope;

namespace {

// Runs to the end with the invariants checked after each command.
std::string run_to_end(const Scenario& scenario, const ScenarioRunOptions& options) {
    ScenarioRun run(scenario, default_kernel(), options);
    std::string text;
    bool more = true;
    while (more) {
        const std::size_t start = text.size();
        more = run.step(text);
        check_invariants(run.world(), default_kernel(), text.substr(start, 200));
    }
    CHECK_MESSAGE(!run.error(), to_string(*run.error()));
    return text;
}

void check_same_lines(const std::string& name, const std::string& got, const std::string& expected) {
    if (got == expected) return;
    const auto got_lines = lines_of(got);
    const auto expected_lines = lines_of(expected);
    for (std::size_t i = 0; i < std::max(got_lines.size(), expected_lines.size()); ++i) {
        const std::string mine = i < got_lines.size() ? got_lines[i] : "(nothing)";
        const std::string theirs = i < expected_lines.size() ? expected_lines[i] : "(nothing)";
        if (mine == theirs) continue;
        FAIL_CHECK(name, ", line ", i + 1, "\n  got      ", mine, "\n  expected ", theirs);
        return;
    }
}

// How many there were.
std::size_t run_recorded_files(const std::string& folder) {
    const auto scenarios = data_files(folder, ".scn");
    CHECK(scenarios.size() == data_files(folder, ".expected.json").size());
    for (const std::string& file : scenarios) {
        const std::string stem = file.substr(0, file.size() - std::string_view(".scn").size());
        CAPTURE(stem);
        ScenarioResult parsed = parse_scenario(read_data(file));
        REQUIRE_MESSAGE(!parsed.error, to_string(*parsed.error));
        parsed.scenario.name = stem.substr(stem.rfind('/') + 1);
        check_same_lines(stem, run_to_end(parsed.scenario, {}), read_data(stem + ".expected.json"));
    }
    return scenarios.size();
}

}  // namespace

TEST_CASE("scenarios written by hand end as on a real kernel") {
    CHECK(run_recorded_files("scenarios") == 148);
}

TEST_CASE("every refusal and every line of the conformance list ends as on a real kernel") {
    CHECK(run_recorded_files("conformance") >= 30);
}

TEST_CASE("generated scenarios end as on a real kernel") {
    const auto lines = lines_of(read_data("generated.jsonl"));
    CHECK(lines.size() == 200);
    for (const std::string& line : lines) {
        const CompactLine read = read_compact_line(line);
        REQUIRE_MESSAGE(!read.error, *read.error);
        CAPTURE(read.name);
        ScenarioResult parsed = parse_scenario(read.text);
        REQUIRE_MESSAGE(!parsed.error, to_string(*parsed.error));
        ScenarioRunOptions options;
        options.states = StatesPrinted::kHash;
        options.compact = true;
        options.max_print = 60;
        const std::string got = compact_start(read.name, read.text) + run_to_end(parsed.scenario, options);
        check_same_lines(read.name, got, line + "\n");
    }
}
