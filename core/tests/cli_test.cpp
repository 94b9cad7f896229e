// The command line program: what it prints, what it complains about, and its exit status. It is looked for in
// the folder named by MOUNTSCOPE_BUILD, which ctest sets.

#ifndef __EMSCRIPTEN__

#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

#include "core/kernel/counters.hpp"
#include "core/kernel/profile.hpp"
#include "core/tests/support.hpp"

using namespace mountscope;

namespace {

struct Outcome {
    int status = -1;
    std::string out;
    std::string err;
};

std::string program() {
    const char* build = std::getenv("MOUNTSCOPE_BUILD");
    return build == nullptr ? "" : std::string(build) + "/mountscope";
}

bool is_built() {
    if (!program().empty() && std::filesystem::exists(program())) return true;
    MESSAGE("skipped: MOUNTSCOPE_BUILD names no folder with the program");
    return false;
}

std::string read_file(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

class Folder {
  public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "mountscope-cli-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    std::string write(const std::string& name, std::string_view text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
        return (path_ / name).string();
    }
    Outcome run(const std::string& arguments, std::string_view input = "") const {
        const std::string in = write("in", input);
        const std::string command = "'" + program() + "' " + arguments + " <'" + in + "' >'" +
                                    (path_ / "out").string() + "' 2>'" + (path_ / "err").string() + "'";
        const int status = std::system(command.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(path_ / "out"),
                read_file(path_ / "err")};
    }

  private:
    std::filesystem::path path_;
};

constexpr std::string_view kStory =
    "mkdir -p /a /b\n"
    "mount -t tmpfs A /a\n"
    "mount --make-shared /a\n"
    "mount --bind /a /b\n";

}  // namespace

TEST_CASE("run prints what the recorded results say") {
    if (!is_built()) return;
    const Folder folder;
    for (const char* name : {"quiz-a", "doc-figure", "umount-slide", "user-ns", "errors-umount"}) {
        const std::string stem = std::string(kDataFolder) + "scenarios/" + name;
        const Outcome outcome = folder.run("run " + stem + ".scn");
        CHECK(outcome.status == 0);
        CHECK(outcome.err.empty());
        CHECK(outcome.out == read_file(stem + ".expected.json"));
    }
    const std::string generated = std::string(kDataFolder) + "generated.jsonl";
    const Outcome outcome = folder.run("run --max-print 60 " + generated);
    CHECK(outcome.status == 0);
    CHECK(outcome.out == read_file(generated));
}

TEST_CASE("run reads standard input and prints as much as is asked for") {
    if (!is_built()) return;
    const Folder folder;
    const Outcome each = folder.run("run -", kStory);
    CHECK(each.status == 0);
    CHECK(lines_of(each.out).size() == 6);
    CHECK(lines_of(each.out)[0] == R"({"scenario":"stdin"})");
    CHECK(folder.run("run --kernel 6.18 --states=each -", kStory).out == each.out);

    const Outcome hash = folder.run("run --states hash -", kStory);
    CHECK(lines_of(hash.out)[2].find("\"ns\"") == std::string::npos);
    CHECK(lines_of(hash.out)[2].find("\"hash\"") != std::string::npos);
    CHECK(lines_of(hash.out)[5].find("\"ns\"") != std::string::npos);

    const Outcome end = folder.run("run --states end -", kStory);
    CHECK(lines_of(end.out)[2] == R"({"step":2,"line":2,"cmd":"mount -t tmpfs A /a","err":"ok"})");
    CHECK(lines_of(end.out)[5].find("\"2 0 /b / A shared:1\"") != std::string::npos);

    const Outcome none = folder.run("run --states none -", kStory);
    CHECK(lines_of(none.out)[5] == R"({"end":true,"steps":4,"unexpected":0})");

    const Outcome bare = folder.run("run --no-order --no-created -", kStory);
    CHECK(bare.out.find("\"ohash\"") == std::string::npos);
    CHECK(bare.out.find("\"order\"") == std::string::npos);
    CHECK(bare.out.find("\"created\"") == std::string::npos);
    CHECK(folder.run("run --max-print=2 -", kStory).out.find("\"2 0 ") == std::string::npos);

    const Outcome compact = folder.run("run --compact -", kStory);
    CHECK(lines_of(compact.out).size() == 1);
    CHECK(nlohmann::json::parse(compact.out, nullptr, false)["steps"].size() == 4);
}

TEST_CASE("run --mountinfo prints tables, several under their names") {
    if (!is_built()) return;
    const Folder folder;
    const std::string main_table =
        "2 1 0:2 / / rw,relatime - tmpfs root rw\n"
        "3 2 0:3 / /a rw,relatime shared:1 - tmpfs A rw\n"
        "4 2 0:3 / /b rw,relatime shared:1 - tmpfs A rw\n";
    const Outcome one = folder.run("run --mountinfo -", kStory);
    CHECK(one.status == 0);
    CHECK(one.out == main_table);
    const Outcome two = folder.run("run --mountinfo -", std::string(kStory) + "unshare -m other\n");
    CHECK(two.out.starts_with("# main\n" + main_table + "# other\n6 5 0:2 / / "));
}

TEST_CASE("the status tells whether all ended as the scenario says") {
    if (!is_built()) return;
    const Folder folder;
    const Outcome wrong = folder.run("run -", "mkdir -p /a\numount /a\n! EBUSY umount /a\n? umount /a\n");
    CHECK(wrong.status == 1);
    CHECK(wrong.out.find(R"("err":"EINVAL","expected":"ok")") != std::string::npos);
    CHECK(
        wrong.err.find("(standard input):2: \"umount /a\" did not end as the scenario says; expected ok\n") !=
        std::string::npos);
    CHECK(wrong.err.find("expected EBUSY") != std::string::npos);
    CHECK(wrong.err.find("2 of 4 commands") != std::string::npos);
    CHECK(folder.run("run -", "mkdir -p /a\n! EINVAL umount /a\n").status == 0);
    CHECK(folder.run("run --mountinfo -", "umount /a\n").status == 1);
}

TEST_CASE("bad input is told with its place and what would be right") {
    if (!is_built()) return;
    const Folder folder;
    const std::string file = folder.write("story.scn", "mkdir -p /a\n   muont /a\n");
    const Outcome unknown = folder.run("run " + file);
    CHECK(unknown.status == 2);
    CHECK(unknown.err.starts_with(file + ":2:4: error: unknown command `muont`; expected mkdir, "));
    CHECK(unknown.out.empty());

    const Outcome nobody = folder.run("run -", "mkdir -p /a\nns nobody umount /a\n");
    CHECK(nobody.status == 2);
    CHECK(nobody.err.find("(standard input):2:") != std::string::npos);
    CHECK(nobody.err.find("no process named nobody") != std::string::npos);

    const Outcome missing = folder.run("run no-such-file.scn");
    CHECK(missing.status == 2);
    CHECK(missing.err.find("no-such-file.scn: can't be read") != std::string::npos);
    CHECK(folder.run("run .").status == 2);

    const std::string lines =
        folder.write("many.jsonl",
                     "{\"name\":\"good\",\"scn\":\"mkdir -p /a\\n\"}\nnonsense\n{\"name\":\"x\"}\n"
                     "{\"name\":\"bad\",\"scn\":\"mkdir -p /a\\numount\\n\"}\n");
    const Outcome many = folder.run("run " + lines);
    CHECK(many.status == 2);
    CHECK(lines_of(many.out).size() == 1);
    CHECK(many.err.find(lines + ":2:1: error: no JSON object; expected {\"name\"") != std::string::npos);
    CHECK(many.err.find(lines + ":3:1: error: an object without the string \"scn\"") != std::string::npos);
    CHECK(many.err.find(lines + ":4: error: in \"scn\", line 2, column 1: `umount`") != std::string::npos);

    const std::pair<std::string, std::string> cases[] = {
        {"", "there is no command; expected run, "},
        {"walk", "unknown command \"walk\""},
        {"run", "expected FILE, or - for standard input"},
        {"run --kernel 3.10 -", "unknown kernel \"3.10\"; expected one of 4.9,"},
        {"run --kernel", "--kernel needs a value"},
        {"run --states=some -", "expected each, hash, end or none"},
        {"run --max-print=-1 -", "expected a whole number"},
        {"run --compact=yes -", "takes no value"},
        {"run --fast -", "is no option of run"},
        {"run --mountinfo --compact -", "--mountinfo prints nothing else"},
        {"run --kernel 4.9 --forgets-unbindable -", "expected a kernel since 6.17"},
        {"kernels --xml", "expected --json or nothing"},
        {"counters --xml", "\"--xml\" is no option of counters"},
    };
    for (const auto& [arguments, complaint] : cases) {
        CAPTURE(arguments);
        const Outcome outcome = folder.run(arguments);
        CHECK(outcome.status == 2);
        CHECK(outcome.out.empty());
        CHECK_MESSAGE(outcome.err.find(complaint) != std::string::npos, outcome.err);
    }
}

// The last column begins at the same place in each line, and no line is too long for a terminal.
void check_columns(const std::string& text) {
    const std::vector<std::string> lines = lines_of(text);
    REQUIRE(lines.size() > 2);
    const std::size_t last = lines[0].find("WHAT");
    REQUIRE(last != std::string::npos);
    for (const std::string& line : lines) {
        CAPTURE(line);
        CHECK(line.size() <= 120);
        REQUIRE(line.size() > last);
        CHECK(line.substr(last - 2, 2) == "  ");
        CHECK(line[last] != ' ');
    }
}

TEST_CASE("counters are listed with what they mean") {
    if (!is_built()) return;
    const Folder folder;
    const Outcome text = folder.run("counters");
    CHECK(text.status == 0);
    check_columns(text.out);
    const auto json = nlohmann::json::parse(folder.run("counters --json").out, nullptr, false);
    REQUIRE(json.is_array());
    REQUIRE(json.size() == kCounterCount);
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string name(counter_name(static_cast<Counter>(i)));
        CAPTURE(name);
        CHECK(json[i]["name"] == name);
        CHECK(json[i]["meaning"] == std::string(counter_meaning(static_cast<Counter>(i))));
        CHECK(text.out.find("\n" + name + "  ") != std::string::npos);
    }
}

TEST_CASE("kernels are listed for people and for programs") {
    if (!is_built()) return;
    const Folder folder;
    const Outcome text = folder.run("kernels");
    CHECK(text.status == 0);
    check_columns(text.out);
    for (const KernelProfile& kernel : kernels()) {
        CAPTURE(kernel.name);
        CHECK(text.out.find("\n" + std::string(kernel.name) + "  ") != std::string::npos);
        CHECK(text.out.find(" " + std::string(kernel.years) + " ") != std::string::npos);
        CHECK(text.out.find(" " + std::string(kernel.commit) + " ") != std::string::npos);
    }
    const auto json = nlohmann::json::parse(folder.run("kernels --json").out, nullptr, false);
    REQUIRE(json.is_array());
    REQUIRE(json.size() == kernels().size());
    std::size_t defaults = 0;
    for (std::size_t i = 0; i < json.size(); ++i) {
        CHECK(json[i]["name"] == std::string(kernels()[i].name));
        if (json[i]["default"] == true) ++defaults;
    }
    CHECK(defaults == 1);
}

TEST_CASE("the fault of 6.17 to 7.1 can be switched on") {
    if (!is_built()) return;
    const Folder folder;
    const std::string story = "mkdir -p /a\nmount --bind /a /a\nmount --make-unbindable /a\nunshare -m n\n";
    const auto count = [](const std::string& text) {
        std::size_t found = 0;
        for (std::size_t at = 0; (at = text.find(" unbindable", at)) != std::string::npos; ++at) ++found;
        return found;
    };
    CHECK(count(folder.run("run --states=end -", story).out) == 2);
    CHECK(count(folder.run("run --states=end --forgets-unbindable -", story).out) == 1);
    CHECK(count(folder.run("run --states=end --kernel=6.17 --forgets-unbindable -", story).out) == 1);
}

TEST_CASE("the buckets of the mount hash are those that are asked for, whichever number that is") {
    if (!is_built()) return;
    const Folder folder;
    std::string story = "mkdir /mnt\nmount -t tmpfs A /mnt\nmount --make-shared /mnt\nmkdir /mnt/1\n";
    for (int i = 0; i < 9; ++i) story += "mount --bind /mnt/1 /mnt/1\n";
    const auto cost = [&](const std::string& machine) {
        return folder.run("cost --kernel 4.9 --json " + machine + " -", story).out;
    };
    const std::string few = cost("--buckets 512");
    const std::string many = cost("--buckets 65536");
    CHECK(few != many);
    CHECK(many != cost(""));
    CHECK(cost("") == cost("--memory 4G"));
    CHECK(cost("--memory 64M --buckets 65536") == many);
    CHECK(cost("--buckets=512 --memory=4G") == cost(""));
}

TEST_CASE("help and version") {
    if (!is_built()) return;
    const Folder folder;
    CHECK(folder.run("--version").out.starts_with("mountscope 0."));
    for (const char* how : {"--help", "help", "-h", "run --help"}) {
        const Outcome help = folder.run(how);
        CHECK(help.status == 0);
        CHECK(help.out.find("--forgets-unbindable") != std::string::npos);
    }
}

TEST_CASE("large inputs stream through") {
    if (!is_built()) return;
    const Folder folder;
    std::string story = "mkdir -p /a\n";
    for (int i = 0; i < 50000; ++i) story += "mount -t tmpfs A /a\numount /a\n";
    const Outcome outcome = folder.run("run --states=none -", story);
    CHECK(outcome.status == 0);
    CHECK(outcome.out.ends_with("{\"end\":true,\"steps\":100001,\"unexpected\":0}\n"));
}

TEST_CASE("trace tells the steps in columns: number, phase, line of the algorithm, sentence") {
    if (!is_built()) return;
    const Folder folder;
    const std::string file = folder.write("story.scn",
                                          "mkdir -p /a /b\nmount -t tmpfs x /a\nmount --make-shared /a\n"
                                          "mkdir -p /a/d\nmount --bind /a /b\n"
                                          "mount -t tmpfs y /a/d\numount /a/d\n");
    const Outcome all = folder.run("trace --kernel 4.9 --grain step " + file);
    CHECK(all.status == 0);
    CHECK(all.err.empty());
    CHECK(all.out.find("take       15  unmark c; if empty: take it           Copies of #5 on /a/d: the first "
                       "receiver, #4, has #6 there: it is taken.\n") != std::string::npos);
    // Sentences stand below each other, numbers count up by one through all commands.
    std::uint64_t expected = 0;
    for (const std::string& line : lines_of(all.out)) {
        if (!line.starts_with("  ")) continue;
        CHECK(std::stoull(line) == expected++);
        REQUIRE(line.size() > 65);
        CHECK(line[63] == ' ');
        CHECK(line[64] != ' ');
        CHECK(line.back() == '.');
    }
    CHECK(expected > 10);
    // A part is the same rows, and no others.
    const Outcome part = folder.run("trace --kernel 4.9 --grain step --from 6 --to 9 " + file);
    std::vector<std::string> rows;
    for (const std::string& line : lines_of(part.out)) {
        if (line.starts_with("  ")) rows.push_back(line);
    }
    REQUIRE(rows.size() == 3);
    CHECK(std::stoull(rows[0]) == 6);
    for (const std::string& row : rows) CHECK(all.out.find(row + "\n") != std::string::npos);
    const Outcome phases = folder.run("trace --kernel 4.9 --grain phase " + file);
    CHECK(phases.out.find("umount /a/d  (") != std::string::npos);
    CHECK(phases.out.find("  take       2 steps       ") != std::string::npos);
    const Outcome commands = folder.run("trace --grain command " + file);
    CHECK(lines_of(commands.out).size() == 7);
}

TEST_CASE("trace complains about what can't be told") {
    if (!is_built()) return;
    const Folder folder;
    const std::string file = folder.write("story.scn", "mkdir -p /a\nmount -t tmpfs x /a\n");
    const auto complains = [&](const std::string& arguments, std::string_view about) {
        const Outcome outcome = folder.run("trace " + arguments + " " + file);
        CAPTURE(arguments);
        CHECK(outcome.status == 2);
        CHECK_MESSAGE(outcome.err.find(about) != std::string::npos, outcome.err);
    };
    complains("--from 5 --to 4", "--to 4 is not behind --from 5");
    complains("--from 900", "the scenario has ");
    complains("--kernel all", "expected one --kernel NAME");
    complains("--kernel 2.4", "unknown kernel \"2.4\"");
    complains("--grain line", "expected command, phase or step");
    complains("--from x", "expected the number of a step");
}

#endif
