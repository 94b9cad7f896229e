#include "app/scene/hash_view.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/scene/hash_view_detail.hpp"
#include "app/scene/mount_card.hpp"

namespace mountscope {

float heat_of(std::uint32_t length) {
    if (length == 0) return 0;
    return std::min(1.0f, 0.36f + 0.16f * std::log2(static_cast<float>(length)));
}

std::string short_decimal(double value) {
    char text[32];
    std::snprintf(text, sizeof text, value >= 99.95 ? "%.0f" : value >= 9.995 ? "%.1f" : "%.2f", value);
    return text;
}

std::size_t HashPlaces::notch_at(Vec2 point, std::size_t notches) const {
    if (slider.w <= 0 || notches < 2) return 0;
    const float part = std::clamp((point.x - slider.x) / slider.w, 0.0f, 1.0f);
    return static_cast<std::size_t>(std::lround(part * static_cast<float>(notches - 1)));
}

std::optional<std::size_t> HashPlaces::cell_at(Vec2 point) const {
    if (!table.contains(point) || columns == 0) return std::nullopt;
    const auto column = static_cast<std::size_t>((point.x - table.x) / cell_width);
    const auto row = static_cast<std::size_t>((point.y - table.y) / cell_height);
    const std::size_t cell = row * columns + std::min(column, columns - 1);
    return cell < cells ? std::optional<std::size_t>(cell) : std::nullopt;
}

namespace hash_view_detail {

float Canvas::text(Vec2 at, std::string_view words, const Words& how) {
    const float size = text_size(how.size, s);
    scene.text({.at = at,
                .text = std::string(words),
                .ink = how.ink,
                .font = how.font,
                .size = size,
                .align = how.align,
                .max_width = how.max_width});
    return std::min(how.max_width > 0 ? how.max_width : 1e9f, measure.width(words, how.font, size));
}

void Canvas::heading(Vec2 at, std::string_view words, float max_width) {
    text(at, words,
         {.ink = Ink::kTextThird, .font = FontRole::kSemiBold, .size = 11, .max_width = max_width});
}

}  // namespace hash_view_detail

namespace {

using hash_view_detail::Canvas;

// The memory, by a slider with a notch for each power of two.
void draw_memory(Canvas& c, const HashView& view, const Box& row, HashPlaces& places) {
    const float s = c.s;
    c.scene.begin_group(
        {.id = "hash:memory", .role = "slider", .label = "Memory " + view.memory + ": " + view.memory_means});
    float x = row.x;
    const float middle = row.y + row.h / 2;
    x += c.text({x, middle - 0.6f * text_size(13, s)}, "Memory", {.font = FontRole::kMedium}) + 12 * s;
    const float button = 24 * s;
    places.less = {x, middle - button / 2, button, button};
    x += button + 12 * s;
    const float means = c.measure.width(view.memory_means, FontRole::kRegular, text_size(12, s));
    const float value = c.measure.width("512 MiB", FontRole::kSemiBold, text_size(14, s)) + 12 * s;
    const float slider = std::clamp(row.x + row.w - x - button - 28 * s - value - means, 60 * s, 260 * s);
    places.slider = {x, row.y, slider, row.h};
    const float part = static_cast<float>(view.notch) / static_cast<float>(view.notches - 1);
    c.scene.rect({.box = {x, middle - 2 * s, slider, 4 * s}, .radius = 2 * s, .fill = Ink::kLine});
    c.scene.rect({.box = {x, middle - 2 * s, slider * part, 4 * s}, .radius = 2 * s, .fill = Ink::kAccent});
    for (std::size_t i = 0; i < view.notches; ++i) {
        const float at = x + slider * static_cast<float>(i) / static_cast<float>(view.notches - 1);
        c.scene.circle({.centre = {at, middle},
                        .radius = 2.5f * s,
                        .fill = i <= view.notch ? Ink::kAccent : Ink::kEdge});
    }
    c.scene.circle({.centre = {x + slider * part, middle},
                    .radius = 8 * s,
                    .fill = Ink::kText,
                    .stroke = Ink::kPanel,
                    .stroke_width = 2});
    x += slider + 12 * s;
    places.more = {x, middle - button / 2, button, button};
    x += button + 12 * s;
    c.text({x, middle - 0.6f * text_size(14, s)}, view.memory, {.font = FontRole::kSemiBold, .size = 14});
    x += value;
    c.text({x, middle - 0.6f * text_size(12, s)}, view.memory_means,
           {.ink = Ink::kTextSecond, .size = 12, .max_width = row.x + row.w - x});
    c.scene.end_group();
}

// Where the cells of the table go: small ones, unless there are few buckets.
void place_cells(const HashView& view, const Box& box, HashPlaces& places) {
    const float pitch = 6 * view.text_scale;
    const auto buckets = static_cast<std::size_t>(view.hash->buckets);
    auto columns = static_cast<std::size_t>(std::max(1.0f, box.w / pitch));
    auto rows = static_cast<std::size_t>(std::max(1.0f, std::round(box.h / pitch)));
    if (columns * rows > buckets) columns = (buckets + rows - 1) / rows;
    while (rows > 1 && columns * rows > buckets) --rows;
    places.table = box;
    places.columns = columns;
    places.cells = columns * rows;
    places.cell_width = box.w / static_cast<float>(columns);
    places.cell_height = box.h / static_cast<float>(rows);
}

Box box_of_cell(const HashPlaces& places, std::size_t cell) {
    const auto column = static_cast<float>(cell % places.columns);
    const auto row = static_cast<float>(cell / places.columns);
    return {places.table.x + column * places.cell_width, places.table.y + row * places.cell_height,
            places.cell_width, places.cell_height};
}

void ring_cell(Canvas& c, const HashPlaces& places, std::uint32_t bucket, std::uint32_t buckets, Ink ink) {
    const Box cell = box_of_cell(places, cell_of(bucket, buckets, places.cells));
    const float out = 3 * c.s;
    c.scene.rect({.box = {cell.x - out, cell.y - out, cell.w + 2 * out, cell.h + 2 * out},
                  .radius = 3 * c.s,
                  .stroke = ink,
                  .stroke_width = 2});
}

void draw_table(Canvas& c, const HashView& view, const Box& box, HashPlaces& places) {
    place_cells(view, box, places);
    const HashSummary& hash = *view.hash;
    c.scene.begin_group({.id = "hash:table",
                         .role = "img",
                         .label = grouped_number(hash.buckets) + " buckets, " +
                                  grouped_number(hash.histogram[0]) +
                                  " of them empty; the longest chain has " + grouped_number(hash.longest)});
    c.scene.rect({.box = {box.x - 2 * c.s, box.y - 2 * c.s, box.w + 4 * c.s, box.h + 4 * c.s},
                  .radius = 4 * c.s,
                  .fill = Ink::kRaised,
                  .stroke = Ink::kLine});
    const std::vector<std::uint32_t> longest = longest_by_cell(hash, places.cells);
    const float gap = std::min(1.0f * c.s, places.cell_width / 6);
    for (std::size_t cell = 0; cell < longest.size(); ++cell) {
        if (longest[cell] == 0) continue;
        const Box b = box_of_cell(places, cell);
        c.scene.rect(
            {.box = {b.x, b.y, b.w - gap, b.h - gap}, .fill = view.heat, .opacity = heat_of(longest[cell])});
    }
    if (view.selected_bucket) ring_cell(c, places, *view.selected_bucket, hash.buckets, Ink::kText);
    if (view.chosen_bucket) ring_cell(c, places, *view.chosen_bucket, hash.buckets, Ink::kAdded);
    if (view.step_bucket) ring_cell(c, places, *view.step_bucket, hash.buckets, Ink::kFocus);
    c.scene.end_group();
}

// Chains by their length; many lengths share bars.
void draw_histogram(Canvas& c, const HashView& view, const Box& box) {
    const HashSummary& hash = *view.hash;
    const float s = c.s;
    c.scene.begin_group({.id = "hash:histogram", .role = "img", .label = "Chains by their length"});
    c.heading({box.x, box.y}, "CHAINS BY LENGTH", box.w);
    c.text({box.x + box.w, box.y},
           "mean " + short_decimal(hash.mean_of_used()) + ", longest " + grouped_number(hash.longest),
           {.ink = Ink::kTextSecond, .size = 12, .align = Align::kEnd});
    const std::size_t most_bars = std::max<std::size_t>(3, static_cast<std::size_t>(box.w / (34 * s)));
    const std::size_t lengths = std::max<std::size_t>(hash.longest, 1);
    const std::size_t in_bar = (lengths + most_bars - 1) / most_bars;
    const std::size_t bars =
        std::max<std::size_t>((lengths + in_bar - 1) / in_bar, std::min<std::size_t>(6, most_bars));
    std::vector<std::uint64_t> counts(bars, 0);
    for (std::size_t k = 1; k < hash.histogram.size(); ++k) counts[(k - 1) / in_bar] += hash.histogram[k];
    const std::uint64_t most = std::max<std::uint64_t>(1, *std::ranges::max_element(counts));
    const float width = box.w / static_cast<float>(bars);
    const float base = box.y + box.h - 16 * s;
    const float room = base - box.y - 34 * s;
    for (std::size_t i = 0; i < bars; ++i) {
        const float x = box.x + width * static_cast<float>(i);
        const std::size_t from = i * in_bar + 1;
        const std::string label =
            in_bar == 1 ? std::to_string(from)
                        : std::to_string(from) + "\xe2\x80\x93" + std::to_string(from + in_bar - 1);
        c.text({x + width / 2, base + 2 * s}, label,
               {.ink = Ink::kTextThird, .size = 11, .align = Align::kCentre});
        if (counts[i] == 0) continue;
        const float part = static_cast<float>(counts[i]) / static_cast<float>(most);
        const float height = std::max(2.0f * s, part * room);
        c.scene.rect({.box = {x + 2 * s, base - height, width - 4 * s, height},
                      .radius = 2 * s,
                      .fill = view.heat,
                      .opacity = heat_of(static_cast<std::uint32_t>(from + in_bar / 2))});
        c.text({x + width / 2, base - height - 14 * s}, grouped_number(counts[i]),
               {.ink = Ink::kTextSecond, .size = 11, .align = Align::kCentre});
    }
    c.scene.path({.points = {{box.x, base}, {box.x + box.w, base}}, .stroke = Ink::kLine, .stroke_width = 1});
    c.scene.end_group();
}

}  // namespace

HashPlaces draw_hash_view(Scene& scene, const HashView& view, const TextMeasure& measure) {
    Canvas c{scene, measure, view.text_scale};
    HashPlaces places;
    const float s = view.text_scale;
    const float pad = 16 * s;
    const float width = view.size.x - 2 * pad;
    scene.begin_clip({0, 0, view.size.x, view.size.y});
    scene.rect({.box = {0, 0, view.size.x, view.size.y},
                .radius = 10 * s,
                .fill = Ink::kPanel,
                .stroke = Ink::kLine});
    float y = 12 * s;
    float x = pad;
    if (!view.lane.empty())
        x += c.text({x, y}, view.lane, {.ink = view.heat, .font = FontRole::kSemiBold, .size = 14}) + 12 * s;
    c.text({x, y}, view.sentence, {.font = FontRole::kMedium, .size = 14, .max_width = pad + width - x});
    y += 24 * s;
    draw_memory(c, view, {pad, y, width, 28 * s}, places);
    y += 36 * s;
    // What is left is shared by the table, the charts and the chains.
    const float rest = view.size.y - y - 8 * s;
    const float chain = hash_view_detail::kChainHeight * s;
    const float table = std::max(36 * s, std::floor(rest * 0.2f));
    const float charts = std::max(86 * s, std::floor(rest * 0.42f));
    draw_table(c, view, {pad, y, width, table}, places);
    y += table + 12 * s;
    const float left = std::floor(width * 0.44f);
    draw_histogram(c, view, {pad, y, left, charts});
    hash_view_detail::draw_curve(c, view, {pad + left + 24 * s, y, width - left - 24 * s, charts});
    y += charts + 10 * s;
    for (const HashChain& one : view.chains) {
        if (y + chain > view.size.y - 4 * s) break;
        hash_view_detail::draw_chain(c, one, {pad, y, width, chain});
        y += chain;
    }
    scene.end_clip();
    scene.bounds = {0, 0, view.size.x, view.size.y};
    return places;
}

}  // namespace mountscope
