#pragma once
// Paints a scene into a Dear ImGui draw list.
//
//   ImGuiPainter painter;
//   painter.fonts = {regular, medium, semibold, mono, icons};
//   painter.theme = &theme_of(ThemeName::kDark);
//   painter.pixel_ratio = io.DisplayFramebufferScale.x;
//   painter.paint(scene, *ImGui::GetWindowDrawList(), {.origin = {240, 48}, .clip = {240, 48, 720, 480}});
//
// Lines one or two pixels wide and the edges of boxes fall on whole device pixels at any pixel ratio. What
// lies outside the clip is not drawn at all.

#include <array>

#include "app/scene/scene.hpp"
#include "app/scene/theme.hpp"

struct ImDrawList;
struct ImFont;

namespace mountscope {

// From the scene's units to the window's: first the scale, then the origin.
struct PaintPlace {
    Vec2 origin;
    float scale = 1;
    Box clip;  // in the window; empty: everywhere
    float opacity = 1;
};

struct ImGuiPainter {
    std::array<ImFont*, 5> fonts{};  // by FontRole
    const Theme* theme = nullptr;
    float pixel_ratio = 1;  // device pixels of a window unit

    void paint(const Scene& scene, ImDrawList& list, const PaintPlace& place) const;
};

}  // namespace mountscope
