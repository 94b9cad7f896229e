#pragma once
// A single step in words: what is looked at, why, and what is decided.
//
//   step_sentence(kernel, world, step);
//   // "Mark, for #9: the fourth receiver is #8. Its child at that place is #11, which is going already: ..."
//
// Mounts are named by their mnt_id, as on the cards on the screen.

#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/profile.hpp"
#include "core/kernel/step.hpp"

namespace mountscope {

std::string_view phase_name(Phase phase);                    // "mark"
std::string_view phase_meaning(Phase phase);                 // one sentence
std::string mount_name(const World& world, MountRef mount);  // "#9"; "-" for none

// Of a step that strikes or keeps an ancestor: which mount makes it so. What is inside may itself go, with
// only its cover to stay.
MountRef what_stays(const World& world, const Step& step);

std::string step_sentence(const KernelProfile& kernel, const World& world, const Step& step);

}  // namespace mountscope
