#include "app/scene/propagation_ring.hpp"

#include <algorithm>
#include <cmath>

namespace mountscope {

namespace {

// Sizes in steps of half a pixel, so that few sizes of glyphs have to be made.
float whole_size(float size) {
    return std::round(size * 2) / 2;
}

void draw_number(Scene& scene, Vec2 centre, float radius, std::uint32_t number, float opacity) {
    const std::string text = GroupColours::label(number);
    static constexpr float kSizeByDigits[] = {0.96f, 0.84f, 0.64f, 0.5f};
    const std::size_t digits = std::min<std::size_t>(text.size(), 4);
    const float size = whole_size(radius * kSizeByDigits[digits - 1]);
    if (size < 5) return;
    scene.text({.at = {centre.x, centre.y - 0.6f * size},
                .text = text,
                .ink = Ink::kText,
                .font = FontRole::kSemiBold,
                .size = size,
                .align = Align::kCentre,
                .opacity = opacity});
}

// From the upper left into the ring.
void draw_tail(Scene& scene, Vec2 centre, float radius, Ink ink, float opacity) {
    const float far = radius * 1.16f;
    const float near = radius * 0.76f;
    scene.path({.points = {{centre.x - far, centre.y - far}, {centre.x - near, centre.y - near}},
                .stroke = ink,
                .stroke_width = radius * 0.14f,
                .arrow_at_end = true,
                .arrow_size = radius * 0.36f,
                .opacity = opacity});
}

void draw_master_number(Scene& scene, Vec2 centre, float radius, std::uint32_t master, Ink ink,
                        float opacity) {
    const float size = whole_size(radius * 0.74f);
    if (size < 5) return;
    const std::string text = "<" + GroupColours::label(master);
    const float w = size * (0.62f * static_cast<float>(text.size()) + 0.3f);
    const float h = size * 1.15f;
    const Vec2 at{centre.x + radius * 0.78f, centre.y + radius * 0.82f};
    scene.rect({.box = {at.x - w / 2, at.y - h / 2, w, h},
                .radius = h / 2,
                .fill = Ink::kPanel,
                .stroke = ink,
                .stroke_width = 1,
                .opacity = opacity});
    scene.text({.at = {at.x, at.y - 0.6f * size},
                .text = text,
                .ink = Ink::kText,
                .font = FontRole::kSemiBold,
                .size = size,
                .align = Align::kCentre,
                .opacity = opacity});
}

}  // namespace

void draw_ring(Scene& scene, Vec2 centre, float radius, const RingSign& sign, const GroupColours& colours) {
    const float o = sign.opacity;
    const float bold = radius * 0.17f;
    const float fine = radius * 0.105f;
    const Ink own = colours.ink(sign.group);
    const Ink from = colours.ink(sign.master);
    const auto circle = [&](float r, float width, Ink ink, LineStyle style) {
        scene.circle({.centre = centre,
                      .radius = r,
                      .stroke = ink,
                      .stroke_width = width,
                      .style = style,
                      .opacity = o});
    };
    scene.circle({.centre = centre, .radius = radius, .fill = Ink::kGround, .opacity = o});
    if (sign.group != 0 && sign.master != 0) {
        circle(radius * 0.93f, bold, from, LineStyle::kDashed);
        circle(radius * 0.68f, bold * 0.85f, own, LineStyle::kSolid);
        draw_tail(scene, centre, radius, from, o);
        draw_number(scene, centre, radius * 0.9f, sign.group, o);
        draw_master_number(scene, centre, radius, sign.master, from, o);
    } else if (sign.group != 0) {
        circle(radius * 0.93f, bold, own, LineStyle::kSolid);
        circle(radius * 0.7f, fine, own, LineStyle::kSolid);
        draw_number(scene, centre, radius * 0.95f, sign.group, o);
    } else if (sign.master != 0) {
        circle(radius * 0.92f, bold, from, LineStyle::kDashed);
        draw_tail(scene, centre, radius, from, o);
        draw_number(scene, centre, radius, sign.master, o);
    } else {
        circle(radius * 0.9f, fine, Ink::kTextThird, LineStyle::kSolid);
        if (sign.unbindable) {
            const float half = radius * 0.5f;
            scene.path({.points = {{centre.x - half, centre.y}, {centre.x + half, centre.y}},
                        .stroke = Ink::kTextSecond,
                        .stroke_width = radius * 0.26f,
                        .opacity = o});
        }
    }
}

void draw_lock(Scene& scene, Vec2 centre, float size, Ink ink, float opacity) {
    const float w = size * 0.86f;
    const float body = size * 0.56f;
    const float top = centre.y - size / 2;
    const float body_top = centre.y + size / 2 - body;
    const float half = w * 0.29f;
    scene.path({.points = {{centre.x - half, body_top},
                           {centre.x - half, top - size * 0.02f},
                           {centre.x + half, top - size * 0.02f},
                           {centre.x + half, body_top}},
                .curved = true,
                .stroke = ink,
                .stroke_width = size * 0.14f,
                .opacity = opacity});
    scene.rect({.box = {centre.x - w / 2, body_top, w, body},
                .radius = size * 0.13f,
                .fill = ink,
                .opacity = opacity});
}

}  // namespace mountscope
