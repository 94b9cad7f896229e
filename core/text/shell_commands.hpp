#pragma once
// The commands a person can type, with their usage, and the search for the one that was meant.
//
//   shell_command_usage("mount");                       // "mount --bind A B, mount -t tmpfs NAME DIR, ..."
//   nearest_word("umuont", shell_command_names());      // "umount"

#include <span>
#include <string_view>
#include <vector>

namespace mountscope {

struct ShellCommandInfo {
    std::string_view name;
    std::string_view usage;
};

// All of them, sorted by name: the scenario language, habits, and what the shell does itself.
std::span<const ShellCommandInfo> shell_commands();
std::vector<std::string_view> shell_command_names();
std::string_view shell_command_usage(std::string_view name);  // empty when it is not known

// The candidate with the fewest typing mistakes (one, or two in longer words); empty when none is near.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace mountscope
