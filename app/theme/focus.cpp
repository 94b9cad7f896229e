#include "app/theme/focus.hpp"

#include <algorithm>

namespace mountscope {

void Focus::begin_frame(const FocusKeys& keys) {
    items_.clear();
    for (int region = 0; region <= static_cast<int>(FocusRegion::kOverlay); ++region) {
        for (const Item& item : gathering_) {
            if (item.region == static_cast<FocusRegion>(region)) items_.push_back(item);
        }
    }
    gathering_.clear();
    moved_ = false;
    stage_move_ = StageMove::kNone;
    if (current_ != 0 && index_of(current_) == items_.size()) current_ = 0;

    if (wants_region_) {
        wants_region_ = false;
        const auto found = std::ranges::find(items_, wanted_region_, &Item::region);
        if (found != items_.end()) {
            current_ = found->id;
            moved_ = true;
        }
    }
    if (keys.leave) current_ = 0;
    if (keys.next) move(1);
    if (keys.previous) move(-1);
    if (keys.up && current_ != 0) move_in_region(-1);
    if (keys.down && current_ != 0) move_in_region(1);
    activate_ = keys.activate && current_ != 0;
}

bool Focus::add(std::uint32_t id, const Box& box) {
    if (box.w <= 0 || box.h <= 0 || (locked_ && region_ != FocusRegion::kOverlay)) return false;
    gathering_.push_back({id, region_});
    return id == current_;
}

FocusRegion Focus::region() const {
    const std::size_t at = index_of(current_);
    return current_ != 0 && at < items_.size() ? items_[at].region : FocusRegion::kStage;
}

std::size_t Focus::index_of(std::uint32_t id) const {
    const auto found = std::ranges::find(items_, id, &Item::id);
    return static_cast<std::size_t>(found - items_.begin());
}

void Focus::move(int direction) {
    if (current_ == 0 && !locked_) {
        stage_move_ = direction > 0 ? StageMove::kNext : StageMove::kPrevious;
        return;
    }
    if (items_.empty()) return;
    const std::size_t at = index_of(current_);
    const auto count = static_cast<std::ptrdiff_t>(items_.size());
    std::ptrdiff_t next =
        at == items_.size() ? (direction > 0 ? 0 : count - 1) : static_cast<std::ptrdiff_t>(at) + direction;
    if (!locked_ && at != items_.size()) {
        // The stage lies between the rail and the inspector.
        const bool was_before = items_[at].region < FocusRegion::kStage;
        const bool is_before =
            next >= 0 && next < count && items_[static_cast<std::size_t>(next)].region < FocusRegion::kStage;
        if (was_before != is_before && next >= 0 && next < count) {
            current_ = 0;
            stage_move_ = direction > 0 ? StageMove::kNext : StageMove::kPrevious;
            return;
        }
    }
    next = (next + count) % count;
    current_ = items_[static_cast<std::size_t>(next)].id;
    moved_ = true;
}

void Focus::move_in_region(int direction) {
    const std::size_t at = index_of(current_);
    if (at == items_.size()) return;
    const auto next = static_cast<std::ptrdiff_t>(at) + direction;
    if (next < 0 || next >= static_cast<std::ptrdiff_t>(items_.size())) return;
    const Item& item = items_[static_cast<std::size_t>(next)];
    if (item.region != items_[at].region) return;
    current_ = item.id;
    moved_ = true;
}

bool Focus::has_region(FocusRegion region) const {
    return std::ranges::find(items_, region, &Item::region) != items_.end();
}

void Focus::leave_stage(bool forward) {
    if (items_.empty()) return;
    const auto first_after =
        std::ranges::find_if(items_, [](const Item& item) { return item.region > FocusRegion::kStage; });
    const auto after = first_after - items_.begin();
    const auto count = static_cast<std::ptrdiff_t>(items_.size());
    const std::ptrdiff_t to = forward ? after % count : (after - 1 + count) % count;
    current_ = items_[static_cast<std::size_t>(to)].id;
    moved_ = true;
}

}  // namespace mountscope
