#include "core/cost/machine_model.hpp"

namespace mountscope {

namespace {

constexpr MachineModel kMachines[] = {
    {
        .name = "vagin-2016",
        .title = "the machine of the 2016 proposal",
        .source = "Fitted to the table in \"[PATCH v2 RFC] mnt: umount mounts one by one in umount_tree()\" "
                  "(Andrei Vagin): run.sh N = 10..15 under 4.9 and 4.9-rfc2 with the 8192 buckets of 4 GiB.",
        .memory = std::uint64_t{4} << 30,
        .seconds_per_lookup = 1e-9,
        .seconds_per_chain_entry = 20e-9,
        .seconds_per_mount = 4.0e-6,
    },
};

constexpr MeasuredUmount kVagin[] = {
    {10, 0.04, 0.00}, {11, 0.17, 0.01},  {12, 0.75, 0.01},
    {13, 5.96, 0.03}, {14, 34.40, 0.07}, {15, 226.27, 0.14},
};

constexpr Counter kLookups[] = {Counter::kAttachLookup, Counter::kBusyLookup,   Counter::kUnlockLookup,
                                Counter::kMarkLookup,   Counter::kUmountLookup, Counter::kPathLookup};

}  // namespace

std::span<const MachineModel> machines() {
    return kMachines;
}

const MachineModel* find_machine(std::string_view name) {
    for (const MachineModel& machine : kMachines) {
        if (machine.name == name) return &machine;
    }
    return nullptr;
}

double modelled_seconds(const MachineModel& machine, const Counters& counters) {
    std::uint64_t lookups = 0;
    for (const Counter counter : kLookups) lookups += counters[counter];
    const std::uint64_t mounts = counters[Counter::kAlloc] + counters[Counter::kFinish];
    return static_cast<double>(lookups) * machine.seconds_per_lookup +
           static_cast<double>(counters[Counter::kChainEntries]) * machine.seconds_per_chain_entry +
           static_cast<double>(mounts) * machine.seconds_per_mount;
}

std::span<const MeasuredUmount> vagin_measurements() {
    return kVagin;
}

}  // namespace mountscope
