#pragma once
// A small regular expression, as grep needs it: characters, . [...] ^ $ * + ? and alternatives; no groups, no
// counts.
//
//   LineRegex regex(" /mnt/[0-9]* ", LineRegex::Kind::kBasic);
//   if (regex.error().empty()) regex.matches(line);
//
// All ways are followed at once: time is bounded by length of line times length of expression.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/shell_pattern.hpp"

namespace mountscope::shell {

class LineRegex {
  public:
    enum class Kind { kFixed, kBasic, kExtended };
    struct Options {
        bool ignore_case = false;
        bool whole_line = false;
        bool whole_word = false;
    };

    LineRegex(std::string_view expression, Kind kind, Options options);

    const std::string& error() const { return error_; }
    bool matches(std::string_view line) const;
    std::size_t work(std::size_t line_length) const;

  private:
    enum class Repeat { kOne, kOptional, kStar, kPlus };
    enum class Match { kCharacter, kAny, kSet };
    struct Atom {
        Match match = Match::kCharacter;
        Repeat repeat = Repeat::kOne;
        std::string character;
        CharacterSet set;
    };
    struct Alternative {
        bool at_begin = false;
        bool at_end = false;
        std::vector<Atom> atoms;
    };

    void parse(std::string_view expression, Kind kind);
    bool parse_repeat(std::string_view expression, std::size_t& i, Kind kind, Alternative& alternative);
    void parse_atom(std::string_view expression, std::size_t& i, Alternative& alternative);
    bool accepts(const Atom& atom, std::string_view character) const;
    bool matches(const Alternative& alternative, std::string_view line) const;
    void close(const Alternative& alternative, std::vector<char>& states) const;

    Options options_;
    std::vector<Alternative> alternatives_;
    std::string error_;
};

// ASCII letters only: enough for paths, types and options.
std::string lower_case(std::string_view text);

}  // namespace mountscope::shell
