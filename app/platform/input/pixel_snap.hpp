#pragma once
// Moves glyphs onto whole device pixels when the pixel ratio is not a whole number.
//
//     ImGui::Render();
//     snap_glyphs_to_pixels(*ImGui::GetDrawData());
//
// Dear ImGui places text on whole logical pixels. At a ratio of 1.5 every second one lies between two device
// pixels, and a glyph drawn there is smeared over both. Moving it by less than half a device pixel, all
// glyphs of a line alike, makes it as sharp as at ratio 2. Shapes without texture stay where they are.

struct ImDrawData;

namespace mountscope {

// Does nothing when the ratio is a whole number.
void snap_glyphs_to_pixels(ImDrawData& data);

}  // namespace mountscope
