#pragma once
// The scenarios that are built in: texts of the console's language with a head of comment lines.
//
//   # title: A bind chain, then umount -l
//   # group: Cost
//   # value: 1 = 3 from 1 to 16          the $1 of the script; the N of the chip
//   # open: -1                           where it opens: commands from the start, or back from the end
//   # compare: 4.9 6.18                  optional: kernels side by side, 1 to 4, lane A first
//   # select: /mnt/1                     optional: the mount that is selected then
//   # look: What to look at, in a sentence or two.
//   mount -t tmpfs zdtm /mnt
//   ...
//
//   for (const ScenarioInfo& s : built_in_scenarios()) list(s.group, s.title);
//   const ScenarioInfo* s = find_scenario("bind-chain-umount");
//
// The files are lessons/scenarios/NN-ID.scn; NN gives the order. A text without head is a scenario too.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mountscope {

struct ScenarioParameter {
    std::string name;  // "1" for $1
    int value = 1;
    int least = 1;
    int most = 1;
};

struct ScenarioInfo {
    std::string id;
    std::string title;
    std::string group;
    std::string look;
    std::optional<ScenarioParameter> parameter;
    std::optional<int> open_at;        // negative: back from the end
    std::vector<std::string> compare;  // names of kernels, as they are written
    std::string select;
    std::string text;  // all of it, head included
};

// Reads the head; what is not given stays empty.
ScenarioInfo read_scenario_head(std::string_view id, std::string_view text);

std::span<const ScenarioInfo> built_in_scenarios();
const ScenarioInfo* find_scenario(std::string_view id_or_title);

// Generated from the files.
struct EmbeddedScenario {
    std::string_view id;
    std::string_view text;
};
std::span<const EmbeddedScenario> embedded_scenarios();

}  // namespace mountscope
