#pragma once
// The signs of a running command on the picture of the trees: which ink stands for what.

#include <string_view>

#include "app/scene/scene.hpp"
#include "app/scene/step_overlay.hpp"

namespace mountscope {

Ink step_ink(StepPart part);
// "on the list", "marked", ...: what a legend says.
std::string_view step_part_name(StepPart part);

// The sign that stands in a card's corner, so that a part is known without its colour; nothing for parts
// whose frame says it. `size` is its height.
void draw_step_sign(Scene& scene, Vec2 centre, float size, StepPart part);

}  // namespace mountscope
