#include <algorithm>

#include "app/scene/tree_folds_tools.hpp"

namespace mountscope {

namespace {

constexpr std::uint32_t kMostLandmarks = 300;
constexpr std::uint32_t kMostOfSelected = 12;  // children of the selected mount that are shown in any case
constexpr std::size_t kLeastElided = 2;
constexpr std::uint32_t kLeastOfEach = 8;  // children of any mount that are shown before others' children

struct Budget {
    const TreePane& pane;
    const FoldState& folds;
    const FoldOptions& options;
    const DisplayTree& whole;
    std::vector<std::uint8_t> keep;  // by item
    std::vector<std::uint8_t> kept;  // by node

    const DisplayNode& node(std::int32_t i) const { return whole.nodes[static_cast<std::size_t>(i)]; }
    const TreeItem& item(const DisplayNode& n) const { return pane.items[static_cast<std::size_t>(n.item)]; }
    bool is_kept(std::int32_t i) const { return kept[static_cast<std::size_t>(i)] != 0; }

    // Nodes that must stay, and all above them; only the selected one when the others are too many.
    void mark_landmarks() {
        for (const bool selected_only : {false, true}) {
            kept.assign(whole.nodes.size(), 0);
            std::uint32_t count = 0;
            for (std::size_t i = whole.nodes.size(); i-- > 0;) {
                const DisplayNode& n = whole.nodes[i];
                const bool wanted =
                    selected_only ? n.item == options.keep.item : keep[static_cast<std::size_t>(n.item)] != 0;
                if (n.kind == NodeKind::kMount && wanted) kept[i] = 1;
                if (kept[i] == 0) continue;
                ++count;
                if (n.parent >= 0) kept[static_cast<std::size_t>(n.parent)] = 1;
            }
            if (count <= kMostLandmarks) return;
        }
        kept.assign(whole.nodes.size(), 0);
    }

    std::uint32_t children_asked_for(const DisplayNode& n) const {
        if (n.kind != NodeKind::kMount) return 0;
        std::uint32_t count = n.item == options.keep.item ? kMostOfSelected : 0;
        if (const auto opened = folds.opened.find(item(n).unique_id); opened != folds.opened.end())
            count += opened->second;
        return count;
    }

    // Opens one mount after the other, nearest to the roots first, as long as there is room for its children
    // and for the "more" nodes that they then need.
    void spend() {
        std::int64_t room = options.budget;
        std::vector<std::int32_t> queue;
        for (std::size_t i = 0; i < whole.nodes.size(); ++i) {
            if (kept[i] != 0) --room;
            if (whole.nodes[i].parent >= 0) continue;
            if (kept[i] == 0) --room;
            kept[i] = 1;
            queue.push_back(static_cast<std::int32_t>(i));
        }
        const std::uint32_t most = std::max(kLeastOfEach, options.budget / 4);
        for (std::size_t head = 0; head < queue.size(); ++head) {
            const DisplayNode& parent = node(queue[head]);
            const std::uint32_t asked = children_asked_for(parent);
            const std::int64_t cost = cost_of_children(parent, std::max(most, asked));
            const bool affordable = cost <= room;
            if (affordable) room -= cost;
            std::uint32_t left = affordable ? std::max(most, asked) : asked;
            for (std::int32_t c = parent.first_child; c >= 0; c = node(c).next_sibling) {
                if (!is_kept(c) && left == 0) continue;
                if (left > 0) --left;
                kept[static_cast<std::size_t>(c)] = 1;
                queue.push_back(c);
            }
        }
    }

    std::int64_t cost_of_children(const DisplayNode& parent, std::uint32_t most) const {
        std::int64_t cost = 0;
        std::uint32_t count = 0;
        for (std::int32_t c = parent.first_child; c >= 0; c = node(c).next_sibling) {
            if (is_kept(c)) continue;
            if (++count > most) return cost + 1;
            cost += node(c).first_child >= 0 ? 2 : 1;
        }
        return cost;
    }

    // The node itself, or the nearest one above that is not left out.
    std::int32_t nearest_open(std::int32_t i, const std::vector<std::uint8_t>& elided) const {
        while (i >= 0 && elided[static_cast<std::size_t>(i)] != 0) i = node(i).parent;
        return i;
    }

    // --- the tree of what is kept
    // -----------------------------------------------------------------------------------

    // Kept nodes on a long way down to others, with one kept child each; the last one of the way stays.
    std::vector<std::uint8_t> find_elided() const {
        const std::size_t n = whole.nodes.size();
        std::vector<std::uint8_t> elided(n, 0);
        if (!options.elide_paths) return elided;
        std::vector<std::uint32_t> kept_children(n, 0);
        for (std::size_t i = 0; i < n; ++i) {
            if (kept[i] != 0 && whole.nodes[i].parent >= 0)
                ++kept_children[static_cast<std::size_t>(whole.nodes[i].parent)];
        }
        const auto is_on_way = [&](std::int32_t i) {
            const DisplayNode& at = node(i);
            return is_kept(i) && at.kind == NodeKind::kMount && at.parent >= 0 &&
                   kept_children[static_cast<std::size_t>(i)] == 1 &&
                   keep[static_cast<std::size_t>(at.item)] == 0;
        };
        for (std::size_t i = 0; i < n; ++i) {
            const auto first = static_cast<std::int32_t>(i);
            if (!is_on_way(first) || is_on_way(node(first).parent)) continue;
            std::vector<std::int32_t> way;
            for (std::int32_t at = first; is_on_way(at); at = kept_child(at)) way.push_back(at);
            way.pop_back();
            if (way.size() < kLeastElided) continue;
            for (const std::int32_t at : way) elided[static_cast<std::size_t>(at)] = 1;
        }
        return elided;
    }
    std::int32_t kept_child(std::int32_t i) const {
        std::int32_t c = node(i).first_child;
        while (c >= 0 && !is_kept(c)) c = node(c).next_sibling;
        return c;
    }

    DisplayTree rebuilt() const {
        const std::size_t n = whole.nodes.size();
        std::vector<std::uint64_t> dropped(n, 0);  // mounts of the subtrees of dropped children
        std::vector<std::uint64_t> inside(n, 0);   // mounts of the subtree
        std::vector<std::int32_t> first_dropped(n, -1);
        for (std::size_t i = n; i-- > 0;) {
            const DisplayNode& at = whole.nodes[i];
            inside[i] += at.count;
            if (at.parent < 0) continue;
            const auto parent = static_cast<std::size_t>(at.parent);
            inside[parent] += inside[i];
            if (kept[i] == 0) {
                dropped[parent] += inside[i];
                first_dropped[parent] = at.item;
            }
        }
        const std::vector<std::uint8_t> elided = find_elided();
        DisplayTree tree;
        tree.strips = whole.strips;
        tree.folded = whole.folded;
        std::vector<std::int32_t> moved_to(n, -1);
        std::vector<std::int32_t> more_of(n, -1);
        // Nodes stay in depth-first order; a "more" node follows the last child that is kept.
        std::vector<std::int32_t> open;  // kept nodes whose subtrees are not at an end yet
        const auto close = [&] {
            const auto at = static_cast<std::size_t>(open.back());
            open.pop_back();
            if (dropped[at] == 0) return;
            DisplayNode more;
            more.kind = NodeKind::kMore;
            more.item = first_dropped[at];
            more.count = static_cast<std::uint32_t>(dropped[at]);
            more.key = item(whole.nodes[at]).unique_id;
            more.parent = moved_to[at];
            more.depth = tree.nodes[static_cast<std::size_t>(more.parent)].depth;
            ++more.depth;
            more_of[at] = static_cast<std::int32_t>(tree.nodes.size());
            tree.nodes.push_back(more);
            tree.over_budget = true;
        };
        for (std::size_t i = 0; i < n; ++i) {
            if (kept[i] == 0) continue;
            DisplayNode at = whole.nodes[i];
            if (elided[i] != 0) {
                const auto parent = static_cast<std::size_t>(at.parent);
                if (elided[parent] == 0) {
                    while (!open.empty() && open.back() != at.parent) close();
                    at.kind = NodeKind::kMore;
                    at.key = item(whole.nodes[parent]).unique_id;
                    at.parent = moved_to[parent];
                    at.depth = tree.nodes[static_cast<std::size_t>(at.parent)].depth;
                    ++at.depth;
                    at.count = at.copies = 0;
                    at.stacked = at.can_refold = false;
                    moved_to[i] = static_cast<std::int32_t>(tree.nodes.size());
                    tree.nodes.push_back(at);
                    tree.over_budget = true;
                } else {
                    moved_to[i] = moved_to[parent];
                }
                more_of[i] = moved_to[i];
                tree.nodes[static_cast<std::size_t>(moved_to[i])].count +=
                    whole.nodes[i].count + static_cast<std::uint32_t>(dropped[i]);
                continue;
            }
            const std::int32_t whole_parent = nearest_open(at.parent, elided);
            while (!open.empty() && open.back() != whole_parent) close();
            if (at.parent >= 0) at.parent = moved_to[static_cast<std::size_t>(at.parent)];
            moved_to[i] = static_cast<std::int32_t>(tree.nodes.size());
            if (at.parent >= 0)
                at.depth =
                    static_cast<std::uint16_t>(tree.nodes[static_cast<std::size_t>(at.parent)].depth + 1);
            tree.nodes.push_back(at);
            open.push_back(static_cast<std::int32_t>(i));
        }
        while (!open.empty()) close();
        for (std::size_t i = 0; i < n; ++i) {
            if (moved_to[i] >= 0 || whole.nodes[i].parent < 0) continue;
            const auto parent = static_cast<std::size_t>(whole.nodes[i].parent);
            moved_to[i] = kept[parent] != 0 ? more_of[parent] : moved_to[parent];
        }
        tree.node_of_item.reserve(whole.node_of_item.size());
        for (const std::int32_t at : whole.node_of_item)
            tree.node_of_item.push_back(at < 0 ? -1 : moved_to[static_cast<std::size_t>(at)]);
        link_nodes(tree);
        return tree;
    }
};

}  // namespace

std::vector<std::uint8_t> items_to_keep(const TreeModel& model, const TreePane& pane,
                                        const FoldOptions& options) {
    std::vector<std::uint8_t> keep(pane.items.size(), 0);
    if (model.changed <= options.keep_changes) {
        for (std::size_t i = 0; i < pane.items.size(); ++i) keep[i] = pane.items[i].is_changed() ? 1 : 0;
    }
    if (options.keep) keep[static_cast<std::size_t>(options.keep.item)] = 1;
    return keep;
}

void link_nodes(DisplayTree& tree) {
    for (DisplayNode& node : tree.nodes) node.first_child = node.next_sibling = -1;
    for (std::size_t i = tree.nodes.size(); i-- > 0;) {
        DisplayNode& node = tree.nodes[i];
        if (node.parent < 0) continue;
        DisplayNode& parent = tree.nodes[static_cast<std::size_t>(node.parent)];
        node.next_sibling = parent.first_child;
        parent.first_child = static_cast<std::int32_t>(i);
    }
}

DisplayTree within_budget(const TreeModel& model, std::size_t pane, const FoldState& folds,
                          const FoldOptions& options, const DisplayTree& whole) {
    if (whole.nodes.size() <= options.budget) return whole;
    Budget budget{.pane = model.panes[pane], .folds = folds, .options = options, .whole = whole};
    budget.keep = items_to_keep(model, budget.pane, options);
    budget.mark_landmarks();
    budget.spend();
    return budget.rebuilt();
}

}  // namespace mountscope
