// Quotes, escapes and everything that begins with $ or `.

#include <algorithm>
#include <utility>

#include "core/text/shell_parser.hpp"
#include "core/text/shell_parser_detail.hpp"

namespace mountscope::shell {

namespace {

constexpr std::string_view kDoubleQuoteEscapes = "$`\"\\";
constexpr std::string_view kSpecialParameters = "@*#?-$!";
constexpr unsigned kMostArgumentsAskedFor = 99;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name_character(char c) {
    return is_name_start(c) || is_digit(c);
}
bool is_special(char c) {
    return c != '\0' && kSpecialParameters.find(c) != std::string_view::npos;
}

}  // namespace

Word Parser::read_word(bool& plain, std::string& plain_text) {
    Word word;
    word.at = here();
    plain = true;
    while (!at_end() && !failed()) {
        skip_line_joins();
        if (at_end() || blank_length() > 0) break;
        const char c = peek();
        if (std::string_view("\n;&|<>()").find(c) != std::string_view::npos) break;
        if (c == '\'' || c == '"' || c == '\\' || c == '$' || c == '`') plain = false;
        if (c == '\'') {
            read_single_quotes(word.parts);
        } else if (c == '"') {
            read_double_quotes(word.parts);
        } else if (c == '\\') {
            read_backslash(word.parts, false);
        } else if (c == '$') {
            read_dollar(word.parts, false);
        } else if (c == '`') {
            read_backquotes(word.parts, false);
        } else {
            const std::size_t length = std::max<std::size_t>(utf8_length(text_, offset_), 1);
            add_text(word.parts, text_.substr(offset_, length), false);
            offset_ += length;
        }
    }
    if (plain && !word.parts.empty()) plain_text = word.parts.front().text;
    return word;
}

void Parser::add_text(std::vector<WordPart>& parts, std::string_view text, bool quoted, bool split) {
    if (!parts.empty()) {
        WordPart& last = parts.back();
        if (last.kind == PartKind::kText && last.quoted == quoted && last.split == split) {
            last.text += text;
            return;
        }
    }
    WordPart part;
    part.quoted = quoted;
    part.split = split;
    part.text = text;
    part.at = here();
    parts.push_back(std::move(part));
}

void Parser::read_single_quotes(std::vector<WordPart>& parts) {
    const std::size_t end = text_.find('\'', offset_ + 1);
    if (end == std::string_view::npos) {
        fail_incomplete(here(), "a quote ' is not closed", "another ' at the end of the quoted text");
        return;
    }
    add_text(parts, text_.substr(offset_ + 1, end - offset_ - 1), true);
    offset_ = end + 1;
}

void Parser::read_ansi_quotes(std::vector<WordPart>& parts) {
    const ShellPosition opened = here();
    offset_ += 2;
    add_text(parts, "", true);
    while (peek() != '\'') {
        if (at_end()) {
            fail_incomplete(opened, "a quote $' is not closed", "a ' at the end of the quoted text");
            return;
        }
        if (peek() == '\\' && offset_ + 1 < text_.size()) {
            const char c = peek(1);
            const std::string_view escapes = "ntr\\'\"";
            const std::string_view meanings = "\n\t\r\\'\"";
            if (const std::size_t which = escapes.find(c); which != std::string_view::npos) {
                add_text(parts, meanings.substr(which, 1), true);
            } else {
                add_text(parts, text_.substr(offset_, 2), true);
            }
            offset_ += 2;
        } else {
            add_text(parts, text_.substr(offset_, 1), true);
            ++offset_;
        }
    }
    ++offset_;
}

void Parser::read_double_quotes(std::vector<WordPart>& parts) {
    const ShellPosition opened = here();
    const std::size_t parts_before = parts.size();
    ++offset_;
    while (!at_end() && peek() != '"' && !failed()) read_quoted_piece(parts, kDoubleQuoteEscapes);
    if (failed()) return;
    if (at_end()) {
        fail_incomplete(opened, "a quote \" is not closed", "another \" at the end of the quoted text");
        return;
    }
    ++offset_;
    if (parts.size() == parts_before) add_text(parts, "", true);  // "" is a word, though an empty one
}

// One unit of text in which quotes mean nothing: an escape, an expansion, or text up to the next of these.
void Parser::read_quoted_piece(std::vector<WordPart>& parts, std::string_view escapable) {
    const char c = peek();
    if (c == '\\') {
        const char next = peek(1);
        if (next == '\n') {
            offset_ += 2;
        } else if (next != '\0' && escapable.find(next) != std::string_view::npos) {
            add_text(parts, text_.substr(offset_ + 1, 1), true);
            offset_ += 2;
        } else {
            add_text(parts, "\\", true);
            ++offset_;
        }
    } else if (c == '$') {
        read_dollar(parts, true);
    } else if (c == '`') {
        read_backquotes(parts, true);
    } else {
        const std::size_t end = std::min(text_.find_first_of("\\$`\"}", offset_ + 1), text_.size());
        add_text(parts, text_.substr(offset_, end - offset_), true);
        offset_ = end;
    }
}

void Parser::read_backslash(std::vector<WordPart>& parts, bool split) {
    if (offset_ + 1 >= text_.size()) {
        fail_incomplete(here(), "the text ends with a \\",
                        "the character it stands before, or the next line");
        return;
    }
    if (peek(1) == '\n') {
        offset_ += 2;
        return;
    }
    const std::size_t length = std::max<std::size_t>(utf8_length(text_, offset_ + 1), 1);
    add_text(parts, text_.substr(offset_ + 1, length), true, split);
    offset_ += 1 + length;
}

void Parser::read_dollar(std::vector<WordPart>& parts, bool quoted) {
    const char next = peek(1);
    if (next == '(') {
        if (peek(2) == '(') {
            const std::optional<std::size_t> end = find_arithmetic_end(offset_ + 3);
            if (failed()) return;
            if (end) {
                read_arithmetic_substitution(parts, quoted, *end);
                return;
            }
        }
        read_command_substitution(parts, quoted);
    } else if (next == '{') {
        read_braced_parameter(parts, quoted);
    } else if (next == '\'' && !quoted) {
        read_ansi_quotes(parts);
    } else if (next == '"' && !quoted) {
        ++offset_;
    } else if (next == '[') {
        fail(here(), "`$[` is not known here", "$((1 + 2)) for arithmetic, '$[' for the characters");
    } else if (is_name_character(next) || is_special(next)) {
        read_name_after_dollar(parts, quoted);
    } else {
        add_text(parts, "$", quoted);
        ++offset_;
    }
}

// Remembers that the text uses $n.
void Parser::note_argument(const std::string& name) {
    if (name.size() > 2 || !is_digit(name[0])) return;
    unsigned number = 0;
    for (const char c : name) number = number * 10 + static_cast<unsigned>(c - '0');
    state_.arguments_used = std::max(state_.arguments_used, std::min(number, kMostArgumentsAskedFor));
}

void Parser::read_name_after_dollar(std::vector<WordPart>& parts, bool quoted) {
    WordPart part;
    part.kind = PartKind::kParameter;
    part.quoted = quoted;
    part.at = here();
    std::size_t length = 1;
    if (is_name_start(peek(1))) {
        while (is_name_character(peek(1 + length))) ++length;
    }
    part.text = text_.substr(offset_ + 1, length);
    offset_ += 1 + length;
    note_argument(part.text);
    parts.push_back(std::move(part));
}

bool Parser::read_parameter_name(std::string& name) {
    std::size_t length = 0;
    if (is_name_start(peek())) {
        while (is_name_character(peek(length))) ++length;
    } else if (is_digit(peek())) {
        while (is_digit(peek(length))) ++length;
    } else if (is_special(peek())) {
        length = 1;
    }
    name = text_.substr(offset_, length);
    offset_ += length;
    return length > 0;
}

// What follows the name in ${name...}; true when an argument follows it.
bool Parser::read_parameter_action(WordPart& part) {
    if (peek() == '}') return false;
    if (peek() == ':') {
        part.colon = true;
        ++offset_;
    }
    const char c = peek();
    const std::string_view actions = part.colon ? "-=?+" : "-=?+#%";
    const std::size_t which = c == '\0' ? std::string_view::npos : actions.find(c);
    if (which == std::string_view::npos) {
        if (at_end()) {
            fail_incomplete(part.at, "`${` is not closed", "a } behind the name");
        } else {
            fail(part.at, "this form of ${...} is not known here",
                 "${name}, ${#name}, ${name:-text}, ${name:=text}, ${name:?text}, ${name:+text}, "
                 "${name#pattern} or "
                 "${name%pattern}");
        }
        return false;
    }
    constexpr ParameterAction kActions[] = {ParameterAction::kDefault,    ParameterAction::kAssign,
                                            ParameterAction::kMissing,    ParameterAction::kAlternative,
                                            ParameterAction::kTrimPrefix, ParameterAction::kTrimSuffix};
    part.action = kActions[which];
    ++offset_;
    if (which >= 4 && peek() == c) {
        part.greedy = true;
        ++offset_;
    }
    return true;
}

void Parser::read_braced_parameter(std::vector<WordPart>& parts, bool quoted) {
    WordPart part;
    part.kind = PartKind::kParameter;
    part.quoted = quoted;
    part.at = here();
    if (!enter()) return;
    offset_ += 2;
    if (peek() == '#' && peek(1) != '}' && (is_name_character(peek(1)) || is_special(peek(1)))) {
        part.action = ParameterAction::kLength;
        ++offset_;
    }
    if (!read_parameter_name(part.text)) {
        if (at_end()) {
            fail_incomplete(part.at, "`${` is not closed", "a name and a }");
        } else {
            fail(part.at, "`${` without a name behind it", "${name}");
        }
        return;
    }
    note_argument(part.text);
    if (part.action == ParameterAction::kLength) {
        if (peek() != '}') {
            fail(part.at, "this form of ${#...} is not known here", "${#name}");
            return;
        }
    } else if (read_parameter_action(part)) {
        const bool is_pattern =
            part.action == ParameterAction::kTrimPrefix || part.action == ParameterAction::kTrimSuffix;
        read_parameter_argument(part, quoted && !is_pattern);
    }
    if (failed()) return;
    if (at_end()) {
        fail_incomplete(part.at, "`${` is not closed", "a } at its end");
        return;
    }
    ++offset_;
    leave();
    parts.push_back(std::move(part));
}

void Parser::read_parameter_argument(WordPart& part, bool literal_quotes) {
    const bool split = !part.quoted && part.action != ParameterAction::kTrimPrefix &&
                       part.action != ParameterAction::kTrimSuffix;
    while (!at_end() && peek() != '}' && !failed()) {
        const char c = peek();
        if (c == '"') {
            read_double_quotes(part.argument);
        } else if (literal_quotes) {
            read_quoted_piece(part.argument, "$`\"\\}");
        } else if (c == '\'') {
            read_single_quotes(part.argument);
        } else if (c == '\\') {
            read_backslash(part.argument, false);
        } else if (c == '$') {
            read_dollar(part.argument, false);
        } else if (c == '`') {
            read_backquotes(part.argument, false);
        } else {
            add_text(part.argument, text_.substr(offset_, 1), false, split);
            ++offset_;
        }
    }
}

void Parser::read_command_substitution(std::vector<WordPart>& parts, bool quoted) {
    WordPart part;
    part.kind = PartKind::kCommand;
    part.quoted = quoted;
    part.at = here();
    if (!enter()) return;
    offset_ += 2;
    Token outer = std::move(token_);
    token_ = Token{};
    advance();
    part.commands = std::make_shared<List>(parse_list({")"}, "$("));
    if (failed()) return;
    if (!token_is(")")) {
        fail_unexpected("`)` to end the `$(` of line " + std::to_string(part.at.line));
        return;
    }
    token_ = std::move(outer);
    line_start_ = false;
    leave();
    parts.push_back(std::move(part));
}

void Parser::read_backquotes(std::vector<WordPart>& parts, bool quoted) {
    WordPart part;
    part.kind = PartKind::kCommand;
    part.quoted = quoted;
    part.at = here();
    if (!enter()) return;
    ++offset_;
    std::string inside;
    std::vector<std::size_t> offsets;
    while (!at_end() && peek() != '`') {
        const char next = peek(1);
        const bool drops =
            peek() == '\\' && (next == '$' || next == '`' || next == '\\' || (quoted && next == '"'));
        if (drops) ++offset_;
        offsets.push_back(offset_);
        inside += peek();
        ++offset_;
    }
    if (at_end()) {
        fail_incomplete(part.at, "a ` is not closed", "another ` behind the command");
        return;
    }
    offsets.push_back(offset_);
    ++offset_;
    if (!may_derive(inside.size(), part.at)) return;
    const ShellSource source = source_.derived(std::move(inside), offsets);
    Parser inner(source, state_);
    inner.line_start_ = false;
    part.commands = std::make_shared<List>(inner.parse_all());
    finish_part(inner);
    if (failed()) return;
    leave();
    parts.push_back(std::move(part));
}

// `begin` is behind `((`. Where its `))` is; nothing when the parentheses close one by one, so that it is a
// command in a subshell. Fails when the text ends before.
std::optional<std::size_t> Parser::find_arithmetic_end(std::size_t begin) {
    std::size_t open = 0;
    for (std::size_t i = begin; i < text_.size(); ++i) {
        const char c = text_[i];
        if (c == '\\') {
            ++i;
        } else if (c == '\'' || c == '`' || c == '"') {
            i = text_.find(c, i + 1);
            while (c != '\'' && i != std::string_view::npos && text_[i - 1] == '\\') i = text_.find(c, i + 1);
            if (i == std::string_view::npos) break;
        } else if (c == '(') {
            ++open;
        } else if (c == ')' && open > 0) {
            --open;
        } else if (c == ')') {
            if (i + 1 < text_.size() && text_[i + 1] == ')') return i;
            return std::nullopt;
        }
    }
    fail_incomplete(here(), "`((` is not closed", "`))` behind the expression");
    return std::nullopt;
}

// Reads up to `end` as an arithmetic expression: expansions are made, quotes dropped.
Word Parser::read_expression(std::size_t end) {
    Word word;
    word.at = here();
    while (offset_ < end && !failed()) {
        if (peek() == '"') {
            ++offset_;
        } else if (peek() == '$' || peek() == '`' || peek() == '\\') {
            read_quoted_piece(word.parts, kDoubleQuoteEscapes);
        } else {
            add_text(word.parts, text_.substr(offset_, 1), true);
            ++offset_;
        }
    }
    if (!failed() && offset_ != end)
        fail(word.at, "this expression does not end where its `))` is", "balanced quotes and ()");
    return word;
}

void Parser::read_arithmetic_substitution(std::vector<WordPart>& parts, bool quoted, std::size_t end) {
    WordPart part;
    part.kind = PartKind::kArithmetic;
    part.quoted = quoted;
    part.at = here();
    if (!enter()) return;
    offset_ += 3;
    part.argument = read_expression(end).parts;
    if (failed()) return;
    offset_ += 2;
    leave();
    parts.push_back(std::move(part));
}

}  // namespace mountscope::shell
