#include <cmath>
#include <doctest/doctest.h>
#include <string>

#include "app/platform/input/frame_pacer.hpp"
#include "app/platform/input/slice_queue.hpp"

using mountscope::FramePacer;
using mountscope::SliceQueue;

namespace {

// Draws as long as frames are due, letting time pass as the pacer says. The number of frames until there is
// rest.
int frames_until_rest(FramePacer& pacer, double& now) {
    int frames = 0;
    while (std::isfinite(pacer.seconds_until_due(now)) && frames < 1000) {
        now += pacer.seconds_until_due(now) + 1e-3;
        pacer.begin_frame(now);
        ++frames;
    }
    return frames;
}

}  // namespace

TEST_CASE("a fresh page draws, then rests") {
    FramePacer pacer;
    double now = 0;
    CHECK(frames_until_rest(pacer, now) == FramePacer::kSettleFrames);
    CHECK(std::isinf(pacer.seconds_until_due(now + 3600)));
}

TEST_CASE("requests do not add up; the largest counts") {
    FramePacer pacer;
    double now = 0;
    frames_until_rest(pacer, now);
    pacer.request(2);
    pacer.request(5);
    pacer.request(1);
    CHECK(frames_until_rest(pacer, now) == 5);
}

TEST_CASE("a pointer that moved is watched until hints had their time, and no longer") {
    FramePacer pacer;
    double now = 0;
    frames_until_rest(pacer, now);
    const double moved = now;
    pacer.note_pointer(moved);
    const int frames = frames_until_rest(pacer, now);
    CHECK(frames > FramePacer::kSettleFrames);
    CHECK(frames <= FramePacer::kSettleFrames +
                        static_cast<int>(FramePacer::kSettleSeconds / FramePacer::kSettleInterval));
    CHECK(now - moved > 0.5);
    CHECK(now - moved <= FramePacer::kSettleSeconds + 0.01);
}

TEST_CASE("the time step stays small after a long sleep and positive without one") {
    FramePacer pacer;
    CHECK(pacer.begin_frame(5) == doctest::Approx(1.0 / 60));
    CHECK(pacer.begin_frame(5) > 0);
    CHECK(pacer.begin_frame(5.02) == doctest::Approx(0.02));
    CHECK(pacer.begin_frame(5000) == doctest::Approx(FramePacer::kLongestStep));
    CHECK(pacer.begin_frame(4000) > 0);
}

TEST_CASE("slices take turns until each has ended") {
    SliceQueue slices;
    std::string order;
    int a = 0;
    slices.add([&] {
        order += 'a';
        return ++a < 3;
    });
    slices.add([&] {
        order += 'b';
        if (order.size() == 2) slices.add([&] { return order += 'c', false; });
        return false;
    });
    while (slices.run_one()) {
    }
    CHECK(order == "abaca");
    CHECK(slices.empty());
    CHECK_FALSE(slices.run_one());
}
