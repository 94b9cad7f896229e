#pragma once
// Shell patterns, for `case` and ${name#pattern}: * any text, ? one character, [a-z] [!a-z] one of a set, \x
// the character x.
//
//   ShellPattern pattern("/mnt/*");
//   pattern.matches("/mnt/1");                    // true
//   pattern.prefix_length("/mnt/1/2", false);     // 5: the shortest prefix that matches
//
// Matching runs all ways at once, so its time is bounded by length of text times length of pattern.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mountscope::shell {

// [...] of patterns and regular expressions: characters, ranges and [:classes:].
class CharacterSet {
  public:
    // Reads it from behind the bracket, up to and including `]`; where it ends, or 0 when it does not.
    std::size_t read(std::string_view text, std::size_t begin, bool backslash_escapes);
    bool accepts(std::string_view character) const;

  private:
    struct Range {
        std::string first, last;
    };
    bool negated_ = false;
    std::vector<Range> ranges_;
};

class ShellPattern {
  public:
    explicit ShellPattern(std::string_view pattern);

    bool matches(std::string_view text) const;
    // The length of the shortest or longest prefix (suffix) that matches, if any does.
    std::optional<std::size_t> prefix_length(std::string_view text, bool longest) const;
    std::optional<std::size_t> suffix_length(std::string_view text, bool longest) const;
    // The cost of one match against text of this length, in simple steps.
    std::size_t work(std::size_t text_length) const { return (text_length + 1) * (atoms_.size() + 1); }

  private:
    enum class Kind { kCharacter, kAny, kStar, kSet };
    struct Atom {
        Kind kind = Kind::kCharacter;
        std::string character;
        CharacterSet set;
    };

    static bool accepts(const Atom& atom, std::string_view character);
    template <typename Report>
    void scan(std::string_view text, bool backwards, Report report) const;

    std::vector<Atom> atoms_;
};

// The UTF-8 character at this place.
std::string_view character_at(std::string_view text, std::size_t offset);

// The same text with a \ before each character that means something in a pattern.
void append_literal_pattern(std::string& pattern, std::string_view text);

}  // namespace mountscope::shell
