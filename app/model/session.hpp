#pragma once
// The story that is on the screen: which scenario, its timeline, and views of its states, made when asked
// for.
//
//   Session session;
//   session.begin(scenario, default_kernel(), {});       // an empty timeline for it
//   session.execute("mount -t tmpfs t /mnt", command);    // at the cursor
//   session.seek(0);
//   session.view().tables();                             // of the state at the cursor, kept for a while
//   session.move(Grain::kStep, 1);                        // into the next command, one step
//   session.lane(0).step->step;                           // what it looked at
//   session.compare({find_kernel("4.9")});                // lane B: the same story under another kernel
//
// The cursor stands after a command, or inside the next one: after one of its steps. Inside, all lanes stand
// at the same position of the steps' alignment.
//
// Invariant: `revision` changes whenever the state at the cursor, the branch or the scenario does, so that
// what is derived can be kept until it does.

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/difference.hpp"
#include "core/trace/step_alignment.hpp"
#include "core/trace/timeline.hpp"

#include "app/model/grain.hpp"
#include "app/model/hash_memory.hpp"
#include "app/model/mirrored_timeline.hpp"
#include "app/model/provenance.hpp"
#include "app/model/scenario_library.hpp"
#include "app/model/state_view.hpp"
#include "app/model/step_story.hpp"

namespace mountscope {

// The story under one kernel, at the cursor.
struct LaneAt {
    const KernelProfile* kernel = nullptr;
    bool behind = false;  // its commands are still being run; nothing below is set
    // The command that led here, or, inside of one, that one; null: at the beginning, or it can't be run
    // here.
    const TimelineStep* command = nullptr;
    std::shared_ptr<const StateView> view;    // what a picture shows
    std::shared_ptr<const StateView> before;  // the state before `changes`; null without them
    const Changes* changes = nullptr;         // after a command
    const StepIndex* index = nullptr;         // inside: the steps of the command
    std::optional<StepView> step;             // inside, once it has done one
    bool waits = false;                       // inside: for the other lanes
    Counters counters;                        // of the command, so far
    Counters whole;                           // of the whole command
};

// A command's steps under all lanes.
struct StepSet {
    std::vector<std::unique_ptr<StepIndex>> indexes;  // one a lane; of a lane without the command: none
    std::unique_ptr<StepAlignment> alignment;
    std::vector<std::size_t> lane_of_index;  // lanes in the alignment
};

class Session {
  public:
    Session();

    const Timeline& timeline() const { return *timeline_; }
    const ScenarioInfo& scenario() const { return scenario_; }
    int parameter() const { return parameter_; }
    std::uint64_t revision() const { return revision_; }
    // Changes with the scenario; a story is all that follows a `begin`.
    std::uint64_t story() const { return story_; }

    void begin(ScenarioInfo scenario, int parameter, const KernelProfile& kernel, RunOptions options);
    // Of the simulated machine, in bytes; it decides how many buckets the mount hash has. A change holds from
    // the next begin() on.
    std::uint64_t memory() const { return memory_; }
    void set_memory(std::uint64_t bytes) { memory_ = bytes; }
    MachineSettings machine_of(const KernelProfile& kernel) const;
    CommandResult execute(std::string text, const Command& command);
    void seek(std::size_t index);
    void switch_branch(std::size_t index);

    // --- inside of commands
    // Position among the steps of command cursor() + 1; none: after command cursor().
    std::optional<std::uint64_t> inside() const { return inside_; }
    // The command that is told about: the one that led here, or the one the cursor is inside of; 0: none.
    std::size_t shown_command() const { return timeline_->cursor() + (inside_ ? 1 : 0); }
    // Its steps under all lanes; null when there are none, or a lane is behind.
    const StepSet* steps() const;
    void move(Grain grain, int count);
    // Into `command` (from 1), after its step at `position`; clamped. At the beginning or end of the story it
    // stays at what is there.
    void seek_inside(std::size_t command, std::uint64_t position);
    // Equal for equal states, inside of commands as well.
    std::uint64_t hash() const;

    // --- lanes: the same story under several kernels, lane 0 is the timeline itself
    void compare(const std::vector<const KernelProfile*>& others);
    std::size_t lanes() const { return 1 + others_.size(); }
    const KernelProfile& kernel(std::size_t lane) const;
    const LaneAt& lane(std::size_t lane) const;
    // A command (from 1) as it went under a lane's kernel; null when the lane is behind, or can't run it.
    const TimelineStep* step_in(std::size_t lane, std::size_t index) const;
    // Lanes that have not yet run what is at the cursor or wanted; catch_up() runs one command.
    bool is_behind() const;
    void catch_up();
    // Lanes shall have run this command as well, though the cursor is elsewhere; until the branch changes.
    void want(std::size_t command) { wanted_ = command; }

    // Mounts that ended differently after the command that led here, and why; empty inside of commands, with
    // one lane, and while a lane is behind.
    const Differences& differences() const;

    // The state at the cursor, and the one before the step that led to it. Inside of an umount, the state is
    // the one from before: what goes keeps its place until the end.
    const StateView& view() const;
    const StateView& view_before() const;
    // Sum of the counters of all commands up to the cursor.
    const Counters& totals() const;
    const Caption& caption() const;
    const std::vector<ProvenanceStep>& provenance_of(std::uint32_t unique_id) const;

    // The mount at a path as a process sees it, or by its mnt_id; 0 when there is none.
    std::uint32_t find_mount(std::string_view path_or_id, std::string_view process = "main") const;

  private:
    struct Kept {
        std::uint64_t branch = 0;
        std::size_t lane = 0;
        std::size_t index = 0;
        std::shared_ptr<const StateView> view;
    };
    std::shared_ptr<const StateView> view_at(std::size_t lane, std::size_t index) const;
    World world_of(std::size_t lane, std::size_t index) const;
    const TimelineStep* step_of(std::size_t lane, std::size_t index) const;
    const StepSet* steps_of(std::size_t command) const;
    LaneAt make_lane(std::size_t lane) const;
    void fill_inside(LaneAt& at, std::size_t lane) const;
    bool move_once(Grain grain, bool forward);
    bool move_into(std::size_t command, Grain grain, bool forward);
    std::size_t needed() const;  // commands that all lanes have to have run
    void changed(bool other_branch);

    std::unique_ptr<Timeline> timeline_;
    std::vector<std::unique_ptr<MirroredTimeline>> others_;
    std::optional<std::uint64_t> inside_;
    ScenarioInfo scenario_;
    int parameter_ = 0;
    std::uint64_t memory_ = kUsualMemory;
    std::size_t wanted_ = 0;
    std::uint64_t revision_ = 1;
    std::uint64_t branch_ = 1;
    std::uint64_t story_ = 1;
    std::uint64_t comparison_ = 1;  // changes with the lanes

    mutable std::list<Kept> kept_;  // newest first
    mutable std::shared_ptr<const StateView> view_;
    mutable std::shared_ptr<const StateView> before_;
    mutable std::uint64_t view_revision_ = 0;
    mutable std::uint64_t before_revision_ = 0;
    mutable std::vector<LaneAt> lanes_at_;  // for lanes_revision_
    mutable std::uint64_t lanes_revision_ = 0;
    mutable StepSet steps_;
    mutable std::uint64_t steps_branch_ = 0;
    mutable std::uint64_t steps_comparison_ = 0;
    mutable std::size_t steps_command_ = 0;
    mutable std::vector<Counters> sums_;  // after each command of the branch, as far as known
    mutable Differences differences_;
    mutable std::uint64_t differences_revision_ = 0;
    mutable Caption caption_;
    mutable std::uint64_t caption_revision_ = 0;
    mutable std::vector<ProvenanceStep> provenance_;
    mutable std::uint32_t provenance_of_ = 0;
    mutable std::uint64_t provenance_revision_ = 0;
};

}  // namespace mountscope
