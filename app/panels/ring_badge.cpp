#include "app/panels/ring_badge.hpp"

namespace mountscope {

RingSign ring_of(const World& world, MountRef mount) {
    const Mount& m = world[mount];
    RingSign sign;
    if ((m.flags & kMountShared) != 0) sign.group = m.group_id;
    if (m.master) sign.master = world[m.master].group_id;
    sign.unbindable = (m.flags & kMountUnbindable) != 0;
    return sign;
}

void ring_badge(Ui& ui, Vec2 centre, float radius, const RingSign& sign, const GroupColours& colours) {
    Scene scene;
    draw_ring(scene, {0, 0}, radius, sign, colours);
    ui.paint(scene, centre);
}

}  // namespace mountscope
