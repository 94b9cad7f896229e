#pragma once
// Words under construction, with field splitting, and a ledger that bounds how much of them is alive at once.
//
//   WordLedger ledger(limits);
//   WordBuilder builder(ledger, BuildMode::kWords);
//   builder.append_split("a b", " \t\n");
//   builder.end_word();
//   WordList words = builder.take_words();     // "a", "b"
//
// Invariant: what builders and lists hold is charged to the ledger until they are destroyed. An append that
// would go over a limit leaves the builder as it was, as far as the caller can see, and returns the problem.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/shell_types.hpp"

namespace mountscope::shell {

class WordLedger {
  public:
    explicit WordLedger(const ShellLimits& limits) : limits_(limits) {}

    bool charge(std::size_t words, std::size_t bytes) {
        if (words_ + words > limits_.words || bytes_ + bytes > limits_.words_bytes) return false;
        words_ += words;
        bytes_ += bytes;
        return true;
    }
    void release(std::size_t words, std::size_t bytes) {
        words_ -= words;
        bytes_ -= bytes;
    }
    const ShellLimits& limits() const { return limits_; }
    std::size_t words() const { return words_; }
    std::size_t bytes() const { return bytes_; }

  private:
    const ShellLimits& limits_;
    std::size_t words_ = 0;
    std::size_t bytes_ = 0;
};

// A share of the ledger, given back when it is destroyed.
class LedgerShare {
  public:
    explicit LedgerShare(WordLedger& ledger) : ledger_(&ledger) {}
    LedgerShare(LedgerShare&& other) noexcept
        : ledger_(other.ledger_),
          words_(std::exchange(other.words_, 0)),
          bytes_(std::exchange(other.bytes_, 0)) {}
    LedgerShare& operator=(LedgerShare&& other) noexcept {
        std::swap(ledger_, other.ledger_);
        std::swap(words_, other.words_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~LedgerShare() { ledger_->release(words_, bytes_); }

    bool charge(std::size_t words, std::size_t bytes) {
        if (!ledger_->charge(words, bytes)) return false;
        words_ += words;
        bytes_ += bytes;
        return true;
    }
    WordLedger& ledger() const { return *ledger_; }

  private:
    WordLedger* ledger_;
    std::size_t words_ = 0;
    std::size_t bytes_ = 0;
};

struct WordList {
    std::vector<std::string> words;
    LedgerShare share;
};

enum class BuildMode { kWords, kText, kPattern };

// What went over which limit.
struct LimitProblem {
    std::string what;
    std::string expected;
};

class WordBuilder {
  public:
    WordBuilder(WordLedger& ledger, BuildMode mode) : mode_(mode), share_(ledger) {}

    BuildMode mode() const { return mode_; }
    const std::string& text() const { return current_; }

    // Text that is not split. Quoted, it makes a word even when it is empty.
    std::optional<LimitProblem> append(std::string_view text, bool quoted);
    // Text that is split at the characters of `separators` (IFS), except in texts and patterns.
    std::optional<LimitProblem> append_split(std::string_view text, std::string_view separators);
    // The current word ends if it has begun.
    std::optional<LimitProblem> end_word();
    // Between two of "$@": the current word ends even if it is empty.
    std::optional<LimitProblem> break_word();

    WordList take_words() { return {std::move(words_), std::move(share_)}; }

    // Assignments in front of the command, kept until it runs.
    std::vector<std::pair<std::string, std::string>> assignments;

  private:
    std::optional<LimitProblem> add(std::string_view text);

    BuildMode mode_;
    LedgerShare share_;
    std::vector<std::string> words_;
    std::string current_;
    bool has_begun_ = false;
    bool after_blank_ = false;  // a blank has just ended a word: a separator that follows belongs to it
};

}  // namespace mountscope::shell
