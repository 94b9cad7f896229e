#pragma once
// The mount hash: its buckets, and the chains that lookups walk.

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

struct HashPanel {};

void draw_hash_panel(Ui& ui, const Box& box, HashPanel& panel, const AppModel& model, Commands& commands);

}  // namespace mountscope
