#pragma once
// Dear ImGui's own style, set from the theme, for the few things that are left to it: the text field of the
// console, scroll bars, selected text.
//
//   apply_style(theme_of(ThemeName::kDark), scale);   // when theme or scale change

#include "app/scene/theme.hpp"

namespace mountscope {

void apply_style(const Theme& theme, float scale);

}  // namespace mountscope
