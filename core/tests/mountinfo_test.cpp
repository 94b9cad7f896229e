// Tables as /proc/PID/mountinfo prints them.

#include "core/text/mountinfo.hpp"

#include <doctest/doctest.h>
#include <map>

#include "core/tests/real_kernel.hpp"
#include "core/tests/support.hpp"

using namespace mountscope;

namespace {

std::string mountinfo_of(const Machine& machine, std::string_view process = "main") {
    const StateTables state = build_tables(machine.world);
    const MountTable* table = state.find(machine.ns(process));
    REQUIRE(table != nullptr);
    return mountinfo(machine.world, machine.kernel, *table);
}

std::vector<std::string> words_of(const std::string& line) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t end = std::min(line.find(' ', at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

// Numbers of machines differ: each kind is renamed in the order in which it appears. Super options belong to
// the file system and are left out.
std::string without_numbers_of_the_machine(const std::string& text) {
    std::map<std::string, std::string> names;
    const auto rename = [&names](const std::string& kind, const std::string& number) {
        return names.emplace(kind + number, kind + std::to_string(names.size())).first->second;
    };
    std::string out;
    for (const std::string& line : lines_of(text)) {
        auto words = words_of(line);
        REQUIRE(words.size() >= 10);
        words[0] = rename("mount", words[0]);
        words[1] = rename("mount", words[1]);
        words[2] = rename("device", words[2]);
        for (std::size_t i = 6; i < words.size(); ++i) {
            const std::size_t colon = words[i].find(':');
            if (colon != std::string::npos) {
                words[i] = words[i].substr(0, colon + 1) + rename("group", words[i].substr(colon + 1));
            }
        }
        words.back() = "...";
        for (const std::string& word : words) out += word + " ";
        out += "\n";
    }
    return out;
}

Command make(CommandKind kind, std::vector<std::string> arguments) {
    Command c;
    c.kind = kind;
    c.arguments = std::move(arguments);
    if (kind == CommandKind::kMountNew) c.filesystem = "tmpfs";
    return c;
}

Command make(PropagationType type, std::string path, bool recursive = false) {
    Command c = make(CommandKind::kMountChangeType, {std::move(path)});
    c.propagation = type;
    c.recursive = recursive;
    return c;
}

// The same commands here and in this machine's kernel give the same lines in the same order.
void check_against_real_kernel(const std::vector<Command>& commands) {
    const auto real = real_mountinfo(commands);
    if (!real) {
        MESSAGE("skipped: this machine allows no mount namespaces");
        return;
    }
    Machine machine;
    std::string process = "main";
    for (Command c : commands) {
        c.process = process;
        if (c.kind == CommandKind::kUnshare) c.arguments = {process + "x"};
        const CommandResult result = run_command(machine.world, machine.kernel, c);
        CHECK(!result.impossible);
        CHECK(result.error == Errno::kOk);
        if (c.kind == CommandKind::kUnshare) process += "x";
    }
    CHECK(without_numbers_of_the_machine(mountinfo_of(machine, process)) ==
          without_numbers_of_the_machine(*real));
}

}  // namespace

TEST_CASE("a line names ids, device, root, place, marks, type and source") {
    Machine machine;
    machine.run(
        "mkdir -p /a /b /c\n"
        "mount -t tmpfs A /a\n"
        "mount --make-shared /a\n"
        "mkdir -p /a/sub\n"
        "mount --bind /a/sub /b\n"
        "mount --make-slave /b\n"
        "mount -t ramfs C /c\n"
        "mount --make-unbindable /c\n");
    CHECK(mountinfo_of(machine) ==
          "2 1 0:2 / / rw,relatime - tmpfs root rw\n"
          "3 2 0:3 / /a rw,relatime shared:1 - tmpfs A rw\n"
          "4 2 0:3 /sub /b rw,relatime master:1 - tmpfs A rw\n"
          "5 2 0:4 / /c rw,relatime unbindable - ramfs C rw\n");
}

TEST_CASE("propagate_from names the nearest group in sight") {
    Machine machine;
    machine.run(
        "mkdir -p /a /b /c\n"
        "mount -t tmpfs A /a\n"
        "mount --make-shared /a\n"
        "mount --bind /a /b\n"
        "mount --make-slave /b\n"
        "mount --make-shared /b\n"
        "mount --bind /b /c\n"
        "mount --make-slave /c\n"
        "unshare -m other\n"
        "umount -l /b\n");
    CHECK(mountinfo_of(machine) ==
          "2 1 0:2 / / rw,relatime - tmpfs root rw\n"
          "3 2 0:3 / /a rw,relatime shared:1 - tmpfs A rw\n"
          "5 2 0:3 / /c rw,relatime master:2 propagate_from:1 - tmpfs A rw\n");
    machine.run("exit other");
    CHECK(mountinfo_of(machine).ends_with("/c rw,relatime master:1 - tmpfs A rw\n"));
}

TEST_CASE("the order is the namespace's list until 6.7 and by age since") {
    // The copy at /b/x is made before the mount at /a/x is put in place; a moved mount keeps its place in the
    // list.
    const std::string scenario =
        "mkdir -p /a /b\n"
        "mount -t tmpfs A /a\n"
        "mkdir -p /a/x /a/y\n"
        "mount --make-shared /a\n"
        "mount --bind /a /b\n"
        "mount --rbind /a /a/x\n";
    const auto order_of = [&scenario](std::string_view kernel) {
        REQUIRE(find_kernel(kernel) != nullptr);
        Machine machine(*find_kernel(kernel));
        machine.run(scenario);
        std::string order;
        for (const std::string& line : lines_of(mountinfo_of(machine))) order += words_of(line)[0] + " ";
        return order;
    };
    CHECK(order_of("6.18") == order_of("6.8"));
    CHECK(order_of("4.13") == order_of("4.9"));
    CHECK(order_of("6.18") == "2 3 4 5 6 ");
}

TEST_CASE("a read-only file system, a removed root, and what a chroot hides") {
    Machine machine;
    machine.run(
        "mkdir -p /a /b /jail/in /jail/deep\n"
        "mount -t tmpfs A /a\n"
        "mkdir -p /a/gone\n"
        "mount --bind /a/gone /b\n"
        "rmdir /a/gone\n"
        "mount -t tmpfs J /jail\n"
        "mkdir -p /jail/in /jail/deep\n"
        "mount -t tmpfs I /jail/in\n"
        "umount /\n");
    CHECK(mountinfo_of(machine) ==
          "2 1 0:2 / / rw,relatime - tmpfs root ro\n"
          "3 2 0:3 / /a rw,relatime - tmpfs A rw\n"
          "4 2 0:3 /gone//deleted /b rw,relatime - tmpfs A rw\n"
          "5 2 0:4 / /jail rw,relatime - tmpfs J rw\n"
          "6 5 0:5 / /jail/in rw,relatime - tmpfs I rw\n");
    machine.run("chroot /jail");
    CHECK(mountinfo_of(machine) ==
          "5 2 0:4 / / rw,relatime - tmpfs J rw\n"
          "6 5 0:5 / /in rw,relatime - tmpfs I rw\n");
    machine.run("chroot /deep");
    CHECK(mountinfo_of(machine).empty());
}

TEST_CASE("the fields of a line are the line") {
    Machine machine;
    machine.run(
        "mkdir -p /a /b\n"
        "mount -t tmpfs A /a\n"
        "mount --make-shared /a\n"
        "mount --bind /a /b\n"
        "mount --make-slave /b\n"
        "mount --make-shared /b\n");
    const MountTable table = build_table(machine.world, machine.ns());
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        std::string joined;
        for (const MountinfoField& field : mountinfo_fields(machine.world, table, row)) {
            CHECK(!field.name.empty());
            CHECK(field.meaning.ends_with("."));
            joined += (joined.empty() ? "" : " ") + field.value;
        }
        CHECK(joined == mountinfo_line(machine.world, table, row));
    }
    const MountRef b = machine.at("/b");
    const auto fields = mountinfo_fields(machine.world, b);
    REQUIRE(fields.size() == 12);
    CHECK(fields[0].name == "mount id");
    CHECK(fields[0].value == std::to_string(machine.world[b].mnt_id));
    CHECK(fields[6].value == "shared:2");
    CHECK(fields[7].value == "master:1");
    machine.run("unshare -m other\nns other chroot /b\n");
    CHECK(mountinfo_fields(machine.world, machine.world[machine.world.find_process("other")].root.mount)
              .size() == 12);
    CHECK(
        mountinfo_fields(machine.world, machine.world[machine.world[machine.ns("other")].first_mount].parent)
            .empty());
}

TEST_CASE("odd names are escaped as the running kernel does") {
    check_against_real_kernel({
        make(CommandKind::kMkdir, {"/a b"}),
        make(CommandKind::kMountNew, {"so urce\t#1\\", "/a b"}),
        make(CommandKind::kMkdir, {"/a b/x\ty"}),
        make(CommandKind::kMkdir, {"/a b/new\nline"}),
        make(CommandKind::kMkdir, {"/a b/back\\slash"}),
        make(CommandKind::kMkdir, {"/a b/ha#sh"}),
        make(CommandKind::kMkdir, {"/a b/\x01\x7f\"'\xc3\xa4\xff"}),
        make(CommandKind::kMountBind, {"/a b/x\ty", "/a b/new\nline"}),
        make(CommandKind::kMountBind, {"/a b/back\\slash", "/a b/x\ty"}),
        make(CommandKind::kMountBind, {"/a b/ha#sh", "/a b/ha#sh"}),
        make(CommandKind::kMountBind, {"/a b/\x01\x7f\"'\xc3\xa4\xff", "/a b/\x01\x7f\"'\xc3\xa4\xff"}),
        make(CommandKind::kMountNew, {"#", "/a b/ha#sh"}),
    });
}

TEST_CASE("groups, masters and order are those of the running kernel") {
    check_against_real_kernel({
        make(CommandKind::kMkdir, {"/a"}),
        make(CommandKind::kMkdir, {"/b"}),
        make(CommandKind::kMkdir, {"/c"}),
        make(CommandKind::kMountNew, {"A", "/a"}),
        make(PropagationType::kShared, "/a"),
        make(CommandKind::kMkdir, {"/a/x"}),
        make(CommandKind::kMkdir, {"/a/y"}),
        make(CommandKind::kMountBind, {"/a", "/b"}),
        make(PropagationType::kSlave, "/b"),
        make(PropagationType::kShared, "/b"),
        make(CommandKind::kMountBind, {"/b", "/c"}),
        make(PropagationType::kSlave, "/c"),
        make(CommandKind::kMountNew, {"X", "/a/x"}),
        make(CommandKind::kMountBind, {"/a", "/a/y"}),
        make(CommandKind::kUnshare, {}),
        make(CommandKind::kMountNew, {"Y", "/a/x"}),
    });
}
