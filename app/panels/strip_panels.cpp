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

const TextStyle kSentence{.ink = Ink::kText, .font = FontRole::kMedium, .size = kSentenceSize};
const TextStyle kSecond{.ink = Ink::kTextSecond, .size = kSecondSize};

std::string signed_number(std::int64_t value) {
    return value > 0 ? "+" + with_thousands(static_cast<std::uint64_t>(value))
                     : "\xe2\x88\x92" + with_thousands(static_cast<std::uint64_t>(-value));
}

}  // namespace

void draw_counters_panel(Ui& ui, const Box& box, const AppModel& model, Commands&) {
    ui.focus.set_region(FocusRegion::kStage);
    ui.fill(box, Ink::kPanel, ui.px(10));
    ui.outline(box, Ink::kLine, ui.px(10));
    const Session& session = model.session;
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
    const float sentence = ui.paragraph({}, text_width, caption.sentence, kSentence, kSentenceLine, false);
    const float second = ui.paragraph({}, text_width, caption.second, kSecond, kSecondLine, false);
    // At least two lines, so that the picture keeps its size while one steps through a story.
    const float least = ui.px(kSentenceLine + kSecondLine);
    return std::max(sentence + second, least) + 2 * ui.px(kCaptionPad);
}

void draw_caption_panel(Ui& ui, const Box& box, const AppModel& model, Commands&) {
    const Caption& caption = model.session.caption();
    ui.fill(box, Ink::kRaised, ui.px(8));
    ui.fill({box.x, box.y, ui.px(4), box.h}, caption.is_error ? Ink::kError : Ink::kFocus, ui.px(2));
    const float x = box.x + ui.px(18);
    const float width = box.w - ui.px(32);
    const float sentence = ui.paragraph({}, width, caption.sentence, kSentence, kSentenceLine, false);
    const float second = ui.paragraph({}, width, caption.second, kSecond, kSecondLine, false);
    const float y = box.y + std::max(ui.px(kCaptionPad), (box.h - sentence - second) / 2);
    ui.paragraph({x, y}, width, caption.sentence, kSentence, kSentenceLine);
    ui.paragraph({x, y + sentence}, width, caption.second, kSecond, kSecondLine);
}

}  // namespace mountscope
