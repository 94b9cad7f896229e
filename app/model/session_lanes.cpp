// The cursor inside of commands, and the lanes: the same story under several kernels.

#include <algorithm>

#include "app/model/session.hpp"

namespace mountscope {
namespace {

// What they take away stays in the picture until they have ended.
bool shows_state_from_before(CommandKind kind) {
    switch (kind) {
        case CommandKind::kUmount:
        case CommandKind::kExit:
        case CommandKind::kRmdir:
        case CommandKind::kUnlink:
            return true;
        default:
            return false;
    }
}

}  // namespace

// --- lanes

void Session::compare(const std::vector<const KernelProfile*>& others) {
    std::vector<std::unique_ptr<MirroredTimeline>> lanes;
    for (const KernelProfile* kernel : others) {
        const auto kept = std::ranges::find_if(
            others_, [&](const auto& other) { return other != nullptr && &other->kernel() == kernel; });
        lanes.push_back(kept != others_.end()
                            ? std::move(*kept)
                            : std::make_unique<MirroredTimeline>(*kernel, *timeline_, machine_of(*kernel)));
    }
    others_ = std::move(lanes);
    ++comparison_;
    // Positions mean other steps now: the cursor goes back to the last command that is whole.
    inside_.reset();
    kept_.clear();
    changed(false);
}

const KernelProfile& Session::kernel(std::size_t lane) const {
    return lane == 0 ? timeline_->kernel() : others_[lane - 1]->kernel();
}

const TimelineStep* Session::step_in(std::size_t lane, std::size_t index) const {
    if (index == 0 || index > timeline_->size()) return nullptr;
    if (lane != 0 && !others_[lane - 1]->is_level(*timeline_, index)) return nullptr;
    return step_of(lane, index);
}

std::size_t Session::needed() const {
    return std::max(shown_command(), std::min(wanted_, timeline_->size()));
}

bool Session::is_behind() const {
    return std::ranges::any_of(others_,
                               [&](const auto& other) { return !other->is_level(*timeline_, needed()); });
}

void Session::catch_up() {
    for (const auto& other : others_) {
        if (other->is_level(*timeline_, needed())) continue;
        other->follow(*timeline_);
        ++revision_;
        return;
    }
}

const LaneAt& Session::lane(std::size_t lane) const {
    if (lanes_revision_ != revision_ || lanes_at_.size() != lanes()) {
        lanes_at_.clear();
        for (std::size_t i = 0; i < lanes(); ++i) lanes_at_.push_back(make_lane(i));
        lanes_revision_ = revision_;
    }
    return lanes_at_[lane];
}

LaneAt Session::make_lane(std::size_t lane) const {
    LaneAt at;
    at.kernel = &kernel(lane);
    const std::size_t cursor = timeline_->cursor();
    at.behind = lane != 0 && !others_[lane - 1]->is_level(*timeline_, shown_command());
    if (at.behind) return at;
    at.command = step_of(lane, shown_command());
    if (at.command != nullptr) at.whole = at.command->result.counters;
    if (inside_) {
        fill_inside(at, lane);
        return at;
    }
    at.view = view_at(lane, cursor);
    at.counters = at.whole;
    if (at.command != nullptr) {
        at.before = view_at(lane, cursor - 1);
        at.changes = &at.command->changes;
    }
    return at;
}

void Session::fill_inside(LaneAt& at, std::size_t lane) const {
    const std::size_t cursor = timeline_->cursor();
    at.view = view_at(lane, cursor);
    const StepSet* set = steps();
    if (set == nullptr) return;
    const auto found = std::ranges::find(set->lane_of_index, lane);
    if (found == set->lane_of_index.end()) return;
    const auto i = static_cast<std::size_t>(found - set->lane_of_index.begin());
    at.index = set->indexes[i].get();
    const LanePlace place = set->alignment->place(i, *inside_);
    at.waits = place.waits;
    if (!place.any) return;
    at.step = at.index->at(place.step);
    at.counters = at.step->counters;
    if (!shows_state_from_before(at.command->command.kind))
        at.view = std::make_shared<const StateView>(at.step->world);
}

const Differences& Session::differences() const {
    if (differences_revision_ == revision_) return differences_;
    differences_revision_ = revision_;
    differences_ = {};
    if (inside_ || lanes() == 1 || is_behind() || shown_command() == 0) return differences_;
    std::vector<LaneEnd> ends;
    for (std::size_t i = 0; i < lanes(); ++i) {
        const LaneAt& at = lane(i);
        const StateView& before = at.before ? *at.before : *at.view;
        LaneEnd end;
        end.kernel = at.kernel;
        end.before = &before.world();
        end.after = &at.view->world();
        end.tables_before = &before.tables();
        end.tables_after = &at.view->tables();
        end.ran = at.command != nullptr;
        if (end.ran) end.error = at.command->result.error;
        end.steps = [this, i]() -> const StepIndex* {
            const StepSet* set = steps();
            if (set == nullptr) return nullptr;
            const auto found = std::ranges::find(set->lane_of_index, i);
            if (found == set->lane_of_index.end()) return nullptr;
            return set->indexes[static_cast<std::size_t>(found - set->lane_of_index.begin())].get();
        };
        ends.push_back(std::move(end));
    }
    differences_ = find_differences(ends);
    return differences_;
}

// --- steps

const StepSet* Session::steps() const {
    return steps_of(shown_command());
}

const StepSet* Session::steps_of(std::size_t command) const {
    if (command == 0 || command > timeline_->size()) return nullptr;
    if (steps_branch_ == branch_ && steps_comparison_ == comparison_ && steps_command_ == command)
        return &steps_;
    for (const auto& other : others_) {
        if (!other->is_level(*timeline_, command)) return nullptr;
    }
    steps_ = {};
    std::vector<const StepIndex*> indexes;
    for (std::size_t lane = 0; lane < lanes(); ++lane) {
        const TimelineStep* step = step_of(lane, command);
        if (step == nullptr) continue;
        steps_.indexes.push_back(std::make_unique<StepIndex>(world_of(lane, command - 1), kernel(lane),
                                                             step->command, timeline_->run_options()));
        steps_.lane_of_index.push_back(lane);
        indexes.push_back(steps_.indexes.back().get());
    }
    steps_.alignment = std::make_unique<StepAlignment>(indexes);
    steps_branch_ = branch_;
    steps_comparison_ = comparison_;
    steps_command_ = command;
    return &steps_;
}

// From one end of a command into it. False: it has no place to stop at.
bool Session::move_into(std::size_t command, Grain grain, bool forward) {
    for (const auto& other : others_) {
        while (!other->is_level(*timeline_, command)) other->follow(*timeline_);
    }
    const StepSet* set = steps_of(command);
    if (set == nullptr || set->alignment->length() == 0) return false;
    const StepAlignment& alignment = *set->alignment;
    std::optional<std::uint64_t> position;
    if (grain == Grain::kStep) {
        position = forward ? 0 : alignment.length() - 1;
    } else {
        position = forward ? alignment.next_stop(std::nullopt) : alignment.previous_stop(alignment.length());
    }
    if (!position) return false;
    timeline_->seek(command - 1);
    inside_ = position;
    return true;
}

bool Session::move_once(Grain grain, bool forward) {
    const std::size_t cursor = timeline_->cursor();
    if (!inside_) {
        if (forward ? cursor == timeline_->size() : cursor == 0) return false;
        const std::size_t command = forward ? cursor + 1 : cursor;
        if (grain == Grain::kCommand || !move_into(command, grain, forward))
            timeline_->seek(forward ? cursor + 1 : cursor - 1);
        return true;
    }
    std::optional<std::uint64_t> next;
    if (grain != Grain::kCommand) {
        const StepSet* set = steps();
        if (set != nullptr && grain == Grain::kPhase) {
            next = forward ? set->alignment->next_stop(inside_) : set->alignment->previous_stop(*inside_);
        } else if (set != nullptr) {
            if (forward && *inside_ + 1 < set->alignment->length()) next = *inside_ + 1;
            if (!forward && *inside_ > 0) next = *inside_ - 1;
        }
    }
    inside_ = next;
    if (!next && forward) timeline_->seek(cursor + 1);
    return true;
}

void Session::move(Grain grain, int count) {
    bool moved = false;
    for (; count != 0; count += count > 0 ? -1 : 1) {
        if (!move_once(grain, count > 0)) break;
        moved = true;
    }
    if (moved) changed(false);
}

void Session::seek_inside(std::size_t command, std::uint64_t position) {
    command = std::min(command, timeline_->size());
    if (command == 0) return seek(0);
    if (inside_ && shown_command() == command && *inside_ == position) return;
    if (!move_into(command, Grain::kStep, true)) return seek(command);
    inside_ = std::min(position, steps()->alignment->length() - 1);
    changed(false);
}

std::uint64_t Session::hash() const {
    const LaneAt& first = lane(0);
    return inside_ && first.step ? first.step->world.hash() : timeline_->hash();
}

}  // namespace mountscope
