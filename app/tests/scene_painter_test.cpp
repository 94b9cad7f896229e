// The painter for Dear ImGui: sharp lines, few vertices, nothing outside the clip.
#include <cmath>
#include <ctime>
#include <doctest/doctest.h>
#include <imgui.h>

#include "app/paint/imgui_painter.hpp"
#include "app/paint/svg_painter.hpp"
#include "app/tests/scene_support.hpp"
#include "app/theme/fonts.hpp"

namespace mountscope {
namespace {

// A Dear ImGui without window and without a card to draw on.
class Canvas {
  public:
    explicit Canvas(float pixel_ratio = 1) : ratio_(pixel_ratio) {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {1280, 720};
        io.DisplayFramebufferScale = {pixel_ratio, pixel_ratio};
        io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
        fonts_ = load_fonts();
        ImGui::NewFrame();
    }
    ~Canvas() {
        ImGui::EndFrame();
        ImGui::DestroyContext();
    }
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    ImDrawList& paint(const Scene& scene, const PaintPlace& place) {
        ImDrawList& list = *ImGui::GetBackgroundDrawList();
        ImGuiPainter painter;
        painter.fonts = {fonts_.regular, fonts_.medium, fonts_.semibold, fonts_.mono, fonts_.icons};
        painter.theme = &theme_of(ThemeName::kDark);
        painter.pixel_ratio = ratio_;
        painter.paint(scene, list, place);
        return list;
    }
    const Fonts& fonts() const { return fonts_; }

  private:
    float ratio_;
    Fonts fonts_;
};

bool is_whole(float v) {
    return std::abs(v - std::round(v)) < 0.01f;
}

TEST_CASE("boxes and thin lines fall on whole device pixels at every pixel ratio") {
    for (const float ratio : {1.0f, 1.5f, 2.0f, 3.0f}) {
        CAPTURE(ratio);
        Canvas canvas(ratio);
        Scene scene;
        scene.rect({.box = {10.3f, 20.7f, 51.13f, 30.41f}, .fill = Ink::kRaised});
        scene.path({.points = {{5.2f, 77.7f}, {90.4f, 77.7f}}, .stroke = Ink::kLine, .stroke_width = 1});
        const ImDrawList& list =
            canvas.paint(scene, {.origin = {3.1f, 4.7f}, .scale = 1, .clip = {}, .opacity = 1});
        REQUIRE(list.VtxBuffer.Size >= 8);
        for (int i = 0; i < 4; ++i) {
            CHECK(is_whole(list.VtxBuffer[i].pos.x * ratio));
            CHECK(is_whole(list.VtxBuffer[i].pos.y * ratio));
        }
    }
}

TEST_CASE("the outline of a disc is a ring without thorns, whatever its size") {
    for (const float ratio : {1.0f, 1.5f, 2.0f}) {
        for (int k = 0; k < 60; ++k) {
            const float size = std::round((9 + 0.37f * static_cast<float>(k)) * ratio) / ratio;
            CAPTURE(ratio);
            CAPTURE(size);
            Canvas canvas(ratio);
            Scene scene;
            const Box box{100, 200, size, size};
            scene.rect({.box = box, .radius = size / 2, .stroke = Ink::kFocus, .stroke_width = 1.5f});
            const ImDrawList& list = canvas.paint(scene, {});
            REQUIRE(list.VtxBuffer.Size > 0);
            for (const ImDrawVert& v : list.VtxBuffer) {
                const float away = std::hypot(v.pos.x - box.centre().x, v.pos.y - box.centre().y);
                CHECK(away < size / 2 + 1.5f);
                CHECK(away > size / 2 - 4.0f);
            }
        }
    }
}

TEST_CASE("what lies outside the clip costs nothing") {
    Canvas canvas;
    Scene scene;
    scene.rect({.box = {500, 500, 20, 20}, .fill = Ink::kText});
    scene.circle({.centre = {900, 10}, .radius = 5, .fill = Ink::kText});
    scene.path({.points = {{600, 0}, {600, 700}}});
    scene.text({.at = {450, 450}, .text = "far away"});
    const ImDrawList& list =
        canvas.paint(scene, {.origin = {0, 0}, .scale = 1, .clip = {0, 0, 400, 400}, .opacity = 1});
    CHECK(list.VtxBuffer.Size == 0);
}

TEST_CASE("clips of the scene nest and end") {
    Canvas canvas;
    Scene scene;
    scene.begin_clip({0, 0, 50, 50});
    scene.rect({.box = {100, 100, 20, 20}, .fill = Ink::kText});
    scene.end_clip();
    const int none = canvas.paint(scene, {}).VtxBuffer.Size;
    scene.rect({.box = {100, 100, 20, 20}, .fill = Ink::kText});
    CHECK(none == 0);
    CHECK(canvas.paint(scene, {}).VtxBuffer.Size > 0);
}

TEST_CASE("no picture has more than 50,000 vertices, and none takes long") {
    for (const std::string& text : {doubling(5), doubling(7), doubling(16), desktop()}) {
        Canvas canvas(2);
        const Story story(text);
        const FontMeasure measure(canvas.fonts());
        TreeView view;
        view.size = {1240, 700};
        TreePicture picture;
        picture.set_state(story.input());
        picture.arrange(view, measure);
        Scene scene;
        picture.emit(scene, view, measure);
        const ImDrawList& list = canvas.paint(scene, {});
        CHECK(list.VtxBuffer.Size > 100);
        CHECK(list.VtxBuffer.Size < 50000);
        // The second time, when the glyphs are there.
        const std::clock_t start = std::clock();
        scene.clear();
        picture.emit(scene, view, measure);
        canvas.paint(scene, {});
        const double spent = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        MESSAGE(story.state.mounts, " mounts: ", spent, " ms a frame");
#if defined(NDEBUG)
        CHECK(spent < 9);  // three times what it may be
#endif
    }
}

TEST_CASE("text is as wide in SVG as on the screen") {
    Canvas canvas;
    const FontMeasure measure(canvas.fonts());
    // Advances in parts of the em square, from the fonts: any letter of JetBrains Mono; H of Inter.
    CHECK(measure.width("0123456789", FontRole::kMono, 20) ==
          doctest::Approx(6 * em_size(FontRole::kMono, 20)).epsilon(0.01));
    CHECK(measure.width("HHHHHHHHHH", FontRole::kRegular, 20) ==
          doctest::Approx(7.44 * em_size(FontRole::kRegular, 20)).epsilon(0.02));
}

}  // namespace
}  // namespace mountscope
