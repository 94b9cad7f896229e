#include "app/panels/strip_panels.hpp"

#include <algorithm>

#include "app/theme/widgets.hpp"

namespace mountscope {
namespace {

constexpr float kSentenceSize = 16;
constexpr float kSentenceLine = 22;
constexpr float kSecondSize = 13;
constexpr float kSecondLine = 18;
constexpr float kCaptionPad = 8;
constexpr float kLaneLine = 22;
constexpr float kBarsAt = 26;
constexpr float kBarGap = 2;
constexpr float kFigureLine = 26;  // below the bars

const TextStyle kSentence{.ink = Ink::kText, .font = FontRole::kMedium, .size = kSentenceSize};
const TextStyle kSecond{.ink = Ink::kTextSecond, .size = kSecondSize};

std::string signed_number(std::int64_t value) {
    return value > 0 ? "+" + with_thousands(static_cast<std::uint64_t>(value))
                     : "\xe2\x88\x92" + with_thousands(static_cast<std::uint64_t>(-value));
}

}  // namespace

namespace {

float bar_height(std::size_t lanes) {
    return lanes > 2 ? 3.0f : 4.0f;
}

// Of one kind of work: how far each lane is, on one axis; "39 of 98".
void draw_lane_figure(Ui& ui, const Box& cell, const LaneFigure& figure) {
    ui.text({cell.x, cell.y + ui.px(8)}, figure.label,
            {.ink = Ink::kTextSecond, .size = 12, .max_width = cell.w});
    const std::size_t lanes = figure.now.size();
    const float thick = ui.px(bar_height(lanes));
    const float step = thick + ui.px(kBarGap);
    float y = cell.y + ui.px(kBarsAt);
    const float axis = std::max(1.0f, static_cast<float>(figure.axis));
    for (std::size_t i = 0; i < lanes; ++i) {
        const Ink ink = lanes == 1 ? Ink::kAccent : lane_ink(i);
        const float whole = cell.w * static_cast<float>(figure.whole[i]) / axis;
        const float now = cell.w * static_cast<float>(figure.now[i]) / axis;
        ui.fill({cell.x, y, cell.w, thick}, Ink::kRaised, thick / 2);
        if (whole >= 1) ui.fill({cell.x, y, whole, thick}, ink, thick / 2, 0.3f);
        if (figure.now[i] > 0) ui.fill({cell.x, y, std::max(now, thick / 2), thick}, ink, thick / 2);
        y += step;
    }
    const float line = cell.y + cell.h - ui.px(24);
    if (lanes == 1) {
        const float x = cell.x + ui.text({cell.x, line}, with_thousands(figure.now[0]),
                                         {.font = FontRole::kSemiBold, .size = 14});
        if (figure.whole[0] != figure.now[0]) {
            ui.text({x + ui.px(8), line + ui.px(1)}, "of " + with_thousands(figure.whole[0]),
                    {.ink = Ink::kTextThird, .size = 12, .max_width = cell.x + cell.w - x - ui.px(8)});
        }
        return;
    }
    const float width = cell.w / static_cast<float>(lanes);
    for (std::size_t i = 0; i < lanes; ++i) {
        const float x = cell.x + width * static_cast<float>(i);
        const std::string letter = std::string(1, lane_letter(i)) + " ";
        const float size = lanes > 2 ? 12.0f : 13.0f;
        std::string text = letter + with_thousands(figure.now[i]);
        if (lanes > 2 || ui.text_width(text, {.font = FontRole::kSemiBold, .size = size}) > width - ui.px(4))
            text = letter + short_number(figure.now[i]);
        const float used = ui.text(
            {x, line}, text,
            {.ink = lane_ink(i), .font = FontRole::kSemiBold, .size = size, .max_width = width - ui.px(4)});
        if (lanes > 2 || figure.whole[i] == figure.now[i]) continue;
        const std::string rest = "of " + short_number(figure.whole[i]);
        if (used + ui.px(6) + ui.text_width(rest, {.size = 11}) < width)
            ui.text({x + used + ui.px(6), line + ui.px(1)}, rest, {.ink = Ink::kTextThird, .size = 11});
    }
}

void draw_lane_figures(Ui& ui, const Box& box, const AppModel& model) {
    const std::vector<LaneFigure> figures = lane_figures(model.session);
    const float pad = ui.px(16);
    const float width = (box.w - 2 * pad) / static_cast<float>(figures.size());
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const Box cell{box.x + pad + width * static_cast<float>(i), box.y, width - ui.px(20), box.h};
        std::string about = figures[i].meaning;
        for (std::size_t lane = 0; lane < figures[i].now.size(); ++lane) {
            about += "\n" + std::string(1, lane_letter(lane)) + "  Linux " +
                     std::string(model.session.kernel(lane).name) + ": " +
                     with_thousands(figures[i].now[lane]) + " of " + with_thousands(figures[i].whole[lane]);
        }
        ui.react("lane-figure" + std::to_string(i), cell,
                 {.tooltip = about, .focusable = false, .draw_focus = false, .hand = false});
        draw_lane_figure(ui, cell, figures[i]);
    }
}

}  // namespace

float counters_height(const Ui& ui, const AppModel& model) {
    const std::size_t lanes = model.session.lanes();
    if (lanes == 1 && !model.session.inside()) return ui.px(52);
    const float bars = (bar_height(lanes) + kBarGap) * static_cast<float>(lanes);
    return ui.px(kBarsAt + bars + kFigureLine);
}

void draw_counters_panel(Ui& ui, const Box& box, const AppModel& model, Commands&) {
    ui.focus.set_region(FocusRegion::kStage);
    ui.fill(box, Ink::kPanel, ui.px(10));
    ui.outline(box, Ink::kLine, ui.px(10));
    const Session& session = model.session;
    if (session.inside() || session.lanes() > 1) return draw_lane_figures(ui, box, model);
    const auto figures = figures_at_cursor(session.timeline(), session.view(), session.totals());
    const float pad = ui.px(16);
    const float width = (box.w - 2 * pad) / static_cast<float>(figures.size());
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const Figure& figure = figures[i];
        const Box cell{box.x + pad + width * static_cast<float>(i), box.y, width - ui.px(12), box.h};
        ui.react("figure" + std::to_string(i), cell,
                 {.tooltip = figure.meaning, .focusable = false, .draw_focus = false, .hand = false});
        ui.text({cell.x, box.y + ui.px(8)}, figure.label,
                {.ink = Ink::kTextSecond, .size = 12, .max_width = cell.w});
        float x = cell.x;
        const float y = box.y + ui.px(25);
        x += ui.text({x, y}, with_thousands(figure.value), {.font = FontRole::kSemiBold, .size = 16}) +
             ui.px(8);
        if (figure.delta != 0) {
            x += ui.text({x, y + ui.px(1)}, signed_number(figure.delta),
                         {.ink = figure.delta > 0 ? Ink::kAdded : Ink::kRemoved,
                          .font = FontRole::kSemiBold,
                          .size = 14}) +
                 ui.px(8);
        }
        const float room = cell.x + cell.w - x;
        if (!figure.beside.empty() && ui.text_width(figure.beside, {.size = 12}) <= room) {
            ui.text({x, y + ui.px(3)}, figure.beside, {.ink = Ink::kTextThird, .size = 12});
        }
    }
}

float caption_height(const Ui& ui, float text_width, const AppModel& model) {
    const Caption& caption = model.session.caption();
    if (!caption.of_lanes.empty()) {
        const float lines = ui.px(kLaneLine) * static_cast<float>(caption.of_lanes.size());
        return std::max(lines, ui.px(kSentenceLine + kSecondLine)) + 2 * ui.px(kCaptionPad);
    }
    const float sentence = ui.paragraph({}, text_width, caption.sentence, kSentence, kSentenceLine, false);
    const float second = ui.paragraph({}, text_width, caption.second, kSecond, kSecondLine, false);
    // At least two lines, so that the picture keeps its size while one steps through a story.
    const float least = ui.px(kSentenceLine + kSecondLine);
    return std::max(sentence + second, least) + 2 * ui.px(kCaptionPad);
}

namespace {

// A line for each kernel: its letter, and what it looks at.
void draw_lane_sentences(Ui& ui, const Box& box, const Caption& caption) {
    const float line = ui.px(kLaneLine);
    const float size = caption.of_lanes.size() > 2 ? 13.0f : 14.0f;
    float y = box.y + (box.h - line * static_cast<float>(caption.of_lanes.size())) / 2;
    for (std::size_t i = 0; i < caption.of_lanes.size(); ++i) {
        ui.text_in({box.x + ui.px(18), y, ui.px(20), line}, std::string(1, lane_letter(i)),
                   {.ink = lane_ink(i), .font = FontRole::kSemiBold, .size = 14});
        const Box place{box.x + ui.px(40), y, box.w - ui.px(56), line};
        std::string about = caption.of_lanes[i];
        if (!caption.why_of_lanes[i].empty()) about += "\n" + caption.why_of_lanes[i];
        ui.react("lane-sentence" + std::to_string(i), place,
                 {.tooltip = about, .focusable = false, .draw_focus = false, .hand = false});
        ui.text_in(place, caption.of_lanes[i], {.font = FontRole::kMedium, .size = size});
        y += line;
    }
}

}  // namespace

void draw_caption_panel(Ui& ui, const Box& box, const AppModel& model, Commands&) {
    const Caption& caption = model.session.caption();
    ui.fill(box, Ink::kRaised, ui.px(8));
    ui.fill({box.x, box.y, ui.px(4), box.h}, caption.is_error ? Ink::kError : Ink::kFocus, ui.px(2));
    const float x = box.x + ui.px(18);
    const float width = box.w - ui.px(32);
    if (!caption.of_lanes.empty()) return draw_lane_sentences(ui, box, caption);
    const float sentence = ui.paragraph({}, width, caption.sentence, kSentence, kSentenceLine, false);
    const float second = ui.paragraph({}, width, caption.second, kSecond, kSecondLine, false);
    const float y = box.y + std::max(ui.px(kCaptionPad), (box.h - sentence - second) / 2);
    ui.paragraph({x, y}, width, caption.sentence, kSentence, kSentenceLine);
    ui.paragraph({x, y + sentence}, width, caption.second, kSecond, kSecondLine);
}

}  // namespace mountscope
