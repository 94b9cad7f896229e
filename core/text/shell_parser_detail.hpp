#pragma once
// The parser's own workings, shared by shell_lexer.cpp (characters and tokens), shell_word_parser.cpp (quotes
// and $), shell_grammar.cpp (lists, pipelines, simple commands) and shell_compound.cpp (if, for, while, case,
// functions).
//
// A recursive descent with one token of look-ahead. Words contain commands ($(...)) and commands contain
// words, so one class does both. The first failure ends it: fail() records the error and moves to the end of
// the text, after which each loop finds nothing more to do.

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/shell_ast.hpp"
#include "core/text/shell_source.hpp"
#include "core/text/shell_types.hpp"

namespace mountscope::shell {

enum class TokenKind : std::uint8_t { kWord, kOperator, kDescriptor, kNewline, kEnd };

struct Token {
    TokenKind kind = TokenKind::kEnd;
    bool plain = false;  // a word without quotes and expansions: may be reserved or a name
    std::string text;    // the operator, or the plain word's text
    Word word;
    ShellPosition at;
    std::size_t begin = 0;
};

// What all parsers of one text share, those of the insides of `...` included.
struct ParseState {
    explicit ParseState(const ShellLimits& shell_limits) : limits(shell_limits) {}

    const ShellLimits& limits;
    std::size_t depth = 0;
    std::size_t tokens = 0;
    std::size_t brace_words = 0;
    std::size_t derived_bytes = 0;
    unsigned arguments_used = 0;
    std::vector<Word> documents;
    std::optional<ShellError> error;
    bool incomplete = false;
};

class Parser {
  public:
    Parser(const ShellSource& source, ParseState& state)
        : source_(source), text_(source.text()), state_(state) {}

    // The whole text; an error is in the state.
    List parse_all();

  private:
    // Characters (shell_lexer.cpp).
    bool at_end() const { return offset_ >= text_.size(); }
    char peek(std::size_t ahead = 0) const {
        return offset_ + ahead < text_.size() ? text_[offset_ + ahead] : '\0';
    }
    bool looking_at(std::string_view text) const { return text_.substr(offset_).starts_with(text); }
    ShellPosition here() const { return source_.at(offset_); }
    void skip_line_joins();
    std::size_t blank_length() const;
    void skip_blanks();
    void skip_prompt();
    void skip_comment();

    // Failing.
    bool failed() const { return state_.error.has_value(); }
    void fail(ShellPosition at, std::string what, std::string expected);
    void fail_incomplete(ShellPosition at, std::string what, std::string expected);
    void fail_unexpected(const std::string& expected);
    bool enter();  // one level deeper; false (and failed) when that is too deep
    void leave() { --state_.depth; }

    // Tokens (shell_lexer.cpp).
    Token read_token();
    void advance();
    bool token_is(std::string_view operator_text) const {
        return token_.kind == TokenKind::kOperator && token_.text == operator_text;
    }
    bool reserved_is(std::string_view word) const {
        return token_.kind == TokenKind::kWord && token_.plain && token_.text == word;
    }
    std::string token_name() const;
    struct HereDocument;
    void read_here_documents();
    void read_here_document(const HereDocument& document);
    bool may_derive(std::size_t bytes, ShellPosition at);
    void finish_part(Parser& inner);

    // Words (shell_word_parser.cpp).
    Word read_word(bool& plain, std::string& plain_text);
    void add_text(std::vector<WordPart>& parts, std::string_view text, bool quoted, bool split = false);
    void read_single_quotes(std::vector<WordPart>& parts);
    void read_ansi_quotes(std::vector<WordPart>& parts);
    void read_double_quotes(std::vector<WordPart>& parts);
    void read_quoted_piece(std::vector<WordPart>& parts, std::string_view escapable);
    void read_backslash(std::vector<WordPart>& parts, bool split);
    void read_dollar(std::vector<WordPart>& parts, bool quoted);
    void read_name_after_dollar(std::vector<WordPart>& parts, bool quoted);
    void read_braced_parameter(std::vector<WordPart>& parts, bool quoted);
    bool read_parameter_name(std::string& name);
    bool read_parameter_action(WordPart& part);
    void read_parameter_argument(WordPart& part, bool literal_quotes);
    void read_command_substitution(std::vector<WordPart>& parts, bool quoted);
    void read_backquotes(std::vector<WordPart>& parts, bool quoted);
    std::optional<std::size_t> find_arithmetic_end(std::size_t begin);
    void read_arithmetic_substitution(std::vector<WordPart>& parts, bool quoted, std::size_t end);
    Word read_expression(std::size_t end);
    void note_argument(const std::string& name);

    // Commands (shell_grammar.cpp).
    void skip_newlines();
    List parse_list(std::initializer_list<std::string_view> closers, std::string_view opener);
    bool at_closer(std::initializer_list<std::string_view> closers) const;
    void parse_separator(std::initializer_list<std::string_view> closers);
    AndOr parse_and_or();
    Pipeline parse_pipeline();
    void parse_expectation(SimpleCommand& command);
    Command parse_command();
    Command parse_simple(SimpleCommand simple, ShellPosition at);
    bool parse_assignment(SimpleCommand& command);
    void parse_argument(SimpleCommand& command);
    bool at_redirection() const;
    void parse_redirection(std::vector<Redirection>& redirections);
    bool is_errno_word() const;

    // Compound commands (shell_compound.cpp).
    bool parse_compound(Command& command);
    bool at_compound() const;
    void expect_reserved(std::string_view word, std::string_view opener, ShellPosition opened);
    void parse_group(Command& command);
    void parse_subshell(Command& command);
    void parse_if(Command& command);
    void parse_loop(Command& command);
    void parse_for(Command& command);
    void parse_for_words(ForCommand& command);
    void parse_for_arithmetic(Command& command, ShellPosition opened, std::size_t end);
    List parse_do_body(std::string_view opener, ShellPosition opened);
    void parse_case(Command& command);
    void parse_case_branch(CaseCommand& command);
    void parse_function(Command& command, std::string name);
    void parse_bash_function(Command& command);

    struct HereDocument {
        std::size_t index = 0;
        std::string delimiter;
        bool strip_tabs = false;
        bool literal = false;
        ShellPosition at;
    };

    const ShellSource& source_;
    std::string_view text_;
    ParseState& state_;
    std::size_t offset_ = 0;
    bool line_start_ = true;  // nothing but blanks since the last newline token
    bool prompted_ = false;   // a terminal session was pasted: a `$ ` stood before a command
    Token token_;
    std::vector<HereDocument> waiting_documents_;  // their texts begin after the next newline
};

}  // namespace mountscope::shell
