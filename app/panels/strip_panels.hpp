#pragma once
// The two strips under the picture: four figures of the step, and its caption.

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

// How high the strip of figures has to be, in logical pixels.
float counters_height(const Ui& ui, const AppModel& model);
void draw_counters_panel(Ui& ui, const Box& box, const AppModel& model, Commands& commands);

// How high the caption has to be for its text, in logical pixels.
float caption_height(const Ui& ui, float text_width, const AppModel& model);
void draw_caption_panel(Ui& ui, const Box& box, const AppModel& model, Commands& commands);

}  // namespace mountscope
