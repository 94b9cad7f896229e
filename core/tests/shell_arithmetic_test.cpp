// Arithmetic, patterns and regular expressions of the shell language.

#include "core/text/shell_arithmetic.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <map>
#include <string>

#include "core/text/shell_pattern.hpp"
#include "core/text/shell_regex.hpp"

namespace mountscope::shell {

namespace {

class Variables final : public ArithmeticVariables {
  public:
    std::optional<std::string> get_variable(std::string_view name) override {
        const auto found = values.find(std::string(name));
        return found == values.end() ? std::nullopt : std::optional(found->second);
    }
    bool set_variable(std::string_view name, std::int64_t value) override {
        if (name == "fixed") return false;
        values[std::string(name)] = std::to_string(value);
        return true;
    }
    std::map<std::string, std::string> values;
};

std::int64_t value(std::string_view text, Variables& variables) {
    const ArithmeticResult result = evaluate_arithmetic(text, variables);
    CHECK_MESSAGE(!result.error, text, ": ", result.error ? result.error->what : "");
    return result.value;
}

std::int64_t value(std::string_view text) {
    Variables variables;
    return value(text, variables);
}

std::string problem(std::string_view text) {
    Variables variables;
    variables.values["word"] = "abc";
    const ArithmeticResult result = evaluate_arithmetic(text, variables);
    return result.error ? std::to_string(result.error->column) + ": " + result.error->what : "";
}

bool grep(std::string_view expression, std::string_view line, LineRegex::Kind kind = LineRegex::Kind::kBasic,
          LineRegex::Options options = {}) {
    const LineRegex regex(expression, kind, options);
    CHECK(regex.error() == "");
    return regex.matches(line);
}

}  // namespace

TEST_CASE("precedence and grouping are C's") {
    CHECK(value("1+2*3") == 7);
    CHECK(value("(1+2)*3") == 9);
    CHECK(value("2 ** 3 ** 2") == 512);
    CHECK(value("2 ** 10 - 1") == 1023);
    CHECK(value("-2 ** 2") == 4);
    CHECK(value("10 - 4 - 3") == 3);
    CHECK(value("100 / 10 / 5 % 2") == 0);
    CHECK(value("1 << 3 + 1") == 16);
    CHECK(value("1 | 2 ^ 3 & 2") == 1);
    CHECK(value("1 < 2 == 1") == 1);
    CHECK(value("1 ? 2 : 0 ? 3 : 4") == 2);
    CHECK(value("0 ? 2 : 0 ? 3 : 4") == 4);
    CHECK(value("!0 + !5 + ~0") == 0);
    CHECK(value("- - 5 + + 5") == 10);
    CHECK(value("--5") == 5);
    CHECK(value("1, 2, 3") == 3);
    CHECK(value("0 && 1 || 1") == 1);
    CHECK(value("3 >= 3 && 3 <= 3 && 3 != 4") == 1);
    CHECK(value("") == 0);
    CHECK(value(" \t\n 7 ") == 7);
    CHECK(value("0x1F + 017 + 0") == 46);
    CHECK(value("-7 / 2") == -3);
    CHECK(value("-7 % 3") == -1);
    CHECK(value("-8 >> 1") == -4);
}

TEST_CASE("variables, assignments, increments") {
    Variables variables;
    variables.values = {{"n", "5"}, {"h", "0x10"}, {"s", " 3 "}, {"e", ""}};
    CHECK(value("n + h + s + e + unset", variables) == 24);
    CHECK(value("x = n * 2", variables) == 10);
    CHECK(variables.values["x"] == "10");
    CHECK(value("x += 5, x -= 1, x *= 2, x /= 4, x %= 4", variables) == 3);
    CHECK(value("x <<= 4, x >>= 1, x |= 1, x &= 7, x ^= 3", variables) == 2);
    CHECK(value("x++ + x", variables) == 5);
    CHECK(value("++x * 10 + --x", variables) == 43);
    CHECK(value("x-- - x", variables) == 1);
    CHECK(value("a = b = 4", variables) == 4);
    CHECK(variables.values["a"] == "4");
    // What is not reached changes nothing and cannot fail.
    CHECK(value("0 && (n = 9)", variables) == 0);
    CHECK(value("1 || n++", variables) == 1);
    CHECK(value("1 ? 2 : n++ / 0", variables) == 2);
    CHECK(value("0 ? 1 / 0 : 3", variables) == 3);
    CHECK(variables.values["n"] == "5");
}

TEST_CASE("what C leaves undefined is an error, with its place") {
    CHECK(problem("1 / 0").find("division by zero") != std::string::npos);
    CHECK(problem("1 % 0").find("division by zero") != std::string::npos);
    for (const char* text : {"9223372036854775807 + 1", "-9223372036854775807 - 2", "9223372036854775807 * 2",
                             "2 ** 63", "3 ** 41", "1 << 63", "(-9223372036854775807 - 1) / -1",
                             "-(-9223372036854775807 - 1)", "9223372036854775807 - -1"}) {
        CAPTURE(text);
        CHECK(problem(text).find("does not fit into 64 bits") != std::string::npos);
    }
    CHECK(problem("2 ** -1").find("negative power") != std::string::npos);
    CHECK(problem("1 << 64").find("shift by 64") != std::string::npos);
    CHECK(problem("1 >> -1").find("shift by -1") != std::string::npos);
    CHECK(problem("fixed = 1").find("may not be changed") != std::string::npos);
    CHECK(problem("word + 1").find("word is `abc`") != std::string::npos);
    CHECK(problem("1 +") == "4: the expression ends too early");
    CHECK(problem("1 2") == "3: `2` is unexpected");
    CHECK(problem("\xC3\xA4") == "1: `\xC3\xA4` is unexpected");
    CHECK(problem("1 \xC3\xA4") == "3: `\xC3\xA4` is unexpected");
    CHECK(problem("(1 + 2").find("`(` is not closed") != std::string::npos);
    CHECK(problem("1 ? 2").find("`?` without `:`") != std::string::npos);
    CHECK(problem("08").find("is not a number") != std::string::npos);
    CHECK(problem("9223372036854775808").find("is not a number that fits") != std::string::npos);
    CHECK(problem("1.5").find("unexpected") != std::string::npos);
    CHECK(problem("* 2").find("1: `*` is unexpected") != std::string::npos);
    CHECK(value("9223372036854775807") == 9223372036854775807);
    CHECK(value("(-2) ** 63") == -9223372036854775807 - 1);
    CHECK(value("(-9223372036854775807 - 1) % -1") == 0);
}

TEST_CASE("deep expressions end in an error, long ones do not") {
    for (const char* piece : {"(", "-", "!", "~", "+ ", "1?", "x=", "2**", "1+(", "++", "- - "}) {
        std::string text;
        for (int i = 0; i < 20'000; ++i) text += piece;
        CAPTURE(piece);
        CHECK(problem(text + "1") != "");
    }
    std::string sum = "0";
    for (int i = 0; i < 10'000; ++i) sum += " + 1";
    CHECK(value(sum) == 10'000);
}

TEST_CASE("patterns") {
    const auto matches = [](std::string_view pattern, std::string_view text) {
        return ShellPattern(pattern).matches(text);
    };
    CHECK(matches("*", ""));
    CHECK(matches("a*c", "abbbc"));
    CHECK_FALSE(matches("a*c", "abbbcd"));
    CHECK(matches("a?c",
                  "a\xC3\xA4"
                  "c"));
    CHECK_FALSE(matches("a?c", "ac"));
    CHECK(matches("[a-c]x[!0-9]", "bxz"));
    CHECK_FALSE(matches("[a-c]x[!0-9]", "bx5"));
    CHECK(matches("[]x]", "]"));
    CHECK(matches("[x-]", "-"));
    CHECK(matches("[[:digit:][:upper:]]", "Q"));
    CHECK(matches("[\xC3\xA0-\xC3\xB6]", "\xC3\xA4"));
    CHECK(matches("[abc", "[abc"));
    CHECK(matches("\\*\\?", "*?"));
    CHECK_FALSE(matches("\\*", "x"));
    CHECK(matches("\\", "\\"));
    CHECK(*ShellPattern("*/").prefix_length("a/b/c", false) == 2);
    CHECK(*ShellPattern("*/").prefix_length("a/b/c", true) == 4);
    CHECK(*ShellPattern("/*").suffix_length("a/b/c", false) == 2);
    CHECK(*ShellPattern("/*").suffix_length("a/b/c", true) == 4);
    CHECK_FALSE(ShellPattern("x").prefix_length("abc", true));
    CHECK(*ShellPattern("?").suffix_length("a\xC3\xA4", false) == 2);
    std::string stars, text(20'000, 'a');
    for (int i = 0; i < 200; ++i) stars += "*a";
    const auto begin = std::chrono::steady_clock::now();
    CHECK_FALSE(matches(stars + "b", text));
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
    std::string literal;
    append_literal_pattern(literal, "a*[b]?\\-!^");
    CHECK(matches(literal, "a*[b]?\\-!^"));
}

TEST_CASE("regular expressions of grep") {
    CHECK(grep("shared", "1 0 / / shared:1"));
    CHECK_FALSE(grep("^shared", "1 shared"));
    CHECK(grep("^1 .*:1$", "1 0 / / shared:1"));
    CHECK(grep("/mnt/[0-9]*/", "/mnt/12/"));
    CHECK(grep("ab\\+c\\?d", "abbd"));
    CHECK(grep("a\\|^b", "xa"));
    CHECK_FALSE(grep("c\\|^b", "ab"));
    CHECK(grep("a+b", "aab", LineRegex::Kind::kExtended));
    CHECK_FALSE(grep("a+b", "aab"));
    CHECK(grep("a+b", "a+b"));
    CHECK(grep("x|yz?$", "ay", LineRegex::Kind::kExtended));
    CHECK(grep("a.b", "a.b", LineRegex::Kind::kFixed));
    CHECK_FALSE(grep("a.b", "axb", LineRegex::Kind::kFixed));
    CHECK(grep("MNT", "/mnt", LineRegex::Kind::kBasic, {true, false, false}));
    CHECK(grep("[A-Z]NT", "/mnt", LineRegex::Kind::kBasic, {true, false, false}));
    CHECK_FALSE(grep("mn", "mnt", LineRegex::Kind::kBasic, {false, true, false}));
    CHECK(grep("mnt", "/mnt/1", LineRegex::Kind::kBasic, {false, false, true}));
    CHECK_FALSE(grep("mnt", "/mnt1", LineRegex::Kind::kBasic, {false, false, true}));
    CHECK(grep("*a", "*a"));
    CHECK(grep("", "anything"));
    CHECK(grep("\\.", "a.b"));
    CHECK_FALSE(grep("\\.", "ab"));
    CHECK(LineRegex("\\(a\\)", LineRegex::Kind::kBasic, {}).error() != "");
    CHECK(LineRegex("(a)", LineRegex::Kind::kExtended, {}).error() != "");
    CHECK(LineRegex("a{2}", LineRegex::Kind::kExtended, {}).error() != "");
}

}  // namespace mountscope::shell
