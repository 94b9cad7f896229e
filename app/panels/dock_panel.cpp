#include "app/panels/dock_panel.hpp"

#include <array>

#include "app/theme/widgets.hpp"

#include "assets/icons.hpp"

namespace mountscope {

void draw_dock_panel(Ui& ui, const Box& box, DockPanel& panel, const AppModel& model, Commands& commands) {
    ui.focus.set_region(FocusRegion::kDock);
    ui.fill(box, Ink::kGround);
    static constexpr std::array<std::string_view, 2> kTabs{"Console", "Events"};
    const float head = ui.px(32);
    const int active = static_cast<int>(model.view.dock_tab);
    const int clicked = tab_bar(ui, "dock-tab", {box.x + ui.px(10), box.y, box.w / 2, head}, kTabs, active);
    if (clicked >= 0) commands.push(OpenDock{clicked});

    const Timeline& timeline = model.session.timeline();
    const std::string machine = "Linux " + std::string(timeline.kernel().name) + "   " +
                                with_thousands(timeline.machine().hash_buckets) +
                                " hash buckets   mount-max " + with_thousands(timeline.machine().mount_max);
    float right = box.x + box.w - ui.px(12);
    const auto button = [&](std::string_view id, const char* icon, std::string_view tooltip) {
        right -= ui.px(26);
        return icon_button(ui, id, {right, box.y + ui.px(4), ui.px(24), ui.px(24)},
                           {.icon = icon, .tooltip = tooltip, .size = 15});
    };
    if (button("open-file", kIconUpload, "Open a script or scenario from a file"))
        commands.push(ChooseFile{});
    if (button("paste-text", kIconClipboardPaste, "Paste a script")) commands.push(PasteText{});
    const Box place{box.x + box.w / 2, box.y, right - ui.px(10) - box.x - box.w / 2, head};
    if (ui.text_width(machine, {.size = 12}) < place.w) {
        ui.text_in(place, machine, {.ink = Ink::kTextThird, .size = 12, .align = Align::kEnd});
    }
    const Box content{box.x, box.y + head, box.w, box.h - head};
    if (model.view.dock_tab == DockTab::kConsole) {
        draw_console_panel(ui, content, panel.console, model, commands);
    } else {
        draw_events_panel(ui, content, panel.events, model, commands);
    }
}

}  // namespace mountscope
