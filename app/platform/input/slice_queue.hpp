#pragma once
// Work cut into slices that run between frames, taking turns.
//
//     slices.add([&] { return sweep.advance(); });
//     while (slices.run_one()) {}
//
// Invariant: a slice may add others; they run after those already waiting.

#include <deque>
#include <functional>

namespace mountscope {

class SliceQueue {
  public:
    void add(std::function<bool()> slice);
    bool empty() const { return waiting_.empty(); }

    // Runs the one that waited longest; it waits again if it has more to do. True while any are left.
    bool run_one();

  private:
    std::deque<std::function<bool()>> waiting_;
};

}  // namespace mountscope
