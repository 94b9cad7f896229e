#pragma once
// One node of the tree as shapes: a card with ring, name and path, or less of it where there is less room.
//
//   draw_node(scene, {model, pane, tree, node, box_on_screen, scale, look}, measure);
//
// What is drawn depends on the size on the screen alone (semantic zoom): two lines of text, one line, the
// ring, a dot.

#include "app/scene/scene.hpp"
#include "app/scene/step_overlay.hpp"
#include "app/scene/tree_layout.hpp"
#include "app/scene/tree_model.hpp"

namespace mountscope {

struct CardLook {
    bool selected = false;
    bool hovered = false;
    bool focus = false;               // where we are now
    bool member = false;              // of the group that is lit up
    bool receiver = false;            // a slave of it
    StepPart part = StepPart::kNone;  // in the command that runs
    float opacity = 1;
};

struct CardInput {
    const TreeModel& model;
    const TreePane& pane;
    const DisplayTree& tree;
    const DisplayNode& node;
    Box box;      // in the viewport
    float scale;  // of the pane's content in the viewport, text scale included
    CardLook look;
};

// What a card of this size on the screen is drawn as: a ring alone, or a dot.
inline bool is_dot(const Box& box) {
    return box.w < 14 || box.h < 12;
}
inline bool is_ring(const Box& box) {
    return box.w < 44;
}

// With its hit group.
void draw_node(Scene& scene, const CardInput& card, const TextMeasure& measure);

// A size of text by a scale, in steps of half a pixel: while one zooms, few sizes of glyphs have to be made.
float text_size(float base, float scale);

// "65,533"
std::string grouped_number(std::uint64_t number);

}  // namespace mountscope
