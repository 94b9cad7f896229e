#include <chrono>

#include "core/bench/chain.hpp"
#include "core/text/scenario.hpp"

namespace mountscope {

namespace {

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

bool run_lines(World& world, const ScenarioResult& read) {
    if (read.error) return false;
    for (const ScenarioLine& line : read.scenario.lines) {
        if (run_command(world, default_kernel(), line.command).error != Errno::kOk) return false;
    }
    return true;
}

}  // namespace

std::optional<ChainTimes> engine_chain(unsigned n) {
    const ScenarioResult start = parse_scenario(
        "mkdir -p /mnt\n"
        "mount -t tmpfs zdtm /mnt\n"
        "mkdir -p /mnt/1 /mnt/2\n"
        "mount -t tmpfs zdtm /mnt/1\n"
        "mount --make-shared /mnt/1\n"
        "mkdir -p /mnt/1/1\n");
    const ScenarioResult bind = parse_scenario("mount --bind /mnt/1/1 /mnt/1/1\n");
    const ScenarioResult umount = parse_scenario("umount -l /mnt/1\n");
    World world = World::boot();
    const std::size_t empty = world.bytes();
    if (!run_lines(world, start)) return std::nullopt;
    ChainTimes times;
    const auto build = std::chrono::steady_clock::now();
    for (unsigned i = 0; i < n; ++i) {
        if (!run_lines(world, bind)) return std::nullopt;
    }
    times.build_ms = milliseconds_since(build);
    times.mounts = world.live_mounts();
    times.bytes_a_mount = static_cast<double>(world.bytes() - empty) / static_cast<double>(times.mounts);
    const auto take_down = std::chrono::steady_clock::now();
    if (!run_lines(world, umount)) return std::nullopt;
    times.umount_ms = milliseconds_since(take_down);
    if (world.live_mounts() > 4) return std::nullopt;
    return times;
}

}  // namespace mountscope
