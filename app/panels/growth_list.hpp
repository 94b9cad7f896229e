#pragma once
// The quantities that the growth plot can show, each with its exponent under the kernels that are shown.

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

void draw_growth_list(Ui& ui, const Box& box, const AppModel& model, Commands& commands);

}  // namespace mountscope
