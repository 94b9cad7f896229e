// Commands of the host, and the processes that commands start.

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/shell_machine.hpp"

namespace mountscope::shell {

namespace {

constexpr std::size_t kWorkOfSuggestion = 200;  // looking for what was meant

// How many words of `! ERRNO` or `?` stand in front.
std::size_t expectation_length(const ScenarioWords& words) {
    if (words.size() > 2 && words[0] == "!") return 2;
    return words.size() > 1 && words[0] == "?" ? 1 : 0;
}

// About the console or the world, not about what one process sees.
bool is_for_no_process(const std::string& name) {
    constexpr auto kNames =
        std::to_array<std::string_view>({"clear", "exit", "goto", "help", "history", "kernel", "load", "redo",
                                         "reset", "show", "state", "undo", "why"});
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

// These change the process itself, so a subshell must be one.
bool changes_process(const std::string& name) {
    return name == "cd" || name == "chroot" || name == "open" || name == "close";
}

}  // namespace

ScenarioWords Machine::in_process(ScenarioWords words) const {
    const std::size_t prefix = expectation_length(words);
    if (context_.process.empty() || words[prefix] == "ns" || is_for_no_process(words[prefix])) return words;
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(prefix), {"ns", context_.process});
    return words;
}

ShellOutcome Machine::call_host(const ScenarioWords& words) {
    if (++host_calls_ > limits_.commands) {
        fail_limit("too many commands", "at most " + count_text(limits_.commands, "command"));
        return {2, "", ""};
    }
    return host_.run_command(words, last_at_);
}

// A real subshell is a process of its own. Here it becomes one when something in it would change the process
// it is in.
bool Machine::fork_if_needed(const ScenarioWords& words) {
    const std::string& name = words[expectation_length(words)];
    std::optional<std::size_t> shell = find_shell_frame();
    if (!changes_process(name) || !shell) return true;
    // A script that is the program of a process runs in that one.
    while (*shell > 0 && frames_[*shell].kind == FrameKind::kScript && frames_[*shell - 1].ends_itself)
        --*shell;
    if (owned_.size() > frames_[*shell].owned) return true;
    const std::string process = host_.new_process_name();
    const ShellOutcome outcome = call_host(in_process({"fork", process}));
    if (state_ != ShellState::kRunning) return false;
    if (outcome.status != 0) {
        report_error(outcome.error, outcome.status);
        return false;
    }
    owned_.push_back({process, context_.process});
    context_.process = process;
    return true;
}

// A process that was entered has ended by its name: commands run again where they ran before.
void Machine::watch_processes(const ScenarioWords& words) {
    const std::size_t prefix = expectation_length(words);
    if (words.size() != prefix + 2 || words[prefix] != "exit") return;
    const std::string& name = words[prefix + 1];
    const auto found = std::find_if(owned_.begin(), owned_.end(),
                                    [&](const OwnedProcess& process) { return process.name == name; });
    if (found == owned_.end()) return;
    const std::string before = found->before;
    owned_.erase(found);
    for (OwnedProcess& process : owned_) {
        if (process.before == name) process.before = before;
    }
    for (Frame& frame : frames_) {
        if (frame.saved && frame.saved->process == name) frame.saved->process = before;
        frame.owned = std::min(frame.owned, owned_.size());
    }
    if (context_.process == name) context_.process = before;
}

void Machine::forget_processes() {
    owned_.clear();
    context_.process.clear();
    for (Frame& frame : frames_) {
        if (frame.saved) frame.saved->process.clear();
        frame.owned = 0;
    }
}

void Machine::run_habit(const Words& words) {
    HabitResult result = normalise_command(words);
    if (const auto* const error = std::get_if<HabitError>(&result)) {
        if (!charge(kWorkOfSuggestion)) return;
        report_error(error->what + (error->expected.empty() ? "" : "; right would be: " + error->expected),
                     error->status);
        return;
    }
    auto& command = std::get<NormalisedCommand>(result);
    for (const std::string& text : command.notes) note(text);
    status_ = 0;
    PendingCommands pending;
    pending.stop_at_failure = command.stop_at_failure;
    pending.commands = std::move(command.commands);
    if (command.process) {
        ProcessStart& process = *command.process;
        pending.process = host_.new_process_name();
        process.start.push_back(pending.process);
        pending.commands.push_back(std::move(process.start));
        for (ScenarioWords& inside : process.inside) pending.commands.push_back(std::move(inside));
        const bool is_shell =
            process.program.empty() ||
            (process.program.size() == 1 && is_shell_program(process.program[0]) && !context_.input);
        if (!is_shell) {
            if (!push_subshell(FrameKind::kProcess, 0, false)) return;
            frames_.back().ends_itself = true;
            pending.program = std::move(process.program);
        }
    }
    pending.owned = owned_.size();
    if (pending.commands.empty()) return;
    pending_ = std::move(pending);
}

void Machine::run_pending() {
    PendingCommands& pending = *pending_;
    const bool starts = !pending.process.empty() && pending.next == 0;
    const ScenarioWords words = std::move(pending.commands[pending.next++]);
    command_ran_ = true;
    if (!fork_if_needed(words)) {
        pending_.reset();
        return;
    }
    const ShellOutcome outcome = call_host(in_process(words));
    if (state_ != ShellState::kRunning) return;
    write_output(outcome.output);
    if (state_ != ShellState::kRunning) return;
    if (!outcome.error.empty()) report_error(outcome.error, outcome.status);
    if (state_ != ShellState::kRunning) return;
    if (outcome.status != 0) {
        pending.status = outcome.status;
        if (pending.stop_at_failure) pending.next = pending.commands.size();
    } else if (starts) {
        owned_.push_back({pending.process, context_.process});
        context_.process = pending.process;
    } else {
        watch_processes(words);
    }
    if (pending.next == pending.commands.size()) finish_pending();
}

void Machine::finish_pending() {
    const PendingCommands done = std::move(*pending_);
    pending_.reset();
    status_ = done.status;
    if (done.process.empty()) return;
    if (done.status != 0) {
        // A shell that could not go where it should is not entered; a program's frame ends it by itself.
        if (done.program.empty()) end_processes(done.owned);
    } else if (!done.program.empty()) {
        dispatch(done.program, false);
    }
}

}  // namespace mountscope::shell
