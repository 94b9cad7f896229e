#pragma once
// Time since it was made.
//
//   const Stopwatch since;
//   work();
//   since.milliseconds();

#include <chrono>

namespace mountscope {

class Stopwatch {
  public:
    double milliseconds() const {
        return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
    }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

}  // namespace mountscope
