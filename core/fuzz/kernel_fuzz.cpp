// Commands made of bytes, so that the fuzzer gets deep into the engine without having to learn the language.
// After each command nothing is broken, a copy of the World made before is as it was, and adding up repeated
// work gives the same World and the same counters as doing it.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/kernel/command.hpp"
#include "core/text/mount_table.hpp"

using namespace mountscope;

namespace {

constexpr std::size_t kMostCommands = 60;
constexpr std::uint32_t kMostMounts = 300;

class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    bool empty() const { return at_ >= size_; }
    std::uint8_t next() { return empty() ? std::uint8_t{0} : data_[at_++]; }

  private:
    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

// Up to four components out of few names, so that paths meet each other.
std::string path_from(Bytes& bytes) {
    static const char* const parts[] = {"a", "b", "x", "y", "f", "..", ".", ""};
    const std::uint8_t head = bytes.next();
    std::string path = (head & 1) != 0 ? "/" : "";
    for (unsigned i = 0, count = (head >> 1) % 5; i < count; ++i) {
        if (i > 0) path += '/';
        path += parts[bytes.next() % 8];
    }
    if ((head & 64) != 0) path += '/';
    return path;
}

Command command_from(Bytes& bytes, std::uint32_t index) {
    Command c;
    const std::uint8_t who = bytes.next();
    c.process = who % 4 == 0 ? "p" + std::to_string(who / 4 % 8) : "main";
    const std::uint8_t what = bytes.next();
    c.kind = static_cast<CommandKind>(what % (static_cast<unsigned>(CommandKind::kShow) + 1));
    // More of what makes and unmakes trees.
    if (what >= 128) {
        static const CommandKind often[] = {CommandKind::kMountNew,  CommandKind::kMountBind,
                                            CommandKind::kMountBind, CommandKind::kMountChangeType,
                                            CommandKind::kUmount,    CommandKind::kMkdirParents,
                                            CommandKind::kMountMove, CommandKind::kUnshare};
        c.kind = often[what % 8];
    }
    const std::uint8_t how = bytes.next();
    c.recursive = (how & 1) != 0;
    c.lazy = (how & 2) != 0;
    c.new_user_namespace = (how & 4) != 0;
    c.propagation = static_cast<PropagationType>(how >> 3 & 3);
    c.filesystem = how >= 240 ? "sysfs" : how >= 230 ? "nosuchfs" : "tmpfs";
    const std::string name = "p" + std::to_string(index % 8);
    switch (c.kind) {
        case CommandKind::kMountNew:
            c.arguments = {"t" + std::to_string(index), path_from(bytes)};
            break;
        case CommandKind::kOpen:
            c.arguments = {path_from(bytes), "f" + std::to_string(how % 3)};
            break;
        case CommandKind::kClose:
            c.arguments = {"f" + std::to_string(how % 3)};
            break;
        case CommandKind::kUnshare:
            if ((how & 32) == 0) c.propagation.reset();
            c.arguments = {name};
            break;
        case CommandKind::kFork:
            c.arguments = {name};
            break;
        case CommandKind::kNsenter:
            c.arguments = {how % 2 == 0 ? "main" : "p" + std::to_string(how % 8), name};
            break;
        case CommandKind::kExit:
            c.arguments = {"p" + std::to_string(how % 8)};
            break;
        default:
            c.arguments = {path_from(bytes), path_from(bytes)};
    }
    return c;
}

void fail(const char* what, const Command& c, const std::string& detail) {
    std::fprintf(stderr, "%s after command %d: %s\n", what, static_cast<int>(c.kind), detail.c_str());
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const std::uint8_t settings_byte = bytes.next();
    KernelProfile kernel = kernels()[settings_byte % kernels().size()];
    kernel.forgets_unbindable = settings_byte >= 200;
    MachineSettings settings;
    settings.hash_buckets = 512;
    settings.mount_max = settings_byte % 2 == 0 ? 20 : kMostMounts;
    World world = World::boot(settings);
    RunOptions quick;
    quick.initial_directories = {"a", "a/x", "b"};
    RunOptions plain = quick;
    plain.count_quickly = false;
    for (std::uint32_t i = 0; i < kMostCommands && !bytes.empty(); ++i) {
        const Command c = command_from(bytes, i);
        const World before = world;
        const std::uint64_t hash = before.hash();
        World other = world;
        const CommandResult result = run_command(world, kernel, c, quick);
        if (const auto broken = world.find_broken_invariant(kernel.leaves_marks()))
            fail("broken", c, *broken);
        if (before.hash() != hash) fail("a copy changed", c, "");
        const CommandResult plainly = run_command(other, kernel, c, plain);
        if (result.error != plainly.error || world.hash() != other.hash()) fail("quick is not plain", c, "");
        if (!(result.counters == plainly.counters)) fail("quick counts otherwise", c, "");
        if (world.live_mounts() > kMostMounts * 4) break;
    }
    const StateTables state = build_tables(world);
    for (const MountTable& table : state.tables) {
        for (std::size_t row = 0; row < table.rows.size(); ++row) (void)table_line(world, state, table, row);
    }
    return 0;
}
