#include "core/text/shell_arithmetic.hpp"

#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "core/text/shell_pattern.hpp"
#include "core/text/shell_types.hpp"

namespace mountscope::shell {

namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

struct BinaryOperator {
    std::string_view text;
    int level;  // binds tighter when higher
};
// Longer ones first where one begins with another.
constexpr std::array<BinaryOperator, 19> kBinary = {{{"**", 11},
                                                     {"<<", 8},
                                                     {">>", 8},
                                                     {"<=", 7},
                                                     {">=", 7},
                                                     {"==", 6},
                                                     {"!=", 6},
                                                     {"&&", 2},
                                                     {"||", 1},
                                                     {"*", 10},
                                                     {"/", 10},
                                                     {"%", 10},
                                                     {"+", 9},
                                                     {"-", 9},
                                                     {"<", 7},
                                                     {">", 7},
                                                     {"&", 5},
                                                     {"^", 4},
                                                     {"|", 3}}};
constexpr int kPowerLevel = 11;

class Evaluator {
  public:
    Evaluator(std::string_view text, ArithmeticVariables& variables) : text_(text), variables_(variables) {}

    ArithmeticResult run() {
        skip_blanks();
        ArithmeticResult result;
        if (offset_ < text_.size()) result.value = comma();
        if (!error_ && offset_ < text_.size()) fail("`" + character() + "` is unexpected", "an operator");
        result.error = std::move(error_);
        if (result.error) result.value = 0;
        return result;
    }

  private:
    void skip_blanks() {
        while (offset_ < text_.size() && is_blank(text_[offset_])) ++offset_;
    }
    bool looking_at(std::string_view token) const { return text_.substr(offset_).starts_with(token); }
    bool take(std::string_view token) {
        if (error_ || !looking_at(token)) return false;
        offset_ += token.size();
        skip_blanks();
        return true;
    }
    void fail(std::string what, std::string expected) {
        if (!error_) {
            std::size_t column = 1;
            for (const char c : text_.substr(0, offset_)) {
                if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++column;
            }
            error_ = ArithmeticError{column, std::move(what), std::move(expected)};
        }
        offset_ = text_.size();
    }
    std::string character() const { return std::string(character_at(text_, offset_)); }
    bool counts() const { return skipping_ == 0 && !error_; }

    std::int64_t comma() {
        std::int64_t value = assignment();
        while (take(",")) value = assignment();
        return value;
    }

    // NAME = value and NAME op= value; anything else is a conditional expression.
    std::int64_t assignment() {
        if (++depth_ > kMostArithmeticNesting) fail("this expression is nested too deeply", "fewer brackets");
        std::int64_t value = 0;
        const std::size_t begin = offset_;
        const std::string_view name = peek_name();
        std::string_view operation;
        if (!name.empty()) {
            offset_ += name.size();
            skip_blanks();
            for (const std::string_view candidate :
                 {"<<=", ">>=", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "="}) {
                if (looking_at(candidate) && !(candidate == "=" && looking_at("=="))) {
                    operation = candidate;
                    break;
                }
            }
        }
        if (operation.empty()) {
            if (!error_) offset_ = begin;
            value = conditional();
        } else {
            take(operation);
            const std::int64_t right = assignment();
            value = operation == "="
                        ? right
                        : apply(operation.substr(0, operation.size() - 1), value_of(name), right);
            store(name, value);
        }
        --depth_;
        return value;
    }

    std::int64_t conditional() {
        const std::int64_t condition = binary(1);
        if (!take("?")) return condition;
        if (condition == 0) ++skipping_;
        const std::int64_t yes = assignment();
        if (condition == 0) --skipping_;
        if (!take(":")) {
            fail("`?` without `:`", "CONDITION ? VALUE : VALUE");
            return 0;
        }
        if (condition != 0) ++skipping_;
        const std::int64_t no = assignment();
        if (condition != 0) --skipping_;
        return condition != 0 ? yes : no;
    }

    std::string_view peek_binary(int lowest, int& level) const {
        for (const BinaryOperator& candidate : kBinary) {
            if (!looking_at(candidate.text)) continue;
            // An operator that is the beginning of an assignment is none.
            const bool assigns = text_.substr(offset_ + candidate.text.size()).starts_with('=') &&
                                 candidate.text.find_first_of("<>=!") == std::string_view::npos;
            if (assigns && candidate.text != "&&" && candidate.text != "||") return {};
            if (candidate.level < lowest) return {};
            level = candidate.level;
            return candidate.text;
        }
        return {};
    }

    std::int64_t binary(int lowest) {
        std::int64_t left = unary();
        for (;;) {
            int level = 0;
            const std::string_view operation = error_ ? std::string_view() : peek_binary(lowest, level);
            if (operation.empty()) return left;
            take(operation);
            const bool decided = (operation == "&&" && left == 0) || (operation == "||" && left != 0);
            if (decided) ++skipping_;
            if (++depth_ > kMostArithmeticNesting)
                fail("this expression is nested too deeply", "fewer operators in a row");
            // Powers group from the right, all others from the left.
            const std::int64_t right = binary(level == kPowerLevel ? level : level + 1);
            --depth_;
            if (decided) --skipping_;
            left = apply(operation, left, right);
        }
    }

    std::int64_t unary() {
        if (++depth_ > kMostArithmeticNesting)
            fail("this expression is nested too deeply", "fewer signs in a row");
        std::int64_t value = 0;
        if (looking_at("++") || looking_at("--")) {
            value = increment_before();
        } else if (take("-")) {
            value = unary();
            if (value == kLowest) fail_overflow();
            if (!error_) value = -value;
        } else if (take("+")) {
            value = unary();
        } else if (take("!")) {
            value = unary() == 0 ? 1 : 0;
        } else if (take("~")) {
            value = ~unary();
        } else {
            value = primary();
        }
        --depth_;
        return error_ ? 0 : value;
    }

    // ++NAME and --NAME; two signs before anything else are just signs.
    std::int64_t increment_before() {
        const bool up = text_[offset_] == '+';
        std::size_t behind = offset_ + 2;
        while (behind < text_.size() && is_blank(text_[behind])) ++behind;
        if (behind >= text_.size() || !is_name_start(text_[behind])) {
            take(up ? "+" : "-");
            const std::int64_t value = unary();
            if (!up && value == kLowest) fail_overflow();
            return up || error_ ? value : -value;
        }
        take(up ? "++" : "--");
        const std::string_view name = peek_name();
        take(name);
        const std::int64_t value = apply(up ? "+" : "-", value_of(name), 1);
        store(name, value);
        return value;
    }

    std::int64_t primary() {
        if (take("(")) {
            const std::int64_t value = comma();
            if (!take(")")) fail("a `(` is not closed", "`)`");
            return value;
        }
        if (const std::string_view name = peek_name(); !name.empty()) {
            take(name);
            const std::int64_t value = value_of(name);
            for (const std::string_view step : {"++", "--"}) {
                if (take(step)) {
                    store(name, apply(step.substr(1), value, 1));
                    break;
                }
            }
            return value;
        }
        if (offset_ < text_.size() && is_digit(text_[offset_])) return number();
        if (offset_ < text_.size()) {
            fail("`" + character() + "` is unexpected", "a number, a variable or `(`");
        } else {
            fail("the expression ends too early", "a number, a variable or `(`");
        }
        return 0;
    }

    std::int64_t number() {
        std::size_t length = 1;
        const auto at = [&](std::size_t i) { return offset_ + i < text_.size() ? text_[offset_ + i] : '\0'; };
        while (is_digit(at(length)) || is_name_start(at(length))) ++length;
        const std::string_view digits = text_.substr(offset_, length);
        const std::optional<std::int64_t> value = parse_shell_number(digits);
        if (!value) {
            fail("`" + shown_text(digits) + "` is not a number that fits into 64 bits",
                 "decimal digits, 0x and hexadecimal digits, or 0 and octal digits");
            return 0;
        }
        take(digits);
        return *value;
    }

    std::string_view peek_name() const {
        if (offset_ >= text_.size() || !is_name_start(text_[offset_])) return {};
        std::size_t length = 1;
        while (offset_ + length < text_.size() &&
               (is_name_start(text_[offset_ + length]) || is_digit(text_[offset_ + length]))) {
            ++length;
        }
        return text_.substr(offset_, length);
    }

    std::int64_t value_of(std::string_view name) {
        if (!counts()) return 0;
        const std::optional<std::string> text = variables_.get_variable(name);
        const std::string_view digits = text ? trim(*text) : std::string_view();
        if (digits.empty()) return 0;
        const std::optional<std::int64_t> value = parse_shell_number(digits);
        if (!value) {
            fail(std::string(name) + " is `" + shown_text(digits) +
                     "`, which is not a number that fits into 64 bits",
                 "a number in " + std::string(name));
            return 0;
        }
        return *value;
    }

    void store(std::string_view name, std::int64_t value) {
        if (counts() && !variables_.set_variable(name, value)) {
            fail(std::string(name) + " may not be changed", "another name");
        }
    }

    void fail_overflow() {
        if (counts()) fail("the result does not fit into 64 bits", "a value between -2^63 and 2^63-1");
    }

    std::int64_t power(std::int64_t base, std::int64_t exponent) {
        if (exponent < 0) {
            fail("a negative power is not an integer", "an exponent of 0 or more");
            return 0;
        }
        std::int64_t result = 1;
        // Square and multiply; what would overflow is only computed when it is still needed.
        while (exponent > 0) {
            if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) fail_overflow();
            exponent >>= 1;
            if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) fail_overflow();
            if (error_) return 0;
        }
        return result;
    }

    std::int64_t divide(bool remainder, std::int64_t left, std::int64_t right) {
        if (right == 0) {
            fail("division by zero", "a divisor that is not 0");
            return 0;
        }
        if (left == kLowest && right == -1) {
            if (!remainder) fail_overflow();
            return 0;
        }
        return remainder ? left % right : left / right;
    }

    std::int64_t shift(bool to_left, std::int64_t left, std::int64_t right) {
        if (right < 0 || right > 63) {
            fail("a shift by " + std::to_string(right) + " bits", "0 to 63 bits");
            return 0;
        }
        if (!to_left) return left >> right;
        const std::int64_t result = static_cast<std::int64_t>(static_cast<std::uint64_t>(left) << right);
        if (result >> right != left) fail_overflow();
        return result;
    }

    std::int64_t apply(std::string_view operation, std::int64_t left, std::int64_t right) {
        if (!counts()) return 0;
        std::int64_t result = 0;
        if (operation == "+") {
            if (__builtin_add_overflow(left, right, &result)) fail_overflow();
        } else if (operation == "-") {
            if (__builtin_sub_overflow(left, right, &result)) fail_overflow();
        } else if (operation == "*") {
            if (__builtin_mul_overflow(left, right, &result)) fail_overflow();
        } else if (operation == "**") {
            result = power(left, right);
        } else if (operation == "/" || operation == "%") {
            result = divide(operation == "%", left, right);
        } else if (operation == "<<" || operation == ">>") {
            result = shift(operation == "<<", left, right);
        } else if (operation == "&") {
            result = left & right;
        } else if (operation == "|") {
            result = left | right;
        } else if (operation == "^") {
            result = left ^ right;
        } else {
            result = compare(operation, left, right) ? 1 : 0;
        }
        return error_ ? 0 : result;
    }

    static bool compare(std::string_view operation, std::int64_t left, std::int64_t right) {
        if (operation == "==") return left == right;
        if (operation == "!=") return left != right;
        if (operation == "<") return left < right;
        if (operation == ">") return left > right;
        if (operation == "<=") return left <= right;
        if (operation == ">=") return left >= right;
        if (operation == "&&") return left != 0 && right != 0;
        return left != 0 || right != 0;
    }

    std::string_view text_;
    ArithmeticVariables& variables_;
    std::size_t offset_ = 0;
    std::size_t depth_ = 0;
    std::size_t skipping_ = 0;  // inside a branch that is not taken: nothing counts
    std::optional<ArithmeticError> error_;
};

std::optional<std::int64_t> parse_digits(std::string_view digits, bool negative, int base) {
    std::uint64_t magnitude = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stopped, problem] = std::from_chars(digits.data(), end, magnitude, base);
    if (digits.empty() || stopped != end || problem != std::errc{}) return std::nullopt;
    const std::uint64_t most =
        static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) + (negative ? 1 : 0);
    if (magnitude > most) return std::nullopt;
    return static_cast<std::int64_t>(negative ? std::uint64_t{0} - magnitude : magnitude);
}

bool take_sign(std::string_view& text) {
    if (text.empty() || (text[0] != '-' && text[0] != '+')) return false;
    const bool negative = text[0] == '-';
    text.remove_prefix(1);
    return negative;
}

}  // namespace

ArithmeticResult evaluate_arithmetic(std::string_view expression, ArithmeticVariables& variables) {
    return Evaluator(expression, variables).run();
}

std::optional<std::int64_t> parse_shell_number(std::string_view text) {
    const bool negative = take_sign(text);
    if (text.starts_with("0x") || text.starts_with("0X")) return parse_digits(text.substr(2), negative, 16);
    if (text.size() > 1 && text[0] == '0') return parse_digits(text.substr(1), negative, 8);
    return parse_digits(text, negative, 10);
}

std::optional<std::int64_t> parse_decimal(std::string_view text) {
    text = trim(text);
    const bool negative = take_sign(text);
    return parse_digits(text, negative, 10);
}

}  // namespace mountscope::shell
