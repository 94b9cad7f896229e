#pragma once
// Places the nodes of one folded tree by given parameters.
//
//   Arranged a = arrange_tree(tree, {.density = Density::kFull, .leaf_rows = 4}, metrics, card_width);
//   a.extent; a.places[node].box;
//
// Runs of single children become blocks that may go on in further columns; where leaf_rows is more than 1,
// the leaves of a mount stand in columns below it; with flow, whole subtrees stand there as outlines. Blocks
// are then placed as a tidy tree (tidy_tree.hpp).

#include <vector>

#include "app/scene/tree_layout.hpp"

namespace mountscope {

struct Arranged {
    std::vector<Placement> places;
    Vec2 extent;
    bool flows = false;  // the tree has a place where a flow makes a difference
};

Arranged arrange_tree(const DisplayTree& tree, const Arrangement& arrangement, const TreeMetrics& metrics,
                      float card_width);

}  // namespace mountscope
