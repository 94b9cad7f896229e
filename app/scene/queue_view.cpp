#include "app/scene/queue_view.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/hash_view_detail.hpp"
#include "app/scene/mount_card.hpp"

namespace mountscope {

namespace {

using hash_view_detail::Canvas;

constexpr float kPad = 16;
constexpr float kNames = 164;  // width of the column of processes

struct Axis {
    float x = 0;
    float width = 0;
    double end = 1;
    float at(double seconds) const {
        return x + width * static_cast<float>(std::clamp(seconds / end, 0.0, 1.0));
    }
};

struct Picture {
    Canvas c;
    const QueueView& view;
    Axis axis;
    float times_x = 0;
    float times_width = 0;

    float s() const { return c.s; }

    void draw_heads(float y) {
        c.heading({kPad * s(), y}, "WHO", kNames * s());
        c.heading({axis.x, y}, view.axis_title, axis.width);
        c.heading({times_x, y}, view.times_title, times_width);
    }

    void draw_grid(float top, float bottom) {
        for (std::size_t i = 0; i < view.ticks.size(); ++i) {
            const float x = axis.at(view.ticks[i]);
            c.scene.path({.points = {{x, top}, {x, bottom}}, .stroke = Ink::kLine, .stroke_width = 1});
            c.text({x, bottom + 2 * s()}, view.tick_labels[i],
                   {.ink = Ink::kTextThird, .size = 11, .align = i == 0 ? Align::kStart : Align::kCentre});
        }
    }

    void draw_badge(const QueueRow& row, Vec2 at) {
        const float size = 16 * s();
        const bool writes = row.badge == "W";
        c.scene.rect({.box = {at.x, at.y, size, size},
                      .radius = 4 * s(),
                      .fill = writes ? Ink::kHover : Ink::kNone,
                      .stroke = Ink::kEdge,
                      .style = writes ? LineStyle::kSolid : LineStyle::kDashed});
        c.text({at.x + size / 2, at.y + size / 2 - 0.6f * text_size(11, s())}, row.badge,
               {.ink = Ink::kTextSecond, .font = FontRole::kSemiBold, .size = 11, .align = Align::kCentre});
    }

    void draw_bar(const QueueBar& bar, Ink ink, const Box& lane, bool holder) {
        const float x0 = axis.at(bar.arrives);
        const float x1 = axis.at(bar.starts);
        const float least = 3 * s();
        const float x2 = std::max(axis.at(bar.ends), x1 + least);
        if (x1 > x0 + 1) {
            c.scene.rect(
                {.box = {x0, lane.y, x1 - x0, lane.h}, .radius = 2 * s(), .fill = ink, .opacity = 0.2f});
            c.scene.rect({.box = {x0, lane.y, x1 - x0, lane.h},
                          .radius = 2 * s(),
                          .stroke = ink,
                          .style = LineStyle::kDashed});
        }
        c.scene.rect(
            {.box = {x1, lane.y, x2 - x1, lane.h}, .radius = holder ? 3 * s() : 1 * s(), .fill = ink});
        if (bar.behind > bar.ends) {
            const float x3 = std::max(axis.at(bar.behind), x2 + 6 * s());
            c.scene.rect({.box = {x2 + 2 * s(), lane.y, x3 - x2 - 2 * s(), lane.h},
                          .radius = 2 * s(),
                          .stroke = ink,
                          .stroke_width = 1.5f,
                          .style = LineStyle::kDotted});
        }
    }

    // The times of up to four kernels, two beside each other when there are more than two.
    void draw_time(const QueueRow& row, std::size_t lane, float y, float height) {
        const std::size_t columns = view.kernels.size() > 2 ? 2 : 1;
        const std::size_t lines = (view.kernels.size() + columns - 1) / columns;
        const float line = std::min(16 * s(), height / static_cast<float>(lines));
        const float width = times_width / static_cast<float>(columns);
        const float x = times_x + width * static_cast<float>(lane % columns);
        const float top =
            y + (height - line * static_cast<float>(lines)) / 2 + line * static_cast<float>(lane / columns);
        const float size = lines > 1 ? 12.0f : 13.0f;
        const float at = top + line / 2 - 0.6f * text_size(size, s());
        const QueueLegend& kernel = view.kernels[lane];
        float used = 0;
        if (!kernel.letter.empty())
            used = c.text({x, at}, kernel.letter,
                          {.ink = kernel.ink, .font = FontRole::kSemiBold, .size = size}) +
                   5 * s();
        c.text({x + used, at}, row.bars[lane].known ? row.bars[lane].time : "being run",
               {.ink = row.holder || row.bars[lane].starts > row.bars[lane].arrives ? Ink::kText
                                                                                    : Ink::kTextThird,
                .font = row.holder ? FontRole::kSemiBold : FontRole::kMedium,
                .size = size,
                .max_width = width - used});
    }

    void draw_row(const QueueRow& row, float y, float height) {
        const std::string id = "queue:" + row.name;
        std::string label = row.name + ", " + row.call;
        for (const QueueBar& bar : row.bars) label += ". " + bar.tooltip;
        c.scene.begin_group({.id = id, .role = "listitem", .label = label});
        c.scene.path({.points = {{kPad * s(), y}, {view.size.x - kPad * s(), y}},
                      .stroke = Ink::kLine,
                      .stroke_width = 1});
        const float middle = y + height / 2;
        draw_badge(row, {kPad * s(), middle - 8 * s()});
        const float x = (kPad + 24) * s();
        c.text({x, middle - 16 * s()}, row.name,
               {.font = FontRole::kSemiBold, .size = 13, .max_width = (kNames - 28) * s()});
        c.text(
            {x, middle + 1 * s()}, row.call,
            {.ink = Ink::kTextSecond, .font = FontRole::kMono, .size = 11, .max_width = (kNames - 28) * s()});
        const auto lanes = static_cast<float>(view.kernels.size());
        const float gap = 2 * s();
        const float each = std::min(14 * s(), (height - 8 * s() - gap * (lanes - 1)) / lanes);
        const float all = each * lanes + gap * (lanes - 1);
        for (std::size_t i = 0; i < row.bars.size(); ++i) {
            const Box lane{axis.x, middle - all / 2 + (each + gap) * static_cast<float>(i), axis.width, each};
            const QueueBar& bar = row.bars[i];
            c.scene.begin_group({.id = id + ":" + std::to_string(i),
                                 .role = "img",
                                 .label = bar.tooltip,
                                 .tooltip = bar.tooltip,
                                 .hit = {lane.x, lane.y - 1, lane.w, lane.h + 2}});
            if (bar.known) draw_bar(bar, view.kernels[i].ink, lane, row.holder);
            c.scene.end_group();
            draw_time(row, i, y, height);
        }
        if (!row.holder && !row.bars.empty()) {
            const float arrives = axis.at(row.bars.front().arrives);
            c.scene.path(
                {.points = {{arrives, middle - all / 2 - 3 * s()}, {arrives, middle + all / 2 + 3 * s()}},
                 .stroke = Ink::kText,
                 .stroke_width = 2});
        }
        c.scene.end_group();
    }

    void draw_sign(float& x, float y, RectShape shape, std::string_view words) {
        shape.box = {x, y + 2 * s(), 18 * s(), 10 * s()};
        shape.radius = 2 * s();
        c.scene.rect(shape);
        x += 24 * s();
        x += c.text({x, y}, words, {.ink = Ink::kTextSecond, .size = 11}) + 14 * s();
    }

    void draw_legend(float y) {
        const Ink ink = view.kernels.empty() ? Ink::kAccent : view.kernels.front().ink;
        float x = kPad * s();
        draw_sign(x, y, {.fill = Ink::kNone, .stroke = ink, .style = LineStyle::kDashed}, "waits");
        draw_sign(x, y, {.fill = ink}, "has it");
        draw_sign(x, y, {.stroke = ink, .stroke_width = 1.5f, .style = LineStyle::kDotted},
                  "grace period: it is free");
        c.scene.begin_group({.id = "queue:footer",
                             .role = "note",
                             .label = view.footer + " " + view.footer_tooltip,
                             .tooltip = view.footer_tooltip,
                             .hit = {x, y, view.size.x - kPad * s() - x, 16 * s()}});
        c.text({view.size.x - kPad * s(), y}, view.footer,
               {.ink = Ink::kTextSecond,
                .size = 11,
                .align = Align::kEnd,
                .max_width = view.size.x - kPad * s() - x});
        c.scene.end_group();
    }
};

}  // namespace

void draw_queue_view(Scene& scene, const QueueView& view, const TextMeasure& measure) {
    const float s = view.text_scale;
    scene.begin_clip({0, 0, view.size.x, view.size.y});
    scene.rect({.box = {0, 0, view.size.x, view.size.y},
                .radius = 10 * s,
                .fill = Ink::kPanel,
                .stroke = Ink::kLine});
    Picture picture{{scene, measure, s}, view, {}, 0, 0};
    const float width = view.size.x - 2 * kPad * s;
    picture.c.text({kPad * s, 12 * s}, view.sentence,
                   {.font = FontRole::kMedium, .size = 14, .max_width = width});
    picture.c.text({kPad * s, 32 * s}, view.second,
                   {.ink = Ink::kTextSecond, .size = 13, .max_width = width});
    picture.times_width = (view.kernels.size() > 2 ? 152.0f : 96.0f) * s;
    picture.times_x = view.size.x - kPad * s - picture.times_width;
    picture.axis = {(kPad + kNames) * s, picture.times_x - (kPad + kNames + 20) * s,
                    std::max(view.end, 1e-12) * 1.02};
    if (!view.rows.empty()) {
        const float top = 60 * s;
        picture.draw_heads(top);
        const float first = top + 18 * s;
        const float bottom = view.size.y - 42 * s;
        const float height = std::min(72 * s, (bottom - first) / static_cast<float>(view.rows.size()));
        picture.draw_grid(first, first + height * static_cast<float>(view.rows.size()));
        float y = first;
        for (const QueueRow& row : view.rows) {
            picture.draw_row(row, y, height);
            y += height;
        }
    }
    picture.draw_legend(view.size.y - 22 * s);
    scene.end_clip();
    scene.bounds = {0, 0, view.size.x, view.size.y};
}

}  // namespace mountscope
