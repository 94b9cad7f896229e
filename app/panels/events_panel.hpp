#pragma once
// All commands of the story with their results; a click goes to the state after one.

#include <cstddef>
#include <cstdint>

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

struct EventsPanel {
    std::uint64_t shown_revision = 0;  // the list follows the cursor when it has moved
};

void draw_events_panel(Ui& ui, const Box& box, EventsPanel& panel, const AppModel& model, Commands& commands);

}  // namespace mountscope
