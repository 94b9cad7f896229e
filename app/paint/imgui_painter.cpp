#include "app/paint/imgui_painter.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <imgui.h>
#include <numbers>

#include "app/scene/text_cut.hpp"

namespace mountscope {

namespace {

constexpr float kSamePoint = 0.02f;
constexpr float kPi = std::numbers::pi_v<float>;

ImVec2 operator+(ImVec2 a, ImVec2 b) {
    return {a.x + b.x, a.y + b.y};
}
ImVec2 operator-(ImVec2 a, ImVec2 b) {
    return {a.x - b.x, a.y - b.y};
}
ImVec2 operator*(ImVec2 a, float f) {
    return {a.x * f, a.y * f};
}
float length(ImVec2 v) {
    return std::sqrt(v.x * v.x + v.y * v.y);
}

struct Dash {
    float on;
    float off;
};

class Measure final : public TextMeasure {
  public:
    explicit Measure(const std::array<ImFont*, 5>& fonts) : fonts_(fonts) {}
    float width(std::string_view text, FontRole font, float size) const override {
        ImFont* face = fonts_[static_cast<std::size_t>(font)];
        return face->CalcTextSizeA(size, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
    }

  private:
    const std::array<ImFont*, 5>& fonts_;
};

class Painting {
  public:
    Painting(const ImGuiPainter& painter, ImDrawList& list, const PaintPlace& place)
        : painter_(painter), list_(list), place_(place), ratio_(std::max(painter.pixel_ratio, 0.5f)) {
        // The soft edge of shapes is one device pixel, not one unit of the window.
        old_fringe_ = list_._FringeScale;
        list_._FringeScale = 1.0f / ratio_;
        // Dear ImGui tells only the font that is in use by its own widgets how fine its glyphs must be.
        for (ImFont* font : painter.fonts) {
            if (font != nullptr) font->CurrentRasterizerDensity = ratio_;
        }
        clips_.push_back(place.clip.w > 0 ? place.clip : Box{-1e6f, -1e6f, 2e6f, 2e6f});
        push_clip();
    }
    ~Painting() {
        list_.PopClipRect();
        list_._FringeScale = old_fringe_;
    }
    Painting(const Painting&) = delete;
    Painting& operator=(const Painting&) = delete;

    void paint(const Scene& scene) {
        for (const Shape& shape : scene.shapes) {
            switch (shape.kind) {
                case ShapeKind::kRect:
                    rect(scene.rects[shape.index]);
                    break;
                case ShapeKind::kCircle:
                    circle(scene.circles[shape.index]);
                    break;
                case ShapeKind::kPath:
                    path(scene.paths[shape.index]);
                    break;
                case ShapeKind::kText:
                    text(scene.texts[shape.index]);
                    break;
                case ShapeKind::kClipBegin: {
                    const Box& c = scene.clips[shape.index];
                    const ImVec2 a = at({c.x, c.y});
                    const Box outer = clips_.back();
                    const float x = std::max(outer.x, a.x);
                    const float y = std::max(outer.y, a.y);
                    clips_.push_back({x, y,
                                      std::max(0.0f, std::min(outer.x + outer.w, a.x + c.w * scale()) - x),
                                      std::max(0.0f, std::min(outer.y + outer.h, a.y + c.h * scale()) - y)});
                    push_clip();
                    break;
                }
                case ShapeKind::kClipEnd:
                    if (clips_.size() > 1) {
                        clips_.pop_back();
                        list_.PopClipRect();
                    }
                    break;
                case ShapeKind::kGroupBegin:
                case ShapeKind::kGroupEnd:
                    break;
            }
        }
    }

  private:
    float scale() const { return place_.scale; }
    ImVec2 at(Vec2 p) const { return {p.x * scale() + place_.origin.x, p.y * scale() + place_.origin.y}; }
    void push_clip() {
        const Box& c = clips_.back();
        list_.PushClipRect({c.x, c.y}, {c.x + c.w, c.y + c.h}, true);
    }

    ImU32 colour(Ink ink, float opacity) const {
        const Rgba& c = (*painter_.theme)[ink];
        const float alpha = static_cast<float>(c.a) * std::clamp(opacity * place_.opacity, 0.0f, 1.0f);
        return IM_COL32(c.r, c.g, c.b, static_cast<int>(std::lround(alpha)));
    }

    // Line widths are whole device pixels, at least one.
    float device_width(float width) const { return std::max(1.0f, std::round(width * scale() * ratio_)); }
    float snapped(float v) const { return std::round(v * ratio_) / ratio_; }
    // The middle of a line of that many device pixels, so that its edges fall on whole ones.
    float snapped_middle(float v, float device) const {
        const bool odd = static_cast<int>(device) % 2 != 0;
        return (odd ? std::floor(v * ratio_) + 0.5f : std::round(v * ratio_)) / ratio_;
    }

    bool outside(ImVec2 low, ImVec2 high, float margin) const {
        const Box& c = clips_.back();
        return high.x + margin < c.x || low.x - margin > c.x + c.w || high.y + margin < c.y ||
               low.y - margin > c.y + c.h;
    }

    Dash dash(LineStyle style, float width) const {
        const float w = std::max(width, 1.0f / ratio_);
        if (style == LineStyle::kDotted) return {0, std::max(4.5f * scale(), w * 2.6f)};
        return {std::max(4.0f * scale(), w * 2.2f), std::max(3.0f * scale(), w * 1.6f)};
    }

    void rect(const RectShape& r) {
        ImVec2 a = at({r.box.x, r.box.y});
        ImVec2 b = at({r.box.x + r.box.w, r.box.y + r.box.h});
        if (outside(a, b, r.stroke_width * scale() + 1)) return;
        a = {snapped(a.x), snapped(a.y)};
        b = {snapped(b.x), snapped(b.y)};
        if (b.x <= a.x) b.x = a.x + 1 / ratio_;
        if (b.y <= a.y) b.y = a.y + 1 / ratio_;
        const float radius = std::min({r.radius * scale(), (b.x - a.x) / 2, (b.y - a.y) / 2});
        if (r.fill != Ink::kNone) list_.AddRectFilled(a, b, colour(r.fill, r.opacity), radius);
        if (r.stroke == Ink::kNone) return;
        const float device = device_width(r.stroke_width);
        const float width = device / ratio_;
        const float inset = width / 2;
        const ImVec2 low{a.x + inset, a.y + inset};
        const ImVec2 high{b.x - inset, b.y - inset};
        const float inner = std::max(0.0f, radius - inset);
        points_.clear();
        round_corners(low, high, inner);
        if (r.style == LineStyle::kSolid) {
            list_.AddPolyline(points_.data(), static_cast<int>(points_.size()), colour(r.stroke, r.opacity),
                              ImDrawFlags_Closed, width);
        } else {
            points_.push_back(points_.front());
            broken_line(dash(r.style, width), colour(r.stroke, r.opacity), width, true);
        }
    }

    // Where corners meet, two points at one place would have an edge of any direction: a thorn on the line.
    void add_point(ImVec2 p) {
        if (points_.empty() || length(points_.back() - p) >= kSamePoint) points_.push_back(p);
    }

    void round_corners(ImVec2 low, ImVec2 high, float radius) {
        if (radius < 0.5f) {
            points_ = {low, {high.x, low.y}, high, {low.x, high.y}};
            return;
        }
        const int steps = std::clamp(static_cast<int>(radius * ratio_ * 0.5f) + 2, 3, 12);
        const ImVec2 centres[] = {{high.x - radius, low.y + radius},
                                  {high.x - radius, high.y - radius},
                                  {low.x + radius, high.y - radius},
                                  {low.x + radius, low.y + radius}};
        for (int corner = 0; corner < 4; ++corner) {
            for (int i = 0; i <= steps; ++i) {
                const float angle =
                    kPi / 2 *
                    (static_cast<float>(corner) - 1 + static_cast<float>(i) / static_cast<float>(steps));
                add_point(centres[corner] + ImVec2{std::cos(angle), std::sin(angle)} * radius);
            }
        }
        if (length(points_.back() - points_.front()) < kSamePoint) points_.pop_back();
    }

    int circle_steps(float radius) const {
        return std::clamp(static_cast<int>(std::sqrt(radius * ratio_) * 7), 12, 64);
    }

    void circle(const CircleShape& c) {
        const ImVec2 centre = at(c.centre);
        const float radius = c.radius * scale();
        if (outside(centre - ImVec2{radius, radius}, centre + ImVec2{radius, radius},
                    c.stroke_width * scale() + 1))
            return;
        const int steps = circle_steps(radius);
        if (c.fill != Ink::kNone) list_.AddCircleFilled(centre, radius, colour(c.fill, c.opacity), steps);
        if (c.stroke == Ink::kNone) return;
        const float width = std::max(c.stroke_width * scale(), 1.0f / ratio_);
        if (c.style == LineStyle::kSolid) {
            list_.AddCircle(centre, radius, colour(c.stroke, c.opacity), steps, width);
            return;
        }
        // A whole number of dashes around, eight or more, so that the ring closes evenly.
        const float around = 2 * kPi * radius;
        const int dashes = std::max(
            8, static_cast<int>(around / (c.style == LineStyle::kDotted ? width * 2.6f : width * 3.6f)));
        const float part = 2 * kPi / static_cast<float>(dashes);
        for (int i = 0; i < dashes; ++i) {
            const float from = part * static_cast<float>(i) - kPi / 2;
            const float to = from + part * (c.style == LineStyle::kDotted ? 0.3f : 0.6f);
            list_.PathArcTo(centre, radius, from, to, std::max(2, steps / dashes + 1));
            list_.PathStroke(colour(c.stroke, c.opacity), 0, width);
        }
    }

    void path(const PathShape& p) {
        if (p.points.size() < 2) return;
        const float margin = p.stroke_width * scale() + 10 * scale();
        ImVec2 low{FLT_MAX, FLT_MAX};
        ImVec2 high{-FLT_MAX, -FLT_MAX};
        for (const Vec2& point : p.points) {
            const ImVec2 v = at(point);
            low = {std::min(low.x, v.x), std::min(low.y, v.y)};
            high = {std::max(high.x, v.x), std::max(high.y, v.y)};
        }
        if (outside(low, high, margin)) return;
        points_.clear();
        if (p.curved && p.points.size() == 4) {
            bezier(at(p.points[0]), at(p.points[1]), at(p.points[2]), at(p.points[3]));
        } else {
            for (const Vec2& point : p.points) points_.push_back(at(point));
        }
        if (p.fill != Ink::kNone && p.closed) {
            list_.AddConcavePolyFilled(points_.data(), static_cast<int>(points_.size()),
                                       colour(p.fill, p.opacity));
        }
        if (p.stroke == Ink::kNone) return;
        float width = std::max(p.stroke_width * scale(), 1.0f / ratio_);
        if (points_.size() == 2 && p.style == LineStyle::kSolid) snap_line(width, p.stroke_width);
        const ImVec2 tip = points_.back();
        ImVec2 along{};
        if (p.arrow_at_end) along = end_direction();
        if (p.style == LineStyle::kSolid) {
            list_.AddPolyline(points_.data(), static_cast<int>(points_.size()), colour(p.stroke, p.opacity),
                              p.closed ? ImDrawFlags_Closed : ImDrawFlags_None, width);
        } else {
            if (p.closed) points_.push_back(points_.front());
            broken_line(dash(p.style, width), colour(p.stroke, p.opacity), width, false);
        }
        if (p.arrow_at_end) {
            const float size = p.arrow_size > 0 ? p.arrow_size * scale() : 3.2f * scale() + 2.2f * width;
            arrow_head(tip, along, width, size, colour(p.stroke, p.opacity));
        }
    }

    // Horizontal and vertical lines stand on whole device pixels.
    void snap_line(float& width, float wanted) {
        ImVec2& a = points_[0];
        ImVec2& b = points_[1];
        const bool vertical = std::abs(a.x - b.x) < 0.01f;
        const bool horizontal = std::abs(a.y - b.y) < 0.01f;
        if (!vertical && !horizontal) return;
        // A width between two whole numbers of device pixels stays soft, so that straight and curved lines
        // match.
        const float device = device_width(wanted);
        if (std::abs(device / ratio_ - width) > 0.2f / ratio_) return;
        width = device / ratio_;
        if (vertical) a.x = b.x = snapped_middle(a.x, device);
        if (horizontal) a.y = b.y = snapped_middle(a.y, device);
    }

    void bezier(ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 d) {
        const float reach = length(b - a) + length(c - b) + length(d - c);
        const int steps = std::clamp(static_cast<int>(std::sqrt(reach * ratio_) * 1.4f), 4, 48);
        for (int i = 0; i <= steps; ++i) {
            const float t = static_cast<float>(i) / static_cast<float>(steps);
            const float u = 1 - t;
            points_.push_back(a * (u * u * u) + b * (3 * u * u * t) + c * (3 * u * t * t) + d * (t * t * t));
        }
    }

    ImVec2 end_direction() const {
        const ImVec2 tip = points_.back();
        for (std::size_t i = points_.size() - 1; i-- > 0;) {
            const ImVec2 d = tip - points_[i];
            const float l = length(d);
            if (l > 2) return d * (1 / l);
        }
        return {0, 1};
    }

    void arrow_head(ImVec2 tip, ImVec2 along, float width, float size, ImU32 ink) {
        const ImVec2 across{-along.y, along.x};
        const ImVec2 head[] = {tip - along * size + across * (size * 0.62f), tip,
                               tip - along * size - across * (size * 0.62f)};
        list_.AddPolyline(head, 3, ink, ImDrawFlags_None, width);
    }

    // Dashes or dots along points_. `even` stretches the gaps so that a closed line has no seam.
    void broken_line(Dash d, ImU32 ink, float width, bool even) {
        float total = 0;
        for (std::size_t i = 1; i < points_.size(); ++i) total += length(points_[i] - points_[i - 1]);
        if (total <= 0) return;
        float period = d.on + d.off;
        if (even) {
            const float count = std::max(1.0f, std::round(total / period));
            const float by = total / count / period;
            d = {d.on * by, d.off * by};
            period = total / count;
        }
        if (total / period > 2000) return;
        float walked = 0;  // at the start of the current segment
        std::size_t segment = 1;
        float segment_length = length(points_[1] - points_[0]);
        const auto point_at = [&](float distance) {
            while (segment + 1 < points_.size() && walked + segment_length < distance) {
                walked += segment_length;
                ++segment;
                segment_length = length(points_[segment] - points_[segment - 1]);
            }
            const float part = segment_length > 0 ? std::min(1.0f, (distance - walked) / segment_length) : 0;
            return points_[segment - 1] + (points_[segment] - points_[segment - 1]) * part;
        };
        for (float start = 0; start < total - 0.01f; start += period) {
            const ImVec2 a = point_at(start);
            if (d.on <= 0) {
                list_.AddCircleFilled(a, width * 0.62f, ink, 8);
                continue;
            }
            const std::size_t first_segment = segment;
            list_.PathLineTo(a);
            const ImVec2 b = point_at(std::min(total, start + d.on));
            for (std::size_t i = first_segment; i < segment; ++i) list_.PathLineTo(points_[i]);
            list_.PathLineTo(b);
            list_.PathStroke(ink, 0, width);
        }
    }

    void text(const TextShape& t) {
        const float size = t.size * scale();
        if (t.text.empty() || size < 3) return;
        ImVec2 place = at(t.at);
        if (outside({-FLT_MAX, place.y}, {FLT_MAX, place.y + size * 1.2f}, 0)) return;
        ImFont* font = painter_.fonts[static_cast<std::size_t>(t.font)];
        if (font == nullptr) return;
        std::string cut;
        std::string_view words = t.text;
        const Measure measure(painter_.fonts);
        if (t.max_width > 0) {
            cut = cut_text(measure, words, t.font, size, t.max_width * scale(), t.cut_middle);
            words = cut;
        }
        const float width = measure.width(words, t.font, size);
        if (t.align == Align::kCentre) place.x -= width / 2;
        if (t.align == Align::kEnd) place.x -= width;
        if (outside({place.x, -FLT_MAX}, {place.x + width, FLT_MAX}, 2)) return;
        place.y = place.y + 0.6f * size - capital_middle(font, size);
        place = {snapped(place.x), snapped(place.y)};
        list_.AddText(font, size, place, colour(t.ink, t.opacity), words.data(), words.data() + words.size());
    }

    // How far below the top of its text box a font's capitals have their middle.
    static float capital_middle(ImFont* font, float size) {
        ImFontBaked* baked = font->GetFontBaked(size);
        const ImFontGlyph* glyph = baked->FindGlyph('H');
        if (glyph == nullptr || baked->Size <= 0) return size / 2;
        return (glyph->Y0 + glyph->Y1) / 2 * (size / baked->Size);
    }

    const ImGuiPainter& painter_;
    ImDrawList& list_;
    const PaintPlace& place_;
    float ratio_;
    float old_fringe_ = 1;
    std::vector<Box> clips_;
    std::vector<ImVec2> points_;
};

}  // namespace

void ImGuiPainter::paint(const Scene& scene, ImDrawList& list, const PaintPlace& place) const {
    if (theme == nullptr) return;
    Painting painting(*this, list, place);
    painting.paint(scene);
}

}  // namespace mountscope
