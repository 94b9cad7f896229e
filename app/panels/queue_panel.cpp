#include "app/panels/queue_panel.hpp"

namespace mountscope {

void draw_queue_panel(Ui& ui, const Box& box, QueuePanel&, const AppModel&, Commands&) {
    ui.focus.set_region(FocusRegion::kStage);
    ui.fill(box, Ink::kPanel, ui.px(10));
    ui.outline(box, Ink::kLine, ui.px(10));
}

}  // namespace mountscope
