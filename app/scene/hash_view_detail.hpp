#pragma once
// Parts of the picture of the mount hash; see hash_view.hpp.

#include <string_view>

#include "app/scene/hash_view.hpp"

namespace mountscope::hash_view_detail {

inline constexpr float kChainHeight = 40;

struct Words {
    Ink ink = Ink::kText;
    FontRole font = FontRole::kRegular;
    float size = 13;
    Align align = Align::kStart;
    float max_width = 0;
};

struct Canvas {
    Scene& scene;
    const TextMeasure& measure;
    float s;  // scale of text

    float text(Vec2 at, std::string_view words, const Words& how = {});
    void heading(Vec2 at, std::string_view words, float max_width);
};

// Entries compared by a lookup, for each memory.
void draw_curve(Canvas& c, const HashView& view, const Box& box);
// A bucket and its entries, linked.
void draw_chain(Canvas& c, const HashChain& chain, const Box& box);

}  // namespace mountscope::hash_view_detail
