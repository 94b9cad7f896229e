// Expansion: parameters, substitutions, arithmetic, assignments.

#include <algorithm>
#include <utility>

#include "core/text/shell_machine.hpp"
#include "core/text/shell_parser.hpp"
#include "core/text/shell_pattern.hpp"

namespace mountscope::shell {

namespace {

constexpr std::size_t kBytesPerWork = 16;
constexpr std::string_view kDefaultSeparators = " \t\n";

bool is_number(const std::string& name) {
    return !name.empty() && name[0] >= '0' && name[0] <= '9';
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += separator;
        text += words[i];
    }
    return text;
}

// What a login as root would find.
struct DefaultVariable {
    std::string_view name;
    std::string_view value;
};
constexpr DefaultVariable kDefaults[] = {
    {"HOME", "/"},    {"UID", "0"},         {"EUID", "0"},
    {"USER", "root"}, {"SHELL", "/bin/sh"}, {"PATH", "/usr/sbin:/usr/bin:/sbin:/bin"},
};

}  // namespace

void Machine::open_builder(BuildMode mode) {
    builders_.emplace_back(ledger_, mode);
}

std::string Machine::take_text() {
    std::string text = builder().text();
    builders_.pop_back();
    return text;
}

void Machine::check(std::optional<LimitProblem> problem) {
    if (problem) fail_limit(*problem);
}

std::string Machine::separators() const {
    const Variable* const variable = variables_.find("IFS");
    if (variable == nullptr || !variable->is_set) return std::string(kDefaultSeparators);
    // Only ASCII: a separator must never cut a character of UTF-8.
    std::string result;
    for (const char c : variable->value) {
        if (static_cast<unsigned char>(c) < 0x80) result += c;
    }
    return result;
}

std::optional<std::string> Machine::parameter(const std::string& name) {
    static const std::vector<std::string> kNone;
    const std::vector<std::string>& arguments = context_.arguments ? context_.arguments->words : kNone;
    if (name == "#") return std::to_string(arguments.size());
    if (name == "?") return std::to_string(status_);
    if (name == "$") return "1";
    if (name == "!") return std::nullopt;
    if (name == "@" || name == "*") {
        if (arguments.empty()) return std::nullopt;
        const std::string ifs = separators();
        return joined(arguments, name == "*" ? std::string_view(ifs).substr(0, 1) : " ");
    }
    if (name == "-") {
        const ShellOptions& options = context_.options;
        return std::string(options.exit_on_error ? "e" : "") + (options.monitor ? "m" : "") +
               (options.unset_is_error ? "u" : "") + (options.trace ? "x" : "");
    }
    if (name == "0") return code_->name;
    if (is_number(name)) {
        std::size_t number = 0;
        for (const char c : name)
            number =
                std::min<std::size_t>(number * 10 + static_cast<std::size_t>(c - '0'), limits_.words + 1);
        if (number == 0 || number > arguments.size()) return std::nullopt;
        return arguments[number - 1];
    }
    if (const Variable* const variable = variables_.find(name)) {
        return variable->is_set ? std::optional(variable->value) : std::nullopt;
    }
    for (const DefaultVariable& known : kDefaults) {
        if (known.name == name) return std::string(known.value);
    }
    if (name == "LINENO") return std::to_string(at_.line);
    if (name == "PWD") {
        std::string path = call_host({"pwd"}).output;
        while (path.ends_with('\n')) path.pop_back();
        return path;
    }
    return std::nullopt;
}

// With set -u a parameter without a value is an error; then there is none.
std::optional<std::string> Machine::required_parameter(const std::string& name) {
    std::optional<std::string> value = parameter(name);
    if (value) return value;
    if (context_.options.unset_is_error && name != "@" && name != "*" && name != "!") {
        fail_shell("`" + name + "` has no value",
                   is_number(name) ? "`set -- WORD...` gives values to $1, $2..." : name + "=VALUE before");
        return std::nullopt;
    }
    return std::string();
}

bool Machine::has_value(const Instruction& instruction) {
    const std::optional<std::string> value = parameter(text_of(instruction));
    return value && ((instruction.flags & kColon) == 0 || !value->empty());
}

void Machine::append_value(const std::string& value, bool quoted) {
    if (!charge(value.size() / kBytesPerWork + 1)) return;
    check(quoted ? builder().append(value, true) : builder().append_split(value, separators()));
}

void Machine::append_parameter(const Instruction& instruction) {
    const std::string& name = text_of(instruction);
    const bool quoted = (instruction.flags & kQuoted) != 0;
    const bool is_list = name == "@" || name == "*";
    if (is_list && builder().mode() == BuildMode::kWords && !(name == "*" && quoted)) {
        append_arguments(quoted);
        return;
    }
    if (const std::optional<std::string> value = required_parameter(name)) append_value(*value, quoted);
}

// "$@" is one word for each; $@ and $* are split further.
void Machine::append_arguments(bool quoted) {
    const std::shared_ptr<const WordList> arguments = context_.arguments;
    if (!arguments) return;
    for (std::size_t i = 0; i < arguments->words.size() && state_ == ShellState::kRunning; ++i) {
        if (i > 0) check(quoted ? builder().break_word() : builder().end_word());
        if (state_ == ShellState::kRunning) append_value(arguments->words[i], quoted);
    }
}

void Machine::append_length(const Instruction& instruction) {
    const std::string& name = text_of(instruction);
    if (name == "@" || name == "*") {
        append_value(*parameter("#"), (instruction.flags & kQuoted) != 0);
        return;
    }
    const std::optional<std::string> value = required_parameter(name);
    if (!value) return;
    const auto characters = std::count_if(value->begin(), value->end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    });
    append_value(std::to_string(characters), (instruction.flags & kQuoted) != 0);
}

void Machine::value_or(const Instruction& instruction) {
    if (!has_value(instruction)) return;
    next_ = instruction.target;
    append_parameter(instruction);
}

bool Machine::assign(const std::string& name, std::string_view value) {
    switch (variables_.set(name, value)) {
        case StoreResult::kOk:
            return true;
        case StoreResult::kReadOnly:
            fail_shell(name + " may not be changed: it is readonly", "another name");
            return false;
        case StoreResult::kTooMuch:
        default:
            fail_limit("too many variables", "at most " + count_text(limits_.variable_bytes, "byte") +
                                                 " in " + count_text(limits_.variables, "variable"));
            return false;
    }
}

void Machine::assign_default(const Instruction& instruction) {
    const std::string value = take_text();
    const std::string& name = text_of(instruction);
    if (!is_shell_name(name)) {
        fail_shell("`" + name + "` cannot be assigned to", "${name:=value} with a variable's name");
        return;
    }
    if (assign(name, value)) append_value(value, (instruction.flags & kQuoted) != 0);
}

void Machine::report_missing(const Instruction& instruction) {
    const std::string message = take_text();
    const std::string& name = text_of(instruction);
    fail_shell(name + ": " + (message.empty() ? "it has no value" : message), name + "=VALUE before");
}

void Machine::trim_value(const Instruction& instruction) {
    const std::string text = take_text();
    const std::optional<std::string> value = required_parameter(text_of(instruction));
    if (!value) return;
    const ShellPattern pattern(text);
    if (!charge(pattern.work(value->size()) + text.size())) return;
    const bool longest = (instruction.flags & kGreedy) != 0;
    const bool quoted = (instruction.flags & kQuoted) != 0;
    if ((instruction.flags & kSuffix) != 0) {
        const std::size_t length = pattern.suffix_length(*value, longest).value_or(0);
        append_value(value->substr(0, value->size() - length), quoted);
    } else {
        append_value(value->substr(pattern.prefix_length(*value, longest).value_or(0)), quoted);
    }
}

std::optional<std::int64_t> Machine::evaluate(const std::string& expression) {
    if (!charge(expression.size() + 1)) return std::nullopt;
    const ArithmeticResult result = evaluate_arithmetic(expression, *this);
    if (!result.error) return result.value;
    constexpr std::size_t kShown = 60;
    fail_shell(result.error->what + " in ((" + shown_text(expression, kShown) + ")), at its character " +
                   std::to_string(result.error->column),
               result.error->expected);
    return std::nullopt;
}

void Machine::end_capture(const Instruction& instruction) {
    std::string text = take_capture(frames_.back().captures);
    pop_frame();
    captured_ = true;
    while (text.ends_with('\n')) text.pop_back();
    append_value(text, (instruction.flags & kQuoted) != 0);
}

void Machine::match_case(const Instruction& instruction) {
    const std::string text = take_text();
    const std::string& subject = builder().text();
    const ShellPattern pattern(text);
    if (!charge(pattern.work(subject.size()) + text.size())) return;
    if (pattern.matches(subject)) {
        builders_.pop_back();
        status_ = 0;
    } else {
        next_ = instruction.target;
    }
}

void Machine::assign_text(const Instruction& instruction, bool before_command) {
    std::string value = take_text();
    const std::string& name = text_of(instruction);
    if (!charge(value.size() / kBytesPerWork + 1)) return;
    if ((instruction.flags & kAppend) != 0) {
        value.insert(0, parameter(name).value_or(""));
        if (value.size() > limits_.word_bytes) {
            fail_limit("a value of " + count_text(value.size(), "byte"),
                       "at most " + count_text(limits_.word_bytes, "byte"));
            return;
        }
    }
    if (before_command) {
        builder().assignments.emplace_back(name, std::move(value));
        return;
    }
    if (context_.options.trace) write_error("+ " + name + "=" + value + "\n");
    if (state_ == ShellState::kRunning) assign(name, value);
}

}  // namespace mountscope::shell
