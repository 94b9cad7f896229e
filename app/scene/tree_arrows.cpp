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

bool visible(const Box& box, const Box& frame) {
    return box.x + box.w > frame.x && box.x < frame.x + frame.w && box.y + box.h > frame.y &&
           box.y < frame.y + frame.h;
}

bool same_place(const Box& a, const Box& b) {
    return std::abs(a.x - b.x) < 1 && std::abs(a.y - b.y) < 1;
}

Vec2 middle_of(const PathShape& path) {
    const std::vector<Vec2>& p = path.points;
    if (p.size() == 2) return {(p[0].x + p[1].x) / 2, (p[0].y + p[1].y) / 2};
    return {(p[0].x + 3 * p[1].x + 3 * p[2].x + p[3].x) / 8, (p[0].y + 3 * p[1].y + 3 * p[2].y + p[3].y) / 8};
}

// Where the middle of the ring is on a card of this size.
float ring_x(const Box& box) {
    return std::min(21 * box.h / 42, box.w / 2);
}

// From above one card to above the other, over what stands between.
void arch(PathShape& path, const Box& from, const Box& to, float scale, float lane) {
    const Vec2 start{from.x + ring_x(from), from.y - 2 * scale};
    const Vec2 end{to.x + ring_x(to), to.y - 3 * scale};
    const float across = end.x - start.x;
    const float rise = std::min(15.0f + 0.012f * std::abs(across), 26.0f) * scale + lane * 4 * scale;
    const float reach =
        std::clamp(std::abs(across) * 0.22f, 10 * scale, 90 * scale) * (across < 0 ? -1.0f : 1.0f);
    path.points = {start, {start.x + reach, start.y - rise}, {end.x - reach, end.y - rise}, end};
    path.curved = true;
}

// Around the right sides of two cards one above the other.
void bracket(PathShape& path, const Box& from, const Box& to, float scale, float lane) {
    const float gap = 3 * scale;
    const float out = std::max(from.x + from.w, to.x + to.w) + (18 + 7 * lane) * scale;
    path.points = {{from.x + from.w + gap, from.centre().y},
                   {out, from.centre().y},
                   {out, to.centre().y},
                   {to.x + to.w + gap, to.centre().y}};
    path.curved = true;
}

// From side to side.
void bow(PathShape& path, const Box& from, const Box& to, float scale) {
    const float way = to.x > from.x ? 1.0f : -1.0f;
    const Vec2 start{from.centre().x + way * (from.w / 2 + 3 * scale), from.centre().y};
    const Vec2 end{to.centre().x - way * (to.w / 2 + 3 * scale), to.centre().y};
    if (std::abs(start.y - end.y) < 3 * scale) {
        path.points = {start, {end.x, start.y}};
        return;
    }
    const float reach = std::max(20 * scale, std::abs(end.x - start.x) * 0.45f);
    path.points = {start, {start.x + way * reach, start.y}, {end.x - way * reach, end.y}, end};
    path.curved = true;
}

}  // namespace

bool TreePaint::is_free_between(const Box& from, const Box& to) const {
    const float left = std::min(from.x + from.w, to.x + to.w);
    const float right = std::max(from.x, to.x);
    const float y = (from.centre().y + to.centre().y) / 2;
    for (std::size_t p = 0; p < layout.panes.size(); ++p) {
        const PaneLayout& at = layout.panes[p];
        if (at.frame.x > right || at.frame.x + at.frame.w < left) continue;
        for (const Placement& place : at.places) {
            const Box b = seen_box(p, place.box);
            if (same_place(b, from) || same_place(b, to)) continue;
            if (b.x < right - 1 && b.x + b.w > left + 1 && b.y - 2 < y && b.y + b.h + 2 > y) return false;
        }
    }
    return true;
}

PathShape TreePaint::arrow_between(const Box& from, const Box& to, float lane) const {
    PathShape path;
    path.arrow_at_end = true;
    const float s = text_scale();
    const bool above_each_other = std::abs(from.centre().x - to.centre().x) < (from.w + to.w) * 0.5f;
    const bool same_row = std::abs(from.centre().y - to.centre().y) < (from.h + to.h) * 0.3f;
    if (above_each_other)
        bracket(path, from, to, s, lane);
    else if (same_row && !is_free_between(from, to))
        arch(path, from, to, s, lane);
    else
        bow(path, from, to, s);
    return path;
}

// --- masters
// --------------------------------------------------------------------------------------------------------

namespace {

struct Link {
    ItemRef slave;
    std::uint32_t group = 0;  // the master's
    std::uint32_t count = 1;  // slaves that it stands for
    bool lit = false;
};

// One for each pair of groups and pane; each slave by itself when its group is lit up.
std::vector<Link> collect_links(const TreeModel& model, const Highlight& highlight, bool shows_copies) {
    std::vector<Link> links;
    std::unordered_map<std::uint64_t, std::size_t> index;
    const bool copies_tell = shows_copies && model.copies.size() <= kMostCopies;
    for (const ItemRef ref : model.slaves) {
        const TreeItem& item = model[ref];
        const bool lit =
            highlight.group != 0 && (item.master == highlight.group || item.group == highlight.group);
        // An arrow that says "copied" says this as well.
        const bool is_copy = item.state == ItemState::kAdded &&
                             (*model.input.world)[item.mount].origin == MountOrigin::kSlaveCopy;
        if (is_copy && copies_tell && !lit) continue;
        std::uint64_t key = std::uint64_t{item.master} << 32 | item.group;
        if (item.group == 0) key ^= (std::uint64_t{static_cast<std::uint32_t>(ref.pane)} + 1) << 20;
        if (lit)
            key = ~(std::uint64_t{static_cast<std::uint32_t>(ref.pane)} << 32 |
                    static_cast<std::uint32_t>(ref.item));
        const auto [known, is_new] = index.emplace(key, links.size());
        if (is_new)
            links.push_back({ref, item.master, 1, lit});
        else
            ++links[known->second].count;
    }
    return links;
}

}  // namespace

ItemRef TreePaint::place_of_master(ItemRef slave) const {
    const World& world = *model.input.world;
    const MountRef master = world[model[slave].mount].master;
    const std::uint32_t group = model[slave].master;
    ItemRef any;
    for (std::size_t p = 0; p < model.panes.size(); ++p) {
        const TreePane& pane = model.panes[p];
        if (pane.table == nullptr) continue;
        const bool is_here = world[master].ns == pane.ns;
        if (!is_here && any) continue;
        for (std::size_t i = 0; i < pane.items.size(); ++i) {
            const TreeItem& item = pane.items[i];
            if (item.is_ghost() || item.group != group) continue;
            const ItemRef ref{static_cast<std::int32_t>(p), static_cast<std::int32_t>(i)};
            if (item.mount == master) return ref;
            if (!any) any = ref;
        }
    }
    return any;
}

// Arrows from one row of panes to another would cross everything; they show when their group is lit up.
bool TreePaint::in_one_row(ItemRef a, ItemRef b) const {
    return layout.panes[static_cast<std::size_t>(a.pane)].frame.y ==
           layout.panes[static_cast<std::size_t>(b.pane)].frame.y;
}

void TreePaint::draw_masters() {
    if (model.slaves.empty()) return;
    float lane = 0;
    std::size_t drawn = 0;
    for (const Link& link : collect_links(model, highlight, view.show_copies)) {
        if (drawn >= kMostMasterArrows * (link.lit ? 3 : 1)) continue;
        const ItemRef master = place_of_master(link.slave);
        if (!master || (!link.lit && !in_one_row(master, link.slave))) continue;
        const Box from = box_of(master);
        const Box to = box_of(link.slave);
        if (!visible(from, layout.panes[static_cast<std::size_t>(master.pane)].area) ||
            !visible(to, layout.panes[static_cast<std::size_t>(link.slave.pane)].area) ||
            same_place(from, to)) {
            continue;
        }
        PathShape arrow = arrow_between(from, to, lane);
        if (arrow.curved) lane = lane < 3 ? lane + 1 : 0;
        arrow.stroke = model.input.colours->ink(link.group);
        arrow.stroke_width = link.lit ? 2.25f : 1.75f;
        arrow.style = LineStyle::kDotted;
        arrow.opacity = highlight.strong && !link.lit ? 0.25f : 1;
        if (link.count > 1) counts.push_back({middle_of(arrow), link.count, arrow.stroke, arrow.opacity});
        scene.path(std::move(arrow));
        ++drawn;
    }
}

void TreePaint::draw_arrow_counts() {
    for (const ArrowCount& count : counts) {
        const std::string text = grouped_number(count.count);
        const float size = text_size(11, text_scale());
        const float w = std::max(size * 1.6f, size * (0.62f * static_cast<float>(text.size()) + 0.9f));
        scene.rect({.box = {count.at.x - w / 2, count.at.y - size * 0.8f, w, size * 1.6f},
                    .radius = size * 0.8f,
                    .fill = Ink::kPanel,
                    .stroke = count.ink,
                    .opacity = count.opacity});
        scene.text({.at = {count.at.x, count.at.y - 0.6f * size},
                    .text = text,
                    .font = FontRole::kSemiBold,
                    .size = size,
                    .align = Align::kCentre,
                    .opacity = count.opacity});
    }
}

// --- copies and moves
// -----------------------------------------------------------------------------------------------

void TreePaint::draw_copies() {
    if (!view.show_copies || model.copies.size() > kMostCopies) return;
    const World& world = *model.input.world;
    float lane = 0;
    for (const ItemRef copy : model.copies) {
        const ItemRef source = model.find(world[model[copy].mount].copied_from);
        if (!source) continue;
        const Box from = box_of(source);
        const Box to = box_of(copy);
        if (same_place(from, to) ||
            !visible(from, layout.panes[static_cast<std::size_t>(source.pane)].area) ||
            !visible(to, layout.panes[static_cast<std::size_t>(copy.pane)].area)) {
            continue;
        }
        PathShape arrow = arrow_between(from, to, lane);
        if (arrow.curved) lane = lane < 5 ? lane + 1 : 0;
        arrow.stroke = Ink::kAdded;
        arrow.stroke_width = 1.75f;
        arrow.style = LineStyle::kDashed;
        arrow.opacity = highlight.strong ? 0.4f : 0.9f;
        scene.path(std::move(arrow));
    }
}

void TreePaint::draw_moves() {
    for (const ItemRef left : model.left) {
        const ItemRef to = model.find(model[left].unique_id);
        if (!to || same_place(box_of(left), box_of(to))) continue;
        PathShape arrow = arrow_between(box_of(left), box_of(to), 0);
        arrow.stroke = Ink::kMoved;
        arrow.stroke_width = 2;
        arrow.opacity = highlight.strong ? 0.4f : 1;
        scene.path(std::move(arrow));
    }
}

}  // namespace mountscope
