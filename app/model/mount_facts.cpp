#include "app/model/mount_facts.hpp"

#include <algorithm>

namespace mountscope {
namespace {

constexpr std::size_t kMostListed = 6;

std::string counted(std::size_t n, std::string_view one, std::string_view many) {
    return std::to_string(n) + " " + std::string(n == 1 ? one : many);
}

class FactList {
  public:
    FactList(const StateView& view, MountRef mount) : view_(view), world_(view.world()), mount_(mount) {}

    std::vector<Fact> take() {
        identity();
        propagation();
        children();
        holders();
        return std::move(facts_);
    }

  private:
    const Mount& m() const { return world_[mount_]; }

    void add(std::string label, std::string value, std::string meaning, Selection leads_to = {},
             bool literal = false) {
        facts_.push_back({std::move(label), std::move(value), leads_to, std::move(meaning), literal});
    }

    void add_mounts(const std::string& label, const std::string& meaning,
                    const std::vector<MountRef>& mounts) {
        for (std::size_t i = 0; i < mounts.size() && i < kMostListed; ++i) {
            add(i == 0 ? label : "", mount_name(view_, mounts[i]), meaning,
                Selection::mount(world_[mounts[i]].unique_id), true);
        }
        if (mounts.size() > kMostListed) {
            add("", "and " + std::to_string(mounts.size() - kMostListed) + " more", meaning);
        }
    }

    void identity() {
        add("mnt_id", std::to_string(m().mnt_id),
            "The number of the mount, field 1 of mountinfo. The lowest free one is taken, so it comes back.",
            {}, true);
        if (world_.has_parent(mount_)) {
            const MountRef parent = m().parent;
            if (view_.path(parent).empty()) {
                add("parent", std::to_string(world_[parent].mnt_id) + " (out of sight)",
                    "The mount it sits on. This one can't be seen from here.");
            } else {
                add("parent", mount_name(view_, parent), "The mount it sits on.",
                    Selection::mount(world_[parent].unique_id), true);
            }
        }
        const Superblock& sb = world_[m().superblock];
        add("file system", std::string(world_.text(sb.type)) + " " + std::string(world_.text(sb.source)),
            "Type and source. Mounts of one file system show the same directories.", {}, true);
        add("root", root_field(world_, mount_), "The directory of its file system that the mount shows.", {},
            true);
        const std::size_t others = sb.mounts - 1;
        if (others != 0) {
            add("shown", "by " + counted(others, "other mount", "other mounts") + " too",
                "How many mounts show this file system.");
        }
    }

    void propagation() {
        add("propagation", view_.propagation(mount_),
            "Shared mounts tell their peers what is mounted in them; slaves hear it and tell nobody.",
            m().group_id != 0 ? Selection::group(m().group_id) : Selection{});
        if (m().group_id != 0) {
            std::vector<MountRef> peers;
            for (MountRef p = m().share_next; p != mount_ && peers.size() <= kMostListed;
                 p = world_[p].share_next) {
                peers.push_back(p);
            }
            const GroupSummary* group = view_.group(m().group_id);
            const std::size_t total = group == nullptr ? peers.size() + 1 : group->peers.size();
            if (peers.empty()) {
                add("peers", "none yet",
                    "The other members of its peer group: a ring of mounts that mirror each other.");
            } else {
                const std::size_t more = total > kMostListed + 1 ? total - 1 - kMostListed : 0;
                peers.resize(std::min(peers.size(), kMostListed));
                add_mounts("peers", "The other members of its peer group, in the order of the ring.", peers);
                if (more != 0)
                    add("", "and " + std::to_string(more) + " more", "", Selection::group(m().group_id));
            }
        }
        if (m().master) {
            add("master", mount_name(view_, m().master),
                "What is mounted in the master's group is copied here; nothing goes back.",
                Selection::mount(world_[m().master].unique_id), true);
        }
        std::vector<MountRef> slaves;
        std::size_t count = 0;
        for (MountRef s = m().first_slave; s; s = world_[s].slave_next) {
            if (++count <= kMostListed) slaves.push_back(s);
        }
        add_mounts("slaves", "They receive what is mounted here.", slaves);
        if (count > kMostListed) add("", "and " + std::to_string(count - kMostListed) + " more", "");
    }

    void children() {
        std::vector<MountRef> children;
        std::size_t count = 0;
        for (MountRef c = m().first_child; c; c = world_[c].next_sibling) {
            if (++count <= kMostListed) children.push_back(c);
        }
        add_mounts("children", "What is mounted on it, in the kernel's order.", children);
        if (count > kMostListed) add("", "and " + std::to_string(count - kMostListed) + " more", "");
        if (m().overmount) {
            add("covered by", mount_name(view_, m().overmount),
                "A mount on its very root: a lookup of the path goes on to that one.",
                Selection::mount(world_[m().overmount].unique_id), true);
        }
    }

    void holders() {
        if (world_.has_flag(mount_, kMountLocked)) {
            add("locked", "yes: it came from another user's namespace",
                "It can't be unmounted or moved on its own, or what it covers would be revealed.");
        }
        std::string names;
        for (std::uint32_t i = 1; i < world_.process_slots(); ++i) {
            const Process& process = world_[ProcessRef{i}];
            if (!process.ns) continue;
            const auto note = [&](std::string_view what) {
                if (!names.empty()) names += ", ";
                names += std::string(world_.text(process.name)) + " (" + std::string(what) + ")";
            };
            if (process.root.mount == mount_) note("root");
            if (process.cwd.mount == mount_) note("cwd");
            for (FileRef f = process.first_file; f; f = world_[f].next) {
                if (world_[f].path.mount == mount_) note("open " + std::string(world_.text(world_[f].name)));
            }
        }
        if (!names.empty()) {
            add("in use by", names,
                "Who holds it: a plain umount answers EBUSY, umount -l waits for the last one.");
        }
        const NamespaceSummary* ns = view_.name_space(m().ns);
        if (ns != nullptr) {
            add("namespace", ns->name + ", " + counted(ns->mounts, "mount", "mounts"),
                "The mount namespace whose table it is in.", Selection::name_space(ns->seq));
        }
    }

    const StateView& view_;
    const World& world_;
    MountRef mount_;
    std::vector<Fact> facts_;
};

std::string_view origin_words(MountOrigin origin) {
    switch (origin) {
        case MountOrigin::kBoot:
            return "There from the start";
        case MountOrigin::kNewFilesystem:
            return "A new file system";
        case MountOrigin::kBind:
            return "A bind";
        case MountOrigin::kBindChild:
            return "Came along in an rbind";
        case MountOrigin::kPeerCopy:
            return "A copy that a peer received";
        case MountOrigin::kSlaveCopy:
            return "A copy that a slave received";
        case MountOrigin::kNamespaceCopy:
            return "A copy made with its namespace";
        case MountOrigin::kImported:
            return "Read from a mountinfo";
    }
    return "";
}

}  // namespace

std::vector<Fact> mount_facts(const StateView& view, MountRef mount) {
    return FactList(view, mount).take();
}

std::string mount_summary(const StateView& view, MountRef mount) {
    const World& world = view.world();
    const Mount& m = world[mount];
    std::string text(origin_words(m.origin));
    const std::string root = root_field(world, mount);
    text += root == "/" ? ": all of " : ": the directory " + root + " of ";
    text += std::string(world.text(world[m.superblock].source)) + ".";
    const GroupSummary* group = m.group_id == 0 ? nullptr : view.group(m.group_id);
    if (group != nullptr && group->peers.size() > 1) {
        text +=
            " What is mounted in it appears in " + counted(group->peers.size() - 1, "peer", "peers") + " too";
        text += group->slaves == 0 ? "." : " and in " + counted(group->slaves, "slave", "slaves") + ".";
    } else if (m.group_id != 0) {
        text += " It is shared, but has no peer yet.";
    } else if (m.master) {
        text += " It hears of mounts from its master and tells nobody.";
    } else {
        text += " It is alone: nothing goes out, nothing comes in.";
    }
    return text;
}

std::string mount_name(const StateView& view, MountRef mount) {
    const std::string place = view.place(mount);
    return std::to_string(view.world()[mount].mnt_id) + " " + (place.empty() ? "(out of sight)" : place);
}

}  // namespace mountscope
