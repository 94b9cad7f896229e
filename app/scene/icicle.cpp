#include "app/scene/icicle.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/mount_card.hpp"
#include "app/scene/text_cut.hpp"
#include "app/scene/tree_paint.hpp"

namespace mountscope {

namespace {

constexpr float kNarrowest = 1.5f;  // pixels; narrower cells are drawn together
constexpr float kLandmark = 3;
constexpr float kLeastText = 44;

bool goes_on(const TreeItem& a, const TreeItem& b) {
    return b.next_sibling < 0 && a.group == b.group && a.master == b.master && a.unbindable == b.unbindable &&
           a.is_ghost() == b.is_ghost();
}

// Cells of one level that are too narrow to be told apart.
struct Bar {
    float from = 0;
    float to = -1;
    std::uint32_t cells = 0;
    std::uint32_t changed = 0;
    Ink ink = Ink::kAdded;
};

struct MapPainter {
    TreePaint& paint;
    std::size_t pane_index;
    const TreePane& pane;
    const std::vector<MapCell>& cells;
    Box box;     // of the rows
    float row;   // height of one
    float unit;  // width of one end
    std::uint32_t rows;
    std::vector<Bar> bars;

    Scene& scene() { return paint.scene; }
    const TreeItem& item(const MapCell& c) const { return pane.items[static_cast<std::size_t>(c.item)]; }
    Box box_of(const MapCell& c) const {
        return {box.x + static_cast<float>(c.left) * unit, box.y + static_cast<float>(c.level) * row,
                static_cast<float>(c.width) * unit, row};
    }

    void flush(std::uint32_t level) {
        Bar& bar = bars[level];
        if (bar.cells == 0) return;
        const float w = std::max(bar.to - bar.from, 1.0f);
        const Box b{bar.from, box.y + static_cast<float>(level) * row, w, row - 1};
        scene().rect({.box = b, .fill = Ink::kEdge, .opacity = 0.35f});
        if (bar.changed > 0)
            scene().rect({.box = {b.x, b.y, std::max(w, kLandmark), b.h}, .fill = bar.ink, .opacity = 0.75f});
        bar = {};
    }

    void merge(const MapCell& cell, const Box& b) {
        Bar& bar = bars[cell.level];
        if (bar.cells > 0 && b.x > bar.to + 1) flush(cell.level);
        if (bar.cells == 0) bar.from = b.x;
        bar.to = b.x + b.w;
        ++bar.cells;
        if (cell.added + cell.gone == 0) return;
        ++bar.changed;
        bar.ink = cell.added > 0 ? Ink::kAdded : Ink::kRemoved;
    }

    void draw_cell(const MapCell& cell, const Box& b) {
        const TreeItem& at = item(cell);
        const bool lit = paint.highlight.is_member(at) || paint.highlight.is_receiver(at);
        const bool selected = at.unique_id == paint.highlight.selected && at.unique_id != 0;
        const std::uint32_t group = at.group != 0 ? at.group : at.master;
        const Ink group_ink = paint.model.input.colours->ink(group);
        const Box inner{b.x, b.y, std::max(b.w - 1, 1.0f), b.h - 1};
        const float dim = paint.highlight.strong && !lit && !selected ? 0.4f : 1;
        if (b.w >= 5) {
            scene().begin_group({.id = "mount:" + std::to_string(at.unique_id),
                                 .role = "",
                                 .label = "",
                                 .tooltip = paint.model.path(pane, at),
                                 .hit = b});
        }
        scene().rect({.box = inner, .radius = 2, .fill = Ink::kHover, .opacity = dim});
        if (group != 0)
            scene().rect(
                {.box = inner, .radius = 2, .fill = group_ink, .opacity = (lit ? 0.6f : 0.26f) * dim});
        const bool own_change = at.is_changed();
        if (own_change || cell.added + cell.gone > 0) {
            const Ink ink = at.state == ItemState::kAdded || (!own_change && cell.added > 0) ? Ink::kAdded
                            : at.is_ghost() || !own_change                                   ? Ink::kRemoved
                                                                                             : Ink::kMoved;
            // The mount itself: a full cell. Something below it: a line at its foot.
            if (own_change)
                scene().rect({.box = inner, .radius = 2, .fill = ink, .opacity = 0.7f * dim});
            else
                scene().rect({.box = {inner.x, inner.y + inner.h - 2, inner.w, 2},
                              .fill = ink,
                              .opacity = 0.8f * dim});
        }
        if (selected) scene().rect({.box = inner, .radius = 2, .stroke = Ink::kAccent, .stroke_width = 2});
        label(cell, at, inner, dim);
        if (b.w >= 5) scene().end_group();
    }

    void label(const MapCell& cell, const TreeItem& at, const Box& inner, float dim) {
        if (inner.w < kLeastText || inner.h < 14 * paint.text_scale()) return;
        const float size = text_size(12, paint.text_scale());
        std::string text(paint.model.name(pane, at));
        if (cell.mounts > 1) text += "  \xC3\x97" + grouped_number(cell.mounts);
        text = cut_text(paint.measure, text, FontRole::kRegular, size, inner.w - 10, false);
        scene().text({.at = {inner.x + 5, inner.centre().y - 0.6f * size},
                      .text = std::move(text),
                      .ink = Ink::kText,
                      .size = size,
                      .opacity = dim});
    }

    void draw() {
        bars.resize(rows);
        for (std::size_t i = 0; i < cells.size();) {
            const MapCell& cell = cells[i];
            if (cell.level >= rows) {
                i = static_cast<std::size_t>(cell.end);
                continue;
            }
            const Box b = box_of(cell);
            if (b.w < kNarrowest) {
                merge(cell, b);
                i = static_cast<std::size_t>(cell.end);
                continue;
            }
            flush(cell.level);
            draw_cell(cell, b);
            ++i;
        }
        for (std::uint32_t level = 0; level < rows; ++level) flush(level);
        mark_selected();
    }

    // The selected mount shows even where its cell is a hair's breadth.
    void mark_selected() {
        if (paint.highlight.selected == 0) return;
        const ItemRef ref = paint.model.find(paint.highlight.selected);
        if (!ref || static_cast<std::size_t>(ref.pane) != pane_index) return;
        const auto after = std::upper_bound(cells.begin(), cells.end(), ref.item,
                                            [](std::int32_t i, const MapCell& c) { return i < c.item; });
        if (after == cells.begin()) return;
        const MapCell* cell = &*(after - 1);
        while (cell->parent >= 0 && cell->level >= rows)
            cell = &cells[static_cast<std::size_t>(cell->parent)];
        Box b = box_of(*cell);
        if (b.w >= 8) return;
        const float w = std::max(b.w, kLandmark);
        b = {b.centre().x - w / 2, b.y, w, b.h - 1};
        scene().rect({.box = b, .fill = Ink::kAccent});
        scene().path({.points = {{b.centre().x, box.y - 5}, {b.centre().x, b.y}},
                      .stroke = Ink::kAccent,
                      .stroke_width = 1});
    }
};

}  // namespace

std::vector<MapCell> build_map(const TreePane& pane) {
    std::vector<MapCell> cells;
    std::vector<std::int32_t> cell_of(pane.items.size(), -1);
    for (std::size_t i = 0; i < pane.items.size(); ++i) {
        const TreeItem& item = pane.items[i];
        const auto parent = static_cast<std::size_t>(std::max(item.parent, 0));
        const bool continues = item.parent >= 0 &&
                               pane.items[parent].first_child == static_cast<std::int32_t>(i) &&
                               goes_on(pane.items[parent], item);
        if (!continues) {
            MapCell cell;
            cell.item = static_cast<std::int32_t>(i);
            cell.mounts = 0;
            if (item.parent >= 0) {
                cell.parent = cell_of[parent];
                cell.level = cells[static_cast<std::size_t>(cell.parent)].level + 1;
            }
            cell_of[i] = static_cast<std::int32_t>(cells.size());
            cells.push_back(cell);
        } else {
            cell_of[i] = cell_of[parent];
        }
        MapCell& cell = cells[static_cast<std::size_t>(cell_of[i])];
        ++cell.mounts;
        cell.last_item = static_cast<std::int32_t>(i);
        if (item.state == ItemState::kAdded) ++cell.added;
        if (item.is_ghost()) ++cell.gone;
    }
    for (std::size_t i = cells.size(); i-- > 0;) {
        MapCell& cell = cells[i];
        cell.end = std::max(cell.end, static_cast<std::int32_t>(i) + 1);
        cell.width = std::max(cell.width, 1u);
        if (cell.parent < 0) continue;
        MapCell& parent = cells[static_cast<std::size_t>(cell.parent)];
        parent.end = std::max(parent.end, cell.end);
        parent.width += cell.width;
        parent.added += cell.added;
        parent.gone += cell.gone;
    }
    std::vector<std::uint32_t> next(cells.size(), 0);
    std::uint32_t next_root = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        MapCell& cell = cells[i];
        std::uint32_t& from = cell.parent < 0 ? next_root : next[static_cast<std::size_t>(cell.parent)];
        cell.left = from;
        next[i] = from;
        from += cell.width;
    }
    return cells;
}

void TreePaint::draw_map(std::size_t pane_index) {
    const PaneLayout& at = layout.panes[pane_index];
    if (at.map.h <= 0 || at.cells.empty()) return;
    const TreePane& pane = model.panes[pane_index];
    const float s = text_scale();
    const float size = text_size(12, s);
    scene.path({.points = {{at.frame.x + 1, at.map.y}, {at.frame.x + at.frame.w - 1, at.map.y}},
                .stroke = Ink::kLine,
                .stroke_width = 1});
    scene.text(
        {.at = {at.map.x, at.map.y + 8 * s},
         .text = "All " + grouped_number(pane.items.size()) + " mounts, each below the one it is mounted on",
         .ink = Ink::kTextThird,
         .size = size,
         .max_width = at.map.w});
    const Box rows{at.map.x, at.map.y + 30 * s, at.map.w, at.map.h - 30 * s};
    std::uint32_t ends = 0;
    std::uint32_t levels = 0;
    for (const MapCell& cell : at.cells) {
        if (cell.parent < 0) ends += cell.width;
        levels = std::max(levels, cell.level + 1);
    }
    const float row = std::clamp(std::floor(rows.h / static_cast<float>(levels)), 12 * s, 22 * s);
    const auto fit = static_cast<std::uint32_t>(std::max(1.0f, std::floor(rows.h / row)));
    scene.begin_clip(rows);
    MapPainter painter{.paint = *this,
                       .pane_index = pane_index,
                       .pane = pane,
                       .cells = at.cells,
                       .box = rows,
                       .row = row,
                       .unit = rows.w / static_cast<float>(std::max(ends, 1u)),
                       .rows = std::min(fit, levels)};
    painter.draw();
    scene.end_clip();
}

}  // namespace mountscope
