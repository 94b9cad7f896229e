#pragma once
// Runs a shell program in slices. What the program does to the outside goes through a ShellHost; variables,
// functions and options stay from one program to the next, as in an interactive shell.
//
//   ShellInterpreter shell(host);
//   shell.set_arguments({"5"});                     // $1
//   shell.start(parse_shell(text).program);
//   while (shell.run(100) == ShellState::kRunning) { ... draw a frame ... }
//   shell.status();                                 // as $?
//
// Invariants: step() makes at most one call of ShellHost::run_command and takes a bounded time; no text and
// no outcome makes it crash or run for ever: the limits end the program with error(). After kStopped or
// kFailed it can start the next program.
//
// Processes: a command such as `unshare -m` without a program enters the new process, and what is typed
// afterwards runs there until `exit`. `cd`, `chroot` and `open` in a subshell or script make the process it
// runs in, by `fork`, as a real subshell is one.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/shell_host.hpp"
#include "core/text/shell_parser.hpp"
#include "core/text/shell_types.hpp"

namespace mountscope {

namespace shell {
class Machine;
}

enum class ShellState : std::uint8_t {
    kIdle,  // nothing was started yet
    kRunning,
    kFinished,  // came to its end, by `exit` or by set -e
    kStopped,   // by stop()
    kFailed,    // a limit was reached: error() says which; nothing has been written about it
};

class ShellInterpreter {
  public:
    explicit ShellInterpreter(ShellHost& host, const ShellLimits& limits = {});
    ~ShellInterpreter();
    ShellInterpreter(ShellInterpreter&&) noexcept;
    ShellInterpreter& operator=(ShellInterpreter&&) noexcept;

    // `name` is how messages call the program.
    void start(const ShellProgram& program, std::string name = "sh");
    // Up to the end of the next command. True while the program runs.
    bool step();
    ShellState run(std::size_t most_steps);
    // Ends the program where it is; processes of its subshells end too.
    void stop();

    ShellState state() const;
    int status() const;
    const std::optional<ShellError>& error() const;
    // Of the command that ran last, in the text that was started.
    ShellPosition position() const;
    std::size_t commands_run() const;
    bool ended_by_errexit() const;

    void set_arguments(std::vector<std::string> arguments);  // $1...
    std::vector<std::string> arguments() const;
    bool set_variable(std::string_view name, std::string_view value);
    std::optional<std::string> variable(std::string_view name) const;

    // The process that commands run in; empty is `main`.
    const std::string& process() const;
    // Back to `main`, without ending any: when the world was reset or is seen at another time.
    void forget_processes();

  private:
    std::unique_ptr<shell::Machine> machine_;
};

}  // namespace mountscope
