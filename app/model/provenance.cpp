#include "app/model/provenance.hpp"

#include <map>

#include "app/model/mount_facts.hpp"

namespace mountscope {
namespace {

constexpr std::size_t kMostSteps = 64;

MountRef find_mount(const World& world, std::uint32_t unique_id) {
    for (std::uint32_t i = 1; i < world.mount_slots(); ++i) {
        if (world[MountRef{i}].unique_id == unique_id) return MountRef{i};
    }
    return {};
}

// Looks at states of the past, each made once.
class Past {
  public:
    Past(const Timeline& timeline, const StateView& now) : timeline_(timeline), now_(now) {}

    const StateView& after(std::size_t command) {
        if (command >= timeline_.cursor()) return now_;
        const auto found = views_.find(command);
        if (found != views_.end()) return found->second;
        return views_.emplace(command, StateView(timeline_.world_at(command))).first->second;
    }

    // The command after which the mount was there for the last time.
    std::size_t last_command_with(std::uint32_t unique_id) {
        for (std::size_t k = timeline_.cursor(); k > 0; --k) {
            const std::vector<MountRef>& removed = timeline_.step(k).changes.removed;
            if (removed.empty()) continue;
            const World before = timeline_.world_at(k - 1);
            for (const MountRef gone : removed) {
                if (before[gone].unique_id == unique_id) return k - 1;
            }
        }
        return timeline_.cursor();
    }

  private:
    const Timeline& timeline_;
    const StateView& now_;
    std::map<std::size_t, StateView> views_;
};

class Historian {
  public:
    Historian(const Timeline& timeline, const StateView& view)
        : timeline_(timeline), view_(view), past_(timeline, view) {}

    std::vector<ProvenanceStep> trace(std::uint32_t unique_id) {
        std::size_t seen_at = timeline_.cursor();
        if (!view_.mount(unique_id)) seen_at = past_.last_command_with(unique_id);
        while (unique_id != 0 && steps_.size() < kMostSteps) {
            const World world = seen_at == timeline_.cursor() ? view_.world() : timeline_.world_at(seen_at);
            const MountRef mount = find_mount(world, unique_id);
            if (!mount) break;
            const Mount m = world[mount];
            add_step(m);
            // The original was there right before the command, or was made by it.
            seen_at = m.born_in_command;
            if (seen_at == 0) break;
            if (!find_mount(timeline_.world_at(seen_at), m.copied_from)) --seen_at;
            unique_id = m.copied_from;
        }
        return std::move(steps_);
    }

  private:
    std::string name_in(const StateView& view, std::uint32_t unique_id) const {
        const MountRef mount = view.mount(unique_id);
        return mount ? mount_name(view, mount) : "a mount out of sight";
    }

    // The mount that the command itself made or moved, in contrast to the copies of it.
    MountRef top_of_command(const StateView& after, std::uint32_t command) const {
        const World& world = after.world();
        for (const MountRef m : timeline_.step(command).changes.added) {
            const MountOrigin origin = world[m].origin;
            if (origin == MountOrigin::kBind || origin == MountOrigin::kNewFilesystem) return m;
        }
        for (const MountRef m : timeline_.step(command).changes.moved) return m;
        return {};
    }

    std::string receiver_sentence(const StateView& after, const Mount& m) const {
        const World& world = after.world();
        const MountRef receiver = after.mount(m.placed_on);
        const MountRef top = top_of_command(after, m.born_in_command);
        if (!receiver || !top) return "";
        const MountRef dest = world[top].placed_on == 0 ? MountRef{} : after.mount(world[top].placed_on);
        std::string text = mount_name(after, receiver);
        if (!dest || dest == receiver) return text;
        if (world[receiver].group_id != 0 && world[receiver].group_id == world[dest].group_id) {
            return text + ", a peer of " + mount_name(after, dest);
        }
        text += ", a slave";
        // Upwards through the masters until the group of the destination is met.
        MountRef at = world[receiver].master;
        for (int i = 0; at && i < 16; ++i) {
            text += " of " + mount_name(after, at);
            if (world[at].group_id == world[dest].group_id) break;
            at = world[at].master;
            if (at) text += ", which is a slave";
        }
        return text;
    }

    void add_step(const Mount& m) {
        ProvenanceStep step;
        step.unique_id = m.unique_id;
        step.mnt_id = m.mnt_id;
        step.command = m.born_in_command;
        step.still_there = static_cast<bool>(view_.mount(m.unique_id));
        const StateView& after = past_.after(step.command);
        const MountRef then = after.mount(m.unique_id);
        step.place = then ? after.place(then) : "out of sight";
        const std::string original = m.copied_from == 0 ? "" : original_name(m, after);
        if (step.command != 0 && step.command <= timeline_.size()) {
            step.command_text = timeline_.step(step.command).text;
        }
        switch (m.origin) {
            case MountOrigin::kBoot:
                step.sentence = "It was there from the start.";
                break;
            case MountOrigin::kNewFilesystem:
                step.sentence = "The command made a new file system and mounted it here.";
                break;
            case MountOrigin::kBind:
                step.sentence =
                    "The command bound a directory of " + original + " here: a clone of that mount.";
                break;
            case MountOrigin::kBindChild:
                step.sentence = "It came along in the rbind: a clone of " + original + ".";
                break;
            case MountOrigin::kPeerCopy:
            case MountOrigin::kSlaveCopy:
                step.receiver = m.placed_on;
                step.receiver_name = receiver_sentence(after, m);
                step.sentence = "It is the copy of " + original + " that this receiver got:";
                break;
            case MountOrigin::kNamespaceCopy:
                step.sentence = "The namespace was copied: this is the copy of " + original + ".";
                break;
            case MountOrigin::kImported:
                step.sentence = "It was read from a mountinfo.";
                break;
        }
        steps_.push_back(std::move(step));
    }

    std::string original_name(const Mount& m, const StateView& after) {
        if (after.mount(m.copied_from)) return name_in(after, m.copied_from);
        if (m.born_in_command == 0) return "";
        return name_in(past_.after(m.born_in_command - 1), m.copied_from);
    }

    const Timeline& timeline_;
    const StateView& view_;
    Past past_;
    std::vector<ProvenanceStep> steps_;
};

}  // namespace

std::vector<ProvenanceStep> provenance(const Timeline& timeline, const StateView& view,
                                       std::uint32_t unique_id) {
    return Historian(timeline, view).trace(unique_id);
}

}  // namespace mountscope
