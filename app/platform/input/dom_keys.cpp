#include "app/platform/input/dom_keys.hpp"

#include <array>
#include <cstddef>

namespace mountscope {
namespace {

struct NamedKey {
    std::string_view name;
    ImGuiKey key;
};

// KeyboardEvent.code. Function keys are missing on purpose: they belong to the browser.
constexpr std::array kByCode = {
    NamedKey{"Tab", ImGuiKey_Tab},
    NamedKey{"ArrowLeft", ImGuiKey_LeftArrow},
    NamedKey{"ArrowRight", ImGuiKey_RightArrow},
    NamedKey{"ArrowUp", ImGuiKey_UpArrow},
    NamedKey{"ArrowDown", ImGuiKey_DownArrow},
    NamedKey{"PageUp", ImGuiKey_PageUp},
    NamedKey{"PageDown", ImGuiKey_PageDown},
    NamedKey{"Home", ImGuiKey_Home},
    NamedKey{"End", ImGuiKey_End},
    NamedKey{"Insert", ImGuiKey_Insert},
    NamedKey{"Delete", ImGuiKey_Delete},
    NamedKey{"Backspace", ImGuiKey_Backspace},
    NamedKey{"Space", ImGuiKey_Space},
    NamedKey{"Enter", ImGuiKey_Enter},
    NamedKey{"Escape", ImGuiKey_Escape},
    NamedKey{"ControlLeft", ImGuiKey_LeftCtrl},
    NamedKey{"ControlRight", ImGuiKey_RightCtrl},
    NamedKey{"ShiftLeft", ImGuiKey_LeftShift},
    NamedKey{"ShiftRight", ImGuiKey_RightShift},
    NamedKey{"AltLeft", ImGuiKey_LeftAlt},
    NamedKey{"AltRight", ImGuiKey_RightAlt},
    NamedKey{"MetaLeft", ImGuiKey_LeftSuper},
    NamedKey{"MetaRight", ImGuiKey_RightSuper},
    NamedKey{"ContextMenu", ImGuiKey_Menu},
    NamedKey{"Quote", ImGuiKey_Apostrophe},
    NamedKey{"Comma", ImGuiKey_Comma},
    NamedKey{"Minus", ImGuiKey_Minus},
    NamedKey{"Period", ImGuiKey_Period},
    NamedKey{"Slash", ImGuiKey_Slash},
    NamedKey{"Semicolon", ImGuiKey_Semicolon},
    NamedKey{"Equal", ImGuiKey_Equal},
    NamedKey{"BracketLeft", ImGuiKey_LeftBracket},
    NamedKey{"Backslash", ImGuiKey_Backslash},
    NamedKey{"BracketRight", ImGuiKey_RightBracket},
    NamedKey{"Backquote", ImGuiKey_GraveAccent},
    NamedKey{"IntlBackslash", ImGuiKey_Oem102},
    NamedKey{"NumpadDecimal", ImGuiKey_KeypadDecimal},
    NamedKey{"NumpadDivide", ImGuiKey_KeypadDivide},
    NamedKey{"NumpadMultiply", ImGuiKey_KeypadMultiply},
    NamedKey{"NumpadSubtract", ImGuiKey_KeypadSubtract},
    NamedKey{"NumpadAdd", ImGuiKey_KeypadAdd},
    NamedKey{"NumpadEnter", ImGuiKey_KeypadEnter},
    NamedKey{"NumpadEqual", ImGuiKey_KeypadEqual},
    NamedKey{"CapsLock", ImGuiKey_CapsLock},
    NamedKey{"ScrollLock", ImGuiKey_ScrollLock},
    NamedKey{"NumLock", ImGuiKey_NumLock},
    NamedKey{"PrintScreen", ImGuiKey_PrintScreen},
    NamedKey{"Pause", ImGuiKey_Pause},
};

// KeyboardEvent.key where it differs from the code of the key that does it. Shifted signs are given the key
// that carries them on a US keyboard, because the program's shortcuts are named after that one.
constexpr std::array kByKey = {
    NamedKey{",", ImGuiKey_Comma},          NamedKey{".", ImGuiKey_Period},
    NamedKey{"-", ImGuiKey_Minus},          NamedKey{"_", ImGuiKey_Minus},
    NamedKey{"=", ImGuiKey_Equal},          NamedKey{"+", ImGuiKey_Equal},
    NamedKey{"/", ImGuiKey_Slash},          NamedKey{"?", ImGuiKey_Slash},
    NamedKey{";", ImGuiKey_Semicolon},      NamedKey{"'", ImGuiKey_Apostrophe},
    NamedKey{"[", ImGuiKey_LeftBracket},    NamedKey{"]", ImGuiKey_RightBracket},
    NamedKey{"\\", ImGuiKey_Backslash},     NamedKey{"`", ImGuiKey_GraveAccent},
    NamedKey{"~", ImGuiKey_GraveAccent},    NamedKey{" ", ImGuiKey_Space},
    NamedKey{"Control", ImGuiKey_LeftCtrl}, NamedKey{"Shift", ImGuiKey_LeftShift},
    NamedKey{"Alt", ImGuiKey_LeftAlt},      NamedKey{"Meta", ImGuiKey_LeftSuper},
};

template <std::size_t kCount>
ImGuiKey find(const std::array<NamedKey, kCount>& table, std::string_view name) {
    for (const NamedKey& entry : table) {
        if (entry.name == name) return entry.key;
    }
    return ImGuiKey_None;
}

ImGuiKey nth(ImGuiKey first, char character, char first_character) {
    return static_cast<ImGuiKey>(first + (character - first_character));
}

ImGuiKey letter_or_digit(std::string_view character) {
    if (character.size() != 1) return ImGuiKey_None;
    const char c = character[0];
    if (c >= 'a' && c <= 'z') return nth(ImGuiKey_A, c, 'a');
    if (c >= 'A' && c <= 'Z') return nth(ImGuiKey_A, c, 'A');
    if (c >= '0' && c <= '9') return nth(ImGuiKey_0, c, '0');
    return ImGuiKey_None;
}

ImGuiKey key_at_place(std::string_view code) {
    if (code.starts_with("Key")) return letter_or_digit(code.substr(3));
    if (code.starts_with("Digit")) return letter_or_digit(code.substr(5));
    if (code.starts_with("Numpad") && code.size() == 7 && code[6] >= '0' && code[6] <= '9') {
        return nth(ImGuiKey_Keypad0, code[6], '0');
    }
    return find(kByCode, code);
}

}  // namespace

ImGuiKey imgui_key(std::string_view code, std::string_view key) {
    if (!code.starts_with("Numpad")) {
        ImGuiKey typed = letter_or_digit(key);
        if (typed == ImGuiKey_None && !code.starts_with("Digit")) typed = find(kByKey, key);
        // The sides of a keyboard's Control, Shift, Alt and Meta are told by their place.
        if (typed != ImGuiKey_None && (key.size() == 1 || code.empty())) return typed;
    }
    const ImGuiKey placed = key_at_place(code);
    // Soft keyboards give no code, but name their editing keys as the codes are named.
    return placed != ImGuiKey_None ? placed : find(kByCode, key);
}

}  // namespace mountscope
