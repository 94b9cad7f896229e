#pragma once
// How the work grows with N: one curve for each kernel that is shown.
//
// Above the plot: what goes up, of which command, on which axes. Below it: the kernels, each to be shown or
// hidden. A press in the plot sets N, and a drag takes it along.

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/scene/growth_plot.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

struct GrowthPanel {
    Scene scene;
    std::optional<int> hovered;  // an N
    bool dragging = false;
};

void draw_growth_panel(Ui& ui, const Box& box, GrowthPanel& panel, const AppModel& model, Commands& commands);

}  // namespace mountscope
