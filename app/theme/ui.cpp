#include "app/theme/ui.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/paint/imgui_painter.hpp"

namespace mountscope {
namespace {

constexpr float kLineBox = 1.2f;  // height of a line box, in sizes of its text
constexpr char kEllipsis[] = "\xe2\x80\xa6";

ImVec2 to_im(Vec2 v) {
    return {v.x, v.y};
}
ImRect to_im(const Box& box) {
    return {box.x, box.y, box.x + box.w, box.y + box.h};
}

// The start of the character before, or after, an offset into UTF-8.
std::size_t character_start(std::string_view text, std::size_t at) {
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
    return at;
}
std::size_t next_character(std::string_view text, std::size_t at) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
    return std::min(at, text.size());
}

}  // namespace

float Ui::px(float design) const {
    const float scaled = std::round(design * scale);
    return design > 0 ? std::max(1.0f, scaled) : scaled;
}

std::uint32_t Ui::ink(Ink ink, float opacity) const {
    if (ink == Ink::kNone) return 0;
    const Rgba& c = (*theme)[ink];
    return IM_COL32(c.r, c.g, c.b, static_cast<int>(static_cast<float>(c.a) * opacity + 0.5f));
}

ImDrawList* Ui::draw() const {
    return ImGui::GetWindowDrawList();
}

void Ui::fill(const Box& box, Ink fill, float radius, float opacity) const {
    const ImRect r = to_im(box);
    draw()->AddRectFilled(r.Min, r.Max, ink(fill, opacity), radius);
}

void Ui::outline(const Box& box, Ink stroke, float radius, float width, float opacity) const {
    ImRect r = to_im(box);
    // Dear ImGui draws lines around half pixels; a line of whole width then lies inside the box.
    const float inset = (width - 1) / 2;
    r.Expand(-inset);
    draw()->AddRect(r.Min, r.Max, ink(stroke, opacity), radius, 0, width);
}

void Ui::horizontal_line(float x0, float x1, float y, Ink line) const {
    draw()->AddRectFilled({x0, y}, {x1, y + 1}, ink(line));
}

void Ui::vertical_line(float x, float y0, float y1, Ink line) const {
    draw()->AddRectFilled({x, y0}, {x + 1, y1}, ink(line));
}

float Ui::text_width(std::string_view text, const TextStyle& style) const {
    return FontMeasure(fonts).width(text, style.font, style.size * scale);
}

std::string Ui::fit_text(std::string_view text, const TextStyle& style) const {
    if (style.max_width <= 0 || text_width(text, style) <= style.max_width) return std::string(text);
    // Binary search for how many bytes may stay.
    std::size_t low = 0;
    std::size_t high = text.size();
    std::string best = kEllipsis;
    while (low < high) {
        const std::size_t keep = (low + high + 1) / 2;
        std::string candidate;
        if (style.cut_middle) {
            const std::size_t head = character_start(text, keep / 3);
            const std::size_t tail = character_start(text, text.size() - (keep - keep / 3));
            candidate = std::string(text.substr(0, head)) + kEllipsis + std::string(text.substr(tail));
        } else {
            candidate = std::string(text.substr(0, character_start(text, keep))) + kEllipsis;
        }
        if (text_width(candidate, style) <= style.max_width) {
            best = std::move(candidate);
            low = keep;
        } else {
            high = keep - 1;
        }
    }
    return best;
}

float Ui::text(Vec2 at, std::string_view text, const TextStyle& style) const {
    if (text.empty()) return 0;
    std::string cut;
    if (style.max_width > 0 && text_width(text, style) > style.max_width) {
        cut = fit_text(text, style);
        text = cut;
    }
    const float width = text_width(text, style);
    if (style.align == Align::kCentre) at.x -= width / 2;
    if (style.align == Align::kEnd) at.x -= width;
    at = {std::round(at.x), std::round(at.y + text_shift(style.font, style.size * scale))};
    draw()->AddText(fonts.of(style.font), style.size * scale, to_im(at), ink(style.ink, style.opacity),
                    text.data(), text.data() + text.size());
    return width;
}

float Ui::text_shift(FontRole role, float size) const {
    ImFontBaked* baked = fonts.of(role)->GetFontBaked(size);
    const ImFontGlyph* glyph = baked == nullptr ? nullptr : baked->FindGlyphNoFallback('H');
    if (glyph == nullptr || baked->Size <= 0) return 0.1f * size;
    return 0.6f * size - (glyph->Y0 + glyph->Y1) / 2 * (size / baked->Size);
}

void Ui::paint(const Scene& scene, Vec2 origin, const Box& clip) const {
    ImGuiPainter painter;
    painter.fonts = {fonts.regular, fonts.medium, fonts.semibold, fonts.mono, fonts.icons};
    painter.theme = theme;
    painter.pixel_ratio = ImGui::GetIO().DisplayFramebufferScale.x;
    painter.paint(scene, *draw(), {.origin = origin, .scale = 1, .clip = clip, .opacity = 1});
}

float Ui::text_in(const Box& box, std::string_view text, TextStyle style) const {
    if (style.max_width <= 0) style.max_width = box.w;
    const float height = style.size * scale * kLineBox;
    float x = box.x;
    if (style.align == Align::kCentre) x = box.x + box.w / 2;
    if (style.align == Align::kEnd) x = box.x + box.w;
    return this->text({x, box.y + (box.h - height) / 2}, text, style);
}

std::vector<TextLine> break_lines(const TextMeasure& measure, std::string_view text, FontRole font,
                                  float size, float width) {
    std::vector<TextLine> lines;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t newline = std::min(text.find('\n', begin), text.size());
        std::size_t end = begin;  // of what fits
        std::size_t at = begin;
        while (at < newline) {
            std::size_t word_end = std::min(text.find(' ', at), newline);
            if (measure.width(text.substr(begin, word_end - begin), font, size) > width) break;
            end = word_end;
            at = word_end < newline ? word_end + 1 : newline;
            if (word_end == newline) break;
        }
        if (end == begin && newline > begin) {
            // One word wider than the line: as many characters as fit, at least one.
            end = next_character(text, begin);
            while (end < newline) {
                const std::size_t next = next_character(text, end);
                if (text[end] == ' ' || measure.width(text.substr(begin, next - begin), font, size) > width)
                    break;
                end = next;
            }
        }
        lines.push_back({begin, end});
        begin = end;
        if (begin < text.size() && (text[begin] == ' ' || text[begin] == '\n')) ++begin;
    }
    return lines;
}

float Ui::paragraph(Vec2 at, float width, std::string_view text, const TextStyle& style, float line_height,
                    bool draws) const {
    const FontMeasure measure(fonts);
    const auto lines = break_lines(measure, text, style.font, style.size * scale, width);
    const float step = px(line_height);
    float y = at.y;
    for (const TextLine& line : lines) {
        if (draws) this->text({at.x, y}, text.substr(line.begin, line.end - line.begin), style);
        y += step;
    }
    return y - at.y;
}

float Ui::icon(const Box& box, const char* icon, Ink colour, float size, float opacity) const {
    ImFont* font = fonts.icons;
    const float height = size * scale;
    const ImVec2 extent = font->CalcTextSizeA(height, FLT_MAX, 0, icon);
    draw()->AddText(font, height,
                    {std::round(box.x + (box.w - extent.x) / 2), std::round(box.y + (box.h - extent.y) / 2)},
                    ink(colour, opacity), icon);
    return extent.x;
}

bool Ui::keyboard_is_free() const {
    return !ImGui::GetIO().WantTextInput;
}

Reaction Ui::react(std::string_view name, const Box& box, const ReactOptions& options) {
    Reaction reaction;
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    const ImGuiID id = window->GetID(name.data(), name.data() + name.size());
    const ImRect bb = to_im(box);
    if (options.focusable) reaction.focused = focus.add(id, box);
    if (reaction.focused && focus.just_moved(id)) keep_visible(box);
    if (ImGui::ItemAdd(bb, id, nullptr, ImGuiItemFlags_NoNav)) {
        reaction.clicked = ImGui::ButtonBehavior(bb, id, &reaction.hovered, &reaction.held);
        if (reaction.clicked) focus.clear();
        if (reaction.hovered) {
            reaction.double_clicked = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
            reaction.right_clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Right);
            if (options.hand) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        }
    }
    if (focus.activated(id)) reaction.clicked = true;
    if (!options.tooltip.empty()) {
        const bool touched = ImGui::GetIO().MouseSource == ImGuiMouseSource_TouchScreen;
        if (reaction.focused ||
            (reaction.hovered && !touched && ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip))) {
            tooltip(box, options.tooltip);
        }
    }
    if (reaction.focused && options.draw_focus) {
        ImDrawList* list = ImGui::GetForegroundDrawList();
        ImRect clip = window->ClipRect;
        clip.Expand(4);
        list->PushClipRect(clip.Min, clip.Max);
        ImRect ring = bb;
        ring.Expand(2);
        list->AddRect(ring.Min, ring.Max, ink(Ink::kAccent), options.radius + 2, 0, 2);
        list->PopClipRect();
    }
    return reaction;
}

void Ui::tooltip(const Box& anchor, std::string_view text) const {
    const TextStyle style{.size = 13};
    const FontMeasure measure(fonts);
    const auto lines = break_lines(measure, text, style.font, style.size * scale, px(300));
    float width = 0;
    for (const TextLine& line : lines) {
        width = std::max(width, text_width(text.substr(line.begin, line.end - line.begin), style));
    }
    const float pad = px(10);
    const float step = px(18);
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    Box box{anchor.x, anchor.y + anchor.h + px(6), width + 2 * pad,
            step * static_cast<float>(lines.size()) + px(12)};
    box.x = std::clamp(box.x, px(4), std::max(px(4), screen.x - box.w - px(4)));
    if (box.y + box.h > screen.y - px(4)) box.y = anchor.y - box.h - px(6);
    ImDrawList* list = ImGui::GetForegroundDrawList();
    const ImRect r = to_im(box);
    for (int i = 3; i > 0; --i) {
        ImRect shadow = r;
        shadow.Expand(static_cast<float>(i) * 2);
        shadow.Translate({0, 2});
        list->AddRectFilled(shadow.Min, shadow.Max, IM_COL32(0, 0, 0, 22), px(8));
    }
    list->AddRectFilled(r.Min, r.Max, ink(Ink::kRaised), px(8));
    list->AddRect(r.Min, r.Max, ink(Ink::kLine), px(8));
    float y = box.y + px(7);
    for (const TextLine& line : lines) {
        const float shift = text_shift(style.font, style.size * scale);
        list->AddText(fonts.of(style.font), style.size * scale,
                      {std::round(box.x + pad), std::round(y + shift)}, ink(style.ink),
                      text.data() + line.begin, text.data() + line.end);
        y += step;
    }
}

bool Ui::begin_scroll(const char* id, const Box& box, Ink ground) {
    ImGui::SetCursorScreenPos({box.x, box.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, px(8));
    ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarRounding, px(4));
    // The bar shows itself only while the pointer is there.
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    if (!box.contains({pointer.x, pointer.y})) {
        ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, 0);
    } else {
        ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, ink(Ink::kLine));
    }
    if (ground != Ink::kNone) fill(box, ground);
    const bool visible = ImGui::BeginChild(id, {box.w, box.h}, ImGuiChildFlags_None,
                                           ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav);
    return visible;
}

void Ui::end_scroll(float content_height) {
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    window->DC.CursorMaxPos.y =
        std::max(window->DC.CursorMaxPos.y, window->DC.CursorStartPos.y + content_height);
    window->DC.IdealMaxPos.y = window->DC.CursorMaxPos.y;
    ImGui::EndChild();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
}

void Ui::keep_visible(const Box& box) const {
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    if (window->ScrollMax.y <= 0) return;
    ImGui::ScrollToRect(window, to_im(box), ImGuiScrollFlags_KeepVisibleEdgeY);
}

}  // namespace mountscope
