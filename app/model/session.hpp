#pragma once
// The story that is on the screen: which scenario, its timeline, and views of its states, made when asked
// for.
//
//   Session session;
//   session.begin(scenario, default_kernel(), {});       // an empty timeline for it
//   session.execute("mount -t tmpfs t /mnt", command);    // at the cursor
//   session.seek(0);
//   session.view().tables();                             // of the state at the cursor, kept for a while
//
// Invariant: `revision` changes whenever the state at the cursor, the branch or the scenario does, so that
// what is derived can be kept until it does.

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "core/trace/timeline.hpp"

#include "app/model/provenance.hpp"
#include "app/model/scenario_library.hpp"
#include "app/model/state_view.hpp"
#include "app/model/step_story.hpp"

namespace mountscope {

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
    CommandResult execute(std::string text, const Command& command);
    void seek(std::size_t index);
    void switch_branch(std::size_t index);

    // The state at the cursor, and the one before the step that led to it.
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
        std::size_t index = 0;
        std::shared_ptr<const StateView> view;
    };
    std::shared_ptr<const StateView> view_at(std::size_t index) const;
    void changed(bool other_branch);

    std::unique_ptr<Timeline> timeline_;
    ScenarioInfo scenario_;
    int parameter_ = 0;
    std::uint64_t revision_ = 1;
    std::uint64_t branch_ = 1;
    std::uint64_t story_ = 1;

    mutable std::list<Kept> kept_;  // newest first
    mutable std::shared_ptr<const StateView> view_;
    mutable std::shared_ptr<const StateView> before_;
    mutable std::uint64_t view_revision_ = 0;
    mutable std::uint64_t before_revision_ = 0;
    mutable std::vector<Counters> sums_;  // after each command of the branch, as far as known
    mutable Caption caption_;
    mutable std::uint64_t caption_revision_ = 0;
    mutable std::vector<ProvenanceStep> provenance_;
    mutable std::uint32_t provenance_of_ = 0;
    mutable std::uint64_t provenance_revision_ = 0;
};

}  // namespace mountscope
