#include "app/model/mirrored_timeline.hpp"

#include <algorithm>

namespace mountscope {

MirroredTimeline::MirroredTimeline(const KernelProfile& kernel, const Timeline& like,
                                   const MachineSettings& machine)
    : timeline_(kernel, like.run_options(), machine) {}

// Steps of the timeline keep their place in memory, so a branch is known by them.
std::size_t MirroredTimeline::common(const Timeline& main) const {
    const std::size_t most = std::min(entries_.size(), main.size());
    std::size_t same = 0;
    while (same < most && entries_[same].of_main == &main.step(same + 1)) ++same;
    return same;
}

bool MirroredTimeline::is_level(const Timeline& main, std::size_t count) const {
    count = std::min(count, main.size());
    if (entries_.size() < count) return false;
    // What differs at the end differs from there on: the last one decides.
    return count == 0 || entries_[count - 1].of_main == &main.step(count);
}

void MirroredTimeline::follow(const Timeline& main) {
    const std::size_t from = common(main);
    if (from == main.size()) return;
    entries_.resize(from);
    timeline_.seek(index_here(from));
    const TimelineStep& next = main.step(from + 1);
    const bool ran = !timeline_.append(next.text, next.command).impossible;
    entries_.push_back({&next, timeline_.cursor(), ran});
}

World MirroredTimeline::world_at(std::size_t index) const {
    return timeline_.world_at(index_here(index));
}

const TimelineStep* MirroredTimeline::step(std::size_t index) const {
    const Entry& entry = entries_[index - 1];
    return entry.ran ? &timeline_.step(entry.index_here) : nullptr;
}

}  // namespace mountscope
