// The commands that change the shell itself.

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/shell_commands.hpp"
#include "core/text/shell_machine.hpp"
#include "core/text/shell_parser.hpp"

namespace mountscope::shell {

namespace {

constexpr auto kNoOperations =
    std::to_array<std::string_view>({":", "true", "wait", "hash", "shopt", "bg", "fg", "jobs"});

std::string first_words(const Words& words) {
    std::string text;
    for (std::size_t i = 1; i < words.size(); ++i) text += (i > 1 ? " " : "") + words[i];
    return text;
}

std::string single_quoted(const std::string& value) {
    std::string result = "'";
    for (const char c : value) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

}  // namespace

bool Machine::run_shell_builtin(const Words& words) {
    struct Builtin {
        std::string_view name;
        void (Machine::*run)(const Words&);
    };
    static constexpr auto kBuiltins = std::to_array<Builtin>({
        {".", &Machine::builtin_source},
        {"break", &Machine::builtin_break},
        {"continue", &Machine::builtin_break},
        {"eval", &Machine::builtin_eval},
        {"exit", &Machine::builtin_exit},
        {"export", &Machine::builtin_export},
        {"let", &Machine::builtin_let},
        {"local", &Machine::builtin_local},
        {"read", &Machine::builtin_read},
        {"readonly", &Machine::builtin_export},
        {"return", &Machine::builtin_return},
        {"set", &Machine::builtin_set},
        {"shift", &Machine::builtin_shift},
        {"source", &Machine::builtin_source},
        {"trap", &Machine::builtin_trap},
        {"type", &Machine::builtin_type},
        {"unset", &Machine::builtin_unset},
    });
    const std::string& name = words[0];
    if (std::find(kNoOperations.begin(), kNoOperations.end(), name) != kNoOperations.end()) {
        status_ = 0;
        return true;
    }
    if (name == "false") {
        status_ = 1;
        return true;
    }
    if (name == "exec" && words.size() == 1) {
        status_ = 0;
        return true;
    }
    if (name == "command" && words.size() > 1 && (words[1] == "-v" || words[1] == "-V")) {
        builtin_type(words);
        return true;
    }
    // `exit NAME` ends a process of the scenario.
    const bool is_status = words.size() == 1 || parse_decimal(words[1]).has_value();
    if (name == "exit" && !is_status) return false;
    for (const Builtin& builtin : kBuiltins) {
        if (builtin.name != name) continue;
        (this->*builtin.run)(words);
        return true;
    }
    return false;
}

// The status behind exit and return; none, with a message, when it is not a number.
std::optional<int> Machine::status_argument(const Words& words) {
    if (words.size() == 1) return status_;
    const std::optional<std::int64_t> number = parse_decimal(words[1]);
    if (!number || words.size() > 2) {
        report_error(words[0] + ": `" + words[words.size() > 2 ? 2 : 1] +
                         "` is not expected; right would be: " + words[0] + " STATUS",
                     2);
        return std::nullopt;
    }
    return static_cast<int>(*number & 0xFF);
}

void Machine::builtin_exit(const Words& words) {
    const std::optional<int> status = status_argument(words);
    if (!status) return;
    // On the outermost level, a shell that a command has started gives way to the one before; it reads the
    // next line.
    if (!find_shell_frame() && !owned_.empty()) {
        unwind(0);
        builders_.clear();
        end_processes(owned_.size() - 1);
        status_ = *status;
        code_ = main_code_;
        next_ = next_line_;
        return;
    }
    exit_shell(*status);
}

void Machine::builtin_return(const Words& words) {
    const std::optional<int> status = status_argument(words);
    if (!status) return;
    for (std::size_t i = frames_.size(); i-- > 0;) {
        const Frame& frame = frames_[i];
        const bool returns =
            frame.kind == FrameKind::kCall || (frame.kind == FrameKind::kEval && frame.is_source);
        const bool is_shell =
            frame.saved && frame.kind != FrameKind::kRedirect && frame.kind != FrameKind::kCall;
        if (!returns && !is_shell) continue;
        if (is_shell) {
            exit_shell(*status);
        } else {
            unwind(i);
            status_ = *status;
        }
        return;
    }
    report_error("return: there is no function to return from", 2);
}

void Machine::builtin_break(const Words& words) {
    std::int64_t levels = 1;
    if (words.size() > 1) {
        const std::optional<std::int64_t> number = parse_decimal(words[1]);
        if (!number || *number < 1 || words.size() > 2) {
            report_error(words[0] + ": `" + words[1] + "` is not a number of loops", 2);
            return;
        }
        levels = *number;
    }
    // More loops than there are means all of them.
    std::optional<std::size_t> target;
    for (std::size_t i = frames_.size(); i-- > 0 && levels > 0;) {
        const Frame& frame = frames_[i];
        const bool is_inside = frame.kind == FrameKind::kLoop || frame.kind == FrameKind::kRedirect ||
                               frame.kind == FrameKind::kEval || frame.kind == FrameKind::kTimed ||
                               frame.kind == FrameKind::kTemporary;
        if (!is_inside) break;
        if (frame.kind != FrameKind::kLoop) continue;
        target = i;
        --levels;
    }
    status_ = 0;
    if (!target) {
        // A subshell cannot break the loop it runs in; as in sh, it ends instead.
        const std::optional<std::size_t> shell = find_shell_frame();
        const bool in_loop =
            shell && std::any_of(frames_.begin(), frames_.begin() + static_cast<std::ptrdiff_t>(*shell),
                                 [](const Frame& frame) { return frame.kind == FrameKind::kLoop; });
        if (in_loop && frames_[*shell].kind != FrameKind::kScript) {
            exit_shell(0);
        } else {
            report_error(words[0] + ": there is no loop around it", 0);
        }
        return;
    }
    unwind(*target + 1);
    Frame& loop = frames_.back();
    builders_.erase(builders_.begin() + static_cast<std::ptrdiff_t>(loop.builders), builders_.end());
    suppressed_ = loop.suppressed;
    loop.status = 0;
    code_ = loop.code;
    next_ = words[0] == "break" ? loop.end : loop.next;
}

bool Machine::set_option(char letter, bool on) {
    ShellOptions& options = context_.options;
    switch (letter) {
        case 'e':
            options.exit_on_error = on;
            return true;
        case 'x':
            options.trace = on;
            return true;
        case 'u':
            options.unset_is_error = on;
            return true;
        case 'm':
            options.monitor = on;
            return true;
        default:
            return std::string_view("abfhvBCEHPT").find(letter) != std::string_view::npos;
    }
}

bool Machine::set_long_option(const std::string& name, bool on) {
    if (name == "errexit") return set_option('e', on);
    if (name == "xtrace") return set_option('x', on);
    if (name == "nounset") return set_option('u', on);
    if (name == "monitor") return set_option('m', on);
    if (name == "pipefail") {
        context_.options.pipe_fails = on;
        return true;
    }
    constexpr auto kIgnored = std::to_array<std::string_view>(
        {"allexport", "braceexpand", "emacs", "errtrace", "functrace", "hashall", "history", "ignoreeof",
         "noclobber", "noglob", "notify", "posix", "verbose", "vi"});
    return std::find(kIgnored.begin(), kIgnored.end(), name) != kIgnored.end();
}

void Machine::builtin_set(const Words& words) {
    status_ = 0;
    if (words.size() == 1) {
        print_variables(false);
        return;
    }
    std::size_t i = 1;
    for (; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--" || word == "-") {
            replace_arguments(Words(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end()));
            return;
        }
        if (word.size() < 2 || (word[0] != '-' && word[0] != '+')) break;
        const bool on = word[0] == '-';
        for (const char letter : word.substr(1)) {
            bool known = false;
            if (letter == 'o') {
                if (i + 1 >= words.size()) return;
                known = set_long_option(words[++i], on);
            } else {
                known = set_option(letter, on);
            }
            if (known) continue;
            report_error("set: `" + words[i] +
                             "` is not an option here; right would be: set -e, -m, -u, -x, -o pipefail, or "
                             "set -- WORD...",
                         2);
            return;
        }
    }
    if (i < words.size())
        replace_arguments(Words(words.begin() + static_cast<std::ptrdiff_t>(i), words.end()));
}

void Machine::replace_arguments(std::vector<std::string> arguments) {
    context_.arguments.reset();
    LedgerShare share(ledger_);
    std::size_t bytes = 0;
    for (const std::string& word : arguments) bytes += word.size();
    if (!share.charge(arguments.size(), bytes)) {
        fail_limit("too many words at once", "at most " + count_text(limits_.words, "word") + " of " +
                                                 count_text(limits_.words_bytes, "byte") + " together");
        return;
    }
    context_.arguments = std::make_shared<const WordList>(WordList{std::move(arguments), std::move(share)});
}

void Machine::print_variables(bool exported_only) {
    std::string text;
    for (const std::string& name : variables_.names()) {
        const Variable& variable = *variables_.find(name);
        if (exported_only && !variable.exported) continue;
        text += (exported_only ? "export " : "") + name + "=" + single_quoted(variable.value) + "\n";
    }
    write_output(text);
}

void Machine::builtin_shift(const Words& words) {
    const std::optional<std::int64_t> count = words.size() > 1 ? parse_decimal(words[1]) : 1;
    const std::vector<std::string> old = arguments();
    if (!count || *count < 0 || static_cast<std::uint64_t>(*count) > old.size()) {
        report_error("shift: there are only " + count_text(old.size(), "argument"), 2);
        return;
    }
    if (!charge(old.size())) return;
    status_ = 0;
    replace_arguments(std::vector<std::string>(old.begin() + static_cast<std::ptrdiff_t>(*count), old.end()));
}

// NAME or NAME=VALUE; true when all were good.
bool Machine::declare_variables(const Words& words, bool exported, bool read_only) {
    status_ = 0;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word.starts_with('-')) continue;
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        if (!is_shell_name(name)) {
            report_error(words[0] + ": `" + name + "` is not a variable's name", 2);
            return false;
        }
        if (equals != std::string::npos && !assign(name, std::string_view(word).substr(equals + 1)))
            return false;
        if (variables_.mark(name, exported, read_only) != StoreResult::kOk) {
            fail_limit("too many variables", "at most " + std::to_string(limits_.variables));
            return false;
        }
    }
    return true;
}

void Machine::builtin_export(const Words& words) {
    const bool exports = words[0] == "export";
    if (words.size() == 1 || (words.size() == 2 && words[1] == "-p")) {
        status_ = 0;
        print_variables(true);
        return;
    }
    declare_variables(words, exports, !exports);
}

void Machine::builtin_local(const Words& words) {
    Frame* call = nullptr;
    for (std::size_t i = frames_.size(); i-- > 0 && call == nullptr;) {
        // Variables of a subshell inside the function are local to it anyway.
        if (frames_[i].saved && frames_[i].kind != FrameKind::kRedirect) call = &frames_[i];
    }
    if (call == nullptr || call->kind == FrameKind::kScript) {
        report_error("local: only in a function", 2);
        return;
    }
    for (std::size_t i = 1; i < words.size() && call->kind == FrameKind::kCall; ++i) {
        const std::string name = words[i].substr(0, words[i].find('='));
        const bool is_saved = std::any_of(call->locals.begin(), call->locals.end(),
                                          [&](const SavedVariable& saved) { return saved.name == name; });
        if (!is_shell_name(name) || is_saved) continue;
        if (call->locals.size() >= limits_.variables) {
            fail_limit("too many variables", "at most " + std::to_string(limits_.variables));
            return;
        }
        const Variable* const old = variables_.find(name);
        call->locals.push_back({name, old != nullptr ? *old : Variable{}});
    }
    declare_variables(words, false, false);
}

void Machine::builtin_unset(const Words& words) {
    status_ = 0;
    const bool functions = words.size() > 1 && words[1] == "-f";
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i].starts_with('-')) continue;
        StoreResult result = StoreResult::kOk;
        if (functions) {
            if (variables_.find_function(words[i]) != nullptr)
                result = variables_.define_function(words[i], {});
        } else if (!is_shell_name(words[i])) {
            report_error("unset: `" + words[i] + "` is not a variable's name", 2);
            return;
        } else {
            result = variables_.unset(words[i]);
        }
        if (result == StoreResult::kReadOnly) report_error("unset: " + words[i] + " is readonly", 2);
        if (result == StoreResult::kTooMuch)
            fail_limit("too many variables", "at most " + std::to_string(limits_.variables));
        if (result != StoreResult::kOk) return;
    }
}

void Machine::builtin_eval(const Words& words) {
    run_text(first_words(words), code_->name, FrameKind::kEval);
}

void Machine::builtin_source(const Words& words) {
    if (words.size() < 2) {
        report_error(words[0] + ": a script is missing; right would be: " + words[0] + " SCRIPT", 2);
        return;
    }
    int status = 0;
    const std::optional<std::string> text = read_file(words[1], status);
    if (!text) return;
    const std::size_t frames = frames_.size();
    run_text(*text, words[1], FrameKind::kEval);
    if (state_ == ShellState::kRunning && frames_.size() > frames) frames_.back().is_source = true;
}

void Machine::builtin_let(const Words& words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::optional<std::int64_t> value = evaluate(words[i]);
        if (!value) return;
        status_ = *value != 0 ? 0 : 1;
    }
}

// One line of the input, its words to the variables, the rest to the last of them.
void Machine::builtin_read(const Words& words) {
    std::vector<std::string> names;
    bool raw = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i] == "-r") {
            raw = true;
        } else if (words[i].size() > 1 && words[i][0] == '-') {
            if (words[i] == "-p" || words[i] == "-t" || words[i] == "-n") ++i;
        } else if (is_shell_name(words[i])) {
            names.push_back(words[i]);
        } else {
            report_error("read: `" + words[i] + "` is not a variable's name", 2);
            return;
        }
    }
    if (names.empty()) names.emplace_back("REPLY");
    if (!context_.input) {
        note("read: there is nothing to read from: a pipe or <<EOF would be");
        status_ = 1;
        return;
    }
    InputText& input = *context_.input;
    std::string line;
    bool ended = false;
    while (input.offset < input.text.size() && !ended) {
        const char c = input.text[input.offset++];
        if (c == '\n') {
            ended = true;
        } else if (c == '\\' && !raw && input.offset < input.text.size()) {
            const char next = input.text[input.offset++];
            if (next != '\n') line += next;
        } else {
            line += c;
        }
    }
    if (!charge(line.size() + 1)) return;
    if (line.size() > limits_.word_bytes) {
        fail_limit("a line of " + count_text(line.size(), "byte"),
                   "at most " + count_text(limits_.word_bytes, "byte"));
        return;
    }
    const std::string ifs = separators();
    std::string_view rest = line;
    const auto is_blank_separator = [&](char c) {
        return (c == ' ' || c == '\t') && ifs.find(c) != std::string::npos;
    };
    const auto trim = [&] {
        while (!rest.empty() && is_blank_separator(rest.front())) rest.remove_prefix(1);
    };
    trim();
    while (!rest.empty() && is_blank_separator(rest.back())) rest.remove_suffix(1);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::size_t end =
            i + 1 == names.size() ? rest.size() : std::min(rest.find_first_of(ifs), rest.size());
        if (!assign(names[i], rest.substr(0, end))) return;
        rest.remove_prefix(end);
        trim();
        if (!rest.empty() && end > 0 && !is_blank_separator(rest.front()) &&
            ifs.find(rest.front()) != std::string::npos) {
            rest.remove_prefix(1);
            trim();
        }
    }
    status_ = ended ? 0 : 1;
}

std::string Machine::describe_command(const std::string& name) const {
    if (variables_.find_function(name) != nullptr) return "a function";
    const std::vector<std::string_view> habits = habit_command_names();
    if (std::binary_search(habits.begin(), habits.end(), name)) return "/bin/" + name;
    return shell_command_usage(name).empty() ? "" : "a command of this shell";
}

void Machine::builtin_type(const Words& words) {
    const bool brief = words[0] == "command" && words[1] == "-v";
    status_ = 0;
    for (std::size_t i = words[0] == "command" ? 2 : 1; i < words.size() && state_ == ShellState::kRunning;
         ++i) {
        const std::string description = describe_command(words[i]);
        if (description.empty()) {
            if (brief) {
                status_ = 127;
            } else {
                report_error(words[i] + ": not found", 127);
            }
        } else if (brief) {
            write_output((description[0] == '/' ? description : words[i]) + "\n");
        } else {
            write_output(words[i] + " is " + description + "\n");
        }
    }
}

void Machine::builtin_trap(const Words& words) {
    status_ = 0;
    if (words.size() > 2 && words[1] != "-" && !words[1].empty()) {
        note("trap: `" + words[1] + "` is not done at the end: there are no signals here");
    }
}

}  // namespace mountscope::shell
