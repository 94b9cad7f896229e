// The console's model without any drawing: scripts, errors, going back and forth.

#include <algorithm>
#include <doctest/doctest.h>

#include "app/model/app_model.hpp"

using namespace mountscope;

namespace {

// The script of the mail, as it stands.
constexpr char kRunSh[] = R"(set -e -m

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

void run(AppModel& model, std::string text) {
    model.console.submit(std::move(text));
    while (model.console.running()) model.console.step();
}

// Mounts at or below a path in main's table.
std::size_t mounts_below(const StateView& view, std::string_view top) {
    const MountTable& table = view.tables().tables.front();
    return static_cast<std::size_t>(std::ranges::count_if(table.rows, [&](const TableRow& row) {
        const std::string& path = table.path_of(row);
        return path == top || path.starts_with(std::string(top) + "/");
    }));
}

std::string last_line(const AppModel& model) {
    return model.console.lines().empty() ? "" : model.console.lines().back().text;
}

}  // namespace

TEST_CASE("the seed's run.sh, pasted with N = 5, makes 32 mounts below /mnt/1 and takes them all") {
    AppModel model;
    run(model, "set -- 5");
    run(model, kRunSh);
    const Timeline& timeline = model.session.timeline();
    REQUIRE(timeline.size() > 8);
    CHECK(model.console.unexpected() == 0);
    CHECK(mounts_below(model.session.view(), "/mnt/1") == 0);
    model.session.seek(timeline.size() - 1);
    CHECK(mounts_below(model.session.view(), "/mnt/1") == 32);
    CHECK(timeline.step(timeline.size()).changes.removed.size() == 32);
}

TEST_CASE("a pasted script that wants $1 begins a story whose N can be changed") {
    AppModel model;
    run(model, "mkdir -p /x");
    run(model, kRunSh);
    REQUIRE(model.session.scenario().parameter);
    CHECK(model.session.parameter() == 3);
    const Timeline& timeline = model.session.timeline();
    model.session.seek(timeline.size() - 1);
    CHECK(mounts_below(model.session.view(), "/mnt/1") == 8);
    CHECK(timeline.step(1).text == "mkdir -p /mnt");

    model.console.load(model.session.scenario(), 5, timeline.kernel());
    while (model.console.running()) model.console.step();
    model.session.seek(model.session.timeline().size() - 1);
    CHECK(mounts_below(model.session.view(), "/mnt/1") == 32);
}

TEST_CASE("sh run.sh N runs the seed's script") {
    AppModel model;
    run(model, "sh run.sh 4");
    model.session.seek(model.session.timeline().size() - 1);
    CHECK(mounts_below(model.session.view(), "/mnt/1") == 16);
}

TEST_CASE("undo, redo and goto move the cursor and lose nothing") {
    AppModel model;
    run(model, "mkdir -p /a /b\nmount -t tmpfs t /a\nmount --bind /a /b\n");
    const Timeline& timeline = model.session.timeline();
    REQUIRE(timeline.size() == 3);
    std::vector<std::uint64_t> hashes;
    for (std::size_t i = 0; i <= 3; ++i) {
        model.session.seek(i);
        hashes.push_back(timeline.hash());
    }
    run(model, "undo");
    CHECK(timeline.cursor() == 2);
    CHECK(timeline.hash() == hashes[2]);
    run(model, "undo 2");
    CHECK(timeline.cursor() == 0);
    CHECK(timeline.hash() == hashes[0]);
    run(model, "redo");
    CHECK(timeline.cursor() == 1);
    CHECK(timeline.hash() == hashes[1]);
    run(model, "goto 3");
    CHECK(timeline.hash() == hashes[3]);
    run(model, "goto 4");
    CHECK(model.console.last_error() == "goto: there are 3 commands");
    CHECK(timeline.size() == 3);
}

TEST_CASE("a command run in the past starts a branch and keeps the old future") {
    AppModel model;
    run(model, "mkdir -p /a\nmount -t tmpfs one /a\nmount -t tmpfs two /a\n");
    const std::uint64_t end = model.session.timeline().hash();
    run(model, "goto 2");
    run(model, "umount /a");
    CHECK(model.session.timeline().size() == 3);
    REQUIRE(model.session.timeline().branches().size() == 1);
    model.session.switch_branch(0);
    model.session.seek(3);
    CHECK(model.session.timeline().hash() == end);
}

TEST_CASE("refusals say errno, meaning and reason") {
    AppModel model;
    run(model, "mkdir -p /a\nmount -t tmpfs t /a\nmkdir /a/b\nmount -t tmpfs u /a/b");
    run(model, "umount /a");
    CHECK(model.console.last_error() ==
          "umount: /a: device or resource busy (EBUSY): 1 mount sits inside /a; a plain umount takes no "
          "tree, umount "
          "-l does.");
    run(model, "umount /nowhere");
    CHECK(model.console.last_error() ==
          "umount: /nowhere: no such file or directory (ENOENT): There is no /nowhere.");
    run(model, "umount /a/b/");
    run(model, "umount /a/b");
    CHECK(model.console.last_error() ==
          "umount: /a/b: invalid argument (EINVAL): /a/b is a directory, not the root of a mount.");
    run(model, "frobnicate");
    CHECK(model.console.last_error().find("frobnicate") != std::string::npos);
    CHECK(model.console.unexpected() == 0);
}

TEST_CASE("expected refusals are no errors, unexpected results are") {
    AppModel model;
    run(model, "! ENOENT umount /nowhere");
    CHECK(model.console.unexpected() == 0);
    CHECK(model.console.last_error().empty());
    run(model, "! EBUSY umount /nowhere");
    CHECK(model.console.unexpected() == 1);
}

TEST_CASE("set -e ends a script at the first failure") {
    AppModel model;
    run(model, "set -e\nmkdir -p /a\numount /a\nmkdir -p /b\n");
    CHECK(model.session.timeline().size() == 2);
    CHECK(last_line(model) == "(set -e: the script ends here)");
}

TEST_CASE("an unfinished loop waits for its end") {
    AppModel model;
    run(model, "mkdir -p /a");
    CHECK(model.console.prompt() == "main #");
    run(model, "for i in 1 2 3; do");
    CHECK(model.console.prompt() == ">");
    run(model, "mount -t tmpfs t$i /a");
    CHECK(model.session.timeline().size() == 1);
    run(model, "done");
    CHECK(model.console.prompt() == "main #");
    CHECK(model.session.timeline().size() == 4);
}

TEST_CASE("a long script can be stopped and keeps what it has done") {
    AppModel model;
    model.console.submit("for i in $(seq 1000); do mkdir -p /d$i; done");
    for (int i = 0; i < 200; ++i) REQUIRE(model.console.step());
    const std::size_t done = model.session.timeline().size();
    CHECK(done > 10);
    CHECK(done < 1000);
    model.console.cancel();
    CHECK_FALSE(model.console.running());
    CHECK(model.session.timeline().size() == done);
    run(model, "mkdir -p /after");
    CHECK(model.session.timeline().size() == done + 1);
}

TEST_CASE("processes: entering, the prompt, and what seeking makes of it") {
    AppModel model;
    run(model, "mkdir -p /a");
    run(model, "unshare -m b");
    run(model, "ns b mount -t tmpfs t /a");
    REQUIRE(model.session.view().namespaces().size() == 2);
    CHECK(model.session.view().namespaces()[0].mounts == 1);
    CHECK(model.session.view().namespaces()[1].mounts == 2);
    run(model, "cd /a");
    CHECK(model.console.prompt() == "main:/a #");
    run(model, "pwd");
    CHECK(last_line(model) == "/a");
}

TEST_CASE("looking around: ls, mountinfo, mountpoint, why, history") {
    AppModel model;
    run(model, "mkdir -p /a/b /c\nmount -t tmpfs disk /a");
    run(model, "ls /");
    CHECK(model.console.lines()[model.console.lines().size() - 2].text == "a/  (a mount)");
    CHECK(last_line(model) == "c/");
    run(model, "mountpoint /a");
    CHECK(last_line(model) == "/a is a mountpoint");
    run(model, "mountinfo /a");
    CHECK(last_line(model).ends_with("/ /a rw,relatime - tmpfs disk rw"));
    run(model, "mount --bind /a /c");
    run(model, "why /c");
    CHECK(last_line(model).find("mount -t tmpfs disk /a") != std::string::npos);
    const auto requests = model.console.take_requests();
    REQUIRE(requests.size() == 2);
    CHECK(std::get<Select>(requests[0]).what.kind == Selection::Kind::kMount);
    run(model, "history");
    CHECK(last_line(model).ends_with("history"));
}

TEST_CASE("completion knows commands and the directories that are there") {
    AppModel model;
    run(model, "mkdir -p /images/web /images/db /data");
    const std::string line = "mount --bind /im";
    const ConsoleCompletion one = model.console.complete(line, line.size());
    CHECK(line.substr(0, one.begin) + one.insert == "mount --bind /images/");
    const std::string inside = "mount --bind /images/";
    CHECK(model.console.complete(inside, inside.size()).candidates.size() == 2);
    const std::string verb = "umo";
    const ConsoleCompletion command = model.console.complete(verb, verb.size());
    CHECK(command.insert == "umount ");
}

TEST_CASE("all commands run anew under another kernel") {
    AppModel model;
    run(model, "mkdir -p /a\nmount -t tmpfs t /a\n");
    const KernelProfile* old = find_kernel("4.9");
    REQUIRE(old != nullptr);
    model.console.replay(*old);
    while (model.console.running()) model.console.step();
    CHECK(model.session.timeline().kernel().name == "4.9");
    CHECK(model.session.timeline().size() == 2);
    CHECK(model.session.view().mounts() == 2);
}

TEST_CASE("reset leaves an empty machine") {
    AppModel model;
    run(model, "mkdir -p /a\nmount -t tmpfs t /a\n");
    run(model, "reset");
    CHECK(model.session.timeline().size() == 0);
    CHECK(model.session.view().mounts() == 1);
}
