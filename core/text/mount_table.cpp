#include "core/text/mount_table.hpp"

#include <algorithm>

namespace mountscope {

namespace {

// The names from `base` (not included) down to `dentry`, each with a slash in front.
std::string path_below(const World& world, DentryRef dentry, DentryRef base) {
    std::vector<std::string_view> names;
    std::size_t length = 0;
    for (DentryRef at = dentry; at != base && world[at].parent != at; at = world[at].parent) {
        names.push_back(world.text(world[at].name));
        length += names.back().size() + 1;
    }
    std::string path;
    path.reserve(length);
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
        path += '/';
        path += escape_path(*name);
    }
    return path;
}

struct Builder {
    const World& world;
    MountTable& table;
    std::unordered_map<std::string, std::uint32_t> path_ids;

    std::uint32_t path_id(const std::string& path) {
        const auto [entry, added] = path_ids.emplace(path, static_cast<std::uint32_t>(table.paths.size()));
        if (added) table.paths.push_back(path);
        return entry->second;
    }

    struct Found {
        MountRef mount;
        std::int32_t parent;  // index into the found ones, -1: none
        std::uint32_t path;
    };
    std::vector<Found> found;  // in copy order

    // All mounts the viewer can see, in the order of the kernel's lists of children.
    void collect() {
        const Path root = world[table.viewer].root;
        struct Pending {
            MountRef mount;
            std::int32_t parent;
        };
        std::vector<Pending> pending;
        const bool shows_root = world[root.mount].ns == table.ns && world[root.mount].root == root.dentry;
        const auto push_children = [&](MountRef mount, std::int32_t index) {
            for (MountRef c = world[mount].last_child; c; c = world[c].prev_sibling)
                pending.push_back({c, index});
        };
        if (shows_root) found.push_back({root.mount, -1, path_id("/")});
        push_children(root.mount, shows_root ? 0 : -1);
        std::string path;
        while (!pending.empty()) {
            const Pending next = pending.back();
            pending.pop_back();
            const Mount& m = world[next.mount];
            if (m.ns != table.ns) continue;
            DentryRef base = world[m.parent].root;
            if (m.parent == root.mount) {
                if (!world.is_subdir(m.mountpoint, root.dentry)) continue;
                base = root.dentry;
            }
            std::uint32_t id = 0;
            if (m.mountpoint == base) {
                id = next.parent < 0 ? path_id("/") : found[static_cast<std::size_t>(next.parent)].path;
            } else {
                path = next.parent < 0 ? std::string()
                                       : table.paths[found[static_cast<std::size_t>(next.parent)].path];
                if (path == "/") path.clear();
                path += path_below(world, m.mountpoint, base);
                id = path_id(path);
            }
            const auto index = static_cast<std::int32_t>(found.size());
            found.push_back({next.mount, next.parent, id});
            push_children(next.mount, index);
        }
    }

    void put_in_canonical_order() {
        const std::size_t n = found.size();
        std::vector<std::vector<std::int32_t>> children(n);
        std::vector<std::int32_t> tops;
        for (std::size_t i = 0; i < n; ++i) {
            (found[i].parent < 0 ? tops : children[static_cast<std::size_t>(found[i].parent)])
                .push_back(static_cast<std::int32_t>(i));
        }
        const auto less = [&](std::int32_t a, std::int32_t b) {
            const Found& x = found[static_cast<std::size_t>(a)];
            const Found& y = found[static_cast<std::size_t>(b)];
            if (x.path != y.path) return table.paths[x.path] < table.paths[y.path];
            const std::string root_x = root_field(world, x.mount);
            const std::string root_y = root_field(world, y.mount);
            if (root_x != root_y) return root_x < root_y;
            const auto source_x = world.text(world[world[x.mount].superblock].source);
            const auto source_y = world.text(world[world[y.mount].superblock].source);
            if (source_x != source_y) return source_x < source_y;
            return world[x.mount].mnt_id < world[y.mount].mnt_id;
        };
        std::vector<std::int32_t> canonical(n, -1);
        std::vector<std::int32_t> pending;
        const auto push = [&](std::vector<std::int32_t>& list) {
            if (list.size() > 1) std::sort(list.begin(), list.end(), less);
            pending.insert(pending.end(), list.rbegin(), list.rend());
        };
        push(tops);
        table.rows.reserve(n);
        while (!pending.empty()) {
            const auto i = static_cast<std::size_t>(pending.back());
            pending.pop_back();
            canonical[i] = static_cast<std::int32_t>(table.rows.size());
            TableRow row;
            row.mount = found[i].mount;
            row.parent = found[i].parent < 0 ? -1 : canonical[static_cast<std::size_t>(found[i].parent)];
            row.path = found[i].path;
            table.rows_by_mount.emplace(row.mount.value, canonical[i]);
            table.rows.push_back(row);
            push(children[i]);
        }
        table.order = std::move(canonical);
    }

    // A lookup begins at the root mount of the process; what is stacked on "/" is not entered.
    void mark_hidden() {
        const auto key = [](std::int32_t parent, std::uint32_t path) {
            return std::uint64_t{static_cast<std::uint32_t>(parent)} << 32 | path;
        };
        std::unordered_map<std::uint64_t, std::int32_t> child;
        child.reserve(table.rows.size());
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            child.emplace(key(table.rows[i].parent, table.rows[i].path), static_cast<std::int32_t>(i));
        }
        std::unordered_map<std::uint32_t, std::int32_t> leads_to;
        const std::uint32_t top = path_id("/");
        const auto at_top = child.find(key(-1, top));
        leads_to.emplace(top, at_top == child.end() ? -1 : at_top->second);
        std::vector<std::uint32_t> chain;
        for (TableRow& row : table.rows) {
            std::uint32_t path = row.path;
            chain.clear();
            while (!leads_to.contains(path)) {
                chain.push_back(path);
                const std::string& text = table.paths[path];
                const std::size_t slash = text.rfind('/');
                path = path_id(slash == 0 || slash == std::string::npos ? "/" : text.substr(0, slash));
            }
            std::int32_t at = leads_to.at(path);
            for (auto step = chain.rbegin(); step != chain.rend(); ++step) {
                for (auto next = child.find(key(at, *step)); next != child.end();
                     next = child.find(key(at, *step))) {
                    at = next->second;
                }
                leads_to.emplace(*step, at);
            }
            row.hidden = leads_to.at(row.path) != &row - table.rows.data();
        }
    }

    // propagate_from: the nearest group above the master that has a member the viewer can reach.
    void find_dominating_groups() {
        std::unordered_map<std::uint32_t, bool> reachable_groups;
        for (const TableRow& row : table.rows) {
            if (const std::uint32_t group = world[row.mount].group_id) reachable_groups[group] = true;
        }
        std::unordered_map<std::uint32_t, std::uint32_t> dominating;  // by master mount
        std::vector<MountRef> chain;
        for (TableRow& row : table.rows) {
            const MountRef master = world[row.mount].master;
            if (!master) continue;
            chain.clear();
            std::uint32_t group = 0;
            for (MountRef m = master; m; m = world[m].master) {
                if (const auto known = dominating.find(m.value); known != dominating.end()) {
                    group = known->second;
                    break;
                }
                chain.push_back(m);
                if (reachable_groups.contains(world[m].group_id)) {
                    group = world[m].group_id;
                    break;
                }
            }
            for (const MountRef m : chain) dominating[m.value] = group;
            row.propagate_from = group == world[master].group_id ? 0 : group;
        }
    }
};

}  // namespace

namespace {

std::string escape_bytes(std::string_view text, std::string_view bytes) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        if (bytes.find(c) != std::string_view::npos) {
            const auto byte = static_cast<unsigned char>(c);
            out += '\\';
            out += static_cast<char>('0' + (byte >> 6));
            out += static_cast<char>('0' + ((byte >> 3) & 7));
            out += static_cast<char>('0' + (byte & 7));
        } else {
            out += c;
        }
    }
    return out;
}

}  // namespace

std::string escape_path(std::string_view text) {
    return escape_bytes(text, " \t\n\\");
}

std::string escape_field(std::string_view text) {
    return escape_bytes(text, " \t\n\\#");
}

std::string root_field(const World& world, MountRef mount) {
    const DentryRef root = world[mount].root;
    const DentryRef top = world[world[mount].superblock].root;
    if (root == top) return "/";
    std::string path = path_below(world, root, top);
    if (world.is_unlinked(root)) path += "//deleted";
    return path;
}

MountTable build_table(const World& world, NamespaceRef ns) {
    MountTable table;
    table.ns = ns;
    table.viewer = world.oldest_process(ns);
    if (!table.viewer) return table;
    Builder builder{world, table, {}, {}};
    builder.collect();
    builder.put_in_canonical_order();
    builder.mark_hidden();
    builder.find_dominating_groups();
    return table;
}

StateTables build_tables(const World& world) {
    StateTables state;
    for (std::uint32_t value = 1; value < world.process_slots(); ++value) {
        const NamespaceRef ns = world[ProcessRef{value}].ns;
        if (!ns || state.find(ns) != nullptr) continue;
        state.tables.push_back(build_table(world, ns));
        state.mounts += state.tables.back().rows.size();
    }
    const auto number = [&state](std::uint32_t group) {
        if (group != 0) {
            state.group_numbers.emplace(group, static_cast<std::uint32_t>(state.group_numbers.size() + 1));
        }
    };
    for (const MountTable& table : state.tables) {
        for (const TableRow& row : table.rows) {
            const Mount& m = world[row.mount];
            if ((m.flags & kMountShared) != 0) number(m.group_id);
            if (m.master) number(world[m.master].group_id);
            number(row.propagate_from);
        }
    }
    return state;
}

std::string table_line(const World& world, const StateTables& state, const MountTable& table,
                       std::size_t index) {
    const TableRow& row = table.rows[index];
    const Mount& m = world[row.mount];
    const auto number = [&state](std::uint32_t group) {
        return std::to_string(state.group_numbers.at(group));
    };
    std::string line = std::to_string(index);
    line += ' ';
    line += row.parent < 0 ? std::string("-") : std::to_string(row.parent);
    line += ' ';
    line += table.path_of(row);
    line += ' ';
    line += root_field(world, row.mount);
    line += ' ';
    line += escape_field(world.text(world[m.superblock].source));
    if ((m.flags & kMountShared) != 0) line += " shared:" + number(m.group_id);
    if (m.master) line += " master:" + number(world[m.master].group_id);
    if (row.propagate_from != 0) line += " propagate_from:" + number(row.propagate_from);
    if ((m.flags & kMountUnbindable) != 0) line += " unbindable";
    if (row.hidden) line += " hidden";
    return line;
}

}  // namespace mountscope
