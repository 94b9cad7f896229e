#pragma once
// What the step that led to the cursor says on the screen: a caption of two lines, and four figures.
//
//   Caption c = caption_at_cursor(timeline, scenario);
//   c.sentence;    // what happened and why
//   c.second;      // what it means, quieter
//   for (const Figure& f : figures_at_cursor(timeline, view, totals)) ...

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/timeline.hpp"

#include "app/model/scenario_library.hpp"
#include "app/model/state_view.hpp"
#include "app/scene/number_text.hpp"

namespace mountscope {

class Session;

struct Caption {
    std::string sentence;
    std::string second;
    bool is_error = false;
    std::vector<std::string> of_lanes;  // instead, when several kernels are side by side: a sentence for each
    std::vector<std::string>
        why_of_lanes;  // what it means, for each of them; "" where there is nothing to say
};
Caption caption_at_cursor(const Timeline& timeline, const ScenarioInfo& scenario);
// Inside of a command: what the step looks at and decides, under each lane.
Caption caption_inside(const Session& session);

struct Figure {
    std::string label;
    std::uint64_t value = 0;
    std::int64_t delta = 0;  // shown with its sign when not 0
    std::string beside;      // "127 so far"
    std::string meaning;
};
// `totals` are the counters of all commands up to the cursor.
std::array<Figure, 4> figures_at_cursor(const Timeline& timeline, const StateView& view,
                                        const Counters& totals);

// Work of the shown command under each lane, so far and in all, on one axis.
struct LaneFigure {
    std::string label;
    std::string meaning;
    std::vector<std::uint64_t> now;
    std::vector<std::uint64_t> whole;
    std::uint64_t axis = 0;  // the largest of all
};
std::vector<LaneFigure> lane_figures(const Session& session);

// Kinds of commands, as far as the scrubber tells them apart.
enum class MarkKind : std::uint8_t { kMount, kUmount, kPropagation, kNamespace, kFile, kError };
MarkKind mark_kind(const TimelineStep& step);

// Hash lookups of mounting and unmounting, without those of path resolution.
std::uint64_t tree_lookups(const Counters& counters);
// Receivers that were asked: whether they need a copy, or whether they have one that has to go.
std::uint64_t receivers_asked(const Counters& counters);

}  // namespace mountscope
