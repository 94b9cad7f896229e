#include "app/scene/path_shapes.hpp"

#include <algorithm>
#include <cmath>

namespace mountscope {

namespace {

constexpr int kSteps = 5;

float distance(Vec2 a, Vec2 b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}
Vec2 between(Vec2 a, Vec2 b, float part) {
    return {a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part};
}

}  // namespace

std::vector<Vec2> rounded_line(const std::vector<Vec2>& corners, float radius) {
    std::vector<Vec2> out;
    if (corners.empty()) return out;
    out.push_back(corners.front());
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        const Vec2 corner = corners[i];
        const float before = distance(corner, corners[i - 1]);
        const float after = distance(corner, corners[i + 1]);
        const float first = i == 1 ? before : before / 2;
        const float last = i + 2 == corners.size() ? after : after / 2;
        const float r = std::min({radius, first, last});
        if (r < 0.5f) {
            out.push_back(corner);
            continue;
        }
        const Vec2 from = between(corner, corners[i - 1], r / before);
        const Vec2 to = between(corner, corners[i + 1], r / after);
        // A cubic that is a quarter of a circle but for a hair.
        const Vec2 a = between(from, corner, 0.5523f);
        const Vec2 b = between(to, corner, 0.5523f);
        for (int k = 0; k <= kSteps; ++k) {
            const float t = static_cast<float>(k) / static_cast<float>(kSteps);
            const float u = 1 - t;
            out.push_back(
                {u * u * u * from.x + 3 * u * u * t * a.x + 3 * u * t * t * b.x + t * t * t * to.x,
                 u * u * u * from.y + 3 * u * u * t * a.y + 3 * u * t * t * b.y + t * t * t * to.y});
        }
    }
    if (corners.size() > 1) out.push_back(corners.back());
    return out;
}

}  // namespace mountscope
