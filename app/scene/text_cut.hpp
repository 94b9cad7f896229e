#pragma once
// Shortens text to a width, with an ellipsis at the end or in the middle.
//
//   cut_text(measure, "/var/lib/docker/overlay2", FontRole::kMono, 12, 90, true);   // "/var/li…overlay2"
//
// Never cuts inside a UTF-8 sequence. Text that is too narrow even for the ellipsis becomes empty.

#include <string>
#include <string_view>

#include "app/scene/scene.hpp"

namespace mountscope {

std::string cut_text(const TextMeasure& measure, std::string_view text, FontRole font, float size,
                     float max_width, bool cut_middle);

}  // namespace mountscope
