#pragma once
// What the signs of the tree picture mean, as a scene of its own.
//
//   Scene scene = make_legend_scene(260, 1);   // scene.bounds.h is the height it takes
//
// One column of sign and words: how mounts propagate, what happened to them, what the arrows say.

#include "app/scene/scene.hpp"

namespace mountscope {

Scene make_legend_scene(float width, float text_scale);

}  // namespace mountscope
