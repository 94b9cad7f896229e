#include "app/scene/arrange.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/tidy_tree.hpp"

namespace mountscope {

namespace {

constexpr std::uint32_t kLeastHanging = 3;  // leaves that are worth columns of their own
constexpr std::size_t kLeastWrapped = 4;    // mounts of a run that may go on in another column
constexpr std::uint32_t kLeastFlow = 8;     // mounts below the one whose children flow
constexpr std::uint32_t kDeepestOutline = 5;

struct Gaps {
    float sibling;
    float level;
    float stack;   // between mounts at one place
    float row;     // between leaves in a column
    float spine;   // from the spine to the leaves
    float indent;  // of an outline
    float column;
};

Gaps gaps_of(Density density, float s) {
    switch (density) {
        case Density::kFull:
            return {16 * s, 30 * s, 8 * s, 8 * s, 14 * s, 26 * s, 36 * s};
        case Density::kCompact:
            return {12 * s, 24 * s, 6 * s, 6 * s, 12 * s, 23 * s, 28 * s};
        case Density::kIds:
            return {9 * s, 22 * s, 6 * s, 6 * s, 11 * s, 22 * s, 24 * s};
        case Density::kRings:
            break;
    }
    return {8 * s, 18 * s, 5 * s, 5 * s, 10 * s, 20 * s, 16 * s};
}

struct Arranger {
    const DisplayTree& tree;
    const Arrangement& how;
    const TreeMetrics& metrics;
    float card_width;  // across the way from the root to the leaves
    Gaps gaps;
    float length = 0;  // sideways: of a card along that way
    Arranged out;
    std::vector<TidyBox> blocks;
    std::vector<std::int32_t> block_of;  // by node
    std::int32_t flow_node = -1;         // whose children flow

    enum class What : std::uint8_t { kSubtree, kLeaves, kFlow };
    struct Pending {
        std::int32_t node;  // for kLeaves and kFlow: their parent
        std::int32_t parent_block;
        What what;
    };
    std::vector<Pending> pending;

    const DisplayNode& node(std::int32_t i) const { return tree.nodes[static_cast<std::size_t>(i)]; }
    Placement& at(std::int32_t i) { return out.places[static_cast<std::size_t>(i)]; }

    // Along the way from the root to the leaves. Sideways all cards are equally wide.
    float height(std::int32_t i) const {
        if (how.sideways) return length;
        const DisplayNode& n = node(i);
        const bool rings = how.density == Density::kRings;
        if (n.kind == NodeKind::kChain) return (rings ? 40 : 58) * metrics.text_scale;
        if (n.kind == NodeKind::kMore) return (rings ? 20 : 24) * metrics.text_scale;
        return metrics.card_height(how.density, n.stacked);
    }
    float gap_above(std::int32_t i) const { return node(i).stacked ? gaps.stack : gaps.level; }
    bool is_leaf(std::int32_t i) const { return node(i).first_child < 0; }
    bool may_hang(std::int32_t i) const { return is_leaf(i) && !node(i).stacked; }
    std::int32_t only_child(std::int32_t i) const {
        const std::int32_t child = node(i).first_child;
        return child >= 0 && node(child).next_sibling < 0 ? child : -1;
    }
    template <class Act>
    void each_child(std::int32_t i, Act&& act) const {
        for (std::int32_t c = node(i).first_child; c >= 0; c = node(c).next_sibling) act(c);
    }

    void place(std::int32_t i, float x, float y, EdgeKind edge, std::int32_t block) {
        at(i).box = {x, y, card_width, height(i)};
        at(i).edge = edge;
        block_of[static_cast<std::size_t>(i)] = block;
    }

    std::int32_t add_block(TidyBox block, std::int32_t parent) {
        block.parent = parent;
        blocks.push_back(block);
        return static_cast<std::int32_t>(blocks.size() - 1);
    }

    // A run of single children from `top`, in one column or several. Returns its last node.
    std::int32_t add_run(std::int32_t top, std::int32_t parent_block) {
        std::vector<std::int32_t> run;
        float total = 0;
        for (std::int32_t i = top; i >= 0; i = only_child(i)) {
            total += height(i) + (i == top ? 0 : gap_above(i));
            run.push_back(i);
            if (i == flow_node) break;
        }
        const bool wraps = how.column_height > 0 && !how.flow && run.size() >= kLeastWrapped;
        const float limit = wraps ? how.column_height : total;
        const float columns = std::max(1.0f, std::ceil(total / std::max(limit, 1.0f)));
        const float balanced = std::min(limit, total / columns + height(top) / 2);
        const std::int32_t index = add_block({.gap = gap_above(top)}, parent_block);
        float x = 0;
        float y = 0;
        float tallest = 0;
        for (const std::int32_t i : run) {
            EdgeKind edge = node(i).stacked ? EdgeKind::kStack : EdgeKind::kCurve;
            if (i == top) {
                if (node(i).parent < 0) edge = EdgeKind::kNone;
            } else if (columns > 1 && y + gap_above(i) + height(i) > balanced) {
                x += card_width + gaps.column;
                y = 0;
                edge = EdgeKind::kWrap;
            } else {
                y += gap_above(i);
            }
            place(i, x, y, edge, index);
            y += height(i);
            tallest = std::max(tallest, y);
        }
        TidyBox& block = blocks[static_cast<std::size_t>(index)];
        block.w = x + card_width;
        block.h = tallest;
        block.in_x = card_width / 2;
        block.out_x = x + card_width / 2;
        return run.back();
    }

    // Leaves in columns of `how.leaf_rows`, tied to spines.
    void add_leaves(std::int32_t parent, std::int32_t parent_block) {
        std::vector<std::int32_t> leaves;
        each_child(parent, [&](std::int32_t c) {
            if (may_hang(c)) leaves.push_back(c);
        });
        const auto count = static_cast<std::uint32_t>(leaves.size());
        const std::uint32_t columns = (count + how.leaf_rows - 1) / how.leaf_rows;
        const std::uint32_t rows = (count + columns - 1) / columns;
        const std::int32_t index = add_block({.gap = gaps.level}, parent_block);
        TidyBox extent;
        const float column_width = gaps.spine + card_width;
        float y = 0;
        float above = 0;
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::int32_t i = leaves[k];
            const auto column = k / rows;
            const float x = static_cast<float>(column) * (column_width + gaps.sibling);
            const bool first = k % rows == 0;
            if (first) y = above = 0;
            place(i, x + gaps.spine, y, EdgeKind::kHang, index);
            hang(i, x, above, first);
            above = y + height(i) / 2;
            y += height(i);
            extent.w = std::max(extent.w, x + column_width);
            extent.h = std::max(extent.h, y);
            y += gaps.row;
        }
        blocks[static_cast<std::size_t>(index)].w = extent.w;
        blocks[static_cast<std::size_t>(index)].h = extent.h;
    }

    void hang(std::int32_t i, float spine_x, float from, bool head) {
        at(i).spine_x = spine_x;
        at(i).spine_from = from;
        at(i).spine_head = head;
    }

    // --- outlines
    // ---------------------------------------------------------------------------------------------------

    // The subtree of `top` as an outline with its upper left corner at (x, y). Returns width and height.
    Vec2 add_outline(std::int32_t top, float x, float y, std::int32_t block) {
        struct Open {
            std::int32_t next;  // child to be placed
            float x;            // of the children's spine
            float from;         // where the spine's next part begins
        };
        std::vector<Open> open;
        Vec2 extent;
        float row = y;
        const auto put = [&](std::int32_t i, float left) {
            place(i, left, row, EdgeKind::kHang, block);
            extent.x = std::max(extent.x, left + card_width - x);
            row += height(i);
            extent.y = row - y;
            if (!is_leaf(i)) open.push_back({node(i).first_child, left + gaps.indent - gaps.spine, row});
            row += gaps.row;
        };
        put(top, x);
        while (!open.empty()) {
            Open& level = open.back();
            const std::int32_t child = level.next;
            if (child < 0) {
                open.pop_back();
                continue;
            }
            level.next = node(child).next_sibling;
            hang(child, level.x, level.from, false);
            level.from = row + height(child) / 2;
            put(child, level.x + gaps.spine);
        }
        return extent;
    }

    // Children of `parent` as outlines in columns, in order.
    void add_flow(std::int32_t parent, std::int32_t parent_block) {
        const std::int32_t index = add_block({.gap = gaps.level}, parent_block);
        float x = 0;
        float y = 0;
        float width = 0;
        float above = 0;
        Vec2 extent;
        each_child(parent, [&](std::int32_t c) {
            const float h = outline_height(c);
            if (y > 0 && y + h > how.column_height) {
                x += width + gaps.sibling;
                y = width = above = 0;
            }
            const bool first = y == 0;
            const Vec2 size = add_outline(c, x + gaps.spine, y, index);
            hang(c, x, above, first);
            above = y + height(c) / 2;
            width = std::max(width, size.x + gaps.spine);
            y += size.y;
            extent.x = std::max(extent.x, x + width);
            extent.y = std::max(extent.y, y);
            y += gaps.row * 1.75f;
        });
        blocks[static_cast<std::size_t>(index)].w = extent.x;
        blocks[static_cast<std::size_t>(index)].h = extent.y;
    }

    float outline_height(std::int32_t top) const {
        float total = 0;
        const std::int32_t end = subtree_end(top);
        for (std::int32_t i = top; i < end; ++i) total += height(i) + (i == top ? 0 : gaps.row);
        return total;
    }

    // Nodes are in depth-first order.
    std::int32_t subtree_end(std::int32_t top) const {
        std::int32_t i = top + 1;
        while (i < static_cast<std::int32_t>(tree.nodes.size()) && node(i).depth > node(top).depth) ++i;
        return i;
    }

    void find_flow_node() {
        if (node(0).next_sibling >= 0) return;
        std::int32_t i = 0;
        while (only_child(i) >= 0) i = only_child(i);
        std::uint32_t children = 0;
        each_child(i, [&](std::int32_t) { ++children; });
        const std::int32_t end = subtree_end(i);
        if (children < 3 || end - i - 1 < static_cast<std::int32_t>(kLeastFlow)) return;
        for (std::int32_t k = i + 1; k < end; ++k) {
            if (node(k).depth > node(i).depth + kDeepestOutline) return;
        }
        out.flows = true;
        if (how.flow) flow_node = i;
    }

    // --- sideways
    // --------------------------------------------------------------------------------------------------

    // It has been arranged from top to bottom; now from left to right.
    void turn() {
        std::swap(out.extent.x, out.extent.y);
        for (Placement& p : out.places) {
            p.box = {p.box.y, p.box.x, p.box.h, p.box.w};
            if (p.edge != EdgeKind::kNone) p.edge = EdgeKind::kSide;
        }
    }

    // --- the whole
    // --------------------------------------------------------------------------------------------------

    void add_children(std::int32_t of, std::int32_t block) {
        const std::size_t begin = pending.size();
        if (of == flow_node) {
            pending.push_back({of, block, What::kFlow});
            return;
        }
        std::uint32_t leaves = 0;
        each_child(of, [&](std::int32_t c) { leaves += may_hang(c) ? 1 : 0; });
        const bool hangs = how.leaf_rows > 1 && leaves >= kLeastHanging;
        bool placed_leaves = false;
        each_child(of, [&](std::int32_t c) {
            if (!hangs || !may_hang(c)) {
                pending.push_back({c, block, What::kSubtree});
            } else if (!placed_leaves) {
                pending.push_back({of, block, What::kLeaves});
                placed_leaves = true;
            }
        });
        std::reverse(pending.begin() + static_cast<std::ptrdiff_t>(begin), pending.end());
    }

    void run() {
        const std::size_t n = tree.nodes.size();
        out.places.resize(n);
        block_of.assign(n, -1);
        find_flow_node();
        for (std::size_t i = n; i-- > 0;) {
            if (tree.nodes[i].parent < 0)
                pending.push_back({static_cast<std::int32_t>(i), -1, What::kSubtree});
        }
        while (!pending.empty()) {
            const Pending next = pending.back();
            pending.pop_back();
            if (next.what == What::kLeaves) {
                add_leaves(next.node, next.parent_block);
            } else if (next.what == What::kFlow) {
                add_flow(next.node, next.parent_block);
            } else {
                const std::int32_t last = add_run(next.node, next.parent_block);
                add_children(last, block_of[static_cast<std::size_t>(last)]);
            }
        }
        align_gaps();
        out.extent = place_tree(blocks, gaps.sibling);
        for (std::size_t i = 0; i < n; ++i) {
            const TidyBox& block = blocks[static_cast<std::size_t>(block_of[i])];
            Placement& p = out.places[i];
            p.box.x += block.x;
            p.box.y += block.y;
            p.spine_x += block.x;
            p.spine_from += block.y;
        }
    }

    // Siblings begin at one height, whichever gap they would like.
    void align_gaps() {
        std::vector<float> widest(blocks.size(), 0);
        for (const TidyBox& b : blocks) {
            if (b.parent < 0) continue;
            float& gap = widest[static_cast<std::size_t>(b.parent)];
            gap = std::max(gap, b.gap);
        }
        for (TidyBox& b : blocks) {
            if (b.parent >= 0) b.gap = widest[static_cast<std::size_t>(b.parent)];
        }
    }
};

}  // namespace

Arranged arrange_tree(const DisplayTree& tree, const Arrangement& arrangement, const TreeMetrics& metrics,
                      float card_width) {
    Arranger arranger{.tree = tree,
                      .how = arrangement,
                      .metrics = metrics,
                      .card_width = card_width,
                      .gaps = gaps_of(arrangement.density, metrics.text_scale)};
    if (arrangement.sideways) {
        arranger.length = card_width;
        arranger.card_width = metrics.card_height(arrangement.density, false);
        arranger.gaps.stack = arranger.gaps.level * 0.6f;
        std::swap(arranger.gaps.sibling, arranger.gaps.row);
    }
    if (!tree.nodes.empty()) arranger.run();
    if (arrangement.sideways) arranger.turn();
    return std::move(arranger.out);
}

}  // namespace mountscope
