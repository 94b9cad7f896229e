#pragma once
// All keys and the console's language on one page, over everything else.

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

void draw_help_overlay(Ui& ui, const Box& window, const AppModel& model, Commands& commands);

}  // namespace mountscope
