#include "app/model/error_reason.hpp"

namespace mountscope {
namespace {

std::string counted(std::size_t n, std::string_view one, std::string_view many) {
    return std::to_string(n) + " " + std::string(n == 1 ? one : many);
}

class Reason {
  public:
    Reason(const World& before, const KernelProfile& kernel, const Command& command, Errno error)
        : world_(before), kernel_(world_, kernel, counters_), command_(command), error_(error) {
        process_ = world_.find_process(command.process);
    }

    std::string text() {
        if (!process_) return "";
        const std::string first = argument(0);
        switch (error_) {
            case Errno::kENOENT:
                return missing();
            case Errno::kENOTDIR:
                return "A part of the path is a file, or a file and a directory were to go together.";
            case Errno::kEEXIST:
                return first + " is there already.";
            case Errno::kENOTEMPTY:
                return first + " is not empty.";
            case Errno::kEBUSY:
                return busy();
            case Errno::kEPERM:
                return not_permitted();
            case Errno::kELOOP:
                return "The place lies inside the tree that was to be moved there.";
            case Errno::kENOSPC:
                return command_.kind == CommandKind::kUnshare
                           ? "User namespaces are nested as deep as the kernel allows."
                           : "A receiving namespace would hold more mounts than mount-max allows (" +
                                 std::to_string(world_.settings().mount_max) + ").";
            case Errno::kENODEV:
                return "There is no file system type \"" + command_.filesystem + "\".";
            case Errno::kEROFS:
                return "The file system is read-only since its root was unmounted.";
            case Errno::kEBADF:
                return "No file is open under the name " + first + ".";
            case Errno::kEINVAL:
                return invalid();
            case Errno::kENOSYS:
                return "This kernel does not have the call yet.";
            default:
                return "";
        }
    }

  private:
    std::string argument(std::size_t i) const {
        return i < command_.arguments.size() ? command_.arguments[i] : std::string();
    }

    PathResult look_up(const std::string& path) { return kernel_.lookup_path(process_, path); }

    bool is_mount(const PathResult& at) const {
        return at.error == Errno::kOk && world_[at.path.mount].root == at.path.dentry;
    }

    // The first path of the command that leads nowhere.
    std::string missing() {
        for (const std::string& path : command_.arguments) {
            if (command_.kind == CommandKind::kMountNew && &path == command_.arguments.data()) continue;
            if (look_up(path).error != Errno::kOk) return "There is no " + path + ".";
        }
        return "The place is gone.";
    }

    std::size_t holders(MountRef mount, std::string& names) const {
        std::size_t count = 0;
        for (std::uint32_t i = 1; i < world_.process_slots(); ++i) {
            const Process& p = world_[ProcessRef{i}];
            if (!p.ns) continue;
            std::string how;
            if (p.root.mount == mount) how = "as its root";
            if (p.cwd.mount == mount) how = "as its working directory";
            for (FileRef f = p.first_file; f; f = world_[f].next) {
                if (world_[f].path.mount == mount)
                    how = "by the open file " + std::string(world_.text(world_[f].name));
            }
            if (how.empty()) continue;
            if (count++ == 0) names = std::string(world_.text(p.name)) + " holds it " + how;
        }
        return count;
    }

    std::string busy() {
        const std::string path = argument(0);
        if (command_.kind == CommandKind::kRmdir || command_.kind == CommandKind::kUnlink) {
            return "Something is mounted on " + path + " in this namespace.";
        }
        if (command_.kind == CommandKind::kMountNew) return "This very file system is mounted there already.";
        if (command_.kind == CommandKind::kPivotRoot) {
            return "The new root and the place for the old one must be on other mounts than the present "
                   "root.";
        }
        const PathResult at = look_up(path);
        if (command_.kind != CommandKind::kUmount || !is_mount(at)) return "";
        const MountRef mount = at.path.mount;
        std::size_t children = 0;
        for (MountRef c = world_[mount].first_child; c; c = world_[c].next_sibling) ++children;
        if (children != 0) {
            return counted(children, "mount sits", "mounts sit") + " inside " + path +
                   "; a plain umount takes no tree, umount -l does.";
        }
        std::string names;
        if (holders(mount, names) != 0)
            return names + "; umount -l would detach it and wait for that to end.";
        return "A copy of it that would have to go as well, at a receiver, is in use.";
    }

    std::string not_permitted() {
        if (command_.kind == CommandKind::kUnshare)
            return "A chrooted process may not make a user namespace.";
        if (command_.kind == CommandKind::kNsenter) {
            return "The namespace belongs to a user namespace that " + command_.process +
                   " has no rights in.";
        }
        if (world_[world_[process_].ns].user_ns != world_[process_].user_ns &&
            !world_.user_ns_covers(world_[process_].user_ns, world_[world_[process_].ns].user_ns)) {
            return command_.process + " has no rights in the user namespace that owns its mounts.";
        }
        return "The mount belongs to another user namespace.";
    }

    // What all commands that name a mount ask of it.
    std::string invalid_mount(const std::string& path, const PathResult& at) const {
        if (at.error != Errno::kOk) return "";
        if (world_[at.path.mount].ns != world_[process_].ns) {
            return "The mount at " + path + " is not in the namespace of " + command_.process + ".";
        }
        return "";
    }

    std::string invalid() {
        switch (command_.kind) {
            case CommandKind::kUmount:
                return invalid_umount();
            case CommandKind::kMountBind:
                return invalid_bind();
            case CommandKind::kMountMove:
            case CommandKind::kMountMoveBeneath:
                return invalid_move();
            case CommandKind::kMountChangeType: {
                const PathResult at = look_up(argument(0));
                if (!is_mount(at)) return not_a_mount(argument(0));
                return invalid_mount(argument(0), at);
            }
            case CommandKind::kPivotRoot:
                return "The new root must be a mount, the place for the old one below it, and no parent of "
                       "either "
                       "shared.";
            case CommandKind::kSetGroup:
                return "Both must be mounts of one file system, the second private and inside what the first "
                       "shows.";
            default:
                return "";
        }
    }

    static std::string not_a_mount(const std::string& path) {
        return path + " is a directory, not the root of a mount.";
    }

    std::string invalid_umount() {
        const std::string path = argument(0);
        const PathResult at = look_up(path);
        if (!is_mount(at)) return not_a_mount(path);
        if (std::string why = invalid_mount(path, at); !why.empty()) return why;
        if (world_.has_flag(at.path.mount, kMountLocked)) {
            return path +
                   " is locked: it came from a namespace of another user, and what it covers stays covered.";
        }
        return "It is the root of everything.";
    }

    std::string invalid_bind() {
        const std::string from = argument(0);
        const PathResult at = look_up(from);
        if (at.error != Errno::kOk) return "";
        const MountRef mount = at.path.mount;
        if (world_.has_flag(mount, kMountUnbindable)) return from + " is on an unbindable mount.";
        if (std::string why = invalid_mount(from, at); !why.empty()) return why;
        if (!command_.recursive) {
            for (MountRef c = world_[mount].first_child; c; c = world_[c].next_sibling) {
                if (world_.has_flag(c, kMountLocked) &&
                    world_.is_subdir(world_[c].mountpoint, at.path.dentry)) {
                    return "A locked mount is inside " + from +
                           ": a bind without it would reveal what it covers; "
                           "--rbind takes it along.";
                }
            }
        }
        return invalid_mount(argument(1), look_up(argument(1)));
    }

    std::string invalid_move() {
        const std::string from = argument(0);
        const PathResult at = look_up(from);
        if (at.error != Errno::kOk) return "";
        if (!is_mount(at)) return not_a_mount(from);
        if (std::string why = invalid_mount(from, at); !why.empty()) return why;
        const MountRef mount = at.path.mount;
        if (world_.has_flag(mount, kMountLocked)) return from + " is locked where it is.";
        if (!world_.has_parent(mount)) return from + " is the root of everything.";
        if (world_.is_shared(world_[mount].parent)) {
            return "The mount that " + from +
                   " sits on is shared, and a move out of it can't be told to its peers.";
        }
        return "An unbindable mount would come to a shared place, or the place is not one that can be taken.";
    }

    World world_;
    Counters counters_;
    Kernel kernel_;
    const Command& command_;
    Errno error_;
    ProcessRef process_;
};

}  // namespace

std::string why_refused(const World& before, const KernelProfile& kernel, const Command& command,
                        Errno error) {
    if (error == Errno::kOk) return "";
    return Reason(before, kernel, command, error).text();
}

}  // namespace mountscope
