#pragma once
// How far one goes with a step: a whole command, a phase of it, or one thing that the kernel looks at.

#include <cstdint>
#include <optional>
#include <string_view>

namespace mountscope {

enum class Grain : std::uint8_t { kCommand, kPhase, kStep };

std::string_view grain_name(Grain grain);  // "command", "phase", "step"
std::optional<Grain> find_grain(std::string_view name);

}  // namespace mountscope
