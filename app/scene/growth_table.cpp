// The values of all curves at one N, and the shapes of points.

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/scene/growth_plot_detail.hpp"
#include "app/scene/number_text.hpp"

namespace mountscope {
namespace {

constexpr float kPad = 10;
constexpr float kColumnGap = 16;
constexpr float kUsualRow = 19;
constexpr float kUsualSize = 13;
constexpr float kManyRows = 6;

struct Row {
    const GrowthPlotCurve* curve;
    std::string value;
    std::string measured;
};

std::string measured_at(const GrowthPlotInput& input, const std::string& name, int n) {
    for (const GrowthPlotMeasured& measured : input.measured) {
        if (measured.name != name) continue;
        const auto point = std::ranges::find(measured.points, n, &GrowthPlotPoint::n);
        if (point != measured.points.end()) return growth_value_text(input, point->y);
    }
    return "";
}

std::vector<Row> rows_at(const GrowthPlotInput& input, int n) {
    std::vector<Row> rows;
    for (const GrowthPlotCurve& curve : input.curves) {
        const auto point = std::ranges::find(curve.points, n, &GrowthPlotPoint::n);
        const bool known = point != curve.points.end();
        rows.push_back({&curve, known ? growth_value_text(input, point->y) : "\xe2\x80\x93",
                        measured_at(input, curve.name, n)});
    }
    return rows;
}

class Table {
  public:
    Table(Scene& scene, const GrowthPlotInput& input, const TextMeasure& measure, int n)
        : scene_(scene),
          in_(input),
          measure_(measure),
          n_(n),
          rows_(rows_at(input, n)),
          s_(input.text_scale) {
        const bool many = static_cast<float>(rows_.size()) > kManyRows;
        size_ = (many ? 12 : kUsualSize) * s_;
        row_ = (many ? 16 : kUsualRow) * s_;
    }

    void emit(const GrowthPlotFrame& frame) {
        const auto stop = std::ranges::find(frame.stops, n_, &GrowthPlotFrame::Stop::n);
        if (stop == frame.stops.end()) return;
        const std::string head = "N = " + std::to_string(n_);
        measure_columns();
        std::string second = in_.seconds ? "modelled" : "";
        if (!in_.seconds && in_.x_is_mounts) {
            const auto count = static_cast<std::uint64_t>(std::llround(stop->value));
            second = with_thousands(count) + (count == 1 ? " mount" : " mounts");
        }
        const float gap = kColumnGap * s_;
        const float sign = 20 * s_;
        const float heads = width(head, FontRole::kSemiBold) - sign + gap + width(second, FontRole::kRegular);
        const float columns =
            sign + std::max(heads, names_ + gap + values_) + (measured_ > 0 ? gap + measured_ : 0);
        const float wide = std::ceil(columns) + 2 * kPad * s_;
        const float high = static_cast<float>(rows_.size() + 1) * row_ + 12 * s_;
        const std::optional<Box> card = place(frame, {wide, high}, stop->x);
        if (!card) return;
        scene_.begin_group({.id = "growth:table", .role = "table", .label = head + ", " + second});
        scene_.rect(
            {.box = *card, .radius = 8 * s_, .fill = Ink::kRaised, .stroke = Ink::kLine, .opacity = 0.94f});
        float y = card->y + 6 * s_ + row_ / 2;
        const float left = card->x + kPad * s_;
        const float end = card->x + card->w - kPad * s_;
        const float value_end = measured_ > 0 ? end - measured_ - gap : end;
        put(left, y, head, n_ == in_.current ? Ink::kFocus : Ink::kText, FontRole::kSemiBold, Align::kStart);
        put(value_end, y, second, Ink::kTextSecond, FontRole::kRegular, Align::kEnd);
        if (measured_ > 0) put(end, y, "measured", Ink::kTextSecond, FontRole::kRegular, Align::kEnd);
        for (const Row& row : rows_) {
            y += row_;
            emit_growth_marker(scene_, {left + 6 * s_, y}, 4 * s_, row.curve->look, Ink::kRaised);
            put(left + sign, y, row.curve->name, row.curve->look.ink, FontRole::kSemiBold, Align::kStart);
            put(value_end, y, row.value, Ink::kText, FontRole::kMedium, Align::kEnd);
            if (!row.measured.empty()) put(end, y, row.measured, Ink::kText, FontRole::kMedium, Align::kEnd);
        }
        scene_.end_group();
    }

  private:
    // In a corner that no curve crosses. Without one: away from the pointer; and nowhere when there is none.
    std::optional<Box> place(const GrowthPlotFrame& frame, Vec2 size, float hair) const {
        const float margin = 10 * s_;
        const Box& plot = frame.plot;
        const Box first{plot.x + margin, plot.y + margin, size.x, size.y};
        const Box second{plot.x + plot.w - size.x - margin, plot.y + plot.h - size.y - margin, size.x,
                         size.y};
        for (const Box& box : {first, second}) {
            if (is_free(frame, box)) return box;
        }
        if (!in_.hovered) return std::nullopt;
        return hair > plot.x + plot.w / 2 ? first : second;
    }

    bool is_free(const GrowthPlotFrame& frame, const Box& box) const {
        constexpr int kSteps = 8;  // between two points of a curve
        const float room = 4 * s_;
        const Box near{box.x - room, box.y - room, box.w + 2 * room, box.h + 2 * room};
        for (const GrowthPlotCurve& curve : in_.curves) {
            for (std::size_t i = 1; i < curve.points.size(); ++i) {
                const Vec2 a{frame.x.place(curve.points[i - 1].x), frame.y.place(curve.points[i - 1].y)};
                const Vec2 b{frame.x.place(curve.points[i].x), frame.y.place(curve.points[i].y)};
                for (int step = 0; step <= kSteps; ++step) {
                    const float t = static_cast<float>(step) / kSteps;
                    if (near.contains({a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t})) return false;
                }
            }
        }
        return true;
    }

    float width(std::string_view text, FontRole font) const { return measure_.width(text, font, size_); }

    void put(float x, float y, std::string_view text, Ink ink, FontRole font, Align align) {
        scene_.text({.at = {x, y - 0.6f * size_},
                     .text = std::string(text),
                     .ink = ink,
                     .font = font,
                     .size = size_,
                     .align = align});
    }

    void measure_columns() {
        for (const Row& row : rows_) {
            names_ = std::max(names_, width(row.curve->name, FontRole::kSemiBold));
            values_ = std::max(values_, width(row.value, FontRole::kMedium));
            if (!row.measured.empty())
                measured_ = std::max(measured_, width(row.measured, FontRole::kMedium));
        }
        if (in_.seconds) {
            values_ = std::max(values_, width("modelled", FontRole::kRegular));
            if (measured_ > 0) measured_ = std::max(measured_, width("measured", FontRole::kRegular));
        }
    }

    Scene& scene_;
    const GrowthPlotInput& in_;
    const TextMeasure& measure_;
    int n_;
    std::vector<Row> rows_;
    float s_;
    float size_ = 0;
    float row_ = 0;
    float names_ = 0;
    float values_ = 0;
    float measured_ = 0;
};

void polygon(Scene& scene, std::vector<Vec2> points, const GrowthLook& look, bool hollow, Ink ground) {
    scene.path({.points = std::move(points),
                .closed = true,
                .stroke = look.ink,
                .stroke_width = 1.75f,
                .fill = hollow ? ground : look.ink});
}

}  // namespace

void emit_growth_marker(Scene& scene, Vec2 at, float radius, const GrowthLook& look, Ink ground) {
    const bool hollow = look.marker == GrowthMarker::kRing || look.marker == GrowthMarker::kFrame ||
                        look.marker == GrowthMarker::kHollowTriangle ||
                        look.marker == GrowthMarker::kHollowDiamond;
    const Ink fill = hollow ? ground : look.ink;
    switch (look.marker) {
        case GrowthMarker::kDisc:
        case GrowthMarker::kRing:
            scene.circle({.centre = at,
                          .radius = radius * 0.9f,
                          .fill = fill,
                          .stroke = look.ink,
                          .stroke_width = 1.75f});
            return;
        case GrowthMarker::kSquare:
        case GrowthMarker::kFrame: {
            const float h = radius * 0.85f;
            scene.rect({.box = {at.x - h, at.y - h, 2 * h, 2 * h},
                        .fill = fill,
                        .stroke = look.ink,
                        .stroke_width = 1.75f});
            return;
        }
        case GrowthMarker::kTriangle:
        case GrowthMarker::kHollowTriangle:
            polygon(scene,
                    {{at.x, at.y - radius * 1.1f},
                     {at.x + radius * 1.05f, at.y + radius * 0.8f},
                     {at.x - radius * 1.05f, at.y + radius * 0.8f}},
                    look, hollow, ground);
            return;
        case GrowthMarker::kDiamond:
        case GrowthMarker::kHollowDiamond: {
            const float d = radius * 1.2f;
            polygon(scene, {{at.x, at.y - d}, {at.x + d, at.y}, {at.x, at.y + d}, {at.x - d, at.y}}, look,
                    hollow, ground);
            return;
        }
        case GrowthMarker::kBar:
            scene.path({.points = {{at.x, at.y - radius * 1.2f}, {at.x, at.y + radius * 1.2f}},
                        .stroke = look.ink,
                        .stroke_width = 3});
            return;
    }
}

void emit_growth_table(Scene& scene, const GrowthPlotInput& input, const GrowthPlotFrame& frame,
                       const TextMeasure& measure) {
    Table(scene, input, measure, input.hovered.value_or(input.current)).emit(frame);
}

}  // namespace mountscope
