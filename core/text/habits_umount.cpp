// umount(8): several targets, lazy and recursive ones.

#include <array>

#include "core/text/habits_detail.hpp"
#include "core/text/habits_options.hpp"

namespace mountscope::shell {

namespace {

constexpr auto kOptions = std::to_array<OptionSpec>({
    {'l', "lazy"},
    {'R', "recursive"},
    {'f', "force"},
    {'n', "no-mtab"},
    {'v', "verbose"},
    {'q', "quiet"},
    {'c', "no-canonicalize"},
    {'i', "internal-only"},
    {'r', "read-only"},
    {'d', "detach-loop"},
    {'t', "types", OptionValue::kRequired},
    {'O', "test-opts", OptionValue::kRequired},
    {'a', "all"},
    {'A', "all-targets"},
    {'N', "namespace", OptionValue::kRequired},
    {'\0', "fake"},
    {'h', "help"},
    {'V', "version"},
});

constexpr std::string_view kUsage = "umount [-l] [-R] DIR...";

}  // namespace

HabitResult normalise_umount(const ScenarioWords& words) {
    const ParsedArguments arguments = parse_arguments(words, kOptions, true);
    if (arguments.error) return *arguments.error;
    for (const std::string_view name :
         {"all", "all-targets", "namespace", "types", "test-opts", "help", "version"}) {
        if (arguments.has(name))
            return habit_error("umount: `--" + std::string(name) + "` is not possible here",
                               std::string(kUsage));
    }
    if (arguments.operands.empty()) return habit_error("umount: a directory is missing", std::string(kUsage));
    NormalisedCommand result;
    result.stop_at_failure = false;
    for (const std::string& directory : arguments.operands) {
        ScenarioWords command{"umount"};
        if (arguments.has("recursive")) command.emplace_back("-R");
        if (arguments.has("lazy")) command.emplace_back("-l");
        command.push_back(directory);
        result.commands.push_back(std::move(command));
    }
    if (arguments.has("fake")) {
        result.commands.clear();
        result.notes.emplace_back("umount: `--fake` makes no system call");
    }
    return result;
}

}  // namespace mountscope::shell
