#include "app/scene/fold_card.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/propagation_ring.hpp"
#include "app/scene/text_cut.hpp"

namespace mountscope {

namespace {

constexpr float kLeastMark = 3;  // pixels that a changed part of a strip is wide at least

// The strip's parts, a few together when there is no room for all.
void draw_strip(Scene& scene, const ChainStrip& strip, const Box& box, Ink ground, float o) {
    scene.rect({.box = box, .radius = 2, .fill = ground, .opacity = 0.3f * o});
    std::size_t together = 1;
    // NOLINTNEXTLINE(bugprone-integer-division): whole parts are drawn.
    while (box.w / static_cast<float>(ChainStrip::kParts / together) < kLeastMark &&
           together < ChainStrip::kParts)
        ++together;
    const float w = box.w / static_cast<float>(ChainStrip::kParts);
    for (std::size_t i = 0; i < ChainStrip::kParts; i += together) {
        const std::size_t end = std::min(i + together, ChainStrip::kParts);
        ChainStrip::Part sum;
        for (std::size_t k = i; k < end; ++k) {
            sum.all += strip.parts[k].all;
            sum.added += strip.parts[k].added;
            sum.gone += strip.parts[k].gone;
            sum.other += strip.parts[k].other;
        }
        const std::uint32_t changed = std::max({sum.added, sum.gone, sum.other});
        if (changed == 0) continue;
        const Ink ink = changed == sum.added  ? Ink::kAdded
                        : changed == sum.gone ? Ink::kRemoved
                                              : Ink::kMoved;
        const float share = static_cast<float>(changed) / static_cast<float>(sum.all);
        scene.rect({.box = {box.x + static_cast<float>(i) * w, box.y, w * static_cast<float>(end - i), box.h},
                    .fill = ink,
                    .opacity = (0.4f + 0.6f * share) * o});
    }
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
    const ChainStrip& strip = card.tree.strips[static_cast<std::size_t>(card.node.strip)];
    const ChainStrip::Part& counts = strip.total;
    const GroupColours& colours = *card.model.input.colours;
    const bool ghost = counts.gone == counts.all;
    const float radius = std::min(8 * s, b.h * 0.3f);
    draw_deck(scene, b, radius, s, o);
    const bool lit = card.look.member || card.look.receiver;
    const Ink group = colours.ink(first.group != 0 ? first.group : first.master);
    scene.rect({.box = b,
                .radius = radius,
                .fill = ghost               ? Ink::kPanel
                        : card.look.hovered ? Ink::kHover
                                            : Ink::kRaised,
                .stroke = lit                          ? group
                          : ghost                      ? Ink::kTextThird
                          : counts.added == counts.all ? Ink::kAdded
                                                       : Ink::kLine,
                .stroke_width = lit ? 1.5f : 1.0f,
                .style = ghost ? LineStyle::kDashed : LineStyle::kSolid,
                .opacity = o});
    if (b.w < 60 || b.h < 40) {
        const std::string number = "\xC3\x97" + grouped_number(counts.all);
        const float size =
            text_size(std::min(11.0f, b.w / (0.62f * static_cast<float>(number.size() + 1))), 1);
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
    line(b.y + 14 * s, "\xC3\x97 " + grouped_number(counts.all), FontRole::kSemiBold, text_size(13, s),
         ghost ? Ink::kTextThird : Ink::kText, room);
    std::string second =
        "#" + std::to_string(card.model.mnt_id(first)) + " to #" + std::to_string(card.model.mnt_id(last));
    if (counts.added > 0) second = grouped_number(counts.added) + " new";
    if (counts.gone > 0) second = grouped_number(counts.gone) + " gone";
    line(b.y + 30 * s, second, FontRole::kRegular, text_size(12, s),
         counts.added > 0  ? Ink::kAdded
         : counts.gone > 0 ? Ink::kRemoved
                           : Ink::kTextSecond,
         room + 14 * s);
    draw_strip(scene, strip, {b.x + 10 * s, b.y + b.h - 13 * s, b.w - 20 * s, 6 * s}, group, o);
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
    const float size = text_size(std::min(12 * card.scale, b.h * 0.7f), 1);
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

void draw_copies(Scene& scene, const CardInput& card) {
    const Box& box = card.box;
    const std::string text = "\xC3\x97" + grouped_number(card.node.copies);
    const float size = text_size(11, card.scale);
    const float w = size * (0.62f * static_cast<float>(text.size() - 1) + 1.0f);
    const float h = size * 1.5f;
    const Box pill{box.x + box.w - w * 0.7f, box.y + box.h - h * 0.5f, w, h};
    const std::string label = grouped_number(card.node.copies) + " alike; choose to see each";
    scene.begin_group({.id = "twins:" + std::to_string(card.node.key),
                       .role = "button",
                       .label = label,
                       .tooltip = label,
                       .hit = pill});
    scene.rect({.box = pill,
                .radius = h / 2,
                .fill = Ink::kPanel,
                .stroke = Ink::kTextSecond,
                .opacity = card.look.opacity});
    scene.text({.at = {pill.centre().x, pill.centre().y - 0.6f * size},
                .text = text,
                .font = FontRole::kSemiBold,
                .size = size,
                .align = Align::kCentre,
                .opacity = card.look.opacity});
    scene.end_group();
}

void draw_refold(Scene& scene, const CardInput& card) {
    const float r = 7 * card.scale;
    if (r < 4) return;
    const Vec2 at{card.box.x + card.box.w - 12 * card.scale, card.box.y + card.box.h};
    scene.begin_group({.id = "unfold:" + std::to_string(card.node.key),
                       .role = "button",
                       .label = "Fold again",
                       .tooltip = "Fold again",
                       .hit = {at.x - r - 2, at.y - r - 2, 2 * r + 4, 2 * r + 4}});
    scene.circle({.centre = at,
                  .radius = r,
                  .fill = Ink::kPanel,
                  .stroke = Ink::kTextThird,
                  .opacity = card.look.opacity});
    chevrons(scene, {at.x, at.y + 1.5f * card.scale}, 2.6f * card.scale, true, card.look.opacity);
    chevrons(scene, {at.x, at.y - 1.5f * card.scale}, 2.6f * card.scale, false, card.look.opacity);
    scene.end_group();
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
