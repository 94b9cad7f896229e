#pragma once
// Decides when the next frame is due, so that nothing is drawn, and no CPU used, while nothing changes.
//
//     pacer.request(3);       // a key went down
//     pacer.note_pointer(now);  // the mouse moved
//     while (pacer.seconds_until_due(now) <= 0) draw(pacer.begin_frame(now));
//     sleep_or_return(pacer.seconds_until_due(now));  // infinity: until something happens
//
// Input is followed by kSettleFrames frames, because Dear ImGui answers an event over several frames, and
// then by a frame each kSettleInterval for kSettleSeconds, because hints that appear under a resting mouse
// count time. Invariant: the time step of a frame is positive and at most kLongestStep, however long the page
// slept.

namespace mountscope {

class FramePacer {
  public:
    static constexpr int kSettleFrames = 3;
    static constexpr double kSettleInterval = 0.1;
    static constexpr double kSettleSeconds = 0.7;
    static constexpr double kLongestStep = 0.1;
    static constexpr double kShortestStep = 1e-5;

    void request(int count);
    void note_pointer(double now);

    // 0 when a frame is due at once; infinity when none is.
    double seconds_until_due(double now) const;

    // Call once for each frame, before drawing it. Returns the seconds that pass in the picture.
    float begin_frame(double now);

  private:
    int frames_left_ = kSettleFrames;
    double settle_until_ = 0;
    double last_frame_ = -1;
};

}  // namespace mountscope
