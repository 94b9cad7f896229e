#include "app/scene/tree_view.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/scene/mount_card.hpp"
#include "app/scene/tree_paint.hpp"

namespace mountscope {

namespace {

std::optional<std::uint32_t> number_after(std::string_view id, std::string_view prefix) {
    if (!id.starts_with(prefix)) return std::nullopt;
    const char* begin = id.data() + prefix.size();
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(begin, id.data() + id.size(), number);
    if (error != std::errc{} || end == begin) return std::nullopt;
    return number;
}

Box meet(const Box& a, const Box& b) {
    const float x = std::max(a.x, b.x);
    const float y = std::max(a.y, b.y);
    return {x, y, std::max(0.0f, std::min(a.x + a.w, b.x + b.w) - x),
            std::max(0.0f, std::min(a.y + a.h, b.y + b.h) - y)};
}

Highlight highlight_of(const TreeModel& model, const TreeView& view) {
    Highlight h;
    if (view.selected.kind == Target::Kind::kMount) h.selected = view.selected.id;
    if (view.hovered.kind == Target::Kind::kMount) h.hovered = view.hovered.id;
    if (view.hovered.kind == Target::Kind::kFold) h.hovered_fold = view.hovered.id;
    const auto group_of = [&](const Target& target) -> std::uint32_t {
        if (target.kind == Target::Kind::kGroup) return target.id;
        if (target.kind != Target::Kind::kMount) return 0;
        const ItemRef ref = model.find(target.id);
        if (!ref) return 0;
        return model[ref].group != 0 ? model[ref].group : model[ref].master;
    };
    h.group = group_of(view.hovered);
    h.strong = h.group != 0;
    if (h.group == 0) {
        h.group = group_of(view.selected);
        h.strong = h.group != 0 && view.selected.kind == Target::Kind::kGroup;
    }
    return h;
}

}  // namespace

Target parse_target(std::string_view hit_id) {
    if (const auto id = number_after(hit_id, "mount:")) return {Target::Kind::kMount, *id};
    if (const auto id = number_after(hit_id, "fold:")) return {Target::Kind::kFold, *id};
    if (const auto id = number_after(hit_id, "unfold:")) return {Target::Kind::kFold, *id};
    if (const auto id = number_after(hit_id, "twins:")) return {Target::Kind::kFold, *id};
    if (const auto id = number_after(hit_id, "more:")) return {Target::Kind::kFold, *id};
    if (const auto id = number_after(hit_id, "group:")) return {Target::Kind::kGroup, *id};
    if (const auto id = number_after(hit_id, "ns:")) return {Target::Kind::kNamespace, *id};
    return {};
}

// --- painting
// -------------------------------------------------------------------------------------------------------

PaneCamera TreePaint::camera(std::size_t pane) const {
    const auto moved = view.cameras.find(model.panes[pane].seq);
    return moved != view.cameras.end() ? moved->second
                                       : PaneCamera{layout.panes[pane].scale, layout.panes[pane].offset};
}

Box TreePaint::seen_box(std::size_t pane, const Box& b) const {
    const PaneCamera c = camera(pane);
    return {b.x * c.scale + c.offset.x, b.y * c.scale + c.offset.y, b.w * c.scale, b.h * c.scale};
}

Box TreePaint::box_of(ItemRef ref) const {
    const auto pane = static_cast<std::size_t>(ref.pane);
    const PaneLayout& at = layout.panes[pane];
    const std::int32_t node = at.tree.node_of_item[static_cast<std::size_t>(ref.item)];
    return seen_box(pane, at.places[static_cast<std::size_t>(node)].box);
}

void TreePaint::draw_nodes(std::size_t pane_index) {
    const PaneLayout& at = layout.panes[pane_index];
    const float scale = camera(pane_index).scale;
    const TreePane& pane = model.panes[pane_index];
    const Box& clip = at.clip;
    for (std::size_t i = 0; i < at.tree.nodes.size(); ++i) {
        const DisplayNode& node = at.tree.nodes[i];
        const Box box = seen_box(pane_index, at.places[i].box);
        if (meet(box, clip).w <= 0 || meet(box, clip).h <= 0) continue;
        const TreeItem& item = pane.items[static_cast<std::size_t>(node.item)];
        CardLook look;
        const bool is_mount = node.kind == NodeKind::kMount;
        look.selected = is_mount && highlight.selected == item.unique_id && item.unique_id != 0;
        look.hovered = is_mount ? highlight.hovered == item.unique_id
                                : highlight.hovered_fold == node.key && highlight.hovered_fold != 0;
        look.focus = is_mount && view.focus != 0 && view.focus == item.unique_id;
        if (view.overlay != nullptr && is_mount) look.part = view.overlay->part(item.unique_id);
        look.member = node.kind != NodeKind::kMore && highlight.is_member(item);
        look.receiver = node.kind != NodeKind::kMore && highlight.is_receiver(item);
        if (highlight.strong && !look.member && !look.receiver && !look.hovered && !look.selected)
            look.opacity = 0.4f;
        const std::size_t first_group = scene.groups.size();
        draw_node(scene, {model, pane, at.tree, node, box, scale * text_scale(), look}, measure);
        for (std::size_t g = first_group; g < scene.groups.size(); ++g)
            scene.groups[g].hit = meet(scene.groups[g].hit, clip);
    }
    if (view.overlay != nullptr) draw_step(pane_index);
    if (view.differences != nullptr) draw_differences(pane_index);
}

// --- the picture
// ----------------------------------------------------------------------------------------------------

void TreePicture::set_state(const TreeInput& input) {
    model_ = build_tree_model(input);
    ++state_number_;
}

void TreePicture::arrange(const TreeView& view, const TextMeasure& measure) {
    if (!has_state()) return;
    LayoutOptions options;
    options.size = view.size;
    options.text_scale = view.text_scale;
    options.group_strip = view.show_group_strip;
    options.pane_headers = view.show_pane_headers;
    if (view.selected.kind == Target::Kind::kMount) options.keep = model_.find(view.selected.id);
    ArrangedFor now{state_number_, view.folds.version, options.keep,          view.size.x,
                    view.size.y,   view.text_scale,    view.show_group_strip, view.show_pane_headers};
    if (now == arranged_for_) return;
    std::vector<Arrangement> previous;
    for (const PaneLayout& pane : layout_.panes) previous.push_back(pane.arrangement);
    const bool same_room = now.width == arranged_for_.width && now.height == arranged_for_.height;
    if (same_room && !previous.empty()) options.previous = &previous;
    arranged_for_ = now;
    layout_ = build_layout(model_, view.folds, options, measure);
}

void TreePicture::emit(Scene& scene, const TreeView& view, const TextMeasure& measure) const {
    if (!has_state() || layout_.panes.size() != model_.panes.size()) return;
    TreePaint paint{scene, model_, layout_, view, measure, highlight_of(model_, view)};
    scene.bounds = {0, 0, view.size.x, view.size.y};
    const std::vector<PaneLayout>& panes = layout_.panes;
    for (std::size_t i = 0; i < panes.size(); ++i) paint.draw_frame(i);
    for (std::size_t i = 0; i < panes.size(); ++i) {
        scene.begin_clip(panes[i].clip);
        paint.draw_edges(i);
        scene.end_clip();
    }
    paint.draw_masters();
    for (std::size_t i = 0; i < panes.size(); ++i) {
        scene.begin_group({.id = "pane:" + std::to_string(model_.panes[i].seq),
                           .role = "tree",
                           .label = "Mounts of " + model_.panes[i].title});
        scene.begin_clip(panes[i].clip);
        paint.draw_nodes(i);
        scene.end_clip();
        paint.draw_map(i);
        scene.end_group();
    }
    paint.draw_moves();
    paint.draw_copies();
    paint.draw_arrow_counts();
    if (view.overlay != nullptr) {
        paint.draw_slides();
        paint.draw_step_strip();
    } else {
        paint.draw_group_strip();
    }
}

bool TreePicture::toggle_fold(TreeView& view, std::string_view hit_id) const {
    constexpr std::uint32_t kStep = 8;
    FoldState& folds = view.folds;
    if (const auto key = number_after(hit_id, "fold:")) {
        FoldState::Shown& shown = folds.chains[*key];
        if (!hit_id.ends_with(":last")) shown.first += kStep;
        if (!hit_id.ends_with(":first")) shown.last += kStep;
    } else if (const auto twins = number_after(hit_id, "twins:")) {
        folds.twins.insert(*twins);
    } else if (const auto again = number_after(hit_id, "unfold:")) {
        folds.chains.erase(*again);
        folds.twins.erase(*again);
        folds.opened.erase(*again);
    } else if (const auto more = number_after(hit_id, "more:")) {
        if (folds.closed.erase(*more) == 0) folds.opened[*more] += 4 * kStep;
    } else {
        return false;
    }
    ++folds.version;
    return true;
}

bool TreePicture::toggle_mount(TreeView& view, std::uint32_t unique_id) const {
    const ItemRef ref = model_.find(unique_id);
    if (!ref) return false;
    FoldState& folds = view.folds;
    const bool was_opened =
        folds.chains.erase(unique_id) + folds.twins.erase(unique_id) + folds.opened.erase(unique_id) > 0;
    const bool was_closed = !was_opened && folds.closed.erase(unique_id) > 0;
    if (!was_opened && !was_closed) {
        if (model_[ref].subtree == 1) return false;
        folds.closed.insert(unique_id);
    }
    ++folds.version;
    return true;
}

void TreePicture::zoom_at(TreeView& view, Vec2 point, float factor) const {
    for (std::size_t i = 0; i < layout_.panes.size(); ++i) {
        const PaneLayout& pane = layout_.panes[i];
        if (!pane.frame.contains(point)) continue;
        PaneCamera& camera =
            view.cameras.try_emplace(model_.panes[i].seq, PaneCamera{pane.scale, pane.offset}).first->second;
        const float scale = std::clamp(camera.scale * factor, 0.15f, 3.0f);
        const float by = scale / camera.scale;
        camera.offset = {point.x - (point.x - camera.offset.x) * by,
                         point.y - (point.y - camera.offset.y) * by};
        camera.scale = scale;
    }
}

void TreePicture::pan(TreeView& view, Vec2 point, Vec2 delta) const {
    for (std::size_t i = 0; i < layout_.panes.size(); ++i) {
        const PaneLayout& pane = layout_.panes[i];
        if (!pane.frame.contains(point)) continue;
        PaneCamera& camera =
            view.cameras.try_emplace(model_.panes[i].seq, PaneCamera{pane.scale, pane.offset}).first->second;
        // Some of the tree always stays in sight.
        const float least = 40;
        camera.offset.x =
            std::clamp(camera.offset.x + delta.x, pane.area.x + least - pane.extent.x * camera.scale,
                       pane.area.x + pane.area.w - least);
        camera.offset.y =
            std::clamp(camera.offset.y + delta.y, pane.area.y + least - pane.extent.y * camera.scale,
                       pane.area.y + pane.area.h - least);
    }
}

void TreePicture::reveal(TreeView& view, Target target) const {
    if (target.kind != Target::Kind::kMount) return;
    const ItemRef ref = model_.find(target.id);
    if (!ref || static_cast<std::size_t>(ref.pane) >= layout_.panes.size()) return;
    const auto pane_index = static_cast<std::size_t>(ref.pane);
    const PaneLayout& pane = layout_.panes[pane_index];
    const std::int32_t node = pane.tree.node_of_item[static_cast<std::size_t>(ref.item)];
    if (node < 0) return;
    const auto camera = view.cameras.find(model_.panes[pane_index].seq);
    PaneCamera at = camera == view.cameras.end() ? PaneCamera{pane.scale, pane.offset} : camera->second;
    const Box& b = pane.places[static_cast<std::size_t>(node)].box;
    const Box seen{b.x * at.scale + at.offset.x, b.y * at.scale + at.offset.y, b.w * at.scale,
                   b.h * at.scale};
    const bool inside =
        pane.area.contains({seen.x, seen.y}) && pane.area.contains({seen.x + seen.w, seen.y + seen.h});
    if (inside) return;
    at.offset.x += pane.area.centre().x - seen.centre().x;
    at.offset.y += pane.area.centre().y - seen.centre().y;
    view.cameras[model_.panes[pane_index].seq] = at;
}

std::optional<std::uint32_t> TreePicture::neighbour(const TreeView& view, int right, int down) const {
    if (layout_.panes.empty()) return std::nullopt;
    const ItemRef selected =
        view.selected.kind == Target::Kind::kMount ? model_.find(view.selected.id) : ItemRef{};
    Scene unused;
    const struct NoMeasure final : TextMeasure {
        float width(std::string_view, FontRole, float) const override { return 0; }
    } no_measure;
    const TreePaint paint{unused, model_, layout_, view, no_measure, {}};
    const Vec2 from = selected ? paint.box_of(selected).centre() : Vec2{-1, -1};
    std::optional<std::uint32_t> best;
    float best_distance = 0;
    for (std::size_t p = 0; p < layout_.panes.size(); ++p) {
        const DisplayTree& tree = layout_.panes[p].tree;
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
            const DisplayNode& node = tree.nodes[i];
            const TreeItem& item = model_.panes[p].items[static_cast<std::size_t>(node.item)];
            if (node.kind != NodeKind::kMount || item.state == ItemState::kMovedAway) continue;
            const Vec2 to = paint.seen_box(p, layout_.panes[p].places[i].box).centre();
            if (!selected) return item.unique_id;  // the first root
            const float along =
                (to.x - from.x) * static_cast<float>(right) + (to.y - from.y) * static_cast<float>(down);
            const float across = std::abs((to.x - from.x) * static_cast<float>(down)) +
                                 std::abs((to.y - from.y) * static_cast<float>(right));
            if (along < 1) continue;
            const float distance = along + 2.5f * across;
            if (best && distance >= best_distance) continue;
            best = item.unique_id;
            best_distance = distance;
        }
    }
    return best;
}

Scene make_tree_scene(const TreeInput& input, const TreeView& view, const TextMeasure& measure) {
    TreePicture picture;
    picture.set_state(input);
    picture.arrange(view, measure);
    Scene scene;
    picture.emit(scene, view, measure);
    return scene;
}

}  // namespace mountscope
