#include "core/text/shell_commands.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace mountscope {

namespace {

constexpr auto kCommands = std::to_array<ShellCommandInfo>({
    {":", ": does nothing and succeeds"},
    {"[", "[ A = B ], [ N -lt M ], [ -d PATH ], [ -n TEXT ]"},
    {"basename", "basename PATH [SUFFIX]"},
    {"break", "break [N]"},
    {"cat", "cat FILE, cat /proc/self/mountinfo"},
    {"cd", "cd DIR"},
    {"chroot", "chroot DIR [COMMAND]"},
    {"clear", "clear"},
    {"close", "close FD"},
    {"command", "command -v NAME"},
    {"continue", "continue [N]"},
    {"cut", "cut -d ' ' -f N [FILE]"},
    {"dirname", "dirname PATH"},
    {"echo", "echo [-n] [-e] TEXT..."},
    {"eval", "eval TEXT"},
    {"exit", "exit [STATUS], or exit NAME to end a process"},
    {"export", "export NAME=VALUE"},
    {"expr", "expr 1 + 2"},
    {"false", "false"},
    {"findmnt", "findmnt [DIR]"},
    {"fork", "fork NAME"},
    {"goto", "goto STEP"},
    {"grep", "grep [-c -v -i -q -n -w -F -E] TEXT [FILE]"},
    {"head", "head [-n N] [FILE]"},
    {"help", "help [COMMAND]"},
    {"history", "history"},
    {"id", "id -u"},
    {"kernel", "kernel [NAME]"},
    {"kill", "kill NAME"},
    {"load", "load SCENARIO"},
    {"local", "local NAME=VALUE, in a function"},
    {"ls", "ls [PATH]"},
    {"mkdir", "mkdir [-p] DIR..."},
    {"mount",
     "mount --bind A B, --rbind A B, --move A B, --make-[r]shared|slave|private|unbindable DIR, -t tmpfs "
     "NAME DIR"},
    {"mount-max", "mount-max [N]"},
    {"mountinfo", "mountinfo [DIR]"},
    {"mountpoint", "mountpoint [-q] DIR"},
    {"ns", "ns NAME COMMAND"},
    {"nsenter", "nsenter -m OTHER NAME, or nsenter -t PROCESS -m [COMMAND]"},
    {"open", "open PATH as FD"},
    {"pivot_root", "pivot_root NEW PUT_OLD"},
    {"printf", "printf FORMAT WORD..."},
    {"pwd", "pwd"},
    {"read", "read [-r] NAME..."},
    {"readonly", "readonly NAME=VALUE"},
    {"redo", "redo"},
    {"reset", "reset"},
    {"return", "return [STATUS], in a function"},
    {"rm", "rm [-r] [-f] PATH..."},
    {"rmdir", "rmdir DIR..."},
    {"seq", "seq LAST, seq FIRST LAST, seq FIRST STEP LAST"},
    {"set", "set -e, set -x, set -u, set -- WORD..."},
    {"set-group", "set-group FROM TO"},
    {"sh", "sh SCRIPT [WORD...], sh -c COMMANDS"},
    {"shift", "shift [N]"},
    {"show", "show"},
    {"sleep", "sleep N: no time passes here"},
    {"sort", "sort [-n] [-r] [-u] [FILE]"},
    {"source", "source SCRIPT"},
    {"state", "state"},
    {"sudo", "sudo COMMAND"},
    {"sync", "sync"},
    {"sysctl", "sysctl fs.mount-max[=N]"},
    {"tail", "tail [-n N] [FILE]"},
    {"test", "test A = B, as [ A = B ]"},
    {"time", "time COMMAND"},
    {"touch", "touch FILE..."},
    {"trap", "trap"},
    {"true", "true"},
    {"type", "type NAME"},
    {"umount", "umount [-l] [-R] DIR..."},
    {"undo", "undo"},
    {"uniq", "uniq [-c] [FILE]"},
    {"unset", "unset NAME..."},
    {"unshare", "unshare -m NAME, or unshare -m [--propagation TYPE] [COMMAND]"},
    {"wait", "wait"},
    {"wc", "wc [-l] [FILE]"},
    {"where", "where PATH"},
    {"whoami", "whoami"},
    {"why", "why PATH"},
});

constexpr std::size_t kLongestWord = 40;

// Mistakes of typing: a character too many, too few, another one, or two exchanged. Neither word is longer
// than kLongestWord.
std::size_t typing_distance(std::string_view a, std::string_view b) {
    std::array<std::array<std::size_t, kLongestWord + 1>, 3> rows{};  // of a: this one and the two before
    for (std::size_t i = 0; i <= a.size(); ++i) {
        auto& row = rows[i % 3];
        const auto& before = rows[(i + 2) % 3];
        const auto& before_that = rows[(i + 1) % 3];
        for (std::size_t k = 0; k <= b.size(); ++k) {
            if (i == 0 || k == 0) {
                row[k] = i + k;
                continue;
            }
            const std::size_t change = before[k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1);
            row[k] = std::min({before[k] + 1, row[k - 1] + 1, change});
            const bool exchanged = i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1];
            if (exchanged) row[k] = std::min(row[k], before_that[k - 2] + 1);
        }
    }
    return rows[a.size() % 3][b.size()];
}

}  // namespace

std::span<const ShellCommandInfo> shell_commands() {
    return kCommands;
}

std::vector<std::string_view> shell_command_names() {
    std::vector<std::string_view> names;
    for (const ShellCommandInfo& info : kCommands) names.push_back(info.name);
    return names;
}

std::string_view shell_command_usage(std::string_view name) {
    for (const ShellCommandInfo& info : kCommands) {
        if (info.name == name) return info.usage;
    }
    return {};
}

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> candidates) {
    constexpr std::size_t kShortWord = 4;
    if (word.size() < 2 || word.size() > kLongestWord) return {};
    std::string_view best;
    std::size_t best_distance = word.size() <= kShortWord ? 2 : 3;  // one more than is allowed
    for (const std::string_view candidate : candidates) {
        const std::size_t difference =
            std::max(word.size(), candidate.size()) - std::min(word.size(), candidate.size());
        if (candidate.size() < 2 || candidate.size() > kLongestWord || difference >= best_distance) continue;
        const std::size_t distance = typing_distance(word, candidate);
        if (distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

}  // namespace mountscope
