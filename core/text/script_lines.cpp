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
            if (!error) {
                error = parsed.error;
                error->line = at.line;
                error->column = at.column;
            }
            return {2, "", parsed.error->what};
        }
        for (const std::string& word : rest) line.text += (line.text.empty() ? "" : " ") + word;
        line.command = std::move(parsed.command);
        make_standard_directory(line);
        lines.push_back(std::move(line));
        return {};
    }
    void write(ShellStream, std::string_view) override {}
    PathKind path_kind(std::string_view, std::string_view) override { return PathKind::kDirectory; }
    std::string new_process_name() override { return "sh" + std::to_string(++processes_); }

    std::vector<ScenarioLine> lines;
    std::optional<TextError> error;

  private:
    // Commands that only show something cost nothing and change nothing.
    static bool is_asking(const std::vector<std::string>& words) {
        static constexpr std::array<std::string_view, 6> kAsking{"mountinfo", "mountpoint", "ls",
                                                                 "pwd",       "state",      "help"};
        for (const std::string_view word : kAsking) {
            if (words[0] == word) return true;
        }
        return false;
    }

    void make_standard_directory(const ScenarioLine& line) {
        if (line.command.kind == CommandKind::kMkdirParents || line.command.kind == CommandKind::kMkdir)
            return;
        for (const std::string& argument : line.command.arguments) {
            for (std::size_t i = 0; i < kStandardDirectories.size(); ++i) {
                const std::string standard(kStandardDirectories[i]);
                if (argument != standard && !argument.starts_with(standard + "/")) continue;
                if (made_[i]) continue;
                made_[i] = true;
                ScenarioLine mkdir;
                mkdir.line = line.line;
                mkdir.text = "mkdir -p " + standard;
                mkdir.command.kind = CommandKind::kMkdirParents;
                mkdir.command.arguments = {standard};
                lines.push_back(std::move(mkdir));
            }
        }
    }

    std::array<bool, kStandardDirectories.size()> made_{};
    int processes_ = 0;
};

bool looks_like_shell(std::string_view text) {
    if (text.find_first_of("$`;&|'\"{}") != std::string_view::npos) return true;
    for (const std::string_view word : {"done", "./mount", "./umount", "sudo "}) {
        if (text.find(word) != std::string_view::npos) return true;
    }
    return false;
}

bool uses_parameter(std::string_view text) {
    return text.find("$N") != std::string_view::npos || text.find("${N") != std::string_view::npos ||
           text.find("$n") != std::string_view::npos || text.find("$1") != std::string_view::npos ||
           text.find("${1") != std::string_view::npos || text.find("((N") != std::string_view::npos;
}

}  // namespace

ScriptLines read_script(std::string_view text, const ScriptValues& values) {
    ScriptLines result;
    result.has_parameter = uses_parameter(text);
    if (!looks_like_shell(text)) {
        ScenarioResult scenario = parse_scenario(text);
        result.lines = std::move(scenario.scenario.lines);
        result.settings = std::move(scenario.scenario.settings);
        result.error = std::move(scenario.error);
        return result;
    }
    const ParseResult parsed = parse_shell(text);
    if (parsed.error) {
        result.error =
            TextError{parsed.error->line, parsed.error->column, parsed.error->what, parsed.error->expected};
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
