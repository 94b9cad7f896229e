// Edges from parent to child.
#include <algorithm>

#include "app/scene/tree_paint.hpp"

namespace mountscope {

namespace {

// From the end of one column up to the head of the next, around the corners.
void draw_wrap(Scene& scene, const Box& from, const Box& to, PathShape style) {
    const Vec2 a{from.centre().x, from.y + from.h};
    const Vec2 b{to.centre().x, to.y};
    const float gutter = (from.x + from.w + to.x) / 2;
    const float r = std::max(4.0f, std::min((to.x - from.x - from.w) / 2, 14.0f));
    const float low = a.y + r;
    const float high = b.y - r;
    const auto piece = [&](std::vector<Vec2> points, bool curved) {
        PathShape p = style;
        p.points = std::move(points);
        p.curved = curved;
        scene.path(std::move(p));
    };
    piece({a, {a.x, low}, {a.x, low}, {a.x + r, low}}, true);
    piece({{a.x + r, low}, {gutter - r, low}}, false);
    piece({{gutter - r, low}, {gutter, low}, {gutter, low}, {gutter, low - r}}, true);
    piece({{gutter, low - r}, {gutter, high + r}}, false);
    piece({{gutter, high + r}, {gutter, high}, {gutter, high}, {gutter + r, high}}, true);
    piece({{gutter + r, high}, {b.x - r, high}}, false);
    piece({{b.x - r, high}, {b.x, high}, {b.x, high}, b}, true);
}

}  // namespace

void TreePaint::draw_edges(std::size_t pane, const PaneLayout& at) {
    const TreePane& items = model.panes[pane];
    const Box clip = at.frame;
    std::vector<float> drawn_spines(at.tree.nodes.size(), 0);  // by parent: spines whose head is drawn
    for (std::size_t i = 0; i < at.tree.nodes.size(); ++i) {
        const DisplayNode& node = at.tree.nodes[i];
        const Placement& place = at.places[i];
        if (place.edge == EdgeKind::kNone || node.parent < 0) continue;
        const Box to = at.to_view(place.box);
        const Box from = at.to_view(at.places[static_cast<std::size_t>(node.parent)].box);
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
            case EdgeKind::kHang: {
                const float x = place.spine_x * at.scale + at.offset.x;
                const float top = place.spine_top * at.scale + at.offset.y;
                const float y = to.centre().y;
                const float r = std::min(6 * at.scale, (to.x - x) * 0.7f);
                const auto parent = static_cast<std::size_t>(node.parent);
                if (drawn_spines[parent] != x) {
                    drawn_spines[parent] = x;
                    PathShape head = line;
                    head.stroke = Ink::kEdge;
                    head.style = LineStyle::kSolid;
                    const float drop = top - a.y;
                    head.points = {
                        a, {a.x, a.y + drop * 0.7f}, {x, a.y + drop * 0.25f}, {x, top + 2 * at.scale}};
                    head.curved = true;
                    scene.path(std::move(head));
                }
                // Each leaf draws its own part of the spine, from the leaf above it on.
                const bool first = place.box.y <= place.spine_top + 0.5f;
                const float from_y = first ? top + 2 * at.scale : to.y - 8 * at.scale - to.h / 2;
                PathShape spine = line;
                spine.points = {{x, std::min(from_y, y - r)}, {x, y - r}};
                scene.path(std::move(spine));
                PathShape bend = line;
                bend.points = {{x, y - r}, {x, y}, {x, y}, {x + r, y}};
                bend.curved = true;
                scene.path(std::move(bend));
                line.points = {{x + r, y}, {to.x, y}};
                scene.path(std::move(line));
                break;
            }
        }
    }
}

}  // namespace mountscope
