#include "app/scene/fold_card.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/propagation_ring.hpp"
#include "app/scene/text_cut.hpp"

namespace mountscope {

namespace {

constexpr float kLeastMark = 3;  // pixels that a changed part of a strip is wide at least

struct Stretch {
    std::uint32_t added = 0;
    std::uint32_t gone = 0;
    std::uint32_t other = 0;
    std::uint32_t all = 0;
};

// What of the chain falls on each of `cells` equal parts.
std::vector<Stretch> stretches(const CardInput& card, std::size_t cells, std::uint32_t length) {
    std::vector<Stretch> out(cells);
    std::uint32_t k = 0;
    for (std::int32_t i = card.node.item; i >= 0 && k < length; ++k) {
        const TreeItem& item = card.pane.items[static_cast<std::size_t>(i)];
        Stretch& at = out[static_cast<std::size_t>(std::uint64_t{k} * cells / length)];
        ++at.all;
        if (item.state == ItemState::kAdded)
            ++at.added;
        else if (item.is_ghost())
            ++at.gone;
        else if (item.is_changed())
            ++at.other;
        i = i == card.node.last_item ? -1 : item.first_child;
    }
    return out;
}

void draw_strip(Scene& scene, const CardInput& card, const Box& strip, std::uint32_t length, Ink ground,
                float o) {
    scene.rect({.box = strip, .radius = 2, .fill = ground, .opacity = 0.35f * o});
    const auto cells = static_cast<std::size_t>(std::max(1.0f, std::floor(strip.w / kLeastMark)));
    const std::vector<Stretch> parts = stretches(card, std::min<std::size_t>(cells, length), length);
    const float w = strip.w / static_cast<float>(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Stretch& p = parts[i];
        const std::uint32_t changed = std::max({p.added, p.gone, p.other});
        if (changed == 0) continue;
        const Ink ink = changed == p.added ? Ink::kAdded : changed == p.gone ? Ink::kRemoved : Ink::kMoved;
        const float share = static_cast<float>(changed) / static_cast<float>(std::max(1u, p.all));
        scene.rect({.box = {strip.x + static_cast<float>(i) * w, strip.y, w, strip.h},
                    .fill = ink,
                    .opacity = (0.45f + 0.55f * share) * o});
    }
}

struct ChainCounts {
    std::uint32_t length = 0;
    std::uint32_t added = 0;
    std::uint32_t gone = 0;
};

ChainCounts count_chain(const CardInput& card) {
    ChainCounts counts;
    for (std::int32_t i = card.node.item; i >= 0;) {
        const TreeItem& item = card.pane.items[static_cast<std::size_t>(i)];
        ++counts.length;
        if (item.state == ItemState::kAdded) ++counts.added;
        if (item.is_ghost()) ++counts.gone;
        i = i == card.node.last_item ? -1 : item.first_child;
    }
    return counts;
}

void chevrons(Scene& scene, Vec2 at, float half, bool down, float o) {
    const float h = down ? half * 0.6f : -half * 0.6f;
    scene.path({.points = {{at.x - half, at.y - h / 2}, {at.x, at.y + h / 2}, {at.x + half, at.y - h / 2}},
                .stroke = Ink::kTextSecond,
                .stroke_width = 1.5f,
                .opacity = o});
}

void fold_end(Scene& scene, const CardInput& card, const char* which, Box hit, std::string label) {
    scene.begin_group({.id = "fold:" + std::to_string(card.node.key) + ":" + which,
                       .role = "button",
                       .label = label,
                       .tooltip = std::move(label),
                       .hit = hit,
                       .level = 0});
    scene.end_group();
}

void draw_chain(Scene& scene, const CardInput& card, const TextMeasure& measure) {
    const Box& b = card.box;
    const float s = card.scale;
    const float o = card.look.opacity;
    const TreeItem& first = card.pane.items[static_cast<std::size_t>(card.node.item)];
    const TreeItem& last = card.pane.items[static_cast<std::size_t>(card.node.last_item)];
    const ChainCounts counts = count_chain(card);
    const GroupColours& colours = *card.model.input.colours;
    const bool ghost = counts.gone == counts.length;
    const float radius = std::min(8 * s, b.h * 0.3f);
    draw_deck(scene, b, radius, s, o);
    const bool lit = card.look.member || card.look.receiver;
    const Ink group = colours.ink(first.group != 0 ? first.group : first.master);
    scene.rect({.box = b,
                .radius = radius,
                .fill = ghost               ? Ink::kPanel
                        : card.look.hovered ? Ink::kHover
                                            : Ink::kRaised,
                .stroke = lit                             ? group
                          : ghost                         ? Ink::kTextThird
                          : counts.added == counts.length ? Ink::kAdded
                                                          : Ink::kLine,
                .stroke_width = lit ? 1.5f : 1.0f,
                .style = ghost ? LineStyle::kDashed : LineStyle::kSolid,
                .opacity = o});
    if (b.w < 60 || b.h < 40) {
        const std::string number = "\xC3\x97" + grouped_number(counts.length);
        const float size = std::min(11.0f, b.w / (0.62f * static_cast<float>(number.size() + 1)));
        scene.text({.at = {b.centre().x, b.centre().y - 0.6f * size},
                    .text = number,
                    .font = FontRole::kSemiBold,
                    .size = size,
                    .align = Align::kCentre,
                    .opacity = o});
        return;
    }
    const float r = 10 * s;
    const Vec2 ring{b.x + 9 * s + r, b.y + 21 * s};
    RingSign sign = ring_of(first);
    sign.opacity = o * (ghost ? 0.6f : 1.0f);
    draw_ring(scene, ring, r, sign, colours);
    const float x = ring.x + r + 9 * s;
    const float room = b.x + b.w - 20 * s - x;
    const auto line = [&](float y, std::string text, FontRole font, float size, Ink ink, float width) {
        text = cut_text(measure, text, font, size, width, false);
        scene.text({.at = {x, y - 0.6f * size},
                    .text = std::move(text),
                    .ink = ink,
                    .font = font,
                    .size = size,
                    .opacity = o});
    };
    line(b.y + 14 * s, "\xC3\x97 " + grouped_number(counts.length), FontRole::kSemiBold, 13 * s,
         ghost ? Ink::kTextThird : Ink::kText, room);
    std::string second =
        "#" + std::to_string(card.model.mnt_id(first)) + " to #" + std::to_string(card.model.mnt_id(last));
    if (counts.added > 0) second = grouped_number(counts.added) + " new";
    if (counts.gone > 0) second = grouped_number(counts.gone) + " gone";
    line(b.y + 30 * s, second, FontRole::kRegular, 12 * s,
         counts.added > 0  ? Ink::kAdded
         : counts.gone > 0 ? Ink::kRemoved
                           : Ink::kTextSecond,
         room + 14 * s);
    draw_strip(scene, card, {b.x + 10 * s, b.y + b.h - 13 * s, b.w - 20 * s, 6 * s}, counts.length, group, o);
    chevrons(scene, {b.x + b.w - 13 * s, b.y + 10 * s}, 3.5f * s, false, o);
    chevrons(scene, {b.x + b.w - 13 * s, b.y + 19 * s}, 3.5f * s, true, o);
}

void draw_more(Scene& scene, const CardInput& card, const TextMeasure& measure) {
    const Box& b = card.box;
    const float o = card.look.opacity;
    scene.rect({.box = b,
                .radius = b.h / 2,
                .fill = card.look.hovered ? Ink::kHover : Ink::kNone,
                .stroke = Ink::kEdge,
                .style = LineStyle::kDashed,
                .opacity = o});
    const float size = std::min(12 * card.scale, b.h * 0.7f);
    std::string text = "+ " + grouped_number(card.node.count);
    if (measure.width(text + " more", FontRole::kMedium, size) < b.w - 12) text += " more";
    text = cut_text(measure, text, FontRole::kMedium, size, b.w - 4, false);
    scene.text({.at = {b.centre().x, b.centre().y - 0.6f * size},
                .text = std::move(text),
                .ink = Ink::kTextSecond,
                .font = FontRole::kMedium,
                .size = size,
                .align = Align::kCentre,
                .opacity = o});
}

}  // namespace

void draw_deck(Scene& scene, const Box& box, float radius, float scale, float opacity) {
    for (const float step : {6.0f, 3.0f}) {
        const float d = step * scale;
        scene.rect({.box = {box.x + d, box.y + d, box.w - d * 0.5f, box.h},
                    .radius = radius,
                    .fill = Ink::kPanel,
                    .stroke = Ink::kLine,
                    .opacity = opacity});
    }
}

void draw_copies(Scene& scene, const Box& box, std::uint32_t copies, float scale, float opacity) {
    const std::string text = "\xC3\x97" + grouped_number(copies);
    const float size = 11 * scale;
    const float w = size * (0.62f * static_cast<float>(text.size() - 1) + 1.0f);
    const float h = size * 1.5f;
    const Box pill{box.x + box.w - w * 0.7f, box.y + box.h - h * 0.5f, w, h};
    scene.rect(
        {.box = pill, .radius = h / 2, .fill = Ink::kPanel, .stroke = Ink::kTextSecond, .opacity = opacity});
    scene.text({.at = {pill.centre().x, pill.centre().y - 0.6f * size},
                .text = text,
                .font = FontRole::kSemiBold,
                .size = size,
                .align = Align::kCentre,
                .opacity = opacity});
}

void draw_fold(Scene& scene, const CardInput& card, const TextMeasure& measure) {
    const bool chain = card.node.kind == NodeKind::kChain;
    GroupInfo info;
    info.id = (chain ? "fold:" : "more:") + std::to_string(card.node.key);
    info.role = "treeitem";
    info.label = chain ? grouped_number(card.node.count) +
                             " more mounts like these, one on top of the other; "
                             "choose to unfold some at both ends"
                       : grouped_number(card.node.count) + " more mounts below; choose to unfold";
    info.tooltip = info.label;
    info.hit = card.box;
    info.level = card.node.depth + 1;
    scene.begin_group(std::move(info));
    if (chain)
        draw_chain(scene, card, measure);
    else
        draw_more(scene, card, measure);
    scene.end_group();
    if (chain && card.box.w >= 60) {
        const Box& b = card.box;
        fold_end(scene, card, "first", {b.x + b.w - 26 * card.scale, b.y, 26 * card.scale, 15 * card.scale},
                 "Unfold from the first one on");
        fold_end(scene, card, "last",
                 {b.x + b.w - 26 * card.scale, b.y + 15 * card.scale, 26 * card.scale, 15 * card.scale},
                 "Unfold from the last one back");
    }
}

}  // namespace mountscope
