#include "app/scene/growth_plot.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/growth_labels.hpp"
#include "app/scene/growth_plot_detail.hpp"
#include "app/scene/number_text.hpp"

namespace mountscope {
namespace {

constexpr float kLine = 2.5f;
constexpr float kPoint = 4.5f;
constexpr float kOneLine = 20;  // height of an end label
constexpr float kTwoLines = 36;
constexpr float kHandleSize = 13;
constexpr float kBand = 9;  // the line that was fitted

class Plot {
  public:
    Plot(Scene& scene, const GrowthPlotInput& input, const GrowthPlotFrame& frame, const TextMeasure& measure)
        : scene_(scene), in_(input), f_(frame), measure_(measure), s_(input.text_scale) {}

    void emit() {
        title();
        scene_.rect({.box = f_.plot, .radius = 4 * s_, .fill = Ink::kGround, .opacity = 0.55f});
        if (!f_.drawable) return;
        y_axis();
        x_axis();
        scene_.begin_clip(f_.plot);
        if (in_.logarithmic) guides();
        for (const GrowthPlotCurve& curve : in_.curves) fitted_line(curve);
        scene_.end_clip();
        for (std::size_t i = 0; i < in_.curves.size(); ++i) curve_line(i);
        for (std::size_t i = 0; i < in_.curves.size(); ++i) curve_points(i);
        for (const GrowthPlotMeasured& measured : in_.measured) crosses(measured);
        hair();
        handle();
        end_labels();
        emit_growth_table(scene_, in_, f_, measure_);
    }

  private:
    Vec2 at(const GrowthPlotPoint& p) const { return {f_.x.place(p.x), f_.y.place(p.y)}; }
    bool shown(const GrowthPlotPoint& p) const { return !in_.logarithmic || (p.x > 0 && p.y > 0); }
    float bottom() const { return f_.plot.y + f_.plot.h; }
    float right() const { return f_.plot.x + f_.plot.w; }

    // A text whose line box has its middle at `y`.
    float text(float x, float y, std::string_view text, Ink ink, float size,
               FontRole font = FontRole::kRegular, Align align = Align::kStart, float opacity = 1) {
        scene_.text({.at = {x, y - 0.6f * size},
                     .text = std::string(text),
                     .ink = ink,
                     .font = font,
                     .size = size,
                     .align = align,
                     .opacity = opacity});
        return measure_.width(text, font, size);
    }

    void title() {
        const float size = 14 * s_;
        const float y = 12 * s_;
        const float x = 8 * s_;
        const float used = text(x, y, in_.title, Ink::kText, size, FontRole::kSemiBold);
        const float room = in_.size.x - x - used - 20 * s_;
        if (in_.second.empty() || room < 60 * s_) return;
        scene_.text({.at = {x + used + 10 * s_, y - 0.6f * 13 * s_},
                     .text = in_.second,
                     .ink = Ink::kTextSecond,
                     .size = 13 * s_,
                     .max_width = room});
    }

    void line(Vec2 a, Vec2 b, Ink ink, float width, LineStyle style = LineStyle::kSolid, float opacity = 1) {
        scene_.path(
            {.points = {a, b}, .stroke = ink, .stroke_width = width, .style = style, .opacity = opacity});
    }

    void y_axis() {
        const float size = kTickSize * s_;
        for (const double tick : y_ticks(f_, in_)) {
            const float y = f_.y.place(tick);
            line({f_.plot.x, y}, {right(), y}, Ink::kLine, 1);
            const TickText label = growth_tick_text(in_, tick);
            float x = f_.plot.x - 10 * s_;
            if (!label.raised.empty()) {
                text(x, y - size * 0.32f, label.raised, Ink::kTextSecond, size * kRaisedSize,
                     FontRole::kRegular, Align::kEnd);
                x -= measure_.width(label.raised, FontRole::kRegular, size * kRaisedSize) + size / 12;
            }
            text(x, y, label.text, Ink::kTextSecond, size, FontRole::kRegular, Align::kEnd);
        }
        line({f_.plot.x, f_.plot.y}, {f_.plot.x, bottom()}, Ink::kEdge, 1);
        line({f_.plot.x, bottom()}, {right(), bottom()}, Ink::kEdge, 1);
    }

    // Labels from the large end, as far as they don't touch; the current N has a place of its own.
    void x_axis() {
        const float size = 13 * s_;
        const float row = bottom() + 14 * s_;
        float free_until = right() + 40 * s_;
        const Box pill = pill_of_current();
        for (auto stop = f_.stops.rbegin(); stop != f_.stops.rend(); ++stop) {
            line({stop->x, bottom()}, {stop->x, bottom() + 4 * s_}, Ink::kEdge, 1);
            const std::string label = std::to_string(stop->n);
            const float half = measure_.width(label, FontRole::kMedium, size) / 2;
            if (stop->x + half + 4 * s_ > free_until) continue;
            if (stop->x + half > pill.x && stop->x - half < pill.x + pill.w) continue;
            text(stop->x, row, label, Ink::kTextSecond, size, FontRole::kMedium, Align::kCentre);
            free_until = stop->x - half;
        }
        text(f_.plot.x - 10 * s_, row, "N", Ink::kTextSecond, size, FontRole::kMedium, Align::kEnd);
        if (in_.x_is_mounts) mounts_row();
    }

    void mounts_row() {
        const float size = 12 * s_;
        const float row = bottom() + 33 * s_;
        float free_until = right() + 60 * s_;
        for (auto stop = f_.stops.rbegin(); stop != f_.stops.rend(); ++stop) {
            const std::string label = with_thousands(static_cast<std::uint64_t>(std::llround(stop->value)));
            const float half = measure_.width(label, FontRole::kRegular, size) / 2;
            if (stop->x + half + 14 * s_ > free_until || stop->x - half < f_.plot.x - 4 * s_) continue;
            text(stop->x, row, label, Ink::kTextThird, size, FontRole::kRegular, Align::kCentre);
            free_until = stop->x - half;
        }
        text(f_.plot.x - 10 * s_, row, "mounts", Ink::kTextThird, size, FontRole::kRegular, Align::kEnd);
    }

    // How a first, second and third power would climb, from the lower left corner.
    void guides() {
        const double rise = std::log(f_.y.high) - std::log(f_.y.low);
        const double run = std::log(f_.x.high) - std::log(f_.x.low);
        for (int power = 1; power <= 3; ++power) {
            const double part = std::min(1.0, rise / (power * run));
            const Vec2 from{f_.plot.x, bottom()};
            const Vec2 to{f_.plot.x + static_cast<float>(part) * f_.plot.w,
                          bottom() - static_cast<float>(part * power * run / rise) * f_.plot.h};
            line(from, to, Ink::kTextThird, 1, LineStyle::kDotted, 0.75f);
            guide_label(power, from, to);
        }
    }

    void guide_label(int power, Vec2 from, Vec2 to) {
        constexpr float kAlong = 0.8f;
        const float size = 13 * s_;
        const Vec2 place{from.x + kAlong * (to.x - from.x) + 8 * s_,
                         from.y + kAlong * (to.y - from.y) + 12 * s_};
        if (place.y + size / 2 > bottom()) return;
        const std::string base(growth_base(in_));
        const std::string work = std::to_string(1 << power);
        scene_.begin_group({.id = "growth:guide:" + std::to_string(power),
                            .role = "img",
                            .label = "slope of " + base + " to the power " + std::to_string(power),
                            .tooltip = "A line as steep as this one: twice the " +
                                       std::string(in_.x_is_mounts ? "mounts" : "N") + ", " + work +
                                       " times the work",
                            .hit = {place.x - 4 * s_, place.y - 10 * s_, 32 * s_, 20 * s_}});
        const float used = text(place.x, place.y, base, Ink::kTextThird, size, FontRole::kMedium);
        if (power > 1)
            text(place.x + used + 1, place.y - size * 0.34f, std::to_string(power), Ink::kTextThird,
                 size * kRaisedSize, FontRole::kMedium);
        scene_.end_group();
    }

    // The sizes that the exponent was fitted to, as a broad line beneath the curve.
    void fitted_line(const GrowthPlotCurve& curve) {
        if (!curve.fit) return;
        const GrowthPlotFit& fit = *curve.fit;
        PathShape band{.stroke = curve.look.ink, .stroke_width = kBand * s_, .opacity = 0.2f};
        constexpr int kPieces = 32;  // on plain axes a power is no straight line
        const int pieces = in_.logarithmic ? 1 : kPieces;
        for (int i = 0; i <= pieces; ++i) {
            const double x = fit.from.x + (fit.to.x - fit.from.x) * i / pieces;
            band.points.push_back({f_.x.place(x), f_.y.place(fit.factor * std::pow(x, fit.exponent))});
        }
        scene_.path(std::move(band));
    }

    // Curves with the same values share one line: the first ones are broader, the last ones narrower.
    struct Shared {
        std::size_t place = 0;
        std::size_t count = 1;
    };
    Shared shared(std::size_t i) const {
        Shared result{0, 0};
        for (std::size_t k = 0; k < in_.curves.size(); ++k) {
            const auto& a = in_.curves[k].points;
            const auto& b = in_.curves[i].points;
            const bool same = std::ranges::equal(a, b, [&](const auto& p, const auto& q) {
                return p.n == q.n && std::abs(f_.y.place(p.y) - f_.y.place(q.y)) < 1;
            });
            if (!same) continue;
            if (k < i) ++result.place;
            ++result.count;
        }
        return result;
    }

    void curve_line(std::size_t i) {
        const GrowthPlotCurve& curve = in_.curves[i];
        const Shared among = shared(i);
        const auto behind = static_cast<float>(among.count - 1 - among.place);
        PathShape shape{.stroke = curve.look.ink,
                        .stroke_width = (kLine + 3 * behind) * s_,
                        .style = behind > 0 ? LineStyle::kSolid : curve.look.style,
                        .opacity = behind > 0 ? 0.6f : 1};
        scene_.begin_group(
            {.id = "growth:line:" + curve.name, .role = "img", .label = growth_fit_sentence(in_, curve)});
        for (const GrowthPlotPoint& p : curve.points) {
            if (shown(p)) shape.points.push_back(at(p));
        }
        if (shape.points.size() > 1) scene_.path(std::move(shape));
        scene_.end_group();
    }

    void curve_points(std::size_t i) {
        const GrowthPlotCurve& curve = in_.curves[i];
        const Shared among = shared(i);
        for (const GrowthPlotPoint& p : curve.points) {
            const bool mine = static_cast<std::size_t>(p.n) % among.count == among.place;
            // Small N of plain axes lie upon each other.
            const bool apart = in_.logarithmic || at(p).x - f_.plot.x > 10 * s_;
            if (mine && apart && shown(p))
                emit_growth_marker(scene_, at(p), kPoint * s_, curve.look, Ink::kPanel);
        }
    }

    void crosses(const GrowthPlotMeasured& measured) {
        const float r = 6 * s_;
        for (const GrowthPlotPoint& p : measured.points) {
            if (!shown(p)) continue;
            const Vec2 c = at(p);
            scene_.begin_group({.id = "growth:measured:" + measured.name + ":" + std::to_string(p.n),
                                .role = "img",
                                .label = "measured, " + measured.name + ", N = " + std::to_string(p.n) +
                                         ": " + growth_value_text(in_, p.y),
                                .tooltip = "Measured at N = " + std::to_string(p.n) + ": " +
                                           growth_value_text(in_, p.y) + "\n" + measured.source,
                                .hit = {c.x - 10 * s_, c.y - 10 * s_, 20 * s_, 20 * s_}});
            for (const float width : {4.5f, 2.0f}) {
                const Ink ink = width > 3 ? Ink::kPanel : Ink::kText;
                line({c.x - r, c.y - r}, {c.x + r, c.y + r}, ink, width * s_);
                line({c.x - r, c.y + r}, {c.x + r, c.y - r}, ink, width * s_);
            }
            scene_.end_group();
        }
    }

    const GrowthPlotFrame::Stop* stop(int n) const {
        const auto found = std::ranges::find(f_.stops, n, &GrowthPlotFrame::Stop::n);
        return found == f_.stops.end() ? nullptr : &*found;
    }

    void hair() {
        if (!in_.hovered || *in_.hovered == in_.current) return;
        if (const auto* at = stop(*in_.hovered))
            line({at->x, f_.plot.y}, {at->x, bottom()}, Ink::kTextSecond, 1);
    }

    std::string current_label() const { return "N = " + std::to_string(in_.current); }

    // On the axis; empty while the current N has no place there.
    Box pill_of_current() const {
        const auto* now = stop(in_.current);
        if (now == nullptr) return {};
        const float width = measure_.width(current_label(), FontRole::kSemiBold, kHandleSize * s_) + 20 * s_;
        const float x = std::clamp(now->x - width / 2, f_.plot.x - width / 2, right() + 30 * s_ - width);
        return {x, bottom() + 3 * s_, width, 22 * s_};
    }

    void handle() {
        const auto* now = stop(in_.current);
        if (now == nullptr) return;
        const std::string label = current_label();
        const Box pill = pill_of_current();
        scene_.begin_group({.id = "growth:n",
                            .role = "slider",
                            .label = label,
                            .tooltip = "Drag it, or press Left and Right: the scenario is run with that N",
                            .hit = pill});
        line({now->x, f_.plot.y}, {now->x, bottom() + 3 * s_}, Ink::kFocus, 1.5f * s_, LineStyle::kDashed);
        scene_.rect({.box = pill, .radius = pill.h / 2, .fill = Ink::kFocus});
        text(pill.x + pill.w / 2, pill.y + pill.h / 2, label, Ink::kOnBright, kHandleSize * s_,
             FontRole::kSemiBold, Align::kCentre);
        scene_.end_group();
    }

    void end_labels() {
        struct Ending {
            std::size_t curve;
            Vec2 end;
        };
        std::vector<Ending> endings;
        for (std::size_t i = 0; i < in_.curves.size(); ++i) {
            const auto& points = in_.curves[i].points;
            const auto last =
                std::find_if(points.rbegin(), points.rend(), [&](const auto& p) { return shown(p); });
            if (last != points.rend()) endings.push_back({i, at(*last)});
        }
        const auto count = static_cast<float>(endings.size());
        const bool two_lines = kTwoLines * s_ * count <= f_.plot.h + 16 * s_;
        const float height = (two_lines ? kTwoLines : kOneLine) * s_;
        std::vector<LabelWish> wishes;
        for (const Ending& ending : endings) wishes.push_back({ending.end.y, height});
        const auto places = place_labels(wishes, f_.plot.y - 8 * s_, bottom() + 8 * s_);
        for (std::size_t i = 0; i < endings.size(); ++i) {
            if (places[i]) end_label_at(endings[i].curve, endings[i].end, *places[i], two_lines);
        }
    }

    void end_label_at(std::size_t i, Vec2 end, float y, bool two_lines) {
        const GrowthPlotCurve& curve = in_.curves[i];
        const EndLabel label = end_label(in_, curve);
        const float x = right() + kLeader * s_;
        const float size = kLabelSize * s_;
        const Ink ink = curve.look.ink;
        scene_.begin_group({.id = "growth:curve:" + curve.name,
                            .role = "img",
                            .label = growth_fit_sentence(in_, curve),
                            .tooltip = growth_fit_sentence(in_, curve),
                            .hit = {x, y - 16 * s_, f_.label_widths[i], 32 * s_}});
        line({end.x + 7 * s_, end.y}, {x - 4 * s_, y}, ink, 1, LineStyle::kSolid, 0.6f);
        const float first = two_lines && !label.second.empty() ? y - 7 * s_ : y;
        float used = text(x, first, label.name, ink, size, FontRole::kSemiBold);
        if (!label.exponent.empty()) {
            used += kLabelGap * s_;
            used += text(x + used, first, label.base, ink, size, FontRole::kSemiBold) + 1.5f * s_;
            text(x + used, first - size * 0.32f, label.exponent, ink, size * kExponentSize,
                 FontRole::kSemiBold);
        }
        if (two_lines) text(x, y + 9 * s_, label.second, Ink::kTextSecond, kLabelSecondSize * s_);
        scene_.end_group();
    }

    Scene& scene_;
    const GrowthPlotInput& in_;
    const GrowthPlotFrame& f_;
    const TextMeasure& measure_;
    float s_;
};

}  // namespace

void emit_growth_plot(Scene& scene, const GrowthPlotInput& input, const GrowthPlotFrame& frame,
                      const TextMeasure& measure) {
    scene.begin_group({.id = "growth", .role = "group", .label = input.title + ", " + input.second});
    Plot(scene, input, frame, measure).emit();
    scene.end_group();
    scene.bounds = {0, 0, input.size.x, input.size.y};
}

}  // namespace mountscope
