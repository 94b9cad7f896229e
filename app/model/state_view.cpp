#include "app/model/state_view.hpp"

#include <algorithm>

namespace mountscope {
namespace {

constexpr std::uint32_t kFnvStart = 2166136261u;

std::uint32_t fnv1a(std::uint32_t hash, std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash;
}

std::vector<std::string> process_names(const World& world, const MountTable& table) {
    std::vector<std::string> names{std::string(world.text(world[table.viewer].name))};
    for (std::uint32_t i = 1; i < world.process_slots(); ++i) {
        const ProcessRef process{i};
        if (process != table.viewer && world[process].name && world[process].ns == table.ns) {
            names.emplace_back(world.text(world[process].name));
        }
    }
    return names;
}

}  // namespace

StateView::StateView(const World& world) : world_(world), tables_(build_tables(world_)) {
    by_unique_id_.reserve(tables_.mounts);
    for (const MountTable& table : tables_.tables) {
        NamespaceSummary summary;
        summary.ns = table.ns;
        summary.seq = world_[table.ns].seq;
        summary.processes = process_names(world_, table);
        summary.name = summary.processes.front();
        summary.mounts = table.rows.size();
        summary.other_user = static_cast<bool>(world_[world_[table.ns].user_ns].parent);
        namespaces_.push_back(std::move(summary));
        for (const TableRow& row : table.rows) {
            const Mount& m = world_[row.mount];
            by_unique_id_.emplace(m.unique_id, row.mount);
            if (m.group_id == 0) continue;
            const auto [entry, added] = group_index_.emplace(m.group_id, groups_.size());
            if (added) {
                groups_.emplace_back();
                groups_.back().group_id = m.group_id;
                groups_.back().master_group = m.master ? world_[m.master].group_id : 0;
            }
            groups_[entry->second].peers.push_back(row.mount);
        }
    }
    for (GroupSummary& group : groups_) {
        std::ranges::sort(group.peers, {}, [&](MountRef peer) { return world_[peer].unique_id; });
        for (const MountRef peer : group.peers) {
            for (MountRef slave = world_[peer].first_slave; slave; slave = world_[slave].slave_next) {
                ++group.slaves;
            }
        }
    }
    std::ranges::sort(groups_, {}, &GroupSummary::group_id);
    for (std::size_t i = 0; i < groups_.size(); ++i) group_index_[groups_[i].group_id] = i;
}

const GroupSummary* StateView::group(std::uint32_t group_id) const {
    const auto found = group_index_.find(group_id);
    return found == group_index_.end() ? nullptr : &groups_[found->second];
}

const NamespaceSummary* StateView::name_space(NamespaceRef ns) const {
    const auto found = std::ranges::find(namespaces_, ns, &NamespaceSummary::ns);
    return found == namespaces_.end() ? nullptr : &*found;
}

MountRef StateView::mount(std::uint32_t unique_id) const {
    const auto found = by_unique_id_.find(unique_id);
    return found == by_unique_id_.end() ? MountRef{} : found->second;
}

std::string StateView::path(MountRef mount) const {
    const MountTable* table = mount ? tables_.find(world_[mount].ns) : nullptr;
    if (table == nullptr) return "";
    const std::int32_t row = table->row_of(mount);
    return row < 0 ? "" : table->path_of(table->rows[static_cast<std::size_t>(row)]);
}

std::string StateView::place(MountRef mount) const {
    std::string path = this->path(mount);
    if (path.empty() || namespaces_.empty() || world_[mount].ns == namespaces_.front().ns) return path;
    const NamespaceSummary* ns = name_space(world_[mount].ns);
    return ns == nullptr ? path : path + " in " + ns->name;
}

std::string StateView::propagation(MountRef mount) const {
    const Mount& m = world_[mount];
    std::string text;
    if ((m.flags & kMountShared) != 0) text = "shared, group " + std::to_string(m.group_id);
    if (m.master) {
        if (!text.empty()) text += ", and ";
        text += "slave of group " + std::to_string(world_[m.master].group_id);
    }
    if ((m.flags & kMountUnbindable) != 0) text = "unbindable";
    return text.empty() ? "private" : text;
}

std::uint32_t StateView::table_hash() const {
    if (has_table_hash_) return table_hash_;
    std::uint32_t hash = kFnvStart;
    for (const MountTable& table : tables_.tables) {
        hash = fnv1a(hash, "ns ");
        hash = fnv1a(hash, world_.text(world_[table.viewer].name));
        hash = fnv1a(hash, "\n");
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            hash = fnv1a(hash, table_line(world_, tables_, table, i));
            hash = fnv1a(hash, "\n");
        }
    }
    table_hash_ = hash;
    has_table_hash_ = true;
    return hash;
}

}  // namespace mountscope
