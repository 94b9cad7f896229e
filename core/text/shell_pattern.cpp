#include "core/text/shell_pattern.hpp"

#include <algorithm>
#include <utility>

#include "core/text/shell_source.hpp"

namespace mountscope::shell {

namespace {

std::string_view character_before(std::string_view text, std::size_t end) {
    std::size_t begin = end - 1;
    while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
    return text.substr(begin, end - begin);
}

struct ClassName {
    std::string_view name;
    std::string_view ranges;  // pairs of first and last
};
constexpr ClassName kClasses[] = {
    {"[:digit:]", "09"},     {"[:alpha:]", "azAZ"},    {"[:alnum:]", "azAZ09"},
    {"[:upper:]", "AZ"},     {"[:lower:]", "az"},      {"[:space:]", "  \t\r"},
    {"[:blank:]", "  \t\t"}, {"[:xdigit:]", "09afAF"}, {"[:punct:]", "!/:@[`{~"},
};

}  // namespace

std::string_view character_at(std::string_view text, std::size_t offset) {
    return text.substr(offset, std::max<std::size_t>(utf8_length(text, offset), 1));
}

ShellPattern::ShellPattern(std::string_view pattern) {
    for (std::size_t i = 0; i < pattern.size();) {
        Atom atom;
        if (pattern[i] == '*') {
            atom.kind = Kind::kStar;
            ++i;
            if (!atoms_.empty() && atoms_.back().kind == Kind::kStar) continue;
        } else if (pattern[i] == '?') {
            atom.kind = Kind::kAny;
            ++i;
        } else if (const std::size_t end = pattern[i] == '[' ? atom.set.read(pattern, i + 1, true) : 0;
                   end != 0) {
            atom.kind = Kind::kSet;
            i = end;
        } else {
            if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
            atom.character = character_at(pattern, i);
            i += atom.character.size();
        }
        atoms_.push_back(std::move(atom));
    }
}

std::size_t CharacterSet::read(std::string_view text, std::size_t begin, bool backslash_escapes) {
    std::size_t i = begin;
    if (i < text.size() && (text[i] == '!' || text[i] == '^')) {
        negated_ = true;
        ++i;
    }
    const std::size_t first = i;
    const auto next = [&] {
        if (backslash_escapes && text[i] == '\\' && i + 1 < text.size()) ++i;
        std::string character(character_at(text, i));
        i += character.size();
        return character;
    };
    while (i < text.size() && (text[i] != ']' || i == first)) {
        const auto known =
            std::find_if(std::begin(kClasses), std::end(kClasses),
                         [&](const ClassName& entry) { return text.substr(i).starts_with(entry.name); });
        if (known != std::end(kClasses)) {
            for (std::size_t k = 0; k < known->ranges.size(); k += 2) {
                ranges_.push_back({std::string(1, known->ranges[k]), std::string(1, known->ranges[k + 1])});
            }
            i += known->name.size();
            continue;
        }
        Range range;
        range.first = next();
        range.last = range.first;
        if (i + 1 < text.size() && text[i] == '-' && text[i + 1] != ']') {
            ++i;
            range.last = next();
        }
        ranges_.push_back(std::move(range));
    }
    if (i < text.size()) return i + 1;
    negated_ = false;
    ranges_.clear();
    return 0;
}

// UTF-8 sorts as its code points do when compared byte by byte.
bool CharacterSet::accepts(std::string_view character) const {
    const bool found = std::any_of(ranges_.begin(), ranges_.end(), [&](const Range& range) {
        return range.first <= character && character <= range.last;
    });
    return found != negated_;
}

bool ShellPattern::accepts(const Atom& atom, std::string_view character) {
    if (atom.kind == Kind::kAny || atom.kind == Kind::kStar) return true;
    return atom.kind == Kind::kCharacter ? atom.character == character : atom.set.accepts(character);
}

// Walks over the text, keeping the set of atoms that may come next, and reports each length at which the
// whole pattern is matched; stops when the report says so.
template <typename Report>
void ShellPattern::scan(std::string_view text, bool backwards, Report report) const {
    const std::size_t count = atoms_.size();
    const auto atom_at = [&](std::size_t i) -> const Atom& { return atoms_[backwards ? count - 1 - i : i]; };
    std::vector<char> states(count + 1, 0);
    std::vector<char> next(count + 1, 0);
    states[0] = 1;
    std::size_t length = 0;
    for (;;) {
        bool is_alive = false;
        for (std::size_t i = 0; i < count; ++i) {
            if (states[i] == 0) continue;
            is_alive = true;
            if (atom_at(i).kind == Kind::kStar) states[i + 1] = 1;
        }
        if (states[count] != 0 && !report(length)) return;
        if (!is_alive || length == text.size()) return;
        const std::string_view character =
            backwards ? character_before(text, text.size() - length) : character_at(text, length);
        std::fill(next.begin(), next.end(), 0);
        for (std::size_t i = 0; i < count; ++i) {
            if (states[i] == 0 || !accepts(atom_at(i), character)) continue;
            next[atom_at(i).kind == Kind::kStar ? i : i + 1] = 1;
        }
        states.swap(next);
        length += character.size();
    }
}

bool ShellPattern::matches(std::string_view text) const {
    bool found = false;
    scan(text, false, [&](std::size_t length) {
        found = length == text.size();
        return true;
    });
    return found;
}

std::optional<std::size_t> ShellPattern::prefix_length(std::string_view text, bool longest) const {
    std::optional<std::size_t> found;
    scan(text, false, [&](std::size_t length) {
        found = length;
        return longest;
    });
    return found;
}

std::optional<std::size_t> ShellPattern::suffix_length(std::string_view text, bool longest) const {
    std::optional<std::size_t> found;
    scan(text, true, [&](std::size_t length) {
        found = length;
        return longest;
    });
    return found;
}

void append_literal_pattern(std::string& pattern, std::string_view text) {
    for (const char c : text) {
        if (std::string_view("*?[]\\-!^").find(c) != std::string_view::npos) pattern += '\\';
        pattern += c;
    }
}

}  // namespace mountscope::shell
