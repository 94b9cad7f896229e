#include "core/bench/chain.hpp"
#include "core/bench/stopwatch.hpp"
#include "core/text/scenario.hpp"

namespace mountscope {

namespace {

constexpr const char* kStart =
    "mkdir -p /mnt\n"
    "mount -t tmpfs zdtm /mnt\n"
    "mkdir -p /mnt/1 /mnt/2\n"
    "mount -t tmpfs zdtm /mnt/1\n"
    "mount --make-shared /mnt/1\n"
    "mkdir -p /mnt/1/1\n";

bool run_lines(World& world, const KernelProfile& kernel, const ScenarioResult& read) {
    if (read.error) return false;
    for (const ScenarioLine& line : read.scenario.lines) {
        if (run_command(world, kernel, line.command).error != Errno::kOk) return false;
    }
    return true;
}

}  // namespace

std::optional<Chain> build_chain(unsigned n, const KernelProfile& kernel) {
    const ScenarioResult bind = parse_scenario("mount --bind /mnt/1/1 /mnt/1/1\n");
    const ScenarioResult umount = parse_scenario("umount -l /mnt/1\n");
    if (umount.error) return std::nullopt;
    MachineSettings settings;
    settings.mount_max = std::max(settings.mount_max, 4u << n);
    Chain chain{World::boot(settings), umount.scenario.lines[0].command, 0};
    if (!run_lines(chain.world, kernel, parse_scenario(kStart))) return std::nullopt;
    const Stopwatch build;
    for (unsigned i = 0; i < n; ++i) {
        if (!run_lines(chain.world, kernel, bind)) return std::nullopt;
    }
    chain.build_ms = build.milliseconds();
    return chain;
}

std::optional<ChainTimes> engine_chain(unsigned n) {
    const std::size_t empty = World::boot().bytes();
    auto chain = build_chain(n, default_kernel());
    if (!chain) return std::nullopt;
    ChainTimes times;
    times.build_ms = chain->build_ms;
    times.mounts = chain->world.live_mounts();
    times.bytes_a_mount =
        static_cast<double>(chain->world.bytes() - empty) / static_cast<double>(times.mounts);
    const Stopwatch take_down;
    if (run_command(chain->world, default_kernel(), chain->umount).error != Errno::kOk) return std::nullopt;
    times.umount_ms = take_down.milliseconds();
    if (chain->world.live_mounts() > 4) return std::nullopt;
    return times;
}

}  // namespace mountscope
