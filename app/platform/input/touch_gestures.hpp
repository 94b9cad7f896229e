#pragma once
// Turns fingers into what a mouse would do.
//
//     TouchGestures gestures;
//     gestures.begin(1, {100, 80}, now);   // ... move, end
//     gestures.tick(now);                  // when `deadline` has come
//     for (const PointerAction& action : gestures.take_actions()) send(action);
//
//   tap                        a click with the left button
//   one finger, moving         a drag with the left button
//   one finger, long at rest   a click with the right button
//   two fingers, moving        the wheel
//   two fingers, spreading     the wheel with Ctrl: a zoom by kZoomOfOneTurn to the power of the turn
//
// Nothing is pressed before it is clear which of these it is, so a second finger never leaves a click behind.
// When the last finger has left, the pointer leaves too; otherwise hints would stay under a finger that is
// gone. Invariant: every press is followed by a release.

#include <optional>
#include <vector>

namespace mountscope {

struct Point {
    float x = 0;
    float y = 0;
};

struct PointerAction {
    enum class Kind { kMove, kPress, kRelease, kWheel, kZoom, kLeave };
    Kind kind = Kind::kMove;
    Point point;     // kMove: where; kWheel: how far in turns of a wheel; kZoom: y is the turn
    int button = 0;  // kPress, kRelease: 0 left, 1 right
};

class TouchGestures {
  public:
    static constexpr float kSlop = 9;  // logical pixels that a resting finger may wander
    static constexpr double kLongPressSeconds = 0.5;
    static constexpr float kPixelsOfOneTurn = 60;  // two fingers moving
    static constexpr float kZoomOfOneTurn = 1.25f;

    void begin(long finger, Point at, double now);
    void move(long finger, Point at, double now);
    void end(long finger, double now);
    void cancel();

    // When `tick` should be called, if at all.
    std::optional<double> deadline() const;
    void tick(double now);

    std::vector<PointerAction> take_actions();

  private:
    enum class State { kNone, kResting, kDragging, kHeld, kTwoFingers };

    struct Finger {
        long id = 0;
        Point start;
        Point at;
    };

    Finger* find(long finger);
    void act(PointerAction::Kind kind, Point point = {}, int button = 0);
    void move_one(const Finger& finger);
    void move_two(Point before_middle, float before_spread);
    Point middle() const;
    float spread() const;

    State state_ = State::kNone;
    std::vector<Finger> fingers_;
    double began_ = 0;
    std::vector<PointerAction> actions_;
};

}  // namespace mountscope
