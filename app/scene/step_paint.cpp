// What a running command is doing: tags for the variables of its code, numbers for the walk, signs for what
// it has decided, and a line that explains those that are to be seen.

#include "app/scene/step_paint.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/mount_card.hpp"
#include "app/scene/text_cut.hpp"
#include "app/scene/tree_paint.hpp"

namespace mountscope {

namespace {

constexpr std::uint32_t kSampled = 12;  // items of each part of a folded chain that are looked at

struct Tag {
    std::string text;
    Ink fill;
    Ink ink;
    Ink stroke;
};

// What of the step is shown by one node.
struct NodeSigns {
    std::vector<Tag> tags;
    std::uint32_t number = 0;  // in the walk
    bool halo = false;
};

struct StepSigns {
    const TreePaint& paint;
    const StepOverlay& overlay;
    Scene& scene;
    std::size_t pane_index;

    const PaneLayout& at() const { return paint.layout.panes[pane_index]; }
    const TreePane& pane() const { return paint.model.panes[pane_index]; }
    float s() const { return paint.text_scale(); }

    std::int32_t node_of(std::uint32_t unique_id) const {
        if (unique_id == 0) return -1;
        const ItemRef ref = paint.model.find(unique_id);
        if (!ref || static_cast<std::size_t>(ref.pane) != pane_index) return -1;
        return at().tree.node_of_item[static_cast<std::size_t>(ref.item)];
    }

    // A fold doesn't tell which of its mounts is meant.
    std::string name(std::string_view variable, std::uint32_t unique_id, std::int32_t node) const {
        std::string text(variable);
        if (at().tree.nodes[static_cast<std::size_t>(node)].kind != NodeKind::kMount) {
            const ItemRef ref = paint.model.find(unique_id);
            text += " #" + std::to_string(paint.model.mnt_id(paint.model[ref]));
        }
        return text;
    }

    NodeSigns signs(std::int32_t node) const {
        NodeSigns signs;
        const DisplayNode& shown = at().tree.nodes[static_cast<std::size_t>(node)];
        const TreeItem& item = pane().items[static_cast<std::size_t>(shown.item)];
        if (shown.kind == NodeKind::kMount && !overlay.visited.empty()) {
            const auto visited = overlay.visited.find(item.unique_id);
            if (visited != overlay.visited.end()) signs.number = visited->second;
        }
        if (overlay.subject != 0 && node_of(overlay.subject) == node) {
            const bool current = overlay.current == overlay.subject;
            signs.tags.push_back({name("m", overlay.subject, node), current ? Ink::kFocus : Ink::kText,
                                  current ? Ink::kOnBright : Ink::kPanel, Ink::kNone});
        }
        if (overlay.receiver != 0 && node_of(overlay.receiver) == node)
            signs.tags.push_back(
                {name("q", overlay.receiver, node), Ink::kFocus, Ink::kOnBright, Ink::kNone});
        if (overlay.child != 0 && node_of(overlay.child) == node) {
            std::string text = name("c", overlay.child, node);
            const Box& box = paint.seen_box(pane_index, at().places[static_cast<std::size_t>(node)].box);
            const std::string long_text = text + "  " + overlay.child_word;
            const float size = text_size(11, s());
            // Not over what stands beside it.
            if (!overlay.child_word.empty() &&
                paint.measure.width(long_text, FontRole::kSemiBold, size) + 2 * size <= box.w)
                text = long_text;
            signs.tags.push_back({std::move(text), Ink::kPanel, Ink::kText,
                                  overlay.child_stays ? Ink::kAdded : Ink::kTextSecond});
        }
        signs.halo = overlay.current != 0 && node_of(overlay.current) == node;
        return signs;
    }

    // A ring has no room beside it: what is most telling stands in its place.
    void draw_in_ring(const NodeSigns& signs, const Box& box) {
        const Tag* tag = signs.tags.empty() ? nullptr : &signs.tags.back();
        for (const Tag& each : signs.tags) {
            if (each.fill == Ink::kFocus) tag = &each;
        }
        const bool numbered = signs.number != 0 && (signs.halo || tag == nullptr);
        const std::string text = numbered ? std::to_string(signs.number) : tag->text;
        const float size = text_size(11, s());
        const float h = std::max(std::round(size * 1.35f), std::min({box.w - 2, box.h - 2, 22 * s()}));
        const float w = std::max(h, paint.measure.width(text, FontRole::kSemiBold, size) + h * 0.45f);
        const Vec2 middle = box.centre();
        const Ink plain_fill = numbered ? Ink::kPanel : tag->fill;
        const Ink plain_ink = numbered ? Ink::kFocus : tag->ink;
        scene.rect({.box = {middle.x - w / 2, middle.y - h / 2, w, h},
                    .radius = h / 2,
                    .fill = signs.halo ? Ink::kFocus : plain_fill,
                    .stroke = signs.halo || numbered ? Ink::kFocus : tag->stroke,
                    .stroke_width = 1.5f});
        scene.text({.at = {middle.x, middle.y - 0.6f * size},
                    .text = text,
                    .ink = signs.halo ? Ink::kOnBright : plain_ink,
                    .font = FontRole::kSemiBold,
                    .size = size,
                    .align = Align::kCentre});
    }

    // Side by side at the upper left corner, half above it.
    void draw_tags(const std::vector<Tag>& tags, const Box& box) {
        const float size = text_size(11, s());
        const float h = std::round(size * 1.55f);
        const auto width = [&](const Tag& tag) {
            return std::max(h, paint.measure.width(tag.text, FontRole::kSemiBold, size) + h * 0.75f);
        };
        float all = 0;
        for (const Tag& tag : tags) all += width(tag) + 4 * s();
        const float right = at().frame.x + at().frame.w - 2 * s();
        float x = std::min(box.x + (box.w >= 60 ? 8 * s() : -2 * s()), right - all);
        for (const Tag& tag : tags) {
            const float w = width(tag);
            const Box pill{x, box.y - h * 0.62f, w, h};
            scene.rect({.box = pill,
                        .radius = 4 * s(),
                        .fill = tag.fill,
                        .stroke = tag.stroke,
                        .stroke_width = 1.25f});
            scene.text({.at = {pill.centre().x, pill.centre().y - 0.6f * size},
                        .text = tag.text,
                        .ink = tag.ink,
                        .font = FontRole::kSemiBold,
                        .size = size,
                        .align = Align::kCentre});
            x += w + 4 * s();
        }
    }

    void draw_number(std::uint32_t number, const Box& box, bool current) {
        const std::string text = std::to_string(number);
        const float size = text_size(11, s());
        const float h = std::round(size * 1.55f);
        const float w = std::max(h, paint.measure.width(text, FontRole::kSemiBold, size) + h * 0.6f);
        const Vec2 middle{box.x + box.w - 2 * s(), box.y + 1 * s()};
        scene.rect({.box = {middle.x - w / 2, middle.y - h / 2, w, h},
                    .radius = h / 2,
                    .fill = current ? Ink::kFocus : Ink::kPanel,
                    .stroke = Ink::kFocus,
                    .stroke_width = 1.25f});
        scene.text({.at = {middle.x, middle.y - 0.6f * size},
                    .text = text,
                    .ink = current ? Ink::kOnBright : Ink::kFocus,
                    .font = FontRole::kSemiBold,
                    .size = size,
                    .align = Align::kCentre});
    }

    void draw_halo(const Box& box) {
        const float out = 4 * s();
        const float radius = std::min(8 * s(), box.h * 0.3f);
        scene.rect({.box = box, .radius = radius, .stroke = Ink::kFocus, .stroke_width = 2});
        scene.rect({.box = {box.x - out, box.y - out, box.w + 2 * out, box.h + 2 * out},
                    .radius = radius + out,
                    .stroke = Ink::kFocus,
                    .stroke_width = 2});
    }

    // A folded chain: in its strip, what most of each part have come to.
    void draw_chain_parts(const DisplayNode& node, const Box& box, float scale) {
        if (box.w < 60 || box.h < 40 || overlay.parts.empty()) return;
        const Box strip{box.x + 10 * scale, box.y + box.h - 13 * scale, box.w - 20 * scale, 6 * scale};
        const auto length = static_cast<std::uint32_t>(node.last_item - node.item + 1);
        const std::uint32_t parts = std::min<std::uint32_t>(ChainStrip::kParts, length);
        const float w = strip.w / static_cast<float>(parts);
        for (std::uint32_t k = 0; k < parts; ++k) {
            const auto first = static_cast<std::uint32_t>(std::uint64_t{length} * k / parts);
            const auto end = static_cast<std::uint32_t>(std::uint64_t{length} * (k + 1) / parts);
            std::array<std::uint32_t, kStepParts> count{};
            const std::uint32_t by = std::max(1u, (end - first) / kSampled);
            for (std::uint32_t i = first; i < end; i += by) {
                const TreeItem& item = pane().items[static_cast<std::size_t>(node.item) + i];
                ++count[static_cast<std::size_t>(overlay.part(item.unique_id))];
            }
            const auto most = std::max_element(count.begin(), count.end());
            const auto part = static_cast<StepPart>(most - count.begin());
            if (part == StepPart::kNone) continue;
            scene.rect({.box = {strip.x + static_cast<float>(k) * w, strip.y, w, strip.h},
                        .fill = part == StepPart::kDone ? Ink::kPanel : step_ink(part)});
        }
    }

    void draw() {
        const PaneCamera camera = paint.camera(pane_index);
        for (std::size_t i = 0; i < at().tree.nodes.size(); ++i) {
            const Box box = paint.seen_box(pane_index, at().places[i].box);
            if (box.x + box.w < at().frame.x || box.x > at().frame.x + at().frame.w ||
                box.y + box.h < at().frame.y || box.y > at().frame.y + at().frame.h) {
                continue;
            }
            const auto index = static_cast<std::int32_t>(i);
            const DisplayNode& node = at().tree.nodes[i];
            const bool is_card = node.kind == NodeKind::kMount;
            if (is_card && box.w >= 100) {
                const TreeItem& item = pane().items[static_cast<std::size_t>(node.item)];
                const float size = 9 * camera.scale * s();
                draw_step_sign(scene, {box.x + box.w - 10 * s(), box.y + box.h - 10 * s()}, size,
                               overlay.part(item.unique_id));
            }
            if (node.kind == NodeKind::kChain) draw_chain_parts(node, box, camera.scale * s());
            const NodeSigns found = signs(index);
            // Cards draw their own.
            if (found.halo && !is_card) draw_halo(box);
            if (found.halo && is_card && is_dot(box)) {
                const float size = 18 * s();  // a dot is smaller than what stands in its place
                draw_halo({box.centre().x - size / 2, box.centre().y - size / 2, size, size});
            }
            if (is_card && is_ring(box)) {
                if (found.number != 0 || !found.tags.empty()) draw_in_ring(found, box);
                continue;
            }
            if (found.number != 0) draw_number(found.number, box, found.halo);
            if (!found.tags.empty()) draw_tags(found.tags, box);
        }
    }
};

}  // namespace

Ink step_ink(StepPart part) {
    switch (part) {
        case StepPart::kListed:
            return Ink::kRemoved;
        case StepPart::kMarked:
        case StepPart::kCandidate:
            return Ink::kMoved;
        case StepPart::kMade:
            return Ink::kAdded;
        case StepPart::kSeen:
            return Ink::kTextSecond;
        case StepPart::kDone:
        case StepPart::kNone:
            break;
    }
    return Ink::kTextThird;
}

std::string_view step_part_name(StepPart part) {
    switch (part) {
        case StepPart::kListed:
            return "on the list";
        case StepPart::kMarked:
            return "marked";
        case StepPart::kCandidate:
            return "candidate";
        case StepPart::kSeen:
            return "met before";
        case StepPart::kDone:
            return "out of the tree";
        case StepPart::kMade:
            return "just made";
        case StepPart::kNone:
            break;
    }
    return "";
}

void draw_step_sign(Scene& scene, Vec2 centre, float size, StepPart part) {
    const float r = size / 2;
    if (size < 5) return;
    switch (part) {
        case StepPart::kMarked:
        case StepPart::kCandidate:
            scene.path({.points = {{centre.x, centre.y - r},
                                   {centre.x + r, centre.y},
                                   {centre.x, centre.y + r},
                                   {centre.x - r, centre.y}},
                        .closed = true,
                        .stroke = Ink::kMoved,
                        .fill = part == StepPart::kMarked ? Ink::kMoved : Ink::kNone});
            break;
        case StepPart::kSeen:
            scene.path({.points = {{centre.x - r, centre.y},
                                   {centre.x - r * 0.25f, centre.y + r * 0.7f},
                                   {centre.x + r, centre.y - r * 0.7f}},
                        .stroke = Ink::kTextSecond,
                        .stroke_width = 1.75f});
            break;
        case StepPart::kListed:
            for (const float dy : {-0.7f, 0.0f, 0.7f}) {
                scene.path({.points = {{centre.x - r, centre.y + dy * r}, {centre.x + r, centre.y + dy * r}},
                            .stroke = Ink::kRemoved,
                            .stroke_width = 1.5f});
            }
            break;
        default:
            break;
    }
}

void TreePaint::draw_step(std::size_t pane) {
    StepSigns{*this, *view.overlay, scene, pane}.draw();
}

void TreePaint::draw_slides() {
    for (const StepOverlay::Slide& slide : view.overlay->slides) {
        const ItemRef from = model.find(slide.mount);
        const ItemRef to = model.find(slide.onto);
        if (!from || !to || box_of(from).y == box_of(to).y) continue;
        PathShape arrow = arrow_between(box_of(from), box_of(to), 1);
        arrow.stroke = Ink::kMoved;
        arrow.stroke_width = 2;
        arrow.style = LineStyle::kDashed;
        scene.path(std::move(arrow));
    }
}

// Explains the signs that are to be seen, and names what is on the list.
void TreePaint::draw_step_strip() {
    if (layout.strip.w <= 0) return;
    const StepOverlay& overlay = *view.overlay;
    const float s = text_scale();
    const float size = text_size(12, s);
    const float y = layout.strip.y + layout.strip.h / 2 + 2 * s;
    float x = layout.strip.x + 8 * s;
    const float end = layout.strip.x + layout.strip.w - 8 * s;
    const auto words = [&](std::string text, Ink ink, FontRole font = FontRole::kRegular) {
        const float width = measure.width(text, font, size);
        if (x + width > end) return false;
        scene.text(
            {.at = {x, y - 0.6f * size}, .text = std::move(text), .ink = ink, .font = font, .size = size});
        x += width;
        return true;
    };
    for (std::size_t i = 1; i < kStepParts; ++i) {
        const auto part = static_cast<StepPart>(i);
        const std::uint32_t count = overlay.part_counts[i];
        if (count == 0) continue;
        const bool ghost = part == StepPart::kDone;
        scene.rect({.box = {x, y - 7 * s, 22 * s, 14 * s},
                    .radius = 4 * s,
                    .fill = part == StepPart::kListed   ? Ink::kRemovedFill
                            : part == StepPart::kMarked ? Ink::kMovedFill
                            : part == StepPart::kMade   ? Ink::kAddedFill
                                                        : Ink::kNone,
                    .stroke = step_ink(part),
                    .stroke_width = 1.25f,
                    .style = ghost || part == StepPart::kCandidate ? LineStyle::kDashed : LineStyle::kSolid});
        draw_step_sign(scene, {x + 11 * s, y}, 8 * s, part);
        x += 29 * s;
        words(grouped_number(count), Ink::kText, FontRole::kSemiBold);
        x += 5 * s;
        words(std::string(step_part_name(part)), Ink::kTextSecond);
        x += 18 * s;
    }
    if (!overlay.visited.empty()) {
        scene.rect({.box = {x, y - 8 * s, 16 * s, 16 * s},
                    .radius = 8 * s,
                    .fill = Ink::kPanel,
                    .stroke = Ink::kFocus,
                    .stroke_width = 1.25f});
        scene.text({.at = {x + 8 * s, y - 0.6f * text_size(11, s)},
                    .text = "1",
                    .ink = Ink::kFocus,
                    .font = FontRole::kSemiBold,
                    .size = text_size(11, s),
                    .align = Align::kCentre});
        x += 23 * s;
        words("asked, in order", Ink::kTextSecond);
        x += 18 * s;
    }
    if (overlay.list.empty()) return;
    const std::uint32_t all = overlay.part_counts[static_cast<std::size_t>(StepPart::kListed)];
    // How many there are has been said; only worth it with some of them.
    if (x + measure.width("List  #00000  + " + grouped_number(all) + " more", FontRole::kMono, size) > end)
        return;
    words("List", Ink::kTextThird);
    x += 8 * s;
    std::size_t shown = 0;
    for (const std::uint32_t id : overlay.list) {
        const std::string text = "#" + std::to_string(id);
        const float rest = shown + 1 < all
                               ? measure.width("+ " + grouped_number(all) + " more", FontRole::kRegular, size)
                               : 0;
        if (x + measure.width(text, FontRole::kMono, size) + 8 * s + rest > end) break;
        words(text, Ink::kRemoved, FontRole::kMono);
        x += 8 * s;
        ++shown;
    }
    if (shown < all) words("+ " + grouped_number(all - shown) + " more", Ink::kTextThird);
}

void TreePaint::draw_differences(std::size_t pane_index) {
    const float s = text_scale();
    for (const DifferenceMark& mark : *view.differences) {
        const ItemRef ref = model.find(mark.unique_id);
        if (!ref || static_cast<std::size_t>(ref.pane) != pane_index) continue;
        const Box box = box_of(ref);
        const float h = std::round(std::clamp(box.h * 0.8f, 11.0f, 18 * s));
        const float size = text_size(h / 1.4f, 1);
        const Box badge{box.x + box.w - h / 2, box.y + box.h - h / 2, h, h};
        scene.begin_group({.id = "differs:" + std::to_string(mark.unique_id),
                           .role = "img",
                           .label = "Ends differently: " + mark.text,
                           .tooltip = "Ends differently: " + mark.text,
                           .hit = badge});
        scene.rect({.box = badge, .radius = h / 2, .fill = Ink::kError});
        scene.text({.at = {badge.centre().x, badge.centre().y - 0.6f * size},
                    .text = "\xE2\x89\xA0",
                    .ink = Ink::kOnBright,
                    .font = FontRole::kSemiBold,
                    .size = size,
                    .align = Align::kCentre});
        scene.end_group();
    }
}

}  // namespace mountscope
