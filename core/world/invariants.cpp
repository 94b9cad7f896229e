#include "core/world/invariants.hpp"

namespace mountscope {

std::optional<std::string> World::find_broken_invariant(bool marks_may_stay) const {
    return InvariantCheck(*this, marks_may_stay).run();
}

std::optional<std::string> InvariantCheck::run() {
    const bool well = mount_handles() && dentry_handles() && process_handles() && namespace_handles() &&
                      states_of_mounts() && children() && hash_chains() && mountpoint_lists() && rings() &&
                      slave_lists() && ids() && namespaces() && processes() && dentry_lists() &&
                      dentry_hash() && dentry_pins() && mountpoints_are_visible() && superblocks();
    if (well) return std::nullopt;
    return broken_;
}

bool InvariantCheck::fail(MountRef mount, std::string_view what) {
    const Mount& m = world_.mounts_[mount];
    broken_ = "mount " + std::to_string(m.mnt_id) + " (unique_id " + std::to_string(m.unique_id);
    if (is_live(m.superblock)) {
        broken_ += ", \"";
        broken_ += world_.text(world_.superblocks_[m.superblock].source);
        broken_ += '"';
    }
    broken_ += "): ";
    broken_ += what;
    return false;
}

bool InvariantCheck::fail(DentryRef dentry, std::string_view what) {
    const Dentry& d = world_.dentries_[dentry];
    broken_ = "dentry " + std::to_string(dentry.value) + " (\"";
    broken_ += world_.text(d.name);
    broken_ += "\"): ";
    broken_ += what;
    return false;
}

bool InvariantCheck::fail(NamespaceRef ns, std::string_view what) {
    broken_ = "namespace " + std::to_string(world_.namespaces_[ns].seq) + ": ";
    broken_ += what;
    return false;
}

bool InvariantCheck::fail(ProcessRef process, std::string_view what) {
    broken_ = "process ";
    broken_ += world_.text(world_.processes_[process].name);
    broken_ += ": ";
    broken_ += what;
    return false;
}

bool InvariantCheck::fail(SuperblockRef superblock, std::string_view what) {
    broken_ = "file system \"";
    broken_ += world_.text(world_.superblocks_[superblock].source);
    broken_ += "\" (minor " + std::to_string(world_.superblocks_[superblock].minor) + "): ";
    broken_ += what;
    return false;
}

bool InvariantCheck::mount_handles() {
    return for_each_mount([this](MountRef ref) {
        const Mount& m = world_.mounts_[ref];
        if (!is_live(m.superblock)) return fail(ref, "its file system does not exist");
        if (!is_live(m.parent)) return fail(ref, "its parent does not exist");
        if (!is_live(m.root) || !is_live(m.mountpoint)) {
            return fail(ref, "its root or its mountpoint does not exist");
        }
        if (!is_live(m.share_next) || !is_live(m.share_prev)) {
            return fail(ref, "its ring leads to a mount that does not exist");
        }
        for (const MountRef other :
             {m.first_child, m.last_child, m.next_sibling, m.prev_sibling, m.overmount}) {
            if (!is_none_or_live(other)) return fail(ref, "a child or sibling does not exist");
        }
        for (const MountRef other : {m.master, m.first_slave, m.last_slave, m.slave_next, m.slave_prev}) {
            if (!is_none_or_live(other)) return fail(ref, "a master or slave does not exist");
        }
        for (const MountRef other :
             {m.hash_next, m.hash_prev, m.mountpoint_next, m.mountpoint_prev, m.ns_next, m.ns_prev}) {
            if (!is_none_or_live(other)) return fail(ref, "a neighbour in a list or chain does not exist");
        }
        if (!is_none_or_live(m.ns)) return fail(ref, "its namespace does not exist");
        if (m.list_next || m.list_prev || m.umounting_next || m.umounting_prev) {
            return fail(ref, "it is still on a work list");
        }
        const std::uint32_t scratch = kMountCandidate | (marks_may_stay_ ? 0u : unsigned{kMountMarked});
        if ((m.flags & scratch) != 0) return fail(ref, "a scratch mark is left over");
        return true;
    });
}

bool InvariantCheck::dentry_handles() {
    return for_each_dentry([this](DentryRef ref) {
        const Dentry& d = world_.dentries_[ref];
        if (!is_live(d.superblock)) return fail(ref, "its file system does not exist");
        if (!is_live(d.parent)) return fail(ref, "its parent does not exist");
        for (const DentryRef other :
             {d.first_child, d.last_child, d.next_sibling, d.prev_sibling, d.hash_next}) {
            if (!is_none_or_live(other)) return fail(ref, "a child or neighbour does not exist");
        }
        if (!is_none_or_live(d.first_mount)) return fail(ref, "what is mounted on it does not exist");
        return true;
    });
}

bool InvariantCheck::process_handles() {
    for (std::uint32_t value = 1; value < world_.processes_.slots(); ++value) {
        const ProcessRef ref{value};
        const Process& p = world_.processes_[ref];
        if (!p.ns) {
            if (p.first_file || p.root.mount || p.cwd.mount)
                return fail(ref, "it has ended and holds something");
            continue;
        }
        if (!p.name) return fail(ref, "it has no name");
        if (!is_live(p.ns) || !is_live(p.user_ns)) return fail(ref, "its namespace does not exist");
        if (!is_live(p.root)) return fail(ref, "its root does not exist");
        if (!is_live(p.cwd)) return fail(ref, "its working directory does not exist");
        if (!is_none_or_live(p.first_file)) return fail(ref, "an open file does not exist");
    }
    return true;
}

bool InvariantCheck::namespace_handles() {
    for (std::uint32_t value = 1; value < world_.namespaces_.slots(); ++value) {
        const NamespaceRef ref{value};
        const Namespace& ns = world_.namespaces_[ref];
        if (!ns.root) {
            if (ns.seq != 0) return fail(ref, "it has no root");
            continue;
        }
        if (!is_live(ns.root)) return fail(ref, "its root does not exist");
        if (!is_live(ns.first_mount) || !is_live(ns.last_mount)) return fail(ref, "its list does not exist");
        if (!is_live(ns.user_ns)) return fail(ref, "its owner does not exist");
    }
    for (std::uint32_t value = 1; value < world_.superblocks_.slots(); ++value) {
        const SuperblockRef ref{value};
        if (!is_live(ref)) continue;
        const Superblock& sb = world_.superblocks_[ref];
        if (!is_live(sb.root) || !is_live(sb.user_ns)) return fail(ref, "its root or owner does not exist");
    }
    for (std::uint32_t value = 1; value < world_.user_namespaces_.slots(); ++value) {
        const UserNamespace& u = world_.user_namespaces_[UserNamespaceRef{value}];
        const bool well =
            !u.parent ? u.level == 0
                      : u.parent.value < value && world_.user_namespaces_[u.parent].level + 1 == u.level;
        if (!well) {
            broken_ =
                "user namespace " + std::to_string(value) + ": its level does not follow from its parent";
            return false;
        }
    }
    return true;
}

}  // namespace mountscope
