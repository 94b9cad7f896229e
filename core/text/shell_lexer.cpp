// Characters, tokens and here-documents of the shell language.

#include <array>
#include <utility>

#include "core/text/shell_parser_detail.hpp"

namespace mountscope::shell {

namespace {

// Longest first, so that the first match is the right one.
constexpr std::array<std::string_view, 21> kOperators = {"<<<", "<<-", "&>>", "&&", "||", ";;", "<<",
                                                         "<&",  "<>",  ">>",  ">&", ">|", "&>", "|&",
                                                         "&",   "|",   ";",   "(",  ")",  "<",  ">"};
constexpr std::string_view kNoBreakSpace = "\xC2\xA0";  // pasted from web pages
constexpr std::size_t kDerivedFactor = 4;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_host_character(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' ||
           c == '_';
}

// The length of `user@host:dir$` or `user@host:dir#` at the start of the text, else 0.
std::size_t long_prompt_length(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size() && is_host_character(text[i])) ++i;
    if (i == 0 || i == text.size() || text[i] != '@') return 0;
    const std::size_t host = ++i;
    while (i < text.size() && is_host_character(text[i])) ++i;
    if (i == host || i == text.size() || text[i] != ':') return 0;
    while (i < text.size() && text[i] != ' ' && text[i] != '\n' && text[i] != '\t') ++i;
    return text[i - 1] == '$' || text[i - 1] == '#' ? i : 0;
}

}  // namespace

void Parser::fail(ShellPosition at, std::string what, std::string expected) {
    if (!failed()) state_.error = ShellError{at.line, at.column, std::move(what), std::move(expected)};
    offset_ = text_.size();
    token_ = Token{};
}

void Parser::fail_incomplete(ShellPosition at, std::string what, std::string expected) {
    if (!failed()) state_.incomplete = true;
    fail(at, std::move(what), std::move(expected));
}

void Parser::fail_unexpected(const std::string& expected) {
    if (token_.kind == TokenKind::kEnd) {
        fail_incomplete(token_.at, "the text ends too early", expected);
    } else {
        fail(token_.at, token_name() + " is unexpected here", expected);
    }
}

bool Parser::enter() {
    ++state_.depth;
    if (state_.depth > state_.limits.nesting) {
        fail(here(), "this is nested too deeply", "at most " + count_text(state_.limits.nesting, "level"));
    }
    return !failed();
}

std::string Parser::token_name() const {
    if (token_.kind == TokenKind::kEnd) return "the end of the text";
    if (token_.kind == TokenKind::kNewline) return "the end of the line";
    if (!token_.plain && token_.kind == TokenKind::kWord) return "this word";
    return "`" + shown_text(token_.text) + "`";
}

void Parser::skip_line_joins() {
    while (peek() == '\\' && peek(1) == '\n') offset_ += 2;
}

// How many bytes of blank there are at the cursor: 0, 1 or 2.
std::size_t Parser::blank_length() const {
    if (peek() == ' ' || peek() == '\t') return 1;
    return looking_at(kNoBreakSpace) ? kNoBreakSpace.size() : 0;
}

void Parser::skip_blanks() {
    for (;;) {
        skip_line_joins();
        const std::size_t length = blank_length();
        if (length == 0) return;
        offset_ += length;
    }
}

// A pasted terminal session shows `$ ` before each command. `$ cat FILE` there means that the file's text
// follows, which people paste along with it, so the line says nothing.
void Parser::skip_prompt() {
    if (prompted_ && peek() == '>' && peek(1) == ' ') {
        // The prompt for the second and further lines of a command.
        offset_ += 2;
        skip_blanks();
        return;
    }
    const std::size_t length = peek() == '$' ? 1 : long_prompt_length(text_.substr(offset_));
    if (length == 0) return;
    const std::size_t after = offset_ + length;
    const bool line_ends = after == text_.size() || text_[after] == '\n';
    if (!line_ends && text_[after] != ' ' && text_[after] != '\t') return;
    prompted_ = true;
    offset_ = after;
    skip_blanks();
    if (!looking_at("cat ")) return;
    const std::size_t line_end = std::min(text_.find('\n', offset_), text_.size());
    const std::string_view file = text_.substr(offset_ + 4, line_end - offset_ - 4);
    if (!file.starts_with('/') && file.find_first_of(" \t<>|&;") == std::string_view::npos)
        offset_ = line_end;
}

void Parser::skip_comment() {
    while (!at_end() && peek() != '\n') ++offset_;
}

Token Parser::read_token() {
    skip_blanks();
    if (line_start_) skip_prompt();
    line_start_ = false;
    if (peek() == '#') skip_comment();
    Token token;
    token.at = here();
    token.begin = offset_;
    if (at_end()) {
        if (!waiting_documents_.empty()) {
            const HereDocument& document = waiting_documents_.front();
            fail_incomplete(document.at, "the text of `<<` does not end",
                            "a line `" + document.delimiter + "`");
        }
        return token;
    }
    if (peek() == '\n') {
        token.kind = TokenKind::kNewline;
        ++offset_;
        line_start_ = true;
        read_here_documents();
        return token;
    }
    for (const std::string_view candidate : kOperators) {
        if (!looking_at(candidate)) continue;
        token.kind = TokenKind::kOperator;
        token.text = candidate;
        offset_ += candidate.size();
        return token;
    }
    if (is_digit(peek())) {
        std::size_t length = 1;
        while (is_digit(peek(length))) ++length;
        if (length <= 2 && (peek(length) == '<' || peek(length) == '>')) {
            token.kind = TokenKind::kDescriptor;
            token.text = text_.substr(offset_, length);
            offset_ += length;
            return token;
        }
    }
    token.kind = TokenKind::kWord;
    token.word = read_word(token.plain, token.text);
    return token;
}

void Parser::advance() {
    if (failed()) return;
    if (++state_.tokens > state_.limits.input_words) {
        fail(here(), "the text has too many words",
             "at most " + count_text(state_.limits.input_words, "word"));
        return;
    }
    Token token = read_token();
    if (!failed()) token_ = std::move(token);
}

// The insides of `...` and of here-documents are copied; inside one another they could be copied very often.
bool Parser::may_derive(std::size_t bytes, ShellPosition at) {
    state_.derived_bytes += bytes;
    const std::size_t most = kDerivedFactor * state_.limits.input_bytes;
    if (state_.derived_bytes > most) {
        fail(at, "too much text in here-documents and backquotes inside one another",
             "at most " + count_text(most, "byte") + ", counted once for each level");
    }
    return !failed();
}

// After another parser of the same text: take over its failure. What ended too early inside closed quotes
// stays wrong, however much is added behind.
void Parser::finish_part(Parser& inner) {
    if (inner.failed()) {
        state_.incomplete = false;
        offset_ = text_.size();
        token_ = Token{};
    }
}

void Parser::read_here_documents() {
    while (!waiting_documents_.empty() && !failed()) {
        const HereDocument document = std::move(waiting_documents_.front());
        waiting_documents_.erase(waiting_documents_.begin());
        read_here_document(document);
    }
}

void Parser::read_here_document(const HereDocument& document) {
    std::string body;
    std::vector<std::size_t> offsets;
    for (;;) {
        if (at_end()) {
            fail_incomplete(document.at, "the text of `<<` does not end",
                            "a line `" + document.delimiter + "`");
            return;
        }
        while (document.strip_tabs && peek() == '\t') ++offset_;
        const std::size_t line_end = std::min(text_.find('\n', offset_), text_.size());
        const bool is_last = text_.substr(offset_, line_end - offset_) == document.delimiter;
        if (!is_last) {
            for (std::size_t i = offset_; i < line_end; ++i) offsets.push_back(i);
            body += text_.substr(offset_, line_end - offset_);
            body += '\n';
            offsets.push_back(line_end);
        }
        offset_ = std::min(line_end + 1, text_.size());
        if (is_last) break;
    }
    offsets.push_back(offset_);
    Word& word = state_.documents[document.index];
    word.at = document.at;
    if (document.literal) {
        add_text(word.parts, body, true);
        return;
    }
    if (!may_derive(body.size(), document.at)) return;
    const ShellSource source = source_.derived(std::move(body), offsets);
    Parser inner(source, state_);
    std::vector<WordPart> parts;
    while (!inner.at_end() && !failed()) inner.read_quoted_piece(parts, "$`\\");
    finish_part(inner);
    // Reading the text may have met further documents, so the word is looked up again.
    state_.documents[document.index].parts = std::move(parts);
}

}  // namespace mountscope::shell
