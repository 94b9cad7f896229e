#include "core/text/mountinfo.hpp"

#include <algorithm>
#include <numeric>

namespace mountscope {

std::vector<std::size_t> mountinfo_order(const World& world, const KernelProfile& kernel,
                                         const MountTable& table) {
    std::vector<std::size_t> order;
    order.reserve(table.rows.size());
    if (kernel.list_order == ListOrder::kCommitOrder) {
        for (MountRef m = world[table.ns].first_mount; m; m = world[m].ns_next) {
            if (const std::int32_t row = table.row_of(m); row >= 0)
                order.push_back(static_cast<std::size_t>(row));
        }
        return order;
    }
    order.resize(table.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return world[table.rows[a].mount].unique_id < world[table.rows[b].mount].unique_id;
    });
    return order;
}

std::vector<MountinfoField> mountinfo_fields(const World& world, const MountTable& table, std::size_t row) {
    const TableRow& r = table.rows[row];
    const Mount& m = world[r.mount];
    const Superblock& sb = world[m.superblock];
    std::vector<MountinfoField> fields;
    const auto add = [&fields](std::string_view name, std::string value, std::string_view meaning) {
        fields.push_back({std::string(name), std::move(value), std::string(meaning)});
    };
    add("mount id", std::to_string(m.mnt_id), "The number of this mount; a free one is used again.");
    add("parent id", std::to_string(world[m.parent].mnt_id), "The mount it sits on, shown here or not.");
    add("device", "0:" + std::to_string(sb.minor),
        "Major and minor number of its file system; 0 for one without a device.");
    add("root", root_field(world, r.mount), "Which directory of its file system it shows.");
    add("mount point", table.path_of(r), "Where it is, seen from the root of the process that reads.");
    add("options", "rw,relatime", "What holds for this mount alone.");
    if (world.is_shared(r.mount)) {
        add("peer group", "shared:" + std::to_string(m.group_id),
            "It is shared: what is mounted in one member of this group appears in all.");
    }
    if (m.master) {
        add("master group", "master:" + std::to_string(world[m.master].group_id),
            "It is a slave: it receives what is mounted in this group and sends nothing back.");
    }
    if (r.propagate_from != 0) {
        add("nearest group", "propagate_from:" + std::to_string(r.propagate_from),
            "The nearest group above its master that has a member within the reader's sight.");
    }
    if (world.has_flag(r.mount, kMountUnbindable)) {
        add("mark", "unbindable", "It can't be bound elsewhere, and an rbind leaves it out.");
    }
    add("separator", "-", "The end of the marks, of which there may be any number.");
    add("type", escape_field(world.text(sb.type)), "The type of its file system.");
    add("source", escape_field(world.text(sb.source)), "The device, or the name given in its place.");
    add("super options", sb.read_only != 0 ? "ro" : "rw", "What holds for all mounts of the file system.");
    return fields;
}

std::vector<MountinfoField> mountinfo_fields(const World& world, MountRef mount) {
    const NamespaceRef ns = world[mount].ns;
    if (!ns) return {};
    const MountTable table = build_table(world, ns);
    const std::int32_t row = table.row_of(mount);
    if (row < 0) return {};
    return mountinfo_fields(world, table, static_cast<std::size_t>(row));
}

std::string mountinfo_line(const World& world, const MountTable& table, std::size_t row) {
    std::string line;
    for (const MountinfoField& field : mountinfo_fields(world, table, row)) {
        if (!line.empty()) line += ' ';
        line += field.value;
    }
    return line;
}

std::string mountinfo(const World& world, const KernelProfile& kernel, const MountTable& table) {
    std::string text;
    for (const std::size_t row : mountinfo_order(world, kernel, table)) {
        text += mountinfo_line(world, table, row);
        text += '\n';
    }
    return text;
}

}  // namespace mountscope
