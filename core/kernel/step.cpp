#include "core/kernel/step.hpp"

#include "core/kernel/kernel.hpp"

namespace mountscope {

void Kernel::tell_phase(Phase phase) {
    if (trace_->any_phase && trace_->phase == phase) return;
    trace_->any_phase = true;
    trace_->phase = phase;
    if (trace_->sink != nullptr) trace_->sink->on_phase(trace_->next, phase);
}

void Kernel::tell_step(Step step) {
    if (trace_->stop) return;
    const std::uint64_t index = trace_->next++;
    if (trace_->sink == nullptr || index < trace_->from || index >= trace_->to) return;
    step.phase = trace_->phase;
    trace_->sink->on_step(index, step, world_, counters_);
}

}  // namespace mountscope
