// The engine's own limits: what does not fit fails with the right errno, says which limit it was, and leaves
// nothing behind.

#include <doctest/doctest.h>

#include "core/tests/support.hpp"

using namespace mountscope;

namespace {

MachineSettings with(const WorldLimits& limits) {
    MachineSettings settings;
    settings.hash_buckets = 512;
    settings.limits = limits;
    return settings;
}

void check_refused(Machine& machine, std::string_view line, Errno error, std::string_view note) {
    CAPTURE(line);
    const std::string before = machine.table();
    const std::uint32_t mounts = machine.world.live_mounts();
    const std::uint32_t dentries = machine.world.live_dentries();
    const CommandResult result = machine.command(line);
    CHECK(errno_name(result.error) == errno_name(error));
    CHECK_MESSAGE(result.note.find(note) != std::string_view::npos, result.note);
    CHECK(machine.table() == before);
    CHECK(machine.world.live_mounts() == mounts);
    CHECK(machine.world.live_dentries() == dentries);
}

}  // namespace

TEST_CASE("mounts of all namespaces together") {
    for (const KernelProfile& kernel : kernels()) {
        CAPTURE(kernel.name);
        Machine machine(kernel, with({.mounts = 9}));
        machine.run(
            "mkdir -p /a /b /c\n"
            "mount -t tmpfs A /a\n"
            "mkdir -p /a/x\n"
            "mount -t tmpfs X /a/x\n"
            "mount --make-rshared /a\n"
            "unshare -m n\n");
        REQUIRE(machine.world.live_mounts() == 8);
        check_refused(machine, "mount --rbind /a /b", Errno::kENOMEM, "all namespaces together");
        check_refused(machine, "unshare -m o", Errno::kENOMEM, "all namespaces together");
        check_refused(machine, "unshare -Um p", Errno::kENOMEM, "all namespaces together");
        check_refused(machine, "mount -t tmpfs Y /a/x", Errno::kENOMEM,
                      "all namespaces together");  // with its copy
        machine.run("mount -t tmpfs Y /b\n");
        check_refused(machine, "mount -t tmpfs Z /c", Errno::kENOMEM, "all namespaces together");
        check_refused(machine, "mount --bind /b /c", Errno::kENOMEM, "all namespaces together");
        machine.run("umount /b\nmount --bind /a /c\n");
    }
}

TEST_CASE("namespaces, user namespaces and processes") {
    Machine machine(default_kernel(), with({.namespaces = 3}));
    machine.run("unshare -m a\nunshare -m b\n");
    check_refused(machine, "unshare -m c", Errno::kENOSPC, "mount namespaces");
    machine.run("exit a\nunshare -m d\nexit d\nunshare -Um e\nexit e\nunshare -Um f\nexit f\n");
    check_refused(machine, "unshare -Um g", Errno::kENOSPC, "user namespaces");

    Machine few(default_kernel(), with({.processes = 3}));
    few.run("fork a\nfork b\nexit a\n");
    check_refused(few, "fork c", Errno::kEAGAIN, "processes");
    check_refused(few, "unshare -m c", Errno::kEAGAIN, "processes");
    check_refused(few, "nsenter -m b c", Errno::kEAGAIN, "processes");
}

TEST_CASE("open files") {
    Machine machine(default_kernel(), with({.files = 3, .files_a_process = 2}));
    machine.run("fork a\nopen / as 1\nopen / as 2\n");
    check_refused(machine, "open / as 3", Errno::kEMFILE, "the process");
    machine.run("ns a open / as 1\n");
    check_refused(machine, "ns a open / as 2", Errno::kENFILE, "open files");
    machine.run("close 1\nns a open / as 2\n");
}

TEST_CASE("files, directories, depth and names") {
    Machine machine(default_kernel(), with({.dentries = 6, .depth = 3}));
    machine.run("mkdir -p /a/b/c\n");
    check_refused(machine, "mkdir /a/b/c/d", Errno::kENOSPC, "nested");
    check_refused(machine, "touch /a/b/c/d", Errno::kENOSPC, "nested");
    machine.run("mkdir -p /d\n");
    check_refused(machine, "mkdir /e", Errno::kENOSPC, "files and directories");
    check_refused(machine, "touch /e", Errno::kENOSPC, "files and directories");

    Machine full(default_kernel(), with({.dentries = 8}));
    full.options.initial_directories = {"a", "b/c"};
    full.run("mkdir -p /x /y\nmount -t tmpfs X /x\n");
    check_refused(full, "mount -t tmpfs Y /y", Errno::kENOSPC, "files and directories");

    Machine named(default_kernel(), with({.name_bytes = 4000}));
    std::string name = "/";
    std::size_t made = 0;
    while (named.result_of("mkdir " + name + std::to_string(made)) == "ok" && made < 1000) ++made;
    CHECK(made > 10);
    CHECK(made < 100);
    check_refused(named, "touch /new", Errno::kENOMEM, "names");
    check_refused(named, "fork new", Errno::kENOMEM, "names");
    named.run("rmdir /0\n");
}

TEST_CASE("a small script can't fill the memory") {
    // Each namespace copies all mounts: without a limit, twelve lines make millions.
    Machine machine(default_kernel(), with({.mounts = 50000}));
    machine.run(
        "mkdir -p /m\n"
        "mount -t tmpfs T /m\n"
        "mkdir -p /m/x\n"
        "mount --make-shared /m\n");
    for (int i = 0; i < 12; ++i) machine.run("mount --bind /m/x /m/x");
    std::string last;
    for (int i = 0; i < 40 && last != "ENOMEM"; ++i)
        last = machine.result_of("unshare -m p" + std::to_string(i));
    CHECK(last == "ENOMEM");
    CHECK(machine.world.live_mounts() <= 50000);
    CHECK(machine.world.bytes() < 40u << 20);
}
