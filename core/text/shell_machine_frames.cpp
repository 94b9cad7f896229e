// Frames of the machine: what a construct's end, `break`, `return`, `exit` and errors undo.

#include <utility>

#include "core/text/shell_compiler.hpp"
#include "core/text/shell_machine.hpp"

namespace mountscope::shell {

namespace {

bool is_shell_frame(FrameKind kind) {
    return kind == FrameKind::kSubshell || kind == FrameKind::kCapture || kind == FrameKind::kPipe ||
           kind == FrameKind::kProcess || kind == FrameKind::kScript;
}

}  // namespace

Frame* Machine::push_frame(FrameKind kind) {
    if (frames_.size() >= limits_.frames) {
        fail_limit("too many loops, functions and subshells inside one another",
                   "at most " + std::to_string(limits_.frames));
        return nullptr;
    }
    Frame frame;
    frame.kind = kind;
    frame.builders = builders_.size();
    frame.owned = owned_.size();
    frame.captures = captures_.size();
    frame.suppressed = suppressed_;
    frame.code = code_;
    frame.next = next_;
    frames_.push_back(std::move(frame));
    return &frames_.back();
}

bool Machine::push_subshell(FrameKind kind, std::uint32_t end, bool isolated) {
    Frame* const frame = push_frame(kind);
    if (frame == nullptr) return false;
    frame->end = end;
    frame->saved = std::make_unique<Context>(context_);
    if (variables_.push_layer(isolated)) return true;
    frames_.pop_back();
    fail_limit("too many variables", "at most " + count_text(limits_.variable_bytes, "byte") + " in " +
                                         count_text(limits_.variables, "variable"));
    return false;
}

void Machine::pop_frame() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    builders_.erase(builders_.begin() + static_cast<std::ptrdiff_t>(frame.builders), builders_.end());
    suppressed_ = frame.suppressed;
    for (auto saved = frame.locals.rbegin(); saved != frame.locals.rend(); ++saved) {
        variables_.store(saved->name, saved->variable);
    }
    if (is_shell_frame(frame.kind)) {
        end_processes(frame.owned);
        variables_.pop_layer();
        context_ = std::move(*frame.saved);
    } else if (frame.kind == FrameKind::kCall) {
        context_.arguments = std::move(frame.saved->arguments);
    } else if (frame.kind == FrameKind::kRedirect) {
        context_.output = frame.saved->output;
        context_.error = frame.saved->error;
        context_.input = std::move(frame.saved->input);
    } else if (frame.kind == FrameKind::kTimed) {
        write_error(host_.end_timing(frame.format));
    }
    const bool is_text = frame.kind == FrameKind::kScript || frame.kind == FrameKind::kEval;
    if (is_text) --scripts_;
    if (is_text || frame.kind == FrameKind::kCall) {
        code_ = std::move(frame.code);
        next_ = frame.next;
    }
    while (captures_.size() > frame.captures) {
        capture_bytes_ -= captures_.back().size();
        captures_.pop_back();
    }
}

void Machine::unwind(std::size_t height) {
    while (frames_.size() > height) pop_frame();
}

// The innermost frame that is a shell of its own; none on the outermost level.
std::optional<std::size_t> Machine::find_shell_frame() const {
    for (std::size_t i = frames_.size(); i-- > 0;) {
        if (is_shell_frame(frames_[i].kind)) return i;
    }
    return std::nullopt;
}

void Machine::end_processes(std::size_t height) {
    while (owned_.size() > height) {
        const OwnedProcess process = std::move(owned_.back());
        owned_.pop_back();
        context_.process = process.before;
        const ShellOutcome outcome = host_.run_command({"exit", process.name}, last_at_);
        if (outcome.status != 0) write_error(outcome.error);
    }
}

// The current shell ends: a subshell or script, or the whole program. An interactive shell that a command has
// started ends by `exit` only; errors end what was typed.
void Machine::exit_shell(int status) {
    pending_.reset();
    status_ = status;
    const std::optional<std::size_t> index = find_shell_frame();
    if (!index) {
        finish(ShellState::kFinished);
        return;
    }
    unwind(*index + 1);
    const Frame& frame = frames_[*index];
    builders_.erase(builders_.begin() + static_cast<std::ptrdiff_t>(frame.builders), builders_.end());
    if (frame.kind == FrameKind::kScript) {
        pop_frame();
    } else if (frame.kind != FrameKind::kProcess) {
        code_ = frame.code;
        next_ = frame.end;
    }
}

void Machine::finish(ShellState state) {
    pending_.reset();
    state_ = state;
    unwind(0);
    builders_.clear();
    context_.output = {SinkKind::kOutput, 0};
    context_.error = {SinkKind::kError, 0};
    context_.input.reset();
    suppressed_ = 0;
}

void Machine::check_errexit() {
    if (!context_.options.exit_on_error || suppressed_ > 0 || status_ == 0 || state_ != ShellState::kRunning)
        return;
    if (!find_shell_frame()) ended_by_errexit_ = true;
    exit_shell(status_);
}

void Machine::enter_code(std::shared_ptr<const Code> code, std::uint32_t entry) {
    code_ = std::move(code);
    next_ = entry;
}

// Runs a text as a script of its own (kScript) or as if it stood here (kEval).
void Machine::run_text(std::string_view text, std::string name, FrameKind kind) {
    if (scripts_ >= limits_.scripts) {
        fail_limit("too many scripts inside one another", "at most " + std::to_string(limits_.scripts));
        return;
    }
    const ParseResult parsed = parse_shell(text, limits_);
    if (!charge(text.size())) return;
    if (parsed.error) {
        write_error(format_shell_error(name, *parsed.error) + "\n");
        status_ = 2;
        return;
    }
    if (kind == FrameKind::kScript) {
        if (!push_subshell(kind, 0, true)) return;
        suppressed_ = 0;
        context_.options = ShellOptions{};
    } else if (push_frame(kind) == nullptr) {
        return;
    }
    ++scripts_;
    status_ = 0;
    enter_code(compile(parsed.program, std::move(name)), 0);
}

void Machine::next_word_of_loop(const Instruction& instruction) {
    Frame& frame = frames_.back();
    if (frame.next_word == frame.words->words.size()) {
        next_ = instruction.target;
        return;
    }
    assign(text_of(instruction), frame.words->words[frame.next_word++]);
}

void Machine::end_loop() {
    status_ = frames_.back().status;
    pop_frame();
}

// What a stage of a pipeline has printed becomes what the next one reads.
void Machine::next_stage(const Instruction& instruction, bool is_last) {
    auto input = std::make_shared<InputText>();
    input->text = take_capture(frames_.back().captures);
    const int pipe_status = status_ != 0 ? status_ : frames_.back().pipe_status;
    pop_frame();
    if (!push_subshell(FrameKind::kPipe, instruction.target, false)) return;
    frames_.back().pipe_status = pipe_status;
    context_.input = std::move(input);
    if (!is_last) context_.output = {SinkKind::kCapture, open_capture()};
}

// A limit ends everything: a loop must not go on with what is missing. Who runs the program shows the error.
void Machine::fail_limit(std::string what, std::string expected) {
    if (state_ != ShellState::kRunning) return;
    error_ = ShellError{at_.line, at_.column, std::move(what), std::move(expected)};
    status_ = 2;
    finish(ShellState::kFailed);
}

// An error of expansion ends the shell it happens in, as sh does.
void Machine::fail_shell(std::string what, std::string expected) {
    const ShellError problem{at_.line, at_.column, std::move(what), std::move(expected)};
    write_error(format_shell_error(code_->name, problem) + "\n");
    if (state_ == ShellState::kRunning) exit_shell(2);
}

}  // namespace mountscope::shell
