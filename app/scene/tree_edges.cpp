// Edges from parent to child.
#include <algorithm>
#include <cmath>

#include "app/scene/path_shapes.hpp"
#include "app/scene/tree_paint.hpp"

namespace mountscope {

namespace {

// From the end of one column up to the head of the next, around the corners.
void draw_wrap(Scene& scene, const Box& from, const Box& to, PathShape line) {
    const Vec2 a{from.centre().x, from.y + from.h};
    const Vec2 b{to.centre().x, to.y};
    const float gutter = (from.x + from.w + to.x) / 2;
    const float r = std::clamp((to.x - from.x - from.w) / 2, 4.0f, 14.0f);
    line.points =
        rounded_line({a, {a.x, a.y + r}, {gutter, a.y + r}, {gutter, b.y - r}, {b.x, b.y - r}, b}, r);
    scene.path(std::move(line));
}

// From the right side of the parent to the left side of the child.
void draw_sideways(Scene& scene, const Box& from, const Box& to, PathShape line) {
    const Vec2 a{from.x + from.w, from.centre().y};
    const Vec2 b{to.x, to.centre().y};
    line.points = {a, b};
    if (std::abs(a.y - b.y) >= 0.5f) {
        const float along = b.x - a.x;
        line.points = {a, {a.x + along * 0.62f, a.y}, {a.x + along * 0.30f, b.y}, b};
        line.curved = true;
    }
    scene.path(std::move(line));
}

// Its part of the spine, and the bend into the card.
void draw_hanging(Scene& scene, const PaneCamera& at, const Placement& place, const Box& from, const Box& to,
                  PathShape line) {
    const float x = place.spine_x * at.scale + at.offset.x;
    const float top = place.spine_from * at.scale + at.offset.y;
    if (place.spine_head) {
        const Vec2 a{from.centre().x, from.y + from.h};
        const float drop = top - a.y;
        PathShape head = line;
        head.points = {a, {a.x, a.y + drop * 0.7f}, {x, a.y + drop * 0.25f}, {x, top}};
        head.curved = true;
        scene.path(std::move(head));
    }
    line.points = rounded_line({{x, top}, {x, to.centre().y}, {to.x, to.centre().y}}, 7 * at.scale);
    scene.path(std::move(line));
}

}  // namespace

void TreePaint::draw_edges(std::size_t pane) {
    const PaneLayout& at = layout.panes[pane];
    const PaneCamera seen = camera(pane);
    const TreePane& items = model.panes[pane];
    const Box clip = at.frame;
    for (std::size_t i = 0; i < at.tree.nodes.size(); ++i) {
        const DisplayNode& node = at.tree.nodes[i];
        const Placement& place = at.places[i];
        if (place.edge == EdgeKind::kNone || node.parent < 0) continue;
        const Box to = seen_box(pane, place.box);
        const Box from = seen_box(pane, at.places[static_cast<std::size_t>(node.parent)].box);
        if (std::max(from.y, to.y) + to.h < clip.y || std::min(from.y, to.y) > clip.y + clip.h) continue;
        if (std::max(from.x + from.w, to.x + to.w) < clip.x || std::min(from.x, to.x) > clip.x + clip.w)
            continue;
        const TreeItem& item = items.items[static_cast<std::size_t>(node.item)];
        PathShape line;
        line.stroke = item.state == ItemState::kAdded ? Ink::kAdded : Ink::kEdge;
        line.stroke_width = 1.5f;
        line.opacity = highlight.strong ? 0.45f : item.state == ItemState::kAdded ? 0.75f : 1;
        if (item.is_ghost()) {
            line.style = LineStyle::kDashed;
            line.opacity *= 0.8f;
        }
        const Vec2 a{from.centre().x, from.y + from.h};
        const Vec2 b{to.centre().x, to.y};
        switch (place.edge) {
            case EdgeKind::kNone:
                break;
            case EdgeKind::kStack:
            case EdgeKind::kCurve: {
                if (std::abs(a.x - b.x) < 0.5f) {
                    line.points = {a, b};
                } else {
                    // Siblings leave their parent along one bow and part below it.
                    const float drop = b.y - a.y;
                    line.points = {a, {a.x, a.y + drop * 0.62f}, {b.x, a.y + drop * 0.30f}, b};
                    line.curved = true;
                }
                scene.path(std::move(line));
                break;
            }
            case EdgeKind::kWrap:
                draw_wrap(scene, from, to, line);
                break;
            case EdgeKind::kSide:
                draw_sideways(scene, from, to, line);
                break;
            case EdgeKind::kHang:
                draw_hanging(scene, seen, place, from, to, line);
                break;
        }
    }
}

}  // namespace mountscope
