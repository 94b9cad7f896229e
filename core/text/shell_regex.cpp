#include "core/text/shell_regex.hpp"

#include <algorithm>
#include <utility>

namespace mountscope::shell {

namespace {

bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string upper_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return result;
}

}  // namespace

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

LineRegex::LineRegex(std::string_view expression, Kind kind, Options options) : options_(options) {
    if (kind != Kind::kFixed) {
        parse(expression, kind);
        return;
    }
    Alternative alternative;
    for (std::size_t i = 0; i < expression.size();) {
        Atom atom;
        atom.character = character_at(expression, i);
        i += atom.character.size();
        alternative.atoms.push_back(std::move(atom));
    }
    alternatives_.push_back(std::move(alternative));
}

void LineRegex::parse(std::string_view expression, Kind kind) {
    const std::string_view bar = kind == Kind::kBasic ? "\\|" : "|";
    alternatives_.emplace_back();
    std::size_t begin = 0;  // of the alternative
    for (std::size_t i = 0; i < expression.size() && error_.empty();) {
        Alternative& alternative = alternatives_.back();
        const std::string_view rest = expression.substr(i);
        if (rest.starts_with(bar)) {
            i += bar.size();
            begin = i;
            alternatives_.emplace_back();
        } else if (rest[0] == '^' && i == begin) {
            alternative.at_begin = true;
            ++i;
        } else if (rest[0] == '$' && (rest.size() == 1 || rest.substr(1).starts_with(bar))) {
            alternative.at_end = true;
            ++i;
        } else if (!parse_repeat(expression, i, kind, alternative)) {
            const bool groups = kind == Kind::kBasic ? rest.starts_with("\\(") || rest.starts_with("\\{")
                                                     : rest[0] == '(' || rest[0] == ')' || rest[0] == '{';
            if (groups) {
                error_ = "groups and counts are not known here; use several alternatives";
            } else {
                parse_atom(expression, i, alternative);
            }
        }
    }
}

// * and, by kind, + ? or \+ \?; at the beginning they are characters.
bool LineRegex::parse_repeat(std::string_view expression, std::size_t& i, Kind kind,
                             Alternative& alternative) {
    if (alternative.atoms.empty()) return false;
    const bool escaped = kind == Kind::kBasic && expression[i] == '\\' && i + 1 < expression.size();
    const char c = escaped ? expression[i + 1] : expression[i];
    const bool is_star = c == '*' && !escaped;
    const bool is_other = (c == '+' || c == '?') && (escaped || kind == Kind::kExtended);
    if (!is_star && !is_other) return false;
    alternative.atoms.back().repeat = c == '*' ? Repeat::kStar : c == '+' ? Repeat::kPlus : Repeat::kOptional;
    i += escaped ? 2 : 1;
    return true;
}

void LineRegex::parse_atom(std::string_view expression, std::size_t& i, Alternative& alternative) {
    Atom atom;
    if (expression[i] == '.') {
        atom.match = Match::kAny;
        ++i;
    } else if (const std::size_t end = expression[i] == '[' ? atom.set.read(expression, i + 1, false) : 0;
               end != 0) {
        atom.match = Match::kSet;
        i = end;
    } else {
        if (expression[i] == '\\' && i + 1 < expression.size()) ++i;
        atom.character = character_at(expression, i);
        i += atom.character.size();
    }
    alternative.atoms.push_back(std::move(atom));
}

bool LineRegex::accepts(const Atom& atom, std::string_view character) const {
    if (atom.match == Match::kAny) return true;
    if (atom.match == Match::kSet) {
        if (atom.set.accepts(character)) return true;
        return options_.ignore_case &&
               (atom.set.accepts(lower_case(character)) || atom.set.accepts(upper_case(character)));
    }
    return atom.character == character ||
           (options_.ignore_case && lower_case(atom.character) == lower_case(character));
}

// Adds the states that are reached without a character.
void LineRegex::close(const Alternative& alternative, std::vector<char>& states) const {
    for (std::size_t i = 0; i < alternative.atoms.size(); ++i) {
        const Repeat repeat = alternative.atoms[i].repeat;
        if (states[i] != 0 && (repeat == Repeat::kStar || repeat == Repeat::kOptional)) states[i + 1] = 1;
    }
}

bool LineRegex::matches(const Alternative& alternative, std::string_view line) const {
    const std::size_t count = alternative.atoms.size();
    const bool from_begin = alternative.at_begin || options_.whole_line;
    const bool to_end = alternative.at_end || options_.whole_line;
    const auto begins_word = [&](std::size_t i) {
        return !options_.whole_word || i == 0 || !is_word_character(line[i - 1]);
    };
    const auto ends_word = [&](std::size_t i) {
        return !options_.whole_word || i == line.size() || !is_word_character(line[i]);
    };
    std::vector<char> states(count + 1, 0);
    std::vector<char> next(count + 1, 0);
    for (std::size_t i = 0;;) {
        if ((i == 0 || !from_begin) && begins_word(i)) states[0] = 1;
        close(alternative, states);
        if (states[count] != 0 && (!to_end || i == line.size()) && ends_word(i)) return true;
        if (i == line.size()) return false;
        const std::string_view character = character_at(line, i);
        std::fill(next.begin(), next.end(), 0);
        for (std::size_t k = 0; k < count; ++k) {
            if (states[k] == 0 || !accepts(alternative.atoms[k], character)) continue;
            const Repeat repeat = alternative.atoms[k].repeat;
            if (repeat == Repeat::kStar || repeat == Repeat::kPlus) next[k] = 1;
            if (repeat != Repeat::kStar) next[k + 1] = 1;
        }
        states.swap(next);
        i += character.size();
    }
}

bool LineRegex::matches(std::string_view line) const {
    return std::any_of(alternatives_.begin(), alternatives_.end(),
                       [&](const Alternative& alternative) { return matches(alternative, line); });
}

std::size_t LineRegex::work(std::size_t line_length) const {
    std::size_t atoms = 1;
    for (const Alternative& alternative : alternatives_) atoms += alternative.atoms.size() + 1;
    return atoms * (line_length + 1);
}

}  // namespace mountscope::shell
