// From a path to a place. Models fs/namei.c link_path_walk(), handle_dots(), follow_dotdot(), step_into(),
// filename_parentat(); there are no symbolic links (kernel.md B.0).

#include "core/kernel/kernel.hpp"

namespace mountscope {

namespace {

constexpr std::size_t kPathMax = 4096;
constexpr std::size_t kNameMax = 255;

std::string_view next_component(std::string_view path, std::size_t& at) {
    while (at < path.size() && path[at] == '/') ++at;
    const std::size_t start = at;
    while (at < path.size() && path[at] != '/') ++at;
    return path.substr(start, at - start);
}

}  // namespace

void Kernel::follow_mounts(Path& at) {
    // A directory that nothing is mounted on, in any namespace, is known to be one without asking the hash.
    while (world_[at.dentry].first_mount) {
        const MountRef covering = lookup(Counter::kPathLookup, at.mount, at.dentry);
        if (!covering) return;
        at = {covering, world_[covering].root};
        step(StepKind::kEnter, Decision::kNone, covering);
    }
}

Errno Kernel::walk_component(const Path& root, Path& at, std::string_view name) {
    if (name == ".") return Errno::kOk;
    if (name == "..") {
        if (at != root) {
            Path up = at;
            // Leave the roots of mounts; stop where the process' root or a mount without parent is met.
            bool stays = false;
            while (up.dentry == world_[up.mount].root) {
                if (up == root || !world_.has_parent(up.mount)) {
                    stays = true;
                    break;
                }
                up = {world_[up.mount].parent, world_[up.mount].mountpoint};
            }
            if (up == root) stays = true;
            if (!stays) {
                at = {up.mount, world_[up.dentry].parent};
            }
        }
        follow_mounts(at);
        return Errno::kOk;
    }
    if (name.size() > kNameMax) return Errno::kENAMETOOLONG;
    const NameRef known = world_.names().find(name);
    const DentryRef child = known ? world_.find_child(at.dentry, known) : DentryRef{};
    if (!child) return Errno::kENOENT;
    at.dentry = child;
    follow_mounts(at);
    return Errno::kOk;
}

PathResult Kernel::walk(ProcessRef process, std::string_view path, unsigned flags) {
    begin_phase(Phase::kResolve);
    if (path.empty()) return {Errno::kENOENT, {}};
    if (path.size() >= kPathMax) return {Errno::kENAMETOOLONG, {}};
    const Path root = world_[process].root;
    Path at = path.front() == '/' ? root : world_[process].cwd;
    std::size_t position = 0;
    while (true) {
        const std::string_view name = next_component(path, position);
        if (name.empty()) break;
        if (!world_.is_directory(at.dentry)) return {Errno::kENOTDIR, {}};
        if (const Errno error = walk_component(root, at, name); error != Errno::kOk) return {error, {}};
    }
    const bool must_be_directory = (flags & kWalkDirectory) != 0 || path.back() == '/';
    if (must_be_directory && !world_.is_directory(at.dentry)) return {Errno::kENOTDIR, {}};
    // umount(2) also enters what is mounted on the place where the walk began ("/", ".").
    if ((flags & kWalkToTop) != 0) follow_mounts(at);
    return {Errno::kOk, at};
}

ParentResult Kernel::walk_parent(ProcessRef process, std::string_view path) {
    ParentResult result;
    const auto failed = [&result](Errno error) {
        result.error = error;
        return result;
    };
    if (path.empty()) return failed(Errno::kENOENT);
    if (path.size() >= kPathMax) return failed(Errno::kENAMETOOLONG);
    const Path root = world_[process].root;
    Path at = path.front() == '/' ? root : world_[process].cwd;
    std::size_t position = 0;
    std::string_view name = next_component(path, position);
    while (!name.empty()) {
        std::size_t ahead = position;
        const std::string_view after = next_component(path, ahead);
        if (!world_.is_directory(at.dentry)) return failed(Errno::kENOTDIR);
        if (after.empty()) break;
        if (const Errno error = walk_component(root, at, name); error != Errno::kOk) return failed(error);
        name = after;
        position = ahead;
    }
    result.parent = at;
    result.name = name;
    result.last = name.empty()   ? ParentResult::Last::kRoot
                  : name == "."  ? ParentResult::Last::kDot
                  : name == ".." ? ParentResult::Last::kDotDot
                                 : ParentResult::Last::kName;
    result.trailing_slash = !name.empty() && path.back() == '/';
    if (name.size() > kNameMax) result.error = Errno::kENAMETOOLONG;
    return result;
}

PathResult Kernel::lookup_path(ProcessRef process, std::string_view path) {
    return walk(process, path);
}

}  // namespace mountscope
