#include "core/text/shell_fields.hpp"

#include "core/text/shell_pattern.hpp"

namespace mountscope::shell {

namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

LimitProblem too_many_words(const ShellLimits& limits) {
    return {"too many words at once", "at most " + count_text(limits.words, "word") + " of " +
                                          count_text(limits.words_bytes, "byte") + " together"};
}

}  // namespace

std::optional<LimitProblem> WordBuilder::add(std::string_view text) {
    const ShellLimits& limits = share_.ledger().limits();
    if (current_.size() + text.size() > limits.word_bytes) {
        return LimitProblem{"a word of " + count_text(current_.size() + text.size(), "byte"),
                            "at most " + count_text(limits.word_bytes, "byte")};
    }
    if (!share_.charge(0, text.size())) return too_many_words(limits);
    current_ += text;
    return std::nullopt;
}

std::optional<LimitProblem> WordBuilder::append(std::string_view text, bool quoted) {
    if (quoted || !text.empty()) {
        has_begun_ = true;
        after_blank_ = false;
    }
    if (mode_ == BuildMode::kPattern && quoted) {
        std::string escaped;
        append_literal_pattern(escaped, text);
        return add(escaped);
    }
    return add(text);
}

std::optional<LimitProblem> WordBuilder::append_split(std::string_view text, std::string_view separators) {
    if (mode_ != BuildMode::kWords) return append(text, false);
    std::size_t i = 0;
    while (i < text.size()) {
        const std::size_t end = std::min(text.find_first_of(separators, i), text.size());
        if (end > i) {
            if (auto problem = append(text.substr(i, end - i), false)) return problem;
            i = end;
            continue;
        }
        std::optional<LimitProblem> problem;
        if (is_blank(text[i])) {
            if (has_begun_) {
                problem = end_word();
                after_blank_ = true;
            }
        } else if (after_blank_) {
            after_blank_ = false;
        } else {
            problem = break_word();
        }
        if (problem) return problem;
        ++i;
    }
    return std::nullopt;
}

std::optional<LimitProblem> WordBuilder::end_word() {
    after_blank_ = false;
    return has_begun_ ? break_word() : std::nullopt;
}

std::optional<LimitProblem> WordBuilder::break_word() {
    if (!share_.charge(1, 0)) return too_many_words(share_.ledger().limits());
    words_.push_back(std::move(current_));
    current_.clear();
    has_begun_ = false;
    return std::nullopt;
}

}  // namespace mountscope::shell
