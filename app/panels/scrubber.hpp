#pragma once
// The time line of the transport: all commands of the story, or, where one steps through a command, its
// phases and steps. Dragging seeks.

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

void draw_scrubber(Ui& ui, const Box& box, const AppModel& model, Commands& commands);
// True: it shows the steps of the shown command.
bool shows_steps(const AppModel& model);

}  // namespace mountscope
