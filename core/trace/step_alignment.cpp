#include "core/trace/step_alignment.hpp"

#include <algorithm>
#include <array>

namespace mountscope {

namespace {

constexpr std::size_t kSections = static_cast<std::size_t>(Section::kWait) + 1;

// The section of each phase of a lane. Sections never go back: one by one, a mount is finished before the
// next one is propagated, and all of that is one section.
std::vector<Section> sections_of(const StepIndex& index) {
    std::vector<Section> result;
    Section reached = Section::kResolve;
    bool one_by_one = false;
    for (const PhaseMark& mark : index.phases()) {
        one_by_one = one_by_one || mark.phase == Phase::kOneByOne;
        Section section = section_of(mark.phase);
        if (one_by_one && section == Section::kFinish) section = Section::kPropagate;
        reached = std::max(reached, section);
        result.push_back(reached);
    }
    return result;
}

// First step in each section, and the number of steps behind the last one.
std::vector<std::uint64_t> starts_of(const StepIndex& index, const std::vector<Section>& section_of_phase) {
    std::vector<std::uint64_t> starts(kSections + 1, index.steps());
    std::size_t filled = 0;
    for (std::size_t i = 0; i < section_of_phase.size(); ++i) {
        const auto section = static_cast<std::size_t>(section_of_phase[i]);
        const std::uint64_t first = i == 0 ? 0 : index.phases()[i].first_step;
        for (; filled <= section; ++filled) starts[filled] = first;
    }
    return starts;
}

}  // namespace

Section section_of(Phase phase) {
    switch (phase) {
        case Phase::kResolve:
            return Section::kResolve;
        case Phase::kCopyTree:
        case Phase::kAskCopies:
            return Section::kCopy;
        case Phase::kPlace:
            return Section::kPlace;
        case Phase::kBusy:
        case Phase::kUnlock:
            return Section::kCheck;
        case Phase::kGather:
            return Section::kGather;
        case Phase::kMark:
        case Phase::kTake:
        case Phase::kOneByOne:
        case Phase::kPropagate:
        case Phase::kInside:
        case Phase::kRestore:
        case Phase::kTrim:
        case Phase::kLocked:
        case Phase::kReparent:
        case Phase::kLeave:
            return Section::kPropagate;
        case Phase::kFinish:
            return Section::kFinish;
        case Phase::kWait:
            return Section::kWait;
    }
    return Section::kWait;
}

std::string_view section_name(Section section) {
    static constexpr std::array<std::string_view, kSections> kNames{"resolve", "copy",      "place",  "check",
                                                                    "gather",  "propagate", "finish", "wait"};
    return kNames[static_cast<std::size_t>(section)];
}

StepAlignment::StepAlignment(const std::vector<const StepIndex*>& lanes) {
    std::vector<std::vector<Section>> phases;
    for (const StepIndex* lane : lanes) {
        phases.push_back(sections_of(*lane));
        starts_.push_back(starts_of(*lane, phases.back()));
    }
    for (std::size_t s = 0; s < kSections; ++s) {
        std::uint64_t longest = 0;
        for (const auto& starts : starts_) longest = std::max(longest, starts[s + 1] - starts[s]);
        if (longest == 0) continue;
        sections_.push_back({static_cast<Section>(s), length_, longest});
        length_ += longest;
    }
    for (std::size_t i = 0; i < lanes.size(); ++i) add_stops(*lanes[i], starts_[i], phases[i]);
    for (const SectionSpan& section : sections_) stops_.push_back(section.first + section.length - 1);
    std::ranges::sort(stops_);
    stops_.erase(std::ranges::unique(stops_).begin(), stops_.end());
    if (!stops_.empty()) stops_.pop_back();  // the last one is the end of the command
}

void StepAlignment::add_stops(const StepIndex& index, const std::vector<std::uint64_t>& starts,
                              const std::vector<Section>& section_of_phase) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < section_of_phase.size(); ++i) {
        const std::uint64_t end =
            i + 1 < section_of_phase.size() ? index.phases()[i + 1].first_step : index.steps();
        const auto section = static_cast<std::size_t>(section_of_phase[i]);
        while (at < sections_.size() && sections_[at].section != section_of_phase[i]) ++at;
        if (at == sections_.size() || end <= starts[section]) continue;
        stops_.push_back(sections_[at].first + (end - 1 - starts[section]));
    }
}

LanePlace StepAlignment::place(std::size_t lane, std::uint64_t position) const {
    LanePlace result;
    if (sections_.empty()) return result;
    position = std::min(position, length_ - 1);
    const auto after = std::ranges::upper_bound(sections_, position, {}, &SectionSpan::first);
    const SectionSpan& section = *std::prev(after);
    const auto s = static_cast<std::size_t>(section.section);
    const std::uint64_t first = starts_[lane][s];
    const std::uint64_t count = starts_[lane][s + 1] - first;
    const std::uint64_t offset = position - section.first;
    result.waits = offset >= count && section.length > count;
    if (count > 0) {
        result.any = true;
        result.step = first + std::min(offset, count - 1);
    } else if (first > 0) {
        result.any = true;
        result.step = first - 1;
    }
    return result;
}

std::optional<std::uint64_t> StepAlignment::next_stop(std::optional<std::uint64_t> after) const {
    const auto found = after ? std::ranges::upper_bound(stops_, *after) : stops_.begin();
    return found == stops_.end() ? std::nullopt : std::optional(*found);
}

std::optional<std::uint64_t> StepAlignment::previous_stop(std::uint64_t before) const {
    const auto found = std::ranges::lower_bound(stops_, before);
    return found == stops_.begin() ? std::nullopt : std::optional(*std::prev(found));
}

}  // namespace mountscope
