#include "core/kernel/command.hpp"

#include "core/kernel/umount_run.hpp"

namespace mountscope {

namespace {

// Each missing component, as `mkdir -p` does; a component that is there is fine.
Errno make_directories(Kernel& kernel, const World& world, ProcessRef process, const std::string& path) {
    for (std::size_t end = 1; end <= path.size(); ++end) {
        if (end < path.size() && path[end] != '/') continue;
        const Errno error = kernel.sys_mkdir(process, std::string_view(path).substr(0, end));
        if (error != Errno::kOk && error != Errno::kEEXIST) return error;
    }
    const PathResult made = kernel.lookup_path(process, path);
    if (made.error != Errno::kOk) return made.error;
    return world.is_directory(made.path.dentry) ? Errno::kOk : Errno::kENOTDIR;
}

bool makes_names(CommandKind kind) {
    switch (kind) {
        case CommandKind::kMkdirParents:
        case CommandKind::kMkdir:
        case CommandKind::kTouch:
        case CommandKind::kMountNew:
        case CommandKind::kOpen:
        case CommandKind::kUnshare:
        case CommandKind::kFork:
        case CommandKind::kNsenter:
            return true;
        default:
            return false;
    }
}

class Runner {
  public:
    Runner(World& world, const KernelProfile& profile, const RunOptions& options, CommandResult& result,
           StepTrace* trace)
        : world_(world), result_(result), kernel_(world, profile, result.counters, trace) {
        kernel_.set_counts_quickly(options.count_quickly);
        kernel_.set_progress(options.progress);
        std::vector<std::string_view> directories(options.initial_directories.begin(),
                                                  options.initial_directories.end());
        kernel_.set_initial_directories(std::move(directories));
    }

    void run(const Command& command) {
        const ProcessRef process = world_.find_process(command.process);
        if (!process) {
            result_.impossible = "no process named " + command.process;
            return;
        }
        if (makes_names(command.kind) && world_.names().bytes() >= world_.settings().limits.name_bytes) {
            result_.error = Errno::kENOMEM;
            result_.note = "there are as many different names as this simulation has room for";
            return;
        }
        result_.error = call(process, command);
        result_.note = kernel_.limit_met();
        result_.cancelled = kernel_.was_cancelled();
    }

  private:
    Errno call(ProcessRef process, const Command& c) {
        const auto& a = c.arguments;
        switch (c.kind) {
            case CommandKind::kMkdirParents: {
                Errno error = Errno::kOk;
                for (std::size_t i = 0; i < a.size() && error == Errno::kOk; ++i) {
                    error = make_directories(kernel_, world_, process, a[i]);
                }
                return error;
            }
            case CommandKind::kMkdir:
                return kernel_.sys_mkdir(process, a[0]);
            case CommandKind::kRmdir:
                return kernel_.sys_rmdir(process, a[0]);
            case CommandKind::kUnlink:
                return kernel_.sys_unlink(process, a[0]);
            case CommandKind::kTouch:
                return kernel_.sys_creat(process, a[0]);
            case CommandKind::kMountNew:
                return kernel_.sys_mount_new(process, c.filesystem, a[0], a[1]);
            case CommandKind::kMountBind:
                return kernel_.sys_mount_bind(process, a[0], a[1], c.recursive);
            case CommandKind::kMountMove:
                return kernel_.sys_mount_move(process, a[0], a[1]);
            case CommandKind::kMountMoveBeneath:
                return kernel_.sys_move_mount_beneath(process, a[0], a[1]);
            case CommandKind::kMountChangeType:
                return kernel_.sys_mount_change_type(process, a[0], *c.propagation, c.recursive);
            case CommandKind::kSetGroup:
                return kernel_.sys_move_mount_set_group(process, a[0], a[1]);
            case CommandKind::kUmount:
                return kernel_.sys_umount(process, a[0], c.lazy);
            case CommandKind::kPivotRoot:
                return kernel_.sys_pivot_root(process, a[0], a[1]);
            case CommandKind::kChroot:
                return kernel_.sys_chroot(process, a[0]);
            case CommandKind::kChdir:
                return kernel_.sys_chdir(process, a[0]);
            case CommandKind::kOpen:
                return kernel_.sys_open(process, a[0], a[1]);
            case CommandKind::kClose:
                return kernel_.sys_close(process, a[0]);
            case CommandKind::kWhere: {
                const PathResult found = kernel_.lookup_path(process, a[0]);
                result_.where = found.path;
                return found.error;
            }
            case CommandKind::kUnshare:
            case CommandKind::kFork:
            case CommandKind::kNsenter:
                return start_process(process, c);
            case CommandKind::kExit:
                return end_process(a[0]);
            case CommandKind::kShow:
                return Errno::kOk;
        }
        return Errno::kENOSYS;
    }

    Errno start_process(ProcessRef parent, const Command& c) {
        const std::string& name = c.arguments.back();
        if (is_name_taken(name)) {
            result_.impossible = "the name " + name + " is taken";
            return Errno::kOk;
        }
        ProcessRef target;
        if (c.kind == CommandKind::kNsenter) {
            target = world_.find_process(c.arguments[0]);
            if (!target) {
                result_.impossible = "no process named " + c.arguments[0];
                return Errno::kOk;
            }
        }
        ProcessRef child;
        Errno error = kernel_.sys_fork(parent, name, &child);
        if (error != Errno::kOk) return error;
        if (c.kind == CommandKind::kUnshare) {
            error = kernel_.sys_unshare(child, c.new_user_namespace);
            if (error == Errno::kOk && c.propagation) {
                error = kernel_.sys_mount_change_type(child, "/", *c.propagation, true);
            }
        } else if (c.kind == CommandKind::kNsenter) {
            error = kernel_.sys_setns(child, target);
        }
        if (error != Errno::kOk) {
            kernel_.sys_exit(child);
            world_.forget_process_name(child);
        }
        return error;
    }

    bool is_name_taken(const std::string& name) const {
        const NameRef wanted = world_.names().find(name);
        for (std::uint32_t value = 1; wanted && value < world_.process_slots(); ++value) {
            if (world_[ProcessRef{value}].name == wanted) return true;
        }
        return false;
    }

    Errno end_process(const std::string& name) {
        const ProcessRef process = world_.find_process(name);
        if (!process || name == "main") {
            result_.impossible = !process ? "no process named " + name : std::string("main can't exit");
            return Errno::kOk;
        }
        kernel_.sys_exit(process);
        return Errno::kOk;
    }

    World& world_;
    CommandResult& result_;
    Kernel kernel_;
};

}  // namespace

CommandResult run_command(World& world, const KernelProfile& profile, const Command& command,
                          const RunOptions& options, StepTrace* trace) {
    CommandResult result;
    std::optional<World> before;
    if (options.progress) before = world;
    world.set_command(world.command() + 1);
    Runner(world, profile, options, result, trace).run(command);
    if (!result.cancelled) return result;
    world = std::move(*before);
    CommandResult nothing;
    nothing.error = Errno::kEINTR;
    nothing.cancelled = true;
    return nothing;
}

CommandResult resume_umount(World& world, const KernelProfile& profile, const RunOptions& options,
                            const Counters& counters, const UmountRun& run, StepTrace* trace) {
    CommandResult result;
    result.counters = counters;
    Kernel kernel(world, profile, result.counters, trace);
    kernel.set_counts_quickly(options.count_quickly);
    kernel.set_progress(options.progress);
    kernel.resume_umount(run);
    result.cancelled = kernel.was_cancelled();
    return result;
}

bool may_change_tables(CommandKind kind) {
    switch (kind) {
        case CommandKind::kMkdirParents:
        case CommandKind::kMkdir:
        case CommandKind::kTouch:
        case CommandKind::kOpen:
        case CommandKind::kClose:
        case CommandKind::kWhere:
        case CommandKind::kShow:
            return false;
        default:
            return true;
    }
}

}  // namespace mountscope
