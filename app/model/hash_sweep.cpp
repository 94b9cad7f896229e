#include "app/model/hash_sweep.hpp"

#include "core/cost/cost_run.hpp"

#include "app/model/costly_command.hpp"
#include "app/model/hash_memory.hpp"
#include "app/model/step_story.hpp"

namespace mountscope {

std::size_t HashSweep::wanted_points() const {
    return commands_.empty() ? 0 : kMemoryNotches;
}

void HashSweep::follow(const Session& session, std::size_t lane) {
    if (met_revision_ == session.revision() && met_lane_ == lane) return;
    met_revision_ = session.revision();
    met_lane_ = lane;
    const Timeline& timeline = session.timeline();
    const std::size_t command = costly_command(session);
    const KernelProfile* kernel = &session.kernel(lane);
    const auto& directories = timeline.run_options().initial_directories;
    bool same =
        kernel == kernel_ && command == commands_.size() && directories == options_.initial_directories;
    for (std::size_t k = 0; k < command && same; ++k) same = texts_[k] == timeline.step(k + 1).text;
    if (same) return;
    kernel_ = kernel;
    options_ = timeline.run_options();
    commands_.clear();
    texts_.clear();
    for (std::size_t k = 1; k <= command; ++k) {
        commands_.push_back(timeline.step(k).command);
        texts_.push_back(timeline.step(k).text);
    }
    text_ = command == 0 ? "" : texts_.back();
    points_.clear();
    world_.reset();
}

void HashSweep::advance() {
    if (!is_behind()) return;
    const std::uint64_t memory = memory_at(points_.size());
    if (!world_) {
        world_ = World::boot(settings_for(*kernel_, {.settings = {}, .memory = memory}));
        next_ = 0;
    }
    const std::uint32_t mounts = world_->live_mounts() - world_->live_namespaces();
    const CommandResult result = run_command(*world_, *kernel_, commands_[next_], options_);
    if (++next_ < commands_.size()) return;
    points_.push_back({memory, world_->bucket_count(),
                       tree_lookups(result.counters) + result.counters[Counter::kPathLookup],
                       result.counters[Counter::kChainEntries], mounts});
    world_.reset();
}

}  // namespace mountscope
