// mkdir, rmdir, rm, touch, cd, ls, pwd, and what shows the mount table.

#include <algorithm>
#include <array>
#include <optional>

#include "core/text/habits_detail.hpp"
#include "core/text/habits_options.hpp"
#include "core/text/shell_arithmetic.hpp"

namespace mountscope {

std::optional<ScenarioWords> mountinfo_file(std::string_view path) {
    if (path == "/etc/mtab" || path == "/proc/mounts" || path == "/proc/self/mounts")
        return ScenarioWords{"mountinfo"};
    constexpr std::string_view kProc = "/proc/";
    if (!path.starts_with(kProc)) return std::nullopt;
    path.remove_prefix(kProc.size());
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const std::string_view process = path.substr(0, slash);
    const std::string_view file = path.substr(slash + 1);
    if (file != "mountinfo" && file != "mounts" && file != "mountstats") return std::nullopt;
    if (process == "self" || process == "thread-self" || process == "1") return ScenarioWords{"mountinfo"};
    if (!is_process_name(process)) return std::nullopt;
    return ScenarioWords{"ns", std::string(process), "mountinfo"};
}

namespace shell {

namespace {

HabitError missing_operand(const ScenarioWords& words, std::string usage) {
    return habit_error(words[0] + ": a path is missing", std::move(usage));
}

// One command for each operand, all of them done whatever fails.
NormalisedCommand one_each(const ScenarioWords& prefix, const std::vector<std::string>& operands) {
    NormalisedCommand result;
    result.stop_at_failure = false;
    for (const std::string& operand : operands) {
        ScenarioWords command = prefix;
        command.push_back(operand);
        result.commands.push_back(std::move(command));
    }
    return result;
}

}  // namespace

HabitResult normalise_mkdir(const ScenarioWords& words) {
    static constexpr auto kOptions = std::to_array<OptionSpec>(
        {{'p', "parents"}, {'m', "mode", OptionValue::kRequired}, {'v', "verbose"}, {'Z', "context"}});
    const ParsedArguments arguments = parse_arguments(words, kOptions, true);
    if (arguments.error) return *arguments.error;
    if (arguments.operands.empty()) return missing_operand(words, "mkdir [-p] DIR...");
    if (!arguments.has("parents")) return one_each({"mkdir"}, arguments.operands);
    ScenarioWords command{"mkdir", "-p"};
    command.insert(command.end(), arguments.operands.begin(), arguments.operands.end());
    return one_command(std::move(command));
}

HabitResult normalise_rmdir(const ScenarioWords& words) {
    static constexpr auto kOptions =
        std::to_array<OptionSpec>({{'v', "verbose"}, {'p', "parents"}, {'\0', "ignore-fail-on-non-empty"}});
    const ParsedArguments arguments = parse_arguments(words, kOptions, true);
    if (arguments.error) return *arguments.error;
    if (arguments.operands.empty()) return missing_operand(words, "rmdir DIR...");
    if (!arguments.has("parents")) return one_each({"rmdir"}, arguments.operands);
    NormalisedCommand result;
    for (std::string path : arguments.operands) {
        for (;;) {
            while (path.size() > 1 && path.ends_with('/')) path.pop_back();
            if (path.empty() || path == "/" || path == ".") break;
            result.commands.push_back({"rmdir", path});
            const std::size_t slash = path.rfind('/');
            path.resize(slash == std::string::npos ? 0 : slash);
        }
    }
    return result;
}

HabitResult normalise_rm(const ScenarioWords& words) {
    static constexpr auto kOptions = std::to_array<OptionSpec>({{'r', "recursive"},
                                                                {'R', ""},
                                                                {'f', "force"},
                                                                {'v', "verbose"},
                                                                {'i', ""},
                                                                {'d', "dir"},
                                                                {'\0', "one-file-system"},
                                                                {'\0', "no-preserve-root"}});
    const ParsedArguments arguments = parse_arguments(words, kOptions, true);
    if (arguments.error) return *arguments.error;
    const bool force = arguments.has("force");
    if (arguments.operands.empty()) {
        if (force) return NormalisedCommand{};
        return missing_operand(words, "rm [-r] [-f] PATH...");
    }
    ScenarioWords prefix{"rm"};
    if (arguments.has("recursive") || arguments.has_letter('R')) prefix.emplace_back("-r");
    if (force) prefix.emplace_back("-f");
    return one_each(prefix, arguments.operands);
}

HabitResult normalise_touch(const ScenarioWords& words) {
    static constexpr auto kOptions = std::to_array<OptionSpec>({{'a', ""},
                                                                {'m', ""},
                                                                {'c', "no-create"},
                                                                {'t', "", OptionValue::kRequired},
                                                                {'d', "date", OptionValue::kRequired}});
    const ParsedArguments arguments = parse_arguments(words, kOptions, true);
    if (arguments.error) return *arguments.error;
    if (arguments.operands.empty()) return missing_operand(words, "touch FILE...");
    return one_each({"touch"}, arguments.operands);
}

HabitResult normalise_cd(const ScenarioWords& words) {
    static constexpr auto kOptions = std::to_array<OptionSpec>({{'L', ""}, {'P', ""}});
    if (words.size() == 2 && words[1] == "-")
        return habit_error("cd: the directory before is not remembered", "cd DIR");
    const ParsedArguments arguments = parse_arguments(words, kOptions, true);
    if (arguments.error) return *arguments.error;
    if (arguments.operands.size() > 1)
        return habit_error("cd: `" + arguments.operands[1] + "` is one word too many", "cd DIR");
    return one_command({"cd", arguments.operands.empty() ? "/" : arguments.operands[0]});
}

HabitResult normalise_ls(const ScenarioWords& words) {
    // Whatever is asked for, names are all there is to show.
    std::vector<std::string> operands;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i].size() < 2 || words[i][0] != '-') operands.push_back(words[i]);
    }
    if (operands.empty()) return one_command({"ls"});
    return one_each({"ls"}, operands);
}

HabitResult normalise_pwd(const ScenarioWords&) {
    return one_command({"pwd"});
}

HabitResult normalise_cat(const ScenarioWords& words) {
    if (words.size() == 2) {
        if (auto command = mountinfo_file(words[1])) return one_command(std::move(*command));
    }
    return habit_error("cat: files have no contents here, except /proc/self/mountinfo",
                       "cat /proc/self/mountinfo");
}

HabitResult normalise_mountinfo(const ScenarioWords& words) {
    if (words.size() > 2)
        return habit_error("mountinfo: `" + words[2] + "` is one word too many", "mountinfo [DIR]");
    return one_command(words);
}

HabitResult normalise_findmnt(const ScenarioWords& words) {
    static constexpr auto kOptions = std::to_array<OptionSpec>({
        {'o', "output", OptionValue::kRequired},
        {'t', "types", OptionValue::kRequired},
        {'T', "target", OptionValue::kRequired},
        {'M', "mountpoint", OptionValue::kRequired},
        {'N', "task", OptionValue::kRequired},
        {'O', "options", OptionValue::kRequired},
        {'S', "source", OptionValue::kRequired},
        {'R', "submounts"},
        {'A', "all"},
        {'a', "ascii"},
        {'l', "list"},
        {'n', "noheadings"},
        {'u', "notruncate"},
        {'k', "kernel"},
        {'r', "raw"},
        {'\0', "output-all"},
        {'D', "df"},
        {'U', "uniq"},
        {'\0', "tree"},
        {'v', "nofsroot"},
    });
    const ParsedArguments arguments = parse_arguments(words, kOptions, true);
    if (arguments.error) return *arguments.error;
    if (arguments.operands.size() > 1)
        return habit_error("findmnt: `" + arguments.operands[1] + "` is one word too many", "findmnt [DIR]");
    ScenarioWords command{"mountinfo"};
    for (const std::string_view name : {"target", "mountpoint"}) {
        if (arguments.has(name)) command.push_back(arguments.value(name));
    }
    if (!arguments.operands.empty()) command.push_back(arguments.operands[0]);
    if (command.size() > 2) return habit_error("findmnt: more than one directory", "findmnt [DIR]");
    if (arguments.has("task") && is_process_name(arguments.value("task"))) {
        command.insert(command.begin(), {"ns", arguments.value("task")});
    }
    return one_command(std::move(command));
}

HabitResult normalise_mountpoint(const ScenarioWords& words) {
    static constexpr auto kOptions =
        std::to_array<OptionSpec>({{'q', "quiet"}, {'d', "fs-devno"}, {'\0', "nofollow"}});
    const ParsedArguments arguments = parse_arguments(words, kOptions, true);
    if (arguments.error) return *arguments.error;
    if (arguments.operands.size() != 1)
        return habit_error("mountpoint: one directory is needed", "mountpoint [-q] DIR");
    ScenarioWords command{"mountpoint"};
    if (arguments.has("quiet")) command.emplace_back("-q");
    command.push_back(arguments.operands[0]);
    return one_command(std::move(command));
}

HabitResult normalise_mount_max(const ScenarioWords& words) {
    if (words.size() == 1) return one_command(words);
    const std::optional<std::int64_t> limit = words.size() == 2 ? parse_decimal(words[1]) : std::nullopt;
    if (!limit || *limit < 1)
        return habit_error("mount-max: a number of mounts is needed", "mount-max 100000");
    return one_command({"mount-max", std::to_string(*limit)});
}

HabitResult normalise_sysctl(const ScenarioWords& words) {
    constexpr std::string_view kName = "fs.mount-max";
    std::vector<std::string> operands;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (!words[i].starts_with('-')) operands.push_back(words[i]);
    }
    if (operands.size() != 1 || !operands[0].starts_with(kName)) {
        return habit_error("sysctl: fs.mount-max is the only setting here", "sysctl -w fs.mount-max=100000");
    }
    if (operands[0] == kName) return one_command({"mount-max"});
    if (operands[0][kName.size()] != '=')
        return habit_error("sysctl: fs.mount-max is the only setting here", "sysctl -w fs.mount-max=100000");
    return normalise_mount_max({"mount-max", operands[0].substr(kName.size() + 1)});
}

}  // namespace shell

}  // namespace mountscope
