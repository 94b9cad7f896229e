#pragma once
// What each command of a scenario costs under several kernels.
//
//   CostRun run(lines, {find_kernel("4.9"), find_kernel("6.18")}, machine, options);
//   while (run.advance()) show(run.done(), run.total());   // one command of one group of kernels a call
//   for (const KernelCost& k : run.results()) k.commands[6].counters[Counter::kUmountLookup];
//
// Kernels that attach mounts by the same rules share their Worlds until a command unmounts something.
// Counters are exact (see receiver_classes.hpp); nothing is estimated here.

#include <memory>
#include <string>
#include <vector>

#include "core/kernel/command.hpp"
#include "core/text/scenario.hpp"

namespace mountscope {

struct CommandCost {
    std::size_t step = 0;  // from 1
    std::string text;
    Errno error = Errno::kOk;
    Counters counters;
    std::uint32_t mounts_after = 0;  // in all namespaces, the invisible roots not counted
};

struct KernelCost {
    const KernelProfile* kernel = nullptr;
    std::vector<CommandCost> commands;
    std::optional<TextError> error;  // a command that can't be run; the kernel's run stopped there
    Counters total() const;
    // What the last command found: the mounts it took away, or those that are there.
    std::uint64_t mounts_of_last() const;
};

// The machine's memory decides how many buckets the mount hash has, by the rule of the kernel's version.
struct CostMachine {
    MachineSettings settings;
    std::uint64_t memory = 0;  // bytes; 0: settings.hash_buckets as it is
};

MachineSettings settings_for(const KernelProfile& kernel, const CostMachine& machine);

class CostRun {
  public:
    CostRun(const std::vector<ScenarioLine>& lines, std::vector<const KernelProfile*> kernels,
            const CostMachine& machine, RunOptions options);

    // Runs the next piece; false when all is done, or when options.progress stopped it: then nothing has
    // changed, and the next call tries again.
    bool advance();
    bool was_cancelled() const { return cancelled_; }
    std::size_t done() const { return done_; }
    std::size_t total() const { return kernels_.size() * lines_.size(); }
    // In the order of `kernels`.
    const std::vector<KernelCost>& results() const { return results_; }
    // The World at the end of a kernel's run.
    const World& world(std::size_t kernel) const { return *branches_[branch_of_[kernel]].world; }

  private:
    // Kernels that have the same World so far.
    struct Branch {
        std::vector<std::size_t> kernels;
        std::unique_ptr<World> world;
        std::size_t next = 0;
    };
    void run_next(std::size_t branch);
    void split(std::size_t branch, std::unique_ptr<World> before);

    const std::vector<ScenarioLine>& lines_;
    std::vector<const KernelProfile*> kernels_;
    RunOptions options_;
    std::vector<KernelCost> results_;
    std::vector<Branch> branches_;
    std::vector<std::size_t> branch_of_;
    std::size_t done_ = 0;
    bool cancelled_ = false;
};

}  // namespace mountscope
