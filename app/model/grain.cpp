#include "app/model/grain.hpp"

#include <array>

namespace mountscope {
namespace {

constexpr std::array<std::string_view, 3> kNames{"command", "phase", "step"};

}  // namespace

std::string_view grain_name(Grain grain) {
    return kNames[static_cast<std::size_t>(grain)];
}

std::optional<Grain> find_grain(std::string_view name) {
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (kNames[i] == name) return static_cast<Grain>(i);
    }
    return std::nullopt;
}

}  // namespace mountscope
