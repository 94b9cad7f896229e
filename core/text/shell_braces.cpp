#include "core/text/shell_braces.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

namespace mountscope::shell {

namespace {

constexpr std::size_t kMostNesting = 32;
constexpr std::size_t kMostAtoms = 4'000'000;  // characters of all words made from one
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// A word as a row of atoms: unquoted characters, and whole parts that braces cannot look into.
struct Atom {
    char character = '\0';
    const WordPart* part = nullptr;
};
using Atoms = std::vector<Atom>;

struct Pair {
    std::size_t close = kNone;
    bool has_comma = false;
};

class Expander {
  public:
    Expander(Atoms atoms, std::size_t most_words) : atoms_(std::move(atoms)), most_words_(most_words) {
        find_pairs();
    }

    std::vector<Atoms> run() {
        std::vector<Atoms> result{Atoms{}};
        expand(0, atoms_.size(), 0, result);
        return result;
    }
    const std::optional<std::string>& error() const { return error_; }

  private:
    bool is(std::size_t i, char c) const { return atoms_[i].part == nullptr && atoms_[i].character == c; }

    void find_pairs() {
        pairs_.resize(atoms_.size());
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < atoms_.size(); ++i) {
            if (is(i, '{')) {
                open.push_back(i);
            } else if (is(i, ',') && !open.empty()) {
                pairs_[open.back()].has_comma = true;
            } else if (is(i, '}') && !open.empty()) {
                pairs_[open.back()].close = i;
                open.pop_back();
            }
        }
    }

    void fail(std::string what) {
        if (!error_) error_ = std::move(what);
    }

    // Appends each of `tails` to each of `heads`.
    void multiply(std::vector<Atoms>& heads, const std::vector<Atoms>& tails) {
        if (heads.size() * tails.size() > most_words_) {
            fail("these braces make " + std::to_string(heads.size() * tails.size()) + " words or more");
            return;
        }
        std::vector<Atoms> result;
        result.reserve(heads.size() * tails.size());
        for (const Atoms& head : heads) {
            for (const Atoms& tail : tails) {
                made_ += head.size() + tail.size();
                if (made_ > kMostAtoms) {
                    fail("these braces make too much text");
                    return;
                }
                result.push_back(head);
                result.back().insert(result.back().end(), tail.begin(), tail.end());
            }
        }
        heads = std::move(result);
    }

    void expand(std::size_t begin, std::size_t end, std::size_t depth, std::vector<Atoms>& words) {
        if (depth > kMostNesting) fail("these braces are nested too deeply");
        std::size_t i = begin;
        while (i < end && !error_) {
            const Pair pair = is(i, '{') ? pairs_[i] : Pair{};
            std::vector<Atoms> alternatives;
            if (pair.close != kNone && pair.has_comma) {
                alternatives = list_alternatives(i, pair.close, depth);
            } else if (pair.close != kNone) {
                alternatives = range_alternatives(i + 1, pair.close);
            }
            if (!alternatives.empty()) {
                multiply(words, alternatives);
                i = pair.close + 1;
                continue;
            }
            made_ += words.size();
            if (made_ > kMostAtoms) fail("these braces make too much text");
            for (Atoms& word : words) word.push_back(atoms_[i]);
            ++i;
        }
    }

    std::vector<Atoms> list_alternatives(std::size_t open, std::size_t close, std::size_t depth) {
        std::vector<Atoms> alternatives;
        std::size_t begin = open + 1;
        for (std::size_t i = begin; i <= close && !error_; ++i) {
            if (is(i, '{') && pairs_[i].close != kNone) {
                i = pairs_[i].close;
            } else if (i == close || is(i, ',')) {
                std::vector<Atoms> words{Atoms{}};
                expand(begin, i, depth + 1, words);
                for (Atoms& word : words) alternatives.push_back(std::move(word));
                if (alternatives.size() > most_words_) fail("these braces make too many words");
                begin = i + 1;
            }
        }
        return alternatives;
    }

    // The text between the braces of a range; nothing when a part stands there.
    std::optional<std::string> plain_text(std::size_t begin, std::size_t end) const {
        constexpr std::size_t kLongestRange = 64;
        if (end - begin > kLongestRange) return std::nullopt;
        std::string text;
        for (std::size_t i = begin; i < end; ++i) {
            if (atoms_[i].part != nullptr) return std::nullopt;
            text += atoms_[i].character;
        }
        return text;
    }

    std::vector<Atoms> range_alternatives(std::size_t begin, std::size_t end) {
        const std::optional<std::string> text = plain_text(begin, end);
        if (!text) return {};
        const std::size_t dots = text->find("..");
        if (dots == std::string::npos) return {};
        const std::size_t more = text->find("..", dots + 2);
        const std::string first = text->substr(0, dots);
        const std::string last = text->substr(dots + 2, more == std::string::npos ? more : more - dots - 2);
        std::optional<std::int64_t> step = 1;
        if (more != std::string::npos) step = number(text->substr(more + 2));
        if (!step) return {};
        const auto is_letter = [](const std::string& s) {
            return s.size() == 1 && ((s[0] >= 'a' && s[0] <= 'z') || (s[0] >= 'A' && s[0] <= 'Z'));
        };
        if (is_letter(first) && is_letter(last)) {
            return count(first[0], last[0], *step,
                         [](std::int64_t value) { return std::string(1, static_cast<char>(value)); });
        }
        const std::optional<std::int64_t> from = number(first);
        const std::optional<std::int64_t> to = number(last);
        if (!from || !to) return {};
        // {01..10} keeps the width of its ends.
        const auto padded = [](const std::string& s) {
            const std::size_t sign = s[0] == '-' ? 1 : 0;
            return s.size() > sign + 1 && s[sign] == '0';
        };
        const std::size_t width = padded(first) || padded(last) ? std::max(first.size(), last.size()) : 0;
        return count(*from, *to, *step, [width](std::int64_t value) {
            std::string digits = std::to_string(value < 0 ? -value : value);
            const std::size_t sign = value < 0 ? 1 : 0;
            if (digits.size() + sign < width) digits.insert(0, width - sign - digits.size(), '0');
            return sign == 0 ? digits : "-" + digits;
        });
    }

    // Numbers beyond a billion could only make too many words; so they are no range.
    static std::optional<std::int64_t> number(const std::string& text) {
        constexpr std::int64_t kLargest = 1'000'000'000;
        std::int64_t value = 0;
        const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
        const char* const end = text.data() + text.size();
        const auto [stopped, problem] = std::from_chars(begin, end, value);
        if (begin == end || stopped != end || problem != std::errc{} || value > kLargest ||
            value < -kLargest) {
            return std::nullopt;
        }
        return value;
    }

    template <typename Spell>
    std::vector<Atoms> count(std::int64_t from, std::int64_t to, std::int64_t step, Spell spell) {
        if (step < 0) step = -step;
        if (step == 0) step = 1;
        const std::int64_t distance = from < to ? to - from : from - to;
        const auto words = static_cast<std::size_t>(distance / step) + 1;
        if (words > most_words_) {
            fail("these braces make " + count_text(words, "word"));
            return {};
        }
        std::vector<Atoms> result;
        result.reserve(words);
        for (std::size_t i = 0; i < words; ++i) {
            const std::int64_t offset = static_cast<std::int64_t>(i) * step;
            Atoms atoms;
            for (const char c : spell(from < to ? from + offset : from - offset))
                atoms.push_back({c, nullptr});
            result.push_back(std::move(atoms));
        }
        return result;
    }

    Atoms atoms_;
    std::vector<Pair> pairs_;
    std::size_t most_words_;
    std::size_t made_ = 0;
    std::optional<std::string> error_;
};

bool is_open_text(const WordPart& part) {
    return part.kind == PartKind::kText && !part.quoted;
}

Word join(const Atoms& atoms, ShellPosition at) {
    Word word;
    word.at = at;
    bool in_text = false;
    for (const Atom& atom : atoms) {
        if (atom.part != nullptr) {
            word.parts.push_back(*atom.part);
            in_text = false;
            continue;
        }
        if (!in_text) {
            WordPart part;
            part.at = at;
            word.parts.push_back(std::move(part));
            in_text = true;
        }
        word.parts.back().text += atom.character;
    }
    return word;
}

}  // namespace

BraceResult expand_braces(Word word, std::size_t most_words) {
    BraceResult result;
    const bool has_brace = std::any_of(word.parts.begin(), word.parts.end(), [](const WordPart& part) {
        return is_open_text(part) && part.text.find('{') != std::string::npos;
    });
    if (!has_brace) {
        result.words.push_back(std::move(word));
        return result;
    }
    Atoms atoms;
    for (const WordPart& part : word.parts) {
        if (!is_open_text(part)) {
            atoms.push_back({'\0', &part});
            continue;
        }
        for (const char c : part.text) atoms.push_back({c, nullptr});
    }
    Expander expander(std::move(atoms), most_words);
    const std::vector<Atoms> words = expander.run();
    result.error = expander.error();
    if (result.error) return result;
    if (words.size() == 1) {
        result.words.push_back(std::move(word));
        return result;
    }
    for (const Atoms& made : words) {
        // An alternative that is empty gives no word: a{,} is two words, {,} none.
        if (!made.empty()) result.words.push_back(join(made, word.at));
    }
    return result;
}

}  // namespace mountscope::shell
