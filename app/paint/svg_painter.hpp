#pragma once
// Writes a scene as an SVG picture: text as text, each group with its id, label and role.
//
//   std::string svg = to_svg(scene, theme_of(ThemeName::kPrint), measure, {.title = "umount -l /mnt/1"});
//
// The same scene gives the same bytes. Fonts are named, not embedded; readers without them fall back to their
// own.

#include <string>

#include "app/scene/scene.hpp"
#include "app/scene/theme.hpp"

namespace mountscope {

struct SvgOptions {
    std::string title;
    std::string description;
    Vec2 size;               // of the picture; 0: the scene's bounds
    bool background = true;  // the theme's ground behind everything
};

// The size of the em square that gives letters of this size (TextShape::size) in the fonts of the program.
float em_size(FontRole font, float size);

std::string to_svg(const Scene& scene, const Theme& theme, const TextMeasure& measure,
                   const SvgOptions& options = {});

}  // namespace mountscope
