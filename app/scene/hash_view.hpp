#pragma once
// The picture of the mount hash: the table of buckets as a field of heat, chain lengths, what lookups compare
// by the machine's memory, and chosen chains entry by entry.
//
//   HashPlaces places = draw_hash_view(scene, view, measure);
//   places.slider;                    // for the pointer: where the memory is chosen
//   places.bucket_at(pointer);        // of the table
//
// What it says in words comes from outside; the places of everything are decided here.

#include <optional>
#include <string>
#include <vector>

#include "app/scene/hash_table.hpp"
#include "app/scene/scene.hpp"

namespace mountscope {

// One entry of a chain.
struct HashCard {
    std::uint32_t unique_id = 0;
    std::string name;     // "#27"
    std::string place;    // "1 on #26": directory and parent, what lookups compare
    std::string tooltip;  // one sentence
    bool compared = false;
    bool found = false;  // and it was the one
    bool selected = false;
};

struct HashChain {
    std::uint32_t bucket = 0;
    std::string why;  // "this step looks here"
    Ink ink = Ink::kTextSecond;
    std::vector<HashCard> cards;
};

struct HashCurvePoint {
    std::string label;  // "4G"
    double per_lookup = 0;
};

struct HashView {
    Vec2 size;
    float text_scale = 1;
    Ink heat = Ink::kAccent;
    const HashSummary* hash = nullptr;
    std::string sentence;      // what to see here
    std::string lane;          // "A  Linux 4.9", empty when there is one kernel
    std::string memory;        // "4 GiB"
    std::string memory_means;  // "8,192 buckets, 64 KiB"
    std::size_t notch = 0;     // of the memory
    std::size_t notches = 2;
    std::vector<HashChain> chains;  // the most telling first; as many are drawn as there is room for
    std::optional<std::uint32_t> step_bucket, chosen_bucket, selected_bucket;
    std::string curve_title;
    std::string curve_text;  // the product behind the point of this memory
    std::vector<HashCurvePoint> curve;
};

struct HashPlaces {
    Box less, more, slider, table;
    std::size_t columns = 0;
    std::size_t cells = 0;
    float cell_width = 0;
    float cell_height = 0;
    std::size_t notch_at(Vec2 point, std::size_t notches) const;
    std::optional<std::size_t> cell_at(Vec2 point) const;
};

HashPlaces draw_hash_view(Scene& scene, const HashView& view, const TextMeasure& measure);

// How strongly a chain of that length is painted, 0 to 1.
float heat_of(std::uint32_t length);

// "4.03", "12.8", "131"
std::string short_decimal(double value);

}  // namespace mountscope
