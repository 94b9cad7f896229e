#pragma once
// The inspector at the right, in tabs: the algorithm that runs (Code), what is selected (Mount), why it
// exists (Why), what the last step did (Changes). Each tab is a file of its own.

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/panels/ring_badge.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

void draw_inspector_panel(Ui& ui, const Box& box, const AppModel& model, Commands& commands);

// A place to put lines one below the other; the tabs draw into it.
struct Column {
    float x = 0;
    float width = 0;
    float y = 0;
};
void draw_code_tab(Ui& ui, Column& column, const AppModel& model, Commands& commands);
void draw_mount_tab(Ui& ui, Column& column, const AppModel& model, Commands& commands);
void draw_why_tab(Ui& ui, Column& column, const AppModel& model, Commands& commands);
void draw_changes_tab(Ui& ui, Column& column, const AppModel& model, Commands& commands);

// --- shared by the tabs
// A section's heading with space above.
void section(Ui& ui, Column& column, std::string_view title);
// A mount as a row: ring, mnt_id and place. A click selects it.
void mount_row(Ui& ui, Column& column, std::string_view id, const StateView& view, MountRef mount,
               const AppModel& model, Commands& commands);

}  // namespace mountscope
