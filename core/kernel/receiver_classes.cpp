#include "core/kernel/receiver_classes.hpp"

#include <algorithm>

namespace mountscope {

void ReceiverClasses::walk(Class& c, MountRef parent, DentryRef place) const {
    const World& world = kernel_.world_;
    const bool last = kernel_.profile_.taken_mountpoint == TakenMountpoint::kShadow;
    const std::uint32_t group = world[parent].group_id;
    // The walk itself is not part of the work that is counted.
    const Counters before = kernel_.counters_;
    for (MountRef q = parent; q; q = kernel_.propagation_next(q, parent)) {
        std::uint64_t entries = 0;
        const MountRef copy = last ? world.lookup_last(q, place, &entries) : world.lookup(q, place, &entries);
        if (world[q].group_id == group)
            c.place_of.emplace(q.value, static_cast<std::uint32_t>(c.walk.size()));
        c.walk.push_back({q, copy, static_cast<std::uint32_t>(entries), false});
        c.entries += entries;
        if (copy) ++c.copies;
    }
    kernel_.counters_ = before;
}

void ReceiverClasses::count_visit(const Class& c, MountRef mount) {
    kernel_.count(Counter::kPropagationNext, c.walk.size());
    kernel_.count(lookups_, c.walk.size() - 1);
    kernel_.count(Counter::kChainEntries, c.entries - c.walk[place_of(c, mount)].entries);
}

void ReceiverClasses::settle(Class& c, std::uint32_t index) {
    c.walk[index].settled = true;
    ++c.settled;
    c.active.erase(std::lower_bound(c.active.begin(), c.active.end(), index));
}

std::vector<std::uint32_t> ReceiverClasses::active_from(const Class& c, MountRef mount) const {
    const std::uint32_t own = place_of(c, mount);
    const auto after = std::upper_bound(c.active.begin(), c.active.end(), own);
    std::vector<std::uint32_t> order(after, c.active.end());
    for (auto i = c.active.begin(); i != after; ++i) {
        if (*i != own) order.push_back(*i);
    }
    return order;
}

}  // namespace mountscope
