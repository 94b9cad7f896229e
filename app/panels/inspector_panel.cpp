#include "app/panels/inspector_panel.hpp"

#include <algorithm>
#include <array>
#include <imgui.h>

#include "app/theme/widgets.hpp"

namespace mountscope {

void section(Ui& ui, Column& column, std::string_view title) {
    column.y += ui.px(14);
    ui.horizontal_line(column.x, column.x + column.width, column.y);
    column.y += ui.px(12);
    heading(ui, {column.x, column.y}, title);
    column.y += ui.px(22);
}

void mount_row(Ui& ui, Column& column, std::string_view id, const StateView& view, MountRef mount,
               const AppModel& model, Commands& commands) {
    const std::uint32_t unique_id = view.world()[mount].unique_id;
    const Box box{column.x - ui.px(8), column.y, column.width + ui.px(16), ui.px(26)};
    const bool selected = model.view.selected.is_mount(unique_id);
    const Reaction r = list_row(ui, id, box, {.selected = selected, .bar = false});
    ring_badge(ui, {column.x + ui.px(9), box.y + box.h / 2}, ui.px(8), ring_of(view.world(), mount),
               model.colours);
    const TextStyle id_style{.ink = Ink::kTextThird, .font = FontRole::kMono, .size = 12};
    // As wide as the largest number can be, so that the places stand in one column.
    const std::string widest = std::to_string(view.world().mount_slots());
    const float id_width = ui.text_width(widest, id_style);
    const float from = column.x + ui.px(24);
    ui.text_in({from, box.y, id_width + 1, box.h}, std::to_string(view.world()[mount].mnt_id), id_style);
    const float at = from + std::max(ui.px(22), id_width + ui.px(8));
    const std::string place = view.place(mount);
    ui.text_in({at, box.y, column.x + column.width - at, box.h}, place.empty() ? "(out of sight)" : place,
               {.font = FontRole::kMono, .size = 12.5f, .cut_middle = true});
    if (r.clicked) commands.push(Select{Selection::mount(unique_id), true});
    if (r.hovered) commands.push(Hover{Selection::mount(unique_id)});
    column.y += box.h;
}

void draw_inspector_panel(Ui& ui, const Box& box, const AppModel& model, Commands& commands) {
    ui.focus.set_region(FocusRegion::kInspector);
    ui.fill(box, Ink::kPanel);
    ui.vertical_line(box.x, box.y, box.y + box.h);
    static constexpr std::array<std::string_view, 4> kTabs{"Code", "Mount", "Why", "Changes"};
    const float head = ui.px(38);
    const int active = static_cast<int>(model.view.inspector_tab);
    const int clicked =
        tab_bar(ui, "inspector-tab", {box.x + ui.px(12), box.y, box.w - ui.px(24), head}, kTabs, active);
    if (clicked >= 0) commands.push(OpenInspector{clicked});
    ui.horizontal_line(box.x + 1, box.x + box.w, box.y + head);

    const Box content{box.x + 1, box.y + head + 1, box.w - 1, box.h - head - 1};
    const std::string id = "inspector" + std::to_string(active);
    const bool visible = ui.begin_scroll(id.c_str(), content);
    const float start = ImGui::GetCursorScreenPos().y;
    Column column{content.x + ui.px(16), content.w - ui.px(32), start + ui.px(14)};
    if (visible) {
        switch (model.view.inspector_tab) {
            case InspectorTab::kCode:
                draw_code_tab(ui, column, model, commands);
                break;
            case InspectorTab::kMount:
                draw_mount_tab(ui, column, model, commands);
                break;
            case InspectorTab::kWhy:
                draw_why_tab(ui, column, model, commands);
                break;
            case InspectorTab::kChanges:
                draw_changes_tab(ui, column, model, commands);
                break;
        }
    }
    ui.end_scroll(column.y - start + ui.px(16));
}

}  // namespace mountscope
