#pragma once
// The picture of the mount trees: hover tells, a click selects, a double click opens or closes a fold,
// dragging moves, the wheel zooms. What is drawn is a scene of app/scene; this panel only looks after the
// pointer.

#include <cstdint>
#include <memory>

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/scene/step_overlay.hpp"
#include "app/scene/tree_view.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

struct StagePanel {
    TreePicture picture;
    TreeView view;
    Scene scene;
    StepOverlay overlay;
    std::vector<DifferenceMark> differences;
    // What the picture was made from.
    std::shared_ptr<const StateView> state;
    std::shared_ptr<const StateView> state_before;
    std::uint64_t shown_revision = 0;
    std::uint64_t shown_story = 0;
    bool dragging = false;
};

// Lets the picture know the state at the cursor; also while something else is shown, for the text twin and
// the keys walk through its mounts.
void update_stage(StagePanel& panel, std::size_t lane, const AppModel& model);
// The story under the kernel of a lane.
void draw_stage_panel(Ui& ui, const Box& box, StagePanel& panel, std::size_t lane, const AppModel& model,
                      Commands& commands);

// For keys and commands of the App.
void fit_stage(StagePanel& panel, const AppModel& model, bool selection_only);
void reveal_in_stage(StagePanel& panel, Selection what);
bool toggle_selected_fold(StagePanel& panel, const AppModel& model);
// The mount after or before the selected one, as they are drawn; none at the ends.
std::uint32_t next_mount_in_stage(const StagePanel& panel, const AppModel& model, bool forward);

}  // namespace mountscope
