#pragma once
// How the work grows with N: one curve for each kernel that is shown.

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

struct GrowthPanel {};

void draw_growth_panel(Ui& ui, const Box& box, GrowthPanel& panel, const AppModel& model, Commands& commands);

}  // namespace mountscope
