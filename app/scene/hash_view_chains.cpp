// The chains of chosen buckets as linked cards, and the curve over the memory.

#include <algorithm>
#include <cmath>

#include "app/scene/hash_view_detail.hpp"
#include "app/scene/mount_card.hpp"
#include "app/scene/text_cut.hpp"

namespace mountscope::hash_view_detail {
namespace {

struct CurvePlace {
    Box plot;
    double most;
    std::size_t notches;
    Vec2 at(std::size_t notch, double value) const {
        const float x = plot.x + plot.w * static_cast<float>(notch) / static_cast<float>(notches - 1);
        return {x, plot.y + plot.h * static_cast<float>(1 - value / most)};
    }
};

void draw_curve_axis(Canvas& c, const HashView& view, const CurvePlace& place) {
    const float s = c.s;
    const Box& p = place.plot;
    c.scene.path(
        {.points = {{p.x, p.y + p.h}, {p.x + p.w, p.y + p.h}}, .stroke = Ink::kLine, .stroke_width = 1});
    for (std::size_t i = 0; i < view.curve.size(); i += 3) {
        c.text({place.at(i, 0).x, p.y + p.h + 2 * s}, view.curve[i].label,
               {.ink = Ink::kTextThird, .size = 11, .align = i == 0 ? Align::kStart : Align::kCentre});
    }
}

}  // namespace

void draw_curve(Canvas& c, const HashView& view, const Box& box) {
    const float s = c.s;
    c.scene.begin_group(
        {.id = "hash:curve", .role = "img", .label = view.curve_title + ". " + view.curve_text});
    c.heading({box.x, box.y}, view.curve_title, box.w);
    c.text({box.x, box.y + 15 * s}, view.curve_text, {.size = 12, .max_width = box.w});
    if (!view.curve.empty()) {
        double most = 1;
        for (const HashCurvePoint& point : view.curve) most = std::max(most, point.per_lookup);
        const float top = box.y + 48 * s;
        const CurvePlace place{
            {box.x, top, box.w - 8 * s, box.y + box.h - 16 * s - top}, most * 1.05, view.notches};
        draw_curve_axis(c, view, place);
        PathShape line{.points = {}, .stroke = view.heat, .stroke_width = 2};
        for (std::size_t i = 0; i < view.curve.size(); ++i)
            line.points.push_back(place.at(i, view.curve[i].per_lookup));
        if (line.points.size() > 1) c.scene.path(line);
        for (std::size_t i = 0; i < line.points.size(); ++i) {
            const bool current = i == view.notch;
            c.scene.circle({.centre = line.points[i],
                            .radius = (current ? 5.0f : 3.0f) * s,
                            .fill = current ? Ink::kFocus : view.heat});
            if (!current && i != 0) continue;
            const bool at_end = i + 2 >= view.notches;
            c.text({line.points[i].x + (at_end ? -8 : 8) * s, line.points[i].y - 16 * s},
                   short_decimal(view.curve[i].per_lookup),
                   {.ink = current ? Ink::kFocus : Ink::kTextSecond,
                    .font = FontRole::kSemiBold,
                    .size = 12,
                    .align = at_end ? Align::kEnd : Align::kStart});
        }
    }
    c.scene.end_group();
}

namespace {

float card_width(const Canvas& c, const HashCard& card) {
    const float name = c.measure.width(card.name, FontRole::kSemiBold, text_size(12, c.s));
    const float place = c.measure.width(card.place, FontRole::kMono, text_size(11, c.s));
    return std::clamp(std::max(name, place) + 16 * c.s, 56 * c.s, 132 * c.s);
}

void draw_card(Canvas& c, const HashCard& card, const Box& box) {
    const float s = c.s;
    c.scene.begin_group({.id = "mount:" + std::to_string(card.unique_id),
                         .role = "button",
                         .label = card.tooltip,
                         .tooltip = card.tooltip,
                         .hit = box,
                         .selected = card.selected});
    RectShape shape{.box = box, .radius = 6 * s, .fill = Ink::kRaised, .stroke = Ink::kLine};
    if (card.selected) {
        shape.fill = Ink::kAccentFill;
        shape.stroke = Ink::kAccent;
        shape.stroke_width = 2;
    }
    if (card.compared) {
        shape.fill = card.found ? Ink::kFocusFill : Ink::kRaised;
        shape.stroke = Ink::kFocus;
        shape.stroke_width = card.found ? 2.0f : 1.5f;
    }
    c.scene.rect(shape);
    const float room = box.w - 12 * s;
    c.text({box.x + 8 * s, box.y + 2 * s}, card.name,
           {.font = FontRole::kSemiBold, .size = 12, .max_width = room});
    c.text({box.x + 8 * s, box.y + 16 * s}, card.place,
           {.ink = Ink::kTextSecond, .font = FontRole::kMono, .size = 11, .max_width = room});
    c.scene.end_group();
}

void draw_link(Canvas& c, float x0, float x1, float y, bool walked) {
    c.scene.path({.points = {{x0 + 2 * c.s, y}, {x1 - 2 * c.s, y}},
                  .stroke = walked ? Ink::kFocus : Ink::kEdge,
                  .stroke_width = walked ? 2.0f : 1.5f,
                  .arrow_at_end = true});
}

}  // namespace

void draw_chain(Canvas& c, const HashChain& chain, const Box& box) {
    const float s = c.s;
    const std::string title = "bucket " + grouped_number(chain.bucket);
    c.scene.begin_group(
        {.id = "bucket:" + std::to_string(chain.bucket),
         .role = "list",
         .label = title + ", " + chain.why + ": " + grouped_number(chain.cards.size()) + " entries"});
    c.text({box.x, box.y + 2 * s}, title, {.ink = chain.ink, .font = FontRole::kSemiBold, .size = 12});
    c.text({box.x, box.y + 18 * s}, chain.why, {.ink = Ink::kTextSecond, .size = 11, .max_width = 128 * s});
    const float height = 34 * s;
    const float gap = 20 * s;
    const float end = box.x + box.w;
    const float more_width = 76 * s;
    float x = box.x + 132 * s;
    const float middle = box.y + height / 2;
    if (chain.cards.empty())
        c.text({x, middle - 0.6f * text_size(12, s)}, "empty: nothing to compare",
               {.ink = Ink::kTextThird, .size = 12});
    for (std::size_t i = 0; i < chain.cards.size(); ++i) {
        const HashCard& card = chain.cards[i];
        const float width = card_width(c, card);
        const bool last = i + 1 == chain.cards.size();
        if (x + gap + width + (last ? 0 : more_width) > end) {
            std::size_t compared = 0;
            for (std::size_t k = i; k < chain.cards.size(); ++k) compared += chain.cards[k].compared ? 1 : 0;
            c.text({x + 8 * s, middle - 0.6f * text_size(12, s)},
                   "+" + grouped_number(chain.cards.size() - i) + " more",
                   {.ink = compared != 0 ? Ink::kFocus : Ink::kTextSecond,
                    .font = FontRole::kMedium,
                    .size = 12});
            break;
        }
        if (i != 0) draw_link(c, x, x + gap, middle, card.compared);
        x += i != 0 ? gap : 0;
        draw_card(c, card, {x, box.y, width, height});
        x += width;
    }
    c.scene.end_group();
}

}  // namespace mountscope::hash_view_detail
