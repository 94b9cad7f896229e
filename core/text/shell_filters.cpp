#include "core/text/shell_filters.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/shell_arithmetic.hpp"
#include "core/text/shell_regex.hpp"

namespace mountscope::shell {

namespace {

struct FilterKind {
    std::string_view name;
    std::string_view flags;   // options without a value
    std::string_view valued;  // options with one
};
constexpr std::array<FilterKind, 8> kFilters = {{{"cat", "nu", ""},
                                                 {"grep", "cvinqFEGwxhs", "em"},
                                                 {"head", "q", "n"},
                                                 {"tail", "q", "n"},
                                                 {"wc", "lwcm", ""},
                                                 {"sort", "rnu", ""},
                                                 {"uniq", "cdu", ""},
                                                 {"cut", "s", "df"}}};
constexpr std::int64_t kMostLines = 1'000'000'000;

const FilterKind* find_filter(std::string_view name) {
    const auto found = std::find_if(kFilters.begin(), kFilters.end(),
                                    [&](const FilterKind& kind) { return kind.name == name; });
    return found == kFilters.end() ? nullptr : &*found;
}

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

void put_line(std::string& output, std::string_view line) {
    output += line;
    output += '\n';
}

void set_value(FilterCall& call, char option, const std::string& value) {
    if (option == 'e' || option == 'f') {
        call.patterns.push_back(value);
        return;
    }
    if (option == 'd') {
        call.delimiter = value;
        return;
    }
    const std::optional<std::int64_t> number = parse_decimal(value);
    if (!number || (*number < 0 && call.name != "head") || *number > kMostLines || *number < -kMostLines) {
        call.error = "`" + value + "` is not a number of lines";
        return;
    }
    if (option == 'm') call.flags += 'm';
    call.from_line = value.starts_with('+');
    call.count = static_cast<std::size_t>(*number < 0 ? -*number : *number);
    if (*number < 0) call.flags += '-';
}

// The options of one word such as -cn or -n5.
void read_options(FilterCall& call, const FilterKind& kind, const Words& words, std::size_t& i) {
    const std::string& word = words[i];
    if (word[1] >= '0' && word[1] <= '9' && kind.valued == "n") {
        set_value(call, 'n', word.substr(1));
        return;
    }
    for (std::size_t k = 1; k < word.size(); ++k) {
        if (kind.valued.find(word[k]) != std::string_view::npos) {
            if (k + 1 < word.size()) {
                set_value(call, word[k], word.substr(k + 1));
            } else if (i + 1 < words.size()) {
                set_value(call, word[k], words[++i]);
            } else {
                call.error = "`-" + std::string(1, word[k]) + "` needs a value";
            }
            return;
        }
        if (kind.flags.find(word[k]) == std::string_view::npos) {
            call.error = "`" + word + "` is not known here";
            return;
        }
        call.flags += word[k];
    }
}

BuiltinResult run_grep(const FilterCall& call, std::string_view text, std::size_t most_work) {
    using Kind = LineRegex::Kind;
    const Kind kind = call.has('F') ? Kind::kFixed : call.has('E') ? Kind::kExtended : Kind::kBasic;
    std::vector<LineRegex> expressions;
    std::size_t work = 0;
    for (const std::string& pattern : call.patterns) {
        expressions.emplace_back(pattern, kind,
                                 LineRegex::Options{call.has('i'), call.has('x'), call.has('w')});
        if (!expressions.back().error().empty()) return {2, "", "grep: " + expressions.back().error()};
        work += expressions.back().work(text.size());
    }
    if (work > most_work) return {2, "", "grep: this is too much text for so long an expression"};
    BuiltinResult result;
    std::size_t found = 0;
    std::size_t number = 0;
    for (const std::string_view line : split_lines(text)) {
        ++number;
        const bool matches = std::any_of(expressions.begin(), expressions.end(),
                                         [&](const LineRegex& regex) { return regex.matches(line); });
        if (matches == call.has('v')) continue;
        ++found;
        if (!call.has('c') && !call.has('q')) {
            put_line(result.output, (call.has('n') ? std::to_string(number) + ":" : "") + std::string(line));
        }
        if (call.has('m') && found >= call.count) break;
    }
    if (call.has('c') && !call.has('q')) put_line(result.output, std::to_string(found));
    result.status = found > 0 ? 0 : 1;
    return result;
}

BuiltinResult run_part(const FilterCall& call, std::string_view text) {
    const std::vector<std::string_view> lines = split_lines(text);
    std::size_t begin = 0;
    std::size_t end = lines.size();
    if (call.name == "head") {
        end = call.has('-') ? end - std::min(end, call.count) : std::min(end, call.count);
    } else if (call.from_line) {
        begin = std::min(end, call.count == 0 ? 0 : call.count - 1);
    } else {
        begin = end - std::min(end, call.count);
    }
    BuiltinResult result;
    for (std::size_t i = begin; i < end; ++i) put_line(result.output, lines[i]);
    return result;
}

BuiltinResult run_wc(const FilterCall& call, std::string_view text) {
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    std::size_t words = 0;
    std::size_t characters = 0;
    bool in_word = false;
    for (const char c : text) {
        const bool is_blank = c == ' ' || c == '\t' || c == '\n';
        if (!is_blank && !in_word) ++words;
        in_word = !is_blank;
        if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++characters;
    }
    const bool all = call.flags.empty();
    std::string line;
    const auto add = [&](bool wanted, std::size_t count) {
        if (!wanted) return;
        if (!line.empty()) line += ' ';
        line += std::to_string(count);
    };
    add(all || call.has('l'), lines);
    add(all || call.has('w'), words);
    add(call.has('m'), characters);
    add(all || call.has('c'), text.size());
    return {0, line + "\n", ""};
}

BuiltinResult run_sort(const FilterCall& call, std::string_view text) {
    std::vector<std::string_view> lines = split_lines(text);
    const auto number = [](std::string_view line) {
        const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
        std::size_t end = begin;
        if (end < line.size() && line[end] == '-') ++end;
        while (end < line.size() && line[end] >= '0' && line[end] <= '9') ++end;
        return parse_decimal(line.substr(begin, end - begin)).value_or(0);
    };
    std::stable_sort(lines.begin(), lines.end(), [&](std::string_view left, std::string_view right) {
        if (!call.has('n')) return left < right;
        const std::int64_t a = number(left);
        const std::int64_t b = number(right);
        return a != b ? a < b : left < right;
    });
    if (call.has('r')) std::reverse(lines.begin(), lines.end());
    if (call.has('u')) lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    BuiltinResult result;
    for (const std::string_view line : lines) put_line(result.output, line);
    return result;
}

BuiltinResult run_uniq(const FilterCall& call, std::string_view text) {
    const std::vector<std::string_view> lines = split_lines(text);
    BuiltinResult result;
    for (std::size_t i = 0; i < lines.size();) {
        std::size_t end = i + 1;
        while (end < lines.size() && lines[end] == lines[i]) ++end;
        const std::size_t count = end - i;
        const bool shown = call.has('d') ? count > 1 : call.has('u') ? count == 1 : true;
        if (shown)
            put_line(result.output,
                     (call.has('c') ? std::to_string(count) + " " : "") + std::string(lines[i]));
        i = end;
    }
    return result;
}

// The fields -f wants: N, N-M, N- and -M, separated by commas.
std::optional<std::vector<std::pair<std::size_t, std::size_t>>> read_fields(std::string_view list) {
    std::vector<std::pair<std::size_t, std::size_t>> fields;
    while (!list.empty()) {
        const std::string_view item = list.substr(0, std::min(list.find(','), list.size()));
        list.remove_prefix(std::min(item.size() + 1, list.size()));
        const std::size_t dash = item.find('-');
        const std::string_view left = item.substr(0, std::min(dash, item.size()));
        const std::string_view right = dash == std::string_view::npos ? left : item.substr(dash + 1);
        const std::optional<std::int64_t> first = left.empty() ? 1 : parse_decimal(left);
        const std::optional<std::int64_t> last = right.empty() ? kMostLines : parse_decimal(right);
        if (item.empty() || item == "-" || !first || !last || *first < 1 || *last < *first)
            return std::nullopt;
        fields.emplace_back(static_cast<std::size_t>(*first), static_cast<std::size_t>(*last));
    }
    return fields;
}

BuiltinResult run_cut(const FilterCall& call, std::string_view text) {
    const auto fields = call.patterns.empty() ? std::nullopt : read_fields(call.patterns.back());
    if (!fields || fields->empty() || call.delimiter.size() != 1) {
        return {2, "", "cut: fields are missing: cut -d ' ' -f 5, with -f 1,4-6 for several"};
    }
    BuiltinResult result;
    for (std::string_view line : split_lines(text)) {
        if (line.find(call.delimiter) == std::string_view::npos) {
            if (!call.has('s')) put_line(result.output, line);
            continue;
        }
        std::string shown;
        bool is_first = true;
        for (std::size_t number = 1;; ++number) {
            const std::size_t end = std::min(line.find(call.delimiter), line.size());
            const bool wanted = std::any_of(fields->begin(), fields->end(), [number](const auto& range) {
                return range.first <= number && number <= range.second;
            });
            if (wanted) shown += (is_first ? "" : call.delimiter) + std::string(line.substr(0, end));
            is_first = is_first && !wanted;
            if (end == line.size()) break;
            line.remove_prefix(end + 1);
        }
        put_line(result.output, shown);
    }
    return result;
}

BuiltinResult run_cat(const FilterCall& call, std::string_view text) {
    if (!call.has('n')) return {0, std::string(text), ""};
    BuiltinResult result;
    std::size_t number = 0;
    for (const std::string_view line : split_lines(text)) {
        const std::string digits = std::to_string(++number);
        put_line(result.output, std::string(digits.size() < 6 ? 6 - digits.size() : 0, ' ') + digits + "\t" +
                                    std::string(line));
    }
    return result;
}

}  // namespace

bool is_filter(std::string_view name) {
    return find_filter(name) != nullptr || name == "egrep" || name == "fgrep";
}

FilterCall FilterCall::read(const Words& words) {
    FilterCall call;
    const bool is_variant = words[0] == "egrep" || words[0] == "fgrep";
    call.name = is_variant ? "grep" : words[0];
    if (is_variant) call.flags = words[0] == "egrep" ? "E" : "F";
    const FilterKind* const kind = find_filter(call.name);
    if (kind == nullptr) {
        call.error = "not a filter";
        return call;
    }
    bool options_end = false;
    for (std::size_t i = 1; i < words.size() && call.error.empty(); ++i) {
        const std::string& word = words[i];
        if (options_end || word.size() < 2 || word[0] != '-') {
            if (call.name == "tail" && !options_end && word.size() > 1 && word[0] == '+') {
                set_value(call, 'n', word);
            } else {
                call.files.push_back(word);
            }
        } else if (word == "--") {
            options_end = true;
        } else if (word.starts_with("--color") || word.starts_with("--colour")) {
            continue;
        } else {
            read_options(call, *kind, words, i);
        }
    }
    if (call.name == "grep" && call.patterns.empty() && call.error.empty()) {
        if (call.files.empty()) {
            call.error = "a text to look for is missing: grep TEXT [FILE]";
        } else {
            call.patterns.push_back(call.files.front());
            call.files.erase(call.files.begin());
        }
    }
    return call;
}

BuiltinResult FilterCall::run(std::string_view text, std::size_t most_work) const {
    if (!error.empty()) return {2, "", name + ": " + error};
    if (name == "grep") return run_grep(*this, text, most_work);
    if (name == "head" || name == "tail") return run_part(*this, text);
    if (name == "wc") return run_wc(*this, text);
    if (name == "sort") return run_sort(*this, text);
    if (name == "uniq") return run_uniq(*this, text);
    if (name == "cut") return run_cut(*this, text);
    return run_cat(*this, text);
}

}  // namespace mountscope::shell
