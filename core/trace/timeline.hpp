#pragma once
// The story of a session: commands, the World after each of them, and a cursor that goes back and forth.
//
//   Timeline timeline(default_kernel());
//   timeline.append("mount -t tmpfs t /mnt", command);   // runs at the cursor and moves it forward
//   timeline.seek(0);                                    // the World as it was at boot
//   timeline.world();
//
// A command run in the middle starts a new branch; the old future stays and can be switched to. For each k
// the World after seek(k) is bit for bit the World of the way forward. Worlds share the pages that did not
// change; for long stories only some are kept and the others are made again by running the commands in
// between.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/kernel/command.hpp"
#include "core/trace/changes.hpp"

namespace mountscope {

struct TimelineStep {
    std::string text;  // as it is shown: "mount --bind /mnt/1/1 /mnt/1/1"
    Command command;
    CommandResult result;
    Changes changes;
    std::string sentence;  // what happened and why, one sentence
};

class Timeline {
  public:
    explicit Timeline(const KernelProfile& kernel, RunOptions options = {}, MachineSettings machine = {});

    const KernelProfile& kernel() const { return *kernel_; }
    const MachineSettings& machine() const { return machine_; }
    const RunOptions& run_options() const { return options_; }

    // Commands on the current branch, and where the cursor is: 0 (boot) to size().
    std::size_t size() const { return path_.size(); }
    std::size_t cursor() const { return cursor_; }
    // 1..size(); step(cursor()) is the command that led to world().
    const TimelineStep& step(std::size_t index) const;
    const World& world() const { return world_; }
    // The World one command earlier; world() itself at the start.
    const World& world_before() const { return before_; }
    // The World after command `index`, 0: boot.
    World world_at(std::size_t index) const;

    void seek(std::size_t index);  // past the end: to the end
    // Runs at the cursor. A command that can't be run at all (result.impossible) or was stopped
    // (result.cancelled) changes nothing and is not kept; its result is returned all the same.
    CommandResult append(std::string text, const Command& command);

    // Other futures that start at the cursor or elsewhere, oldest first; index 0..branch_count()-1.
    struct Branch {
        std::size_t leaves_at;  // command after which it differs from the current one
        std::size_t length;     // its commands in all
    };
    std::vector<Branch> branches() const;
    void switch_branch(std::size_t index);  // the cursor stays where both agree

    // A number for the state at the cursor: equal for equal states.
    std::uint64_t hash() const { return world_.hash(); }

  private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    struct Node {
        std::uint32_t parent = kNone;
        std::uint32_t depth = 0;  // commands from boot
        std::unique_ptr<TimelineStep> step;
        std::unique_ptr<World> world;  // kept or not
    };

    World world_of(std::uint32_t node) const;
    void thin_out_worlds();
    void set_cursor(std::size_t index);

    const KernelProfile* kernel_;
    RunOptions options_;
    MachineSettings machine_;
    std::vector<Node> nodes_;          // [0] is boot
    std::vector<std::uint32_t> path_;  // current branch, without boot
    std::vector<std::uint32_t> other_tips_;
    std::size_t cursor_ = 0;
    std::size_t kept_worlds_ = 0;
    std::uint32_t stride_ = 1;
    World world_;
    World before_;
};

// What happened, told in one sentence, with the reason: "4 mounts: ...". Paths are those that main's eyes
// see.
std::string tell(const World& before, const World& after, const Command& command, const CommandResult& result,
                 const Changes& changes);

}  // namespace mountscope
