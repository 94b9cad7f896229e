#pragma once
// One command of a scenario, ready to run: which process does what to which paths.
//
//   Command c{.kind = CommandKind::kUmount, .process = "main", .arguments = {"/mnt"}, .lazy = true};
//   CommandResult r = run_command(world, default_kernel(), c, options);
//   r.error == Errno::kOk;  r.counters[Counter::kUmountLookup];
//
// A command is one system call, or the few that the scenario language defines it as (mkdir -p, unshare NAME).

#include <optional>
#include <string>
#include <vector>

#include "core/kernel/kernel.hpp"

namespace mountscope {

enum class CommandKind {
    kMkdirParents,  // mkdir -p: arguments = directories
    kMkdir,
    kRmdir,
    kUnlink,
    kTouch,
    kMountNew,   // arguments = source, target; type in `filesystem`
    kMountBind,  // arguments = source, target; `recursive`
    kMountMove,
    kMountMoveBeneath,
    kMountChangeType,  // arguments = target; `propagation`, `recursive`
    kSetGroup,         // arguments = from, to
    kUmount,           // arguments = target; `lazy`
    kPivotRoot,        // arguments = new_root, put_old
    kChroot,
    kChdir,
    kOpen,   // arguments = path, name
    kClose,  // arguments = name
    kWhere,
    kUnshare,  // arguments = new process; `new_user_namespace`, `propagation` when changed in the new
               // namespace
    kFork,     // arguments = new process
    kNsenter,  // arguments = process to follow, new process
    kExit,     // arguments = process
    kShow,
};

struct Command {
    CommandKind kind = CommandKind::kShow;
    std::string process = "main";
    std::vector<std::string> arguments;
    std::string filesystem;
    std::optional<PropagationType> propagation;
    bool recursive = false;
    bool lazy = false;
    bool new_user_namespace = false;
};

struct RunOptions {
    std::vector<std::string> initial_directories;  // that every new file system holds
    bool count_quickly = true;  // add up repeated work instead of doing it; the counters are the same
    ProgressHook progress;      // hears of long work and may stop it; none: nobody does
};

struct CommandResult {
    Errno error = Errno::kOk;
    Path where;  // of kWhere
    std::optional<std::string>
        impossible;          // the command can't be run at all: names a process that is not there
    bool cancelled = false;  // options.progress stopped it: nothing is changed, the counters tell nothing
    Counters counters;
    std::string_view
        note;  // which limit of the engine was met, when that is why it failed (core/world/limits.hpp)
};

CommandResult run_command(World& world, const KernelProfile& profile, const Command& command,
                          const RunOptions& options = {}, StepTrace* trace = nullptr);

// Goes on with an umount(2) from a checkpoint (StepSink::on_checkpoint): the World, the counters and the
// trace are as they were there. Answers what the whole command would have.
CommandResult resume_umount(World& world, const KernelProfile& profile, const RunOptions& options,
                            const Counters& counters, const UmountRun& run, StepTrace* trace);

// False for commands that cannot change any mount table (mkdir, touch, open, close, where, show).
bool may_change_tables(CommandKind kind);

}  // namespace mountscope
