#pragma once
// Places the boxes of a tree: parents centred above their children, subtrees as close as they can be, nothing
// overlapping, small subtrees spread evenly between large ones.
//
//   std::vector<TidyBox> boxes = {{.w = 90, .h = 40}, {.w = 90, .h = 40, .parent = 0}, ...};
//   Vec2 extent = place_tree(boxes, 16);     // sets x and y of each
//
// Invariants: boxes come parents before children; those without parent stand side by side. Works without
// recursion, so a tree may be as deep as it likes. After Reingold and Tilford's contours, with boxes of any
// height.

#include <cstdint>
#include <vector>

#include "app/scene/scene.hpp"

namespace mountscope {

struct TidyBox {
    float w = 0;
    float h = 0;
    float in_x = -1;   // where the parent's edge arrives, from the left; -1: the middle
    float out_x = -1;  // what the children are centred below
    float gap = 24;    // between the parent's bottom and this top
    std::int32_t parent = -1;
    float x = 0;  // results: upper left corner
    float y = 0;
};

// Returns the width and height of the whole; the smallest x and y are 0.
Vec2 place_tree(std::vector<TidyBox>& boxes, float sibling_gap);

}  // namespace mountscope
