#include "app/scene/arrange.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/tidy_tree.hpp"

namespace mountscope {

namespace {

struct Gaps {
    float sibling;
    float level;
    float stack;  // between mounts at one place
    float row;    // between leaves in a column
    float spine;  // from the spine to the leaves
    float column;
};

Gaps gaps_of(Density density, float s) {
    switch (density) {
        case Density::kFull:
            return {16 * s, 30 * s, 8 * s, 8 * s, 14 * s, 36 * s};
        case Density::kCompact:
            return {12 * s, 24 * s, 6 * s, 6 * s, 12 * s, 28 * s};
        case Density::kRings:
            break;
    }
    return {8 * s, 18 * s, 5 * s, 5 * s, 10 * s, 16 * s};
}

struct Arranger {
    const DisplayTree& tree;
    const Arrangement& how;
    const TreeMetrics& metrics;
    float card_width;
    Gaps gaps;
    Arranged out;
    std::vector<TidyBox> blocks;
    std::vector<std::int32_t> block_of;  // by node; -1: not placed yet

    const DisplayNode& node(std::int32_t i) const { return tree.nodes[static_cast<std::size_t>(i)]; }

    float height(std::int32_t i) const {
        const DisplayNode& n = node(i);
        if (n.kind == NodeKind::kChain) {
            return (how.density == Density::kRings ? 52 : 58) * metrics.text_scale;
        }
        if (n.kind == NodeKind::kMore) return (how.density == Density::kRings ? 20 : 24) * metrics.text_scale;
        return metrics.card_height(how.density, n.stacked);
    }
    float gap_above(std::int32_t i) const {
        const DisplayNode& n = node(i);
        return n.stacked ? gaps.stack : gaps.level;
    }
    bool is_leaf(std::int32_t i) const { return node(i).first_child < 0; }
    std::int32_t only_child(std::int32_t i) const {
        const std::int32_t child = node(i).first_child;
        return child >= 0 && node(child).next_sibling < 0 ? child : -1;
    }

    void place(std::int32_t i, Box local, EdgeKind edge) {
        Placement& p = out.places[static_cast<std::size_t>(i)];
        p.box = local;
        p.edge = edge;
    }

    // A run of single children from `top`, in one column or several. Returns its last node.
    std::int32_t add_run(std::int32_t top, std::int32_t parent_block) {
        std::vector<std::int32_t> run;
        for (std::int32_t i = top; i >= 0; i = only_child(i)) run.push_back(i);
        float total = 0;
        for (std::size_t k = 0; k < run.size(); ++k)
            total += height(run[k]) + (k > 0 ? gap_above(run[k]) : 0);
        const float limit = how.column_height > 0 ? how.column_height : total;
        const float columns = std::max(1.0f, std::ceil(total / std::max(limit, 1.0f)));
        const float balanced = std::min(limit, total / columns + height(top) / 2);

        const auto index = static_cast<std::int32_t>(blocks.size());
        TidyBox block;
        block.parent = parent_block;
        block.gap = gap_above(top);
        float x = 0;
        float y = 0;
        const float centre = card_width / 2;
        for (std::size_t k = 0; k < run.size(); ++k) {
            const std::int32_t i = run[k];
            const float h = height(i);
            EdgeKind edge = node(i).stacked ? EdgeKind::kStack : EdgeKind::kCurve;
            if (k == 0) {
                if (node(i).parent < 0) edge = EdgeKind::kNone;
            } else if (columns > 1 && y + gap_above(i) + h > balanced) {
                x += card_width + gaps.column;
                y = 0;
                edge = EdgeKind::kWrap;
            } else {
                y += gap_above(i);
            }
            place(i, {x, y, card_width, h}, edge);
            block_of[static_cast<std::size_t>(i)] = index;
            y += h;
            block.h = std::max(block.h, y);
        }
        block.w = x + card_width;
        block.in_x = centre;
        block.out_x = x + centre;
        blocks.push_back(block);
        return run.back();
    }

    // Leaves in columns of `how.leaf_rows`, tied to spines.
    void add_leaves(const std::vector<std::int32_t>& leaves, std::int32_t parent_block) {
        const auto count = static_cast<std::uint32_t>(leaves.size());
        const std::uint32_t columns = (count + how.leaf_rows - 1) / how.leaf_rows;
        const std::uint32_t rows = (count + columns - 1) / columns;
        const auto index = static_cast<std::int32_t>(blocks.size());
        TidyBox block;
        block.parent = parent_block;
        block.gap = gaps.level;
        const float column_width = gaps.spine + card_width;
        float y = 0;
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::int32_t i = leaves[k];
            const std::uint32_t column = k / rows;
            const float x = static_cast<float>(column) * (column_width + gaps.sibling);
            if (k % rows == 0) y = 0;
            place(i, {x + gaps.spine, y, card_width, height(i)}, EdgeKind::kHang);
            out.places[static_cast<std::size_t>(i)].spine_x = x;
            out.places[static_cast<std::size_t>(i)].spine_top = 0;
            block_of[static_cast<std::size_t>(i)] = index;
            block.w = std::max(block.w, x + column_width);
            y += height(i);
            block.h = std::max(block.h, y);
            y += gaps.row;
        }
        blocks.push_back(block);
    }

    void add_children(std::int32_t of, std::int32_t block,
                      std::vector<std::pair<std::int32_t, std::int32_t>>& pending) {
        std::vector<std::int32_t> leaves;
        for (std::int32_t c = node(of).first_child; c >= 0; c = node(c).next_sibling) {
            if (is_leaf(c) && !node(c).stacked) leaves.push_back(c);
        }
        const bool hang = how.leaf_rows > 1 && leaves.size() >= 3;
        bool placed_leaves = false;
        for (std::int32_t c = node(of).first_child; c >= 0; c = node(c).next_sibling) {
            if (hang && is_leaf(c) && !node(c).stacked) {
                if (!placed_leaves) pending.emplace_back(-c - 1, block);
                placed_leaves = true;
            } else {
                pending.emplace_back(c, block);
            }
        }
    }

    void run() {
        const std::size_t n = tree.nodes.size();
        out.places.resize(n);
        block_of.assign(n, -1);
        std::vector<std::pair<std::int32_t, std::int32_t>> pending;  // node, block of its parent
        for (std::size_t i = n; i-- > 0;) {
            if (tree.nodes[i].parent < 0) pending.emplace_back(static_cast<std::int32_t>(i), -1);
        }
        while (!pending.empty()) {
            const auto [entry, parent_block] = pending.back();
            pending.pop_back();
            if (entry < 0) {
                std::vector<std::int32_t> leaves;
                const std::int32_t first = -entry - 1;
                for (std::int32_t c = node(node(first).parent).first_child; c >= 0;
                     c = node(c).next_sibling) {
                    if (is_leaf(c) && !node(c).stacked) leaves.push_back(c);
                }
                add_leaves(leaves, parent_block);
                continue;
            }
            const std::int32_t last = add_run(entry, parent_block);
            const auto begin = static_cast<std::ptrdiff_t>(pending.size());
            add_children(last, block_of[static_cast<std::size_t>(last)], pending);
            std::reverse(pending.begin() + begin, pending.end());
        }
        // Siblings must begin at one height.
        align_gaps();
        out.extent = place_tree(blocks, gaps.sibling);
        for (std::size_t i = 0; i < n; ++i) {
            const TidyBox& block = blocks[static_cast<std::size_t>(block_of[i])];
            Placement& p = out.places[i];
            p.box.x += block.x;
            p.box.y += block.y;
            p.spine_x += block.x;
            p.spine_top += block.y;
        }
    }

    void align_gaps() {
        std::vector<float> widest(blocks.size(), 0);
        for (const TidyBox& b : blocks) {
            if (b.parent >= 0) {
                float& gap = widest[static_cast<std::size_t>(b.parent)];
                gap = std::max(gap, b.gap);
            }
        }
        for (TidyBox& b : blocks) {
            if (b.parent >= 0) b.gap = widest[static_cast<std::size_t>(b.parent)];
        }
    }
};

}  // namespace

Arranged arrange_tree(const DisplayTree& tree, const Arrangement& arrangement, const TreeMetrics& metrics,
                      float card_width) {
    Arranger arranger{
        tree, arrangement, metrics, card_width, gaps_of(arrangement.density, metrics.text_scale), {}, {}, {}};
    if (!tree.nodes.empty()) arranger.run();
    return std::move(arranger.out);
}

}  // namespace mountscope
