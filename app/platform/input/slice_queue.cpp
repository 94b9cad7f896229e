#include "app/platform/input/slice_queue.hpp"

#include <utility>

namespace mountscope {

void SliceQueue::add(std::function<bool()> slice) {
    waiting_.push_back(std::move(slice));
}

bool SliceQueue::run_one() {
    if (waiting_.empty()) return false;
    std::function<bool()> slice = std::move(waiting_.front());
    waiting_.pop_front();
    if (slice()) waiting_.push_back(std::move(slice));
    return !waiting_.empty();
}

}  // namespace mountscope
