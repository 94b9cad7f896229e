#pragma once
// What was asked for on the command line.
//
//   ParsedOptions parsed = parse_options({"run", "--kernel", "4.9", "story.scn"});
//   if (parsed.error) complain(*parsed.error);
//
// A long option takes its value as the next word or behind "=".

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/profile.hpp"
#include "core/text/scenario_run.hpp"

namespace mountscope {

enum class CliAction { kRun, kKernels, kCounters, kHelp, kVersion };

struct CliOptions {
    CliAction action = CliAction::kHelp;
    bool help_of_run = false;
    KernelProfile kernel = default_kernel();
    ScenarioRunOptions run;
    bool states_given = false;
    bool mountinfo = false;
    bool json = false;
    std::vector<std::string> files;  // "-" is standard input
};

struct ParsedOptions {
    CliOptions options;
    std::optional<std::string> error;  // what is wrong, and what would be right
};

ParsedOptions parse_options(std::span<const std::string_view> words);

}  // namespace mountscope
