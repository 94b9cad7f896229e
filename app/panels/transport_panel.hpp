#pragma once
// The transport: first, back, play, forward, last, and a scrubber whose marks tell the commands apart by
// shape and colour. A click or drag on it seeks; what is under the pointer is told.

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

void draw_transport_panel(Ui& ui, const Box& box, bool single_column, const AppModel& model,
                          Commands& commands);

}  // namespace mountscope
