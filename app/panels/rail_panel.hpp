#pragma once
// The rail at the left: scenarios by group, namespaces, peer groups. A click on a peer group lights its
// members everywhere; one on a namespace selects it.

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

void draw_rail_panel(Ui& ui, const Box& box, const AppModel& model, Commands& commands);

}  // namespace mountscope
