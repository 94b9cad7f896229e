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
// "#9 on /mnt/1", with " in b" in other namespaces than the first; the name alone where the path is long, or
// not known while a command runs.
std::string mount_name_with_path(const World& world, MountRef mount);

// Of a step that strikes or keeps an ancestor: which mount makes it so. What is inside may itself go, with
// only its cover to stay.
MountRef what_stays(const World& world, const Step& step);
// Of a step that keeps a copy because of what is inside: the first thing that did. None where it is not
// known.
MountRef what_is_inside(const World& world, const Step& step);

std::string step_sentence(const KernelProfile& kernel, const World& world, const Step& step);
// Why it is looked at, or what follows from what was decided: one more sentence, true for this kernel.
std::string_view step_meaning(const KernelProfile& kernel, const World& world, const Step& step);

}  // namespace mountscope
