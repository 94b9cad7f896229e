#pragma once
// Random scenarios that go where orderly ones do not: stacks, pivots, chroots, removed directories, nested
// users, relative paths with "..", mounts beneath mounts, groups set by hand.
//
//   std::string text = generate_scenario(seed, kernel);
//
// Each command is run on a World as it is made, so that the next can aim at what is there. Nothing is
// expected of the commands: each has a "?" in front.

#include <cstdint>
#include <string>

#include "core/kernel/profile.hpp"

namespace mountscope {

std::string generate_scenario(std::uint64_t seed, const KernelProfile& kernel);

}  // namespace mountscope
