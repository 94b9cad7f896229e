#include "core/text/shell_machine.hpp"

#include <utility>

namespace mountscope::shell {

namespace {

constexpr std::size_t kWorkPerStep = 10'000;

}  // namespace

Machine::Machine(ShellHost& host, const ShellLimits& limits) : host_(host), limits_(limits) {}

void Machine::start(std::shared_ptr<const Code> code) {
    if (state_ == ShellState::kRunning) stop();
    main_code_ = std::move(code);
    code_ = main_code_;
    next_ = 0;
    next_line_ = 0;
    state_ = ShellState::kRunning;
    error_.reset();
    ended_by_errexit_ = false;
    commands_ = 0;
    host_calls_ = 0;
    work_ = 0;
    output_bytes_ = 0;
    suppressed_ = 0;
    notes_.clear();
    at_ = {};
    last_at_ = {};
}

void Machine::stop() {
    if (state_ == ShellState::kRunning) finish(ShellState::kStopped);
}

bool Machine::step() {
    command_ran_ = false;
    const std::size_t begin = work_;
    while (state_ == ShellState::kRunning && !command_ran_ && work_ - begin < kWorkPerStep) advance();
    return state_ == ShellState::kRunning;
}

void Machine::advance() {
    if (pending_) {
        run_pending();
    } else if (!frames_.empty() && frames_.back().ends_itself) {
        pop_frame();
    } else if (charge(1)) {
        // By value: running it may drop the code it stands in.
        const Instruction instruction = code_->instructions[next_];
        ++next_;
        at_ = instruction.at;
        execute(instruction);
    }
}

bool Machine::charge(std::size_t work) {
    work_ += work;
    if (work_ <= limits_.work) return state_ == ShellState::kRunning;
    fail_limit("this takes too much work", "a shorter loop or shorter texts");
    return false;
}

void Machine::execute(const Instruction& instruction) {
    const bool quoted = (instruction.flags & kQuoted) != 0;
    switch (instruction.operation) {
        case Operation::kOpenWords:
            captured_ = false;
            open_builder(BuildMode::kWords);
            break;
        case Operation::kOpenText:
            open_builder(BuildMode::kText);
            break;
        case Operation::kOpenPattern:
            open_builder(BuildMode::kPattern);
            break;
        case Operation::kText:
            if ((instruction.flags & kSplit) != 0) {
                append_value(text_of(instruction), false);
            } else {
                check(builder().append(text_of(instruction), quoted));
            }
            break;
        case Operation::kParameter:
            append_parameter(instruction);
            break;
        case Operation::kLength:
            append_length(instruction);
            break;
        case Operation::kValueOr:
            value_or(instruction);
            break;
        case Operation::kJumpUnlessValue:
            if (!has_value(instruction)) next_ = instruction.target;
            break;
        case Operation::kAssignDefault:
            assign_default(instruction);
            break;
        case Operation::kMissing:
            report_missing(instruction);
            break;
        case Operation::kTrim:
            trim_value(instruction);
            break;
        case Operation::kArithmetic:
            if (const auto value = evaluate(take_text())) append_value(std::to_string(*value), quoted);
            break;
        case Operation::kEndCapture:
            end_capture(instruction);
            break;
        case Operation::kEndWord:
            check(builder().end_word());
            break;
        case Operation::kBeginAssign:
            captured_ = false;
            break;
        case Operation::kAssign:
            assign_text(instruction, false);
            break;
        case Operation::kAssignBefore:
            assign_text(instruction, true);
            break;
        case Operation::kEndAssign:
            if (!captured_) status_ = 0;
            if (++commands_ > limits_.commands)
                fail_limit("too many commands", "at most " + count_text(limits_.commands, "command"));
            break;
        case Operation::kRunCommand:
            run_words();
            break;
        case Operation::kArithmeticCommand:
            if (const auto value = evaluate(take_text())) status_ = *value != 0 ? 0 : 1;
            break;
        case Operation::kMatchCase:
            match_case(instruction);
            break;
        case Operation::kEndCase:
            builders_.pop_back();
            status_ = 0;
            break;
        case Operation::kRedirect:
            redirect(instruction);
            break;
        case Operation::kEndRedirect:
            end_redirect();
            break;
        default:
            execute_scope(instruction);
            break;
    }
}

// What opens and closes frames.
void Machine::execute_scope(const Instruction& instruction) {
    switch (instruction.operation) {
        case Operation::kBeginCapture:
        case Operation::kBeginPipe: {
            const bool is_pipe = instruction.operation == Operation::kBeginPipe;
            if (!push_subshell(is_pipe ? FrameKind::kPipe : FrameKind::kCapture, instruction.target, false))
                break;
            context_.output = {SinkKind::kCapture, open_capture()};
            if (!is_pipe) suppressed_ = 0;
            break;
        }
        case Operation::kBeginSubshell:
            push_subshell(FrameKind::kSubshell, instruction.target, false);
            break;
        case Operation::kEndSubshell:
            pop_frame();
            break;
        case Operation::kNextPipe:
            next_stage(instruction, false);
            break;
        case Operation::kLastPipe:
            next_stage(instruction, true);
            break;
        case Operation::kEndPipe:
            if (context_.options.pipe_fails && status_ == 0) status_ = frames_.back().pipe_status;
            pop_frame();
            break;
        case Operation::kBeginRedirect:
            if (Frame* const frame = push_frame(FrameKind::kRedirect)) {
                frame->saved = std::make_unique<Context>(context_);
                frame->end = instruction.target;
            }
            break;
        case Operation::kBeginTime:
            if (push_frame(FrameKind::kTimed) != nullptr) host_.begin_timing();
            break;
        case Operation::kEndTime:
            pop_frame();
            break;
        case Operation::kBeginLoop:
        case Operation::kBeginFor: {
            Frame* const frame = push_frame(FrameKind::kLoop);
            if (frame == nullptr) break;
            frame->next = instruction.target;
            frame->end = instruction.end;
            if (instruction.operation == Operation::kBeginFor) {
                frame->words = std::make_unique<WordList>(builder().take_words());
                builders_.pop_back();
                frame->builders = builders_.size();
            }
            break;
        }
        case Operation::kEndLoop:
            end_loop();
            break;
        default:
            execute_flow(instruction);
            break;
    }
}

void Machine::execute_flow(const Instruction& instruction) {
    switch (instruction.operation) {
        case Operation::kNegate:
            status_ = status_ == 0 ? 1 : 0;
            break;
        case Operation::kCheckErrexit:
            check_errexit();
            break;
        case Operation::kBeginCondition:
            ++suppressed_;
            break;
        case Operation::kEndCondition:
            --suppressed_;
            break;
        case Operation::kClearStatus:
            status_ = 0;
            break;
        case Operation::kJump:
            next_ = instruction.target;
            break;
        case Operation::kJumpIfOk:
            if (status_ == 0) next_ = instruction.target;
            break;
        case Operation::kJumpIfFailed:
            if (status_ != 0) next_ = instruction.target;
            break;
        case Operation::kNextFor:
            next_word_of_loop(instruction);
            break;
        case Operation::kLoopStatus:
            frames_.back().status = status_;
            break;
        case Operation::kDefine:
            if (variables_.define_function(text_of(instruction), {code_, next_}) != StoreResult::kOk) {
                fail_limit("too many variables and functions",
                           "at most " + std::to_string(limits_.variables));
                break;
            }
            status_ = 0;
            next_ = instruction.target;
            break;
        case Operation::kReturn:
            pop_frame();
            break;
        case Operation::kLine:
            if (frames_.empty()) next_line_ = instruction.target;
            break;
        case Operation::kHalt:
        default:
            // The end of a script or of eval's text goes on behind it.
            if (frames_.empty()) {
                finish(ShellState::kFinished);
            } else {
                pop_frame();
            }
            break;
    }
}

void Machine::set_arguments(std::vector<std::string> arguments) {
    replace_arguments(std::move(arguments));
}

std::vector<std::string> Machine::arguments() const {
    return context_.arguments ? context_.arguments->words : std::vector<std::string>();
}

std::optional<std::string> Machine::get_variable(std::string_view name) {
    return parameter(std::string(name));
}

bool Machine::set_variable(std::string_view name, std::int64_t value) {
    return variables_.set(name, std::to_string(value)) == StoreResult::kOk;
}

}  // namespace mountscope::shell
