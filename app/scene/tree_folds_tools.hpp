#pragma once
// What the two halves of folding share. For tree_folds.cpp and fold_budget.cpp only.

#include <cstdint>
#include <vector>

#include "app/scene/tree_folds.hpp"

namespace mountscope {

// By item: must stay visible, because it is selected or because the last command changed it and few others.
std::vector<std::uint8_t> items_to_keep(const TreeModel& model, const TreePane& pane,
                                        const FoldOptions& options);

// Sets first_child and next_sibling from the parents; nodes are in depth-first order.
void link_nodes(DisplayTree& tree);

}  // namespace mountscope
