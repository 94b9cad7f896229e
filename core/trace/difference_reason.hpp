#pragma once
// Why one kernel did with certain mounts what it did: the last thing it decided about each of them while a
// command ran.
//
//   ReasonFinder why(lane, watched);         // watched: slots of the lane's Worlds
//   why.of_presence(slot);                   // "it was marked and held nothing"
//   why.of_place(slot);                      // "#12 beneath it was taken, so it slid down to #3"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/trace/difference.hpp"

namespace mountscope {

class ReasonFinder {
  public:
    ReasonFinder(const LaneEnd& lane, std::span<const MountRef> watched);

    std::string of_presence(MountRef mount) const;
    std::string of_place(MountRef mount) const;
    std::string of_propagation(MountRef mount) const;

  private:
    struct Record {
        bool listed = false;
        bool unlocked = false;
        std::optional<Decision> mark;   // the last one of the marking pass
        std::optional<Step> decided;    // the last one that was about more than having been there
        std::string obstacle;           // what was inside when that decided: "#9"
        std::string cover;              // what slid off it
        std::string taken_inside;       // 4.13 to 6.16: the child whose going made it look empty ...
        std::string pulled_from_under;  // ... and what stays and stood on that child
        std::optional<Step> put;        // it was put there, or put back
        std::string put_with;           // the names of the others involved
        std::string put_on;
        std::string found_instead;  // the last that a look at its place found in its stead
    };

    bool was_refused() const;
    std::string refusal() const;
    void hear(const Step& step, const World& world);
    void hear_decision(const Step& step, const World& world);
    void hear_other_found(const Step& step, const World& world);
    void hear_place(const Step& step, const World& world);
    void look_beneath(MountRef mount, MountRef onto);
    Record* record(MountRef mount);
    bool stays(MountRef mount) const;
    std::string cover_of(MountRef mount) const;  // of one that stays; "" when there is none
    std::string why_gone(MountRef mount, const Record& r) const;
    std::string why_there(MountRef mount, const Record& r) const;

    const LaneEnd& lane_;
    std::unordered_map<std::uint32_t, Record> records_;
    std::vector<bool> is_watched_;
    std::unordered_multimap<std::uint32_t, MountRef> watched_on_;  // by parent, before the command
    bool heard_all_ = true;                                        // not only the last steps
    std::string in_use_;                                           // the copy that made a umount fail
};

}  // namespace mountscope
