// echo, printf, seq, expr, test, and the filters.

#include "core/text/shell_builtins.hpp"

#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <vector>

#include "core/text/shell_filters.hpp"

namespace mountscope::shell {

namespace {

std::string seq(Words words) {
    words.insert(words.begin(), "seq");
    const BuiltinResult result = run_seq(words, ShellLimits{});
    return result.output + result.error;
}

std::string print(Words words) {
    words.insert(words.begin(), "printf");
    const BuiltinResult result = run_printf(words, ShellLimits{});
    return result.output + (result.error.empty() ? "" : "!" + result.error);
}

int test(Words words) {
    words.insert(words.begin(), "test");
    return run_test(words,
                    [](std::string_view path) {
                        return path == "/d"   ? PathKind::kDirectory
                               : path == "/f" ? PathKind::kFile
                                              : PathKind::kMissing;
                    })
        .status;
}

std::string expr(Words words) {
    words.insert(words.begin(), "expr");
    const BuiltinResult result = run_expr(words);
    return result.output + result.error;
}

std::string filter(const Words& words, std::string_view text) {
    const BuiltinResult result = FilterCall::read(words).run(text, std::numeric_limits<std::size_t>::max());
    return result.output + result.error;
}

}  // namespace

TEST_CASE("echo") {
    const auto echo = [](Words words) {
        words.insert(words.begin(), "echo");
        return run_echo(words).output;
    };
    CHECK(echo({}) == "\n");
    CHECK(echo({"a", "b  c"}) == "a b  c\n");
    CHECK(echo({"-n", "umount -l /mnt/1 -> "}) == "umount -l /mnt/1 -> ");
    CHECK(echo({"-e", "a\\tb\\n\\x41\\0101\\\\"}) == "a\tb\nAA\\\n");
    CHECK(echo({"-ne", "a\\cb", "c"}) == "a");
    CHECK(echo({"a\\tb"}) == "a\\tb\n");
    CHECK(echo({"-x", "-n"}) == "-x -n\n");
    CHECK(echo({"-e", "\\xff\\0777\\q"}) == "\\xff\\0777\\q\n");
}

TEST_CASE("seq") {
    CHECK(seq({"3"}) == "1\n2\n3\n");
    CHECK(seq({"2", "4"}) == "2\n3\n4\n");
    CHECK(seq({"5", "-2", "0"}) == "5\n3\n1\n");
    CHECK(seq({"0"}) == "");
    CHECK(seq({"-s", ", ", "3"}) == "1, 2, 3\n");
    CHECK(seq({"-s:", "2"}) == "1:2\n");
    CHECK(seq({"-w", "9", "11"}) == "09\n10\n11\n");
    CHECK(seq({"-w", "-1", "10"}).starts_with("-1\n00\n"));
    CHECK(seq({"9223372036854775806", "9223372036854775807"}) ==
          "9223372036854775806\n9223372036854775807\n");
    CHECK(seq({"-9223372036854775808", "9223372036854775807", "9223372036854775807"}) ==
          "-9223372036854775808\n-1\n9223372036854775806\n");
    CHECK(seq({}).find("a number is missing") != std::string::npos);
    CHECK(seq({"x"}).find("`x` is not a whole number") != std::string::npos);
    CHECK(seq({"1", "0", "3"}).find("never end") != std::string::npos);
    CHECK(seq({"1000000000000"}).find("more than 200000 numbers") != std::string::npos);
    CHECK(seq({"1", "2", "3", "4"}).find("too many") != std::string::npos);
}

TEST_CASE("printf") {
    CHECK(print({"%s-%d\\n", "a", "1", "b", "2"}) == "a-1\nb-2\n");
    CHECK(print({"[%5s|%-5s|%.2s]", "ab", "cd", "xyz"}) == "[   ab|cd   |xy]");
    CHECK(print({"%05d %+d % d %x %X %#x %o %u", "42", "1", "2", "255", "255", "255", "8", "7"}) ==
          "00042 +1  2 ff FF 0xff 10 7");
    CHECK(print({"%d %d", "-5", "0x10"}) == "-5 16");
    CHECK(print({"%.3d|%5.3d", "5", "-5"}) == "005| -005");
    CHECK(print({"%c%c", "xyz", "\xC3\xA4q"}) == "x\xC3\xA4");
    CHECK(print({"%b|%s", "a\\nb", "a\\nb"}) == "a\nb|a\\nb");
    CHECK(print({"%%|%s|\\101"}) == "%||A");
    CHECK(print({"%*d", "5", "42"}) == "   42");
    CHECK(print({"a\\cb"}) == "a");
    CHECK(print({"%d", "'A"}) == "65");
    CHECK(print({"%d", "x"}).find("!printf: `x` is not a number") != std::string::npos);
    CHECK(print({"%q"}).find("is not known") != std::string::npos);
    CHECK(print({}).find("a format is missing") != std::string::npos);
    CHECK(print({"%99999999s", "a"}).size() <= 1'001);
}

TEST_CASE("test") {
    CHECK(test({"a", "=", "a"}) == 0);
    CHECK(test({"a", "!=", "a"}) == 1);
    CHECK(test({"1", "-lt", "2"}) == 0);
    CHECK(test({"10", "-gt", "9"}) == 0);
    CHECK(test({"-1", "-le", " 1 "}) == 0);
    CHECK(test({"", "-eq", "0"}) == 2);
    CHECK(test({"x", "-eq", "1"}) == 2);
    CHECK(test({}) == 1);
    CHECK(test({""}) == 1);
    CHECK(test({"-n"}) == 0);
    CHECK(test({"-z"}) == 0);
    CHECK(test({"-n", "-n"}) == 0);
    CHECK(test({"-n", "=", "-n"}) == 0);
    CHECK(test({"!", "a"}) == 1);
    CHECK(test({"!", ""}) == 0);
    CHECK(test({"!", "a", "=", "b"}) == 0);
    CHECK(test({"(", "a", ")"}) == 0);
    CHECK(test({"-d", "/d"}) == 0);
    CHECK(test({"-d", "/f"}) == 1);
    CHECK(test({"-f", "/f"}) == 0);
    CHECK(test({"-e", "/x"}) == 1);
    CHECK(test({"-e", "/f", "-a", "-d", "/d"}) == 0);
    CHECK(test({"-e", "/x", "-o", "(", "!", "-e", "/x", ")"}) == 0);
    CHECK(test({"a", "b", "c"}) == 2);
    CHECK(test({"a", "b"}) == 2);
    CHECK(test({"a", "=", "b", "-a"}) == 2);
    const auto ask = [](std::string_view) { return PathKind::kMissing; };
    CHECK(run_test({"[", "a", "]"}, ask).status == 0);
    CHECK(run_test({"[", "a"}, ask).error == "[: `]` is missing at the end");
    CHECK(run_test({"[[", "a", "==", "a", "]]"}, ask).status == 0);
    CHECK(run_test({"[[", "a"}, ask).error.find("two [ ... ]") != std::string::npos);
    Words deep(5'000, "(");
    CHECK(test(deep) == 2);
    CHECK(test(Words(5'000, "!")) <= 2);
}

TEST_CASE("expr") {
    CHECK(expr({"1", "+", "2", "*", "3"}) == "7\n");
    CHECK(expr({"(", "1", "+", "2", ")", "*", "3"}) == "9\n");
    CHECK(expr({"10", "-", "2", "-", "3"}) == "5\n");
    CHECK(expr({"7", "/", "2"}) == "3\n");
    CHECK(expr({"a", "<", "b"}) == "1\n");
    CHECK(expr({"10", "<", "9"}) == "0\n");
    CHECK(expr({"0", "|", "5"}) == "5\n");
    CHECK(expr({"3", "&", "0"}) == "0\n");
    CHECK(expr({"length",
                "\xC3\xA4"
                "b"}) == "2\n");
    CHECK(run_expr({"expr", "0"}).status == 1);
    CHECK(run_expr({"expr", "1", "-", "1"}).status == 1);
    CHECK(expr({"1", "/", "0"}) == "expr: division by zero");
    CHECK(expr({"9223372036854775807", "+", "1"}).find("64 bits") != std::string::npos);
    CHECK(expr({"a", "+", "1"}) == "expr: `a` is not a whole number");
    CHECK(expr({"1", "+"}).find("missing") != std::string::npos);
    CHECK(expr({"1", "2"}).find("unexpected") != std::string::npos);
    CHECK(expr({"a", ":", "b"}).find("not known") != std::string::npos);
    CHECK(expr(Words(5'000, "(")).find("nested") != std::string::npos);
}

TEST_CASE("basename and dirname") {
    CHECK(run_basename({"basename", "/a/b.txt", ".txt"}).output == "b\n");
    CHECK(run_basename({"basename", "/"}).output == "/\n");
    CHECK(run_dirname({"dirname", "/a//b/"}).output == "/a\n");
    CHECK(run_dirname({"dirname", "a"}).output == ".\n");
    CHECK(run_dirname({"dirname", "/a"}).output == "/\n");
}

TEST_CASE("filters") {
    const std::string text = "1 0 / / root\n2 1 /mnt / a shared:1\n3 2 /mnt/1 / b\n";
    CHECK(filter({"cat"}, text) == text);
    CHECK(filter({"cat", "-n"}, "a\nb\n") == "     1\ta\n     2\tb\n");
    CHECK(filter({"grep", "/mnt"}, text) == "2 1 /mnt / a shared:1\n3 2 /mnt/1 / b\n");
    CHECK(filter({"grep", "-c", "/mnt"}, text) == "2\n");
    CHECK(filter({"grep", "-vn", "mnt"}, text) == "1:1 0 / / root\n");
    CHECK(filter({"grep", "-e", "root", "-e", "shared"}, text).size() > 20);
    CHECK(filter({"grep", "-m1", "mnt"}, text) == "2 1 /mnt / a shared:1\n");
    CHECK(filter({"grep", "-q", "mnt"}, text) == "");
    CHECK(FilterCall::read({"grep", "-q", "x"}).run(text, 1'000'000).status == 1);
    CHECK(filter({"egrep", "root|b$"}, text) == "1 0 / / root\n3 2 /mnt/1 / b\n");
    CHECK(filter({"head", "-n", "1"}, text) == "1 0 / / root\n");
    CHECK(filter({"head", "-2"}, text) == filter({"head", "-n-1"}, text));
    CHECK(filter({"tail", "-1"}, text) == "3 2 /mnt/1 / b\n");
    CHECK(filter({"tail", "-n", "+3"}, text) == "3 2 /mnt/1 / b\n");
    CHECK(filter({"wc", "-l"}, text) == "3\n");
    CHECK(filter({"wc"}, "a b\nc\n") == "2 3 6\n");
    CHECK(filter({"sort", "-r"}, "b\na\nc\n") == "c\nb\na\n");
    CHECK(filter({"sort", "-nu"}, "10\n9\n10\n") == "9\n10\n");
    CHECK(filter({"uniq", "-c"}, "a\na\nb\n") == "2 a\n1 b\n");
    CHECK(filter({"cut", "-d", " ", "-f", "5"}, text) == "root\na\nb\n");
    CHECK(filter({"cut", "-d:", "-f2-3,5"}, "a:b:c:d:e\nnone\n") == "b:c:e\nnone\n");
    CHECK(filter({"cut", "-d", " "}, text).find("fields are missing") != std::string::npos);
    CHECK(filter({"grep"}, text).find("is missing") != std::string::npos);
    CHECK(filter({"grep", "-Z", "x"}, text).find("`-Z` is not known") != std::string::npos);
    CHECK(filter({"head", "-n", "x"}, text).find("not a number of lines") != std::string::npos);
    CHECK(filter({"head", "-n", "-9223372036854775808"}, text).find("not a number of lines") !=
          std::string::npos);
    CHECK(FilterCall::read({"grep", "a", "/x", "/y"}).files == Words{"/x", "/y"});
    CHECK(FilterCall::read({"grep", std::string(1'000, 'a')})
              .run(std::string(10'000, 'a'), 1'000)
              .error.find("too much") != std::string::npos);
}

}  // namespace mountscope::shell
