// Which command it is: a function, one of the shell's own, a filter, a script, or one for the host.

#include <algorithm>
#include <utility>

#include "core/text/shell_machine.hpp"
#include "core/text/shell_parser.hpp"

namespace mountscope::shell {

namespace {

constexpr std::size_t kLongestMessage = 2'000;

// Words as they could be typed again.
std::string quoted(const std::string& word) {
    const bool is_plain =
        !word.empty() && word.find_first_of(" \t\n'\"\\$`*?[]#~&;|<>(){}!") == std::string::npos;
    if (is_plain) return word;
    std::string result = "'";
    for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

}  // namespace

void Machine::run_words() {
    std::vector<std::pair<std::string, std::string>> assignments = std::move(builder().assignments);
    Words words = builder().take_words().words;
    builders_.pop_back();
    if (++commands_ > limits_.commands) {
        fail_limit("too many commands", "at most " + count_text(limits_.commands, "command"));
        return;
    }
    command_ran_ = true;
    const bool in_text = std::none_of(frames_.begin(), frames_.end(), [](const Frame& frame) {
        return frame.kind == FrameKind::kScript || frame.kind == FrameKind::kEval;
    });
    if (in_text && code_ == main_code_) last_at_ = at_;
    if (words.empty()) {
        if (!captured_) status_ = 0;
        for (const auto& [name, value] : assignments) {
            if (!assign(name, value)) return;
        }
        return;
    }
    if (context_.options.trace) trace(words);
    if (state_ != ShellState::kRunning) return;
    if (!assignments.empty() && !set_temporarily(assignments)) return;
    dispatch(std::move(words), true);
    // The step goes on to the first call of the host.
    if (pending_) command_ran_ = false;
}

void Machine::trace(const std::vector<std::string>& words) {
    std::string line = "+";
    for (const std::string& word : words) line += " " + quoted(word);
    write_error(line + "\n");
}

// Variables for the time of a command; it sees them exported.
bool Machine::set_temporarily(const std::vector<std::pair<std::string, std::string>>& assignments) {
    Frame* const frame = push_frame(FrameKind::kTemporary);
    if (frame == nullptr) return false;
    frame->ends_itself = true;
    for (const auto& [name, value] : assignments) {
        const Variable* const old = variables_.find(name);
        frame->locals.push_back({name, old != nullptr ? *old : Variable{}});
        if (!assign(name, value)) return false;
        variables_.mark(name, true, false);
    }
    return true;
}

void Machine::dispatch(Words words, bool allow_functions) {
    const bool has_prefix = words[0] == "!" || words[0] == "?" || words[0] == "ns";
    if (has_prefix) {
        run_habit(words);
    } else if (allow_functions && variables_.find_function(words[0]) != nullptr) {
        call_function(words);
    } else if (run_shell_builtin(words) || run_text_builtin(words) || run_filter(words) ||
               run_script_command(words)) {
        return;
    } else if (!run_unwrapped(words)) {
        run_habit(words);
    }
}

void Machine::call_function(const Words& words) {
    const Function function = *variables_.find_function(words[0]);
    Frame* const frame = push_frame(FrameKind::kCall);
    if (frame == nullptr) return;
    frame->saved = std::make_unique<Context>(context_);
    replace_arguments(Words(words.begin() + 1, words.end()));
    if (state_ == ShellState::kRunning) enter_code(function.code, function.entry);
}

// sudo, env, time and the like: what they leave is dispatched again.
bool Machine::run_unwrapped(const Words& words) {
    auto result = strip_wrappers(words);
    if (const auto* const error = std::get_if<HabitError>(&result)) {
        report_error(error->what, error->status);
        return true;
    }
    auto& unwrapped = std::get<UnwrappedCommand>(result);
    if (!unwrapped.unwrapped && unwrapped.words == words) return false;
    if (unwrapped.words.empty()) {
        status_ = 0;
        note(words[0] + ": without a command it changes nothing here: you are root, in the only terminal");
        return true;
    }
    if (unwrapped.timed) {
        Frame* const frame = push_frame(FrameKind::kTimed);
        if (frame == nullptr) return true;
        frame->ends_itself = true;
        frame->format = std::move(unwrapped.time_format);
        host_.begin_timing();
    }
    if (!unwrapped.assignments.empty() && !set_temporarily(unwrapped.assignments)) return true;
    dispatch(std::move(unwrapped.words), false);
    return true;
}

void Machine::report(const BuiltinResult& result) {
    write_output(result.output);
    if (state_ != ShellState::kRunning) return;
    if (!result.error.empty()) report_error(result.error, result.status);
    status_ = result.status;
}

// One line on the error stream, with its place when the program has more than one line.
void Machine::report_error(const std::string& text, int status) {
    status_ = status;
    if (text.empty()) return;
    std::string line;
    if (code_->has_lines) line = code_->name + ": line " + std::to_string(at_.line) + ": ";
    line += shown_text(text, kLongestMessage);
    if (!line.ends_with('\n')) line += '\n';
    write_error(line);
}

bool Machine::run_text_builtin(const Words& words) {
    const std::string& name = words[0];
    if (name == "echo") {
        report(run_echo(words));
    } else if (name == "printf") {
        report(run_printf(words, limits_));
    } else if (name == "seq") {
        report(run_seq(words, limits_));
    } else if (name == "expr") {
        report(run_expr(words));
    } else if (name == "test" || name == "[" || name == "[[") {
        report(run_test(words,
                        [this](std::string_view path) { return host_.path_kind(context_.process, path); }));
    } else if (name == "basename") {
        report(run_basename(words));
    } else if (name == "dirname") {
        report(run_dirname(words));
    } else if (name == "whoami") {
        report({0, "root\n", ""});
    } else if (name == "id") {
        const bool number_only = words.size() > 1 && (words[1] == "-u" || words[1] == "-g");
        report({0, number_only ? "0\n" : "uid=0(root) gid=0(root) groups=0(root)\n", ""});
    } else {
        return false;
    }
    return true;
}

bool Machine::run_filter(const Words& words) {
    if (!is_filter(words[0])) return false;
    const FilterCall call = FilterCall::read(words);
    std::string text;
    int status = 0;
    if (call.error.empty()) {
        const std::vector<std::string> files =
            call.files.empty() ? std::vector<std::string>{"-"} : call.files;
        for (const std::string& file : files) {
            const std::optional<std::string> part = read_file(file, status);
            if (state_ != ShellState::kRunning) return true;
            if (part) text += *part;
            if (text.size() > limits_.capture_bytes) {
                fail_limit("too much text for " + words[0],
                           "at most " + count_text(limits_.capture_bytes, "byte"));
                return true;
            }
        }
    }
    if (!charge(text.size() + 1)) return true;
    report(call.run(text, limits_.work - work_));
    if (status != 0) status_ = status;
    return true;
}

// sh FILE, sh -c TEXT, and a script by its path.
bool Machine::run_script_command(const Words& words) {
    if (!is_shell_program(words[0])) {
        if (words[0].find('/') == std::string::npos) return false;
        const std::optional<std::string> text = known_text(words[0]);
        if (!text) return false;
        run_script(*text, words[0], Words(words.begin() + 1, words.end()), "");
        return true;
    }
    std::string flags;
    std::size_t i = 1;
    for (; i < words.size() && words[i].size() > 1 && (words[i][0] == '-' || words[i][0] == '+'); ++i) {
        if (words[i] == "--") {
            ++i;
            break;
        }
        if (words[i][0] == '-' && words[i][1] != '-') flags += words[i].substr(1);
        if (flags.ends_with('o')) ++i;
    }
    const bool is_text = flags.find('c') != std::string::npos;
    if (i >= words.size()) {
        if (is_text) {
            report_error(words[0] + ": `-c` needs the commands behind it", 2);
        } else if (context_.input) {
            int status = 0;
            run_script(read_file("-", status).value_or(""), words[0], {}, flags);
        } else {
            status_ = 0;
            note(words[0] + ": you are in a shell already, and stay in it");
        }
        return true;
    }
    const Words rest(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
    if (is_text) {
        const std::string name = rest.empty() ? words[0] : rest[0];
        run_script(words[i], name, rest.empty() ? Words() : Words(rest.begin() + 1, rest.end()), flags);
        return true;
    }
    const std::optional<std::string> text = known_text(words[i]);
    if (text) {
        run_script(*text, words[i], rest, flags);
    } else {
        report_error(words[0] + ": " + words[i] +
                         ": no such script; right would be: its text in here, or cat > " + words[i] +
                         " <<'EOF' with the text and EOF behind it",
                     127);
    }
    return true;
}

void Machine::run_script(const std::string& text, const std::string& name, Words arguments,
                         const std::string& flags) {
    const std::size_t frames = frames_.size();
    run_text(text, name, FrameKind::kScript);
    if (state_ != ShellState::kRunning || frames_.size() == frames) return;
    for (const char flag : flags) {
        if (std::string_view("exum").find(flag) != std::string_view::npos) set_option(flag, true);
    }
    replace_arguments(std::move(arguments));
}

}  // namespace mountscope::shell
