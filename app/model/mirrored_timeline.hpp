#pragma once
// The story under another kernel: the same commands as the session's timeline, run one at a time so that a
// frame is never held up.
//
//   MirroredTimeline b(*find_kernel("4.9"), timeline, machine);
//   while (!b.is_level(timeline, 7)) b.follow(timeline);   // one command a call
//   b.world_at(7);  b.step(7)->result.counters;
//
// Indexes are those of the session's timeline. A command that can't be run here, because it names a process
// that this kernel refused to make, changes nothing and has no step.

#include <cstddef>
#include <vector>

#include "core/trace/timeline.hpp"

namespace mountscope {

class MirroredTimeline {
  public:
    MirroredTimeline(const KernelProfile& kernel, const Timeline& like, const MachineSettings& machine);

    const KernelProfile& kernel() const { return timeline_.kernel(); }
    // True when it has run the first `count` commands of the current branch.
    bool is_level(const Timeline& main, std::size_t count) const;
    // Runs the next command that is missing.
    void follow(const Timeline& main);

    // Both need is_level(main, index).
    World world_at(std::size_t index) const;
    const TimelineStep* step(std::size_t index) const;  // from 1; null: it can't be run here

  private:
    struct Entry {
        const TimelineStep* of_main;
        std::size_t index_here;  // of the own timeline, after it
        bool ran;
    };
    std::size_t common(const Timeline& main) const;
    std::size_t index_here(std::size_t index) const {
        return index == 0 ? 0 : entries_[index - 1].index_here;
    }

    Timeline timeline_;
    std::vector<Entry> entries_;
};

}  // namespace mountscope
