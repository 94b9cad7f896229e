#pragma once
// The plot of how work grows with the size of the input: one curve a kernel, on axes that all of them share.
//
//   GrowthPlotInput input{.curves = ..., .size = {740, 260}};
//   const GrowthPlotFrame frame = frame_growth_plot(input, measure);
//   emit_growth_plot(scene, input, frame, measure);
//   int n = n_at(frame, pointer.x - origin.x);           // what a drag means
//
// On logarithmic axes a power of n is a straight line, so that its exponent is its slope; faint guides show
// the slopes of n, n² and n³. Curves differ by ink, by stroke and by the shape of their points. Curves that
// lie upon each other share their points, so that each can be seen. What is modelled says so.
//
// Hit ids: "growth:curve:NAME", "growth:measured:NAME:N", "growth:guide:1".

#include <optional>
#include <string>
#include <vector>

#include "app/scene/growth_scale.hpp"
#include "app/scene/scene.hpp"

namespace mountscope {

enum class GrowthMarker : std::uint8_t {
    kDisc,
    kSquare,
    kTriangle,
    kDiamond,
    kRing,
    kFrame,  // a square without filling
    kHollowTriangle,
    kHollowDiamond,
    kBar,
};

struct GrowthLook {
    Ink ink = Ink::kText;
    LineStyle style = LineStyle::kSolid;
    GrowthMarker marker = GrowthMarker::kDisc;
    friend bool operator==(const GrowthLook&, const GrowthLook&) = default;
};

struct GrowthPlotPoint {
    int n = 0;
    double x = 0;
    double y = 0;
};

// value = factor * x ^ exponent, fitted between two sizes.
struct GrowthPlotFit {
    double exponent = 0;
    double low = 0;  // of the slopes between neighbours
    double high = 0;
    double factor = 0;
    GrowthPlotPoint from;
    GrowthPlotPoint to;
};

struct GrowthPlotCurve {
    std::string name;    // "4.9"
    std::string letter;  // of its lane; "" for none
    GrowthLook look;
    std::vector<GrowthPlotPoint> points;  // by rising n
    std::optional<GrowthPlotFit> fit;
};

// What somebody has measured, under the kernel of a curve.
struct GrowthPlotMeasured {
    std::string name;  // of the curve
    Ink ink = Ink::kText;
    std::string source;
    std::vector<GrowthPlotPoint> points;
};

struct GrowthPlotInput {
    std::vector<GrowthPlotCurve> curves;
    std::vector<GrowthPlotMeasured> measured;
    std::string title;   // of what goes up
    std::string second;  // said after it, quieter
    bool logarithmic = true;
    bool seconds = false;     // modelled ones; else counts
    bool x_is_mounts = true;  // else x is N itself
    int least = 1;            // of N
    int most = 1;
    int current = 1;  // "where we are now"
    std::optional<int> hovered;
    Vec2 size{740, 260};
    float text_scale = 1;
};

struct GrowthPlotFrame {
    Box plot;
    PlotAxis x;
    PlotAxis y;
    bool drawable = false;  // there is something to draw
    struct Stop {
        int n = 0;
        double value = 0;
        float x = 0;
    };
    std::vector<Stop> stops;  // where each N is, by rising N; also of those not counted yet
    std::vector<float> label_widths;
};

GrowthPlotFrame frame_growth_plot(const GrowthPlotInput& input, const TextMeasure& measure);
void emit_growth_plot(Scene& scene, const GrowthPlotInput& input, const GrowthPlotFrame& frame,
                      const TextMeasure& measure);

// The N whose place is nearest.
int n_at(const GrowthPlotFrame& frame, float x);
// "n" or "N": what the exponent is of.
std::string_view growth_base(const GrowthPlotInput& input);
// "16,769,025" or "0.75 s"
std::string growth_value_text(const GrowthPlotInput& input, double value);
// "umount: n to the power 2.00, between 1.99 and 2.01, from N = 9 to 16"
std::string growth_fit_sentence(const GrowthPlotInput& input, const GrowthPlotCurve& curve);

// The point of a curve, alone: for legends.
void emit_growth_marker(Scene& scene, Vec2 at, float radius, const GrowthLook& look, Ink ground);

}  // namespace mountscope
