// echo, seq, basename and dirname.

#include "core/text/shell_builtins.hpp"

#include <algorithm>
#include <optional>

#include "core/text/shell_arithmetic.hpp"

namespace mountscope::shell {

namespace {

constexpr std::size_t kLongestSeparator = 100;

BuiltinResult failure(std::string_view name, std::string_view what, int status = 1) {
    BuiltinResult result;
    result.status = status;
    result.error = name;
    result.error += ": ";
    result.error += what;
    return result;
}

}  // namespace

// Numeric escapes give ASCII characters only, so that text stays UTF-8; others are left as they are.
std::string unescape(std::string_view text, bool& stops) {
    constexpr std::string_view kLetters = "abefnrtv\\\"'";
    constexpr std::string_view kMeanings = "\a\b\x1b\f\n\r\t\v\\\"'";
    std::string result;
    for (std::size_t i = 0; i < text.size() && !stops; ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            result += text[i];
            continue;
        }
        const char c = text[i + 1];
        if (const std::size_t which = kLetters.find(c); which != std::string_view::npos) {
            result += kMeanings[which];
            ++i;
        } else if (c == 'c') {
            stops = true;
        } else if ((c >= '0' && c <= '7') || c == 'x') {
            const unsigned base = c == 'x' ? 16 : 8;
            std::size_t end = i + (c == 'x' ? 2 : c == '0' ? 2 : 1);
            const std::size_t first = end;
            unsigned value = 0;
            while (end < text.size() && end - first < (c == 'x' ? 2U : 3U)) {
                const char d = text[end];
                const unsigned digit = d >= '0' && d <= '9'   ? static_cast<unsigned>(d - '0')
                                       : d >= 'a' && d <= 'f' ? static_cast<unsigned>(d - 'a') + 10
                                       : d >= 'A' && d <= 'F' ? static_cast<unsigned>(d - 'A') + 10
                                                              : 99;
                if (digit >= base) break;
                value = value * base + digit;
                ++end;
            }
            if (value > 0 && value < 0x80 && end > first) {
                result += static_cast<char>(value);
            } else {
                result += text.substr(i, end - i);
            }
            i = end - 1;
        } else {
            result += '\\';
        }
    }
    return result;
}

BuiltinResult run_echo(const Words& words) {
    BuiltinResult result;
    bool newline = true;
    bool escapes = false;
    std::size_t first = 1;
    for (; first < words.size(); ++first) {
        const std::string& word = words[first];
        const bool is_option =
            word.size() > 1 && word[0] == '-' && word.find_first_not_of("neE", 1) == std::string::npos;
        if (!is_option) break;
        for (const char c : word.substr(1)) {
            if (c == 'n') newline = false;
            if (c != 'n') escapes = c == 'e';
        }
    }
    bool stops = false;
    for (std::size_t i = first; i < words.size() && !stops; ++i) {
        if (i > first) result.output += ' ';
        result.output += escapes ? unescape(words[i], stops) : words[i];
    }
    if (newline && !stops) result.output += '\n';
    return result;
}

namespace {

struct SeqOptions {
    std::string separator = "\n";
    bool same_width = false;
    std::vector<std::int64_t> numbers;
};

std::optional<BuiltinResult> read_seq_options(const Words& words, SeqOptions& options) {
    std::size_t i = 1;
    for (; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "-w" || word == "--equal-width") {
            options.same_width = true;
        } else if (word == "-s" && i + 1 < words.size()) {
            options.separator = words[++i];
        } else if (word.starts_with("-s") && word.size() > 2) {
            options.separator = word.substr(2);
        } else if (word.starts_with("--separator=")) {
            options.separator = word.substr(word.find('=') + 1);
        } else {
            if (word == "--") ++i;
            break;
        }
    }
    bool stops = false;
    options.separator = unescape(options.separator, stops);
    if (options.separator.size() > kLongestSeparator) return failure("seq", "this separator is too long");
    for (; i < words.size(); ++i) {
        const std::optional<std::int64_t> number = parse_decimal(words[i]);
        if (!number) return failure("seq", "`" + words[i] + "` is not a whole number");
        options.numbers.push_back(*number);
    }
    if (options.numbers.empty()) {
        return failure("seq",
                       "a number is missing: seq LAST, seq FIRST LAST or seq FIRST STEP LAST (when it was "
                       "$1: `set -- 5` gives $1 a value)");
    }
    if (options.numbers.size() > 3) return failure("seq", "too many numbers: seq FIRST STEP LAST");
    return std::nullopt;
}

}  // namespace

BuiltinResult run_seq(const Words& words, const ShellLimits& limits) {
    SeqOptions options;
    if (auto problem = read_seq_options(words, options)) return *problem;
    const std::vector<std::int64_t>& numbers = options.numbers;
    const std::int64_t first = numbers.size() > 1 ? numbers[0] : 1;
    const std::int64_t step = numbers.size() > 2 ? numbers[1] : 1;
    const std::int64_t last = numbers.back();
    if (step == 0) return failure("seq", "a step of 0 would never end");
    if (step > 0 ? first > last : first < last) return {};
    // Unsigned, because the distance of two 64-bit numbers may need 64 bits and no sign.
    const auto unsigned_of = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
    const std::uint64_t distance =
        step > 0 ? unsigned_of(last) - unsigned_of(first) : unsigned_of(first) - unsigned_of(last);
    const std::uint64_t stride = step > 0 ? unsigned_of(step) : std::uint64_t{0} - unsigned_of(step);
    const std::uint64_t count = distance / stride;
    if (count >= limits.words) {
        return failure("seq", "this would print more than " + count_text(limits.words, "number"));
    }
    std::vector<std::string> texts;
    std::size_t width = 0;
    for (std::uint64_t i = 0; i <= count; ++i) {
        texts.push_back(
            std::to_string(static_cast<std::int64_t>(unsigned_of(first) + i * unsigned_of(step))));
        width = std::max(width, texts.back().size());
    }
    BuiltinResult result;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        std::string text = texts[i];
        if (options.same_width) text.insert(text[0] == '-' ? 1 : 0, width - text.size(), '0');
        result.output += (i == 0 ? "" : options.separator) + text;
    }
    result.output += '\n';
    return result;
}

BuiltinResult run_basename(const Words& words) {
    if (words.size() < 2 || words.size() > 3)
        return failure("basename", "one path is needed: basename PATH [SUFFIX]");
    std::string path = words[1];
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    if (path != "/") path = path.substr(path.rfind('/') + 1);
    if (words.size() == 3 && path.size() > words[2].size() && path.ends_with(words[2])) {
        path.resize(path.size() - words[2].size());
    }
    return {0, path + "\n", ""};
}

BuiltinResult run_dirname(const Words& words) {
    if (words.size() != 2) return failure("dirname", "one path is needed: dirname PATH");
    std::string path = words[1];
    const auto drop_slashes = [&path] {
        while (path.size() > 1 && path.back() == '/') path.pop_back();
    };
    drop_slashes();
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return {0, ".\n", ""};
    path.resize(slash + 1);
    drop_slashes();
    return {0, path + "\n", ""};
}

}  // namespace mountscope::shell
