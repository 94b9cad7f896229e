#include "app/theme/fonts.hpp"

#include <cfloat>
#include <imgui.h>

#include "assets/embedded_fonts.hpp"

namespace mountscope {
namespace {

ImFont* add(const EmbeddedFont& font, float offset_y = 0) {
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.GlyphOffset = {0, offset_y};
    // Dear ImGui never writes to the data when it doesn't own it.
    void* data = const_cast<unsigned char*>(font.data);
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(data, static_cast<int>(font.size), 13, &config);
}

}  // namespace

ImFont* Fonts::of(FontRole role) const {
    switch (role) {
        case FontRole::kRegular:
            return regular;
        case FontRole::kMedium:
            return medium;
        case FontRole::kSemiBold:
            return semibold;
        case FontRole::kMono:
            return mono;
        case FontRole::kIcons:
            return icons;
    }
    return regular;
}

Fonts load_fonts() {
    Fonts fonts;
    fonts.regular = add(kFontInterRegular);
    fonts.medium = add(kFontInterMedium);
    fonts.semibold = add(kFontInterSemiBold);
    fonts.mono = add(kFontMonoRegular);
    fonts.icons = add(kFontIcons);
    ImGui::GetIO().FontDefault = fonts.regular;
    return fonts;
}

float FontMeasure::width(std::string_view text, FontRole font, float size) const {
    if (text.empty()) return 0;
    return fonts_.of(font)->CalcTextSizeA(size, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

}  // namespace mountscope
