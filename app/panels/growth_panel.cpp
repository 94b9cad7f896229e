#include "app/panels/growth_panel.hpp"

namespace mountscope {

void draw_growth_panel(Ui& ui, const Box& box, GrowthPanel&, const AppModel&, Commands&) {
    ui.focus.set_region(FocusRegion::kStage);
    ui.fill(box, Ink::kPanel, ui.px(10));
    ui.outline(box, Ink::kLine, ui.px(10));
}

}  // namespace mountscope
