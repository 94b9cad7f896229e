#pragma once
// The dock at the bottom, in tabs: the console and the list of commands.

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/panels/console_panel.hpp"
#include "app/panels/events_panel.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

struct DockPanel {
    ConsolePanel console;
    EventsPanel events;
};

void draw_dock_panel(Ui& ui, const Box& box, DockPanel& panel, const AppModel& model, Commands& commands);

}  // namespace mountscope
