#pragma once
// Places the nodes of one folded tree by given parameters.
//
//   Arranged a = arrange_tree(tree, {Density::kFull, 4, 380}, metrics, card_width);
//   a.extent; a.places[node].box;
//
// Runs of single children become blocks that may go on in further columns; where leaf_rows is more than 1,
// the leaves of a mount stand in columns below it. Blocks are then placed as a tidy tree (tidy_tree.hpp).

#include <vector>

#include "app/scene/tree_layout.hpp"

namespace mountscope {

struct Arranged {
    std::vector<Placement> places;
    Vec2 extent;
};

Arranged arrange_tree(const DisplayTree& tree, const Arrangement& arrangement, const TreeMetrics& metrics,
                      float card_width);

}  // namespace mountscope
