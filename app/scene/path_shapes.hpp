#pragma once
// Lines with rounded corners, as one polyline.
//
//   scene.path({.points = rounded_line({{0, 0}, {0, 40}, {20, 40}}, 7), .stroke = Ink::kEdge});

#include <vector>

#include "app/scene/scene.hpp"

namespace mountscope {

// Corners get arcs of this radius, or of half the shorter side where there is less room.
std::vector<Vec2> rounded_line(const std::vector<Vec2>& corners, float radius);

}  // namespace mountscope
