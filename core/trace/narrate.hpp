#pragma once
// A single step in words: what is looked at, why, and what is decided.
//
//   Narrator narrator(world);
//   narrator.sentence(kernel, step);   // "Mark, for E: the fourth receiver is D. Its child there is F,
//   already on
//                                      //  the list, so there is nothing to mark."
//
// Mounts are named by letters in the order of their creation (A, B, ... Z, AA, ...), like the cards on the
// screen.

#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/profile.hpp"
#include "core/kernel/step.hpp"

namespace mountscope {

std::string_view phase_name(Phase phase);                      // "mark"
std::string_view phase_meaning(Phase phase);                   // one sentence
std::string mount_letter(const World& world, MountRef mount);  // "-" for none

// The algorithm as our own pseudo-code, and the line that a step is at.
struct CodeLine {
    std::string_view text;
    int indent = 0;
};
std::vector<CodeLine> pseudo_code(const KernelProfile& kernel);
// Index into pseudo_code(kernel); -1 when the step is in none of its lines (path walk, attach).
int code_line(const KernelProfile& kernel, const Step& step);

std::string step_sentence(const KernelProfile& kernel, const World& world, const Step& step);

}  // namespace mountscope
