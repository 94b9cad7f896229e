// Where things go in the growth plot: the frame, the axes, the places of each N.

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/scene/growth_plot.hpp"
#include "app/scene/growth_plot_detail.hpp"
#include "app/scene/number_text.hpp"

namespace mountscope {
namespace {

constexpr float kTop = 28;     // the title
constexpr float kBottom = 44;  // N, and the mounts below it
constexpr float kLeastLeft = 56;
constexpr float kRightEdge = 12;
constexpr float kLeastTickGap = 26;
constexpr char kDash[] = "\xe2\x80\x93";

struct Extent {
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    void add(double value) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
};

void make_axes(GrowthPlotFrame& frame, const GrowthPlotInput& input) {
    Extent x;
    Extent y;
    const auto add = [&](const std::vector<GrowthPlotPoint>& points) {
        for (const GrowthPlotPoint& p : points) {
            if (p.x > 0) x.add(p.x);
            if (p.y > 0) y.add(p.y);
        }
    };
    for (const GrowthPlotCurve& curve : input.curves) add(curve.points);
    for (const GrowthPlotMeasured& measured : input.measured) add(measured.points);
    frame.drawable = x.most > 0 && y.most > 0;
    if (!frame.drawable) return;
    // Room around the points, so that none lies on the frame.
    const double room = input.x_is_mounts ? 1.4 : 1.1;
    frame.x = input.logarithmic ? PlotAxis{.low = x.least / room, .high = x.most * room, .logarithmic = true}
                                : PlotAxis{.low = 0, .high = x.most * 1.03};
    frame.y = input.logarithmic ? PlotAxis{.low = y.least / 2, .high = y.most * 2, .logarithmic = true}
                                : PlotAxis{.low = 0, .high = y.most * 1.06};
}

void make_stops(GrowthPlotFrame& frame, const GrowthPlotInput& input) {
    for (int n = input.least; n <= input.most; ++n) {
        for (const GrowthPlotCurve& curve : input.curves) {
            const auto point = std::ranges::find(curve.points, n, &GrowthPlotPoint::n);
            if (point == curve.points.end() || point->x <= 0) continue;
            frame.stops.push_back({n, point->x, frame.x.place(point->x)});
            break;
        }
    }
}

}  // namespace

TickText growth_tick_text(const GrowthPlotInput& input, double value) {
    return input.seconds ? TickText{seconds_tick_text(value), ""} : tick_text(value);
}

float width_of(const TickText& text, const TextMeasure& measure, FontRole font, float size) {
    return measure.width(text.text, font, size) +
           (text.raised.empty() ? 0 : measure.width(text.raised, font, size * kRaisedSize) + size / 12);
}

std::vector<double> y_ticks(const GrowthPlotFrame& frame, const GrowthPlotInput& input) {
    return axis_ticks(frame.y, kLeastTickGap * input.text_scale);
}

EndLabel end_label(const GrowthPlotInput& input, const GrowthPlotCurve& curve) {
    EndLabel label;
    label.name = (curve.letter.empty() ? "" : curve.letter + "  ") + curve.name;
    if (curve.fit) {
        label.base = growth_base(input);
        label.exponent = decimal_text(curve.fit->exponent, 1);
        const std::string low = decimal_text(curve.fit->low, 2);
        const std::string high = decimal_text(curve.fit->high, 2);
        label.second = (low == high ? low : low + kDash + high) + ", N " + std::to_string(curve.fit->from.n) +
                       kDash + std::to_string(curve.fit->to.n);
    }
    if (input.seconds) label.second = "modelled" + (label.second.empty() ? "" : ", " + label.second);
    return label;
}

float width_of(const EndLabel& label, const TextMeasure& measure, float s) {
    float first = measure.width(label.name, FontRole::kSemiBold, kLabelSize * s);
    if (!label.exponent.empty()) {
        first += kLabelGap * s + measure.width(label.base, FontRole::kSemiBold, kLabelSize * s) +
                 measure.width(label.exponent, FontRole::kSemiBold, kLabelSize * s * kExponentSize) + 2 * s;
    }
    return std::max(first, measure.width(label.second, FontRole::kRegular, kLabelSecondSize * s));
}

GrowthPlotFrame frame_growth_plot(const GrowthPlotInput& input, const TextMeasure& measure) {
    const float s = input.text_scale;
    GrowthPlotFrame frame;
    make_axes(frame, input);
    float right = kRightEdge * s;
    for (const GrowthPlotCurve& curve : input.curves) {
        const float width = width_of(end_label(input, curve), measure, s);
        frame.label_widths.push_back(width);
        right = std::max(right, width + (kLeader + kRightEdge) * s);
    }
    frame.plot = {0, kTop * s, 0, std::max(40 * s, input.size.y - (kTop + kBottom) * s)};
    frame.y.from = frame.plot.y + frame.plot.h;
    frame.y.to = frame.plot.y;
    float left = kLeastLeft * s;
    if (frame.drawable) {
        for (const double tick : y_ticks(frame, input)) {
            const float width =
                width_of(growth_tick_text(input, tick), measure, FontRole::kRegular, kTickSize * s);
            left = std::max(left, width + 20 * s);
        }
    }
    frame.plot.x = std::round(left);
    frame.plot.w = std::max(60 * s, std::round(input.size.x - left - right));
    frame.x.from = frame.plot.x;
    frame.x.to = frame.plot.x + frame.plot.w;
    if (frame.drawable) make_stops(frame, input);
    return frame;
}

int n_at(const GrowthPlotFrame& frame, float x) {
    if (frame.stops.empty()) return 0;
    const auto nearest =
        std::ranges::min_element(frame.stops, {}, [&](const auto& stop) { return std::abs(stop.x - x); });
    return nearest->n;
}

std::string_view growth_base(const GrowthPlotInput& input) {
    return input.x_is_mounts ? "n" : "N";
}

std::string growth_value_text(const GrowthPlotInput& input, double value) {
    return input.seconds ? seconds_text(value)
                         : with_thousands(static_cast<std::uint64_t>(std::llround(value)));
}

std::string growth_fit_sentence(const GrowthPlotInput& input, const GrowthPlotCurve& curve) {
    std::string text = "Linux " + curve.name + ": ";
    if (!curve.fit) {
        return text + (curve.points.empty() ? "not counted yet"
                                            : "no exponent: at least five sizes with some work are needed");
    }
    const GrowthPlotFit& fit = *curve.fit;
    text += input.title + " grows as " + std::string(growth_base(input)) + " to the power " +
            decimal_text(fit.exponent, 2);
    if (input.x_is_mounts) text += ", n being the number of mounts";
    text += "; fitted from N = " + std::to_string(fit.from.n) + " to " + std::to_string(fit.to.n) +
            ", where neighbours differ by powers of " + decimal_text(fit.low, 2) + " to " +
            decimal_text(fit.high, 2);
    return text + (input.seconds ? ". Modelled" : "");
}

}  // namespace mountscope
