#pragma once
// The controls of the program: each draws itself with the Ui and tells what happened.
//
//   if (icon_button(ui, "play", box, {.icon = kIconPlay, .tooltip = "Play (Space)"})) commands.push(...);
//   int tab = tab_bar(ui, "tabs", box, labels, active);      // -1: nothing clicked
//
// All can be reached by keyboard; what is switched on is marked by more than colour.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/theme/ui.hpp"

namespace mountscope {

struct IconButtonLook {
    const char* icon = "";
    std::string_view tooltip = {};
    bool active = false;  // switched on
    bool enabled = true;
    bool raised = false;  // on a ground of its own, as in the transport
    bool quiet = false;   // switched on is the usual state: shown by brightness alone
    float size = 16;
};
bool icon_button(Ui& ui, std::string_view id, const Box& box, const IconButtonLook& look);

struct ButtonLook {
    std::string_view label = {};
    std::string_view tooltip = {};
    const char* icon = "";
    bool active = false;
    bool primary = false;
    bool enabled = true;
};
// Fully round, with a label. `chip_width` is what it wants.
float chip_width(const Ui& ui, const ButtonLook& look);
bool chip(Ui& ui, std::string_view id, const Box& box, const ButtonLook& look);

// Labels side by side, the active one underlined. Returns the index clicked, -1 for none.
int tab_bar(Ui& ui, std::string_view id, const Box& box, std::span<const std::string_view> labels,
            int active);

// One of a few, in a round frame.
int segmented(Ui& ui, std::string_view id, const Box& box, std::span<const std::string_view> labels,
              int active);

// A row of a list: ground when selected or under the pointer, a bar at its left when selected.
struct RowLook {
    bool selected = false;
    std::string_view tooltip = {};
    bool bar = true;
};
Reaction list_row(Ui& ui, std::string_view id, const Box& box, const RowLook& look);

// "NAMESPACES", a quiet heading.
void heading(Ui& ui, Vec2 at, std::string_view text);

// A key as it is drawn on a keyboard; returns its width.
float key_cap(Ui& ui, Vec2 at, std::string_view key);

// A handle between two panels; returns how far it was dragged in this frame.
enum class SplitterKind { kVertical, kHorizontal };
float splitter(Ui& ui, std::string_view id, const Box& box, SplitterKind kind);

}  // namespace mountscope
