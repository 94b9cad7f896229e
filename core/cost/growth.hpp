#pragma once
// How a count grows: the exponent of a power law fitted to points, with its range.
//
//   GrowthFit fit = fit_power_law(points);     // points: {mounts, count}
//   fit.exponent;  fit.low;  fit.high;          // 2.00 (1.98 to 2.02), from fit.points points
//
// Least squares on logarithms over the larger half of the points: small inputs show constants, not growth.
// The range is that of the slopes between neighbouring points.

#include <cstddef>
#include <vector>

namespace mountscope {

struct GrowthPoint {
    double n = 0;
    double value = 0;
};

struct GrowthFit {
    double exponent = 0;
    double low = 0;
    double high = 0;
    double factor = 0;       // value is about factor * n^exponent
    std::size_t points = 0;  // that the fit used; below 3, or what is asked for: no fit, all zero
};

GrowthFit fit_power_law(const std::vector<GrowthPoint>& points, std::size_t least_points = 3);

}  // namespace mountscope
