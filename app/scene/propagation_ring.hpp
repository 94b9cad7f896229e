#pragma once
// The sign for how a mount propagates: a ring that says it by shape, number and colour.
//
//   draw_ring(scene, {30, 40}, 11, {.group = 2, .master = 1}, colours);
//
// Double: shared. Dashed, with an arrow that points into it: slave. Dashed around solid: slave and shared;
// the master's number stands small beside it. Thin: private. Thin with a bar: unbindable. Inside is the
// number of the peer group, for a slave that of its master.

#include <cstdint>

#include "app/scene/group_colours.hpp"
#include "app/scene/scene.hpp"
#include "app/scene/tree_model.hpp"

namespace mountscope {

struct RingSign {
    std::uint32_t group = 0;
    std::uint32_t master = 0;
    bool unbindable = false;
    float opacity = 1;
};

inline RingSign ring_of(const TreeItem& item) {
    return {item.group, item.master, item.unbindable, 1};
}

void draw_ring(Scene& scene, Vec2 centre, float radius, const RingSign& sign, const GroupColours& colours);

// A small padlock; `size` is its height.
void draw_lock(Scene& scene, Vec2 centre, float size, Ink ink, float opacity = 1);

}  // namespace mountscope
