// Lists, pipelines and simple commands, and the entry of the parser.

#include <algorithm>
#include <utility>

#include "core/kernel/errno.hpp"
#include "core/text/shell_braces.hpp"
#include "core/text/shell_parser.hpp"
#include "core/text/shell_parser_detail.hpp"

namespace mountscope {

bool is_shell_name(std::string_view text) {
    const auto is_start = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !text.empty() && is_start(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
        return is_start(c) || (c >= '0' && c <= '9');
    });
}

ParseResult parse_shell(std::string_view text, const ShellLimits& limits) {
    ParseResult result;
    if (text.size() > limits.input_bytes) {
        result.error = ShellError{1, 1, "the text has " + count_text(text.size(), "byte"),
                                  "at most " + count_text(limits.input_bytes, "byte")};
        return result;
    }
    const shell::ShellSource source = shell::ShellSource::from_text(text);
    result.error = shell::find_bad_character(source);
    if (result.error) return result;
    shell::ParseState state(limits);
    shell::Parser parser(source, state);
    result.program.list = parser.parse_all();
    result.program.documents = std::move(state.documents);
    result.program.arguments_used = state.arguments_used;
    result.error = std::move(state.error);
    result.incomplete = state.incomplete;
    if (result.error) result.program = ShellProgram{};
    return result;
}

namespace shell {

List Parser::parse_all() {
    advance();
    List list = parse_list({}, "");
    if (!failed() && token_.kind != TokenKind::kEnd) fail_unexpected("a command");
    return list;
}

void Parser::skip_newlines() {
    while (token_.kind == TokenKind::kNewline && !failed()) advance();
}

bool Parser::at_closer(std::initializer_list<std::string_view> closers) const {
    return std::any_of(closers.begin(), closers.end(), [this](std::string_view closer) {
        return token_is(closer) || (closer != ")" && closer != ";;" && reserved_is(closer));
    });
}

// Commands up to one of the closers or the end of the text. `opener` names the construct that needs at least
// one.
List Parser::parse_list(std::initializer_list<std::string_view> closers, std::string_view opener) {
    List list;
    bool starts_line = true;
    skip_newlines();
    while (!failed() && token_.kind != TokenKind::kEnd && !at_closer(closers)) {
        AndOr item = parse_and_or();
        if (failed()) break;
        item.starts_line = starts_line;
        list.items.push_back(std::move(item));
        starts_line = token_.kind == TokenKind::kNewline;
        parse_separator(closers);
        starts_line = starts_line || token_.kind == TokenKind::kNewline;
        skip_newlines();
    }
    const bool may_be_empty = closers.size() == 0 || opener == "$(" || opener == "case";
    if (!failed() && list.items.empty() && !may_be_empty) {
        fail_unexpected("a command behind `" + std::string(opener) + "`; `:` is one that does nothing");
    }
    return list;
}

void Parser::parse_separator(std::initializer_list<std::string_view> closers) {
    if (token_is(";") || token_.kind == TokenKind::kNewline) {
        advance();
    } else if (token_is("&")) {
        fail(token_.at, "`&` would run this command in the background",
             "`;` or a new line: here one command runs after the other");
    } else if (token_.kind != TokenKind::kEnd && !at_closer(closers)) {
        if (token_is("(")) {
            fail_unexpected("quotes around it: '('");
        } else {
            fail_unexpected("`;` or a new line between commands");
        }
    }
}

AndOr Parser::parse_and_or() {
    AndOr result;
    result.first = parse_pipeline();
    while (!failed() && (token_is("&&") || token_is("||"))) {
        AndOrRest rest;
        rest.is_and = token_.text == "&&";
        const std::string name = token_.text;
        advance();
        skip_newlines();
        if (!failed() && token_.kind == TokenKind::kEnd) fail_unexpected("a command behind `" + name + "`");
        rest.pipeline = parse_pipeline();
        result.rest.push_back(std::move(rest));
    }
    return result;
}

bool Parser::is_errno_word() const {
    return token_.kind == TokenKind::kWord && token_.plain && errno_from_name(token_.text).has_value();
}

// `! ERRNO command` of the scenario language: the two words stay in front of the command.
void Parser::parse_expectation(SimpleCommand& command) {
    command.words.push_back(std::move(token_.word));
    advance();
}

Pipeline Parser::parse_pipeline() {
    Pipeline pipeline;
    pipeline.at = token_.at;
    SimpleCommand begun;
    const ShellPosition at = token_.at;
    if (reserved_is("!")) {
        Token bang = std::move(token_);
        token_ = Token{};
        advance();
        if (is_errno_word()) {
            begun.words.push_back(std::move(bang.word));
            parse_expectation(begun);
        } else {
            pipeline.negated = true;
        }
    }
    if (begun.words.empty() && reserved_is("time")) {
        Token time = std::move(token_);
        token_ = Token{};
        advance();
        pipeline.timed = at_compound();
        if (!pipeline.timed) begun.words.push_back(std::move(time.word));
    }
    pipeline.stages.push_back(begun.words.empty() ? parse_command() : parse_simple(std::move(begun), at));
    while (!failed() && (token_is("|") || token_is("|&"))) {
        if (token_.text == "|&") {
            Redirection errors;
            errors.descriptor = 2;
            errors.kind = RedirectionKind::kCopy;
            errors.at = token_.at;
            add_text(errors.target.parts, "1", false);
            pipeline.stages.back().redirections.push_back(std::move(errors));
        }
        advance();
        skip_newlines();
        if (!failed() && token_.kind == TokenKind::kEnd) fail_unexpected("a command behind `|`");
        pipeline.stages.push_back(parse_command());
    }
    return pipeline;
}

Command Parser::parse_command() {
    Command command;
    command.at = token_.at;
    if (failed()) return command;
    if (at_compound()) {
        if (!enter() || !parse_compound(command)) return command;
        leave();
        const bool is_function = std::holds_alternative<FunctionDefinition>(command.node);
        while (!failed() && !is_function && at_redirection()) parse_redirection(command.redirections);
        return command;
    }
    constexpr std::string_view kMisplaced[][2] = {
        {"do", "`for` or `while` before it"},
        {"done", "`do` before it"},
        {"then", "`if` before it"},
        {"elif", "`if ...; then` before it"},
        {"else", "`if ...; then` before it"},
        {"fi", "`if ...; then` before it"},
        {"esac", "`case` before it"},
        {"in", "`for NAME` before it"},
        {"}", "`{` before it"},
        {"!", "one `!` before a command"},
    };
    for (const auto& [word, expected] : kMisplaced) {
        if (!reserved_is(word)) continue;
        fail_unexpected(std::string(expected));
        return command;
    }
    if (token_.kind != TokenKind::kWord && !at_redirection()) {
        fail_unexpected(token_is("&") ? "a command; `&&` joins two of them" : "a command before it");
        return command;
    }
    return parse_simple({}, command.at);
}

// NAME=value or NAME+=value in front of a command.
bool Parser::parse_assignment(SimpleCommand& command) {
    std::vector<WordPart>& parts = token_.word.parts;
    if (parts.empty() || parts.front().kind != PartKind::kText || parts.front().quoted) return false;
    std::string& text = parts.front().text;
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) return false;
    Assignment assignment;
    assignment.append = text[equals - 1] == '+';
    assignment.name = text.substr(0, equals - (assignment.append ? 1 : 0));
    if (!is_shell_name(assignment.name)) return false;
    assignment.at = token_.at;
    text.erase(0, equals + 1);
    const bool is_empty = text.empty() && parts.size() == 1;
    if (text.empty()) parts.erase(parts.begin());
    assignment.value = std::move(token_.word);
    if (is_empty && peek() == '(') {
        fail(here(), "arrays are not known here",
             "one value, or words in one text: " + assignment.name + "=\"a b c\"");
        return true;
    }
    command.assignments.push_back(std::move(assignment));
    advance();
    return true;
}

void Parser::parse_argument(SimpleCommand& command) {
    const ShellPosition at = token_.at;
    BraceResult result =
        expand_braces(std::move(token_.word), state_.limits.brace_words - state_.brace_words);
    if (result.error) {
        fail(at, *result.error,
             "at most " + count_text(state_.limits.brace_words, "word") + " from the braces of one text");
        return;
    }
    if (result.words.size() > 1) state_.brace_words += result.words.size();
    for (Word& word : result.words) command.words.push_back(std::move(word));
    advance();
}

Command Parser::parse_simple(SimpleCommand simple, ShellPosition at) {
    Command command;
    command.at = at;
    while (!failed()) {
        if (at_redirection()) {
            parse_redirection(command.redirections);
        } else if (token_.kind == TokenKind::kWord) {
            if (simple.words.empty() && parse_assignment(simple)) continue;
            Token name = simple.words.empty() && token_.plain ? token_ : Token{};
            parse_argument(simple);
            if (simple.words.size() == 1 && simple.assignments.empty() && name.plain && token_is("(")) {
                parse_function(command, std::move(name.text));
                return command;
            }
        } else {
            break;
        }
    }
    command.node = std::move(simple);
    return command;
}

bool Parser::at_redirection() const {
    if (token_.kind == TokenKind::kDescriptor) return true;
    if (token_.kind != TokenKind::kOperator) return false;
    return token_.text.front() == '<' || token_.text.front() == '>' || token_.text.starts_with("&>");
}

void Parser::parse_redirection(std::vector<Redirection>& redirections) {
    Redirection redirection;
    redirection.at = token_.at;
    int descriptor = -1;
    if (token_.kind == TokenKind::kDescriptor) {
        descriptor = 0;
        for (const char c : token_.text) descriptor = descriptor * 10 + (c - '0');
        advance();
    }
    const std::string symbol = token_.text;
    const bool is_input = symbol.starts_with('<');
    redirection.descriptor = descriptor >= 0 ? descriptor : is_input ? 0 : 1;
    redirection.append = symbol.ends_with(">>");
    const bool is_document = symbol == "<<" || symbol == "<<-";
    if (symbol.starts_with("&>")) {
        redirection.kind = RedirectionKind::kOutputAll;
    } else if (symbol == "<&" || symbol == ">&") {
        redirection.kind = RedirectionKind::kCopy;
    } else if (symbol == "<<<") {
        redirection.kind = RedirectionKind::kText;
    } else if (is_document) {
        redirection.kind = RedirectionKind::kDocument;
    } else if (is_input) {
        redirection.kind = RedirectionKind::kInput;
    }
    if (peek() == '(' && (symbol == "<" || symbol == ">")) {
        fail(redirection.at, "`" + symbol + "(...)` is not known here", "a pipe: COMMAND | COMMAND");
        return;
    }
    advance();
    if (failed()) return;
    if (token_.kind != TokenKind::kWord) {
        fail_unexpected(is_document ? "a word that ends the text behind `" + symbol + "`"
                                    : "a file name behind `" + symbol + "`, such as /dev/null");
        return;
    }
    if (is_document) {
        HereDocument document;
        document.at = redirection.at;
        document.index = state_.documents.size();
        document.strip_tabs = symbol == "<<-";
        for (const WordPart& part : token_.word.parts) {
            if (part.kind != PartKind::kText) {
                fail(part.at, "the end of a text cannot be computed", "a plain word: <<EOF");
                return;
            }
            document.literal = document.literal || part.quoted;
            document.delimiter += part.text;
        }
        redirection.document = document.index;
        state_.documents.emplace_back();
        waiting_documents_.push_back(std::move(document));
    } else {
        redirection.target = std::move(token_.word);
    }
    redirections.push_back(std::move(redirection));
    advance();
}

}  // namespace shell

}  // namespace mountscope
