#pragma once
// Scenario or shell script, as a flat list of commands.
//
//   ScriptLines s = read_script(text, {.n = 5});      // $N and $1 are 5
//   if (s.error) complain(*s.error); else run(s.lines);
//
// A text without $, backquotes and shell words is read as a scenario, line by line. Anything else is run
// through the shell language first, every command taken to succeed, since what a command answers is not known
// before it is run under some kernel: loops and variables work, decisions on results do not.

#include <optional>
#include <string_view>

#include "core/text/scenario.hpp"

namespace mountscope {

struct ScriptValues {
    std::optional<long long> n;  // the parameter: $N, $n and $1
};

struct ScriptLines {
    std::vector<ScenarioLine> lines;
    ScenarioSettings settings;
    bool has_parameter = false;  // the text uses $N or $1
    std::optional<TextError> error;
};

ScriptLines read_script(std::string_view text, const ScriptValues& values = {});

}  // namespace mountscope
