#include "core/kernel/receiver_classes.hpp"

#include <algorithm>
#include <bit>

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
        c.walk.push_back({q, copy, static_cast<std::uint32_t>(entries), false});
        c.entries += entries;
        if (copy) ++c.copies;
    }
    kernel_.counters_ = before;
    kernel_.add_untold_work(c.walk.size());
    note_places(c, group);
}

namespace {

// Neighbouring slots are spread over the table.
std::size_t first_place(MountRef peer, std::size_t mask) {
    return (std::uint64_t{peer.value} * 0x9E3779B97F4A7C15ull >> 32) & mask;
}

}  // namespace

void ReceiverClasses::note_places(Class& c, std::uint32_t group) const {
    c.places.assign(std::bit_ceil(2 * c.walk.size() + 1), 0);
    const std::size_t mask = c.places.size() - 1;
    for (std::uint32_t i = 0; i < c.walk.size(); ++i) {
        if (kernel_.world_[c.walk[i].receiver].group_id != group) continue;
        std::size_t at = first_place(c.walk[i].receiver, mask);
        while (c.places[at] != 0) at = (at + 1) & mask;
        c.places[at] = i + 1;
    }
}

std::uint32_t ReceiverClasses::place_of_peer(const Class& c, MountRef peer) {
    const std::size_t mask = c.places.size() - 1;
    std::size_t at = first_place(peer, mask);
    while (c.walk[c.places[at] - 1].receiver != peer) at = (at + 1) & mask;
    return c.places[at] - 1;
}

void ReceiverClasses::count_visit(const Class& c, MountRef mount) {
    kernel_.count(Counter::kPropagationNext, c.walk.size());
    kernel_.count(lookups_, c.walk.size() - 1);
    kernel_.count(Counter::kChainEntries, c.entries - c.walk[place_of(c, mount)].entries);
}

void ReceiverClasses::settle(Class& c, std::uint32_t index) {
    c.walk[index].settled = true;
    ++c.settled;
}

void ReceiverClasses::drop_settled(Class& c) {
    std::erase_if(c.active, [&c](std::uint32_t index) { return c.walk[index].settled; });
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
