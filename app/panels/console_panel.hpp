#pragma once
// The console: what was typed and what came of it, and a line to type into. Up and Down bring back earlier
// lines, Tab completes, Escape goes back to the picture.

#include <cstddef>
#include <string>

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

struct ConsolePanel {
    std::string input;
    bool wants_focus = false;
    bool active = false;                  // being typed into
    std::size_t history_at = 0;           // from the newest, 0: what is being typed
    std::string draft;                    // what was typed before the history was called
    std::size_t shown_lines = 0;          // the view follows when there are more
    std::vector<std::string> candidates;  // of the last completion, when there were several
};

void draw_console_panel(Ui& ui, const Box& box, ConsolePanel& panel, const AppModel& model,
                        Commands& commands);

}  // namespace mountscope
