#include "app/platform/input/touch_gestures.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mountscope {
namespace {

constexpr float kLeastSpread = 8;  // fingers closer than this give no usable ratio

float distance(Point a, Point b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

}  // namespace

TouchGestures::Finger* TouchGestures::find(long finger) {
    const auto found = std::ranges::find(fingers_, finger, &Finger::id);
    return found == fingers_.end() ? nullptr : &*found;
}

void TouchGestures::act(PointerAction::Kind kind, Point point, int button) {
    actions_.push_back({kind, point, button});
}

void TouchGestures::begin(long finger, Point at, double now) {
    if (find(finger) != nullptr) return;
    fingers_.push_back({finger, at, at});
    if (fingers_.size() == 1) {
        state_ = State::kResting;
        began_ = now;
        act(PointerAction::Kind::kMove, at);
    } else if (fingers_.size() == 2 && state_ != State::kHeld) {
        if (state_ == State::kDragging) act(PointerAction::Kind::kRelease);
        state_ = State::kTwoFingers;
        act(PointerAction::Kind::kMove, middle());
    }
}

void TouchGestures::move(long finger, Point at, double now) {
    Finger* moved = find(finger);
    if (moved == nullptr) return;
    tick(now);
    if (state_ == State::kTwoFingers && fingers_.size() >= 2) {
        const Point before_middle = middle();
        const float before_spread = spread();
        moved->at = at;
        move_two(before_middle, before_spread);
        return;
    }
    moved->at = at;
    if (moved == &fingers_.front()) move_one(*moved);
}

void TouchGestures::move_one(const Finger& finger) {
    if (state_ == State::kResting && distance(finger.at, finger.start) > kSlop) {
        state_ = State::kDragging;
        act(PointerAction::Kind::kPress);
    }
    if (state_ == State::kDragging) act(PointerAction::Kind::kMove, finger.at);
}

void TouchGestures::move_two(Point before_middle, float before_spread) {
    const Point now_middle = middle();
    act(PointerAction::Kind::kMove, now_middle);
    const Point turn = {(now_middle.x - before_middle.x) / kPixelsOfOneTurn,
                        (now_middle.y - before_middle.y) / kPixelsOfOneTurn};
    if (turn.x != 0 || turn.y != 0) act(PointerAction::Kind::kWheel, turn);
    const float now_spread = spread();
    if (before_spread > kLeastSpread && now_spread > kLeastSpread && now_spread != before_spread) {
        act(PointerAction::Kind::kZoom, {0, std::log(now_spread / before_spread) / std::log(kZoomOfOneTurn)});
    }
}

void TouchGestures::end(long finger, double now) {
    if (find(finger) == nullptr) return;
    tick(now);
    if (state_ == State::kResting) {
        act(PointerAction::Kind::kPress);
        act(PointerAction::Kind::kRelease);
    } else if (state_ == State::kDragging && fingers_.front().id == finger) {
        act(PointerAction::Kind::kRelease);
        state_ = State::kHeld;
    }
    std::erase_if(fingers_, [&](const Finger& other) { return other.id == finger; });
    if (fingers_.empty()) {
        state_ = State::kNone;
        act(PointerAction::Kind::kLeave);
    }
}

void TouchGestures::cancel() {
    if (state_ == State::kDragging) act(PointerAction::Kind::kRelease);
    if (!fingers_.empty()) act(PointerAction::Kind::kLeave);
    fingers_.clear();
    state_ = State::kNone;
}

std::optional<double> TouchGestures::deadline() const {
    if (state_ != State::kResting) return std::nullopt;
    return began_ + kLongPressSeconds;
}

void TouchGestures::tick(double now) {
    if (state_ != State::kResting || now < began_ + kLongPressSeconds) return;
    state_ = State::kHeld;
    act(PointerAction::Kind::kPress, {}, 1);
    act(PointerAction::Kind::kRelease, {}, 1);
}

std::vector<PointerAction> TouchGestures::take_actions() {
    return std::exchange(actions_, {});
}

Point TouchGestures::middle() const {
    const Point a = fingers_[0].at;
    const Point b = fingers_[1].at;
    return {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

float TouchGestures::spread() const {
    return distance(fingers_[0].at, fingers_[1].at);
}

}  // namespace mountscope
