#pragma once
// The scenario language: one shell-like command a line, with what is expected of it.
//
//   ScenarioResult r = parse_scenario("mkdir -p /a\n! EBUSY umount /a\n");
//   if (r.error) show(r.error->line, r.error->column, r.error->what, r.error->expected);
//   for (const ScenarioLine& line : r.scenario.lines) run_command(world, kernel, line.command);
//
// `ns NAME` in front runs a command in another process; `! ERRNO` expects a failure, `?` takes any result;
// `#` starts a comment, a line `#: KEY=VALUE...` sets how the result is printed. A command without a prefix
// must succeed. Words are separated by blanks, there is no quoting.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/command.hpp"

namespace mountscope {

// Where a text is wrong, what is wrong, and what would be right. Lines and columns count from 1.
struct TextError {
    std::size_t line = 0;
    std::size_t column = 0;
    std::string what;
    std::string expected;
};
std::string to_string(const TextError& error);  // "line 3, column 7: what; expected ..."

struct ScenarioLine {
    std::size_t line = 0;
    std::string text;         // the command without `!` and `?`, words joined by single blanks
    bool any_result = false;  // `?`
    Errno expected = Errno::kOk;
    Command command;
};

struct ScenarioSettings {
    std::optional<std::string> states;  // each, hash, end, none
    std::optional<bool> order;
    std::optional<std::size_t> max_print;
    std::vector<std::string> initial_directories;
};

struct Scenario {
    std::string name;
    ScenarioSettings settings;
    std::vector<ScenarioLine> lines;
};

struct ScenarioResult {
    Scenario scenario;
    std::optional<TextError> error;
};

// Limits that keep any text from exhausting memory.
struct ScenarioLimits {
    std::size_t bytes = 16u << 20;
    std::size_t commands = 1'000'000;
    std::size_t word = 65536;
};

ScenarioResult parse_scenario(std::string_view text, const ScenarioLimits& limits = {});

// One command from words that are split already (the console). `column` of an error counts words from 1.
struct CommandResultOrError {
    Command command;
    std::optional<TextError> error;
};
CommandResultOrError parse_command(const std::vector<std::string>& words);

bool is_process_name(std::string_view text);  // letters, digits, _ - .

}  // namespace mountscope
