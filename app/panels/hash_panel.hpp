#pragma once
// The mount hash: its buckets, the chains that lookups walk, and the memory that decides how many buckets
// there are. A click on the table shows that bucket's chain, one on an entry selects the mount.

#include <cstdint>
#include <optional>

#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/scene/hash_view.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

struct HashPanel {
    Scene scene;
    HashPlaces places;
    HashSummary hash;
    std::optional<std::uint32_t> chosen;
    // What the summary was made from.
    std::uint64_t shown_revision = 0;
    std::size_t shown_lane = 0;
};

void draw_hash_panel(Ui& ui, const Box& box, HashPanel& panel, const AppModel& model, Commands& commands);

}  // namespace mountscope
