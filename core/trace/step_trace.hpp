#pragma once
// The single steps of one command, to be looked at in any order. Stored are only the World before it and, of
// a long umount, a few checkpoints: a step is shown by running the command again up to there, from the last
// checkpoint before it, which passes over the walks in between without doing them.
//
//   StepIndex index(before, kernel, command, options);
//   index.steps();                       // how many there are
//   index.phases();                      // {phase, first step}
//   StepView v = index.at(46);           // World, counters and the step itself after 47 steps
//
// For every k, at(k) is the same whether one comes from before or from behind.

#include <memory>
#include <vector>

#include "core/kernel/command.hpp"
#include "core/kernel/umount_run.hpp"

namespace mountscope {

struct PhaseMark {
    Phase phase;
    std::uint64_t first_step;
};

struct StepView {
    Step step;
    std::uint64_t index = 0;
    World world;
    Counters counters;
    // The steps of the running visit up to this one, the visit itself first; the last ones of a long visit.
    std::vector<Step> visit;
};

// From where an umount can go on: how far it was when the step `next` was the next one.
struct StepCheckpoint {
    std::uint64_t next;
    Phase phase;
    World world;
    Counters counters;
    UmountRun run;
};

// How many checkpoints are kept, and how much work lies between them. The defaults suit big trees: what all
// they take together is bounded, pages that their Worlds share counted once, and small umounts need none.
struct CheckpointPlan {
    std::uint64_t least_work = std::uint64_t{1} << 14;  // pieces of work between two
    std::size_t most = 48;
    std::size_t longest_visit = std::size_t{1} << 14;  // of a longer visit only so many last steps are shown
    std::size_t most_bytes = std::size_t{256} << 20;
};

class StepIndex {
  public:
    StepIndex(const World& before, const KernelProfile& kernel, const Command& command,
              const RunOptions& options, const CheckpointPlan& plan = {});

    std::uint64_t steps() const { return steps_; }
    const std::vector<PhaseMark>& phases() const { return phases_; }
    const CommandResult& result() const { return result_; }
    std::size_t checkpoints() const { return checkpoints_.size(); }
    // Index into phases() of the phase that holds the step.
    std::size_t phase_of(std::uint64_t step) const;
    StepView at(std::uint64_t index) const;
    // The steps from <= index < to, without Worlds: for lists and the command line. Calls visit(index, step,
    // world).
    template <class Visit>
    void for_each(std::uint64_t from, std::uint64_t to, Visit&& visit) const;

  private:
    // From the last checkpoint from which no step from `first` on is missed; inside a walk, none from
    // `first_of_visit` on.
    void replay(StepTrace& trace, std::uint64_t first, std::uint64_t first_of_visit) const;

    World before_;
    const KernelProfile* kernel_;
    Command command_;
    RunOptions options_;
    std::size_t longest_visit_;
    std::uint64_t steps_ = 0;
    std::vector<PhaseMark> phases_;
    CommandResult result_;
    std::vector<StepCheckpoint> checkpoints_;  // in order
};

template <class Visit>
void StepIndex::for_each(std::uint64_t from, std::uint64_t to, Visit&& visit) const {
    struct Sink final : StepSink {
        explicit Sink(Visit& v) : to_tell(v) {}
        void on_step(std::uint64_t index, const Step& step, const World& world, const Counters&) override {
            to_tell(index, step, world);
        }
        void on_phase(std::uint64_t, Phase) override {}
        Visit& to_tell;
    } sink(visit);
    StepTrace trace;
    trace.sink = &sink;
    trace.from = from;
    trace.to = to;
    replay(trace, from, from);
}

}  // namespace mountscope
