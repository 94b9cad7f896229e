#pragma once
// The mount trees of one state as the picture needs them: one pane for each namespace, with the mounts that
// the last command took away kept in their places, and each mount marked with what happened to it.
//
//   TreeInput input{.world = &world, .state = &tables};
//   input.before = &world_before;
//   input.state_before = &tables_before;
//   input.changes = &step.changes;
//   input.colours = &colours;
//   TreeModel model = build_tree_model(input);      // once per state
//   for (const TreeItem& item : model.panes[0].items) ...
//
// Invariants: items of a pane are in depth-first order, a parent before its children, so the subtree of item
// i is [i, i + subtree). Each row of a pane's table is one item. The input's objects outlive the model.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/mount_table.hpp"
#include "core/trace/changes.hpp"

#include "app/scene/group_colours.hpp"

namespace mountscope {

struct TreeInput {
    const World* world = nullptr;
    const StateTables* state = nullptr;
    // The state before the last command and what that command changed; all three or none.
    const World* before = nullptr;
    const StateTables* state_before = nullptr;
    const Changes* changes = nullptr;
    const GroupColours* colours = nullptr;
};

enum class ItemState : std::uint8_t {
    kSame,
    kAdded,
    kGone,       // no longer there; drawn as a ghost in its place
    kMoved,      // has come to another path
    kMovedAway,  // the place it has left; an item without row of its own
    kReseated,   // at its old path, but on another parent: something was slid beneath it, or taken from there
    kRegrouped,  // another peer group, master or unbindable mark
};

struct TreeItem {
    std::uint32_t unique_id = 0;
    MountRef mount;            // a handle into world; into before for kGone and kMovedAway
    std::int32_t row = -1;     // of the pane's table; of table_before for kGone and kMovedAway
    std::int32_t parent = -1;  // item of the same pane
    std::int32_t first_child = -1;
    std::int32_t next_sibling = -1;
    std::uint32_t subtree = 1;  // items in it, this one included
    std::uint32_t group = 0;    // kernel's id of its peer group, 0: not shared
    std::uint32_t master = 0;   // kernel's id of its master's group, 0: no slave
    std::uint32_t order = 0;    // among the mounts that the command made, from 1; 0: not one of them
    ItemState state = ItemState::kSame;
    bool unbindable = false;
    bool locked = false;
    bool hidden = false;   // covered: its path leads elsewhere
    bool stacked = false;  // at the same path as its parent

    bool is_ghost() const { return state == ItemState::kGone || state == ItemState::kMovedAway; }
    bool is_changed() const { return state != ItemState::kSame && state != ItemState::kReseated; }
};

struct TreePane {
    NamespaceRef ns;
    std::uint32_t seq = 0;  // of the namespace: its identity over time
    std::string title;      // names of its processes
    std::uint32_t mounts = 0;
    std::uint32_t added = 0;
    std::uint32_t gone = 0;
    bool is_new = false;
    bool ended = false;  // all its items are ghosts
    const MountTable* table = nullptr;
    const MountTable* table_before = nullptr;
    std::vector<TreeItem> items;
    std::vector<std::int32_t> roots;  // items without parent
};

struct TreeGroup {
    std::uint32_t id = 0;      // the kernel's
    std::uint32_t peers = 0;   // that are in a table
    std::uint32_t slaves = 0;  // mounts in tables whose master is one of them
    std::uint32_t master = 0;  // group that it is a slave of
};

struct ItemRef {
    std::int32_t pane = -1;
    std::int32_t item = -1;
    explicit operator bool() const { return item >= 0; }
    friend bool operator==(ItemRef, ItemRef) = default;
};

struct TreeModel {
    TreeInput input;
    std::vector<TreePane> panes;
    std::vector<TreeGroup> groups;  // in the order in which the rows name them
    std::uint32_t mounts = 0;       // rows of all tables
    std::uint32_t changed = 0;      // items with is_changed()
    std::vector<ItemRef> slaves;    // items with a master, in the order of the panes
    std::vector<ItemRef> copies;    // items that the command made as copies for peers and slaves, by order
    std::vector<ItemRef> left;      // places that mounts have left

    const TreeItem& operator[](ItemRef ref) const {
        return panes[static_cast<std::size_t>(ref.pane)].items[static_cast<std::size_t>(ref.item)];
    }
    ItemRef find(std::uint32_t unique_id) const;  // the mount itself, not the place it has left
    ItemRef find_left_place(std::uint32_t unique_id) const;
    const TreeGroup* group(std::uint32_t id) const;

    // Texts of an item. `name` is the last part of the path, "/" for the root.
    const World& world_of(const TreeItem& item) const {
        return item.is_ghost() ? *input.before : *input.world;
    }
    const std::string& path(const TreePane& pane, const TreeItem& item) const;
    std::string_view name(const TreePane& pane, const TreeItem& item) const;
    std::string source(const TreeItem& item) const;  // "zdtm", or "zdtm[/1]" when it shows a directory of it
    std::uint32_t mnt_id(const TreeItem& item) const { return world_of(item)[item.mount].mnt_id; }
    // "/mnt/1, shared, group 2, new": what a screen reader says.
    std::string describe(const TreePane& pane, const TreeItem& item) const;
};

TreeModel build_tree_model(const TreeInput& input);

}  // namespace mountscope
