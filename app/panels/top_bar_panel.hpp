#pragma once
// The bar at the top: name, scenario, its N, the kernel, and what concerns the whole program.

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

void draw_top_bar_panel(Ui& ui, const Box& box, bool single_column, const AppModel& model,
                        Commands& commands);

}  // namespace mountscope
