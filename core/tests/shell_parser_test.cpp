// The parser: what is an error and where, what is only unfinished, what people paste.

#include "core/text/shell_parser.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "core/tests/shell_test_host.hpp"
#include "core/text/shell_braces.hpp"

namespace mountscope::test {

namespace {

struct Wrong {
    std::string text;
    std::size_t line, column;
    std::string what, expected;  // parts of them
};

std::vector<std::string> words_of(const std::string& text) {
    RecordingHost host;
    run_shell(host, "for word in " + text + "\ndo printf '%s\\n' \"$word\"\ndone");
    std::vector<std::string> words;
    std::size_t begin = 0;
    for (std::size_t end = host.output.find('\n'); end != std::string::npos;
         end = host.output.find('\n', begin)) {
        words.push_back(host.output.substr(begin, end - begin));
        begin = end + 1;
    }
    CHECK(host.error == "");
    return words;
}

}  // namespace

TEST_CASE("an error says where, what, and what would be right") {
    const std::vector<Wrong> all = {
        {"done", 1, 1, "`done` is unexpected", "`do` before it"},
        {"echo a\n  fi", 2, 3, "`fi` is unexpected", "then"},
        {"then", 1, 1, "`then` is unexpected", "`if` before it"},
        {"}", 1, 1, "`}` is unexpected", "`{` before it"},
        {"esac", 1, 1, "`esac` is unexpected", "`case`"},
        {"if true; fi", 1, 10, "`fi` is unexpected", "`if ...; then`"},
        {"if true; then fi", 1, 15, "`fi` is unexpected", "a command behind `then`"},
        {"while true; done", 1, 13, "`done` is unexpected", "`do` before it"},
        {"for i in 1 2 do echo; done", 1, 23, "`done`", "`do` for the `for` of line 1"},
        {"for 1x in a; do :; done", 1, 5, "`1x` is not a variable's name", "without $"},
        {"for $i in a; do :; done", 1, 5, "is not a variable's name", "without $"},
        {"sleep 1 &", 1, 9, "in the background", "one command runs after the other"},
        {"a & b", 1, 3, "in the background", "`;`"},
        {"; echo", 1, 1, "`;` is unexpected", "a command"},
        {"echo ;; echo", 1, 6, "`;;` is unexpected", "between commands"},
        {"| cat", 1, 1, "`|` is unexpected", "a command before it"},
        {"a && && b", 1, 6, "`&&` is unexpected", "a command"},
        {"a || ; b", 1, 6, "`;` is unexpected", "a command"},
        {"x=(1 2 3)", 1, 3, "arrays are not known", "x=\"a b c\""},
        {"echo a (b)", 1, 8, "`(` is unexpected", "quotes around it"},
        {"diff <(a) b", 1, 6, "`<(...)`", "a pipe"},
        {"echo ${x/a/b}", 1, 6, "this form of ${...}", "${name:-text}"},
        {"echo ${}", 1, 6, "without a name", "${name}"},
        {"echo $[1+2]", 1, 6, "`$[`", "$((1 + 2))"},
        {"cat < ", 1, 7, "ends too early", "a file name"},
        {"cat <<a$x\na", 1, 8, "the end of a text", "<<EOF"},
        {"echo > ;", 1, 8, "`;` is unexpected", "a file name behind `>`"},
        {"f() echo", 1, 5, "`echo` is unexpected", "`{`"},
        {"case x in a) echo;; b echo;; esac", 1, 23, "`echo` is unexpected", "`)` behind the pattern"},
        {"echo `done`", 1, 7, "`done` is unexpected", "`do` before it"},
        {"x=`echo \\`fi\\``", 1, 11, "`fi` is unexpected", "`if"},
        {"echo \"$(fi)\"", 1, 9, "`fi` is unexpected", "then"},
        {"! ! true", 1, 3, "`!` is unexpected", "one `!`"},
        {"for ((i=0; i<3)); do :; done", 1, 1, "three expressions", "for ((i = 0; i < 5; i++))"},
        {"echo $(( ${x:-))} ))", 1, 9, "does not end where its `))` is", "balanced"},
        {"ä ö done\ndone", 2, 1, "`done`", ""},
        {"äöü; done", 1, 6, "`done`", ""},
        {std::string("echo \x01", 6), 1, 6, "control character 0x01", "plain text"},
        {"echo \xff", 1, 6, "0xFF is not part of UTF-8", ""},
        {"echo a\xc3", 1, 7, "0xC3 is not part of UTF-8", ""},
        {"echo a\rb", 1, 7, "control character 0x0D", ""},
    };
    for (const Wrong& wrong : all) {
        CAPTURE(wrong.text);
        const ParseResult result = parse_shell(wrong.text);
        REQUIRE(result.error);
        CHECK(result.error->line == wrong.line);
        CHECK(result.error->column == wrong.column);
        CHECK_MESSAGE(result.error->what.find(wrong.what) != std::string::npos, result.error->what);
        CHECK_MESSAGE(result.error->expected.find(wrong.expected) != std::string::npos,
                      result.error->expected);
        CHECK(result.program.list.items.empty());
    }
    CHECK(format_shell_error("sh", {3, 5, "a is b", "c"}) ==
          "sh: line 3, column 5: a is b; right would be: c");
}

TEST_CASE("what is only unfinished asks for more") {
    for (const std::string text : {"for i in 1 2",
                                   "for i in 1 2; do",
                                   "for i in 1; do echo",
                                   "while true",
                                   "if true; then",
                                   "if a; then b; else c",
                                   "echo 'a",
                                   "echo \"a",
                                   "echo `a",
                                   "echo $(a",
                                   "echo ${x",
                                   "echo ${x:-a",
                                   "echo $((1 + 2",
                                   "a &&",
                                   "a ||",
                                   "a |",
                                   "{ a",
                                   "( a",
                                   "f() {",
                                   "f()",
                                   "case x",
                                   "case x in",
                                   "case x in a)",
                                   "cat <<EOF\ntext",
                                   "cat <<EOF",
                                   "echo \\",
                                   "((1",
                                   "for ((i=0",
                                   "if true; then\n  echo \"a",
                                   "for",
                                   "echo \"$(echo 'a",
                                   "$'abc",
                                   "function f"}) {
        CAPTURE(text);
        const ParseResult result = parse_shell(text);
        CHECK(result.error);
        CHECK(result.incomplete);
    }
    // However much follows, these stay wrong.
    for (const std::string text :
         {"echo `a 'b`", "echo `echo $(`", "cat <<EOF\n$(echo 'a\nEOF\n", "done", "echo )"}) {
        CAPTURE(text);
        const ParseResult result = parse_shell(text);
        CHECK(result.error);
        CHECK_FALSE(result.incomplete);
    }
    for (const std::string text : {"", "\n\n", "# only a comment", "echo a; ", "  \t", "a && b\n",
                                   "for i in 1; do :; done", "echo \\\n"}) {
        CAPTURE(text);
        const ParseResult result = parse_shell(text);
        CHECK_FALSE(result.error);
        CHECK_FALSE(result.incomplete);
    }
}

TEST_CASE("limits of the parser") {
    ShellLimits limits;
    limits.input_bytes = 1'000;
    CHECK(parse_shell(std::string(1'001, 'a'), limits).error->what.find("1001 bytes") != std::string::npos);
    CHECK_FALSE(parse_shell(std::string(1'000, 'a'), limits).error);

    limits = {};
    limits.input_words = 10;
    CHECK_FALSE(parse_shell("a b c; d $(e f)", limits).error);
    CHECK(parse_shell("a b c; d $(e f) g h", limits).error->what.find("too many words") != std::string::npos);

    const auto nested = [](const std::string& open, const std::string& inside, const std::string& close,
                           std::size_t depth) {
        std::string text;
        for (std::size_t i = 0; i < depth; ++i) text += open;
        text += inside;
        for (std::size_t i = 0; i < depth; ++i) text += close;
        return parse_shell(text);
    };
    const std::vector<std::vector<std::string>> constructs = {
        {"( ", "true", " )"},
        {"{ ", "true", "; }"},
        {"if true; then ", "true", "; fi"},
        {"while true; do ", "true", "; done"},
        {"for i in 1; do ", "true", "; done"},
        {"case x in x) ", "true", ";; esac"},
        {"echo $(", "true", ")"},
        {"echo \"$(", "true", ")\""},
        {"echo ${x:-", "a", "}"},
        {"f() { ", "true", "; }"},
        {"echo $(( 1 + ", "1", " ))"},
    };
    for (const auto& construct : constructs) {
        CAPTURE(construct[0]);
        CHECK_FALSE(nested(construct[0], construct[1], construct[2], 20).error);
        for (const std::size_t depth : {200U, 20'000U}) {
            const ParseResult result = nested(construct[0], construct[1], construct[2], depth);
            REQUIRE(result.error);
            CHECK_FALSE(result.incomplete);
            CHECK(result.error->what.find("nested too deeply") != std::string::npos);
        }
    }
    // Long rows of one level are no nesting.
    std::string row = "true";
    for (int i = 0; i < 20'000; ++i) row += " && true";
    CHECK_FALSE(parse_shell(row).error);
    std::string branches = "if a; then b";
    for (int i = 0; i < 20'000; ++i) branches += "; elif a; then b";
    CHECK_FALSE(parse_shell(branches + "; fi").error);
}

TEST_CASE("texts that made naive parsers slow are read at once") {
    const std::size_t count = 300'000;
    for (const std::string piece :
         {"(",  "((",   "{",   "{a,",  "$(",  "$((",   "${",     "`",  "\\`", "'",
          "\"", "<<a ", "a\n", "\\\n", "#\n", "{a,b}", "{1..2}", "$x", "x=",  "!"}) {
        CAPTURE(piece);
        std::string text;
        while (text.size() + piece.size() < count) text += piece;
        const ParseResult result = parse_shell(text);
        (void)result;
    }
}

TEST_CASE("pasted terminal sessions") {
    RecordingHost host;
    CHECK(run_shell(host,
                    "$ mount --bind /a /b\n$ cat run.sh\nroot@host:~# umount /b\n# a comment\n$ for i in 1 "
                    "2; do\n> touch /f$i\n> done\n$ \n  $ sync\n") == 0);
    CHECK(host.commands ==
          std::vector<std::string>{"mount --bind /a /b", "umount /b", "touch /f1", "touch /f2"});
    CHECK(host.error == "");
    // The columns are those of what was pasted.
    CHECK(host.positions[0].column == 3);
    CHECK(host.positions[1] == ShellPosition{3, 14});
    CHECK(printed("$x echo a") == "a\n");
    CHECK(printed("echo a\r\nif true\r\nthen echo b\r\nfi\r\n") == "a\nb\n");
    CHECK(printed("echo\xC2\xA0no\xC2\xA0"
                  "break") == "no break\n");
}

TEST_CASE("braces") {
    CHECK(words_of("{1..5}") == std::vector<std::string>{"1", "2", "3", "4", "5"});
    CHECK(words_of("{5..1..2}") == std::vector<std::string>{"5", "3", "1"});
    CHECK(words_of("{08..10}") == std::vector<std::string>{"08", "09", "10"});
    CHECK(words_of("{-1..1}") == std::vector<std::string>{"-1", "0", "1"});
    CHECK(words_of("{a..e..2}") == std::vector<std::string>{"a", "c", "e"});
    CHECK(words_of("/mnt/{a,b}/{1..2}") ==
          std::vector<std::string>{"/mnt/a/1", "/mnt/a/2", "/mnt/b/1", "/mnt/b/2"});
    CHECK(words_of("a{b,c{d,e},f}g") == std::vector<std::string>{"abg", "acdg", "aceg", "afg"});
    CHECK(words_of("a{,b}") == std::vector<std::string>{"a", "ab"});
    CHECK(words_of("{{a,b}") == std::vector<std::string>{"{a", "{b"});
    CHECK(words_of("{a,b}}") == std::vector<std::string>{"a}", "b}"});
    CHECK(words_of("{a} {} {1..} {1..a} x{1..2x} {1.5..2}") ==
          std::vector<std::string>{"{a}", "{}", "{1..}", "{1..a}", "x{1..2x}", "{1.5..2}"});
    CHECK(words_of("'{a,b}' \"{a,b}\" \\{a,b} {a\\,b} $((1)){2,3}") ==
          std::vector<std::string>{"{a,b}", "{a,b}", "{a,b}", "{a,b}", "12", "13"});
    CHECK(printed("x={a,b}; echo $x; set -- {1..3}; echo $#") == "{a,b}\n3\n");
    CHECK(printed("x=2; echo {1..$x} {$x,3}") == "{1..2} 2 3\n");
    ShellLimits limits;
    limits.brace_words = 10;
    CHECK_FALSE(parse_shell("echo {1..10}", limits).error);
    for (const std::string text : {"echo {1..11}", "echo {1..9}; echo {1..9}", "echo {1,2}{1,2}{1,2}{1,2}",
                                   "echo {1..1000000000}", "for i in {1..11}; do :; done"}) {
        CAPTURE(text);
        const ParseResult result = parse_shell(text, limits);
        REQUIRE(result.error);
        CHECK(result.error->expected.find("at most 10 words") != std::string::npos);
    }
    std::string deep;
    for (int i = 0; i < 10'000; ++i) deep += "{a,";
    deep += std::string(10'000, '}');
    CHECK(parse_shell("echo " + deep).error->what.find("nested too deeply") != std::string::npos);
}

TEST_CASE("which arguments a text uses") {
    CHECK(parse_shell("echo a").program.arguments_used == 0);
    CHECK(parse_shell("for i in `seq $1`; do :; done").program.arguments_used == 1);
    CHECK(parse_shell("echo ${3:-x} \"$(echo $2)\" $12").program.arguments_used == 3);
    CHECK(parse_shell("f() { echo $4; }; f $1").program.arguments_used == 1);
    CHECK(parse_shell("cat <<EOF\n$2\nEOF").program.arguments_used == 2);
}

}  // namespace mountscope::test
