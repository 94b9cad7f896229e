#include "app/platform/input/pixel_snap.hpp"

#include <cmath>
#include <imgui.h>

namespace mountscope {
namespace {

bool is_whole(float value) {
    return std::abs(value - std::round(value)) < 1e-4f;
}

// Glyphs are quads: four vertices, the first and third of them opposite corners in the picture and in the
// texture. Shapes use one texel, or a line of the texture whose height is less than a texel.
bool is_glyph(const ImDrawVert* corner, float least_height) {
    return corner[2].uv.x > corner[0].uv.x && corner[2].uv.y - corner[0].uv.y >= least_height &&
           corner[1].pos.y == corner[0].pos.y && corner[3].pos.y == corner[2].pos.y;
}

void snap_quad(ImDrawVert* corner, float scale, float origin) {
    const float device = (corner[0].pos.y - origin) * scale;
    const float shift = (std::round(device) - device) / scale;
    for (int i = 0; i < 4; ++i) corner[i].pos.y += shift;
}

void snap_list(ImDrawList& list, float scale, float origin, float least_height) {
    for (const ImDrawCmd& command : list.CmdBuffer) {
        if (command.UserCallback != nullptr || command.ElemCount < 6) continue;
        const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
        for (unsigned i = 0; i + 6 <= command.ElemCount;) {
            const ImDrawIdx first = index[i];
            const bool quad = index[i + 1] == first + 1 && index[i + 2] == first + 2 &&
                              index[i + 3] == first && index[i + 4] == first + 2 && index[i + 5] == first + 3;
            ImDrawVert* corner = list.VtxBuffer.Data + command.VtxOffset + first;
            if (quad && is_glyph(corner, least_height)) snap_quad(corner, scale, origin);
            i += quad ? 6 : 3;
        }
    }
}

}  // namespace

void snap_glyphs_to_pixels(ImDrawData& data) {
    const float scale = data.FramebufferScale.y;
    if (is_whole(scale)) return;
    const ImTextureData* texture = ImGui::GetIO().Fonts->TexRef._TexData;
    if (texture == nullptr || texture->Height <= 0) return;
    const float least_height = 0.9f / static_cast<float>(texture->Height);
    for (ImDrawList* list : data.CmdLists) snap_list(*list, scale, data.DisplayPos.y, least_height);
}

}  // namespace mountscope
