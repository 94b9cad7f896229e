#include "app/paint/svg_painter.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "app/scene/text_cut.hpp"

namespace mountscope {

namespace {

// In parts of the em square: half the height of capitals, for both font families; and ascent plus descent.
constexpr float kHalfCapital = 0.364f;
constexpr float kInterHeight = 1.2102f;
constexpr float kMonoHeight = 1.32f;

std::string escaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                // Control characters can't stand in XML 1.0 at all.
                if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n')
                    out += "\xEF\xBF\xBD";
                else
                    out += c;
        }
    }
    return out;
}

std::string number(float value) {
    char text[32];
    const float rounded = std::round(value * 100) / 100;
    const auto end =
        std::to_chars(text, text + sizeof text, rounded == 0 ? 0.0f : rounded, std::chars_format::fixed, 2)
            .ptr;
    std::string_view digits(text, static_cast<std::size_t>(end - text));
    while (digits.ends_with('0')) digits.remove_suffix(1);
    if (digits.ends_with('.')) digits.remove_suffix(1);
    return std::string(digits);
}

struct Writer {
    const Scene& scene;
    const Theme& theme;
    const TextMeasure& measure;
    std::string out;
    std::string definitions;
    std::size_t clips = 0;

    static std::string attribute(std::string_view name, float value) {
        return " " + std::string(name) + "=\"" + number(value) + "\"";
    }
    static std::string attribute(std::string_view name, std::string_view value) {
        return " " + std::string(name) + "=\"" + escaped(value) + "\"";
    }
    std::string colour(Ink ink) const {
        static constexpr char kDigits[] = "0123456789abcdef";
        const Rgba& c = theme[ink];
        std::string text = "#";
        for (const std::uint8_t part : {c.r, c.g, c.b}) {
            text += kDigits[part >> 4];
            text += kDigits[part & 15];
        }
        return text;
    }
    std::string paint(Ink fill, Ink stroke, float width, LineStyle style, float opacity) const {
        std::string text = attribute("fill", fill == Ink::kNone ? "none" : colour(fill));
        if (stroke != Ink::kNone) {
            text += attribute("stroke", colour(stroke)) + attribute("stroke-width", width);
            if (style == LineStyle::kDashed)
                text += attribute("stroke-dasharray", number(std::max(4.0f, width * 2.2f)) + " " +
                                                          number(std::max(3.0f, width * 1.6f)));
            if (style == LineStyle::kDotted) {
                text += attribute("stroke-dasharray", "0 " + number(std::max(4.5f, width * 2.6f)));
                text += " stroke-linecap=\"round\"";
            }
        }
        if (opacity < 1) text += attribute("opacity", opacity);
        return text;
    }

    void rect(const RectShape& r) {
        const float inset = r.stroke == Ink::kNone ? 0 : r.stroke_width / 2;
        out += "<rect" + attribute("x", r.box.x + inset) + attribute("y", r.box.y + inset) +
               attribute("width", std::max(0.0f, r.box.w - 2 * inset)) +
               attribute("height", std::max(0.0f, r.box.h - 2 * inset));
        if (r.radius > 0) out += attribute("rx", std::min({r.radius, r.box.w / 2, r.box.h / 2}));
        out += paint(r.fill, r.stroke, r.stroke_width, r.style, r.opacity) + "/>\n";
    }

    void circle(const CircleShape& c) {
        out +=
            "<circle" + attribute("cx", c.centre.x) + attribute("cy", c.centre.y) + attribute("r", c.radius);
        if (c.stroke != Ink::kNone && c.style != LineStyle::kSolid) {
            // A whole number of dashes, so that the ring closes evenly.
            const float around = 2 * std::numbers::pi_v<float> * c.radius;
            const float count = std::max(8.0f, std::floor(around / (c.stroke_width * 3.6f)));
            const float period = around / count;
            out += paint(c.fill, c.stroke, c.stroke_width, LineStyle::kSolid, c.opacity) +
                   attribute("stroke-dasharray", number(period * 0.6f) + " " + number(period * 0.4f));
        } else {
            out += paint(c.fill, c.stroke, c.stroke_width, c.style, c.opacity);
        }
        out += "/>\n";
    }

    void path(const PathShape& p) {
        if (p.points.size() < 2) return;
        std::string d = "M" + number(p.points[0].x) + " " + number(p.points[0].y);
        if (p.curved && p.points.size() == 4) {
            d += "C";
            for (std::size_t i = 1; i < 4; ++i)
                d += number(p.points[i].x) + " " + number(p.points[i].y) + (i < 3 ? "," : "");
        } else {
            for (std::size_t i = 1; i < p.points.size(); ++i)
                d += "L" + number(p.points[i].x) + " " + number(p.points[i].y);
        }
        if (p.closed) d += "Z";
        out += "<path" + attribute("d", d) +
               paint(p.closed ? p.fill : Ink::kNone, p.stroke, p.stroke_width, p.style, p.opacity) + "/>\n";
        if (p.arrow_at_end) arrow_head(p);
    }

    void arrow_head(const PathShape& p) {
        const Vec2 tip = p.points.back();
        Vec2 along{0, 1};
        for (std::size_t i = p.points.size() - 1; i-- > 0;) {
            const Vec2 d{tip.x - p.points[i].x, tip.y - p.points[i].y};
            const float l = std::sqrt(d.x * d.x + d.y * d.y);
            if (l <= 0.5f) continue;
            along = {d.x / l, d.y / l};
            break;
        }
        const float size = p.arrow_size > 0 ? p.arrow_size : 3.2f + 2.2f * p.stroke_width;
        const Vec2 back{tip.x - along.x * size, tip.y - along.y * size};
        const Vec2 across{-along.y * size * 0.62f, along.x * size * 0.62f};
        out += "<path" +
               attribute("d", "M" + number(back.x + across.x) + " " + number(back.y + across.y) + "L" +
                                  number(tip.x) + " " + number(tip.y) + "L" + number(back.x - across.x) +
                                  " " + number(back.y - across.y)) +
               paint(Ink::kNone, p.stroke, p.stroke_width, LineStyle::kSolid, p.opacity) + "/>\n";
    }

    void text(const TextShape& t) {
        static constexpr const char* kWeights[] = {"400", "500", "600", "400", "400"};
        const bool mono = t.font == FontRole::kMono;
        const float em = em_size(t.font, t.size);
        out += "<text" + attribute("x", t.at.x) + attribute("y", t.at.y + 0.6f * t.size + kHalfCapital * em) +
               attribute("font-size", em) +
               attribute("font-family", mono ? "JetBrains Mono, monospace" : "Inter, sans-serif") +
               attribute("font-weight", kWeights[static_cast<std::size_t>(t.font)]) +
               attribute("fill", colour(t.ink));
        if (t.align == Align::kCentre) out += " text-anchor=\"middle\"";
        if (t.align == Align::kEnd) out += " text-anchor=\"end\"";
        if (t.opacity < 1) out += attribute("opacity", t.opacity);
        out +=
            ">" + escaped(cut_text(measure, t.text, t.font, t.size, t.max_width, t.cut_middle)) + "</text>\n";
    }

    void begin_group(const GroupInfo& g) {
        out += "<g";
        if (!g.id.empty()) out += attribute("id", g.id);
        if (!g.role.empty()) out += attribute("role", g.role);
        if (!g.label.empty()) out += attribute("aria-label", g.label);
        out += ">\n";
        if (!g.tooltip.empty()) out += "<title>" + escaped(g.tooltip) + "</title>\n";
    }

    void begin_clip(const Box& c) {
        const std::string id = "clip-" + std::to_string(++clips);
        definitions += "<clipPath" + attribute("id", id) + "><rect" + attribute("x", c.x) +
                       attribute("y", c.y) + attribute("width", c.w) + attribute("height", c.h) +
                       "/></clipPath>\n";
        out += "<g" + attribute("clip-path", "url(#" + id + ")") + ">\n";
    }

    void write() {
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
                case ShapeKind::kGroupBegin:
                    begin_group(scene.groups[shape.index]);
                    break;
                case ShapeKind::kClipBegin:
                    begin_clip(scene.clips[shape.index]);
                    break;
                case ShapeKind::kGroupEnd:
                case ShapeKind::kClipEnd:
                    out += "</g>\n";
                    break;
            }
        }
    }
};

}  // namespace

float em_size(FontRole font, float size) {
    return size / (font == FontRole::kMono ? kMonoHeight : kInterHeight);
}

std::string to_svg(const Scene& scene, const Theme& theme, const TextMeasure& measure,
                   const SvgOptions& options) {
    Writer writer{scene, theme, measure, {}, {}};
    writer.write();
    const Box& b = scene.bounds;
    const float w = options.size.x > 0 ? options.size.x : b.w;
    const float h = options.size.y > 0 ? options.size.y : b.h;
    std::string svg =
        "<svg xmlns=\"http://www.w3.org/2000/svg\"" + Writer::attribute("width", w) +
        Writer::attribute("height", h) +
        Writer::attribute("viewBox", number(b.x) + " " + number(b.y) + " " + number(w) + " " + number(h)) +
        " role=\"graphics-document\">\n";
    if (!options.title.empty()) svg += "<title>" + escaped(options.title) + "</title>\n";
    if (!options.description.empty()) svg += "<desc>" + escaped(options.description) + "</desc>\n";
    if (!writer.definitions.empty()) svg += "<defs>\n" + writer.definitions + "</defs>\n";
    if (options.background) {
        svg += "<rect" + Writer::attribute("x", b.x) + Writer::attribute("y", b.y) +
               Writer::attribute("width", w) + Writer::attribute("height", h) +
               Writer::attribute("fill", writer.colour(Ink::kGround)) + "/>\n";
    }
    return svg + writer.out + "</svg>\n";
}

}  // namespace mountscope
