#include "app/theme/style.hpp"

#include <imgui.h>

namespace mountscope {
namespace {

ImVec4 colour(const Theme& theme, Ink ink, float opacity = 1) {
    const Rgba& c = theme[ink];
    return {static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255, static_cast<float>(c.b) / 255,
            static_cast<float>(c.a) / 255 * opacity};
}

}  // namespace

void apply_style(const Theme& theme, float scale) {
    ImGuiStyle style;
    style.WindowPadding = {0, 0};
    style.WindowBorderSize = 0;
    style.WindowMinSize = {1, 1};
    style.ChildBorderSize = 0;
    style.FramePadding = {0, 0};
    style.FrameBorderSize = 0;
    style.ItemSpacing = {0, 0};
    style.PopupBorderSize = 1;
    style.PopupRounding = 8 * scale;
    style.ScrollbarSize = 8 * scale;
    style.ScrollbarRounding = 4 * scale;
    style.HoverStationaryDelay = 0.08f;
    style.HoverDelayShort = 0.12f;
    style.HoverDelayNormal = 0.30f;
    style.AntiAliasedLinesUseTex = false;  // thin lines stay exact at every ratio
    style.CircleTessellationMaxError = 0.15f;
    style.CurveTessellationTol = 0.6f;
    style.FontSizeBase = 13 * scale;

    const ImVec4 clear{0, 0, 0, 0};
    for (ImVec4& c : style.Colors) c = clear;
    style.Colors[ImGuiCol_WindowBg] = colour(theme, Ink::kGround);
    style.Colors[ImGuiCol_Text] = colour(theme, Ink::kText);
    style.Colors[ImGuiCol_TextDisabled] = colour(theme, Ink::kTextThird);
    style.Colors[ImGuiCol_TextSelectedBg] = colour(theme, Ink::kAccent, 0.35f);
    style.Colors[ImGuiCol_InputTextCursor] = colour(theme, Ink::kAccent);
    style.Colors[ImGuiCol_ScrollbarGrab] = colour(theme, Ink::kLine);
    style.Colors[ImGuiCol_ScrollbarGrabHovered] = colour(theme, Ink::kTextThird);
    style.Colors[ImGuiCol_ScrollbarGrabActive] = colour(theme, Ink::kTextSecond);
    style.Colors[ImGuiCol_PopupBg] = colour(theme, Ink::kRaised);
    style.Colors[ImGuiCol_Border] = colour(theme, Ink::kLine);
    ImGui::GetStyle() = style;
}

}  // namespace mountscope
