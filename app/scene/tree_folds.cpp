#include "app/scene/tree_folds.hpp"

#include <algorithm>

namespace mountscope {

namespace {

constexpr std::uint32_t kLeastChain = 8;   // shorter chains are not worth a fold
constexpr std::uint32_t kChainEnds = 2;    // mounts of a folded chain that stay visible at either end
constexpr std::uint32_t kLeastFolded = 3;  // mounts that a chain node stands for at least
constexpr std::uint32_t kLeastTwins = 4;

struct Folder {
    const TreeModel& model;
    const TreePane& pane;
    const FoldState& folds;
    const FoldOptions& options;
    DisplayTree tree;
    std::vector<std::uint32_t> run;          // items of the chain that begins here
    std::vector<std::uint64_t> signature;    // equal for identical subtrees
    std::vector<std::uint8_t> keep;          // must stay visible
    std::vector<std::uint8_t> keeps_inside;  // the subtree holds such an item

    struct Pending {
        std::int32_t item;
        std::int32_t parent;  // node
        std::uint32_t times;  // identical subtrees it stands for
        std::uint32_t copies;
        std::uint32_t key;
    };
    std::vector<Pending> pending;

    const TreeItem& item(std::int32_t i) const { return pane.items[static_cast<std::size_t>(i)]; }

    bool continues_chain(const TreeItem& a, const TreeItem& b) const {
        return a.group == b.group && a.master == b.master && a.unbindable == b.unbindable &&
               a.is_ghost() == b.is_ghost() && b.next_sibling < 0;
    }

    void look_ahead() {
        const std::size_t n = pane.items.size();
        run.assign(n, 1);
        keep.assign(n, 0);
        keeps_inside.assign(n, 0);
        const bool keep_changed = model.changed <= options.keep_changes;
        for (std::size_t i = n; i-- > 0;) {
            const TreeItem& at = pane.items[i];
            if (keep_changed && at.is_changed()) keep[i] = 1;
            if (keep[i] != 0) keeps_inside[i] = 1;
            if (options.keep && static_cast<std::size_t>(options.keep.item) == i)
                keep[i] = keeps_inside[i] = 1;
            const std::int32_t child = at.first_child;
            if (child >= 0 && continues_chain(at, item(child)))
                run[i] = run[static_cast<std::size_t>(child)] + 1;
            if (keeps_inside[i] != 0 && at.parent >= 0) keeps_inside[static_cast<std::size_t>(at.parent)] = 1;
        }
    }

    static std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
        hash ^= value + 0x9E3779B97F4A7C15u + (hash << 6) + (hash >> 2);
        return hash * 0xFF51AFD7ED558CCDu;
    }

    // What makes two siblings look alike: what they show and how they propagate, but not where or in which
    // group.
    void sign() {
        const std::size_t n = pane.items.size();
        signature.assign(n, 0);
        for (std::size_t i = n; i-- > 0;) {
            const TreeItem& at = pane.items[i];
            const World& world = model.world_of(at);
            const Superblock& superblock = world[world[at.mount].superblock];
            std::uint64_t hash = mix(superblock.type.value, superblock.source.value);
            hash = mix(hash, (at.group != 0 ? 1u : 0u) | (at.master != 0 ? 2u : 0u) |
                                 (at.unbindable ? 4u : 0u) | (at.locked ? 8u : 0u) | (at.hidden ? 16u : 0u) |
                                 static_cast<std::uint64_t>(at.state) << 8);
            signature[i] = mix(hash, signature[i]);
            if (at.parent >= 0) {
                std::uint64_t& above = signature[static_cast<std::size_t>(at.parent)];
                above = mix(above, signature[i]);
            }
        }
    }

    std::int32_t add(DisplayNode node) {
        const auto index = static_cast<std::int32_t>(tree.nodes.size());
        if (node.parent >= 0) {
            const DisplayNode& parent = tree.nodes[static_cast<std::size_t>(node.parent)];
            node.depth = static_cast<std::uint16_t>(std::min<int>(parent.depth + 1, 65535));
        }
        if (node.count > 1) tree.folded = true;
        tree.nodes.push_back(node);
        return index;
    }

    std::int32_t add_mount(std::int32_t i, std::int32_t parent, std::uint32_t times, std::uint32_t copies,
                           std::uint32_t key) {
        DisplayNode node;
        node.item = i;
        node.parent = parent;
        node.count = times;
        node.copies = copies;
        node.key = key;
        node.stacked = item(i).stacked;
        const std::int32_t index = add(node);
        tree.node_of_item[static_cast<std::size_t>(i)] = index;
        return index;
    }

    // The chain of `length` items from `head`; returns the node of its last one.
    std::int32_t add_chain(const Pending& from, std::uint32_t length, std::int32_t& last_item) {
        const std::uint32_t key = item(from.item).unique_id;
        FoldState::Shown shown;
        if (const auto opened = folds.chains.find(key); opened != folds.chains.end()) shown = opened->second;
        const std::uint64_t first = std::uint64_t{kChainEnds} + shown.first;
        const std::uint64_t last = std::uint64_t{kChainEnds} + shown.last;
        std::int32_t node = from.parent;
        std::int32_t head = -1;
        std::int32_t i = from.item;
        std::vector<std::int32_t> folded;
        const auto close_fold = [&] {
            if (folded.empty()) return;
            if (folded.size() < kLeastFolded) {
                for (const std::int32_t f : folded) node = add_mount(f, node, from.times, 1, 0);
            } else {
                DisplayNode chain;
                chain.kind = NodeKind::kChain;
                chain.item = folded.front();
                chain.last_item = folded.back();
                chain.count = static_cast<std::uint32_t>(folded.size()) * from.times;
                chain.key = key;
                chain.parent = node;
                chain.stacked = item(chain.item).stacked;
                node = add(chain);
                for (const std::int32_t f : folded) tree.node_of_item[static_cast<std::size_t>(f)] = node;
            }
            folded.clear();
        };
        for (std::uint32_t k = 0; k < length; ++k) {
            const bool visible = k < first || k + last >= length || keep[static_cast<std::size_t>(i)] != 0;
            if (visible) {
                close_fold();
                const bool is_head = k == 0;
                node = add_mount(i, node, from.times, is_head ? from.copies : 1, is_head ? from.key : 0);
                if (is_head) head = node;
            } else {
                folded.push_back(i);
            }
            last_item = i;
            i = item(i).first_child;
        }
        close_fold();
        if (shown.first + shown.last > 0 && head >= 0) {
            DisplayNode& top = tree.nodes[static_cast<std::size_t>(head)];
            top.can_refold = true;
            if (top.key == 0) top.key = key;
        }
        return node;
    }

    void add_more(std::int32_t parent, std::int32_t first_item, std::uint32_t count, std::uint32_t key) {
        DisplayNode more;
        more.kind = NodeKind::kMore;
        more.item = first_item;
        more.count = count;
        more.key = key;
        more.parent = parent;
        add(more);
    }

    void point_subtree_at(std::int32_t top, std::int32_t node) {
        const auto first = static_cast<std::size_t>(top);
        std::fill_n(tree.node_of_item.begin() + top, pane.items[first].subtree, node);
    }

    // Children of `of` go onto the pending list, identical ones as one.
    void push_children(std::int32_t of, std::int32_t node, std::uint32_t times) {
        const std::size_t begin = pending.size();
        std::uint32_t children = 0;
        for (std::int32_t c = item(of).first_child; c >= 0; c = item(c).next_sibling) ++children;
        if (!options.fold || children < kLeastTwins) {
            for (std::int32_t c = item(of).first_child; c >= 0; c = item(c).next_sibling)
                pending.push_back({c, node, times, 1, 0});
        } else {
            push_with_twins(of, node, times);
        }
        std::reverse(pending.begin() + static_cast<std::ptrdiff_t>(begin), pending.end());
    }

    void push_with_twins(std::int32_t of, std::int32_t node, std::uint32_t times) {
        std::unordered_map<std::uint64_t, std::uint32_t> how_many;
        for (std::int32_t c = item(of).first_child; c >= 0; c = item(c).next_sibling) {
            if (keeps_inside[static_cast<std::size_t>(c)] == 0)
                ++how_many[signature[static_cast<std::size_t>(c)]];
        }
        std::unordered_map<std::uint64_t, std::int32_t> first_of;
        for (std::int32_t c = item(of).first_child; c >= 0; c = item(c).next_sibling) {
            const auto at = static_cast<std::size_t>(c);
            const std::uint32_t count = keeps_inside[at] != 0 ? 1 : how_many[signature[at]];
            if (count < kLeastTwins) {
                pending.push_back({c, node, times, 1, 0});
                continue;
            }
            const auto [first, is_first] = first_of.emplace(signature[at], c);
            const std::uint32_t key = item(first->second).unique_id;
            if (folds.twins.contains(key)) {
                pending.push_back({c, node, times, 1, is_first ? key : 0});
            } else if (is_first) {
                pending.push_back({c, node, times * count, count, key});
            } else {
                twins.push_back({c, first->second});
            }
        }
    }

    struct Twin {
        std::int32_t item;
        std::int32_t shown_by;
    };
    std::vector<Twin> twins;

    void build() {
        const std::size_t n = pane.items.size();
        tree.node_of_item.assign(n, -1);
        look_ahead();
        if (options.fold) sign();
        for (auto root = pane.roots.rbegin(); root != pane.roots.rend(); ++root)
            pending.push_back({*root, -1, 1, 1, 0});
        while (!pending.empty()) {
            const Pending next = pending.back();
            pending.pop_back();
            const std::uint32_t length = run[static_cast<std::size_t>(next.item)];
            std::int32_t last_item = next.item;
            std::int32_t node = -1;
            const bool closed = folds.closed.contains(item(next.item).unique_id);
            if (options.fold && length >= kLeastChain && !closed) {
                node = add_chain(next, length, last_item);
            } else {
                node = add_mount(next.item, next.parent, next.times, next.copies, next.key);
                if (next.key != 0 && next.copies == 1) tree.nodes.back().can_refold = true;
            }
            if (closed && item(next.item).subtree > 1) {
                add_more(node, item(next.item).first_child, (item(next.item).subtree - 1) * next.times,
                         item(next.item).unique_id);
                const auto more = static_cast<std::int32_t>(tree.nodes.size() - 1);
                point_subtree_at(next.item, more);
                tree.node_of_item[static_cast<std::size_t>(next.item)] = node;
                continue;
            }
            push_children(last_item, node, next.times);
        }
        for (const Twin& twin : twins) {
            // Its place is the representative's; deeper items map to that as well.
            point_subtree_at(twin.item, tree.node_of_item[static_cast<std::size_t>(twin.shown_by)]);
        }
        link();
    }

    void link() {
        for (DisplayNode& node : tree.nodes) node.first_child = node.next_sibling = -1;
        for (std::size_t i = tree.nodes.size(); i-- > 0;) {
            DisplayNode& node = tree.nodes[i];
            if (node.parent < 0) continue;
            DisplayNode& parent = tree.nodes[static_cast<std::size_t>(node.parent)];
            node.next_sibling = parent.first_child;
            parent.first_child = static_cast<std::int32_t>(i);
        }
    }

    // Nodes that must stay, and all above them.
    std::vector<std::uint8_t> landmarks() const {
        std::vector<std::uint8_t> marked(tree.nodes.size(), 0);
        for (std::size_t i = tree.nodes.size(); i-- > 0;) {
            const DisplayNode& node = tree.nodes[i];
            if (node.kind == NodeKind::kMount && keep[static_cast<std::size_t>(node.item)] != 0)
                marked[i] = 1;
            if (marked[i] != 0 && node.parent >= 0) marked[static_cast<std::size_t>(node.parent)] = 1;
        }
        return marked;
    }

    // Keeps what is nearest to the roots, and the landmarks; the rest is counted by "more" nodes.
    void apply_budget() {
        const std::size_t n = tree.nodes.size();
        if (n <= options.budget) return;
        std::vector<std::uint8_t> kept = landmarks();
        std::size_t room = options.budget;
        std::vector<std::int32_t> queue;
        for (std::size_t i = 0; i < n; ++i) {
            if (tree.nodes[i].parent < 0) queue.push_back(static_cast<std::int32_t>(i));
        }
        for (std::size_t head = 0; head < queue.size(); ++head) {
            const auto at = static_cast<std::size_t>(queue[head]);
            const DisplayNode& node = tree.nodes[at];
            const bool asked_for = node.parent >= 0 && is_opened(node.parent);
            if (kept[at] == 0 && room == 0 && !asked_for) continue;
            kept[at] = 1;
            if (room > 0) --room;
            for (std::int32_t c = node.first_child; c >= 0;
                 c = tree.nodes[static_cast<std::size_t>(c)].next_sibling)
                queue.push_back(c);
        }
        rebuild(kept);
    }

    bool is_opened(std::int32_t node) const {
        const DisplayNode& n = tree.nodes[static_cast<std::size_t>(node)];
        return n.kind == NodeKind::kMount && folds.opened.contains(item(n.item).unique_id);
    }

    void rebuild(const std::vector<std::uint8_t>& kept) {
        const std::size_t n = tree.nodes.size();
        std::vector<std::uint64_t> dropped(n, 0);  // mounts of dropped children's subtrees
        std::vector<std::uint64_t> inside(n, 0);   // mounts of the subtree
        std::vector<std::int32_t> first_dropped(n, -1);
        for (std::size_t i = n; i-- > 0;) {
            const DisplayNode& node = tree.nodes[i];
            inside[i] += node.count;
            if (node.parent < 0) continue;
            const auto parent = static_cast<std::size_t>(node.parent);
            inside[parent] += inside[i];
            if (kept[i] == 0) {
                dropped[parent] += inside[i];
                first_dropped[parent] = node.item;
            }
        }
        std::vector<DisplayNode> old = std::move(tree.nodes);
        tree.nodes.clear();
        std::vector<std::int32_t> moved_to(n, -1);
        std::vector<std::int32_t> more_of(n, -1);
        // Depth first again, each "more" node as the last child.
        std::vector<std::int32_t> stack;
        for (std::size_t i = n; i-- > 0;) {
            if (old[i].parent < 0 && kept[i] != 0) stack.push_back(static_cast<std::int32_t>(i));
        }
        while (!stack.empty()) {
            const std::int32_t entry = stack.back();
            stack.pop_back();
            if (entry < 0) {
                const auto parent = static_cast<std::size_t>(-entry - 1);
                const TreeItem& above = item(old[parent].item);
                add_more(moved_to[parent], first_dropped[parent], static_cast<std::uint32_t>(dropped[parent]),
                         above.unique_id);
                more_of[parent] = static_cast<std::int32_t>(tree.nodes.size() - 1);
                continue;
            }
            const auto at = static_cast<std::size_t>(entry);
            DisplayNode node = old[at];
            if (node.parent >= 0) node.parent = moved_to[static_cast<std::size_t>(node.parent)];
            moved_to[at] = add(node);
            if (dropped[at] > 0) stack.push_back(-entry - 1);
            const auto begin = static_cast<std::ptrdiff_t>(stack.size());
            for (std::int32_t c = old[at].first_child; c >= 0;
                 c = old[static_cast<std::size_t>(c)].next_sibling) {
                if (kept[static_cast<std::size_t>(c)] != 0) stack.push_back(c);
            }
            std::reverse(stack.begin() + begin, stack.end());
        }
        // Parents come before children, so what a dropped node's parent maps to is known.
        for (std::size_t i = 0; i < n; ++i) {
            if (moved_to[i] >= 0 || old[i].parent < 0) continue;
            const auto parent = static_cast<std::size_t>(old[i].parent);
            moved_to[i] = kept[parent] != 0 ? more_of[parent] : moved_to[parent];
        }
        for (std::int32_t& node : tree.node_of_item) {
            if (node >= 0) node = moved_to[static_cast<std::size_t>(node)];
        }
        link();
    }
};

}  // namespace

DisplayTree fold_pane(const TreeModel& model, std::size_t pane, const FoldState& folds,
                      const FoldOptions& options) {
    Folder folder{model, model.panes[pane], folds, options, {}, {}, {}, {}, {}, {}, {}};
    folder.build();
    folder.apply_budget();
    return std::move(folder.tree);
}

}  // namespace mountscope
