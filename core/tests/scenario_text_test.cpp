// The scenario language: what is read, and what is told when it can't be.

#include <doctest/doctest.h>
#include <map>

#include "core/tests/support.hpp"
#include "core/text/compact.hpp"
#include "core/text/scenario.hpp"

using namespace mountscope;

TEST_CASE("prefixes, comments, blanks and settings") {
    const ScenarioResult read = parse_scenario(
        "# a comment\n"
        "#: states=end max-print=7 order=no dirs=a,b,a/b other=1\n"
        "\n"
        "  mkdir   -p\t/a /b # made\r\n"
        "! EBUSY ns n umount /a\n"
        "? mount --make-rslave /a#b\n"
        "show");
    REQUIRE(!read.error);
    const auto& settings = read.scenario.settings;
    CHECK(settings.states == "end");
    CHECK(settings.max_print == 7);
    CHECK(settings.order == false);
    CHECK(settings.initial_directories == std::vector<std::string>{"a", "b", "a/b"});
    const auto& lines = read.scenario.lines;
    REQUIRE(lines.size() == 4);
    CHECK(lines[0].line == 4);
    CHECK(lines[0].text == "mkdir -p /a /b");
    CHECK(lines[1].text == "ns n umount /a");
    CHECK(lines[1].expected == Errno::kEBUSY);
    CHECK(lines[1].command.process == "n");
    CHECK(lines[2].any_result);
    CHECK(lines[2].command.recursive);
    CHECK(lines[2].command.arguments == std::vector<std::string>{"/a#b"});
    CHECK(lines[3].command.kind == CommandKind::kShow);
}

TEST_CASE("errors name line, column, what is wrong and what would be right") {
    struct Case {
        std::string text;
        std::size_t line;
        std::size_t column;
        std::string what;
        std::string expected;
    };
    const Case cases[] = {
        {"muont /a", 1, 1, "unknown command `muont`", "mkdir, rmdir"},
        {"\n\n  umount", 3, 3, "`umount` with the wrong arguments", "umount [-l] DIR"},
        {"umount -f /a", 1, 1, "`umount`", "umount [-l] DIR"},
        {"mkdir", 1, 1, "`mkdir`", "mkdir -p DIR..."},
        {"mkdir /a /b", 1, 1, "`mkdir`", "mkdir -p DIR..."},
        {"mount", 1, 1, "`mount`", "mount -t TYPE NAME DIR"},
        {"mount --make-rubbish /a", 1, 7, "unknown form of mount", "--make-[r]shared"},
        {"mount --bind /a", 1, 7, "unknown form of mount", "--bind"},
        {"rmdir", 1, 1, "`rmdir`", "rmdir DIR"},
        {"fork a/b", 1, 6, "`a/b` is no process name", "letters, digits"},
        {"ns", 1, 1, "`ns` needs the name of a process", "ns NAME COMMAND"},
        {"ns a/b show", 1, 4, "`a/b` is no process name", "letters, digits"},
        {"ns a", 1, 4, "there is no command", "a command"},
        {"! umount /a", 1, 3, "`!` needs the name of an errno", "! EBUSY umount /mnt"},
        {"!", 1, 1, "`!` needs the name of an errno", "! EBUSY umount /mnt"},
        {"! ok umount /a", 1, 3, "`!` needs the name of an errno", "! EBUSY"},
        {"?", 1, 1, "there is no command", "a command"},
        {"! EBUSY", 1, 3, "there is no command", "a command"},
        {"open /a f", 1, 1, "`open`", "open PATH as FD"},
        {"unshare -m", 1, 1, "`unshare`", "unshare -m|-Um"},
        {"unshare -n a", 1, 1, "`unshare`", "unshare -m|-Um"},
        {"unshare -m --propagation unbindable a", 1, 26, "unknown propagation `unbindable`",
         "private, slave"},
        {"unshare -m --propagation odd a", 1, 26, "unknown propagation `odd`", "private, slave"},
        {"nsenter -m a", 1, 1, "`nsenter`", "nsenter -m OTHER NAME"},
        {"#: states=odd", 1, 4, "`states=odd` is no setting", "states=each"},
        {"#: lonely", 1, 4, "`lonely` is no setting", "KEY=VALUE"},
        {"#: max-print=many", 1, 4, "`max-print=many` is no setting", "a whole number"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const ScenarioResult read = parse_scenario(c.text);
        REQUIRE(read.error);
        CHECK(read.error->line == c.line);
        CHECK(read.error->column == c.column);
        CHECK_MESSAGE(read.error->what.find(c.what) != std::string::npos, read.error->what);
        CHECK_MESSAGE(read.error->expected.find(c.expected) != std::string::npos, read.error->expected);
        CHECK(to_string(*read.error).find("line " + std::to_string(c.line)) == 0);
    }
}

TEST_CASE("limits of a text") {
    const ScenarioLimits limits{.bytes = 100, .commands = 3, .word = 10};
    CHECK(parse_scenario(std::string(101, '#'), limits).error->what.find("101 bytes") != std::string::npos);
    CHECK(!parse_scenario(std::string(100, '#'), limits).error);
    CHECK(parse_scenario("show\nshow\nshow\nshow\n", limits).error->line == 4);
    CHECK(parse_scenario("cd /12345678901\n", limits).error->column == 4);
    CHECK(parse_scenario(std::string("cd a\0b\n", 7)).error->what.find("zero byte") != std::string::npos);
}

TEST_CASE("commands from split words") {
    CHECK(parse_command({"umount", "-l", "/a b"}).command.arguments == std::vector<std::string>{"/a b"});
    CHECK(parse_command({}).error);
    CHECK(parse_command({"umount", ""}).error->column == 2);
    CHECK(parse_command({"fork", "!"}).error->column == 2);
}

TEST_CASE("compact lines") {
    const CompactLine line = read_compact_line(R"({"name":"n","scn":"show\n","steps":[]})");
    CHECK(!line.error);
    CHECK(line.name == "n");
    CHECK(line.text == "show\n");
    CHECK(compact_start("n", "a\"\\\n\t\x01") ==
          "{\"name\":\"n\",\"scn\":\"a\\\"\\\\\\n\\t\\u0001\",\"steps\":[");
    CHECK(read_compact_line("[]").error);
    CHECK(read_compact_line("{").error);
    CHECK(read_compact_line(R"({"name":1,"scn":""})").error);
}

TEST_CASE("each errno has one name, one number and a meaning") {
    std::map<std::string_view, int> seen;
    for (int number = 1; number < 200; ++number) {
        const auto error = static_cast<Errno>(number);
        const std::string_view name = errno_name(error);
        if (name == "E?") continue;
        CHECK(errno_from_name(name) == error);
        CHECK(!errno_meaning(error).empty());
        CHECK(seen.emplace(name, number).second);
    }
    CHECK(seen.size() >= 35);
    CHECK(errno_name(Errno::kOk) == "ok");
    CHECK(!errno_from_name("ok"));
    CHECK(!errno_from_name("EWHAT"));
}
