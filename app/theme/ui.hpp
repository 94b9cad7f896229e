#pragma once
// What every panel draws with: the theme's inks, text, reactions to pointer and keyboard, the focus.
//
//   ui.text({box.x, box.y}, "Peer groups", {.ink = Ink::kTextThird, .font = FontRole::kSemiBold, .size =
//   12}); Reaction r = ui.react("group:1", row, {.tooltip = "Select its members"}); if (r.clicked)
//   commands.push(Select{...});
//
// Sizes are design pixels: `px` turns them into logical ones by the scale of text and stage. Boxes are
// logical pixels of the window. Everything that reacts to a pointer can be reached by keyboard as well:
// `react` puts it into the order of focus and draws the ring around it. Nothing here knows what is shown.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/scene.hpp"
#include "app/scene/theme.hpp"
#include "app/theme/focus.hpp"
#include "app/theme/fonts.hpp"

struct ImDrawList;
struct ImVec2;

namespace mountscope {

struct TextStyle {
    Ink ink = Ink::kText;
    FontRole font = FontRole::kRegular;
    float size = 13;  // design pixels
    Align align = Align::kStart;
    float max_width = 0;  // logical pixels; longer text ends in an ellipsis
    bool cut_middle = false;
    float opacity = 1;
};

struct Reaction {
    bool hovered = false;
    bool held = false;
    bool clicked = false;  // by pointer, or by Enter or Space
    bool double_clicked = false;
    bool right_clicked = false;
    bool focused = false;  // by keyboard
};

struct ReactOptions {
    std::string_view tooltip = {};
    bool focusable = true;
    bool draw_focus = true;
    float radius = 6;
    bool hand = true;  // the cursor over it
};

class Ui {
  public:
    Fonts fonts;
    const Theme* theme = nullptr;
    Focus focus;
    float scale = 1;
    bool reduced_motion = false;

    float px(float design) const;  // whole logical pixels, at least 1 when not 0
    std::uint32_t ink(Ink ink, float opacity = 1) const;
    ImDrawList* draw() const;

    // --- shapes
    void fill(const Box& box, Ink fill, float radius = 0, float opacity = 1) const;
    void outline(const Box& box, Ink stroke, float radius = 0, float width = 1, float opacity = 1) const;
    void horizontal_line(float x0, float x1, float y, Ink ink = Ink::kLine) const;
    void vertical_line(float x, float y0, float y1, Ink ink = Ink::kLine) const;

    // A scene whose origin is put at a place of the window.
    void paint(const Scene& scene, Vec2 origin, const Box& clip = {}) const;

    // --- text. Returns its width. `at` is the top of the line box, which is 1.2 times the size high.
    float text(Vec2 at, std::string_view text, const TextStyle& style = {}) const;
    // Vertically centred in the box, at its left, middle or right; cut to the box.
    float text_in(const Box& box, std::string_view text, TextStyle style = {}) const;
    float text_width(std::string_view text, const TextStyle& style = {}) const;
    // Broken at blanks (and inside words that are too long). Returns the height; `draws` false only measures.
    float paragraph(Vec2 at, float width, std::string_view text, const TextStyle& style, float line_height,
                    bool draws = true) const;
    float icon(const Box& box, const char* icon, Ink ink, float size = 15, float opacity = 1) const;
    std::string fit_text(std::string_view text, const TextStyle& style) const;
    // How far below the top of its line box Dear ImGui has to put text, so that the capitals are in the
    // middle.
    float text_shift(FontRole font, float size) const;

    // --- pointer and keyboard
    Reaction react(std::string_view id, const Box& box, const ReactOptions& options = {});
    void tooltip(const Box& anchor, std::string_view text) const;
    bool keyboard_is_free() const;  // no text field is being typed into

    // --- places that scroll, with a thin bar when they have to. Content is drawn at `scroll_cursor()`.
    bool begin_scroll(const char* id, const Box& box, Ink ground = Ink::kNone);
    void end_scroll(float content_height);
    void keep_visible(const Box& box) const;  // scrolls so that a box with keyboard focus can be seen
};

// Lines of text broken to a width: pairs of offsets.
struct TextLine {
    std::size_t begin = 0;
    std::size_t end = 0;
};
std::vector<TextLine> break_lines(const TextMeasure& measure, std::string_view text, FontRole font,
                                  float size, float width);

}  // namespace mountscope
