#include "app/platform/input/frame_pacer.hpp"

#include <algorithm>
#include <limits>

namespace mountscope {

void FramePacer::request(int count) {
    frames_left_ = std::max(frames_left_, count);
}

void FramePacer::note_pointer(double now) {
    request(kSettleFrames);
    settle_until_ = now + kSettleSeconds;
}

double FramePacer::seconds_until_due(double now) const {
    if (frames_left_ > 0 || last_frame_ < 0) return 0;
    const double next = last_frame_ + kSettleInterval;
    if (next > settle_until_) return std::numeric_limits<double>::infinity();
    return std::max(0.0, next - now);
}

float FramePacer::begin_frame(double now) {
    frames_left_ = std::max(0, frames_left_ - 1);
    const double step = last_frame_ < 0 ? 1.0 / 60 : now - last_frame_;
    last_frame_ = now;
    return static_cast<float>(std::clamp(step, kShortestStep, kLongestStep));
}

}  // namespace mountscope
