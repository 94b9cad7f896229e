// Arrows that are not edges of the tree: from master to slave, from a mount to its copies, from an old place
// to a new.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "app/scene/mount_card.hpp"
#include "app/scene/tree_paint.hpp"

namespace mountscope {

namespace {

constexpr std::size_t kMostCopies = 12;
constexpr std::size_t kMostMasterArrows = 16;

// From the side of one box to the side of another, bowed so that it is told apart from edges of the tree.
PathShape side_arrow(const Box& from, const Box& to, bool same_pane, float scale, float lane) {
    PathShape path;
    path.curved = true;
    path.arrow_at_end = true;
    const Vec2 a = from.centre();
    const Vec2 b = to.centre();
    const bool beside = std::abs(a.x - b.x) > (from.w + to.w) * 0.5f;
    const float gap = 3 * scale;
    if (!beside && same_pane) {
        const float right = std::max(from.x + from.w, to.x + to.w);
        const float out = right + (16 + 7 * lane) * scale;
        path.points = {{from.x + from.w + gap, a.y}, {out, a.y}, {out, b.y}, {to.x + to.w + gap, b.y}};
        return path;
    }
    const float way = b.x > a.x ? 1.0f : -1.0f;
    const Vec2 start{a.x + way * (from.w / 2 + gap), a.y};
    const Vec2 end{b.x - way * (to.w / 2 + gap), b.y};
    const float reach = std::max(24.0f, std::abs(end.x - start.x) * 0.4f);
    // On one level with others between, it passes above them.
    const bool level = std::abs(a.y - b.y) < from.h * 0.5f;
    const float lift = level && std::abs(end.x - start.x) > 90 * scale ? -0.55f * from.h - 4 * lane : 0;
    path.points = {start, {start.x + way * reach, start.y + lift}, {end.x - way * reach, end.y + lift}, end};
    return path;
}

Vec2 middle_of(const PathShape& path) {
    const std::vector<Vec2>& p = path.points;
    return {(p[0].x + 3 * p[1].x + 3 * p[2].x + p[3].x) / 8, (p[0].y + 3 * p[1].y + 3 * p[2].y + p[3].y) / 8};
}

bool visible(const Box& box, const Box& frame) {
    return box.x + box.w > frame.x && box.x < frame.x + frame.w && box.y + box.h > frame.y &&
           box.y < frame.y + frame.h;
}

}  // namespace

void TreePaint::draw_masters() {
    struct Pair {
        ItemRef master;
        ItemRef slave;
        std::uint32_t group;
        std::uint32_t count;
    };
    std::vector<Pair> pairs;
    std::unordered_map<std::uint64_t, std::size_t> by_groups;
    std::unordered_map<std::uint32_t, ItemRef> place;  // by slot of the mount, of masters only
    const World& world = *model.input.world;
    const auto each_item = [&](auto&& act) {
        for (std::size_t p = 0; p < model.panes.size(); ++p) {
            const TreePane& pane = model.panes[p];
            for (std::size_t i = 0; i < pane.items.size(); ++i) {
                if (!pane.items[i].is_ghost())
                    act(pane.items[i], ItemRef{static_cast<std::int32_t>(p), static_cast<std::int32_t>(i)});
            }
        }
    };
    each_item([&](const TreeItem& item, ItemRef ref) {
        if (item.master == 0) return;
        const bool lit =
            highlight.group != 0 && (item.master == highlight.group || item.group == highlight.group);
        std::uint64_t key = std::uint64_t{item.master} << 32 | item.group;
        if (item.group == 0) key ^= std::uint64_t{static_cast<std::uint32_t>(ref.pane) + 1} << 20;
        if (lit)
            key = ~(std::uint64_t{static_cast<std::uint32_t>(ref.pane)} << 32 |
                    static_cast<std::uint32_t>(ref.item));
        const auto [known, is_new] = by_groups.emplace(key, pairs.size());
        if (!is_new) {
            ++pairs[known->second].count;
            return;
        }
        pairs.push_back({{}, ref, item.master, 1});
        place.emplace(world[item.mount].master.value, ItemRef{});
    });
    if (pairs.empty()) return;
    std::unordered_map<std::uint32_t, ItemRef> any_member;
    each_item([&](const TreeItem& item, ItemRef ref) {
        if (const auto wanted = place.find(item.mount.value); wanted != place.end()) wanted->second = ref;
        if (item.group != 0) any_member.emplace(item.group, ref);
    });
    float lane = 0;
    std::size_t drawn = 0;
    for (const Pair& pair : pairs) {
        const bool lit = highlight.group != 0 &&
                         (pair.group == highlight.group || model[pair.slave].group == highlight.group);
        if (!lit && drawn >= kMostMasterArrows) continue;
        ItemRef master = place[world[model[pair.slave].mount].master.value];
        if (!master) {
            const auto member = any_member.find(pair.group);
            if (member == any_member.end()) continue;
            master = member->second;
        }
        const Box from = box_of(master);
        const Box to = box_of(pair.slave);
        const bool same = master.pane == pair.slave.pane;
        if (!visible(from, layout.panes[static_cast<std::size_t>(master.pane)].area) ||
            !visible(to, layout.panes[static_cast<std::size_t>(pair.slave.pane)].area)) {
            continue;
        }
        if (std::abs(from.x - to.x) < 1 && std::abs(from.y - to.y) < 1) continue;
        PathShape arrow = side_arrow(from, to, same, text_scale(), lane);
        arrow.stroke = model.input.colours->ink(pair.group);
        arrow.stroke_width = lit ? 2.0f : 1.75f;
        arrow.style = LineStyle::kDotted;
        arrow.opacity = highlight.strong && !lit ? 0.25f : 1;
        const Vec2 middle = middle_of(arrow);
        const float opacity = arrow.opacity;
        const Ink ink = arrow.stroke;
        scene.path(std::move(arrow));
        ++drawn;
        if (same) lane = lane < 4 ? lane + 1 : 0;
        if (pair.count > 1) {
            const std::string text = grouped_number(pair.count);
            const float size = 11 * text_scale();
            const float w = std::max(size * 1.6f, size * (0.62f * static_cast<float>(text.size()) + 0.9f));
            scene.rect({.box = {middle.x - w / 2, middle.y - size * 0.8f, w, size * 1.6f},
                        .radius = size * 0.8f,
                        .fill = Ink::kPanel,
                        .stroke = ink,
                        .opacity = opacity});
            scene.text({.at = {middle.x, middle.y - 0.6f * size},
                        .text = text,
                        .font = FontRole::kSemiBold,
                        .size = size,
                        .align = Align::kCentre,
                        .opacity = opacity});
        }
    }
}

void TreePaint::draw_copies() {
    if (!view.show_copies) return;
    struct Copy {
        ItemRef from;
        ItemRef to;
    };
    std::vector<Copy> copies;
    const World& world = *model.input.world;
    for (std::size_t p = 0; p < model.panes.size(); ++p) {
        const TreePane& pane = model.panes[p];
        if (pane.is_new || pane.added == 0) continue;
        for (std::size_t i = 0; i < pane.items.size(); ++i) {
            const TreeItem& item = pane.items[i];
            if (item.state != ItemState::kAdded) continue;
            const MountOrigin origin = world[item.mount].origin;
            if (origin != MountOrigin::kPeerCopy && origin != MountOrigin::kSlaveCopy) continue;
            if (copies.size() >= kMostCopies) return;
            copies.push_back({{}, {static_cast<std::int32_t>(p), static_cast<std::int32_t>(i)}});
        }
    }
    std::sort(copies.begin(), copies.end(),
              [&](const Copy& a, const Copy& b) { return model[a.to].order < model[b.to].order; });
    float lane = 0;
    for (Copy& copy : copies) {
        copy.from = model.find(world[model[copy.to].mount].copied_from);
        if (!copy.from) continue;
        const Box from = box_of(copy.from);
        const Box to = box_of(copy.to);
        if (std::abs(from.x - to.x) < 1 && std::abs(from.y - to.y) < 1) continue;
        PathShape arrow = side_arrow(from, to, copy.from.pane == copy.to.pane, text_scale(), lane);
        arrow.stroke = Ink::kAdded;
        arrow.stroke_width = 1.75f;
        arrow.style = LineStyle::kDashed;
        arrow.opacity = highlight.strong ? 0.4f : 0.9f;
        scene.path(std::move(arrow));
        lane += 1;
    }
}

void TreePaint::draw_moves() {
    for (std::size_t p = 0; p < model.panes.size(); ++p) {
        const TreePane& pane = model.panes[p];
        for (std::size_t i = 0; i < pane.items.size(); ++i) {
            const TreeItem& item = pane.items[i];
            if (item.state != ItemState::kMovedAway) continue;
            const ItemRef to = model.find(item.unique_id);
            if (!to) continue;
            PathShape arrow = side_arrow(box_of({static_cast<std::int32_t>(p), static_cast<std::int32_t>(i)}),
                                         box_of(to), true, text_scale(), 0);
            arrow.stroke = Ink::kMoved;
            arrow.stroke_width = 2;
            arrow.opacity = highlight.strong ? 0.4f : 1;
            scene.path(std::move(arrow));
        }
    }
}

}  // namespace mountscope
