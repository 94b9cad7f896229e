// unshare, nsenter, chroot and the other commands about processes.

#include <algorithm>
#include <array>

#include "core/text/habits_detail.hpp"
#include "core/text/habits_options.hpp"

namespace mountscope {

bool is_shell_program(std::string_view name) {
    const std::size_t slash = name.rfind('/');
    if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
    for (const std::string_view shell : {"sh", "bash", "dash", "ash", "ksh", "zsh"}) {
        if (name == shell) return true;
    }
    return false;
}

namespace shell {

namespace {

constexpr std::string_view kUnshareUsage = "unshare -m NAME, or unshare -m [--propagation TYPE] COMMAND";
constexpr std::string_view kNsenterUsage = "nsenter -m OTHER NAME, or nsenter -t PROCESS -m [COMMAND]";

bool is_propagation_name(std::string_view name) {
    return name == "private" || name == "slave" || name == "shared" || name == "unchanged";
}

// A process's name can hardly be that of a program one would start.
bool is_program(std::string_view name) {
    if (is_shell_program(name)) return true;
    const std::vector<std::string_view> names = habit_command_names();
    return std::binary_search(names.begin(), names.end(), name) || name == "true" || name == "sleep";
}

// `unshare -m [--propagation TYPE] NAME` of the scenario language, which changes no propagation by itself.
bool is_scenario_unshare(const ScenarioWords& words) {
    if (words.size() < 3 || (words[1] != "-m" && words[1] != "-Um")) return false;
    std::size_t i = 2;
    if (words[i] == "--propagation" && i + 2 < words.size()) {
        if (!is_propagation_name(words[i + 1])) return false;
        i += 2;
    }
    return i + 1 == words.size() && is_process_name(words[i]) && words[i][0] != '-' && !is_program(words[i]);
}

constexpr auto kUnshareOptions = std::to_array<OptionSpec>({
    {'m', "mount", OptionValue::kNone},
    {'U', "user", OptionValue::kNone},
    {'r', "map-root-user"},
    {'c', "map-current-user"},
    {'\0', "map-auto"},
    {'\0', "map-users", OptionValue::kRequired},
    {'\0', "map-groups", OptionValue::kRequired},
    {'p', "pid"},
    {'f', "fork"},
    {'i', "ipc"},
    {'n', "net"},
    {'u', "uts"},
    {'C', "cgroup"},
    {'T', "time"},
    {'\0', "mount-proc", OptionValue::kOptional},
    {'\0', "propagation", OptionValue::kRequired},
    {'\0', "kill-child", OptionValue::kOptional},
    {'\0', "keep-caps"},
    {'\0', "setgroups", OptionValue::kRequired},
    {'R', "root", OptionValue::kRequired},
    {'w', "wd", OptionValue::kRequired},
    {'S', "setuid", OptionValue::kRequired},
    {'G', "setgid", OptionValue::kRequired},
    {'h', "help"},
    {'V', "version"},
});

// What runs in a new root or directory first goes there.
void enter_directories(const ParsedArguments& arguments, ProcessStart& process) {
    if (arguments.has("root")) {
        process.inside.push_back({"chroot", arguments.value("root")});
        process.inside.push_back({"cd", "/"});
    }
    if (arguments.has("wd")) process.inside.push_back({"cd", arguments.value("wd")});
}

void note_other_namespaces(const ScenarioWords& words, const ParsedArguments& arguments,
                           NormalisedCommand& result) {
    constexpr std::string_view kOthers[] = {"pid", "ipc", "net", "uts", "cgroup", "time"};
    const bool others = std::any_of(std::begin(kOthers), std::end(kOthers),
                                    [&](std::string_view name) { return arguments.has(name); });
    if (others) result.notes.push_back(words[0] + ": only mount and user namespaces are simulated");
    if (arguments.has("mount-proc"))
        result.notes.push_back(words[0] + ": `--mount-proc` is left out: there is no /proc to mount");
}

}  // namespace

HabitResult normalise_unshare(const ScenarioWords& words) {
    if (is_scenario_unshare(words)) return one_command(words);
    const ParsedArguments arguments = parse_arguments(words, kUnshareOptions, false);
    if (arguments.error) return *arguments.error;
    if (arguments.has("help") || arguments.has("version"))
        return habit_error("unshare: there is no manual in here", std::string(kUnshareUsage));
    if (!arguments.has("mount")) {
        return habit_error(
            "unshare: without `-m` the mount namespace stays the same, and no other kind is simulated",
            std::string(kUnshareUsage));
    }
    const std::string propagation = arguments.has("propagation") ? arguments.value("propagation") : "private";
    if (!is_propagation_name(propagation)) {
        return habit_error("unshare: `" + propagation + "` is not a kind of propagation",
                           "--propagation private, slave, shared or unchanged");
    }
    const bool new_user =
        arguments.has("user") || arguments.has("map-root-user") || arguments.has("map-current-user");
    NormalisedCommand result;
    result.process = ProcessStart{};
    result.process->start = {"unshare", new_user ? "-Um" : "-m", "--propagation", propagation};
    result.process->program = arguments.operands;
    enter_directories(arguments, *result.process);
    note_other_namespaces(words, arguments, result);
    if (!arguments.has("propagation")) {
        result.notes.emplace_back(
            "unshare: as the real program does, it makes every mount in the new namespace private first; "
            "`--propagation unchanged` leaves them");
    }
    return result;
}

HabitResult normalise_nsenter(const ScenarioWords& words) {
    const bool is_scenario = words.size() == 4 && words[1] == "-m" && is_process_name(words[2]) &&
                             words[2][0] != '-' && is_process_name(words[3]) && !is_program(words[3]);
    if (is_scenario) return one_command(words);
    static constexpr auto kOptions = std::to_array<OptionSpec>({
        {'t', "target", OptionValue::kRequired},
        {'m', "mount", OptionValue::kOptional},
        {'a', "all"},
        {'U', "user", OptionValue::kOptional},
        {'p', "pid", OptionValue::kOptional},
        {'n', "net", OptionValue::kOptional},
        {'i', "ipc", OptionValue::kOptional},
        {'u', "uts", OptionValue::kOptional},
        {'C', "cgroup", OptionValue::kOptional},
        {'T', "time", OptionValue::kOptional},
        {'r', "root", OptionValue::kOptional},
        {'w', "wd", OptionValue::kOptional},
        {'F', "no-fork"},
        {'\0', "preserve-credentials"},
    });
    const ParsedArguments arguments = parse_arguments(words, kOptions, false);
    if (arguments.error) return *arguments.error;
    std::string target = arguments.value("target");
    // --mount=/proc/NAME/ns/mnt names the process as well.
    const std::string file = arguments.value("mount");
    constexpr std::string_view kProc = "/proc/";
    constexpr std::string_view kFile = "/ns/mnt";
    if (target.empty() && file.starts_with(kProc) && file.ends_with(kFile) &&
        file.size() > kProc.size() + kFile.size()) {
        target = file.substr(kProc.size(), file.size() - kProc.size() - kFile.size());
    }
    if (!arguments.has("mount") && !arguments.has("all")) {
        return habit_error(
            "nsenter: without `-m` the mount namespace stays the same, and no other kind is simulated",
            std::string(kNsenterUsage));
    }
    if (!is_process_name(target))
        return habit_error("nsenter: the name of a process is missing", std::string(kNsenterUsage));
    NormalisedCommand result;
    result.process = ProcessStart{};
    result.process->start = {"nsenter", "-m", target};
    result.process->program = arguments.operands;
    return result;
}

HabitResult normalise_chroot(const ScenarioWords& words) {
    static constexpr auto kOptions = std::to_array<OptionSpec>({{'\0', "userspec", OptionValue::kRequired},
                                                                {'\0', "groups", OptionValue::kRequired},
                                                                {'\0', "skip-chdir"}});
    const ParsedArguments arguments = parse_arguments(words, kOptions, false);
    if (arguments.error) return *arguments.error;
    if (arguments.operands.empty())
        return habit_error("chroot: a directory is missing", "chroot DIR [COMMAND]");
    if (arguments.operands.size() == 1) return one_command({"chroot", arguments.operands[0]});
    NormalisedCommand result;
    result.process = ProcessStart{};
    result.process->start = {"fork"};
    result.process->inside.push_back({"chroot", arguments.operands[0]});
    if (!arguments.has("skip-chdir")) result.process->inside.push_back({"cd", "/"});
    result.process->program.assign(arguments.operands.begin() + 1, arguments.operands.end());
    return result;
}

HabitResult normalise_pivot_root(const ScenarioWords& words) {
    if (words.size() != 3)
        return habit_error("pivot_root: two directories are needed", "pivot_root NEW PUT_OLD");
    return one_command(words);
}

HabitResult normalise_fork(const ScenarioWords& words) {
    if (words.size() != 2 || !is_process_name(words[1])) {
        return habit_error("fork: one name for the new process is needed", "fork NAME");
    }
    return one_command(words);
}

HabitResult normalise_exit(const ScenarioWords& words) {
    if (words.size() != 2 || !is_process_name(words[1]))
        return habit_error("exit: one name of a process is needed", "exit NAME");
    return one_command(words);
}

HabitResult normalise_kill(const ScenarioWords& words) {
    NormalisedCommand result;
    result.stop_at_failure = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i].starts_with('-')) {
            if ((words[i] == "-s" || words[i] == "-n") && i + 1 < words.size()) ++i;
            continue;
        }
        if (!is_process_name(words[i]))
            return habit_error("kill: `" + words[i] + "` is not the name of a process", "kill NAME");
        result.commands.push_back({"exit", words[i]});
    }
    if (result.commands.empty()) return habit_error("kill: the name of a process is missing", "kill NAME");
    return result;
}

}  // namespace shell

}  // namespace mountscope
