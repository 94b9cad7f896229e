#pragma once
// namespace_sem: while a command holds it, what others want has to wait.

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

struct QueuePanel {};

void draw_queue_panel(Ui& ui, const Box& box, QueuePanel& panel, const AppModel& model, Commands& commands);

}  // namespace mountscope
