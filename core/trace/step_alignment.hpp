#pragma once
// One command under several kernels, under one cursor: their algorithms differ, so their steps are lined up
// by section (looking up, gathering, propagating, finishing, ...). Whoever has fewer steps in a section waits
// at its end until the others are there.
//
//   StepAlignment race({&index_a, &index_b});
//   race.length();                          // positions 0 .. length-1; a position is "after that step"
//   LanePlace b = race.place(1, 46);        // which of its own steps lane B has done then, and if it waits
//   race.next_stop(46);                     // where the next phase of any lane has ended
//
// Invariants: for each lane `place().step` never falls as the position grows, and at the last position every
// lane has done all of its steps. A single lane is a special case: position and step are the same.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/trace/step_trace.hpp"

namespace mountscope {

// Coarse parts of a command that all kernels have, in their order.
enum class Section : std::uint8_t {
    kResolve,    // paths
    kCopy,       // copies are made, receivers asked
    kPlace,      // trees are put in place
    kCheck,      // may it go at all; copies unlocked
    kGather,     // the tree is listed
    kPropagate,  // copies elsewhere are looked for; one by one: everything until the wait
    kFinish,     // out of tree and groups
    kWait,       // grace period and last references
};
Section section_of(Phase phase);
std::string_view section_name(Section section);

struct LanePlace {
    bool any = false;        // false: it has done no step yet
    std::uint64_t step = 0;  // the last one it has done
    bool waits = false;      // for the others, at the end of its section
};

struct SectionSpan {
    Section section = Section::kResolve;
    std::uint64_t first = 0;  // position
    std::uint64_t length = 0;
};

class StepAlignment {
  public:
    // The indexes outlive the alignment.
    explicit StepAlignment(const std::vector<const StepIndex*>& lanes);

    std::uint64_t length() const { return length_; }
    std::size_t lanes() const { return starts_.size(); }
    const std::vector<SectionSpan>& sections() const { return sections_; }
    LanePlace place(std::size_t lane, std::uint64_t position) const;

    // Positions at which a phase of a lane ends, except the end of the command.
    std::optional<std::uint64_t> next_stop(std::optional<std::uint64_t> after) const;
    std::optional<std::uint64_t> previous_stop(std::uint64_t before) const;
    const std::vector<std::uint64_t>& stops() const { return stops_; }

  private:
    void add_stops(const StepIndex& index, const std::vector<std::uint64_t>& starts,
                   const std::vector<Section>& section_of_phase);

    std::vector<SectionSpan> sections_;
    // For each lane, its first step in each of sections_, and its number of steps at the end.
    std::vector<std::vector<std::uint64_t>> starts_;
    std::vector<std::uint64_t> stops_;
    std::uint64_t length_ = 0;
};

}  // namespace mountscope
