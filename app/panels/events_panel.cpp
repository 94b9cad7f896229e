#include "app/panels/events_panel.hpp"

#include <algorithm>
#include <imgui.h>

#include "app/theme/widgets.hpp"

namespace mountscope {
namespace {

std::string changes_text(const Changes& changes) {
    std::string text;
    if (!changes.added.empty()) text += "+" + with_thousands(changes.added.size());
    if (!changes.removed.empty()) {
        text += (text.empty() ? "\xe2\x88\x92" : "  \xe2\x88\x92") + with_thousands(changes.removed.size());
    }
    return text;
}

void draw_row(Ui& ui, const Box& row, std::size_t index, const Timeline& timeline, Commands& commands) {
    const TimelineStep& step = timeline.step(index);
    const bool current = index == timeline.cursor();
    const bool future = index > timeline.cursor();
    const Reaction r = list_row(ui, "event" + std::to_string(index), row, {.selected = current});
    const float opacity = future && !r.hovered ? 0.6f : 1.0f;
    const bool good = step.result.error == Errno::kOk;
    const float number = ui.px(44);
    ui.text_in({row.x, row.y, number, row.h}, std::to_string(index),
               {.ink = Ink::kTextThird, .font = FontRole::kMono, .size = 12, .align = Align::kEnd});
    const float result = ui.px(90);
    const float change = ui.px(110);
    const Box text{row.x + number + ui.px(14), row.y, row.w - number - result - change - ui.px(26), row.h};
    ui.text_in(text, step.text, {.font = FontRole::kMono, .size = 12.5f, .opacity = opacity});
    const Changes& changes = step.changes;
    const Ink ink = !changes.added.empty() ? Ink::kAdded : Ink::kRemoved;
    ui.text_in(
        {text.x + text.w, row.y, change, row.h}, changes_text(changes),
        {.ink = ink, .font = FontRole::kMedium, .size = 12.5f, .align = Align::kEnd, .opacity = opacity});
    ui.text_in({row.x + row.w - result - ui.px(12), row.y, result, row.h}, errno_name(step.result.error),
               {.ink = good ? Ink::kTextThird : Ink::kError,
                .font = good ? FontRole::kRegular : FontRole::kSemiBold,
                .size = 12.5f,
                .align = Align::kEnd});
    if (r.clicked) commands.push(Seek{index});
}

}  // namespace

void draw_events_panel(Ui& ui, const Box& box, EventsPanel& panel, const AppModel& model,
                       Commands& commands) {
    const Timeline& timeline = model.session.timeline();
    ui.begin_scroll("events", box);
    const float height = ui.px(24);
    const float top = ImGui::GetCursorScreenPos().y;
    if (panel.shown_revision != model.session.revision()) {
        panel.shown_revision = model.session.revision();
        const float at = height * static_cast<float>(timeline.cursor());
        const float scroll = ImGui::GetScrollY();
        if (at - height < scroll || at + height > scroll + box.h)
            ImGui::SetScrollY(std::max(0.0f, at - box.h / 2));
    }
    const auto first = static_cast<std::size_t>(std::max(0.0f, (box.y - top) / height - 1));
    const auto last = static_cast<std::size_t>(std::max(0.0f, (box.y + box.h - top) / height + 2));
    for (std::size_t i = first; i < std::min(last, timeline.size()); ++i) {
        const Box row{box.x + ui.px(8), top + height * static_cast<float>(i), box.w - ui.px(20), height};
        draw_row(ui, row, i + 1, timeline, commands);
    }
    if (timeline.size() == 0) {
        ui.text({box.x + ui.px(16), box.y + ui.px(6)}, "No command has run yet.", {.ink = Ink::kTextThird});
    }
    ui.end_scroll(height * static_cast<float>(timeline.size()) + ui.px(8));
}

}  // namespace mountscope
