#pragma once
// Shared by the files of the growth plot; for nobody else.

#include "app/scene/growth_plot.hpp"

namespace mountscope {

inline constexpr float kTickSize = 12;
inline constexpr float kLabelSize = 15;
inline constexpr float kLabelSecondSize = 11.5f;
inline constexpr float kLabelGap = 8;
inline constexpr float kLeader = 18;  // from a curve's end to its label
inline constexpr float kRaisedSize = 0.75f;
inline constexpr float kExponentSize = 0.82f;

TickText growth_tick_text(const GrowthPlotInput& input, double value);
float width_of(const TickText& text, const TextMeasure& measure, FontRole font, float size);
std::vector<double> y_ticks(const GrowthPlotFrame& frame, const GrowthPlotInput& input);

// "A  4.9  n" with "2.0" raised, and the range below.
struct EndLabel {
    std::string name;
    std::string base;
    std::string exponent;
    std::string second;
};
EndLabel end_label(const GrowthPlotInput& input, const GrowthPlotCurve& curve);
float width_of(const EndLabel& label, const TextMeasure& measure, float s);

// The table of values at one N, in the corner that the curves leave free.
void emit_growth_table(Scene& scene, const GrowthPlotInput& input, const GrowthPlotFrame& frame,
                       const TextMeasure& measure);

}  // namespace mountscope
