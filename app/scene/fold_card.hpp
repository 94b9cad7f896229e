#pragma once
// Shapes for what stands for many mounts: a folded part of a chain, identical subtrees, subtrees that are
// left out.
//
//   draw_fold(scene, card, measure);       // NodeKind::kChain and kMore, with their hit groups
//
// A folded chain says how many it holds and in which of them something changed: its strip is the chain from
// first to last, each changed part at least 3 pixels wide.

#include "app/scene/mount_card.hpp"

namespace mountscope {

void draw_fold(Scene& scene, const CardInput& card, const TextMeasure& measure);

// Edges of further cards behind one that stands for several.
void draw_deck(Scene& scene, const Box& box, float radius, float scale, float opacity);
// "x12" at its lower right corner, to be clicked on.
void draw_copies(Scene& scene, const CardInput& card);
// A small sign below a mount whose fold is open; a click folds again.
void draw_refold(Scene& scene, const CardInput& card);

}  // namespace mountscope
