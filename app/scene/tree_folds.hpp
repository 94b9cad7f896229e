#pragma once
// Which mounts of a pane get a shape of their own, and which are folded into one shape that stands for many.
//
//   FoldState folds;                                       // the user's choices, kept by the caller
//   DisplayTree whole = fold_pane(model, 0, folds, {.fold = true});
//   DisplayTree tree = within_budget(model, 0, folds, {.budget = 60}, whole);
//   tree.nodes[tree.node_of_item[17]]                      // what shows item 17
//
// Rules: a chain of single children of one group becomes one node between its ends; identical sibling
// subtrees become one with a count; what exceeds the budget becomes a "more" node below its parent. Mounts
// that the last command changed, and the selected one, stay visible as long as they are few. Invariants: the
// counts of all nodes add up to the items of the pane; nodes come parents before children.

#include <array>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "app/scene/tree_model.hpp"

namespace mountscope {

struct FoldState {
    struct Shown {
        std::uint32_t first = 0;  // further mounts shown at the upper end of a chain
        std::uint32_t last = 0;   // and at the lower
    };
    std::unordered_map<std::uint32_t, Shown> chains;          // by DisplayNode::key
    std::unordered_set<std::uint32_t> twins;                  // opened, by key
    std::unordered_map<std::uint32_t, std::uint32_t> opened;  // further children shown in spite of the
                                                              // budget, by unique_id of the parent
    std::unordered_set<std::uint32_t> closed;                 // subtrees hidden on request, by unique_id
    std::uint64_t version = 0;                                // to be raised with each change
};

enum class NodeKind : std::uint8_t {
    kMount,
    kChain,  // part of a chain: `item` is the first, `last_item` the last one in it
    kMore,   // what of its parent's subtrees is not shown; `item` is the top of the first. With a child: what
             // lies between the parent and that child
};

// A folded chain in equal parts from its first to its last mount: what happened in each.
struct ChainStrip {
    static constexpr std::size_t kParts = 48;
    struct Part {
        std::uint32_t all = 0;
        std::uint32_t added = 0;
        std::uint32_t gone = 0;
        std::uint32_t other = 0;
    };
    std::array<Part, kParts> parts{};
    Part total;
};

struct DisplayNode {
    NodeKind kind = NodeKind::kMount;
    bool stacked = false;     // at the same path as the parent
    bool can_refold = false;  // heads a chain that was unfolded, or is the first of opened twins
    std::int32_t item = -1;
    std::int32_t last_item = -1;
    std::uint32_t count = 1;   // mounts it stands for
    std::uint32_t copies = 1;  // identical sibling subtrees it heads, itself included
    std::uint32_t key = 0;     // names the fold in hit ids and in FoldState: unique_id of the chain's or the
                               // twins' first mount, or of the parent for kMore
    std::int32_t parent = -1;
    std::int32_t first_child = -1;
    std::int32_t next_sibling = -1;
    std::int32_t strip = -1;  // kChain: index into DisplayTree::strips
    std::uint16_t depth = 0;
};

struct DisplayTree {
    std::vector<DisplayNode> nodes;
    std::vector<std::int32_t> node_of_item;  // what shows an item, or stands for it
    std::vector<ChainStrip> strips;
    bool folded = false;       // some node stands for several mounts
    bool over_budget = false;  // "more" nodes stand for some of what could be shown
};

struct FoldOptions {
    bool fold = false;                // chains and identical subtrees
    std::uint32_t budget = 120;       // nodes
    ItemRef keep;                     // the selected mount
    bool elide_paths = false;         // long ways down to what must be visible become "more" nodes as well
    std::uint32_t keep_changes = 40;  // changed mounts stay visible when there are no more than these
};

DisplayTree fold_pane(const TreeModel& model, std::size_t pane, const FoldState& folds,
                      const FoldOptions& options);

// The same tree with what is nearest to the roots, and the rest as "more" nodes.
DisplayTree within_budget(const TreeModel& model, std::size_t pane, const FoldState& folds,
                          const FoldOptions& options, const DisplayTree& whole);

}  // namespace mountscope
