#include "core/text/habits.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/kernel/errno.hpp"
#include "core/text/habits_detail.hpp"
#include "core/text/shell_commands.hpp"

namespace mountscope {

namespace {

using shell::habit_error;
using shell::one_command;

HabitResult pass_on(const ScenarioWords& words) {
    return one_command(words);
}

HabitResult do_nothing(const ScenarioWords&) {
    return NormalisedCommand{};
}

HabitResult be_root(const ScenarioWords& words) {
    NormalisedCommand result;
    result.notes.push_back(words[0] + ": you are root already");
    return result;
}

HabitResult compile_nothing(const ScenarioWords& words) {
    NormalisedCommand result;
    result.notes.push_back(words[0] +
                           ": nothing is compiled here; ./mount and ./umount are known: mount(2), and "
                           "umount2(2) with MNT_DETACH");
    return result;
}

HabitResult pass_one_operand(const ScenarioWords& words) {
    if (words.size() != 2) {
        return habit_error(words[0] + (words.size() < 2 ? ": a word is missing"
                                                        : ": `" + words[2] + "` is one word too many"),
                           std::string(shell_command_usage(words[0])));
    }
    return one_command(words);
}

HabitResult pass_set_group(const ScenarioWords& words) {
    if (words.size() != 3) return habit_error("set-group: two directories are needed", "set-group FROM TO");
    return one_command(words);
}

HabitResult pass_open(const ScenarioWords& words) {
    if (words.size() != 4 || words[2] != "as" || !is_process_name(words[3])) {
        return habit_error("open: a path and a name are needed", "open PATH as FD");
    }
    return one_command(words);
}

struct Handler {
    std::string_view name;
    HabitResult (*normalise)(const ScenarioWords&);
};

// Sorted by name.
constexpr auto kHandlers = std::to_array<Handler>({
    {"cat", shell::normalise_cat},
    {"cc", compile_nothing},
    {"cd", shell::normalise_cd},
    {"chmod", do_nothing},
    {"chown", do_nothing},
    {"chroot", shell::normalise_chroot},
    {"clear", pass_on},
    {"close", pass_one_operand},
    {"exit", shell::normalise_exit},
    {"findmnt", shell::normalise_findmnt},
    {"fork", shell::normalise_fork},
    {"gcc", compile_nothing},
    {"goto", pass_on},
    {"help", pass_on},
    {"history", pass_on},
    {"kernel", pass_on},
    {"kill", shell::normalise_kill},
    {"load", pass_on},
    {"ls", shell::normalise_ls},
    {"make", compile_nothing},
    {"mkdir", shell::normalise_mkdir},
    {"modprobe", do_nothing},
    {"mount", shell::normalise_mount},
    {"mount-max", shell::normalise_mount_max},
    {"mountinfo", shell::normalise_mountinfo},
    {"mountpoint", shell::normalise_mountpoint},
    {"nsenter", shell::normalise_nsenter},
    {"open", pass_open},
    {"pivot_root", shell::normalise_pivot_root},
    {"pwd", shell::normalise_pwd},
    {"redo", pass_on},
    {"reset", pass_on},
    {"rm", shell::normalise_rm},
    {"rmdir", shell::normalise_rmdir},
    {"set-group", pass_set_group},
    {"show", pass_on},
    {"sleep", do_nothing},
    {"state", pass_on},
    {"su", be_root},
    {"sync", do_nothing},
    {"sysctl", shell::normalise_sysctl},
    {"touch", shell::normalise_touch},
    {"udevadm", do_nothing},
    {"ulimit", do_nothing},
    {"umask", do_nothing},
    {"umount", shell::normalise_umount},
    {"undo", pass_on},
    {"unlink", shell::normalise_rm},
    {"unshare", shell::normalise_unshare},
    {"usleep", do_nothing},
    {"where", pass_one_operand},
    {"why", pass_on},
});

// Programs everybody knows, and why they are not here.
struct KnownElsewhere {
    std::string_view name;
    std::string_view reason;
};
constexpr auto kElsewhere = std::to_array<KnownElsewhere>({
    {"awk", "cut -d ' ' -f N takes a field of a line, grep looks for text"},
    {"cp", "files have no contents here: touch makes one"},
    {"dd", "files have no contents here: touch makes one"},
    {"df", "mountinfo shows the mount table"},
    {"docker", "unshare -m starts a process in a new mount namespace"},
    {"fuser", "where PATH and state tell what uses a mount"},
    {"ip", "only mount namespaces are simulated"},
    {"ln", "there are no links here; mount --bind A B shows one thing in two places"},
    {"losetup", "there are no devices here: mount -t tmpfs NAME DIR makes a file system"},
    {"lsns", "state shows the namespaces"},
    {"mkfs", "there are no devices here: mount -t tmpfs NAME DIR makes a file system"},
    {"mkfs.ext4", "there are no devices here: mount -t tmpfs NAME DIR makes a file system"},
    {"mv", "mount --move A B moves a mount; directories keep their names"},
    {"ps", "state shows the processes"},
    {"sed", "cut -d ' ' -f N takes a field of a line, grep looks for text"},
    {"stat", "where PATH tells which mount a path leads to"},
    {"swapon", "there are no devices here"},
    {"tee", "files have no contents here"},
    {"tree", "ls shows one directory, mountinfo the mounts"},
    {"xargs", "`for x in $(...); do COMMAND \"$x\"; done`"},
});

HabitError unknown_command(const std::string& name) {
    for (const KnownElsewhere& known : kElsewhere) {
        if (known.name == name)
            return habit_error(name + ": there is no such program here: " + std::string(known.reason), "",
                               127);
    }
    const std::vector<std::string_view> names = shell_command_names();
    const std::string_view near = nearest_word(name, names);
    return habit_error(name + ": command not found",
                       near.empty() ? "a command that `help` lists" : std::string(near), 127);
}

// The tools of the mail that run.sh comes from: `./mount ANY A B` binds, `./umount ANY DIR` detaches,
// whatever ANY is.
std::optional<HabitResult> own_tool(const ScenarioWords& words) {
    const bool is_mount = words[0] == "./mount";
    if (!is_mount && words[0] != "./umount") return std::nullopt;
    ScenarioWords plain = words;
    plain[0] = is_mount ? "mount" : "umount";
    if (is_mount) return shell::normalise_mount(plain);
    HabitResult result = shell::normalise_umount(plain);
    if (auto* const normalised = std::get_if<NormalisedCommand>(&result)) {
        for (ScenarioWords& command : normalised->commands) {
            if (std::find(command.begin(), command.end(), "-l") != command.end()) continue;
            command.insert(command.end() - 1, "-l");
            normalised->notes.assign(1, "./umount: this tool always detaches: umount2(DIR, MNT_DETACH)");
        }
    }
    return result;
}

HabitResult normalise_plain(const ScenarioWords& words) {
    if (auto result = own_tool(words)) return *result;
    const auto found =
        std::lower_bound(kHandlers.begin(), kHandlers.end(), words[0],
                         [](const Handler& handler, const std::string& name) { return handler.name < name; });
    if (found == kHandlers.end() || found->name != words[0]) return unknown_command(words[0]);
    return found->normalise(words);
}

// How many words in front say what is expected or who does it: `! ERRNO`, `?`, `ns NAME`.
std::variant<std::size_t, HabitError> prefix_length(const ScenarioWords& words, bool& expects) {
    std::size_t length = 0;
    if (words[0] == "!") {
        if (words.size() < 2 || !errno_from_name(words[1])) {
            return habit_error("`!` needs the name of an errno here", "! EBUSY umount DIR");
        }
        length = 2;
    } else if (words[0] == "?") {
        length = 1;
    }
    expects = length > 0;
    if (length < words.size() && words[length] == "ns") {
        if (length + 1 >= words.size() || !is_process_name(words[length + 1])) {
            return habit_error("ns: the name of a process is missing", "ns NAME COMMAND");
        }
        length += 2;
    }
    if (length == words.size())
        return habit_error("`" + words[0] + "` without a command behind it",
                           "ns NAME COMMAND, ! ERRNO COMMAND or ? COMMAND");
    return length;
}

void add_prefix(const ScenarioWords& prefix, ScenarioWords& command) {
    command.insert(command.begin(), prefix.begin(), prefix.end());
}

}  // namespace

std::vector<std::string_view> habit_command_names() {
    std::vector<std::string_view> names;
    for (const Handler& handler : kHandlers) names.push_back(handler.name);
    return names;
}

HabitResult normalise_command(const std::vector<std::string>& words) {
    if (words.empty()) return NormalisedCommand{};
    bool expects = false;
    const std::variant<std::size_t, HabitError> length = prefix_length(words, expects);
    if (const auto* const error = std::get_if<HabitError>(&length)) return *error;
    const auto behind = words.begin() + static_cast<std::ptrdiff_t>(std::get<std::size_t>(length));
    const ScenarioWords prefix(words.begin(), behind);
    const auto unwrapped = strip_wrappers(ScenarioWords(behind, words.end()));
    if (const auto* const error = std::get_if<HabitError>(&unwrapped)) return *error;
    const ScenarioWords& rest = std::get<UnwrappedCommand>(unwrapped).words;
    if (rest.empty()) return NormalisedCommand{};
    HabitResult result = normalise_plain(rest);
    auto* const normalised = std::get_if<NormalisedCommand>(&result);
    if (normalised == nullptr || prefix.empty()) return result;
    if (expects && (normalised->commands.size() != 1 || normalised->process)) {
        return habit_error(
            words[0] + ": `" + rest[0] + "` is not one system call here, so its result cannot be expected",
            "one place, one operation: ! EBUSY umount DIR");
    }
    for (ScenarioWords& command : normalised->commands) add_prefix(prefix, command);
    if (normalised->process) add_prefix(prefix, normalised->process->start);
    return result;
}

}  // namespace mountscope
