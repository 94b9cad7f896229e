#include "app/model/layout.hpp"

#include <algorithm>
#include <cmath>

namespace mountscope {
namespace {

// Design pixels.
constexpr float kSingleColumnBelow = 900;
constexpr float kTopBar = 40;
constexpr float kTransport = 44;
constexpr float kGap = 8;
constexpr float kRail = 220;
constexpr float kInspector = 300;
constexpr float kLeastCentre = 360;
constexpr float kLeastStage = 160;
constexpr float kSplitter = 8;
constexpr float kCaptionPadding = 32;

float clamp_to(float value, float least, float most) {
    return std::clamp(value, least, std::max(least, most));
}

class Calculator {
  public:
    Calculator(const LayoutInput& input, const LayoutPreferences& preferences)
        : in_(input), preferences_(preferences) {}

    Layout desk() const {
        Layout l;
        const float top = px(kTopBar);
        const float transport = px(kTransport);
        const float dock = dock_height();
        const float body_end = in_.height - dock - transport;
        l.top_bar = {0, 0, in_.width, top};
        l.transport = {0, body_end, in_.width, transport};
        if (dock > 0) {
            l.dock = {0, body_end + transport, in_.width, dock};
            l.dock_splitter = {0, l.dock.y - px(kSplitter) / 2, in_.width, px(kSplitter)};
        }
        const float rail = rail_width();
        const float inspector = inspector_width();
        const float body = body_end - top;
        if (rail > 0) {
            l.rail = {0, top, rail, body};
            l.rail_splitter = {rail - px(kSplitter) / 2, top, px(kSplitter), body};
        }
        if (inspector > 0) {
            l.inspector = {in_.width - inspector, top, inspector, body};
            l.inspector_splitter = {l.inspector.x - px(kSplitter) / 2, top, px(kSplitter), body};
        }
        centre(l, {rail, top, in_.width - rail - inspector, body});
        return l;
    }

    Layout column() const {
        Layout l;
        l.single_column = true;
        const float top = px(kTopBar);
        const float transport = px(kTransport);
        const float sheet = std::round(in_.height * 0.36f);
        l.top_bar = {0, 0, in_.width, top};
        const Box sheet_box{0, in_.height - sheet, in_.width, sheet};
        l.transport = {0, sheet_box.y - transport, in_.width, transport};
        centre(l, {0, top, in_.width, l.transport.y - top});
        if (l.stage.h < px(kLeastStage)) l.counters = {};
        (in_.sheet == Sheet::kRail        ? l.rail
         : in_.sheet == Sheet::kInspector ? l.inspector
                                          : l.dock) = sheet_box;
        return l;
    }

    float centre_width() const {
        if (is_column(in_)) return in_.width;
        return in_.width - rail_width() - inspector_width();
    }

    static bool is_column(const LayoutInput& input) { return input.width / input.scale < kSingleColumnBelow; }

  private:
    float px(float design) const { return std::round(design * in_.scale); }

    float wide_factor() const { return clamp_to(in_.width / in_.scale / 1280, 1, 1.25f); }

    float rail_width() const {
        if (!preferences_.rail) return 0;
        const float wanted = preferences_.rail_width > 0 ? preferences_.rail_width : kRail * wide_factor();
        return px(clamp_to(wanted, 160, in_.width / in_.scale * 0.3f));
    }

    float inspector_width() const {
        if (!preferences_.inspector) return 0;
        const float wanted =
            preferences_.inspector_width > 0 ? preferences_.inspector_width : kInspector * wide_factor();
        const float most = in_.width / in_.scale - kLeastCentre - rail_width() / in_.scale;
        return px(clamp_to(wanted, 220, std::min(most, 640.0f)));
    }

    float dock_height() const {
        if (!preferences_.dock) return 0;
        const float height = in_.height / in_.scale;
        const float wanted =
            preferences_.dock_height > 0 ? preferences_.dock_height : clamp_to(height * 0.18f, 116, 200);
        return px(clamp_to(wanted, 84, height * 0.6f));
    }

    // Stage over counters over caption, with gaps around.
    void centre(Layout& l, const Box& area) const {
        const float gap = px(kGap);
        const float x = area.x + gap;
        const float w = area.w - 2 * gap;
        const float end = area.y + area.h - gap;
        l.caption = {x, end - in_.caption_height, w, in_.caption_height};
        l.counters = {x, l.caption.y - gap - in_.counters_height, w, in_.counters_height};
        const float top = area.y + gap;
        l.stage = {x, top, w, l.counters.y - gap - top};
        if (l.stage.h < px(kLeastStage)) {
            // Small windows keep what cannot be had elsewhere.
            l.counters = {};
            l.stage.h = l.caption.y - gap - top;
        }
        l.stage.h = std::max(l.stage.h, 1.0f);
    }

    const LayoutInput& in_;
    const LayoutPreferences& preferences_;
};

}  // namespace

Layout compute_layout(const LayoutInput& input, const LayoutPreferences& preferences) {
    const Calculator calculator(input, preferences);
    return Calculator::is_column(input) ? calculator.column() : calculator.desk();
}

float suitable_scale(float width, float height) {
    const float larger = std::min(width / 1280, height / 720);
    const float scale = 1 + std::max(0.0f, larger - 1) / 2;
    return std::min(2.0f, std::round(scale * 8) / 8);
}

float caption_text_width(const LayoutInput& input, const LayoutPreferences& preferences) {
    const Calculator calculator(input, preferences);
    return calculator.centre_width() - std::round((2 * kGap + kCaptionPadding) * input.scale);
}

}  // namespace mountscope
