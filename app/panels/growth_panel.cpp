#include "app/panels/growth_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <imgui.h>

#include "app/panels/growth_list.hpp"
#include "app/theme/widgets.hpp"

#include "assets/icons.hpp"

namespace mountscope {
namespace {

constexpr float kPad = 12;
constexpr float kHeader = 28;
constexpr float kChip = 24;
constexpr float kGap = 8;

float segments_width(const Ui& ui, std::span<const std::string_view> labels) {
    float widest = 0;
    for (const std::string_view label : labels)
        widest = std::max(widest, ui.text_width(label, {.font = FontRole::kMedium}));
    return (widest + ui.px(24)) * static_cast<float>(labels.size());
}

void draw_quantity(Ui& ui, const Box& box, const GrowthModel& growth, Commands& commands) {
    const float radius = box.h / 2;
    const std::string tooltip =
        std::string(growth.quantity().meaning()) + " Click to choose another quantity.";
    const Reaction r =
        ui.react("growth-quantity", box, {.tooltip = growth.choosing() ? "" : tooltip, .radius = radius});
    ui.fill(box, growth.choosing() ? Ink::kAccentFill : r.hovered ? Ink::kHover : Ink::kRaised, radius);
    ui.outline(box, growth.choosing() ? Ink::kAccent : Ink::kLine, radius);
    ui.text_in({box.x + ui.px(14), box.y, box.w - ui.px(40), box.h}, growth.quantity().name(),
               {.font = FontRole::kMono, .size = 13});
    ui.icon({box.x + box.w - ui.px(28), box.y, ui.px(16), box.h},
            growth.choosing() ? kIconChevronUp : kIconChevronDown, Ink::kTextSecond, 14);
    if (r.clicked) commands.push(ShowGrowth{.choosing = !growth.choosing()});
}

// How far the counting has come, at the right end of the header; nothing when it is done.
void draw_progress(const Ui& ui, const Box& box, const GrowthSweep& sweep) {
    const GrowthProgress at = sweep.progress();
    if (at.done == at.total || box.w < ui.px(60)) return;
    const std::string text =
        at.kernel == nullptr ? "counting"
                             : "counting N = " + std::to_string(at.n) + ", " + std::string(at.kernel->name);
    ui.text_in({box.x, box.y, box.w, box.h - ui.px(6)}, text,
               {.ink = Ink::kTextSecond, .size = 12, .align = Align::kEnd});
    const float width = std::min(box.w, ui.px(120));
    const Box bar{box.x + box.w - width, box.y + box.h - ui.px(4), width, ui.px(3)};
    ui.fill(bar, Ink::kRaised, ui.px(1));
    ui.fill({bar.x, bar.y, bar.w * static_cast<float>(at.done) / static_cast<float>(at.total), bar.h},
            Ink::kAccent, ui.px(1));
}

void draw_header(Ui& ui, const Box& box, const GrowthModel& growth, Commands& commands) {
    float x = box.x;
    const float quantity =
        ui.text_width(growth.quantity().name(), {.font = FontRole::kMono, .size = 13}) + ui.px(50);
    draw_quantity(ui, {x, box.y, quantity, box.h}, growth, commands);
    x += quantity + ui.px(kGap);
    static constexpr std::array<std::string_view, 2> kOf{"last command", "whole"};
    const float of_width = segments_width(ui, kOf);
    const int of = segmented(ui, "growth-of", {x, box.y, of_width, box.h}, kOf, growth.whole() ? 1 : 0);
    if (of >= 0) commands.push(ShowGrowth{.whole = of == 1});
    x += of_width + ui.px(kGap);
    static constexpr std::array<std::string_view, 2> kScales{"log-log", "linear"};
    const float scale_width = segments_width(ui, kScales);
    const int scale =
        segmented(ui, "growth-scale", {x, box.y, scale_width, box.h}, kScales, growth.logarithmic() ? 0 : 1);
    if (scale >= 0) commands.push(ShowGrowth{.logarithmic = scale == 0});
    x += scale_width + ui.px(kGap);
    const float copy = box.x + box.w - box.h;
    if (icon_button(ui, "growth-csv", {copy, box.y, box.h, box.h},
                    {.icon = kIconCopy,
                     .tooltip = "Copy the points of all curves as CSV",
                     .enabled = growth.done()})) {
        commands.push(CopyText{growth.csv(), "the points of all curves"});
    }
    draw_progress(ui, {x, box.y, copy - x - ui.px(kGap), box.h}, growth.sweep());
}

// --- the kernels

float legend_chip_width(const Ui& ui, const KernelProfile& kernel) {
    return std::ceil(ui.text_width(kernel.name, {.font = FontRole::kMedium, .size = 12})) + ui.px(34);
}

std::string about(const GrowthModel& growth, const KernelProfile& kernel) {
    std::string text = "Linux " + std::string(kernel.name) + ": " + std::string(kernel.title);
    if (const auto stop = growth.stop(kernel))
        text += "\nNothing is counted from N = " + std::to_string(stop->from) + " on: " + stop->reason;
    return text + (growth.shows(kernel) ? "\nClick to hide its curve." : "\nClick to show its curve.");
}

void draw_legend_chip(Ui& ui, const Box& box, const KernelProfile& kernel, const GrowthModel& growth,
                      Commands& commands) {
    const bool shown = growth.shows(kernel);
    const Reaction r = ui.react("growth-kernel:" + std::string(kernel.name), box,
                                {.tooltip = about(growth, kernel), .radius = box.h / 2});
    if (shown || r.hovered) ui.fill(box, r.hovered ? Ink::kHover : Ink::kRaised, box.h / 2);
    ui.outline(box, Ink::kLine, box.h / 2, 1, shown ? 1 : 0.6f);
    GrowthLook look = growth.look(kernel);
    if (!shown) look = {Ink::kTextThird, LineStyle::kSolid, GrowthMarker::kRing};
    Scene sign;
    emit_growth_marker(sign, {ui.px(6), ui.px(6)}, ui.px(4), look, Ink::kRaised);
    ui.paint(sign, {box.x + ui.px(9), box.y + box.h / 2 - ui.px(6)});
    ui.text_in({box.x + ui.px(24), box.y, box.w, box.h}, kernel.name,
               {.ink = shown ? Ink::kText : Ink::kTextThird, .font = FontRole::kMedium, .size = 12});
    if (r.clicked) commands.push(ShowGrowth{.kernel = std::string(kernel.name)});
}

// In rows; returns their height. `draws` false only measures.
float draw_legend(Ui& ui, const Box& box, const GrowthModel& growth, Commands& commands, bool draws) {
    float x = box.x;
    float y = box.y;
    const float height = ui.px(kChip);
    for (const KernelProfile& kernel : kernels()) {
        const float width = legend_chip_width(ui, kernel);
        if (x > box.x && x + width > box.x + box.w) {
            x = box.x;
            y += height + ui.px(4);
        }
        if (draws) draw_legend_chip(ui, {x, y, width, height}, kernel, growth, commands);
        x += width + ui.px(6);
    }
    return y + height - box.y;
}

// --- the plot

void react(Ui& ui, const Box& box, GrowthPanel& panel, const GrowthPlotInput& input,
           const GrowthPlotFrame& frame, const AppModel& model, Commands& commands) {
    const ImGuiIO& io = ImGui::GetIO();
    const float below = ui.px(30);
    const Box place{box.x + frame.plot.x - ui.px(12), box.y + frame.plot.y, frame.plot.w + ui.px(24),
                    frame.plot.h + below};
    const Reaction r =
        ui.react("growth-plot", place, {.focusable = false, .draw_focus = false, .hand = false});
    panel.dragging = r.held;
    panel.hovered.reset();
    if (!r.hovered && !r.held) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    const Vec2 pointer{io.MousePos.x - box.x, io.MousePos.y - box.y};
    const int n = n_at(frame, pointer.x);
    if (n == 0 && input.least > 0) return;
    panel.hovered = n;
    if (r.held && n != model.session.parameter()) commands.push(SetParameter{n});
}

// What has a tooltip: labels, measured points, guides. Of the picture as it was drawn.
void draw_hints(const Ui& ui, const Box& box, const GrowthPanel& panel) {
    const ImGuiIO& io = ImGui::GetIO();
    if (panel.dragging || io.MouseSource == ImGuiMouseSource_TouchScreen || !ImGui::IsWindowHovered()) return;
    const GroupInfo* hit = panel.scene.hit({io.MousePos.x - box.x, io.MousePos.y - box.y});
    if (hit == nullptr || hit->tooltip.empty()) return;
    ui.tooltip({box.x + hit->hit.x, box.y + hit->hit.y, hit->hit.w, hit->hit.h}, hit->tooltip);
}

void draw_plot(Ui& ui, const Box& box, GrowthPanel& panel, const AppModel& model, Commands& commands) {
    GrowthPlotInput input = model.growth.plot_input();
    input.size = {box.w, box.h};
    input.text_scale = ui.scale;
    const FontMeasure measure(ui.fonts);
    const GrowthPlotFrame frame = frame_growth_plot(input, measure);
    react(ui, box, panel, input, frame, model, commands);
    input.hovered = panel.hovered;
    panel.scene.clear();
    emit_growth_plot(panel.scene, input, frame, measure);
    ui.paint(panel.scene, {box.x, box.y}, box);
    if (!frame.drawable) {
        const bool counting = !model.growth.done();
        ui.text_in(
            {box.x + frame.plot.x, box.y + frame.plot.y, frame.plot.w, frame.plot.h},
            counting ? "Counting" : "None of these kernels does any of this here. Choose another quantity.",
            {.ink = Ink::kTextSecond, .size = 14, .align = Align::kCentre});
    }
    draw_hints(ui, box, panel);
}

// A scenario of one size has no curve: say so, and offer those that have.
void draw_no_curve(Ui& ui, const Box& box, const AppModel& model, Commands& commands) {
    const float width = std::min(box.w - ui.px(48), ui.px(460));
    const float x = box.x + (box.w - width) / 2;
    float y = box.y + std::max(ui.px(16), box.h / 2 - ui.px(100));
    y += ui.paragraph({x, y}, width, "No curve: this scenario has one size only",
                      {.font = FontRole::kSemiBold, .size = 18}, 26);
    y += ui.px(4);
    y += ui.paragraph(
        {x, y}, width,
        "\"" + model.session.scenario().title +
            "\" does the same each time. A script that uses $1, as run.sh does, can be run with a "
            "larger and larger N, and the work it takes becomes a curve.",
        {.ink = Ink::kTextSecond, .size = 14}, 20);
    y += ui.px(16);
    bool first = true;
    for (auto s = built_in_scenarios().rbegin(); s != built_in_scenarios().rend(); ++s) {
        if (!s->parameter) continue;
        const ButtonLook look{.label = s->title, .tooltip = s->look, .primary = first};
        const float wide = std::min(width, chip_width(ui, look));
        if (chip(ui, "growth-open:" + s->id, {x, y, wide, ui.px(28)}, look))
            commands.push(LoadScenario{s->id});
        y += ui.px(36);
        first = false;
    }
}

}  // namespace

void draw_growth_panel(Ui& ui, const Box& box, GrowthPanel& panel, const AppModel& model,
                       Commands& commands) {
    ui.focus.set_region(FocusRegion::kStage);
    ui.fill(box, Ink::kPanel, ui.px(10));
    ui.outline(box, Ink::kLine, ui.px(10));
    if (!model.growth.has_parameter()) return draw_no_curve(ui, box, model, commands);
    const float pad = ui.px(kPad);
    const Box header{box.x + pad, box.y + ui.px(8), box.w - 2 * pad, ui.px(kHeader)};
    draw_header(ui, header, model.growth, commands);
    const Box below{header.x, 0, header.w, 0};
    const float legend = draw_legend(ui, below, model.growth, commands, false);
    const float legend_at = box.y + box.h - ui.px(10) - legend;
    const float top = header.y + header.h + ui.px(6);
    const Box middle{header.x, top, header.w, legend_at - top - ui.px(6)};
    if (model.growth.choosing()) {
        draw_growth_list(ui, middle, model, commands);
    } else {
        draw_plot(ui, middle, panel, model, commands);
    }
    draw_legend(ui, {header.x, legend_at, header.w, legend}, model.growth, commands, true);
}

}  // namespace mountscope
