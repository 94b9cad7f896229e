#pragma once
// The fonts of the program, and the widths of text in them.
//
//   Fonts fonts = load_fonts();                       // once, when Dear ImGui has a context
//   ImFont* mono = fonts.of(FontRole::kMono);
//   FontMeasure measure(fonts);                       // for layouts of scenes
//   measure.width("/mnt/1", FontRole::kMono, 13);
//
// Sizes are asked for when text is drawn: the atlas holds each glyph at each size and pixel ratio in use, so
// text is sharp everywhere. Digits have one width (tabular figures).

#include <string_view>

#include "app/scene/scene.hpp"

struct ImFont;

namespace mountscope {

struct Fonts {
    ImFont* regular = nullptr;
    ImFont* medium = nullptr;
    ImFont* semibold = nullptr;
    ImFont* mono = nullptr;
    ImFont* icons = nullptr;

    ImFont* of(FontRole role) const;
};

Fonts load_fonts();

class FontMeasure final : public TextMeasure {
  public:
    explicit FontMeasure(const Fonts& fonts) : fonts_(fonts) {}
    float width(std::string_view text, FontRole font, float size) const override;

  private:
    Fonts fonts_;
};

}  // namespace mountscope
