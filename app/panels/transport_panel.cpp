#include "app/panels/transport_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <imgui.h>

#include "app/panels/scrubber.hpp"
#include "app/theme/widgets.hpp"

#include "assets/icons.hpp"

namespace mountscope {
namespace {

// How fast it plays; a click takes the next of a few. Returns where the rest may end.
float draw_speed(Ui& ui, float right, const Box& box, const AppModel& model, Commands& commands) {
    static constexpr std::array<float, 4> kSpeeds{0.5f, 1, 2, 4};
    static constexpr std::array<std::string_view, 4> kLabels{"0.5\xc3\x97", "1\xc3\x97", "2\xc3\x97",
                                                             "4\xc3\x97"};
    std::size_t at = 1;
    for (std::size_t i = 0; i < kSpeeds.size(); ++i) {
        if (kSpeeds[i] == model.view.speed) at = i;
    }
    const float width = ui.px(52);
    right -= width - ui.px(10);
    const Box place{right, box.y + (box.h - ui.px(26)) / 2, width, ui.px(26)};
    if (chip(ui, "speed", place, {.label = kLabels[at], .tooltip = "Steps in a second while playing"})) {
        commands.push(SetSpeed{kSpeeds[(at + 1) % kSpeeds.size()]});
    }
    return right - ui.px(20);
}

float draw_grain(Ui& ui, float right, const Box& box, const AppModel& model, Commands& commands) {
    static constexpr std::array<std::string_view, 3> kLabels{"cmd", "phase", "step"};
    const float width = ui.px(150);
    const float height = ui.px(26);
    right -= width - ui.px(4);
    const Box place{right, box.y + (box.h - height) / 2, width, height};
    const int clicked = segmented(ui, "grain", place, kLabels, static_cast<int>(model.view.grain));
    if (clicked >= 0) commands.push(SetGrain{static_cast<Grain>(clicked)});
    return right - ui.px(20);
}

// "step 9 of 10", or inside of a command "step 46 of 231" with the command beneath; as wide as it can become.
float draw_place(Ui& ui, const Box& box, bool narrow, const AppModel& model) {
    const Session& session = model.session;
    const Timeline& timeline = session.timeline();
    if (shows_steps(model)) {
        const std::uint64_t length = session.steps()->alignment->length();
        const std::uint64_t at = session.inside() ? *session.inside() + 1 : length;
        const std::string word = narrow ? "" : "step ";
        const std::string text = word + short_number(at) + " of " + short_number(length);
        const std::string below = "of command " + with_thousands(session.shown_command());
        const float width = std::max(ui.px(narrow ? 60 : 112), ui.text_width(text));
        ui.text({box.x, box.y + box.h / 2 - ui.px(15)}, text, {.ink = Ink::kText, .max_width = width});
        ui.text({box.x, box.y + box.h / 2 + ui.px(1)}, below,
                {.ink = Ink::kTextThird, .size = 11, .max_width = width});
        return width;
    }
    const std::string word = narrow ? "" : "step ";
    const std::string count = " of " + with_thousands(timeline.size());
    const std::string text = word + with_thousands(timeline.cursor()) + count;
    const float width =
        std::max(ui.px(narrow ? 60 : 112), ui.text_width(word + with_thousands(timeline.size()) + count));
    ui.text_in({box.x, box.y, width, box.h}, text, {.ink = Ink::kTextSecond});
    return width;
}

}  // namespace

void draw_transport_panel(Ui& ui, const Box& box, bool single_column, const AppModel& model,
                          Commands& commands) {
    ui.focus.set_region(FocusRegion::kTransport);
    ui.fill(box, Ink::kPanel);
    ui.horizontal_line(box.x, box.x + box.w, box.y);
    ui.horizontal_line(box.x, box.x + box.w, box.y + box.h - 1);
    const Timeline& timeline = model.session.timeline();
    const Session& session = model.session;
    const bool at_start = timeline.cursor() == 0 && !session.inside();
    const bool at_end = timeline.cursor() == timeline.size();
    const Grain grain = model.view.grain;
    const std::string one = "One " + std::string(grain_name(grain));
    const bool playing = model.view.playing;

    const float height = ui.px(28);
    float x = box.x + ui.px(single_column ? 8 : 14);
    const auto button = [&](std::string_view id, const char* icon, std::string_view tooltip, bool enabled,
                            bool active = false) {
        const Box place{x, box.y + (box.h - height) / 2, ui.px(32), height};
        x += ui.px(38);
        return icon_button(
            ui, id, place,
            {.icon = icon, .tooltip = tooltip, .active = active, .enabled = enabled, .raised = true});
    };
    const bool narrow = box.w < ui.px(560);  // the arrow keys and the scrubber reach the ends as well
    if (!narrow && button("first", kIconChevronsLeft, "To the beginning (Home)", !at_start))
        commands.push(Seek{0});
    if (button("back", kIconChevronLeft, one + " back (Left)", !at_start)) commands.push(StepBy{-1, grain});
    if (button("play", playing ? kIconPause : kIconPlay, playing ? "Pause (Space)" : "Play (Space)",
               timeline.size() != 0, playing)) {
        commands.push(SetPlaying{!playing});
    }
    if (button("forward", kIconChevronRight, one + " forward (Right)", !at_end))
        commands.push(StepBy{1, grain});
    if (!narrow && button("last", kIconChevronsRight, "To the end (End)", !at_end))
        commands.push(Seek{timeline.size()});

    x += ui.px(8);
    x += draw_place(ui, {x, box.y, box.w, box.h}, narrow, model) + ui.px(20);

    float right = box.x + box.w - ui.px(24);
    const auto branches = timeline.branches();
    if (!branches.empty() && !single_column) {
        const std::size_t n = branches.size();
        const std::string label = n == 1 ? "1 other future" : std::to_string(n) + " other futures";
        const std::string tooltip =
            "Commands run in the middle left the old future as it was. Switch to the one that "
            "leaves after step " +
            std::to_string(branches.front().leaves_at) + ".";
        const ButtonLook look{.label = label, .tooltip = tooltip, .icon = kIconGitBranch};
        const float width = chip_width(ui, look);
        right -= width - ui.px(10);
        if (chip(ui, "branch", {right, box.y + (box.h - ui.px(26)) / 2, width, ui.px(26)}, look)) {
            commands.push(SwitchBranch{0});
        }
        right -= ui.px(20);
    }
    if (!single_column) right = draw_speed(ui, right, box, model, commands);
    if (!narrow) right = draw_grain(ui, right, box, model, commands);
    if (right - x > ui.px(60)) draw_scrubber(ui, {x, box.y, right - x, box.h}, model, commands);
}

}  // namespace mountscope
