#pragma once
// The picture of a queue at a lock: a row for the holder, one for each process that arrives, and in each row
// a bar for each kernel on one time axis: waiting, running, and the time behind.
//
//   draw_queue_view(scene, view, measure);
//
// All words and times come from outside.

#include <string>
#include <vector>

#include "app/scene/scene.hpp"

namespace mountscope {

// What happens to one call under one kernel; seconds on the axis.
struct QueueBar {
    bool known = false;
    double arrives = 0;
    double starts = 0;
    double ends = 0;
    double behind = 0;  // until when it waits afterwards without holding anything; 0: not at all
    std::string time;   // "226 s"
    std::string tooltip;
};

struct QueueRow {
    std::string name;
    std::string call;
    std::string badge;  // "W" or "R": how it takes the lock
    bool holder = false;
    std::vector<QueueBar> bars;  // one a kernel
};

struct QueueLegend {
    std::string letter;  // "A", empty when there is one kernel
    std::string name;    // "Linux 4.9"
    Ink ink = Ink::kAccent;
};

struct QueueView {
    Vec2 size;
    float text_scale = 1;
    std::string sentence;
    std::string second;
    std::string axis_title;
    std::string times_title;
    std::string footer;  // what else is to be said, one line
    std::string footer_tooltip;
    double end = 0;  // of the axis, in seconds
    std::vector<double> ticks;
    std::vector<std::string> tick_labels;
    std::vector<QueueLegend> kernels;
    std::vector<QueueRow> rows;  // the holder first
};

void draw_queue_view(Scene& scene, const QueueView& view, const TextMeasure& measure);

}  // namespace mountscope
