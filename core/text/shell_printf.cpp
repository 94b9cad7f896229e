// printf: %s %b %c %d %i %u %o %x %X %%, with flags, width and precision; the format is used again while
// words are left.

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/text/shell_arithmetic.hpp"
#include "core/text/shell_builtins.hpp"
#include "core/text/shell_pattern.hpp"

namespace mountscope::shell {

namespace {

constexpr std::size_t kWidest = 1'000;

struct Conversion {
    bool left = false;
    bool zero = false;
    bool plus = false;
    bool space = false;
    bool alternative = false;
    std::size_t width = 0;
    std::optional<std::size_t> precision;
    char letter = '\0';
};

class Printer {
  public:
    Printer(const Words& words, const ShellLimits& limits) : words_(words), limits_(limits) {}

    BuiltinResult run() {
        next_ = 2;
        do {
            const std::size_t before = next_;
            print_format(words_[1]);
            if (next_ == before) break;
        } while (next_ < words_.size() && !stops_ && result_.output.size() <= limits_.output_bytes);
        return std::move(result_);
    }

  private:
    void fail(const std::string& what) {
        result_.status = 1;
        if (result_.error.empty()) result_.error = "printf: " + what;
    }

    std::string next_word() { return next_ < words_.size() ? words_[next_++] : (++next_, std::string()); }

    void print_format(std::string_view format) {
        std::size_t i = 0;
        while (i < format.size() && !stops_) {
            const std::size_t percent = std::min(format.find('%', i), format.size());
            result_.output += unescape(format.substr(i, percent - i), stops_);
            if (percent == format.size() || stops_) return;
            i = percent + 1;
            if (i < format.size() && format[i] == '%') {
                result_.output += '%';
                ++i;
                continue;
            }
            Conversion conversion;
            i = read_conversion(format, i, conversion);
            if (i == 0) {
                fail("`%" + shown_text(format.substr(percent + 1), 10) +
                     "` is not known: %s %d %x %o %c %b %%");
                stops_ = true;
                return;
            }
            print(conversion);
        }
    }

    std::size_t read_number(std::string_view format, std::size_t& i) {
        if (i < format.size() && format[i] == '*') {
            ++i;
            const std::optional<std::int64_t> value = parse_decimal(next_word());
            return value && *value > 0 ? std::min(static_cast<std::size_t>(*value), kWidest) : 0;
        }
        std::size_t value = 0;
        while (i < format.size() && format[i] >= '0' && format[i] <= '9') {
            value = std::min(value * 10 + static_cast<std::size_t>(format[i] - '0'), kWidest);
            ++i;
        }
        return value;
    }

    // Where the conversion ends; 0 when it is none.
    std::size_t read_conversion(std::string_view format, std::size_t i, Conversion& conversion) {
        for (; i < format.size(); ++i) {
            if (format[i] == '-') {
                conversion.left = true;
            } else if (format[i] == '0') {
                conversion.zero = true;
            } else if (format[i] == '+') {
                conversion.plus = true;
            } else if (format[i] == ' ') {
                conversion.space = true;
            } else if (format[i] == '#') {
                conversion.alternative = true;
            } else {
                break;
            }
        }
        conversion.width = read_number(format, i);
        if (i < format.size() && format[i] == '.') {
            ++i;
            conversion.precision = read_number(format, i);
        }
        while (i < format.size() && (format[i] == 'l' || format[i] == 'h')) ++i;
        if (i >= format.size() || std::string_view("sbcdiuoxX").find(format[i]) == std::string_view::npos)
            return 0;
        conversion.letter = format[i];
        return i + 1;
    }

    void print(const Conversion& conversion) {
        std::string text;
        bool stops = false;
        switch (conversion.letter) {
            case 's':
                text = cut(next_word(), conversion.precision);
                break;
            case 'b':
                text = cut(unescape(next_word(), stops), conversion.precision);
                break;
            case 'c': {
                const std::string word = next_word();
                text = word.empty() ? word : std::string(character_at(word, 0));
                break;
            }
            default:
                text = number(conversion);
                break;
        }
        pad(conversion, text);
        stops_ = stops_ || stops;
    }

    static std::string cut(std::string text, std::optional<std::size_t> characters) {
        if (!characters) return text;
        std::size_t end = 0;
        for (std::size_t i = 0; i < *characters && end < text.size(); ++i)
            end += character_at(text, end).size();
        text.resize(end);
        return text;
    }

    // 'c gives the code of the character c.
    std::int64_t value_of(const std::string& word) {
        if (word.size() > 1 && (word[0] == '\'' || word[0] == '"'))
            return static_cast<unsigned char>(word[1]);
        if (word.empty()) return 0;
        const std::optional<std::int64_t> value = parse_shell_number(word);
        if (!value) fail("`" + shown_text(word) + "` is not a number that fits into 64 bits");
        return value.value_or(0);
    }

    std::string number(const Conversion& conversion) {
        const std::int64_t value = value_of(next_word());
        const bool is_signed = conversion.letter == 'd' || conversion.letter == 'i';
        const int base = conversion.letter == 'o'                               ? 8
                         : conversion.letter == 'x' || conversion.letter == 'X' ? 16
                                                                                : 10;
        const bool negative = is_signed && value < 0;
        const auto bits = static_cast<std::uint64_t>(value);
        char buffer[32];
        const auto written =
            std::to_chars(buffer, buffer + sizeof buffer, negative ? std::uint64_t{0} - bits : bits, base);
        std::string digits(buffer, written.ptr);
        if (conversion.letter == 'X') {
            for (char& c : digits) c = c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
        }
        if (conversion.precision && digits.size() < *conversion.precision) {
            digits.insert(0, *conversion.precision - digits.size(), '0');
        }
        std::string prefix = negative                        ? "-"
                             : is_signed && conversion.plus  ? "+"
                             : is_signed && conversion.space ? " "
                                                             : "";
        if (conversion.alternative && value != 0 && base == 16)
            prefix += conversion.letter == 'X' ? "0X" : "0x";
        if (conversion.alternative && base == 8 && digits[0] != '0') prefix += '0';
        const std::size_t length = prefix.size() + digits.size();
        if (conversion.zero && !conversion.left && !conversion.precision && length < conversion.width) {
            digits.insert(0, conversion.width - length, '0');
        }
        return prefix + digits;
    }

    void pad(const Conversion& conversion, const std::string& text) {
        const std::size_t padding = text.size() < conversion.width ? conversion.width - text.size() : 0;
        if (!conversion.left) result_.output.append(padding, ' ');
        result_.output += text;
        if (conversion.left) result_.output.append(padding, ' ');
    }

    const Words& words_;
    const ShellLimits& limits_;
    std::size_t next_ = 2;
    bool stops_ = false;
    BuiltinResult result_;
};

}  // namespace

BuiltinResult run_printf(const Words& words, const ShellLimits& limits) {
    if (words.size() < 2) return {2, "", "printf: a format is missing: printf '%s\\n' WORD..."};
    return Printer(words, limits).run();
}

}  // namespace mountscope::shell
