#pragma once
// A person's habits, said in the scenario language: what `sudo mount -o rbind,ro /a /b`, `mkdir x y` or
// `unshare -m bash` mean in single system calls.
//
//   auto result = normalise_command({"sudo", "mount", "--bind", "--make-private", "/a", "/b"});
//   std::get<NormalisedCommand>(result).commands;
//       // {"mount", "--bind", "/a", "/b"}, {"mount", "--make-private", "/b"}
//
// Commands of the scenario language come out as they went in, with their prefixes `! ERRNO`, `?` and `ns
// NAME`. On top of it the host gets these:
//
//   mkdir DIR                    one directory; EEXIST and ENOENT as mkdir(2) has them
//   rm [-r] [-f] PATH            -f: what is not there is no error
//   mount -t TYPE NAME DIR       any type; the engine knows which exist
//   umount -R [-l] DIR           all mounts below and on DIR, the last of the table first
//   mountinfo [DIR]              show the mount table (of the mounts below DIR)
//   mountpoint [-q] DIR, ls [PATH], pwd
//   mount-max [N]                show or set the limit of mounts in a namespace
//   undo redo help history goto reset kernel load clear why state: the console's own, unchanged
//
// Models util-linux: mount(8), umount(8), unshare(1), nsenter(1), chroot(8), where they are more than a
// system call.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/text/scenario.hpp"  // is_process_name()

namespace mountscope {

using ScenarioWords = std::vector<std::string>;

struct HabitError {
    int status = 1;        // 127: no such command; else what the program itself would return
    std::string what;      // begins with the command's name
    std::string expected;  // what would be right; may be empty
};

// The command starts a process, whose name its caller chooses, and runs a program in it.
struct ProcessStart {
    ScenarioWords start;                // the name goes behind it
    std::vector<ScenarioWords> inside;  // done in the new process first
    std::vector<std::string> program;   // empty: an interactive shell
};

struct NormalisedCommand {
    std::vector<ScenarioWords> commands;
    bool stop_at_failure = true;  // else the rest is done in any case, as umount(8) and mkdir(1) go on
    std::optional<ProcessStart> process;
    std::vector<std::string> notes;  // what was left out, and why
};

using HabitResult = std::variant<NormalisedCommand, HabitError>;

HabitResult normalise_command(const std::vector<std::string>& words);

// What sudo, env, time, nice, busybox and their like leave of a command.
struct UnwrappedCommand {
    std::vector<std::string> words;  // empty: there was nothing behind it
    bool unwrapped = false;
    bool timed = false;
    std::string time_format;  // of /usr/bin/time -f
    std::vector<std::pair<std::string, std::string>> assignments;
};

std::variant<UnwrappedCommand, HabitError> strip_wrappers(const std::vector<std::string>& words);

// The command that shows the table a file of /proc shows, if it is such a file: {"mountinfo"}, {"ns", "b",
// "mountinfo"}.
std::optional<ScenarioWords> mountinfo_file(std::string_view path);

// sh, bash and other shells that run a script or start an interactive shell.
bool is_shell_program(std::string_view name);

// The names that normalise_command knows, sorted.
std::vector<std::string_view> habit_command_names();

}  // namespace mountscope
