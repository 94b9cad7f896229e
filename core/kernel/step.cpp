#include "core/kernel/step.hpp"

#include "core/kernel/kernel.hpp"
#include "core/kernel/umount_run.hpp"

namespace mountscope {

void StepSink::on_checkpoint(const World&, const Counters&, const UmountRun&, StepTrace& trace) {
    trace.checkpoint_at = ~std::uint64_t{0};
}

bool Kernel::goes_on(const UmountRun& run) {
    if (!run.resumable) return true;
    if (is_stopped()) return false;
    if (trace_ == nullptr || trace_->sink == nullptr) return true;
    if (++trace_->work < trace_->checkpoint_at) return true;
    UmountRun whole = run;
    whole.unmounted = unmounted_;
    trace_->sink->on_checkpoint(world_, counters_, whole, *trace_);
    return !is_stopped();
}

void Kernel::tell_phase(Phase phase) {
    if (trace_->any_phase && trace_->phase == phase) return;
    trace_->any_phase = true;
    trace_->phase = phase;
    if (trace_->sink != nullptr) trace_->sink->on_phase(trace_->next, phase);
}

void Kernel::tell_step(Step step) {
    if (trace_->stop) return;
    const std::uint64_t index = trace_->next++;
    ++trace_->work;
    if (trace_->sink == nullptr || index < trace_->from || index >= trace_->to) return;
    step.phase = trace_->phase;
    trace_->sink->on_step(index, step, world_, counters_);
}

}  // namespace mountscope
