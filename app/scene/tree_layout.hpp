#pragma once
// Where everything of the tree picture goes: panes in the viewport, and in each pane the nodes of its tree.
//
//   TreeLayout layout = build_layout(model, folds, {.size = {740, 480}}, measure);
//   const PaneLayout& pane = layout.panes[0];
//   Box b = pane.places[node].box;     // on the screen at b.x * pane.scale + pane.offset.x, ...
//
// A layout tries several densities (cards with two lines, with one line, rings) and arrangements (plain tree,
// leaves in columns below their parent, long chains in several columns, outlines in columns, in low panes
// with the root at the left) and takes the plainest that can be read well; of large trees it shows as much as
// can be read. Invariants: boxes of one pane never overlap; a node lies below its parent (sideways: right of
// it), except where a chain goes on in the next column. Nothing here depends on what is hovered or selected,
// apart from what must stay unfolded.

#include <cstdint>
#include <vector>

#include "app/scene/icicle.hpp"
#include "app/scene/scene.hpp"
#include "app/scene/tree_folds.hpp"
#include "app/scene/tree_model.hpp"

namespace mountscope {

enum class Density : std::uint8_t {
    kFull,     // name, id, source and path
    kCompact,  // name and id
    kIds,      // the id
    kRings,
};

// Sizes in content units; 1 unit is 1 pixel when a pane is looked at in its natural size.
struct TreeMetrics {
    float text_scale = 1;
    float title_size = 13;
    float path_size = 12;
    float card_height(Density density, bool stacked) const;
    float ring_radius(Density density) const;
    float pane_gap() const { return 8 * text_scale; }
    float header_height() const { return 34 * text_scale; }
    float strip_height() const { return 36 * text_scale; }
};

// How a node is tied to its parent.
enum class EdgeKind : std::uint8_t {
    kNone,
    kCurve,  // from the parent's bottom to this top
    kStack,  // the same, straight and short: on top of each other
    kWrap,   // from the end of one column of a chain to the head of the next
    kHang,   // along a spine at the left
    kSide,   // sideways: from the parent's right side to this left side
};

struct Placement {
    Box box;
    EdgeKind edge = EdgeKind::kNone;
    // kHang: this node's part of the spine, from the sibling above it (or the spine's head) down to it.
    float spine_x = 0;
    float spine_from = 0;
    bool spine_head = false;  // a curve ties the spine's head to the parent
};

// The parameters of an arrangement; kept from one layout to the next as long as they serve.
struct Arrangement {
    Density density = Density::kFull;
    std::uint32_t leaf_rows = 1;  // leaves below each other in a column; 1: plain tree
    float column_height = 0;      // chains longer than this go on in the next column; 0: never
    bool flow = false;  // below the first mount with many children: outlines, one after the other, in columns
                        // of at most column_height
    bool sideways = false;  // a plain tree with its root at the left, for low panes
};

struct PaneLayout {
    Box frame;                   // in the viewport
    Box area;                    // of it, what the tree may use
    Box clip;                    // of it, where the tree may be seen
    Box map;                     // of it, the icicle map; empty when there is none
    std::vector<MapCell> cells;  // of the map
    DisplayTree tree;
    std::vector<Placement> places;  // by node, in content units
    Vec2 extent;                    // of the content
    float card_width = 0;
    Arrangement arrangement;
    float scale = 1;  // that shows all of it, or the smallest that can be read
    Vec2 offset;      // of the content's origin in the viewport
};

struct LayoutOptions {
    Vec2 size{1240, 700};
    float text_scale = 1;
    bool group_strip = true;
    bool pane_headers = true;
    ItemRef keep;  // the selected mount stays unfolded
    const std::vector<Arrangement>* previous = nullptr;
};

struct TreeLayout {
    std::vector<PaneLayout> panes;  // by pane of the model
    Box strip;                      // where the groups are listed; empty: not at all
    TreeMetrics metrics;
    Vec2 size;
};

TreeLayout build_layout(const TreeModel& model, const FoldState& folds, const LayoutOptions& options,
                        const TextMeasure& measure);

}  // namespace mountscope
