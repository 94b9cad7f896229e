#include "app/scene/scene.hpp"

namespace mountscope {

void Scene::clear() {
    shapes.clear();
    rects.clear();
    circles.clear();
    paths.clear();
    texts.clear();
    groups.clear();
    clips.clear();
    bounds = {};
}

const GroupInfo* Scene::hit(Vec2 point) const {
    for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
        if (group->hit.w > 0 && group->hit.contains(point)) return &*group;
    }
    return nullptr;
}

}  // namespace mountscope
