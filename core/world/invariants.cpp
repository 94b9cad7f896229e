#include "core/world/world.hpp"
namespace mountscope {
std::optional<std::string> World::find_broken_invariant() const {
    return std::nullopt;
}
}  // namespace mountscope
