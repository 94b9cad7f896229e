#include "app/model/step_story.hpp"

#include <algorithm>

#include "core/trace/narrate.hpp"

#include "app/model/error_reason.hpp"
#include "app/model/session.hpp"

namespace mountscope {
namespace {

std::string counted(std::uint64_t n, std::string_view one, std::string_view many) {
    return with_thousands(n) + " " + std::string(n == 1 ? one : many);
}

std::uint64_t copies_made(const Counters& counters) {
    return counters[Counter::kAlloc];
}

std::string cost_line(const Counters& counters) {
    const std::uint64_t lookups = tree_lookups(counters);
    const std::uint64_t asked = receivers_asked(counters);
    if (lookups == 0 && asked == 0) return "";
    std::string text = "For this the kernel";
    if (asked != 0) text += " asked " + counted(asked, "receiver", "receivers");
    if (asked != 0 && lookups != 0) text += " and";
    if (lookups != 0) text += " made " + counted(lookups, "hash lookup", "hash lookups");
    return text + ".";
}

std::string second_line(const Timeline& timeline, const TimelineStep& step) {
    if (step.result.error != Errno::kOk) {
        return why_refused(timeline.world_before(), timeline.kernel(), step.command, step.result.error);
    }
    if (const std::string cost = cost_line(step.result.counters); !cost.empty()) return cost;
    if (step.changes.empty()) return "No mount table changed.";
    return "";
}

}  // namespace

std::uint64_t tree_lookups(const Counters& counters) {
    return counters[Counter::kAttachLookup] + counters[Counter::kBusyLookup] +
           counters[Counter::kUnlockLookup] + counters[Counter::kMarkLookup] +
           counters[Counter::kUmountLookup];
}

std::uint64_t receivers_asked(const Counters& counters) {
    return counters[Counter::kNeedSecondary] + counters[Counter::kPropagationNext];
}

Caption caption_at_cursor(const Timeline& timeline, const ScenarioInfo& scenario) {
    if (timeline.cursor() == 0) {
        Caption caption;
        caption.sentence = scenario.look.empty()
                               ? "One process, main, in one namespace with one mount: an empty tmpfs on /."
                               : scenario.look;
        caption.second = timeline.size() == 0 ? "Type a command into the console, or paste a script."
                                              : "The beginning. Step forward with the right arrow key.";
        return caption;
    }
    const TimelineStep& step = timeline.step(timeline.cursor());
    Caption caption;
    caption.sentence = step.sentence;
    caption.second = second_line(timeline, step);
    caption.is_error = step.result.error != Errno::kOk;
    return caption;
}

namespace {

std::string lane_sentence(const LaneAt& lane) {
    if (lane.behind) return "Its commands are being run.";
    if (lane.command == nullptr) return "This command can't be run here: its process was never made.";
    if (!lane.step) return "Has nothing to do yet.";
    if (lane.waits) return "Has done this part, and waits for the others.";
    return step_sentence(*lane.kernel, lane.step->world, lane.step->step);
}

}  // namespace

Caption caption_inside(const Session& session) {
    Caption caption;
    const LaneAt& first = session.lane(0);
    caption.sentence = lane_sentence(first);
    if (first.step) caption.second = step_meaning(*first.kernel, first.step->world, first.step->step);
    if (session.lanes() == 1) return caption;
    for (std::size_t i = 0; i < session.lanes(); ++i) {
        const LaneAt& lane = session.lane(i);
        caption.of_lanes.push_back(lane_sentence(lane));
        caption.why_of_lanes.emplace_back(
            lane.step ? step_meaning(*lane.kernel, lane.step->world, lane.step->step) : std::string_view{});
    }
    return caption;
}

std::vector<LaneFigure> lane_figures(const Session& session) {
    struct Kind {
        std::string_view label;
        std::string_view meaning;
        std::uint64_t (*value)(const Counters&);
    };
    static constexpr Kind kKinds[] = {
        {"hash lookups",
         "Lookups in the mount hash while trees are attached or taken; those of paths are not counted.",
         tree_lookups},
        {"chain entries", "Nodes of hash chains that all lookups compared, those of paths included.",
         [](const Counters& c) { return c[Counter::kChainEntries]; }},
        {"receivers asked",
         "Peers and slaves that the kernel went to: to ask whether they need a copy, or whether theirs has "
         "to go.",
         receivers_asked},
        {"mounts taken", "Mounts taken out of the tree.",
         [](const Counters& c) { return c[Counter::kFinish]; }},
        {"mounts created", "Mounts made: the one that was asked for, and the copies at receivers.",
         copies_made},
    };
    const LaneAt& first = session.lane(0);
    const bool makes = first.command != nullptr && first.whole[Counter::kAlloc] > 0;
    std::vector<LaneFigure> figures;
    for (std::size_t k = 0; k < std::size(kKinds); ++k) {
        if (k == (makes ? 3 : 4)) continue;
        LaneFigure figure{std::string(kKinds[k].label), std::string(kKinds[k].meaning), {}, {}, 0};
        for (std::size_t i = 0; i < session.lanes(); ++i) {
            figure.now.push_back(kKinds[k].value(session.lane(i).counters));
            figure.whole.push_back(kKinds[k].value(session.lane(i).whole));
            figure.axis = std::max(figure.axis, figure.whole.back());
        }
        figures.push_back(std::move(figure));
    }
    return figures;
}

std::array<Figure, 4> figures_at_cursor(const Timeline& timeline, const StateView& view,
                                        const Counters& totals) {
    Counters now;
    std::int64_t delta = 0;
    if (timeline.cursor() != 0) {
        const TimelineStep& step = timeline.step(timeline.cursor());
        now = step.result.counters;
        delta = static_cast<std::int64_t>(step.changes.added.size()) -
                static_cast<std::int64_t>(step.changes.removed.size());
    }
    const auto so_far = [](std::uint64_t total) { return with_thousands(total) + " so far"; };
    return {{
        {"mounts", view.mounts(), delta, "", "Mounts in all namespaces, and what this step added or took."},
        {"mounts created", copies_made(now), 0, so_far(copies_made(totals)),
         "Mounts made by this step: the one that was asked for, and the copies at receivers."},
        {"receivers asked", receivers_asked(now), 0, so_far(receivers_asked(totals)),
         "Peers and slaves that the kernel went to: to ask whether they need a copy, or whether theirs has "
         "to go."},
        {"hash lookups", tree_lookups(now), 0, so_far(tree_lookups(totals)),
         "Lookups in the mount hash while trees are attached or taken; those of paths are not counted."},
    }};
}

MarkKind mark_kind(const TimelineStep& step) {
    if (step.result.error != Errno::kOk) return MarkKind::kError;
    switch (step.command.kind) {
        case CommandKind::kMountNew:
        case CommandKind::kMountBind:
        case CommandKind::kMountMove:
        case CommandKind::kMountMoveBeneath:
        case CommandKind::kPivotRoot:
            return MarkKind::kMount;
        case CommandKind::kUmount:
            return MarkKind::kUmount;
        case CommandKind::kMountChangeType:
        case CommandKind::kSetGroup:
            return MarkKind::kPropagation;
        case CommandKind::kUnshare:
        case CommandKind::kFork:
        case CommandKind::kNsenter:
        case CommandKind::kExit:
            return MarkKind::kNamespace;
        default:
            return MarkKind::kFile;
    }
}

}  // namespace mountscope
