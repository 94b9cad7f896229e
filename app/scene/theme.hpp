#pragma once
// The values of the inks: dark, light and print.
//
//   const Theme& theme = theme_of(ThemeName::kDark);
//   Rgba c = theme[Ink::kGroup1];
//
// Contrast is checked by a test: text 4.5:1, graphics 3:1 on the grounds they stand on.

#include <array>
#include <cstdint>
#include <string_view>

#include "app/scene/scene.hpp"

namespace mountscope {

struct Rgba {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    std::uint8_t a = 255;
};

enum class ThemeName : std::uint8_t { kDark, kLight, kPrint };

struct Theme {
    std::array<Rgba, static_cast<std::size_t>(Ink::kVariantD) + 1> inks{};
    const Rgba& operator[](Ink ink) const { return inks[static_cast<std::size_t>(ink)]; }
};

const Theme& theme_of(ThemeName name);

}  // namespace mountscope
