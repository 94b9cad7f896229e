#include "core/trace/step_trace.hpp"

#include <algorithm>

namespace mountscope {

namespace {

// Hears where phases begin, and keeps checkpoints: evenly spread, whatever there will be of them, since each
// time there are too many, or they take too much memory, every other one goes and the gaps become twice as
// wide.
class IndexSink final : public StepSink {
  public:
    IndexSink(std::vector<PhaseMark>& phases, std::vector<StepCheckpoint>& checkpoints,
              const CheckpointPlan& plan, const World& before)
        : phases_(phases),
          checkpoints_(checkpoints),
          before_(before),
          gap_(plan.least_work),
          most_(plan.most),
          most_bytes_(plan.most_bytes) {}
    void on_step(std::uint64_t, const Step&, const World&, const Counters&) override {}
    void on_phase(std::uint64_t index, Phase phase) override {
        // A phase without a step leaves no mark.
        if (!phases_.empty() && phases_.back().first_step == index) phases_.pop_back();
        phases_.push_back({phase, index});
    }
    void on_checkpoint(const World& world, const Counters& counters, const UmountRun& run,
                       StepTrace& trace) override {
        bytes_ += world.bytes_beside(last_world()) + run.bytes();
        checkpoints_.push_back({trace.next, trace.phase, world, counters, run});
        while (!checkpoints_.empty() && (checkpoints_.size() > most_ || bytes_ > most_bytes_)) thin_out();
        trace.checkpoint_at = trace.work + gap_;
    }

  private:
    const World& last_world() const { return checkpoints_.empty() ? before_ : checkpoints_.back().world; }

    void thin_out() {
        std::size_t kept = 0;
        for (std::size_t i = 1; i < checkpoints_.size(); i += 2) {
            checkpoints_[kept++] = std::move(checkpoints_[i]);
        }
        checkpoints_.erase(checkpoints_.begin() + static_cast<std::ptrdiff_t>(kept), checkpoints_.end());
        gap_ *= 2;
        bytes_ = 0;
        const World* earlier = &before_;
        for (const StepCheckpoint& c : checkpoints_) {
            bytes_ += c.world.bytes_beside(*earlier) + c.run.bytes();
            earlier = &c.world;
        }
    }

    std::vector<PhaseMark>& phases_;
    std::vector<StepCheckpoint>& checkpoints_;
    const World& before_;
    std::uint64_t gap_;
    std::size_t most_;
    std::size_t most_bytes_;
    std::size_t bytes_ = 0;  // of all checkpoints, pages that several share counted once
};

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
                     const RunOptions& options, const CheckpointPlan& plan)
    : before_(before),
      kernel_(&kernel),
      command_(command),
      options_(options),
      longest_visit_(plan.longest_visit) {
    IndexSink sink(phases_, checkpoints_, plan, before_);
    StepTrace trace;
    trace.sink = &sink;
    trace.from = trace.to = ~std::uint64_t{0};  // no step is wanted, only their number
    trace.checkpoint_at = plan.least_work;
    World world = before_;
    result_ = run_command(world, *kernel_, command_, options_, &trace);
    steps_ = trace.next;
    while (!phases_.empty() && phases_.back().first_step >= steps_) phases_.pop_back();
}

void StepIndex::replay(StepTrace& trace, std::uint64_t first, std::uint64_t first_of_visit) const {
    auto after = std::upper_bound(checkpoints_.begin(), checkpoints_.end(), first,
                                  [](std::uint64_t step, const StepCheckpoint& c) { return step < c.next; });
    while (after != checkpoints_.begin() && (after - 1)->run.is_in_walk() &&
           (after - 1)->next > first_of_visit) {
        --after;
    }
    if (after == checkpoints_.begin()) {
        World world = before_;
        run_command(world, *kernel_, command_, options_, &trace);
        return;
    }
    const StepCheckpoint& from = *(after - 1);
    trace.next = from.next;
    trace.phase = from.phase;
    trace.any_phase = true;
    World world = from.world;
    resume_umount(world, *kernel_, options_, from.counters, from.run, &trace);
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
    trace.from = index > longest_visit_ ? index - longest_visit_ : 0;
    trace.to = index + 1;
    replay(trace, index, trace.from);
    // Stopped on the way: there is nothing to show but what was before.
    if (!sink.found) return StepView{{}, 0, before_, {}, {}};
    return std::move(*sink.found);
}

}  // namespace mountscope
