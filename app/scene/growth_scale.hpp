#pragma once
// Axes of a plot: from values to pixels and back, and where a line of the grid is worth drawing.
//
//   PlotAxis y{.low = 1, .high = 1e9, .from = 300, .to = 20, .logarithmic = true};
//   y.place(1000);                      // pixels
//   y.value(y.place(1000));             // 1000 again
//   for (double tick : axis_ticks(y, 28)) label(tick_text(tick), y.place(tick));
//
// Ticks are round numbers in rising order, at least as far apart as asked for. A logarithmic axis knows only
// values above 0: others are put at its low end.

#include <string>
#include <vector>

namespace mountscope {

struct PlotAxis {
    double low = 0;  // the value at `from`
    double high = 1;
    float from = 0;  // pixels
    float to = 1;
    bool logarithmic = false;

    float place(double value) const;
    double value(float place) const;
    bool holds(double value) const { return value >= low && value <= high; }
};

std::vector<double> axis_ticks(const PlotAxis& axis, float least_gap);

// The least power of ten (logarithmic) or round number that is not below the value.
double round_up(double value, bool logarithmic);

// A round number in few letters: "10,000", "2 million", and above a trillion "10" with its power raised.
struct TickText {
    std::string text;
    std::string raised;  // an exponent; "" for none
};
TickText tick_text(double value);
// "1 µs", "20 ms", "100 s"
std::string seconds_tick_text(double seconds);

}  // namespace mountscope
