#include "app/scene/group_colours.hpp"

#include <algorithm>
#include <vector>

namespace mountscope {

namespace {

struct Met {
    std::uint32_t number = 0;
    std::uint32_t group = 0;
    bool has_others = false;  // several members, or slaves, or a master
};

std::vector<Met> groups_of(const World& world, const StateTables& state) {
    std::unordered_map<std::uint32_t, std::uint32_t> ties;  // members and slaves by group
    for (const MountTable& table : state.tables) {
        for (const TableRow& row : table.rows) {
            const Mount& m = world[row.mount];
            if ((m.flags & kMountShared) != 0) ties[m.group_id] += m.master ? 2 : 1;
            if (m.master) ++ties[world[m.master].group_id];
        }
    }
    std::vector<Met> groups;
    groups.reserve(state.group_numbers.size());
    for (const auto& [group, number] : state.group_numbers)
        groups.push_back({number, group, ties[group] > 1});
    std::sort(groups.begin(), groups.end(), [](const Met& a, const Met& b) { return a.number < b.number; });
    std::stable_partition(groups.begin(), groups.end(), [](const Met& m) { return m.has_others; });
    return groups;
}

}  // namespace

void GroupColours::meet(const World& world, const StateTables& state) {
    const std::vector<Met> groups = groups_of(world, state);
    std::array<std::uint32_t, kHues> used_by{};
    for (const Met& met : groups) {
        const auto known = hue_of_.find(met.group);
        if (known == hue_of_.end() || known->second == kHues) continue;
        // The kernel reuses ids: an old group and a new one may meet with the same hue. The first keeps it.
        if (used_by[known->second] == 0)
            used_by[known->second] = met.group;
        else
            known->second = kHues;
    }
    // Mounts that are shared with nobody give up their inks, the last first.
    auto alone = groups.rbegin();
    for (const Met& met : groups) {
        std::uint32_t& hue = hue_of_.try_emplace(met.group, kHues).first->second;
        if (hue != kHues) continue;
        auto free = std::find(used_by.begin(), used_by.end(), 0u);
        while (free == used_by.end() && met.has_others && alone != groups.rend() && !alone->has_others) {
            free = std::find(used_by.begin(), used_by.end(), alone->group);
            hue_of_[alone->group] = kHues;
            ++alone;
        }
        if (free == used_by.end()) continue;
        *free = met.group;
        hue_of_[met.group] = static_cast<std::uint32_t>(free - used_by.begin());
    }
}

Ink GroupColours::ink(std::uint32_t group_id) const {
    const auto known = hue_of_.find(group_id);
    if (known == hue_of_.end() || known->second == kHues) return Ink::kGroupOther;
    return static_cast<Ink>(static_cast<std::uint32_t>(Ink::kGroup1) + known->second);
}

}  // namespace mountscope
