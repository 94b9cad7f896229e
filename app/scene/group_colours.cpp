#include "app/scene/group_colours.hpp"

#include <algorithm>
#include <vector>

namespace mountscope {

void GroupColours::meet(const StateTables& state) {
    // By their number in the state, so that the order is that of the rows.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> groups;  // number, group id
    groups.reserve(state.group_numbers.size());
    for (const auto& [group, number] : state.group_numbers) groups.emplace_back(number, group);
    std::sort(groups.begin(), groups.end());

    std::array<std::uint32_t, kHues> used_by{};
    for (const auto& [number, group] : groups) {
        const auto known = hue_of_.find(group);
        if (known == hue_of_.end() || known->second == kHues) continue;
        // The kernel reuses ids: an old group and a new one may meet with the same hue. The first keeps it.
        if (used_by[known->second] == 0) {
            used_by[known->second] = group;
        } else {
            known->second = kHues;
        }
    }
    for (const auto& [number, group] : groups) {
        std::uint32_t& hue = hue_of_.try_emplace(group, kHues).first->second;
        if (hue != kHues) continue;
        const auto free = std::find(used_by.begin(), used_by.end(), 0u);
        if (free == used_by.end()) continue;
        *free = group;
        hue = static_cast<std::uint32_t>(free - used_by.begin());
    }
}

Ink GroupColours::ink(std::uint32_t group_id) const {
    const auto known = hue_of_.find(group_id);
    if (known == hue_of_.end() || known->second == kHues) return Ink::kGroupOther;
    return static_cast<Ink>(static_cast<std::uint32_t>(Ink::kGroup1) + known->second);
}

}  // namespace mountscope
