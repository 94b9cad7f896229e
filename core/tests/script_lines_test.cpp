#include "core/text/script_lines.hpp"

#include <doctest/doctest.h>

namespace mountscope {

namespace {

constexpr std::string_view kRunSh = R"(set -e -m

mount -t tmpfs zdtm /mnt
mkdir -p /mnt/1 /mnt/2
mount -t tmpfs zdtm /mnt/1
mount --make-shared /mnt/1
mkdir /mnt/1/1

for i in `seq $1`; do
	./mount --bind /mnt/1/1 /mnt/1/1
done

echo -n "umount -l /mnt/1 -> "
/usr/bin/time -f '%E' ./umount -l /mnt/1
)";

}  // namespace

TEST_CASE("run.sh as it stands becomes its commands") {
    const ScriptLines script = read_script(kRunSh, {.n = 3});
    REQUIRE(!script.error);
    CHECK(script.has_parameter);
    std::string all;
    for (const ScenarioLine& line : script.lines) all += line.text + "\n";
    CHECK(all ==
          "mkdir -p /mnt\nmount -t tmpfs zdtm /mnt\nmkdir -p /mnt/1 /mnt/2\nmount -t tmpfs zdtm /mnt/1\n"
          "mount --make-shared /mnt/1\nmkdir /mnt/1/1\nmount --bind /mnt/1/1 /mnt/1/1\n"
          "mount --bind /mnt/1/1 /mnt/1/1\nmount --bind /mnt/1/1 /mnt/1/1\numount -l /mnt/1\n");
}

TEST_CASE("a parameter needs a value") {
    const ScriptLines script = read_script(kRunSh);
    REQUIRE(script.error);
    CHECK(script.error->expected == "a value for N");
}

TEST_CASE("a scenario stays a scenario, with its expectations and settings") {
    const ScriptLines script =
        read_script("#: dirs=a\nmkdir -p /a\n! EBUSY umount /a\n? ns b umount /a # why not\n");
    REQUIRE(!script.error);
    REQUIRE(script.lines.size() == 3);
    CHECK(script.lines[1].expected == Errno::kEBUSY);
    CHECK(script.lines[2].any_result);
    CHECK(script.lines[2].command.process == "b");
    CHECK(script.settings.initial_directories == std::vector<std::string>{"a"});
}

TEST_CASE("scenarios with $N are expanded") {
    const ScriptLines script = read_script("for i in $(seq $N); do mkdir -p /d$i; done\n", {.n = 4});
    REQUIRE(!script.error);
    REQUIRE(script.lines.size() == 4);
    CHECK(script.lines[3].text == "mkdir -p /d4");
}

TEST_CASE("what is wrong is told with its place") {
    const ScriptLines open_loop = read_script("for i in 1 2; do\nmount --bind /a /b\n");
    REQUIRE(open_loop.error);
    const ScriptLines unknown = read_script("mkdir -p /a\nfly /a\n");
    REQUIRE(unknown.error);
    CHECK(unknown.error->line == 2);
}

}  // namespace mountscope
