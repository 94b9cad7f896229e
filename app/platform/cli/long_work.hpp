#pragma once
// Work that may take long, on the command line: a bar on the terminal once it does, and Ctrl-C ends it
// cleanly.
//
//   LongWork work;
//   options.progress = [&](const WorkDone& w) { return work.go_on(fraction_of(w), "umount -l /mnt/1"); };
//   ... if (work.is_stopped()) return kStatusStopped;
//
// One at a time. A second Ctrl-C ends the program at once.

#include <chrono>
#include <csignal>
#include <string_view>

namespace mountscope {

inline constexpr int kStatusStopped = 130;  // as the shell says it of a program that Ctrl-C ended

class LongWork {
  public:
    LongWork();
    ~LongWork();
    LongWork(const LongWork&) = delete;
    LongWork& operator=(const LongWork&) = delete;

    // How far it is, 0 to 1, and what is being done. Answers whether to go on.
    bool go_on(double fraction, std::string_view what);
    bool is_stopped() const;
    // Takes the bar off the terminal before something else is written.
    void clear();

  private:
    bool on_terminal_;
    bool drawn_ = false;
    int filled_ = -1;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    struct sigaction before_{};
};

}  // namespace mountscope
