#include "app/panels/transport_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <imgui.h>

#include "app/theme/widgets.hpp"

#include "assets/icons.hpp"

namespace mountscope {
namespace {

struct Mark {
    Ink ink;
    std::string_view word;
};

Mark mark_of(MarkKind kind) {
    switch (kind) {
        case MarkKind::kMount:
            return {Ink::kAdded, "mounts"};
        case MarkKind::kUmount:
            return {Ink::kRemoved, "unmounts"};
        case MarkKind::kPropagation:
            return {Ink::kMoved, "propagation"};
        case MarkKind::kNamespace:
            return {Ink::kAccent, "namespaces"};
        case MarkKind::kFile:
            return {Ink::kTextThird, "files"};
        case MarkKind::kError:
            return {Ink::kError, "refused"};
    }
    return {Ink::kTextThird, ""};
}

// Which of several kinds a crowded place shows: the rarest matter most.
int weight(MarkKind kind) {
    switch (kind) {
        case MarkKind::kError:
            return 5;
        case MarkKind::kUmount:
            return 4;
        case MarkKind::kNamespace:
            return 3;
        case MarkKind::kPropagation:
            return 2;
        case MarkKind::kMount:
            return 1;
        case MarkKind::kFile:
            return 0;
    }
    return 0;
}

// A shape for each kind: up for mounts, down for unmounts, diamond, square, dot, cross.
void draw_mark(const Ui& ui, Vec2 at, float r, MarkKind kind, float opacity) {
    ImDrawList* list = ui.draw();
    const ImU32 colour = ui.ink(mark_of(kind).ink, opacity);
    switch (kind) {
        case MarkKind::kMount:
            list->AddTriangleFilled({at.x, at.y - r}, {at.x + r, at.y + r * 0.8f},
                                    {at.x - r, at.y + r * 0.8f}, colour);
            break;
        case MarkKind::kUmount:
            list->AddTriangleFilled({at.x, at.y + r}, {at.x - r, at.y - r * 0.8f},
                                    {at.x + r, at.y - r * 0.8f}, colour);
            break;
        case MarkKind::kPropagation:
            list->AddQuadFilled({at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r}, {at.x - r, at.y},
                                colour);
            break;
        case MarkKind::kNamespace:
            list->AddRectFilled({at.x - r * 0.8f, at.y - r * 0.8f}, {at.x + r * 0.8f, at.y + r * 0.8f},
                                colour, 1);
            break;
        case MarkKind::kFile:
            list->AddCircleFilled({at.x, at.y}, r * 0.5f, colour);
            break;
        case MarkKind::kError:
            list->AddLine({at.x - r * 0.8f, at.y - r * 0.8f}, {at.x + r * 0.8f, at.y + r * 0.8f}, colour, 2);
            list->AddLine({at.x - r * 0.8f, at.y + r * 0.8f}, {at.x + r * 0.8f, at.y - r * 0.8f}, colour, 2);
            break;
    }
}

class Scrubber {
  public:
    Scrubber(Ui& ui, const Box& box, const AppModel& model, Commands& commands)
        : ui_(ui), box_(box), timeline_(model.session.timeline()), commands_(commands) {}

    void draw() {
        const float middle = std::round(box_.y + box_.h * 0.42f);
        const float thick = ui_.px(6);
        ui_.fill({box_.x, middle - thick / 2, box_.w, thick}, Ink::kRaised, thick / 2);
        const float knob = x_of(timeline_.cursor());
        if (knob > box_.x)
            ui_.fill({box_.x, middle - thick / 2, knob - box_.x, thick}, Ink::kAccent, thick / 2);
        draw_marks(middle + ui_.px(12));
        ImDrawList* list = ui_.draw();
        list->AddCircleFilled({knob, middle}, ui_.px(8), ui_.ink(Ink::kText));
        list->AddCircleFilled({knob, middle}, ui_.px(3), ui_.ink(Ink::kPanel));
        react(middle);
    }

  private:
    float x_of(std::size_t index) const {
        const std::size_t size = timeline_.size();
        return size == 0 ? box_.x : box_.x + box_.w * static_cast<float>(index) / static_cast<float>(size);
    }

    std::size_t index_at(float x) const {
        const float part = std::clamp((x - box_.x) / box_.w, 0.0f, 1.0f);
        return static_cast<std::size_t>(std::lround(part * static_cast<float>(timeline_.size())));
    }

    void draw_marks(float y) {
        const std::size_t size = timeline_.size();
        if (size == 0) return;
        const float spacing = box_.w / static_cast<float>(size);
        const float r = std::clamp(spacing * 0.35f, ui_.px(2.5f), ui_.px(4.5f));
        const float cell = r * 2 + 1;
        // Where steps are closer than a mark is wide, one mark stands for several.
        std::size_t i = 1;
        while (i <= size) {
            const float x = x_of(i);
            std::size_t chosen = i;
            std::size_t next = i + 1;
            while (next <= size && x_of(next) < x + cell) {
                if (weight(mark_kind(timeline_.step(next))) > weight(mark_kind(timeline_.step(chosen))))
                    chosen = next;
                ++next;
            }
            draw_mark(ui_, {x_of(chosen), y}, r, mark_kind(timeline_.step(chosen)),
                      chosen <= timeline_.cursor() ? 1.0f : 0.55f);
            i = next;
        }
    }

    void react(float middle) {
        const float reach = ui_.px(8);
        const Box area{box_.x - reach, box_.y, box_.w + 2 * reach, box_.h};
        const Reaction r = ui_.react("scrubber", area, {.focusable = false, .draw_focus = false});
        const float pointer = ImGui::GetIO().MousePos.x;
        if (r.held && index_at(pointer) != timeline_.cursor()) commands_.push(Seek{index_at(pointer)});
        if (!r.hovered || r.held || ImGui::GetIO().MouseSource == ImGuiMouseSource_TouchScreen) return;
        const std::size_t index = index_at(pointer);
        const float x = x_of(index);
        ui_.draw()->AddCircle({x, middle}, ui_.px(8), ui_.ink(Ink::kTextSecond), 0, 1.5f);
        std::string text = "the beginning";
        if (index != 0) {
            const TimelineStep& step = timeline_.step(index);
            text = std::to_string(index) + "  " + step.text;
            if (step.result.error != Errno::kOk)
                text += "  (" + std::string(errno_name(step.result.error)) + ")";
        }
        ui_.tooltip({x - ui_.px(40), box_.y - ui_.px(46), ui_.px(80), ui_.px(8)}, text);
    }

    Ui& ui_;
    Box box_;
    const Timeline& timeline_;
    Commands& commands_;
};

}  // namespace

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
    if (chip(ui, "speed", place, {.label = kLabels[at], .tooltip = "Commands in a second while playing"})) {
        commands.push(SetSpeed{kSpeeds[(at + 1) % kSpeeds.size()]});
    }
    return right - ui.px(20);
}

}  // namespace

void draw_transport_panel(Ui& ui, const Box& box, bool single_column, const AppModel& model,
                          Commands& commands) {
    ui.focus.set_region(FocusRegion::kTransport);
    ui.fill(box, Ink::kPanel);
    ui.horizontal_line(box.x, box.x + box.w, box.y);
    ui.horizontal_line(box.x, box.x + box.w, box.y + box.h - 1);
    const Timeline& timeline = model.session.timeline();
    const bool at_start = timeline.cursor() == 0;
    const bool at_end = timeline.cursor() == timeline.size();
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
    if (button("back", kIconChevronLeft, "One command back (Left)", !at_start)) commands.push(StepBy{-1});
    if (button("play", playing ? kIconPause : kIconPlay, playing ? "Pause (Space)" : "Play (Space)",
               timeline.size() != 0, playing)) {
        commands.push(SetPlaying{!playing});
    }
    if (button("forward", kIconChevronRight, "One command forward (Right)", !at_end))
        commands.push(StepBy{1});
    if (!narrow && button("last", kIconChevronsRight, "To the end (End)", !at_end))
        commands.push(Seek{timeline.size()});

    x += ui.px(8);
    const std::string word = narrow ? "" : "step ";
    const std::string count = " of " + with_thousands(timeline.size());
    const std::string step = word + with_thousands(timeline.cursor()) + count;
    const float room =
        std::max(ui.px(narrow ? 40 : 92), ui.text_width(word + with_thousands(timeline.size()) + count));
    ui.text_in({x, box.y, room, box.h}, step, {.ink = Ink::kTextSecond});
    x += room + ui.px(20);

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
    if (right - x > ui.px(60)) Scrubber(ui, {x, box.y, right - x, box.h}, model, commands).draw();
}

}  // namespace mountscope
