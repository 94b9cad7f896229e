#pragma once
// A map of all mounts of a pane, for trees too large to be drawn node by node: each mount is a cell below the
// one it is mounted on, as wide as the mounts at the ends of its subtree.
//
//   std::vector<MapCell> cells = build_map(pane);          // once per state: O(mounts)
//
// A chain of single children of one group is one cell, so that depth is that of branching. Cells are in
// depth-first order; the subtree of cell i is [i, cells[i].end). What is narrower than 1.5 pixels is drawn
// together with its neighbours; the selected mount and changed ones keep at least 3 pixels.

#include <cstdint>
#include <vector>

#include "app/scene/tree_model.hpp"

namespace mountscope {

struct MapCell {
    std::int32_t item = -1;  // the first of its chain
    std::int32_t last_item = -1;
    std::int32_t parent = -1;  // cell
    std::int32_t end = -1;
    std::uint32_t mounts = 1;  // in its chain
    std::uint32_t left = 0;    // ends of subtrees to the left of it
    std::uint32_t width = 0;   // ends of its own subtree
    std::uint32_t added = 0;   // in its whole subtree
    std::uint32_t gone = 0;
    std::uint32_t level = 0;
};

std::vector<MapCell> build_map(const TreePane& pane);

}  // namespace mountscope
