#include "app/panels/dock_panel.hpp"

#include <array>

#include "app/theme/widgets.hpp"

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
    const Box right{box.x + box.w / 2, box.y, box.w / 2 - ui.px(16), head};
    if (ui.text_width(machine, {.size = 12}) < right.w) {
        ui.text_in(right, machine, {.ink = Ink::kTextThird, .size = 12, .align = Align::kEnd});
    }
    const Box content{box.x, box.y + head, box.w, box.h - head};
    if (model.view.dock_tab == DockTab::kConsole) {
        draw_console_panel(ui, content, panel.console, model, commands);
    } else {
        draw_events_panel(ui, content, panel.events, model, commands);
    }
}

}  // namespace mountscope
