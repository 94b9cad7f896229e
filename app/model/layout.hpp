#pragma once
// Where each panel is. Computed from the size of the window; a lecture finds everything in the same place.
//
//   Layout l = compute_layout({.width = 1280, .height = 720}, preferences);
//   draw_rail(l.rail);                       // empty boxes are not drawn
//
// Desk at 1280x720: top bar 40; rail 220, centre, inspector 300; transport 44; dock 116 to 168. Splitters
// move the edges, within limits. Below 900 logical pixels everything stands in one column: stage over
// counters, caption and transport, and one sheet at the bottom that shows rail, inspector or dock.

#include "app/scene/scene.hpp"

namespace mountscope {

// In design pixels; 0: as it comes.
struct LayoutPreferences {
    float rail_width = 0;
    float inspector_width = 0;
    float dock_height = 0;
    bool rail = true;
    bool inspector = true;
    bool dock = true;
};

// What the sheet of the single column shows.
enum class Sheet { kRail, kInspector, kDock };

struct LayoutInput {
    float width = 1280;
    float height = 720;
    float scale = 1;             // logical pixels of a design pixel
    float counters_height = 52;  // logical pixels
    float caption_height = 60;   // logical pixels, as its text needs
    Sheet sheet = Sheet::kInspector;
};

struct Layout {
    bool single_column = false;
    Box top_bar;
    Box rail;
    Box stage;
    Box counters;
    Box caption;
    Box inspector;
    Box transport;
    Box dock;
    Box rail_splitter;
    Box inspector_splitter;
    Box dock_splitter;
};

Layout compute_layout(const LayoutInput& input, const LayoutPreferences& preferences);

// The scale that suits a window: 1 at 1280x720, 1.25 at 1920x1080; large rooms get larger type.
float suitable_scale(float width, float height);
// Inner width of the caption, on which its height depends.
float caption_text_width(const LayoutInput& input, const LayoutPreferences& preferences);

}  // namespace mountscope
