#include "core/text/script_lines.hpp"

#include <array>

#include "core/text/habits.hpp"
#include "core/text/shell_interpreter.hpp"

namespace mountscope {

namespace {

constexpr std::size_t kMostCommands = 1'000'000;
constexpr std::size_t kSlice = 1000;

// Every machine has these; a script that mounts on one does not make it.
constexpr std::array<std::string_view, 9> kStandardDirectories{"/mnt", "/tmp",  "/proc",  "/sys", "/dev",
                                                               "/run", "/home", "/media", "/opt"};

// Writes down what the shell would run.
class Recorder final : public ShellHost {
  public:
    ShellOutcome run_command(const std::vector<std::string>& words, ShellPosition at) override {
        std::vector<std::string> rest = words;
        ScenarioLine line;
        line.line = at.line;
        if (rest.size() > 2 && rest[0] == "!") {
            if (const auto expected = errno_from_name(rest[1])) line.expected = *expected;
            rest.erase(rest.begin(), rest.begin() + 2);
        } else if (rest.size() > 1 && rest[0] == "?") {
            line.any_result = true;
            rest.erase(rest.begin());
        }
        if (rest.empty() || is_asking(rest)) return {};
        CommandResultOrError parsed = parse_command(rest);
        if (parsed.error) {
            result.error = TextError{parsed.error->line, parsed.error->column, parsed.error->what,
                                     parsed.error->expected};
            return result;
        }
        const ParseResult parsed = parse_shell(text);
        if (parsed.error) {
            // Of the two readings the one that came further is the one that was meant.
            if (!result.error || parsed.error->line >= result.error->line) {
                result.error = TextError{parsed.error->line, parsed.error->column, parsed.error->what,
                                         parsed.error->expected};
            }
            return result;
        }
        if (result.has_parameter && !values.n) {
            result.error =
                TextError{1, 1, "the script has a parameter, $N or $1, without a value", "a value for N"};
            return result;
        }
        Recorder recorder;
        ShellInterpreter shell(recorder);
        if (values.n) {
            const std::string n = std::to_string(*values.n);
            shell.set_arguments({n});
            shell.set_variable("N", n);
            shell.set_variable("n", n);
        }
        shell.start(parsed.program);
        while (shell.run(kSlice) == ShellState::kRunning && recorder.lines.size() < kMostCommands &&
               !recorder.error) {
        }
        result.lines = std::move(recorder.lines);
        result.error = std::move(recorder.error);
        if (!result.error && shell.error()) {
            result.error = TextError{shell.error()->line, shell.error()->column, shell.error()->what,
                                     shell.error()->expected};
        }
        return result;
    }

}  // namespace mountscope
