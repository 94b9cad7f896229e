#include "core/trace/step_trace.hpp"

#include <algorithm>

namespace mountscope {

namespace {

// Hears only where phases begin.
class PhaseSink final : public StepSink {
  public:
    explicit PhaseSink(std::vector<PhaseMark>& phases) : phases_(phases) {}
    void on_step(std::uint64_t, const Step&, const World&, const Counters&) override {}
    void on_phase(std::uint64_t index, Phase phase) override {
        // A phase without a step leaves no mark.
        if (!phases_.empty() && phases_.back().first_step == index) phases_.pop_back();
        phases_.push_back({phase, index});
    }

  private:
    std::vector<PhaseMark>& phases_;
};

constexpr std::uint64_t kLongestVisitShown = 1u << 17;

// Keeps the World of one step, and the steps of the visit that leads to it.
class CaptureSink final : public StepSink {
  public:
    CaptureSink(StepTrace& trace, std::uint64_t wanted) : trace_(trace), wanted_(wanted) {}
    void on_step(std::uint64_t index, const Step& step, const World& world,
                 const Counters& counters) override {
        const bool belongs = step.kind == StepKind::kReceiver || step.kind == StepKind::kTry ||
                             step.kind == StepKind::kBusyReceiver || step.kind == StepKind::kUnlockReceiver;
        if (!belongs || step.m != visit_of_) visit.clear();
        visit_of_ = step.m;
        visit.push_back(step);
        if (index != wanted_) return;
        found = std::make_unique<StepView>(StepView{step, index, world, counters, std::move(visit)});
        trace_.stop = true;
    }
    void on_phase(std::uint64_t, Phase) override {}

    std::unique_ptr<StepView> found;
    std::vector<Step> visit;

  private:
    StepTrace& trace_;
    std::uint64_t wanted_;
    MountRef visit_of_;
};

}  // namespace

StepIndex::StepIndex(const World& before, const KernelProfile& kernel, const Command& command,
                     const RunOptions& options)
    : before_(before), kernel_(&kernel), command_(command), options_(options) {
    PhaseSink sink(phases_);
    StepTrace trace;
    trace.sink = &sink;
    trace.from = trace.to = ~std::uint64_t{0};  // no step is wanted, only their number
    result_ = replay(trace);
    steps_ = trace.next;
    while (!phases_.empty() && phases_.back().first_step >= steps_) phases_.pop_back();
}

CommandResult StepIndex::replay(StepTrace& trace) const {
    World world = before_;
    return run_command(world, *kernel_, command_, options_, &trace);
}

std::size_t StepIndex::phase_of(std::uint64_t step) const {
    const auto after =
        std::upper_bound(phases_.begin(), phases_.end(), step,
                         [](std::uint64_t s, const PhaseMark& mark) { return s < mark.first_step; });
    return after == phases_.begin() ? 0 : static_cast<std::size_t>(after - phases_.begin()) - 1;
}

StepView StepIndex::at(std::uint64_t index) const {
    if (steps_ == 0) return StepView{{}, 0, before_, {}, {}};
    index = std::min(index, steps_ - 1);
    StepTrace trace;
    CaptureSink sink(trace, index);
    trace.sink = &sink;
    trace.from = index > kLongestVisitShown ? index - kLongestVisitShown : 0;
    trace.to = index + 1;
    // Stopped on the way: there is nothing to show but what was before.
    if (replay(trace).cancelled || !sink.found) return StepView{{}, 0, before_, {}, {}};
    return std::move(*sink.found);
}

}  // namespace mountscope
