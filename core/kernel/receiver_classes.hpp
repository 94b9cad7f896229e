#pragma once
// Asking the same receivers again and again, added up instead of walked.
//
// Until 4.12 (and with the first two patches of 4.13) every mount of an umount list asks every receiver of
// its parent. Mounts whose parents are peers, and that sit on the same directory, ask the same receivers, in
// the same cyclic order, each leaving out its own parent; and while a pass runs the hash chains do not
// change. So one walk tells, for all of them: how many steps and lookups a visit has, how many chain entries
// it compares, and at which receivers there is anything to decide at all. Only those are looked at again.
//
//   ReceiverClasses classes(kernel, Counter::kMarkLookup);
//   if (auto* c = classes.find_or_walk(mount, is_active)) {  // null: nothing is gained, walk plainly
//       classes.count_visit(*c, mount);                      // steps, lookups and chain entries of one visit
//       for (std::uint32_t i : classes.active_from(*c, mount)) decide(c->walk[i]);
//   }
//
// The counters are those of the plain walk, to the last one: a test runs both on every scenario there is.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/kernel/kernel.hpp"

namespace mountscope {

class ReceiverClasses {
  public:
    struct Entry {
        MountRef receiver;
        MountRef copy;          // what the lookup finds there
        std::uint32_t entries;  // chain nodes that the lookup compares
        bool settled = false;   // decided for good; a further visit only counts it
    };
    struct Class {
        std::vector<Entry> walk;  // cyclic: the first peer, what is below it, the next peer, ...
        // Peer -> index in the walk, plus one; 0: free. Open addressing: at most half of the places are
        // taken.
        std::vector<std::uint32_t> places;
        std::vector<std::uint32_t> active;  // indices, ascending, at which there is something to decide
        std::uint64_t entries = 0;          // sum over the walk
        std::uint64_t copies = 0;           // how many entries have a copy
        std::uint64_t settled = 0;          // how many are settled

        // Settled entries that a visit on behalf of the peer at `own` meets.
        std::uint64_t settled_without(std::uint32_t own) const {
            return settled - (walk[own].settled ? 1 : 0);
        }
    };

    ReceiverClasses(Kernel& kernel, Counter lookups) : kernel_(kernel), lookups_(lookups) {}

    // The class of the mount's parent and directory, made by a walk when it is not known. Null when the
    // parent is in no group: its walk has no receivers.
    template <class IsActive>
    Class* find_or_walk(MountRef mount, IsActive&& is_active) {
        const World& world = kernel_.world_;
        const MountRef parent = world[mount].parent;
        const std::uint32_t group = world[parent].group_id;
        if (group == 0) return nullptr;
        const std::uint64_t key = std::uint64_t{group} << 32 | world[mount].mountpoint.value;
        const auto [found, is_new] = classes_.try_emplace(key);
        if (is_new) {
            walk(found->second, parent, world[mount].mountpoint);
            for (std::uint32_t i = 0; i < found->second.walk.size(); ++i) {
                if (is_active(found->second.walk[i])) found->second.active.push_back(i);
            }
        }
        return &found->second;
    }

    // Adds what one visit on behalf of `mount` costs, whatever it decides.
    void count_visit(const Class& c, MountRef mount);
    // The active entries in the order in which the visit on behalf of `mount` meets them, its own parent left
    // out.
    std::vector<std::uint32_t> active_from(const Class& c, MountRef mount) const;
    std::uint32_t place_of(const Class& c, MountRef mount) const {
        return place_of_peer(c, kernel_.world_[mount].parent);
    }
    // Something has changed that the walks depend on.
    void forget_all() { classes_.clear(); }
    // The entry needs no more decisions; after all the entries of a visit were settled, drop_settled().
    static void settle(Class& c, std::uint32_t index);
    static void drop_settled(Class& c);

  private:
    static std::uint32_t place_of_peer(const Class& c, MountRef peer);
    void note_places(Class& c, std::uint32_t group) const;
    void walk(Class& c, MountRef parent, DentryRef place) const;

    Kernel& kernel_;
    Counter lookups_;
    std::unordered_map<std::uint64_t, Class> classes_;
};

}  // namespace mountscope
