#include "app/scene/mount_card.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/fold_card.hpp"
#include "app/scene/propagation_ring.hpp"
#include "app/scene/step_paint.hpp"
#include "app/scene/text_cut.hpp"

namespace mountscope {

namespace {

constexpr float kCardHeight = 42;    // of a card with two lines, in its natural size
constexpr float kTwoLinesFrom = 38;  // pixels; below that the second line would be too small

struct Card {
    Scene& scene;
    const CardInput& in;
    const TextMeasure& measure;
    const TreeItem& item;
    float o;  // opacity

    const Box& box() const { return in.box; }
    const GroupColours& colours() const { return *in.model.input.colours; }

    float text(float x, float y_middle, std::string_view words, FontRole font, float size, Ink ink,
               float max_width, bool cut_middle = false) {
        if (max_width < size) return 0;
        std::string shown = cut_text(measure, words, font, size, max_width, cut_middle);
        const float width = measure.width(shown, font, size);
        scene.text({.at = {x, y_middle - 0.6f * size},
                    .text = std::move(shown),
                    .ink = ink,
                    .font = font,
                    .size = size,
                    .opacity = o});
        return width;
    }

    Ink lit_ink() const { return colours().ink(item.group != 0 ? item.group : item.master); }

    void frame(float radius) {
        const Box& b = box();
        if (in.node.copies > 1) draw_deck(scene, b, radius, in.scale, o);
        RectShape shape{.box = b, .radius = radius, .fill = Ink::kRaised, .stroke = Ink::kLine, .opacity = o};
        switch (item.state) {
            case ItemState::kAdded:
                shape.fill = Ink::kAddedFill;
                shape.stroke = Ink::kAdded;
                shape.stroke_width = 1.5f;
                break;
            case ItemState::kMoved:
            case ItemState::kRegrouped:
                shape.fill = Ink::kMovedFill;
                shape.stroke = Ink::kMoved;
                shape.stroke_width = 1.5f;
                break;
            case ItemState::kGone:
            case ItemState::kMovedAway:
                shape.fill = Ink::kNone;
                shape.stroke = Ink::kTextThird;
                shape.style = LineStyle::kDashed;
                break;
            case ItemState::kSame:
            case ItemState::kReseated:
                break;
        }
        dress_for_step(shape);
        if (in.look.selected) {
            if (in.look.part == StepPart::kNone &&
                (item.state == ItemState::kSame || item.state == ItemState::kReseated))
                shape.fill = Ink::kAccentFill;
            shape.stroke = Ink::kAccent;
            shape.stroke_width = 2;
        }
        if (in.look.focus) {
            shape.fill = Ink::kFocusFill;
            shape.stroke = Ink::kFocus;
            shape.stroke_width = 2;
            halo(Ink::kFocus, radius);
        } else if (in.look.member || in.look.receiver) {
            light_up(shape, radius);
            return;
        } else if (in.look.hovered && !item.is_ghost()) {
            shape.stroke = in.look.selected ? Ink::kAccent : Ink::kTextSecond;
            if (shape.fill == Ink::kRaised) shape.fill = Ink::kHover;
        }
        scene.rect(shape);
    }

    // What the running command has done to it.
    void dress_for_step(RectShape& shape) const {
        switch (in.look.part) {
            case StepPart::kListed:
                shape.fill = Ink::kRemovedFill;
                shape.stroke = Ink::kRemoved;
                shape.stroke_width = 1.5f;
                break;
            case StepPart::kMarked:
                shape.fill = Ink::kMovedFill;
                shape.stroke = Ink::kMoved;
                shape.stroke_width = 1.5f;
                break;
            case StepPart::kCandidate:
                shape.stroke = Ink::kMoved;
                shape.stroke_width = 1.5f;
                shape.style = LineStyle::kDashed;
                break;
            case StepPart::kSeen:
                shape.stroke = Ink::kTextSecond;
                break;
            case StepPart::kDone:
                shape.fill = Ink::kNone;
                shape.stroke = Ink::kTextThird;
                shape.stroke_width = 1;
                shape.style = LineStyle::kDashed;
                break;
            case StepPart::kMade:
                shape.fill = Ink::kAddedFill;
                shape.stroke = Ink::kAdded;
                shape.stroke_width = 1.5f;
                break;
            case StepPart::kNone:
                break;
        }
    }

    bool is_gone() const { return item.state == ItemState::kGone || in.look.part == StepPart::kDone; }
    bool is_ghost() const { return item.is_ghost() || in.look.part == StepPart::kDone; }

    void halo(Ink ink, float radius) {
        const float out = 4 * in.scale;
        scene.rect({.box = {box().x - out, box().y - out, box().w + 2 * out, box().h + 2 * out},
                    .radius = radius + out,
                    .stroke = ink,
                    .stroke_width = 1.5f,
                    .opacity = o});
    }

    // Members of the lit group wear its colour, slaves of it dashed.
    void light_up(RectShape shape, float radius) {
        const Ink stroke = shape.stroke;
        shape.stroke = Ink::kNone;
        scene.rect(shape);
        const Ink ink = in.look.member ? colours().ink(item.group) : colours().ink(item.master);
        if (!item.is_ghost() && shape.fill == Ink::kRaised)
            scene.rect({.box = box(), .radius = radius, .fill = ink, .opacity = 0.13f * o});
        const bool keeps = item.is_changed() || in.look.selected || in.look.part != StepPart::kNone;
        scene.rect({.box = box(),
                    .radius = radius,
                    .stroke = keeps ? stroke : ink,
                    .stroke_width = in.look.selected ? 2.0f : 1.5f,
                    .style = in.look.member && !item.is_ghost() ? LineStyle::kSolid : LineStyle::kDashed,
                    .opacity = o});
    }

    Ink title_ink() const {
        if (is_ghost()) return Ink::kTextThird;
        return item.hidden && !in.look.selected && !item.is_changed() ? Ink::kTextSecond : Ink::kText;
    }

    std::string id_text(const TreeItem& of) const { return "#" + std::to_string(in.model.mnt_id(of)); }

    void cross(float x, float y, float half) {
        for (const float way : {1.0f, -1.0f}) {
            scene.path({.points = {{x - half, y - half * way}, {x + half, y + half * way}},
                        .stroke = is_gone() ? Ink::kRemoved : Ink::kTextThird,
                        .stroke_width = 1.5f,
                        .opacity = o});
        }
    }

    // What stands at the right end; returns the x up to which there is room.
    float right_marks(float y_middle) {
        const float s = in.scale;
        float right = box().x + box().w - 9 * s;
        if (is_gone()) {
            cross(right - 5 * s, box().centre().y, 4.5f * s);
            right -= 16 * s;
        }
        if (item.locked) {
            draw_lock(scene, {right - 4 * s, y_middle}, 10 * s, Ink::kTextSecond, o);
            right -= 13 * s;
        }
        return right;
    }

    bool heads_stack() const {
        const std::int32_t child = item.first_child;
        return child >= 0 && in.pane.items[static_cast<std::size_t>(child)].stacked;
    }

    // All of it, or enough that the rest can be guessed.
    bool has_room(std::string_view words, float size, float room) const {
        return room >= std::min(measure.width(words, FontRole::kRegular, size), 5.5f * size);
    }

    void two_lines() {
        const float s = box().h / kCardHeight;
        const float r = 12 * s;
        const Vec2 ring{box().x + 9 * s + r, box().centre().y};
        ring_at(ring, r);
        const float x = ring.x + r + 9 * s;
        const float first = box().y + box().h * 0.335f;
        const float second = box().y + box().h * 0.70f;
        const float right = right_marks(first);
        const std::string_view name = in.model.name(in.pane, item);
        const std::string source = in.model.source(item);
        const float used =
            text(x, first, name, FontRole::kSemiBold, text_size(13, s), title_ink(), right - x);
        // Sentences and code name mounts by their id. The root's path is its name; what it is a mount of says
        // more.
        const bool is_root = name == "/";
        const float gap = 7 * s;
        const float size = text_size(12, s);
        float at = x + used + gap;
        at += text(at, first, id_text(item), FontRole::kMedium, size, Ink::kTextSecond, right - at) + gap;
        if (!heads_stack() && !is_root && source != name && has_room(source, size, right - at))
            text(at, first, source, FontRole::kRegular, size, Ink::kTextThird, right - at, true);
        const Ink ink = is_ghost() || item.hidden ? Ink::kTextThird : Ink::kTextSecond;
        const float width = std::min(box().x + box().w - 8 * s, is_gone() ? right : box().x + box().w) - x;
        if (item.state == ItemState::kMovedAway)
            text(x, second, "moved away", FontRole::kRegular, size, ink, width);
        else if (is_root)
            text(x, second, source, FontRole::kRegular, size, ink, width, true);
        else
            text(x, second, in.model.path(in.pane, item), FontRole::kMono, size, ink, width, true);
    }

    void one_line() {
        const float s = std::min(in.scale, box().h / 26);
        const float r = std::min(11 * s, box().h / 2 - 3);
        const Vec2 ring{box().x + 7 * s + r, box().centre().y};
        ring_at(ring, r);
        const float x = ring.x + r + 8 * s;
        const float y = box().centre().y;
        const float size = std::max(12.0f, text_size(13, s));
        const float right = right_marks(y);
        const std::string_view name = in.model.name(in.pane, item);
        const float name_width = measure.width(name, FontRole::kSemiBold, size);
        const float id_width = measure.width(id_text(item), FontRole::kMedium, size);
        // Where only one of them fits it is the id: sentences and code name mounts by it.
        if (!in.node.stacked && name_width + id_width + 6 * s <= right - x) {
            text(x, y, name, FontRole::kSemiBold, size, title_ink(), right - x);
            text(x + name_width + 6 * s, y, id_text(item), FontRole::kMedium, size, Ink::kTextSecond,
                 right - x - name_width);
            return;
        }
        const float used = text(x, y, id_text(item), FontRole::kMedium, size, title_ink(), right - x);
        if (item.parent < 0) return;
        const float room = right - x - used - 6 * s;
        const TreeItem& below = in.pane.items[static_cast<std::size_t>(item.parent)];
        const std::string on = "on " + id_text(below);
        const float small = text_size(12, s);
        if (room >= measure.width(on, FontRole::kRegular, small))
            text(x + used + 6 * s, y, on, FontRole::kRegular, small, Ink::kTextThird, room);
    }

    void ring_at(Vec2 centre, float radius) {
        RingSign sign = ring_of(item);
        sign.opacity = o * (is_ghost() ? 0.6f : item.hidden && !item.is_changed() ? 0.8f : 1.0f);
        draw_ring(scene, centre, radius, sign, colours());
    }

    void ring_only() {
        const float r = std::min({box().w / 2 - 1, box().h / 2 - 1, 11 * in.scale});
        ring_at(box().centre(), r);
        if (is_gone()) cross(box().centre().x, box().centre().y, r * 0.7f);
    }

    void dot() {
        const bool grouped = item.group != 0 || item.master != 0;
        scene.rect({.box = box(),
                    .radius = std::min(box().w, box().h) * 0.3f,
                    .fill = in.look.part != StepPart::kNone && !is_ghost() ? step_ink(in.look.part)
                            : item.state == ItemState::kAdded              ? Ink::kAdded
                            : is_ghost()                                   ? Ink::kNone
                            : grouped                                      ? lit_ink()
                                                                           : Ink::kTextThird,
                    .stroke = is_ghost() ? Ink::kTextThird : Ink::kNone,
                    .opacity = o});
    }

    void order_badge() {
        if (item.order == 0 || item.order > 999) return;
        const std::string number = std::to_string(item.order);
        const float size = text_size(std::min(11 * in.scale, box().h * 0.36f), 1);
        if (size < 7) return;
        const float h = size * 1.6f;
        const float w = std::max(h, size * (0.62f * static_cast<float>(number.size()) + 0.7f));
        const Vec2 at{box().x + box().w - 3 * in.scale, box().y + 1 * in.scale};
        scene.rect(
            {.box = {at.x - w / 2, at.y - h / 2, w, h}, .radius = h / 2, .fill = Ink::kAdded, .opacity = o});
        scene.text({.at = {at.x, at.y - 0.6f * size},
                    .text = number,
                    .ink = Ink::kOnBright,
                    .font = FontRole::kSemiBold,
                    .size = size,
                    .align = Align::kCentre,
                    .opacity = o});
    }

    void draw() {
        const float w = box().w;
        const float h = box().h;
        if (is_dot(box())) {
            dot();
            return;
        }
        const bool rings = is_ring(box());
        const bool framed = !rings || in.look.part != StepPart::kNone || item.is_changed() ||
                            in.look.selected || in.look.focus || in.look.member;
        if (framed) frame(std::min(8 * in.scale, h * 0.3f));
        if (rings) {
            ring_only();
        } else if (h >= kTwoLinesFrom && w >= 84 && !in.node.stacked) {
            two_lines();
        } else {
            one_line();
        }
        order_badge();
    }
};

}  // namespace

float text_size(float base, float scale) {
    return std::max(1.0f, std::round(base * scale * 2) / 2);
}

std::string grouped_number(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

void draw_node(Scene& scene, const CardInput& card, const TextMeasure& measure) {
    const TreeItem& item = card.pane.items[static_cast<std::size_t>(card.node.item)];
    if (card.node.kind != NodeKind::kMount) {
        draw_fold(scene, card, measure);
        return;
    }
    GroupInfo info;
    info.id = (item.state == ItemState::kMovedAway ? "left:" : "mount:") + std::to_string(item.unique_id);
    info.role = "treeitem";
    info.label = card.model.describe(card.pane, item);
    info.tooltip = card.model.path(card.pane, item);
    info.hit = card.box;
    info.level = card.node.depth + 1;
    info.selected = card.look.selected;
    scene.begin_group(std::move(info));
    Card{scene, card, measure, item, card.look.opacity}.draw();
    scene.end_group();
    if (card.node.copies > 1) draw_copies(scene, card);
    if (card.node.can_refold) draw_refold(scene, card);
}

}  // namespace mountscope
