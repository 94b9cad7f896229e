#pragma once
// The single steps of one command, to be looked at in any order. Nothing is stored but the World before it: a
// step is shown by running the command again up to there, which passes over the walks in between without
// doing them.
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
    std::vector<Step> visit;  // the steps of the running visit up to this one, the visit itself first
};

class StepIndex {
  public:
    StepIndex(const World& before, const KernelProfile& kernel, const Command& command,
              const RunOptions& options);

    std::uint64_t steps() const { return steps_; }
    const std::vector<PhaseMark>& phases() const { return phases_; }
    const CommandResult& result() const { return result_; }
    // Index into phases() of the phase that holds the step.
    std::size_t phase_of(std::uint64_t step) const;
    StepView at(std::uint64_t index) const;
    // The steps from <= index < to, without Worlds: for lists and the command line. Calls visit(index, step,
    // world).
    template <class Visit>
    void for_each(std::uint64_t from, std::uint64_t to, Visit&& visit) const;

  private:
    CommandResult replay(StepTrace& trace) const;

    World before_;
    const KernelProfile* kernel_;
    Command command_;
    RunOptions options_;
    std::uint64_t steps_ = 0;
    std::vector<PhaseMark> phases_;
    CommandResult result_;
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
    replay(trace);
}

}  // namespace mountscope
