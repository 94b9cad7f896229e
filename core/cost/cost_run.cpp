#include "core/cost/cost_run.hpp"

namespace mountscope {

namespace {

bool attach_alike(const KernelProfile& a, const KernelProfile& b) {
    return a.taken_mountpoint == b.taken_mountpoint && a.slave_transfer == b.slave_transfer &&
           a.locked_copy == b.locked_copy && a.forgets_unbindable == b.forgets_unbindable &&
           a.administers_by_mount == b.administers_by_mount &&
           a.move_checks_source_first == b.move_checks_source_first && a.has_move_mount == b.has_move_mount;
}

bool same_settings(const MachineSettings& a, const MachineSettings& b) {
    return a.hash_buckets == b.hash_buckets && a.mount_max == b.mount_max && a.first_mnt_id == b.first_mnt_id;
}

// Whether a command with these counters does the same under all kernels that attach alike.
bool runs_alike(const Counters& c) {
    return c[Counter::kGather] + c[Counter::kNextKid] + c[Counter::kBusyLookup] + c[Counter::kFinish] == 0;
}

std::uint32_t visible_mounts(const World& world) {
    return world.live_mounts() - world.live_namespaces();
}

}  // namespace

Counters KernelCost::total() const {
    Counters sum;
    for (const CommandCost& command : commands) sum += command.counters;
    return sum;
}

std::uint64_t KernelCost::mounts_of_last() const {
    if (commands.empty()) return 0;
    const std::uint64_t gone = commands.back().counters[Counter::kFinish];
    return gone != 0 ? gone : commands.back().mounts_after;
}

MachineSettings settings_for(const KernelProfile& kernel, const CostMachine& machine) {
    MachineSettings settings = machine.settings;
    if (machine.memory != 0) {
        settings.hash_buckets = buckets_for_memory(machine.memory, kernel.scales_hash_with_memory);
    }
    return settings;
}

CostRun::CostRun(const std::vector<ScenarioLine>& lines, std::vector<const KernelProfile*> kernels,
                 const CostMachine& machine, RunOptions options)
    : lines_(lines), kernels_(std::move(kernels)), options_(std::move(options)), branch_of_(kernels_.size()) {
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
        results_.push_back({kernels_[i], {}, std::nullopt});
        const MachineSettings settings = settings_for(*kernels_[i], machine);
        bool joined = false;
        for (std::size_t b = 0; b < branches_.size() && !joined; ++b) {
            const KernelProfile& other = *kernels_[branches_[b].kernels.front()];
            if (!attach_alike(other, *kernels_[i]) || !same_settings(settings_for(other, machine), settings))
                continue;
            branches_[b].kernels.push_back(i);
            branch_of_[i] = b;
            joined = true;
        }
        if (joined) continue;
        branch_of_[i] = branches_.size();
        branches_.push_back({{i}, std::make_unique<World>(World::boot(settings)), 0});
    }
}

// Each kernel but the first goes on alone, from `before`.
void CostRun::split(std::size_t branch, std::unique_ptr<World> before) {
    while (branches_[branch].kernels.size() > 1) {
        const std::size_t kernel = branches_[branch].kernels.back();
        branches_[branch].kernels.pop_back();
        branch_of_[kernel] = branches_.size();
        auto world =
            branches_[branch].kernels.size() > 1 ? std::make_unique<World>(*before) : std::move(before);
        branches_.push_back({{kernel}, std::move(world), branches_[branch].next});
    }
}

void CostRun::run_next(std::size_t branch) {
    const ScenarioLine& line = lines_[branches_[branch].next];
    const KernelProfile& kernel = *kernels_[branches_[branch].kernels.front()];
    std::unique_ptr<World> before;
    if (branches_[branch].kernels.size() > 1) before = std::make_unique<World>(*branches_[branch].world);
    const CommandResult result = run_command(*branches_[branch].world, kernel, line.command, options_);
    cancelled_ = result.cancelled;
    if (cancelled_) return;
    // Where something is unmounted, their ways part.
    if (before && !runs_alike(result.counters)) split(branch, std::move(before));
    Branch& b = branches_[branch];
    for (const std::size_t i : b.kernels) {
        if (result.impossible) {
            results_[i].error =
                TextError{line.line, 1, *result.impossible, "the name of a process that is there"};
        } else {
            results_[i].commands.push_back(
                {b.next + 1, line.text, result.error, result.counters, visible_mounts(*b.world)});
        }
    }
    const std::size_t steps = result.impossible ? lines_.size() - b.next : 1;
    b.next += steps;
    done_ += steps * b.kernels.size();
}

bool CostRun::advance() {
    for (std::size_t b = 0; b < branches_.size(); ++b) {
        if (branches_[b].next == lines_.size()) continue;
        run_next(b);
        return !cancelled_;
    }
    return false;
}

}  // namespace mountscope
