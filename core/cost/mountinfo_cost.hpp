#pragma once
// What reading /proc/PID/mountinfo costs: beside printing a line for each mount, the kernel climbs from it to
// the reader's root to know its path, and for a slave it asks ring after ring of masters for a member that
// the reader can see (the number behind propagate_from).
//
//   MountinfoCost cost = mountinfo_cost(world, process);
//   cost.lines;  cost.path_steps;  cost.ring_steps;  cost.reach_steps;
//
// Exact, in O(mounts): what mounts have in common is counted once. Models fs/proc_namespace.c,
// fs/pnode.c (kernel.md A.5, H.24).

#include <array>
#include <cstdint>
#include <string_view>

#include "core/cost/machine_model.hpp"
#include "core/world/world.hpp"

namespace mountscope {

struct MountinfoCost {
    std::uint64_t lines = 0;        // mounts printed
    std::uint64_t passed_over = 0;  // mounts of the namespace that the reader can't see
    std::uint64_t path_steps = 0;   // from a mount to its parent, to find paths
    std::uint64_t ring_steps = 0;   // members of peer groups asked
    std::uint64_t reach_steps = 0;  // from a mount to its parent, to know whether a member can be seen
    friend bool operator==(const MountinfoCost&, const MountinfoCost&) = default;

    std::uint64_t steps() const { return path_steps + ring_steps + reach_steps; }
};

// As `reader` would read its own table.
MountinfoCost mountinfo_cost(const World& world, ProcessRef reader);
// The same, step by step as the kernel does it: for tests and small worlds.
MountinfoCost mountinfo_cost_plainly(const World& world, ProcessRef reader);

// On a machine. A step to another mount is taken to cost what a node of a hash chain costs, and a line what a
// mount costs: both were measured for unmounting only.
double modelled_seconds(const MachineModel& machine, const MountinfoCost& cost);

// The counters with their names and what they mean, one sentence each.
struct MountinfoCounter {
    std::string_view name;
    std::string_view meaning;
    std::uint64_t MountinfoCost::* value;
};
const std::array<MountinfoCounter, 4>& mountinfo_counters();

}  // namespace mountscope
