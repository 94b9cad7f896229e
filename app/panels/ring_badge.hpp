#pragma once
// The sign of a mount's propagation in lists and headings: the same one as in the picture.
//
//   ring_badge(ui, centre, ui.px(10), ring_of(world, mount), model.colours);

#include "core/world/world.hpp"

#include "app/scene/propagation_ring.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

RingSign ring_of(const World& world, MountRef mount);
void ring_badge(Ui& ui, Vec2 centre, float radius, const RingSign& sign, const GroupColours& colours);

}  // namespace mountscope
