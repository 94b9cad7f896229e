#pragma once
// What the shell language asks of the program around it: run commands, show text, look at paths.
//
//   class Console : public ShellHost {
//       ShellOutcome run_command(const std::vector<std::string>& words, ShellPosition at) override;
//       ...
//   };
//
// The words of a command are those of the scenario language, with what core/text/habits.hpp lists on top; a
// process other than `main` is named in front, as in {"ns", "sh1", "mount", "--bind", "/a", "/b"}.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/shell_types.hpp"

namespace mountscope {

struct ShellOutcome {
    int status = 0;      // 0: it succeeded
    std::string output;  // what the program prints; ends with a newline if anything
    std::string error;   // what it says about a failure
};

enum class ShellStream : std::uint8_t {
    kOutput,
    kError,
    kNote,  // the shell's own remarks: what was ignored and why
};

enum class PathKind : std::uint8_t { kMissing, kFile, kDirectory };

class ShellHost {
  public:
    virtual ~ShellHost() = default;

    virtual ShellOutcome run_command(const std::vector<std::string>& words, ShellPosition at) = 0;
    virtual void write(ShellStream stream, std::string_view text) = 0;

    // What `path` is for this process; an empty name is `main`.
    virtual PathKind path_kind(std::string_view process, std::string_view path) = 0;
    // A name that no process has or had. Asked for when a command starts a process without naming it.
    virtual std::string new_process_name() = 0;

    // The text of a script or of another file with known contents; the name is as typed, without a leading ./
    virtual std::optional<std::string> file_text(std::string_view) { return std::nullopt; }
    // Around what `time` measures, properly nested. The text is what `time` prints; `format` is that of
    // /usr/bin/time -f, or empty.
    virtual void begin_timing() {}
    virtual std::string end_timing(std::string_view) { return {}; }
};

}  // namespace mountscope
