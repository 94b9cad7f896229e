#include "core/cost/mountinfo_cost.hpp"

#include <vector>

namespace mountscope {

namespace {

// One reading, with the reader's root and namespace.
struct Reading {
    const World& world;
    NamespaceRef ns;
    Path root;

    Reading(const World& w, ProcessRef reader) : world(w), ns(w[reader].ns), root(w[reader].root) {}

    bool ends(MountRef mount, DentryRef dentry) const {
        return mount == root.mount && world.is_subdir(dentry, root.dentry);
    }

    // The climb for a path: up from where the mount begins, until the reader's root is met.
    struct Climb {
        std::uint64_t steps = 0;
        bool visible = false;
    };
    Climb climb(MountRef mount) const {
        Climb c;
        DentryRef dentry = world[mount].root;
        while (!ends(mount, dentry)) {
            if (!world.has_parent(mount)) return c;
            dentry = world[mount].mountpoint;
            mount = world[mount].parent;
            ++c.steps;
        }
        c.visible = true;
        return c;
    }

    // Whether a member of a group can be seen: up to the mount of the reader's root, or to the top.
    Climb reach(MountRef mount) const {
        Climb c;
        DentryRef dentry = world[mount].root;
        while (mount != root.mount && world.has_parent(mount)) {
            dentry = world[mount].mountpoint;
            mount = world[mount].parent;
            ++c.steps;
        }
        c.visible = ends(mount, dentry);
        return c;
    }
};

// Answers for single mounts, each found once and kept.
class KeptClimbs {
  public:
    explicit KeptClimbs(const Reading& reading) : reading_(reading), kept_(reading.world.mount_slots()) {}

    // Of reach() when `to_mount_of_root`, else of climb().
    const Reading::Climb& of(MountRef mount, bool to_mount_of_root) {
        below_.clear();
        while (!kept_[mount.value].known) {
            const World& world = reading_.world;
            Kept& kept = kept_[mount.value];
            const bool at_root =
                to_mount_of_root ? mount == reading_.root.mount : reading_.ends(mount, world[mount].root);
            if (at_root || !world.has_parent(mount)) {
                kept = {{0, reading_.ends(mount, world[mount].root)}, true};
            } else if (const MountRef parent = world[mount].parent; parent == reading_.root.mount) {
                const bool ends = reading_.ends(parent, world[mount].mountpoint);
                if (ends || to_mount_of_root) {
                    kept = {{1, ends}, true};
                } else {
                    below_.push_back(mount);
                    mount = parent;
                }
            } else {
                below_.push_back(mount);
                mount = parent;
            }
        }
        for (; !below_.empty(); below_.pop_back()) {
            const Kept& above = kept_[mount.value];
            mount = below_.back();
            kept_[mount.value] = {{above.climb.steps + 1, above.climb.visible}, true};
        }
        return kept_[mount.value].climb;
    }

  private:
    struct Kept {
        Reading::Climb climb;
        bool known = false;
    };
    const Reading& reading_;
    std::vector<Kept> kept_;
    std::vector<MountRef> below_;
};

// What asking the ring costs, for each member from which it is begun.
class KeptRings {
  public:
    explicit KeptRings(const Reading& reading)
        : reading_(reading), reach_(reading), kept_(reading.world.mount_slots()) {}

    struct Answer {
        std::uint64_t ring_steps = 0;
        std::uint64_t reach_steps = 0;
        bool found = false;
        bool known = false;
    };
    const Answer& from(MountRef member) {
        if (!kept_[member.value].known) walk_ring(member);
        return kept_[member.value];
    }

  private:
    // Backwards round the ring: each member costs itself, and what its successor costs unless it is the one.
    void walk_ring(MountRef first) {
        ring_.clear();
        Answer whole;  // round the whole ring in vain
        std::size_t hit = 0;
        MountRef at = first;
        do {
            const Answer own = own_cost(at);
            if (own.found) hit = ring_.size() + 1;
            whole.ring_steps += own.ring_steps;
            whole.reach_steps += own.reach_steps;
            kept_[at.value] = own;
            ring_.push_back(at);
            at = reading_.world.next_peer(at);
        } while (at != first);
        for (std::size_t i = 0; i < ring_.size() && hit == 0; ++i) {
            whole.known = true;
            kept_[ring_[i].value] = whole;
        }
        // From the last one that is found backwards, so that its successor is always known.
        for (std::size_t i = 0; hit != 0 && i < ring_.size(); ++i) {
            const std::size_t index = (hit - 1 + ring_.size() - i) % ring_.size();
            Answer& answer = kept_[ring_[index].value];
            if (!answer.found) {
                const Answer& next = kept_[ring_[(index + 1) % ring_.size()].value];
                answer.ring_steps += next.ring_steps;
                answer.reach_steps += next.reach_steps;
                answer.found = true;
            }
            answer.known = true;
        }
    }

    Answer own_cost(MountRef member) {
        Answer own;
        own.ring_steps = 1;
        if (reading_.world[member].ns != reading_.ns) return own;
        const Reading::Climb& reach = reach_.of(member, true);
        own.reach_steps = reach.steps;
        own.found = reach.visible;
        return own;
    }

    const Reading& reading_;
    KeptClimbs reach_;
    std::vector<Answer> kept_;
    std::vector<MountRef> ring_;
};

// From a slave up through its masters until one of their rings has a member that can be seen. What is above a
// master is the same for all its slaves.
class KeptMasters {
  public:
    explicit KeptMasters(const Reading& reading)
        : world_(reading.world), rings_(reading), kept_(reading.world.mount_slots()) {}

    void add(MountRef slave, MountinfoCost& cost) {
        MountRef at = world_[slave].master;
        way_.clear();
        Sum sum;
        while (at) {
            if (kept_[at.value].known) {
                sum = kept_[at.value];
                break;
            }
            way_.push_back(at);
            if (rings_.from(at).found) break;
            at = world_[at].master;
        }
        for (; !way_.empty(); way_.pop_back()) {
            const KeptRings::Answer& ring = rings_.from(way_.back());
            sum.ring_steps += ring.ring_steps;
            sum.reach_steps += ring.reach_steps;
            sum.known = true;
            kept_[way_.back().value] = sum;
        }
        cost.ring_steps += sum.ring_steps;
        cost.reach_steps += sum.reach_steps;
    }

  private:
    struct Sum {
        std::uint64_t ring_steps = 0;
        std::uint64_t reach_steps = 0;
        bool known = false;
    };
    const World& world_;
    KeptRings rings_;
    std::vector<Sum> kept_;
    std::vector<MountRef> way_;
};

}  // namespace

MountinfoCost mountinfo_cost(const World& world, ProcessRef reader) {
    const Reading reading(world, reader);
    KeptClimbs climbs(reading);
    KeptMasters masters(reading);
    MountinfoCost cost;
    for (MountRef m = world[reading.ns].first_mount; m; m = world[m].ns_next) {
        const Reading::Climb& climb = climbs.of(m, false);
        cost.path_steps += climb.steps;
        ++(climb.visible ? cost.lines : cost.passed_over);
        if (climb.visible && world[m].master) masters.add(m, cost);
    }
    return cost;
}

MountinfoCost mountinfo_cost_plainly(const World& world, ProcessRef reader) {
    const Reading reading(world, reader);
    MountinfoCost cost;
    const auto ring_has_visible_member = [&](MountRef first) {
        MountRef peer = first;
        do {
            ++cost.ring_steps;
            if (world[peer].ns == reading.ns) {
                const Reading::Climb reach = reading.reach(peer);
                cost.reach_steps += reach.steps;
                if (reach.visible) return true;
            }
            peer = world.next_peer(peer);
        } while (peer != first);
        return false;
    };
    for (MountRef m = world[reading.ns].first_mount; m; m = world[m].ns_next) {
        const Reading::Climb climb = reading.climb(m);
        cost.path_steps += climb.steps;
        ++(climb.visible ? cost.lines : cost.passed_over);
        if (!climb.visible) continue;
        for (MountRef master = world[m].master; master; master = world[master].master) {
            if (ring_has_visible_member(master)) break;
        }
    }
    return cost;
}

double modelled_seconds(const MachineModel& machine, const MountinfoCost& cost) {
    return static_cast<double>(cost.steps()) * machine.seconds_per_chain_entry +
           static_cast<double>(cost.lines) * machine.seconds_per_mount;
}

const std::array<MountinfoCounter, 4>& mountinfo_counters() {
    static constexpr std::array<MountinfoCounter, 4> kCounters{{
        {"mountinfo_lines", "Lines printed: the mounts that the reader can see.", &MountinfoCost::lines},
        {"mountinfo_path_steps",
         "Steps from mounts to their parents, up to the reader's root, to find paths.",
         &MountinfoCost::path_steps},
        {"mountinfo_ring_steps",
         "Members of masters' peer groups asked for one that the reader can see, for each slave anew.",
         &MountinfoCost::ring_steps},
        {"mountinfo_reach_steps",
         "Steps from such members to their parents, to know whether they can be seen.",
         &MountinfoCost::reach_steps},
    }};
    return kCounters;
}

}  // namespace mountscope
