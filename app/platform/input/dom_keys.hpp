#pragma once
// Which Dear ImGui key a browser's KeyboardEvent means.
//
//     imgui_key("KeyQ", "a")    // ImGuiKey_A: the letter printed on a French keyboard
//     imgui_key("Digit1", "&")  // ImGuiKey_1: the place, since digits may need Shift
//     imgui_key("KeyF", "\u0430")  // ImGuiKey_F: other scripts go by place too
//
// Letters and the punctuation that names a shortcut go by what the key types, everything else by where it is.

#include <imgui.h>
#include <string_view>

namespace mountscope {

// `code` and `key` as in KeyboardEvent. ImGuiKey_None when the program has no use for the key.
ImGuiKey imgui_key(std::string_view code, std::string_view key);

}  // namespace mountscope
