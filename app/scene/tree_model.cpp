#include "app/scene/tree_model.hpp"

#include <algorithm>
#include <unordered_map>

namespace mountscope {

namespace {

struct Mark {
    std::uint32_t order = 0;  // among the added
    bool moved = false;
    bool regrouped = false;
};

struct PaneBuilder {
    const TreeInput& input;
    const std::vector<Mark>& marks;  // by slot of the mount
    TreePane& pane;
    std::vector<TreeItem> items;             // rows first, then ghosts
    std::vector<std::int32_t> ghost_of_row;  // by row of table_before, -1: none
    bool has_ghosts = false;

    const MountTable& table() const { return *pane.table; }
    const MountTable& before() const { return *pane.table_before; }

    void describe(TreeItem& item, const World& world, MountRef mount) const {
        const Mount& m = world[mount];
        item.mount = mount;
        item.unique_id = m.unique_id;
        item.group = (m.flags & kMountShared) != 0 ? m.group_id : 0;
        item.master = m.master ? world[m.master].group_id : 0;
        item.unbindable = (m.flags & kMountUnbindable) != 0;
        item.locked = (m.flags & kMountLocked) != 0;
    }

    void add_rows() {
        const World& world = *input.world;
        items.reserve(table().rows.size());
        for (std::size_t i = 0; i < table().rows.size(); ++i) {
            const TableRow& row = table().rows[i];
            TreeItem item;
            describe(item, world, row.mount);
            item.row = static_cast<std::int32_t>(i);
            item.parent = row.parent;
            item.hidden = row.hidden;
            const Mark& mark = marks[row.mount.value];
            if (mark.order != 0) {
                item.state = ItemState::kAdded;
                item.order = mark.order;
                ++pane.added;
            } else if (mark.moved) {
                item.state = is_at_old_path(row) ? ItemState::kReseated : ItemState::kMoved;
            } else if (mark.regrouped) {
                item.state = ItemState::kRegrouped;
            }
            items.push_back(item);
        }
        pane.mounts = static_cast<std::uint32_t>(items.size());
    }

    bool is_at_old_path(const TableRow& row) const {
        if (pane.table_before == nullptr) return true;
        const std::int32_t old = before().row_of(row.mount);
        return old >= 0 &&
               before().path_of(before().rows[static_cast<std::size_t>(old)]) == table().path_of(row);
    }

    void add_ghost(std::int32_t row, ItemState state) {
        const TableRow& old = before().rows[static_cast<std::size_t>(row)];
        TreeItem item;
        describe(item, *input.before, old.mount);
        item.row = row;
        item.state = state;
        item.hidden = old.hidden;
        item.parent = place_in_picture(old.parent);
        if (state == ItemState::kGone) {
            ghost_of_row[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(items.size());
            ++pane.gone;
        }
        items.push_back(item);
        has_ghosts = true;
    }

    // Where a mount of the table before is in the picture now: its ghost, or its row; -1 when nowhere.
    std::int32_t place_in_picture(std::int32_t old_row) const {
        if (old_row < 0) return -1;
        if (ghost_of_row[static_cast<std::size_t>(old_row)] >= 0)
            return ghost_of_row[static_cast<std::size_t>(old_row)];
        return pane.table == nullptr ? -1
                                     : table().row_of(before().rows[static_cast<std::size_t>(old_row)].mount);
    }

    void add_ghosts() {
        if (pane.table_before == nullptr) return;
        ghost_of_row.assign(before().rows.size(), -1);
        for (std::size_t i = 0; i < before().rows.size(); ++i) {
            const MountRef mount = before().rows[i].mount;
            const std::int32_t row = pane.table == nullptr ? -1 : table().row_of(mount);
            const bool is_still_there =
                row >= 0 && (*input.world)[mount].unique_id == (*input.before)[mount].unique_id;
            if (!is_still_there) {
                add_ghost(static_cast<std::int32_t>(i), ItemState::kGone);
            } else if (items[static_cast<std::size_t>(row)].state == ItemState::kMoved) {
                add_ghost(static_cast<std::int32_t>(i), ItemState::kMovedAway);
            }
        }
        if (pane.gone > 0 && pane.table != nullptr) keep_below_ghosts();
    }

    // A mount that has slid down because those beneath it went stays where it was, below their ghosts.
    void keep_below_ghosts() {
        for (std::size_t i = 0; i < table().rows.size(); ++i) {
            TreeItem& item = items[i];
            if (item.state != ItemState::kReseated) continue;
            const std::int32_t old = before().row_of(item.mount);
            if (old < 0) continue;
            const std::int32_t old_parent = before().rows[static_cast<std::size_t>(old)].parent;
            std::int32_t above = old_parent;
            while (above >= 0 && ghost_of_row[static_cast<std::size_t>(above)] >= 0)
                above = before().rows[static_cast<std::size_t>(above)].parent;
            if (above == old_parent || place_in_picture(above) != item.parent) continue;
            item.parent = ghost_of_row[static_cast<std::size_t>(old_parent)];
        }
    }

    const std::string& path(const TreeItem& item) const {
        const MountTable& from = item.is_ghost() ? before() : table();
        return from.path_of(from.rows[static_cast<std::size_t>(item.row)]);
    }

    // Children of each item, in order of path; ghosts stand before what is at the same path now.
    void link_children(std::vector<std::int32_t>& roots) {
        std::vector<std::int32_t> last(items.size(), -1);
        const std::size_t rows = pane.table == nullptr ? 0 : table().rows.size();
        for (std::size_t i = 0; i < items.size(); ++i) items[i].first_child = items[i].next_sibling = -1;
        const auto append = [&](std::size_t i) {
            const auto index = static_cast<std::int32_t>(i);
            if (items[i].parent < 0) {
                roots.push_back(index);
                return;
            }
            const auto parent = static_cast<std::size_t>(items[i].parent);
            if (last[parent] < 0)
                items[parent].first_child = index;
            else
                items[static_cast<std::size_t>(last[parent])].next_sibling = index;
            last[parent] = index;
        };
        for (std::size_t i = 0; i < rows; ++i) append(i);
        for (std::size_t i = rows; i < items.size(); ++i) {
            if (!insert_sorted(i, roots, last)) append(i);
        }
    }

    bool insert_sorted(std::size_t ghost, std::vector<std::int32_t>& roots, std::vector<std::int32_t>& last) {
        const auto index = static_cast<std::int32_t>(ghost);
        const auto goes_behind = [&](std::int32_t other) {
            const TreeItem& o = items[static_cast<std::size_t>(other)];
            return o.is_ghost() ? path(o) <= path(items[ghost]) : path(o) < path(items[ghost]);
        };
        if (items[ghost].parent < 0) {
            const auto at = std::find_if_not(roots.begin(), roots.end(), goes_behind);
            roots.insert(at, index);
            return true;
        }
        const auto parent = static_cast<std::size_t>(items[ghost].parent);
        // Ghosts arrive in order, so most belong at the end; only the others have to search.
        if (last[parent] < 0 || goes_behind(last[parent])) return false;
        std::int32_t previous = -1;
        std::int32_t at = items[parent].first_child;
        while (at >= 0 && goes_behind(at)) {
            previous = at;
            at = items[static_cast<std::size_t>(at)].next_sibling;
        }
        items[ghost].next_sibling = at;
        if (previous < 0)
            items[parent].first_child = index;
        else
            items[static_cast<std::size_t>(previous)].next_sibling = index;
        return true;
    }

    // Puts the items in depth-first order and counts subtrees.
    void put_in_order(const std::vector<std::int32_t>& roots) {
        const std::size_t n = items.size();
        std::vector<std::int32_t> new_index(n, -1);
        std::vector<std::int32_t> pending(roots.rbegin(), roots.rend());
        pane.items.clear();
        pane.items.reserve(n);
        while (!pending.empty()) {
            const std::int32_t old = pending.back();
            pending.pop_back();
            const TreeItem& item = items[static_cast<std::size_t>(old)];
            new_index[static_cast<std::size_t>(old)] = static_cast<std::int32_t>(pane.items.size());
            pane.items.push_back(item);
            const auto begin = static_cast<std::ptrdiff_t>(pending.size());
            for (std::int32_t c = item.first_child; c >= 0;
                 c = items[static_cast<std::size_t>(c)].next_sibling)
                pending.push_back(c);
            std::reverse(pending.begin() + begin, pending.end());
        }
        const auto renamed = [&](std::int32_t old) {
            return old < 0 ? -1 : new_index[static_cast<std::size_t>(old)];
        };
        for (TreeItem& item : pane.items) {
            item.parent = renamed(item.parent);
            item.first_child = renamed(item.first_child);
            item.next_sibling = renamed(item.next_sibling);
        }
        for (const std::int32_t root : roots) pane.roots.push_back(renamed(root));
        for (std::size_t i = pane.items.size(); i-- > 0;) {
            const TreeItem& item = pane.items[i];
            if (item.parent >= 0) pane.items[static_cast<std::size_t>(item.parent)].subtree += item.subtree;
        }
    }

    void find_stacks() {
        for (TreeItem& item : pane.items) {
            if (item.parent < 0) continue;
            const TreeItem& parent = pane.items[static_cast<std::size_t>(item.parent)];
            if (item.is_ghost() == parent.is_ghost()) {
                const MountTable& from = item.is_ghost() ? before() : table();
                item.stacked = from.rows[static_cast<std::size_t>(item.row)].path ==
                               from.rows[static_cast<std::size_t>(parent.row)].path;
            } else {
                item.stacked = path(item) == path(parent);
            }
        }
    }

    void build() {
        if (pane.table != nullptr) add_rows();
        add_ghosts();
        std::vector<std::int32_t> roots;
        link_children(roots);
        put_in_order(roots);
        find_stacks();
    }
};

std::string process_names(const World& world, NamespaceRef ns) {
    std::string names;
    std::size_t count = 0;
    for (std::uint32_t value = 1; value < world.process_slots(); ++value) {
        const Process& process = world[ProcessRef{value}];
        if (!process.name || process.ns != ns) continue;
        if (++count > 3) continue;
        if (count > 1) names += ", ";
        names += world.text(process.name);
    }
    if (count > 3) names += " and " + std::to_string(count - 3) + " more";
    return names;
}

std::vector<Mark> collect_marks(const TreeInput& input) {
    std::vector<Mark> marks(input.world->mount_slots());
    if (input.changes == nullptr || input.before == nullptr) return marks;
    std::uint32_t order = 0;
    for (const MountRef m : input.changes->added) marks[m.value].order = ++order;
    for (const MountRef m : input.changes->moved) marks[m.value].moved = true;
    for (const MountRef m : input.changes->regrouped) marks[m.value].regrouped = true;
    return marks;
}

bool is_propagated(const TreeInput& input, const TreeItem& item) {
    const MountOrigin origin = (*input.world)[item.mount].origin;
    return origin == MountOrigin::kPeerCopy || origin == MountOrigin::kSlaveCopy;
}

void list_special_items(TreeModel& model) {
    for (std::size_t p = 0; p < model.panes.size(); ++p) {
        for (std::size_t i = 0; i < model.panes[p].items.size(); ++i) {
            const TreeItem& item = model.panes[p].items[i];
            const ItemRef ref{static_cast<std::int32_t>(p), static_cast<std::int32_t>(i)};
            if (item.is_changed()) ++model.changed;
            if (item.state == ItemState::kMovedAway) model.left.push_back(ref);
            if (item.is_ghost()) continue;
            if (item.master != 0) model.slaves.push_back(ref);
            if (item.state == ItemState::kAdded && is_propagated(model.input, item))
                model.copies.push_back(ref);
        }
    }
    std::sort(model.copies.begin(), model.copies.end(),
              [&](ItemRef a, ItemRef b) { return model[a].order < model[b].order; });
}

void count_groups(TreeModel& model) {
    std::unordered_map<std::uint32_t, std::size_t> index;
    const auto group = [&](std::uint32_t id) -> TreeGroup& {
        const auto [found, is_new] = index.emplace(id, model.groups.size());
        if (is_new) model.groups.push_back({.id = id});
        return model.groups[found->second];
    };
    for (const TreePane& pane : model.panes) {
        for (const TreeItem& item : pane.items) {
            if (item.is_ghost()) continue;
            if (item.group != 0) {
                TreeGroup& own = group(item.group);
                ++own.peers;
                if (item.master != 0) own.master = item.master;
            }
            if (item.master != 0) ++group(item.master).slaves;
        }
    }
}

}  // namespace

TreeModel build_tree_model(const TreeInput& input) {
    TreeModel model;
    model.input = input;
    const bool compares =
        input.before != nullptr && input.state_before != nullptr && input.changes != nullptr;
    const std::vector<Mark> marks = collect_marks(input);
    for (const MountTable& table : input.state->tables) {
        TreePane& pane = model.panes.emplace_back();
        pane.ns = table.ns;
        pane.seq = (*input.world)[table.ns].seq;
        pane.title = process_names(*input.world, table.ns);
        pane.table = &table;
        if (compares) {
            const MountTable* old = input.state_before->find(table.ns);
            if (old != nullptr && (*input.before)[table.ns].seq == pane.seq) pane.table_before = old;
            pane.is_new = pane.table_before == nullptr;
        }
        PaneBuilder{input, marks, pane, {}, {}}.build();
        model.mounts += pane.mounts;
    }
    if (compares) {
        for (const MountTable& old : input.state_before->tables) {
            const std::uint32_t seq = (*input.before)[old.ns].seq;
            const auto is_same = [&](const TreePane& p) { return p.seq == seq; };
            if (std::any_of(model.panes.begin(), model.panes.end(), is_same)) continue;
            TreePane& pane = model.panes.emplace_back();
            pane.ns = old.ns;
            pane.seq = seq;
            pane.title = process_names(*input.before, old.ns);
            pane.ended = true;
            pane.table_before = &old;
            PaneBuilder{input, marks, pane, {}, {}}.build();
        }
    }
    list_special_items(model);
    count_groups(model);
    return model;
}

ItemRef TreeModel::find(std::uint32_t unique_id) const {
    for (std::size_t p = 0; p < panes.size(); ++p) {
        for (std::size_t i = 0; i < panes[p].items.size(); ++i) {
            const TreeItem& item = panes[p].items[i];
            if (item.unique_id == unique_id && item.state != ItemState::kMovedAway)
                return {static_cast<std::int32_t>(p), static_cast<std::int32_t>(i)};
        }
    }
    return {};
}

ItemRef TreeModel::find_left_place(std::uint32_t unique_id) const {
    for (std::size_t p = 0; p < panes.size(); ++p) {
        for (std::size_t i = 0; i < panes[p].items.size(); ++i) {
            const TreeItem& item = panes[p].items[i];
            if (item.unique_id == unique_id && item.state == ItemState::kMovedAway)
                return {static_cast<std::int32_t>(p), static_cast<std::int32_t>(i)};
        }
    }
    return {};
}

const TreeGroup* TreeModel::group(std::uint32_t id) const {
    const auto found =
        std::find_if(groups.begin(), groups.end(), [&](const TreeGroup& g) { return g.id == id; });
    return found == groups.end() ? nullptr : &*found;
}

const std::string& TreeModel::path(const TreePane& pane, const TreeItem& item) const {
    const MountTable& from = item.is_ghost() ? *pane.table_before : *pane.table;
    return from.path_of(from.rows[static_cast<std::size_t>(item.row)]);
}

std::string_view TreeModel::name(const TreePane& pane, const TreeItem& item) const {
    const std::string& whole = path(pane, item);
    const std::size_t slash = whole.rfind('/');
    if (slash == std::string::npos || slash + 1 == whole.size()) return whole;
    return std::string_view(whole).substr(slash + 1);
}

std::string TreeModel::source(const TreeItem& item) const {
    const World& world = world_of(item);
    const Mount& m = world[item.mount];
    std::string text(world.text(world[m.superblock].source));
    if (m.root != world[m.superblock].root) text += "[" + root_field(world, item.mount) + "]";
    return text;
}

std::string TreeModel::describe(const TreePane& pane, const TreeItem& item) const {
    std::string text = path(pane, item);
    if (item.group != 0) text += ", shared, group " + GroupColours::label(item.group);
    if (item.master != 0) text += ", slave of group " + GroupColours::label(item.master);
    if (item.unbindable) text += ", unbindable";
    if (item.group == 0 && item.master == 0 && !item.unbindable) text += ", private";
    if (item.locked) text += ", locked";
    if (item.stacked) text += ", on top of another mount";
    if (item.hidden) text += ", covered";
    switch (item.state) {
        case ItemState::kSame:
        case ItemState::kReseated:
            break;
        case ItemState::kAdded:
            text += ", new";
            break;
        case ItemState::kGone:
            text += ", gone";
            break;
        case ItemState::kMoved:
            text += ", moved here";
            break;
        case ItemState::kMovedAway:
            text += ", moved away";
            break;
        case ItemState::kRegrouped:
            text += ", propagation changed";
            break;
    }
    return text;
}

}  // namespace mountscope
