#include "app/theme/widgets.hpp"

#include <algorithm>
#include <cmath>
#include <imgui.h>

namespace mountscope {

bool icon_button(Ui& ui, std::string_view id, const Box& box, const IconButtonLook& look) {
    const float radius = ui.px(8);
    const Reaction r = ui.react(
        id, box,
        {.tooltip = look.tooltip, .focusable = look.enabled, .radius = radius, .hand = look.enabled});
    if (look.active && !look.quiet) {
        ui.fill(box, Ink::kAccentFill, radius);
    } else if (r.hovered && look.enabled) {
        ui.fill(box, Ink::kHover, radius);
    } else if (look.raised) {
        ui.fill(box, Ink::kRaised, radius);
    }
    Ink ink = look.quiet && !look.active ? Ink::kTextSecond : Ink::kText;
    if (!look.enabled) ink = Ink::kTextThird;
    if (look.active && !look.quiet) ink = Ink::kAccent;
    if (!look.quiet && !look.raised && !look.active && look.enabled && !r.hovered) ink = Ink::kTextSecond;
    ui.icon(box, look.icon, ink, look.size, look.enabled ? 1.0f : 0.6f);
    return r.clicked && look.enabled;
}

float chip_width(const Ui& ui, const ButtonLook& look) {
    const TextStyle style{.font = FontRole::kMedium, .size = 13};
    const float icon = look.icon[0] == '\0' ? 0 : ui.px(20);
    return std::ceil(ui.text_width(look.label, style)) + icon + ui.px(24);
}

bool chip(Ui& ui, std::string_view id, const Box& box, const ButtonLook& look) {
    const float radius = box.h / 2;
    const Reaction r = ui.react(
        id, box,
        {.tooltip = look.tooltip, .focusable = look.enabled, .radius = radius, .hand = look.enabled});
    const bool lit = look.active || look.primary;
    ui.fill(box, lit ? Ink::kAccentFill : r.hovered && look.enabled ? Ink::kHover : Ink::kRaised, radius);
    ui.outline(box, lit ? Ink::kAccent : Ink::kLine, radius);
    Box inner = box;
    if (look.icon[0] != '\0') {
        const Box place{box.x + ui.px(8), box.y, ui.px(18), box.h};
        ui.icon(place, look.icon, lit ? Ink::kAccent : Ink::kTextSecond, 14);
        inner.x += ui.px(18);
        inner.w -= ui.px(18);
    }
    ui.text_in(inner, look.label,
               {.ink = !look.enabled ? Ink::kTextThird : Ink::kText,
                .font = FontRole::kMedium,
                .align = Align::kCentre});
    return r.clicked && look.enabled;
}

int tab_bar(Ui& ui, std::string_view id, const Box& box, std::span<const std::string_view> labels,
            int active) {
    int clicked = -1;
    float x = box.x;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const bool is_active = static_cast<int>(i) == active;
        const TextStyle style{.ink = is_active ? Ink::kText : Ink::kTextSecond,
                              .font = is_active ? FontRole::kSemiBold : FontRole::kMedium,
                              .align = Align::kCentre};
        // As wide as the bold label, so that nothing moves when another tab is chosen.
        const float width = std::ceil(ui.text_width(labels[i], {.font = FontRole::kSemiBold})) + ui.px(12);
        const Box tab{x, box.y, width, box.h};
        const std::string name = std::string(id) + std::to_string(i);
        const Reaction r = ui.react(name, {tab.x, tab.y + ui.px(4), tab.w, tab.h - ui.px(8)});
        TextStyle shown = style;
        if (r.hovered) shown.ink = Ink::kText;
        ui.text_in(tab, labels[i], shown);
        if (is_active) {
            ui.fill({tab.x + ui.px(6), box.y + box.h - ui.px(2), tab.w - ui.px(12), ui.px(2)}, Ink::kAccent,
                    ui.px(1));
        }
        if (r.clicked) clicked = static_cast<int>(i);
        x += width + ui.px(12);
    }
    return clicked;
}

int segmented(Ui& ui, std::string_view id, const Box& box, std::span<const std::string_view> labels,
              int active) {
    int clicked = -1;
    const float radius = box.h / 2;
    ui.fill(box, Ink::kRaised, radius);
    const float width = box.w / static_cast<float>(labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const Box part{box.x + width * static_cast<float>(i), box.y, width, box.h};
        const bool is_active = static_cast<int>(i) == active;
        const Reaction r = ui.react(std::string(id) + std::to_string(i), part, {.radius = radius});
        if (is_active) {
            ui.fill(part, Ink::kAccentFill, radius);
            ui.outline(part, Ink::kAccent, radius);
        }
        ui.text_in(part, labels[i],
                   {.ink = is_active || r.hovered ? Ink::kText : Ink::kTextSecond,
                    .font = FontRole::kMedium,
                    .align = Align::kCentre});
        if (r.clicked) clicked = static_cast<int>(i);
    }
    return clicked;
}

Reaction list_row(Ui& ui, std::string_view id, const Box& box, const RowLook& look) {
    const float radius = ui.px(6);
    const Reaction r = ui.react(id, box, {.tooltip = look.tooltip, .radius = radius});
    if (look.selected) {
        ui.fill(box, Ink::kAccentFill, radius);
        if (look.bar)
            ui.fill({box.x, box.y + ui.px(4), ui.px(3), box.h - ui.px(8)}, Ink::kAccent, ui.px(1.5f));
    } else if (r.hovered) {
        ui.fill(box, Ink::kHover, radius);
    }
    return r;
}

void heading(Ui& ui, Vec2 at, std::string_view text) {
    ui.text(at, text, {.ink = Ink::kTextThird, .font = FontRole::kSemiBold, .size = 11.5f});
}

float key_cap(Ui& ui, Vec2 at, std::string_view key) {
    const TextStyle style{.ink = Ink::kText, .font = FontRole::kMedium, .size = 12, .align = Align::kCentre};
    const float width = std::max(ui.px(22), std::ceil(ui.text_width(key, style)) + ui.px(12));
    const Box box{at.x, at.y, width, ui.px(22)};
    ui.fill({box.x, box.y + 1, box.w, box.h}, Ink::kLine, ui.px(5));
    ui.fill(box, Ink::kRaised, ui.px(5));
    ui.outline(box, Ink::kLine, ui.px(5));
    ui.text_in(box, key, style);
    return width;
}

float splitter(Ui& ui, std::string_view id, const Box& box, SplitterKind kind) {
    const Reaction r = ui.react(id, box, {.focusable = false, .draw_focus = false, .hand = false});
    const bool vertical = kind == SplitterKind::kVertical;
    if (r.hovered || r.held) {
        ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
        const Vec2 c = box.centre();
        const float thick = ui.px(2);
        const Box mark =
            vertical ? Box{c.x - thick / 2, box.y, thick, box.h} : Box{box.x, c.y - thick / 2, box.w, thick};
        ui.fill(mark, Ink::kAccent, 0, r.held ? 1.0f : 0.6f);
    }
    if (!r.held) return 0;
    const ImVec2 delta = ImGui::GetIO().MouseDelta;
    return vertical ? delta.x : delta.y;
}

}  // namespace mountscope
