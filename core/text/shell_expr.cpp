// expr: whole numbers, comparisons, | and &, brackets, `length WORD`.

#include <optional>
#include <string>
#include <utility>

#include "core/text/shell_arithmetic.hpp"
#include "core/text/shell_builtins.hpp"
#include "core/text/shell_pattern.hpp"

namespace mountscope::shell {

namespace {

constexpr std::size_t kMostNesting = 100;

class Expression {
  public:
    explicit Expression(const Words& words) : words_(words) {}

    BuiltinResult run() {
        std::string value = binary(0);
        if (error_.empty() && next_ < words_.size()) fail("`" + words_[next_] + "` is unexpected");
        if (!error_.empty()) return {2, "", "expr: " + error_};
        return {is_null(value) ? 1 : 0, value + "\n", ""};
    }

  private:
    static bool is_null(const std::string& value) {
        return value.empty() || parse_decimal(value) == std::optional<std::int64_t>(0);
    }
    void fail(std::string what) {
        if (error_.empty()) error_ = std::move(what);
        next_ = words_.size();
    }

    static int level_of(const std::string& word) {
        if (word == "|") return 1;
        if (word == "&") return 2;
        if (word == "=" || word == "==" || word == "!=" || word == "<" || word == "<=" || word == ">" ||
            word == ">=")
            return 3;
        if (word == "+" || word == "-") return 4;
        if (word == "*" || word == "/" || word == "%") return 5;
        return 0;
    }

    std::string binary(int lowest) {
        if (++depth_ > kMostNesting) fail("nested too deeply");
        std::string left = primary();
        while (error_.empty() && next_ < words_.size()) {
            const std::string& operation = words_[next_];
            if (operation == ":") {
                fail("`:` (patterns) is not known here; ${name#pattern} and ${name%pattern} take parts off");
                break;
            }
            const int level = level_of(operation);
            if (level == 0 || level <= lowest) break;
            ++next_;
            const std::string right = binary(level);
            if (error_.empty()) left = apply(operation, left, right);
        }
        --depth_;
        return left;
    }

    std::string primary() {
        if (next_ >= words_.size()) {
            fail("a word is missing at the end");
            return {};
        }
        const std::string& word = words_[next_++];
        if (word == "(") {
            std::string value = binary(0);
            if (error_.empty() && (next_ >= words_.size() || words_[next_] != ")")) fail("a `)` is missing");
            ++next_;
            return value;
        }
        if (word == "length" && next_ < words_.size()) {
            const std::string& text = words_[next_++];
            std::size_t count = 0;
            for (std::size_t i = 0; i < text.size(); i += character_at(text, i).size()) ++count;
            return std::to_string(count);
        }
        return word;
    }

    std::string apply(const std::string& operation, const std::string& left, const std::string& right) {
        if (operation == "|") return is_null(left) ? (is_null(right) ? "0" : right) : left;
        if (operation == "&") return is_null(left) || is_null(right) ? "0" : left;
        const std::optional<std::int64_t> a = parse_decimal(left);
        const std::optional<std::int64_t> b = parse_decimal(right);
        if (level_of(operation) == 3) {
            const int order = a && b ? (*a < *b ? -1 : *a > *b ? 1 : 0) : left.compare(right);
            return compare(operation, order) ? "1" : "0";
        }
        if (!a || !b) {
            fail("`" + (a ? right : left) + "` is not a whole number");
            return {};
        }
        return calculate(operation[0], *a, *b);
    }

    static bool compare(const std::string& operation, int order) {
        if (operation == "!=") return order != 0;
        if (operation == "<") return order < 0;
        if (operation == "<=") return order <= 0;
        if (operation == ">") return order > 0;
        if (operation == ">=") return order >= 0;
        return order == 0;
    }

    std::string calculate(char operation, std::int64_t a, std::int64_t b) {
        std::int64_t result = 0;
        bool overflows = false;
        if (operation == '+') {
            overflows = __builtin_add_overflow(a, b, &result);
        } else if (operation == '-') {
            overflows = __builtin_sub_overflow(a, b, &result);
        } else if (operation == '*') {
            overflows = __builtin_mul_overflow(a, b, &result);
        } else if (b == 0) {
            fail("division by zero");
        } else if (b == -1) {
            overflows = operation == '/' && __builtin_sub_overflow(std::int64_t{0}, a, &result);
        } else {
            result = operation == '/' ? a / b : a % b;
        }
        if (overflows) fail("the result does not fit into 64 bits");
        return std::to_string(result);
    }

    const Words& words_;
    std::size_t next_ = 1;
    std::size_t depth_ = 0;
    std::string error_;
};

}  // namespace

BuiltinResult run_expr(const Words& words) {
    if (words.size() < 2) return {2, "", "expr: an expression is missing: expr 1 + 2"};
    return Expression(words).run();
}

}  // namespace mountscope::shell
