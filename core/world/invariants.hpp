#pragma once
// Checks that everything in a World fits together. Inside of World::find_broken_invariant().
//
//   InvariantCheck check(world, false);
//   std::optional<std::string> broken = check.run();   // "mount 12 (unique_id 45, \"t0\"): its ring is not
//   closed"
//
// Holds between commands, not within one: work lists are empty and scratch marks are cleared. Reads only,
// never follows a handle that it has not looked at before, takes time and memory in proportion to the
// objects, and does not recurse.

#include <optional>
#include <string>
#include <vector>

#include "core/world/world.hpp"

namespace mountscope {

class InvariantCheck {
  public:
    InvariantCheck(const World& world, bool marks_may_stay)
        : world_(world), marks_may_stay_(marks_may_stay) {}

    std::optional<std::string> run();

  private:
    // Each answers whether all is well; broken_ says what is not. The handle checks come first: the others
    // follow handles.
    bool mount_handles();
    bool dentry_handles();
    bool process_handles();
    bool namespace_handles();

    // invariants_mounts.cpp
    bool states_of_mounts();  // mounted, or kept alive by somebody
    bool children();          // lists of children, parents, overmount; no cycle
    bool hash_chains();
    bool mountpoint_lists();
    bool rings();
    bool slave_lists();
    bool groups_in_slave_list(MountRef master);
    bool ids();

    // invariants_counts.cpp
    bool namespaces();
    bool processes();
    bool dentry_lists();
    bool dentry_hash();
    bool dentry_pins();
    bool mountpoints_are_visible();  // a mountpoint lies in what the parent mount shows
    bool superblocks();

    bool is_live(MountRef ref) const {
        return ref && ref.value < world_.mounts_.slots() && world_.mounts_[ref].unique_id != 0;
    }
    bool is_live(DentryRef ref) const {
        return ref && ref.value < world_.dentries_.slots() && world_.dentries_[ref].superblock;
    }
    bool is_live(SuperblockRef ref) const {
        return ref && ref.value < world_.superblocks_.slots() && world_.superblocks_[ref].root;
    }
    bool is_live(NamespaceRef ref) const {
        return ref && ref.value < world_.namespaces_.slots() && world_.namespaces_[ref].root;
    }
    bool is_live(UserNamespaceRef ref) const { return ref && ref.value < world_.user_namespaces_.slots(); }
    bool is_live(FileRef ref) const {
        return ref && ref.value < world_.files_.slots() && world_.files_[ref].name;
    }
    template <class Ref>
    bool is_none_or_live(Ref ref) const {
        return !ref || is_live(ref);
    }
    bool is_live(const Path& path) const { return is_live(path.mount) && is_live(path.dentry); }

    // Calls `check(ref)` for each live mount until one answers false.
    template <class Check>
    bool for_each_mount(Check&& check) const {
        for (std::uint32_t value = 1; value < world_.mounts_.slots(); ++value) {
            const MountRef ref{value};
            if (is_live(ref) && !check(ref)) return false;
        }
        return true;
    }
    template <class Check>
    bool for_each_dentry(Check&& check) const {
        for (std::uint32_t value = 1; value < world_.dentries_.slots(); ++value) {
            const DentryRef ref{value};
            if (is_live(ref) && !check(ref)) return false;
        }
        return true;
    }
    bool is_linked(DentryRef ref) const {  // has a place in its directory
        const Dentry& d = world_.dentries_[ref];
        return d.parent != ref && (d.flags & kDentryUnlinked) == 0;
    }

    bool fail(MountRef mount, std::string_view what);
    bool fail(DentryRef dentry, std::string_view what);
    bool fail(NamespaceRef ns, std::string_view what);
    bool fail(ProcessRef process, std::string_view what);
    bool fail(SuperblockRef superblock, std::string_view what);

    const World& world_;
    bool marks_may_stay_;
    std::string broken_;
};

}  // namespace mountscope
