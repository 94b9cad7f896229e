#include "app/scene/growth_scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/scene/number_text.hpp"

namespace mountscope {
namespace {

// Rounding errors of logarithms: 999.9999999 is 1000.
constexpr double kNearly = 1e-9;

double power_of_ten(int exponent) {
    return std::pow(10.0, exponent);
}

std::vector<double> powers(const PlotAxis& axis, float least_gap) {
    const int first = static_cast<int>(std::ceil(std::log10(axis.low) - kNearly));
    const int last = static_cast<int>(std::floor(std::log10(axis.high) + kNearly));
    std::vector<double> ticks;
    if (last < first) return ticks;
    const double decade = std::abs(static_cast<double>(axis.to - axis.from)) /
                          std::max(kNearly, std::log10(axis.high) - std::log10(axis.low));
    const int step = std::max(1, static_cast<int>(std::ceil(static_cast<double>(least_gap) / decade)));
    // Counted from 1, so that a growing axis keeps its lines.
    const int start = static_cast<int>(std::ceil(static_cast<double>(first) / step)) * step;
    for (int e = start; e <= last; e += step) ticks.push_back(power_of_ten(e));
    return ticks;
}

// 1, 2 or 5 times a power of ten, not below the value.
double round_step(double value) {
    const double unit = power_of_ten(static_cast<int>(std::floor(std::log10(value))));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * unit >= value * (1 - kNearly)) return factor * unit;
    }
    return 10 * unit;
}

}  // namespace

float PlotAxis::place(double value) const {
    const auto length = static_cast<double>(to - from);
    double part = 0;
    if (!logarithmic) {
        part = (value - low) / (high - low);
    } else if (value > 0) {
        part = (std::log(value) - std::log(low)) / (std::log(high) - std::log(low));
    }
    return from + static_cast<float>(part * length);
}

double PlotAxis::value(float place) const {
    const double part = static_cast<double>(place - from) / static_cast<double>(to - from);
    if (!logarithmic) return low + part * (high - low);
    return std::exp(std::log(low) + part * (std::log(high) - std::log(low)));
}

std::vector<double> axis_ticks(const PlotAxis& axis, float least_gap) {
    if (!(axis.high > axis.low) || axis.to == axis.from) return {};
    if (axis.logarithmic) return axis.low > 0 ? powers(axis, least_gap) : std::vector<double>{};
    const double length = std::abs(static_cast<double>(axis.to - axis.from));
    const double step = round_step((axis.high - axis.low) * static_cast<double>(least_gap) / length);
    std::vector<double> ticks;
    const double first = std::ceil(axis.low / step - kNearly);
    for (double i = first; i * step <= axis.high * (1 + kNearly); ++i) ticks.push_back(i * step);
    return ticks;
}

double round_up(double value, bool logarithmic) {
    if (!(value > 0)) return 1;
    return logarithmic ? power_of_ten(static_cast<int>(std::ceil(std::log10(value) - kNearly)))
                       : round_step(value);
}

TickText tick_text(double value) {
    constexpr double kWords = 1e6;
    constexpr double kRaised = 1e15;
    if (value < kWords) return {with_thousands(static_cast<std::uint64_t>(std::llround(value))), ""};
    if (value >= kRaised) {
        const int exponent = static_cast<int>(std::floor(std::log10(value) + kNearly));
        const auto tenths = std::llround(10 * value / power_of_ten(exponent));
        std::string factor = tenths == 10 ? "" : std::to_string(tenths / 10);
        if (tenths % 10 != 0) factor += "." + std::to_string(tenths % 10);
        return {factor + (factor.empty() ? "" : " \xc3\x97 ") + "10", std::to_string(exponent)};
    }
    constexpr std::array<const char*, 3> kNames{" million", " billion", " trillion"};
    std::size_t name = 0;
    double scaled = value / kWords;
    for (; scaled >= 1000 * (1 - kNearly) && name + 1 < kNames.size(); ++name) scaled /= 1000;
    std::string text = with_thousands(static_cast<std::uint64_t>(scaled + kNearly));
    const auto tenths = std::llround(scaled * 10) % 10;
    if (tenths != 0) text += "." + std::to_string(tenths);
    return {text + kNames[name], ""};
}

std::string seconds_tick_text(double seconds) {
    return seconds == 0 ? "0" : seconds_text(seconds);
}

}  // namespace mountscope
