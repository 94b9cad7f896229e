// if, while, until, for, case, groups and functions.

#include <utility>

#include "core/text/shell_parser.hpp"
#include "core/text/shell_parser_detail.hpp"

namespace mountscope::shell {

namespace {

std::string line_text(ShellPosition at) {
    return "line " + std::to_string(at.line);
}

}  // namespace

bool Parser::at_compound() const {
    if (token_is("(")) return true;
    if (token_.kind != TokenKind::kWord || !token_.plain) return false;
    for (const std::string_view word : {"{", "if", "while", "until", "for", "case", "function"}) {
        if (token_.text == word) return true;
    }
    return false;
}

bool Parser::parse_compound(Command& command) {
    if (token_is("(")) {
        parse_subshell(command);
    } else if (reserved_is("{")) {
        parse_group(command);
    } else if (reserved_is("if")) {
        parse_if(command);
    } else if (reserved_is("while") || reserved_is("until")) {
        parse_loop(command);
    } else if (reserved_is("for")) {
        parse_for(command);
    } else if (reserved_is("case")) {
        parse_case(command);
    } else {
        parse_bash_function(command);
    }
    return !failed();
}

// Goes past the reserved word that must come now.
void Parser::expect_reserved(std::string_view word, std::string_view opener, ShellPosition opened) {
    if (failed()) return;
    if (reserved_is(word)) {
        advance();
        return;
    }
    fail_unexpected("`" + std::string(word) + "` for the `" + std::string(opener) + "` of " +
                    line_text(opened));
}

void Parser::parse_group(Command& command) {
    const ShellPosition opened = token_.at;
    advance();
    Group group;
    group.body = parse_list({"}"}, "{");
    expect_reserved("}", "{", opened);
    command.node = std::move(group);
}

// ( ... ), unless it is (( ... )).
void Parser::parse_subshell(Command& command) {
    const ShellPosition opened = token_.at;
    if (peek() == '(' && offset_ == token_.begin + 1) {
        const std::optional<std::size_t> end = find_arithmetic_end(offset_ + 1);
        if (failed()) return;
        if (end) {
            ArithmeticCommand arithmetic;
            ++offset_;
            arithmetic.expression = read_expression(*end);
            if (!failed()) offset_ += 2;
            advance();
            command.node = std::move(arithmetic);
            return;
        }
    }
    advance();
    Subshell subshell;
    subshell.body = parse_list({")"}, "(");
    if (!failed() && !token_is(")")) fail_unexpected("`)` for the `(` of " + line_text(opened));
    advance();
    command.node = std::move(subshell);
}

void Parser::parse_if(Command& command) {
    const ShellPosition opened = token_.at;
    IfCommand result;
    while (!failed() && (reserved_is("if") || reserved_is("elif"))) {
        const std::string opener = token_.text;
        advance();
        IfBranch branch;
        branch.condition = parse_list({"then"}, opener);
        expect_reserved("then", opener, opened);
        branch.body = parse_list({"elif", "else", "fi"}, "then");
        result.branches.push_back(std::move(branch));
        if (reserved_is("if")) break;
    }
    if (reserved_is("else")) {
        advance();
        result.otherwise = parse_list({"fi"}, "else");
    }
    expect_reserved("fi", "if", opened);
    command.node = std::move(result);
}

void Parser::parse_loop(Command& command) {
    const ShellPosition opened = token_.at;
    const std::string opener = token_.text;
    LoopCommand loop;
    loop.until = opener == "until";
    advance();
    loop.condition = parse_list({"do"}, opener);
    loop.body = parse_do_body(opener, opened);
    command.node = std::move(loop);
}

List Parser::parse_do_body(std::string_view opener, ShellPosition opened) {
    expect_reserved("do", opener, opened);
    List body = parse_list({"done"}, "do");
    expect_reserved("done", opener, opened);
    return body;
}

void Parser::parse_for(Command& command) {
    const ShellPosition opened = token_.at;
    advance();
    if (token_is("(") && peek() == '(') {
        const std::optional<std::size_t> end = find_arithmetic_end(offset_ + 1);
        if (!failed() && !end)
            fail(opened, "this `for ((` has no `))`", "for ((i = 0; i < 5; i++)); do ...; done");
        if (!failed()) parse_for_arithmetic(command, opened, *end);
        return;
    }
    ForCommand loop;
    if (token_.kind != TokenKind::kWord) {
        fail_unexpected("a variable's name behind `for`: for i in 1 2 3; do ...; done");
        return;
    }
    if (!token_.plain || !is_shell_name(token_.text)) {
        fail(token_.at, token_name() + " is not a variable's name",
             "a name without $: for i in 1 2 3; do ...; done");
        return;
    }
    loop.variable = token_.text;
    advance();
    parse_for_words(loop);
    loop.body = parse_do_body("for", opened);
    command.node = std::move(loop);
}

void Parser::parse_for_words(ForCommand& command) {
    const bool separated = token_is(";") || token_.kind == TokenKind::kNewline;
    if (token_is(";")) advance();
    skip_newlines();
    if (separated || !reserved_is("in")) {
        command.over_arguments = !reserved_is("in");
        if (command.over_arguments) return;
    }
    advance();
    SimpleCommand words;
    while (!failed() && token_.kind == TokenKind::kWord) parse_argument(words);
    command.words = std::move(words.words);
    if (failed()) return;
    if (!token_is(";") && token_.kind != TokenKind::kNewline) {
        fail_unexpected("`;` or a new line, then `do`");
        return;
    }
    if (token_is(";")) advance();
    skip_newlines();
}

// The token is the first `(`; `end` is where `))` begins.
void Parser::parse_for_arithmetic(Command& command, ShellPosition opened, std::size_t end) {
    ForArithmetic loop;
    ++offset_;
    Word* const parts[] = {&loop.initial, &loop.condition, &loop.update};
    for (std::size_t i = 0; i < 3 && !failed(); ++i) {
        const std::size_t part_end = i == 2 ? end : text_.find(';', offset_);
        if (part_end > end) {
            fail(opened, "`for ((` needs three expressions", "for ((i = 0; i < 5; i++)); do ...; done");
            return;
        }
        *parts[i] = read_expression(part_end);
        // Only blanks: an empty expression.
        std::vector<WordPart>& made = parts[i]->parts;
        const bool is_blank = made.size() == 1 && made[0].kind == PartKind::kText &&
                              made[0].text.find_first_not_of(" \t\n") == std::string::npos;
        if (is_blank) made.clear();
        if (!failed()) offset_ = part_end + 1;
    }
    if (failed()) return;
    offset_ = end + 2;
    advance();
    if (token_is(";")) advance();
    skip_newlines();
    loop.body = parse_do_body("for", opened);
    command.node = std::move(loop);
}

void Parser::parse_case(Command& command) {
    const ShellPosition opened = token_.at;
    CaseCommand result;
    advance();
    if (token_.kind != TokenKind::kWord) {
        fail_unexpected("a word behind `case`");
        return;
    }
    result.subject = std::move(token_.word);
    advance();
    skip_newlines();
    expect_reserved("in", "case", opened);
    skip_newlines();
    while (!failed() && !reserved_is("esac") && token_.kind != TokenKind::kEnd) parse_case_branch(result);
    expect_reserved("esac", "case", opened);
    command.node = std::move(result);
}

void Parser::parse_case_branch(CaseCommand& command) {
    CaseBranch branch;
    if (token_is("(")) advance();
    for (;;) {
        if (failed()) return;
        if (token_.kind != TokenKind::kWord) {
            fail_unexpected("a pattern and `)`");
            return;
        }
        branch.patterns.push_back(std::move(token_.word));
        advance();
        if (!token_is("|")) break;
        advance();
    }
    if (!failed() && !token_is(")")) fail_unexpected("`)` behind the pattern");
    advance();
    branch.body = parse_list({";;", "esac"}, "case");
    if (token_is(";;")) {
        advance();
        skip_newlines();
    }
    command.branches.push_back(std::move(branch));
}

// The token is the `(` behind the name.
void Parser::parse_function(Command& command, std::string name) {
    advance();
    if (!failed() && !token_is(")")) {
        fail_unexpected("`)`: a function is written NAME() { ...; }, a text with brackets in quotes");
        return;
    }
    advance();
    skip_newlines();
    if (failed()) return;
    if (!at_compound()) {
        fail_unexpected("`{` and the function's commands");
        return;
    }
    // $1 inside a function is the function's own.
    const unsigned arguments_before = state_.arguments_used;
    if (!enter()) return;
    FunctionDefinition function;
    function.name = std::move(name);
    function.body.push_back(parse_command());
    leave();
    state_.arguments_used = arguments_before;
    command.node = std::move(function);
}

// function NAME { ...; }, as bash has it.
void Parser::parse_bash_function(Command& command) {
    advance();
    if (failed()) return;
    if (token_.kind != TokenKind::kWord || !token_.plain) {
        fail_unexpected("a name behind `function`");
        return;
    }
    std::string name = token_.text;
    advance();
    if (token_is("(")) {
        parse_function(command, std::move(name));
        return;
    }
    skip_newlines();
    if (failed()) return;
    if (!reserved_is("{")) {
        fail_unexpected("`{` and the function's commands");
        return;
    }
    const unsigned arguments_before = state_.arguments_used;
    FunctionDefinition function;
    function.name = std::move(name);
    function.body.push_back(parse_command());
    state_.arguments_used = arguments_before;
    command.node = std::move(function);
}

}  // namespace mountscope::shell
