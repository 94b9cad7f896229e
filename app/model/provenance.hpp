#pragma once
// Why a mount exists: the command that made it, what it is a copy of, through which peer or slave it came,
// and the same for the mount it was copied from, back to the first.
//
//   for (const ProvenanceStep& s : provenance(timeline, view, unique_id)) print(s.sentence);
//
// The mounts named may be gone by now; their places are told as they were when the command had run.

#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/timeline.hpp"

#include "app/model/selection.hpp"
#include "app/model/state_view.hpp"

namespace mountscope {

struct ProvenanceStep {
    std::uint32_t unique_id = 0;
    std::uint32_t mnt_id = 0;
    std::string place;        // where it was put
    std::size_t command = 0;  // index in the timeline; 0: there from the start
    std::string command_text;
    std::string sentence;        // what made it
    std::uint32_t receiver = 0;  // the peer or slave that the copy came through; 0: none
    std::string receiver_name;   // "27 /mnt/1/1, a peer of 25 /mnt/1"
    bool still_there = false;    // at the cursor
};

// The mount first, its origin last. Empty when no such mount is known on this branch up to the cursor.
std::vector<ProvenanceStep> provenance(const Timeline& timeline, const StateView& view,
                                       std::uint32_t unique_id);

}  // namespace mountscope
