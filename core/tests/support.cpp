#include "core/tests/support.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/text/scenario.hpp"

namespace mountscope {

std::string read_data(const std::string& name) {
    std::ifstream file(std::string(kDataFolder) + name, std::ios::binary);
    REQUIRE_MESSAGE(file.good(), "test data can't be read: ", name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<std::string> data_files(const std::string& folder, std::string_view ending) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(kDataFolder) + folder)) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(ending)) names.push_back(folder + "/" + name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

void check_invariants(const World& world, const KernelProfile& kernel, std::string_view when) {
    const auto broken = world.find_broken_invariant(kernel.leaves_marks());
    CHECK_MESSAGE(!broken, "after ", when, ": ", broken.value_or(""));
}

void Machine::run(std::string_view scenario) {
    const ScenarioResult parsed = parse_scenario(scenario);
    REQUIRE_MESSAGE(!parsed.error, to_string(*parsed.error));
    for (const ScenarioLine& line : parsed.scenario.lines) {
        const CommandResult result = run_command(world, kernel, line.command, options);
        REQUIRE_MESSAGE(!result.impossible, line.text, ": ", *result.impossible);
        const bool right = line.any_result || result.error == line.expected;
        CHECK_MESSAGE(right, line.text, ": ", errno_name(result.error), ", expected ",
                      errno_name(line.expected));
        check_invariants(world, kernel, line.text);
    }
}

CommandResult Machine::command(std::string_view line) {
    const ScenarioResult parsed = parse_scenario(line);
    REQUIRE_MESSAGE(!parsed.error, to_string(*parsed.error));
    REQUIRE(parsed.scenario.lines.size() == 1);
    const CommandResult result = run_command(world, kernel, parsed.scenario.lines[0].command, options);
    REQUIRE_MESSAGE(!result.impossible, line, ": ", *result.impossible);
    check_invariants(world, kernel, line);
    return result;
}

std::string Machine::table(std::string_view process) const {
    const StateTables state = build_tables(world);
    const MountTable* table = state.find(ns(process));
    REQUIRE(table != nullptr);
    std::string text;
    for (std::size_t i = 0; i < table->rows.size(); ++i) text += table_line(world, state, *table, i) + "\n";
    return text;
}

MountRef Machine::at(std::string_view path, std::string_view process) {
    const CommandResult found = command("ns " + std::string(process) + " where " + std::string(path));
    REQUIRE_MESSAGE(found.error == Errno::kOk, path, ": ", errno_name(found.error));
    return found.where.mount;
}

NamespaceRef Machine::ns(std::string_view process) const {
    const ProcessRef found = world.find_process(process);
    REQUIRE(found);
    return world[found].ns;
}

}  // namespace mountscope
