#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>

#include "app/platform/input/touch_gestures.hpp"

using mountscope::PointerAction;
using mountscope::TouchGestures;

namespace {

// The actions as letters: m move, d/u left down and up, D/U right, w wheel, z zoom, x leave.
std::string letters(TouchGestures& gestures) {
    std::string text;
    for (const PointerAction& action : gestures.take_actions()) {
        switch (action.kind) {
            case PointerAction::Kind::kMove:
                text += 'm';
                break;
            case PointerAction::Kind::kPress:
                text += action.button == 0 ? 'd' : 'D';
                break;
            case PointerAction::Kind::kRelease:
                text += action.button == 0 ? 'u' : 'U';
                break;
            case PointerAction::Kind::kWheel:
                text += 'w';
                break;
            case PointerAction::Kind::kZoom:
                text += 'z';
                break;
            case PointerAction::Kind::kLeave:
                text += 'x';
                break;
        }
    }
    return text;
}

}  // namespace

TEST_CASE("a tap is a click where the finger came down, and then the pointer leaves") {
    TouchGestures gestures;
    gestures.begin(7, {100, 80}, 0);
    gestures.move(7, {103, 82}, 0.05);
    gestures.end(7, 0.1);
    const std::vector<PointerAction> actions = gestures.take_actions();
    REQUIRE(actions.size() == 4);
    CHECK(actions[0].kind == PointerAction::Kind::kMove);
    CHECK(actions[0].point.x == 100);
    CHECK(actions[1].kind == PointerAction::Kind::kPress);
    CHECK(actions[2].kind == PointerAction::Kind::kRelease);
    CHECK(actions[3].kind == PointerAction::Kind::kLeave);
}

TEST_CASE("a moving finger drags from where it came down") {
    TouchGestures gestures;
    gestures.begin(1, {0, 0}, 0);
    gestures.move(1, {20, 0}, 0.1);
    gestures.move(1, {40, 0}, 2.0);
    gestures.end(1, 2.1);
    CHECK(letters(gestures) == "mdmmux");
}

TEST_CASE("a finger that rests clicks with the right button, once, and not with the left") {
    TouchGestures gestures;
    gestures.begin(1, {5, 5}, 10);
    REQUIRE(gestures.deadline().has_value());
    const double deadline = *gestures.deadline();
    CHECK(deadline == doctest::Approx(10 + TouchGestures::kLongPressSeconds));
    gestures.tick(deadline - 0.01);
    CHECK(letters(gestures) == "m");
    gestures.tick(deadline);
    gestures.tick(deadline + 1);
    CHECK(letters(gestures) == "DU");
    CHECK_FALSE(gestures.deadline().has_value());
    gestures.move(1, {90, 90}, 12);
    gestures.end(1, 13);
    CHECK(letters(gestures) == "x");
}

TEST_CASE("a long press whose timer came late still counts when the finger leaves") {
    TouchGestures gestures;
    gestures.begin(1, {5, 5}, 0);
    gestures.end(1, 0.9);
    CHECK(letters(gestures) == "mDUx");
}

TEST_CASE("two fingers turn the wheel and never click") {
    TouchGestures gestures;
    gestures.begin(1, {100, 100}, 0);
    gestures.begin(2, {200, 100}, 0.05);
    letters(gestures);
    gestures.move(1, {100, 130}, 0.1);
    gestures.move(2, {200, 130}, 0.11);
    float turned = 0;
    for (const PointerAction& action : gestures.take_actions()) {
        CHECK(action.kind != PointerAction::Kind::kPress);
        if (action.kind == PointerAction::Kind::kWheel) turned += action.point.y;
    }
    CHECK(turned == doctest::Approx(30 / TouchGestures::kPixelsOfOneTurn));
    gestures.end(1, 0.2);
    gestures.move(2, {400, 400}, 0.3);
    gestures.end(2, 0.4);
    CHECK(letters(gestures) == "x");
}

TEST_CASE("spreading two fingers to twice the distance zooms to twice the size") {
    TouchGestures gestures;
    gestures.begin(1, {100, 100}, 0);
    gestures.begin(2, {200, 100}, 0);
    for (int i = 1; i <= 10; ++i) {
        const float by = static_cast<float>(i) * 5;
        gestures.move(1, {100 - by, 100}, 0.1 * i);
        gestures.move(2, {200 + by, 100}, 0.1 * i);
    }
    float turned = 0;
    for (const PointerAction& action : gestures.take_actions()) {
        if (action.kind == PointerAction::Kind::kZoom) turned += action.point.y;
    }
    CHECK(std::pow(TouchGestures::kZoomOfOneTurn, turned) == doctest::Approx(2).epsilon(1e-4));
}

TEST_CASE("a second finger ends a drag without a click elsewhere") {
    TouchGestures gestures;
    gestures.begin(1, {0, 0}, 0);
    gestures.move(1, {50, 0}, 0.1);
    gestures.begin(2, {100, 0}, 0.2);
    gestures.cancel();
    CHECK(letters(gestures) == "mdmumx");
}

TEST_CASE("every press is followed by its release, whatever the fingers do") {
    std::uint32_t seed = 1;
    const auto random = [&seed](std::uint32_t below) {
        seed = seed * 1664525u + 1013904223u;
        return (seed >> 8) % below;
    };
    for (int round = 0; round < 500; ++round) {
        TouchGestures gestures;
        std::string all;
        double now = 0;
        for (int i = 0; i < 60; ++i) {
            now += 0.01 * random(30);
            const long finger = static_cast<long>(random(4));
            const mountscope::Point at = {static_cast<float>(random(300)), static_cast<float>(random(300))};
            switch (random(8)) {
                case 0:
                case 1:
                    gestures.begin(finger, at, now);
                    break;
                case 2:
                    gestures.end(finger, now);
                    break;
                case 3:
                    gestures.tick(now);
                    break;
                case 4:
                    if (random(10) == 0) gestures.cancel();
                    break;
                default:
                    gestures.move(finger, at, now);
                    break;
            }
            all += letters(gestures);
        }
        gestures.cancel();
        all += letters(gestures);
        int left = 0;
        int right = 0;
        for (const char letter : all) {
            left += letter == 'd' ? 1 : letter == 'u' ? -1 : 0;
            right += letter == 'D' ? 1 : letter == 'U' ? -1 : 0;
            REQUIRE(left >= 0);
            REQUIRE(left <= 1);
            REQUIRE(right >= 0);
        }
        CHECK(left == 0);
        CHECK(right == 0);
    }
}
