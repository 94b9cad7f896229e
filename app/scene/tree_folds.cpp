#include "app/scene/tree_folds.hpp"

#include <algorithm>

#include "app/scene/tree_folds_tools.hpp"

namespace mountscope {

namespace {

constexpr std::uint32_t kLeastChain = 8;   // shorter chains are not worth a fold
constexpr std::uint32_t kChainEnds = 2;    // mounts of a folded chain that stay visible at either end
constexpr std::uint32_t kLongEnds = 8;     // the same, where there is room
constexpr std::size_t kRoomFor = 24;       // nodes up to which there is
constexpr std::uint32_t kLeastFolded = 3;  // mounts that a chain node stands for at least
constexpr std::uint32_t kLeastTwins = 4;

struct Folder {
    const TreeModel& model;
    const TreePane& pane;
    const FoldState& folds;
    const FoldOptions& options;
    std::uint32_t ends = kChainEnds;
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
        keep = items_to_keep(model, pane, options);
        const std::size_t n = pane.items.size();
        run.assign(n, 1);
        keeps_inside.assign(n, 0);
        for (std::size_t i = n; i-- > 0;) {
            const TreeItem& at = pane.items[i];
            if (keep[i] != 0) keeps_inside[i] = 1;
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
        if (!signature.empty()) return;
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
        const std::uint64_t first = std::uint64_t{ends} + shown.first;
        const std::uint64_t last = std::uint64_t{ends} + shown.last;
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
                chain.strip = add_strip(folded);
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

    std::int32_t add_strip(const std::vector<std::int32_t>& folded) {
        ChainStrip& strip = tree.strips.emplace_back();
        for (std::size_t k = 0; k < folded.size(); ++k) {
            const TreeItem& at = item(folded[k]);
            for (ChainStrip::Part* part :
                 {&strip.parts[k * ChainStrip::kParts / folded.size()], &strip.total}) {
                ++part->all;
                if (at.state == ItemState::kAdded)
                    ++part->added;
                else if (at.is_ghost())
                    ++part->gone;
                else if (at.is_changed())
                    ++part->other;
            }
        }
        return static_cast<std::int32_t>(tree.strips.size() - 1);
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
        sign();
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
        tree = {};
        twins.clear();
        tree.node_of_item.assign(n, -1);
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
        link_nodes(tree);
    }
};

}  // namespace

DisplayTree fold_pane(const TreeModel& model, std::size_t pane, const FoldState& folds,
                      const FoldOptions& options) {
    Folder folder{.model = model, .pane = model.panes[pane], .folds = folds, .options = options};
    folder.look_ahead();
    folder.build();
    if (!folder.tree.strips.empty() && folder.tree.nodes.size() <= kRoomFor) {
        folder.ends = kLongEnds;
        folder.build();
    }
    return std::move(folder.tree);
}

}  // namespace mountscope
