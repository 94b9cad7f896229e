#include "app/panels/growth_list.hpp"

#include <algorithm>
#include <imgui.h>

#include "app/theme/widgets.hpp"

namespace mountscope {
namespace {

constexpr float kRow = 28;
constexpr float kHead = 26;
constexpr float kName = 150;
constexpr float kLeastColumn = 56;

struct Columns {
    std::vector<float> ends;  // right ends, one a kernel
    float text_end = 0;
};

Columns columns_of(const Ui& ui, const Box& box, const std::vector<GrowthCurve>& curves) {
    Columns columns;
    columns.ends.resize(curves.size());
    float end = box.x + box.w - ui.px(12);
    for (std::size_t i = curves.size(); i-- > 0;) {
        columns.ends[i] = end;
        const float name = ui.text_width(curves[i].plot.name, {.font = FontRole::kSemiBold, .size = 12});
        end -= std::max(ui.px(kLeastColumn), name + ui.px(16));
    }
    columns.text_end = end;
    return columns;
}

bool does_anything(const std::vector<GrowthCurve>& curves) {
    return std::ranges::any_of(curves, [](const GrowthCurve& curve) {
        return std::ranges::any_of(curve.plot.points, [](const auto& p) { return p.y > 0; });
    });
}

std::string exponent_text(const GrowthCurve& curve) {
    if (curve.plot.fit) return decimal_text(curve.plot.fit->exponent, 2);
    const bool any = std::ranges::any_of(curve.plot.points, [](const auto& p) { return p.y > 0; });
    return any ? "\xe2\x80\xa6" : "\xe2\x80\x93";
}

void draw_row(Ui& ui, const Box& row, GrowthQuantity quantity, const std::vector<GrowthCurve>& curves,
              const Columns& columns, const AppModel& model, Commands& commands) {
    const std::string name(quantity.name());
    const bool selected = quantity == model.growth.quantity();
    const Reaction r =
        list_row(ui, "growth-quantity:" + name, row, {.selected = selected, .tooltip = quantity.meaning()});
    const float name_x = row.x + ui.px(14);
    ui.text_in({name_x, row.y, ui.px(kName), row.h}, name, {.font = FontRole::kMono, .size = 13});
    const float text_x = name_x + ui.px(kName) + ui.px(8);
    if (columns.text_end - text_x > ui.px(80)) {
        ui.text_in({text_x, row.y, columns.text_end - text_x, row.h}, quantity.meaning(),
                   {.ink = Ink::kTextSecond, .size = 12.5f, .max_width = columns.text_end - text_x});
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
        ui.text_in(
            {columns.ends[i] - ui.px(60), row.y, ui.px(60), row.h}, exponent_text(curves[i]),
            {.ink = curves[i].plot.look.ink, .font = FontRole::kSemiBold, .size = 13, .align = Align::kEnd});
    }
    if (r.clicked) commands.push(ShowGrowth{.quantity = name, .choosing = false});
}

}  // namespace

void draw_growth_list(Ui& ui, const Box& box, const AppModel& model, Commands& commands) {
    const std::vector<GrowthCurve>& shown = model.growth.curves();
    const Columns columns = columns_of(ui, box, shown);
    const float head = ui.px(kHead);
    ui.text_in({box.x + ui.px(14), box.y, box.w, head}, "What goes up",
               {.ink = Ink::kTextSecond, .font = FontRole::kSemiBold, .size = 12});
    for (std::size_t i = 0; i < shown.size(); ++i) {
        ui.text_in(
            {columns.ends[i] - ui.px(140), box.y, ui.px(140), head}, shown[i].plot.name,
            {.ink = shown[i].plot.look.ink, .font = FontRole::kSemiBold, .size = 12, .align = Align::kEnd});
    }
    const std::string of = "power of " + std::string(growth_base(model.growth.plot_input())) + " under";
    ui.text_in({box.x, box.y, columns.text_end - box.x, head}, of,
               {.ink = Ink::kTextThird, .size = 12, .align = Align::kEnd});
    ui.horizontal_line(box.x, box.x + box.w, box.y + head);
    const Box content{box.x, box.y + head + 1, box.w, box.h - head - 1};
    ui.begin_scroll("growth-list", content);
    float y = ImGui::GetCursorScreenPos().y;
    const float top = y;
    for (std::size_t i = 0; i < GrowthQuantity::kCount; ++i) {
        const GrowthQuantity quantity = GrowthQuantity::at(i);
        const std::vector<GrowthCurve> curves = model.growth.curves_of(quantity);
        // What no kernel does has no curve, unless it is the one that is shown.
        if (!does_anything(curves) && !(quantity == model.growth.quantity())) continue;
        draw_row(ui, {content.x, y, content.w, ui.px(kRow)}, quantity, curves, columns, model, commands);
        y += ui.px(kRow);
    }
    ui.end_scroll(y - top);
}

}  // namespace mountscope
