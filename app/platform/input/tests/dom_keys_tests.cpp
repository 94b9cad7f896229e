#include <doctest/doctest.h>

#include "app/platform/input/dom_keys.hpp"

using mountscope::imgui_key;

TEST_CASE("letters go by what is printed on the key") {
    CHECK(imgui_key("KeyA", "a") == ImGuiKey_A);
    CHECK(imgui_key("KeyQ", "a") == ImGuiKey_A);  // French
    CHECK(imgui_key("KeyY", "Z") == ImGuiKey_Z);  // German, with Shift
}

TEST_CASE("letters of other scripts go by place") {
    CHECK(imgui_key("KeyF", "\u0430") == ImGuiKey_F);
    CHECK(imgui_key("KeyZ", "\u03b6") == ImGuiKey_Z);
}

TEST_CASE("digits go by place, since some layouts need Shift for them") {
    CHECK(imgui_key("Digit1", "&") == ImGuiKey_1);
    CHECK(imgui_key("Digit1", "!") == ImGuiKey_1);
    CHECK(imgui_key("Digit7", "/") == ImGuiKey_7);
    CHECK(imgui_key("Numpad5", "5") == ImGuiKey_Keypad5);
    CHECK(imgui_key("Numpad5", "Clear") == ImGuiKey_Keypad5);
}

TEST_CASE("signs that name a shortcut go by what is typed") {
    CHECK(imgui_key("Slash", "?") == ImGuiKey_Slash);
    CHECK(imgui_key("Minus", "?") == ImGuiKey_Slash);         // German
    CHECK(imgui_key("BracketRight", "+") == ImGuiKey_Equal);  // German
    CHECK(imgui_key("Semicolon", ",") == ImGuiKey_Comma);
    CHECK(imgui_key("Backquote", "Dead") == ImGuiKey_GraveAccent);
    CHECK(imgui_key("Space", " ") == ImGuiKey_Space);
}

TEST_CASE("modifiers keep their side") {
    CHECK(imgui_key("ControlRight", "Control") == ImGuiKey_RightCtrl);
    CHECK(imgui_key("ShiftLeft", "Shift") == ImGuiKey_LeftShift);
    CHECK(imgui_key("", "Shift") == ImGuiKey_LeftShift);
}

TEST_CASE("soft keyboards name only the key") {
    CHECK(imgui_key("", "Enter") == ImGuiKey_Enter);
    CHECK(imgui_key("", "Backspace") == ImGuiKey_Backspace);
    CHECK(imgui_key("", "a") == ImGuiKey_A);
    CHECK(imgui_key("", "Unidentified") == ImGuiKey_None);
}

TEST_CASE("function keys belong to the browser, and nonsense is nobody's") {
    CHECK(imgui_key("F5", "F5") == ImGuiKey_None);
    CHECK(imgui_key("F12", "F12") == ImGuiKey_None);
    CHECK(imgui_key("Key", "") == ImGuiKey_None);
    CHECK(imgui_key("Numpad", "") == ImGuiKey_None);
    CHECK(imgui_key("", "") == ImGuiKey_None);
}
