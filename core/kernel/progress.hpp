#pragma once
// How far a long command has come, told while it runs; whoever hears it may stop it.
//
//   RunOptions options;
//   options.progress = [&](const WorkDone& work) { show(work); return !wants_to_stop(); };
//   run_command(world, kernel, command, options).cancelled;   // stopped: world is as it was before
//
// Most commands end before there is anything to tell. Nothing here knows about time: work is counted in steps
// of the walks over receivers, which is what takes long where work can't be added up.

#include <cstdint>
#include <functional>

namespace mountscope {

struct WorkDone {
    std::uint64_t steps = 0;  // done so far by this command
    // Mounts of the umount list that are dealt with, of how many, each pass over the list counted; 0 of 0
    // where that is not known.
    std::uint64_t part = 0;
    std::uint64_t parts = 0;
};

// Answers whether to go on.
using ProgressHook = std::function<bool(const WorkDone&)>;

class Progress {
  public:
    static constexpr std::uint64_t kStepsBetween = 100'000;

    void hear(const ProgressHook& hook) { hook_ = hook ? &hook : nullptr; }
    bool is_cancelled() const { return cancelled_; }

    // One step is done. False: stop.
    bool step() {
        if (--until_told_ == 0) [[unlikely]]
            tell();
        return !cancelled_;
    }
    void expect(std::uint64_t parts, std::uint64_t done = 0) {
        work_.part = done;
        work_.parts = parts;
    }
    void finish_part() { ++work_.part; }

  private:
    void tell() {
        until_told_ = kStepsBetween;
        work_.steps += kStepsBetween;
        if (hook_ != nullptr && !(*hook_)(work_)) cancelled_ = true;
    }

    const ProgressHook* hook_ = nullptr;
    std::uint64_t until_told_ = kStepsBetween;
    WorkDone work_;
    bool cancelled_ = false;
};

}  // namespace mountscope
