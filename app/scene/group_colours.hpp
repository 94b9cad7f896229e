#pragma once
// Which ink and which number stand for a peer group, the same over a whole story.
//
//   GroupColours colours;                      // kept by the caller, one for a story
//   colours.meet(world, tables);               // for each state that is shown, before it is drawn
//   colours.ink(group_id);                     // kGroup1..kGroup6, or kGroupOther
//   GroupColours::label(group_id);             // "2": the kernel's id, as in mountinfo's shared:2
//
// Groups with several members or with slaves come first, for they are what a picture is about; mounts that
// are shared with nobody get what inks are left. Invariants: two groups of one state never share one of the
// six; a group keeps its ink, unless it is alone and another needs it. The number in a ring is the kernel's
// own, so that picture, inspector and mountinfo say the same.

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "core/text/mount_table.hpp"

#include "app/scene/scene.hpp"

namespace mountscope {

class GroupColours {
  public:
    static constexpr std::uint32_t kHues = 6;

    // Gives inks to the groups of this state that have none yet, in the order of its tables.
    void meet(const World& world, const StateTables& state);
    Ink ink(std::uint32_t group_id) const;
    // For pictures without a story.
    void set(std::uint32_t group_id, std::uint32_t hue) { hue_of_[group_id] = hue; }
    static std::string label(std::uint32_t group_id) { return std::to_string(group_id); }

  private:
    std::unordered_map<std::uint32_t, std::uint32_t> hue_of_;  // by group id; kHues: none
};

}  // namespace mountscope
