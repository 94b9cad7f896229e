#pragma once
// namespace_sem: while a command holds it, what others want has to wait.

#include <cstdint>

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/model/queue_model.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

struct QueuePanel {
    Scene scene;
    QueueStory story;
    std::uint64_t shown_revision = 0;  // what the story was told about
};

void draw_queue_panel(Ui& ui, const Box& box, QueuePanel& panel, const AppModel& model, Commands& commands);

}  // namespace mountscope
