#pragma once
// The mount table of a namespace as a process in it sees it: paths, parents, groups, what is hidden.
//
//   StateTables state = build_tables(world);
//   for (const MountTable& table : state.tables)
//       for (const TableRow& row : table.rows) print(state.line(world, table, i));
//
// Rows are in canonical order: depth first, children by path, bytewise. Groups are numbered from 1 over the
// whole state in the order in which the rows name them. Models fs/proc_namespace.c show_mountinfo(),
// fs/d_path.c, fs/pnode.c get_dominating_id().

#include <string>
#include <unordered_map>
#include <vector>

#include "core/world/world.hpp"

namespace mountscope {

struct TableRow {
    MountRef mount;
    std::int32_t parent = -1;          // row it sits on, -1: not in the table
    std::uint32_t path = 0;            // index into MountTable::paths
    std::uint32_t propagate_from = 0;  // group id, 0: none or the master itself
    bool hidden = false;               // a lookup of its path leads elsewhere
};

struct MountTable {
    NamespaceRef ns;
    ProcessRef viewer;                // the oldest process of the namespace
    std::vector<TableRow> rows;       // canonical order
    std::vector<std::int32_t> order;  // rows in the order in which the kernel copies the tree
    std::vector<std::string> paths;   // distinct paths, escaped as in mountinfo

    const std::string& path_of(const TableRow& row) const { return paths[row.path]; }
    // Index of the mount's row, -1 when it has none.
    std::int32_t row_of(MountRef mount) const {
        const auto found = rows_by_mount.find(mount.value);
        return found == rows_by_mount.end() ? -1 : found->second;
    }
    std::unordered_map<std::uint32_t, std::int32_t> rows_by_mount;
};

struct StateTables {
    std::vector<MountTable> tables;  // in the order in which their oldest processes were started
    std::size_t mounts = 0;          // rows of all tables
    std::unordered_map<std::uint32_t, std::uint32_t> group_numbers;  // kernel's group id -> number

    const MountTable* find(NamespaceRef ns) const {
        for (const MountTable& table : tables) {
            if (table.ns == ns) return &table;
        }
        return nullptr;
    }
};

StateTables build_tables(const World& world);

// The table of one namespace, without hidden marks of groups elsewhere; none when no process lives in it.
MountTable build_table(const World& world, NamespaceRef ns);

// "INDEX PARENT PATH ROOT SOURCE [shared:G] [master:G] [propagate_from:G] [unbindable] [hidden]"
std::string table_line(const World& world, const StateTables& state, const MountTable& table,
                       std::size_t index);

// Field 4 of mountinfo: the directory of its file system that a mount shows, "//deleted" when it was removed.
std::string root_field(const World& world, MountRef mount);
// Blanks, tabs, newlines and backslashes as octal.
std::string escape_path(std::string_view text);
// The same and #: sources and types.
std::string escape_field(std::string_view text);

}  // namespace mountscope
