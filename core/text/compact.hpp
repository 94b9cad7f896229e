#pragma once
// The compact form of recorded scenarios: one JSON object a line, {"name":NAME,"scn":TEXT,"steps":[...],...}.
//
//   CompactLine line = read_compact_line(text);     // only the name and the text of the scenario
//   out += compact_start(line.name, line.text);     // what ScenarioRun with `compact` continues
//
// Other keys are not looked at: what a run should give is compared with the whole line.

#include <optional>
#include <string>
#include <string_view>

namespace mountscope {

struct CompactLine {
    std::string name;
    std::string text;
    std::optional<std::string> error;  // why it can't be read
};

CompactLine read_compact_line(std::string_view line);

// {"name":NAME,"scn":TEXT,"steps":[
std::string compact_start(std::string_view name, std::string_view text);

}  // namespace mountscope
