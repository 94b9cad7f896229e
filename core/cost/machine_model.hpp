#pragma once
// From counts to seconds: what the counted work takes on a machine, by three constants fitted once.
//
//   const MachineModel* m = find_machine("vagin-2016");
//   double s = modelled_seconds(*m, counters);       // always shown as "modelled"
//
// The constants are data with their source; a test fits them again from the measurements they came from.

#include <span>
#include <string_view>

#include "core/kernel/counters.hpp"

namespace mountscope {

struct MachineModel {
    std::string_view name;
    std::string_view title;
    std::string_view source;    // where the measurements come from
    std::uint64_t memory;       // bytes, decides the buckets
    double seconds_per_lookup;  // a step to a receiver with its hash lookup
    double seconds_per_chain_entry;
    double seconds_per_mount;  // one mount unmounted and freed, or created
};

std::span<const MachineModel> machines();
const MachineModel* find_machine(std::string_view name);

double modelled_seconds(const MachineModel& machine, const Counters& counters);

// A measured point: run.sh N on a machine, before and after the proposal of 2016.
struct MeasuredUmount {
    int n = 0;             // the N of run.sh; 2^N mounts
    double batch_seconds;  // without the patch
    double one_by_one_seconds;
};
// The table of the seed (Andrei Vagin, 2016), as printed.
std::span<const MeasuredUmount> vagin_measurements();

}  // namespace mountscope
