#pragma once
// A host for tests of the shell language: records each command, answers what it is told to answer.
//
//   RecordingHost host;
//   host.answers["umount /busy"] = {32, "", "umount: /busy: busy\n"};
//   run_shell(host, "umount /busy || echo failed");
//   host.commands;   // {"umount /busy"}
//   host.output;     // "failed\n"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/text/shell_interpreter.hpp"

namespace mountscope::test {

inline std::string join(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

class RecordingHost : public ShellHost {
  public:
    ShellOutcome run_command(const std::vector<std::string>& words, ShellPosition at) override {
        const std::string text = join(words);
        commands.push_back(text);
        positions.push_back(at);
        const auto found = answers.find(text);
        return found == answers.end() ? ShellOutcome{} : found->second;
    }
    void write(ShellStream stream, std::string_view text) override {
        (stream == ShellStream::kOutput ? output : stream == ShellStream::kError ? error : notes) += text;
    }
    PathKind path_kind(std::string_view, std::string_view path) override {
        if (directories.contains(std::string(path))) return PathKind::kDirectory;
        return files.contains(std::string(path)) ? PathKind::kFile : PathKind::kMissing;
    }
    std::string new_process_name() override { return "p" + std::to_string(++processes); }
    std::optional<std::string> file_text(std::string_view name) override {
        const auto found = scripts.find(std::string(name));
        return found == scripts.end() ? std::nullopt : std::optional(found->second);
    }
    void begin_timing() override { ++timings; }
    std::string end_timing(std::string_view format) override {
        --timings;
        return "time " + std::string(format) + "\n";
    }

    std::vector<std::string> commands;
    std::vector<ShellPosition> positions;
    std::map<std::string, ShellOutcome> answers;
    std::set<std::string> directories{"/", "/mnt"};
    std::set<std::string> files;
    std::map<std::string, std::string> scripts;
    std::string output, error, notes;
    int processes = 0;
    int timings = 0;
};

// Runs a text to its end; its status, or -1 when it could not be parsed.
inline int run_shell(ShellInterpreter& shell, RecordingHost& host, std::string_view text,
                     const ShellLimits& limits = {}) {
    const ParseResult parsed = parse_shell(text, limits);
    if (parsed.error) {
        host.error += format_shell_error("sh", *parsed.error) + "\n";
        return -1;
    }
    shell.start(parsed.program);
    while (shell.step()) {
    }
    return shell.status();
}

inline int run_shell(RecordingHost& host, std::string_view text, std::vector<std::string> arguments = {},
                     const ShellLimits& limits = {}) {
    ShellInterpreter shell(host, limits);
    shell.set_arguments(std::move(arguments));
    return run_shell(shell, host, text, limits);
}

// What a text prints, its errors included.
inline std::string printed(std::string_view text, std::vector<std::string> arguments = {}) {
    RecordingHost host;
    run_shell(host, text, std::move(arguments));
    return host.output + host.error;
}

}  // namespace mountscope::test
