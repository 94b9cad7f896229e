#pragma once
// The list of kernels under the chip in the top bar: which rules each one follows. Choosing one runs the
// scenario anew under it.

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

void draw_kernel_menu(Ui& ui, const Box& window, const AppModel& model, Commands& commands);

}  // namespace mountscope
