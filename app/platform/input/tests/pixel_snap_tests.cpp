#include <cmath>
#include <doctest/doctest.h>
#include <imgui.h>
#include <vector>

#include "app/platform/input/pixel_snap.hpp"

namespace {

struct Picture {
    std::vector<ImVec2> glyphs;  // of every vertex
    std::vector<ImVec2> shapes;
};

// A frame with a line of text at the given height, and a rectangle.
Picture draw(float ratio, float y, bool snapped) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    io.DisplaySize = {400, 300};
    io.DisplayFramebufferScale = {ratio, ratio};
    ImGui::NewFrame();
    ImDrawList* list = ImGui::GetForegroundDrawList();
    const int before = list->VtxBuffer.Size;
    list->AddText({10, y}, IM_COL32_WHITE, "Mnt/gy{}");
    const int between = list->VtxBuffer.Size;
    list->AddRectFilled({10.3f, 50.3f}, {90, 77.7f}, IM_COL32_WHITE);
    ImGui::Render();
    if (snapped) mountscope::snap_glyphs_to_pixels(*ImGui::GetDrawData());
    Picture picture;
    for (int i = before; i < list->VtxBuffer.Size; ++i) {
        (i < between ? picture.glyphs : picture.shapes).push_back(list->VtxBuffer[i].pos);
    }
    ImGui::DestroyContext();
    return picture;
}

float off_pixel(float y, float ratio) {
    return std::abs(y * ratio - std::round(y * ratio));
}

}  // namespace

TEST_CASE("glyphs stand on whole device pixels at ratio 1.5, and would not without help") {
    float worst_plain = 0;
    for (const float y : {100.0f, 101.0f}) {
        const Picture plain = draw(1.5f, y, false);
        const Picture snapped = draw(1.5f, y, true);
        REQUIRE(plain.glyphs.size() == snapped.glyphs.size());
        REQUIRE(plain.glyphs.size() >= 32);
        for (std::size_t i = 0; i < plain.glyphs.size(); ++i) {
            worst_plain = std::max(worst_plain, off_pixel(plain.glyphs[i].y, 1.5f));
            CHECK(off_pixel(snapped.glyphs[i].y, 1.5f) < 1e-3f);
            CHECK(std::abs(snapped.glyphs[i].y - plain.glyphs[i].y) * 1.5f <= 0.501f);
            CHECK(snapped.glyphs[i].x == plain.glyphs[i].x);
        }
    }
    CHECK(worst_plain > 0.4f);
}

TEST_CASE("all glyphs of a line move alike") {
    for (const float ratio : {1.25f, 1.5f, 1.75f, 2.6f}) {
        for (const float y : {100.0f, 101.0f, 102.0f, 103.0f}) {
            const Picture plain = draw(ratio, y, false);
            const Picture snapped = draw(ratio, y, true);
            const float shift = snapped.glyphs[0].y - plain.glyphs[0].y;
            for (std::size_t i = 0; i < plain.glyphs.size(); ++i) {
                CHECK(snapped.glyphs[i].y - plain.glyphs[i].y == doctest::Approx(shift).epsilon(1e-3));
            }
        }
    }
}

TEST_CASE("shapes stay where they are, and so does everything at whole ratios") {
    const Picture plain = draw(1.5f, 101, false);
    const Picture snapped = draw(1.5f, 101, true);
    REQUIRE(plain.shapes.size() == snapped.shapes.size());
    for (std::size_t i = 0; i < plain.shapes.size(); ++i) CHECK(plain.shapes[i].y == snapped.shapes[i].y);
    const Picture twice = draw(2, 101, false);
    const Picture twice_snapped = draw(2, 101, true);
    for (std::size_t i = 0; i < twice.glyphs.size(); ++i)
        CHECK(twice.glyphs[i].y == twice_snapped.glyphs[i].y);
}
