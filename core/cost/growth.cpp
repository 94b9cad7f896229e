#include "core/cost/growth.hpp"

#include <algorithm>
#include <cmath>

namespace mountscope {

GrowthFit fit_power_law(const std::vector<GrowthPoint>& points, std::size_t least_points) {
    std::vector<GrowthPoint> logs;
    for (const GrowthPoint& p : points) {
        if (p.n > 0 && p.value > 0) logs.push_back({std::log(p.n), std::log(p.value)});
    }
    std::sort(logs.begin(), logs.end(), [](const GrowthPoint& a, const GrowthPoint& b) { return a.n < b.n; });
    const std::size_t used =
        std::max<std::size_t>(std::max<std::size_t>(3, least_points), (logs.size() + 1) / 2);
    if (logs.size() < used) return {};
    logs.erase(logs.begin(), logs.end() - static_cast<std::ptrdiff_t>(used));
    double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
    for (const GrowthPoint& p : logs) {
        sum_x += p.n;
        sum_y += p.value;
        sum_xx += p.n * p.n;
        sum_xy += p.n * p.value;
    }
    const auto count = static_cast<double>(logs.size());
    const double spread = count * sum_xx - sum_x * sum_x;
    if (spread <= 0) return {};
    GrowthFit fit;
    fit.points = logs.size();
    fit.exponent = (count * sum_xy - sum_x * sum_y) / spread;
    fit.factor = std::exp((sum_y - fit.exponent * sum_x) / count);
    fit.low = fit.high = fit.exponent;
    for (std::size_t i = 1; i < logs.size(); ++i) {
        const double run = logs[i].n - logs[i - 1].n;
        if (run <= 0) continue;
        const double slope = (logs[i].value - logs[i - 1].value) / run;
        fit.low = std::min(fit.low, slope);
        fit.high = std::max(fit.high, slope);
    }
    return fit;
}

}  // namespace mountscope
