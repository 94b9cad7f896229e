#pragma once
// What many tests need: files of the test data, and a machine that takes scenario lines.
//
//   Machine machine;                                  // or Machine machine(*find_kernel("4.9"), settings);
//   machine.run("mkdir -p /a\nmount -t tmpfs A /a");  // each must end as it says; invariants after each
//   CHECK(machine.table() == "0 - / / root\n1 0 /a / A\n");

#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/command.hpp"
#include "core/kernel/profile.hpp"
#include "core/text/mount_table.hpp"
#include "core/world/world.hpp"

namespace mountscope {

inline constexpr std::string_view kDataFolder = "core/tests/data/";

// The whole file; fails the test when it can't be read.
std::string read_data(const std::string& name);
std::vector<std::string> lines_of(std::string_view text);  // without the newlines
// Names of the files of a data folder that end so, sorted.
std::vector<std::string> data_files(const std::string& folder, std::string_view ending);

// Fails the test when something is broken.
void check_invariants(const World& world, const KernelProfile& kernel, std::string_view when);

class Machine {
  public:
    explicit Machine(const KernelProfile& kernel = default_kernel(), const MachineSettings& settings = {})
        : kernel(kernel), world(World::boot(settings)) {}

    // Runs the lines of a scenario. `! ERRNO`, `?` or success is checked for each.
    void run(std::string_view scenario);
    // Runs one command and answers what it did, whatever that was.
    CommandResult command(std::string_view line);
    // "ok" or the name of the errno.
    std::string result_of(std::string_view line) { return std::string(errno_name(command(line).error)); }

    // The table of the namespace of a process as canonical lines, a newline behind each.
    std::string table(std::string_view process = "main") const;
    // The topmost mount on a path, as `where` finds it.
    MountRef at(std::string_view path, std::string_view process = "main");
    NamespaceRef ns(std::string_view process = "main") const;

    const KernelProfile& kernel;
    World world;
    RunOptions options;
};

}  // namespace mountscope
