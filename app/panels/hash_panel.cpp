#include "app/panels/hash_panel.hpp"

namespace mountscope {

void draw_hash_panel(Ui& ui, const Box& box, HashPanel&, const AppModel&, Commands&) {
    ui.focus.set_region(FocusRegion::kStage);
    ui.fill(box, Ink::kPanel, ui.px(10));
    ui.outline(box, Ink::kLine, ui.px(10));
}

}  // namespace mountscope
