// Corner cases in which simulators go wrong, one test each. Numbers are those of the list in the design
// notes.

#include <doctest/doctest.h>

#include "core/tests/support.hpp"
#include "core/text/mountinfo.hpp"

using namespace mountscope;

namespace {

const KernelProfile& kernel(std::string_view name) {
    const KernelProfile* found = find_kernel(name);
    REQUIRE(found != nullptr);
    return *found;
}

// Paths of the table, hidden ones in brackets: "/ /a [/a] ".
std::string paths(const Machine& machine, std::string_view process = "main") {
    std::string out;
    for (const std::string& line : lines_of(machine.table(process))) {
        const std::size_t start = line.find(' ', line.find(' ') + 1) + 1;
        const std::string path = line.substr(start, line.find(' ', start) - start);
        out += line.ends_with(" hidden") ? "[" + path + "] " : path + " ";
    }
    return out;
}

std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; ++at) ++found;
    return found;
}

std::uint32_t group_of(Machine& machine, std::string_view path) {
    return machine.world[machine.at(path)].group_id;
}
std::uint32_t master_group_of(Machine& machine, std::string_view path) {
    const MountRef master = machine.world[machine.at(path)].master;
    return master ? machine.world[master].group_id : 0;
}

}  // namespace

TEST_CASE("1: the umount of a tree whose copy is covered, by kernel") {
    const auto run = [](std::string_view name) {
        Machine machine(kernel(name));
        machine.run(
            "mkdir -p /A /B\n"
            "mount -t tmpfs A /A\n"
            "mount --make-shared /A\n"
            "mkdir -p /A/1\n"
            "mount --bind /A /B\n"
            "mount --make-slave /B\n"
            "mount -t tmpfs one /A/1\n"
            "mkdir -p /A/1/2\n"
            "mount -t tmpfs two /A/1/2\n"
            "mount -t tmpfs over /B/1/2\n"
            "mkdir -p /B/1/2/x\n"
            "mount -t tmpfs x /B/1/2/x\n"
            "umount -l /A/1\n");
        return paths(machine);
    };
    // What covers the copy slides down; B/1 stays.
    for (const char* name : {"6.18", "6.17", "4.11", "4.11-rfc2"}) {
        CAPTURE(name);
        CHECK(run(name) == "/ /A /B /B/1 /B/1/2 /B/1/2/x ");
    }
    // A copy with any child is never taken.
    for (const char* name : {"4.9", "4.9-rfc2"}) {
        CAPTURE(name);
        CHECK(run(name) == "/ /A /B /B/1 [/B/1/2] /B/1/2 /B/1/2/x ");
    }
    // A visible mount moves: wrong, and what these kernels do.
    for (const char* name : {"4.13-two-patches", "4.13", "6.8"}) {
        CAPTURE(name);
        CHECK(run(name) == "/ /A /B /B/1 /B/1/x ");
    }
}

TEST_CASE("2: the same place bound twice, by kernel") {
    const auto run = [](std::string_view name) {
        Machine machine(kernel(name));
        machine.run(
            "mkdir -p /mnt\n"
            "mount -t tmpfs base /mnt\n"
            "mkdir -p /mnt/1/1 /mnt/2\n"
            "mount --bind /mnt/1 /mnt/1\n"
            "mount --make-shared /mnt/1\n"
            "mount --bind /mnt/1 /mnt/2\n"
            "mount --bind /mnt/1/1 /mnt/1/1\n"
            "mount --bind /mnt/1/1 /mnt/1/1\n"
            "umount /mnt/1/1\n");
        return paths(machine);
    };
    for (const char* name : {"6.18", "6.17", "6.8", "4.13", "4.13-two-patches"}) {
        CAPTURE(name);
        CHECK(run(name) == "/ /mnt /mnt/1 /mnt/2 ");
    }
    for (const char* name : {"4.11", "4.11-rfc2"}) {
        CAPTURE(name);
        CHECK(run(name) == "/ /mnt /mnt/1 /mnt/2 /mnt/2/1 ");
    }
    CHECK(run("4.9") == "/ /mnt /mnt/1 /mnt/1/1 /mnt/2 /mnt/2/1 ");
}

TEST_CASE("3: locked copies in a namespace of another user, by kernel") {
    const auto left_in_child = [](std::string_view name) {
        Machine machine(kernel(name));
        machine.run(
            "mkdir -p /mnt\n"
            "mount -t tmpfs base /mnt\n"
            "mount --make-shared /mnt\n"
            "mkdir -p /mnt/b\n"
            "mount -t tmpfs test1 /mnt/b\n"
            "mount --make-shared /mnt/b\n"
            "mkdir -p /mnt/b/10\n"
            "mount -t tmpfs test2 /mnt/b/10\n"
            "mount --make-shared /mnt/b/10\n"
            "mkdir -p /mnt/b/10/20\n"
            "mount --rbind /mnt/b /mnt/b/10/20\n"
            "unshare -Um child\n"
            "umount -l /mnt/b\n");
        return count_of(machine.table("child"), " test");
    };
    for (const char* name : {"4.13-two-patches", "4.13", "6.8", "6.17", "6.18"}) {
        CAPTURE(name);
        CHECK(left_in_child(name) == 0);
    }
    CHECK(left_in_child("4.9") == 2);
    CHECK(left_in_child("4.11") == 2);
    CHECK(left_in_child("4.9-rfc2") == 4);
    CHECK(left_in_child("4.11-rfc2") == 4);
}

TEST_CASE("4: a bind of a subdirectory takes the children whose mountpoints are inside") {
    Machine machine;
    machine.run(
        "mkdir -p /a /b /c /else\n"
        "mount -t tmpfs A /a\n"
        "mkdir -p /a/in/x /a/out\n"
        "mount --bind /else /a/in/x\n"  // its own root lies elsewhere
        "mount --bind /a/in /a/out\n"   // its root inside, its mountpoint outside
        "mount --rbind /a/in /b\n"
        "mount --bind /a/in /c\n");
    CHECK(paths(machine) == "/ /a /a/in/x /a/out /b /b/x /c ");
    machine.run(
        "unshare -Um low\n"
        "! EINVAL ns low mount --bind /a/in /c\n"
        "ns low mount --bind /a/out /c\n");
}

TEST_CASE("5: propagation follows the parent, not the mount") {
    Machine machine;
    machine.run(
        "mkdir -p /a /b\n"
        "mount -t tmpfs A /a\n"
        "mount --make-shared /a\n"
        "mount --bind /a /b\n"
        "umount /a\n");
    CHECK(paths(machine) == "/ /b ");

    Machine other;
    other.run(
        "mkdir -p /p /q\n"
        "mount -t tmpfs P /p\n"
        "mkdir -p /p/x\n"
        "mount --make-shared /p\n"
        "mount --bind /p /q\n"
        "mount -t tmpfs X /p/x\n");
    CHECK(paths(other) == "/ /p /p/x /q /q/x ");
    other.run("umount /q/x");
    CHECK(paths(other) == "/ /p /q ");
}

TEST_CASE(
    "6: a member that becomes private leaves the others as they were; a lonely shared mount is shared") {
    Machine machine;
    machine.run(
        "mkdir -p /a /b\n"
        "mount -t tmpfs A /a\n"
        "mount --make-shared /a\n"
        "mount --bind /a /b\n"
        "mount --make-private /a\n");
    CHECK(group_of(machine, "/a") == 0);
    CHECK(group_of(machine, "/b") == 1);
    CHECK(machine.world.is_shared(machine.at("/b")));
    machine.run("mount --make-private /b\nmount --make-shared /a\n");
    CHECK(group_of(machine, "/a") == 1);  // the number came back when the last member left
}

TEST_CASE("7: whose slave a mount becomes") {
    const std::string start =
        "mkdir -p /m /s /t\n"
        "mount -t tmpfs M /m\n"
        "mount --make-shared /m\n"
        "mount --bind /m /s\n"
        "mount --make-slave /s\n"
        "mount --make-shared /s\n";
    Machine with_peers;
    with_peers.run(start + "mount --bind /s /t\nmount --make-slave /t\n");
    CHECK(master_group_of(with_peers, "/t") == group_of(with_peers, "/s"));

    Machine alone;
    alone.run(start + "mount --make-slave /s\n");
    CHECK(group_of(alone, "/s") == 0);
    CHECK(master_group_of(alone, "/s") == group_of(alone, "/m"));

    Machine lonely;
    lonely.run(start + "mount --make-private /s\nmount --make-slave /m\n");
    CHECK(group_of(lonely, "/m") == 0);
    CHECK(master_group_of(lonely, "/m") == 0);

    Machine no_op;
    no_op.run(
        start +
        "mount -t tmpfs T /t\nmount --make-slave /t\nmount --make-unbindable /t\nmount --make-slave /t\n");
    CHECK(no_op.world.has_flag(no_op.at("/t"), kMountUnbindable));
}

TEST_CASE("8: shared clears unbindable, and what comes under a shared parent becomes shared") {
    Machine machine;
    machine.run(
        "mkdir -p /a /s /t\n"
        "mount -t tmpfs A /a\n"
        "mount --make-unbindable /a\n"
        "mount --make-shared /a\n"
        "mount --bind /a /t\n"
        "umount /t\n"
        "mount --make-private /a\n"
        "mkdir -p /a/x /a/y\n"
        "mount -t tmpfs X /a/x\n"
        "mount -t tmpfs Y /a/y\n"
        "mount -t tmpfs S /s\n"
        "mkdir -p /s/in\n"
        "mount --make-shared /s\n"
        "mount --rbind /a /s/in\n");
    // Ids in the order of the tree.
    CHECK(group_of(machine, "/s") == 1);
    CHECK(group_of(machine, "/s/in") == 2);
    CHECK(group_of(machine, "/s/in/x") == 3);
    CHECK(group_of(machine, "/s/in/y") == 4);
    CHECK(group_of(machine, "/a") == 0);
}

TEST_CASE(
    "9: a shared mount bound into a private place joins the group; a slave bound into a shared one is both") {
    Machine machine;
    machine.run(
        "mkdir -p /a /b /s /d\n"
        "mount -t tmpfs A /a\n"
        "mount --make-shared /a\n"
        "mount --bind /a /b\n"
        "mount --make-slave /b\n"
        "mount --bind /a /d\n"
        "mount -t tmpfs S /s\n"
        "mkdir -p /s/in\n"
        "mount --make-shared /s\n"
        "mount --bind /b /s/in\n");
    CHECK(group_of(machine, "/d") == group_of(machine, "/a"));
    CHECK(group_of(machine, "/b") == 0);
    CHECK(group_of(machine, "/s/in") == 3);
    CHECK(master_group_of(machine, "/s/in") == group_of(machine, "/a"));
}

TEST_CASE("10: a receiver that does not show the mountpoint is passed over") {
    Machine machine;
    machine.run(
        "mkdir -p /m /s /t /u\n"
        "mount -t tmpfs M /m\n"
        "mkdir -p /m/in/deep /m/aside\n"
        "mount --make-shared /m\n"
        "mount --bind /m/aside /s\n"  // does not show /m/in
        "mount --make-slave /s\n"
        "mount --make-shared /s\n");
    machine.run("mount --bind /m /t\nmount --make-slave /t\n");
    machine.run("mount -t tmpfs X /m/in\n");
    CHECK(paths(machine) == "/ /m /m/in /s /t /t/in ");
    CHECK(master_group_of(machine, "/t/in") == group_of(machine, "/m/in"));
    machine.run("umount /m/in\n");
    CHECK(paths(machine) == "/ /m /s /t ");
}

TEST_CASE("10: of a group of slaves, the first that needs a copy becomes the slave, the others its peers") {
    Machine machine;
    machine.run(
        "mkdir -p /m /s /t /u\n"
        "mount -t tmpfs M /m\n"
        "mkdir -p /m/in /m/aside\n"
        "mount --make-shared /m\n"
        "mount --bind /m /t\n"
        "mount --make-slave /t\n"
        "mount --make-shared /t\n"
        "mount --bind /t/aside /s\n"
        "mount --bind /t /u\n"
        "mount -t tmpfs X /m/in\n");
    CHECK(group_of(machine, "/t/in") == group_of(machine, "/u/in"));
    CHECK(group_of(machine, "/t/in") != group_of(machine, "/m/in"));
    CHECK(master_group_of(machine, "/t/in") == group_of(machine, "/m/in"));
    CHECK(master_group_of(machine, "/u/in") == group_of(machine, "/m/in"));
}

TEST_CASE(
    "11 and 29: a bind below its own peer group doubles it, copies of the running command not counted") {
    Machine machine;
    machine.run(
        "mkdir -p /mnt\n"
        "mount -t tmpfs zdtm /mnt\n"
        "mount --make-shared /mnt\n"
        "mkdir -p /mnt/1\n"
        "mount -t tmpfs zdtm /mnt/1\n"
        "mkdir -p /mnt/1/1\n");
    std::uint32_t mounts = 1;
    for (int i = 0; i < 10; ++i, mounts *= 2) {
        const CommandResult result = machine.command("mount --bind /mnt/1/1 /mnt/1/1");
        CHECK(result.error == Errno::kOk);
        CHECK(result.counters[Counter::kAlloc] == mounts);
    }
    CHECK(count_of(machine.table(), " /mnt/1/1 ") == mounts - 1);
    const CommandResult result = machine.command("umount -l /mnt/1");
    CHECK(result.counters[Counter::kUmountLookup] == mounts - 1);
    CHECK(paths(machine) == "/ /mnt ");
    // One lookup for each of the stacked copies.
    machine.run("mount -t tmpfs zdtm /mnt/1\nmkdir -p /mnt/1/1\n");
    for (int i = 0; i < 6; ++i) machine.run("mount --bind /mnt/1/1 /mnt/1/1");
    CHECK(machine.command("where /mnt/1/1").counters[Counter::kPathLookup] >= 64);
}

TEST_CASE("12: a copy for a place that is taken: tucked, by kernel") {
    const auto run = [](std::string_view name) {
        Machine machine(kernel(name));
        machine.run(
            "mkdir -p /a /b\n"
            "mount -t tmpfs A /a\n"
            "mkdir -p /a/x\n"
            "mount --make-shared /a\n"
            "mount --bind /a /b\n"
            "mount --make-slave /b\n"
            "mount -t tmpfs local /b/x\n"
            "mount -t tmpfs from-a /a/x\n");
        const MountRef top = machine.at("/b/x");
        CHECK(machine.world.text(machine.world[machine.world[top].superblock].source) == "local");
        return machine.table();
    };
    const std::string tucked = run("6.18");
    CHECK(tucked.find("4 3 /b/x / from-a master:2 hidden\n5 4 /b/x / local\n") != std::string::npos);
    CHECK(run("6.8") == tucked);
    CHECK(run("4.11") == tucked);
    // Both have the same parent; the older one is found.
    const std::string shadow = run("4.9");
    CHECK(shadow.find(" 3 /b/x / from-a master:2") != std::string::npos);
    CHECK(shadow.find(" 3 /b/x / local") != std::string::npos);
}

TEST_CASE("13: moves that are refused, and moves that are not counted") {
    Machine machine;
    machine.run(
        "mkdir -p /a /b /s\n"
        "mount -t tmpfs A /a\n"
        "mkdir -p /a/x /a/sub\n"
        "mount -t tmpfs X /a/x\n"
        "! ELOOP mount --move /a /a/x\n"
        "! ELOOP mount --move /a /a/sub\n"
        "! EINVAL mount --move /a/sub /b\n"
        "mount --make-unbindable /a/x\n"
        "mount -t tmpfs S /s\n"
        "mkdir -p /s/in\n"
        "mount --make-shared /s\n"
        "! EINVAL mount --move /a /s/in\n"
        "mount --make-shared /\n"
        "! EINVAL mount --move /a /b\n"
        "mount --make-private /\n");
    MachineSettings tight;
    tight.mount_max = 5;  // the one that nobody sees, "/", and three more
    Machine full(default_kernel(), tight);
    full.run(
        "mkdir -p /a /b /c\n"
        "mount -t tmpfs A /a\n"
        "mkdir -p /a/x\n"
        "mount -t tmpfs X /a/x\n"
        "mount -t tmpfs C /c\n"
        "! ENOSPC mount -t tmpfs B /b\n"
        "mount --move /a /b\n");
    CHECK(paths(full) == "/ /b /b/x /c ");
}

TEST_CASE("14: an rbind leaves unbindable mounts out with all that is in them; a namespace copy keeps them") {
    Machine machine;
    machine.run(
        "mkdir -p /a /b\n"
        "mount -t tmpfs A /a\n"
        "mkdir -p /a/x /a/y\n"
        "mount -t tmpfs X /a/x\n"
        "mkdir -p /a/x/in\n"
        "mount -t tmpfs IN /a/x/in\n"
        "mount -t tmpfs Y /a/y\n"
        "mount --make-unbindable /a/x\n"
        "! EINVAL mount --rbind /a/x /b\n"
        "mount --rbind /a /b\n"
        "unshare -m other\n");
    CHECK(paths(machine) == "/ /a /a/x /a/x/in /a/y /b /b/y ");
    CHECK(paths(machine, "other") == paths(machine));
    machine.run("unshare -Um low\n! EPERM ns low mount --rbind / /b\n");
    CHECK(paths(machine, "low") == paths(machine));
}

TEST_CASE("15: umount takes the topmost mount of a stack") {
    Machine machine;
    machine.run("mkdir -p /a\nmount -t tmpfs 1 /a\nmount -t tmpfs 2 /a\nmount -t tmpfs 3 /a\n");
    for (const char* source : {"3", "2", "1"}) {
        CHECK(machine.world.text(machine.world[machine.world[machine.at("/a")].superblock].source) == source);
        machine.run("umount /a");
    }
    machine.run("! EINVAL umount /a");
}

TEST_CASE("16: the unbindable mark in copies of a namespace") {
    const std::string scenario =
        "mkdir -p /a /b\n"
        "mount --bind /a /a\n"
        "mount --make-unbindable /a\n"
        "unshare -m n\n";
    Machine kept;
    kept.run(scenario + "! EINVAL ns n mount --bind /a /b\n");
    KernelProfile faulty = default_kernel();
    faulty.forgets_unbindable = true;
    Machine lost(faulty);
    lost.run(scenario + "ns n mount --bind /a /b\n! EINVAL mount --bind /a /b\n");
}

TEST_CASE("17: what makes a non-lazy umount fail") {
    Machine machine;
    machine.run(
        "mkdir -p /a\n"
        "mount -t tmpfs A /a\n"
        "mkdir -p /a/x\n"
        "mount --make-shared /a\n"
        "unshare -m n\n"
        "mount -t tmpfs X /a/x\n"
        "! EBUSY umount /a\n"
        "ns n open /a/x as f\n"
        "! EBUSY umount /a/x\n"  // the copy elsewhere is in use
        "ns n close f\n"
        "ns n mkdir -p /a/x/in\n"
        "ns n mount --make-private /a/x\n"
        "ns n mount -t tmpfs IN /a/x/in\n"
        "ns n open /a/x as f\n"
        "umount /a/x\n");  // a busy copy with a child does not block
    CHECK(paths(machine) == "/ /a ");
    CHECK(paths(machine, "n") == "/ /a /a/x /a/x/in ");
}

TEST_CASE(
    "18: a lazy umount never fails; locked children stay with their parent, reachable only through it") {
    Machine machine;
    machine.run(
        "mkdir -p /m /t\n"
        "mount -t tmpfs A /m\n"
        "mkdir -p /m/in\n"
        "mount -t tmpfs B /m/in\n"
        "mkdir -p /m/in/deep\n"
        "unshare -Um low\n"
        "ns low mount --rbind /m /t\n"
        "ns low cd /t\n"
        "ns low umount -l /t\n");
    CHECK(paths(machine, "low") == "/ /m /m/in ");
    const MountRef inside = machine.at("in/deep", "low");
    CHECK(!machine.world[inside].ns);
    CHECK(machine.world.has_flag(inside, kMountConnected));
    const std::uint32_t mounts = machine.world.live_mounts();
    machine.run("ns low cd /");
    CHECK(machine.world.live_mounts() == mounts - 2);
}

TEST_CASE("19: the root of a process is made read-only instead; what is below it can't be unmounted") {
    Machine machine;
    machine.run(
        "mkdir -p /a\n"
        "umount /\n"
        "! EROFS mkdir -p /b\n"
        "unshare -Um low\n"
        "! EINVAL ns low umount /\n"
        "! EINVAL ns low umount -l /\n"
        "umount -l /\n"
        "! EINVAL umount -l /\n");
}

TEST_CASE("20: copies of copies of slaves find a master, however deep") {
    // A bound mount that is itself a peer of the source: the search ends at the group, not at the mount.
    Machine machine;
    machine.run(
        "mkdir -p /a /b /c /d\n"
        "mount -t tmpfs A /a\n"
        "mkdir -p /a/x\n"
        "mount --make-shared /a\n"
        "mount --bind /a /b\n"
        "mount --make-slave /b\n"
        "mount --make-shared /b\n"
        "mount --bind /b /c\n"
        "mount --make-slave /c\n"
        "mount --make-shared /c\n"
        "mount --bind /a /d\n"
        "mount -t tmpfs X /d/x\n");
    CHECK(master_group_of(machine, "/b/x") == group_of(machine, "/a/x"));
    CHECK(master_group_of(machine, "/c/x") == group_of(machine, "/b/x"));
    CHECK(group_of(machine, "/d/x") == group_of(machine, "/a/x"));
}

TEST_CASE("21: group ids and mount ids are the lowest free ones") {
    Machine machine;
    machine.run(
        "mkdir -p /a /b /c\n"
        "mount -t tmpfs A /a\n"
        "mount -t tmpfs B /b\n"
        "mount --make-shared /a\n"
        "mount --make-shared /b\n");
    CHECK(group_of(machine, "/b") == 2);
    machine.run("mount --make-private /a\nmount -t tmpfs C /c\nmount --make-shared /c\n");
    CHECK(group_of(machine, "/c") == 1);
    const std::uint32_t id = machine.world[machine.at("/a")].mnt_id;
    const std::uint32_t unique = machine.world[machine.at("/c")].unique_id;
    machine.run("umount /a\nmount -t tmpfs A /a\n");
    CHECK(machine.world[machine.at("/a")].mnt_id == id);
    CHECK(machine.world[machine.at("/a")].unique_id > unique);
    // A mount that is still in use keeps its number.
    machine.run("open /a as f\numount -l /a\nmount -t tmpfs A /a\n");
    CHECK(machine.world[machine.at("/a")].mnt_id != id);
    // A refused one gives it back.
    machine.run(
        "close f\n! ENOENT mount -t tmpfs Z /missing\ntouch /file\n! ENOTDIR mount -t tmpfs Z /file\nmkdir "
        "-p /z\nmount -t tmpfs Z /z\n");
    CHECK(machine.world[machine.at("/z")].mnt_id == id);
}

TEST_CASE("22: a moved mount keeps its place in mountinfo") {
    for (const char* name : {"4.9", "6.18"}) {
        Machine machine(kernel(name));
        machine.run("mkdir -p /a /b /c\nmount -t tmpfs A /a\nmount -t tmpfs B /b\nmount --move /a /c\n");
        const MountTable table = build_table(machine.world, machine.ns());
        const auto order = mountinfo_order(machine.world, machine.kernel, table);
        REQUIRE(order.size() == 3);
        CHECK(table.path_of(table.rows[order[1]]) == "/c");
    }
}

TEST_CASE("25: who inherits the slaves of a group that dies") {
    const std::string start =
        "mkdir -p /a /b /c /d\n"
        "mount -t tmpfs A /a\n"
        "mount --make-shared /a\n"
        "mount --bind /a /b\n"
        "mount --make-slave /b\n"
        "mount --make-shared /b\n"
        "mount --bind /b /c\n"
        "mount --make-slave /c\n"
        "mount --make-shared /c\n";
    Machine to_master;
    to_master.run(start + "umount /b\n");
    CHECK(master_group_of(to_master, "/c") == group_of(to_master, "/a"));
    CHECK(group_of(to_master, "/c") == 3);
    Machine to_peer;
    to_peer.run(start + "mount --bind /b /d\numount /b\n");
    CHECK(master_group_of(to_peer, "/c") == group_of(to_peer, "/d"));
    Machine to_nobody;
    to_nobody.run(start + "umount /a\n");
    CHECK(master_group_of(to_nobody, "/b") == 0);
    CHECK(to_nobody.world.is_shared(to_nobody.at("/b")));
}

TEST_CASE("26: what is locked in a namespace of another user") {
    Machine machine;
    machine.run(
        "mkdir -p /m /e\n"
        "mount --make-rshared /\n"
        "mount -t tmpfs A /m\n"
        "mkdir -p /m/in /m/new\n"
        "mount -t tmpfs B /m/in\n"
        "unshare -Um low\n"
        "! EINVAL ns low umount /m/in\n"
        "! EINVAL ns low mount --bind /m /e\n"
        "ns low mount --rbind /m /e\n"
        "! EINVAL ns low umount /e/in\n"
        "ns low mount -t tmpfs OWN /m/new\n"
        "ns low umount /m/new\n");
    // A tree that arrives: locked but for its root.
    machine.run("mkdir -p /t\nmount --rbind /m /t\n");
    CHECK(machine.world.has_flag(machine.at("/t/in", "low"), kMountLocked));
    CHECK(!machine.world.has_flag(machine.at("/t", "low"), kMountLocked));
    machine.run("! EINVAL ns low umount /t/in\nns low umount -l /t\n");
    // The lock of the root goes to the new root.
    machine.run(
        "ns low mount --make-rprivate /\n"
        "ns low mount -t tmpfs N /e\n"
        "ns low mkdir -p /e/old\n"
        "ns low pivot_root /e /e/old\n");
    CHECK(machine.world.has_flag(machine.at("/", "low"), kMountLocked));
    CHECK(!machine.world.has_flag(machine.at("/old", "low"), kMountLocked));
}

TEST_CASE("27: the end of a namespace unmounts nothing elsewhere") {
    Machine machine;
    machine.run(
        "mkdir -p /a\n"
        "mount -t tmpfs A /a\n"
        "mkdir -p /a/x\n"
        "mount --make-shared /a\n"
        "mount -t tmpfs X /a/x\n"
        "unshare -m n\n"
        "unshare -Um low\n");
    const std::string before = machine.table();
    machine.run("exit n");
    CHECK(machine.table() == before);
    CHECK(master_group_of(machine, "/a") == 0);
    const MountRef slave = machine.at("/a", "low");
    CHECK(machine.world[slave].master == machine.at("/a/."));
}

TEST_CASE("28: a full namespace elsewhere makes the mount fail, and everything is undone") {
    MachineSettings tight;
    tight.mount_max = 6;
    Machine machine(default_kernel(), tight);
    machine.run(
        "mkdir -p /a /b /c /d\n"
        "mount -t tmpfs A /a\n"
        "mkdir -p /a/x\n"
        "mount --make-shared /a\n"
        "unshare -m n\n"
        "ns n mount -t tmpfs B /b\n"
        "ns n mount -t tmpfs C /c\n"
        "ns n mount -t tmpfs D /d\n"
        "! ENOSPC ns n mount -t tmpfs A /a\n");
    const std::string here = machine.table();
    const std::string there = machine.table("n");
    const std::uint32_t mounts = machine.world.live_mounts();
    machine.run(
        "! ENOSPC mount -t tmpfs X /a/x\n! ENOSPC mount --bind /a /a/x\n! ENOSPC mount --rbind / /a/x\n");
    CHECK(machine.table() == here);
    CHECK(machine.table("n") == there);
    CHECK(machine.world.live_mounts() == mounts);
    CHECK(machine.world[machine.ns("n")].pending_mounts == 0);
    machine.run("ns n umount /d\nmount -t tmpfs X /a/x\n");
    CHECK(paths(machine, "n") == "/ /a /a/x /b /c ");
    CHECK(group_of(machine, "/a/x") == 2);  // no group id was lost
}

TEST_CASE("28: the 17th bind of the chain meets the limit of 100,000") {
    Machine machine;
    machine.run(
        "mkdir -p /mnt\n"
        "mount -t tmpfs zdtm /mnt\n"
        "mkdir -p /mnt/1\n"
        "mount -t tmpfs zdtm /mnt/1\n"
        "mount --make-shared /mnt/1\n"
        "mkdir -p /mnt/1/1\n");
    for (int i = 0; i < 16; ++i) CHECK(machine.result_of("mount --bind /mnt/1/1 /mnt/1/1") == "ok");
    const std::uint32_t mounts = machine.world.live_mounts();
    CHECK(mounts == 65536 + 3);
    const std::uint64_t next_group = machine.world[machine.at("/mnt/1/1")].group_id;
    CHECK(next_group == 1);
    CHECK(machine.result_of("mount --bind /mnt/1/1 /mnt/1/1") == "ENOSPC");
    CHECK(machine.world.live_mounts() == mounts);
    CHECK(machine.result_of("umount -l /mnt/1") == "ok");
    CHECK(machine.world.live_mounts() == 3);
}

TEST_CASE("31: removing a mountpoint of another namespace unmounts there, lazily and without propagation") {
    Machine machine;
    machine.run(
        "mkdir -p /d\n"
        "mount --make-shared /\n"
        "unshare -m n\n"
        "unshare -m o\n"
        "ns n mount --make-rprivate /\n"
        "ns n mount -t tmpfs A /d\n"
        "ns n mkdir -p /d/x\n"
        "ns n mount -t tmpfs B /d/x\n"
        "ns n cd /d\n"
        "! EBUSY ns n rmdir /d\n"
        "rmdir /d\n");
    CHECK(paths(machine, "n") == "/ ");
    // What was mounted inside stays connected.
    CHECK(machine.world.text(machine.world[machine.world[machine.at("x", "n")].superblock].source) == "B");
}

TEST_CASE("32: one file system twice at a place") {
    Machine machine;
    machine.run(
        "mkdir -p /a /b\n"
        "mount -t sysfs s /a\n"
        "! EBUSY mount -t sysfs s /a\n"
        "mount -t sysfs s /b\n"
        "umount /a\n"
        "umount /b\n"
        "mount -t cgroup2 c /a\n"
        "! EBUSY mount -t cgroup2 c /a\n"
        "umount /a\n"
        "mount -t proc p /a\n"
        "mount -t proc p /a\n"
        "mount -t tmpfs t /b\n"
        "mount -t tmpfs t /b\n"
        "! ENODEV mount -t nonsense n /b\n"
        "unshare -Um low\n"
        "ns low mount -t proc p /b\n"
        "! EPERM ns low mount -t sysfs s /b\n");
}

TEST_CASE("33: new entries of the hash table come first in their chain") {
    MachineSettings small;
    small.hash_buckets = 512;
    Machine machine(default_kernel(), small);
    machine.run("mkdir -p /a\n");
    for (int i = 0; i < 1500; ++i) {
        machine.run("mkdir -p /a/" + std::to_string(i) + "\nmount -t tmpfs T /a/" + std::to_string(i) + "\n");
        const MountRef mount = machine.at("/a/" + std::to_string(i));
        const Mount& m = machine.world[mount];
        CHECK(machine.world.bucket_first(machine.world.bucket_of(m.parent, m.mountpoint)) == mount);
    }
}
