#include "app/panels/console_panel.hpp"

#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <imgui_internal.h>

namespace mountscope {
namespace {

constexpr float kSize = 13;
constexpr float kLine = 19;
constexpr float kPad = 6;

const TextStyle kMono{.font = FontRole::kMono, .size = kSize};

struct InputContext {
    ConsolePanel& panel;
    const ConsoleModel& console;
};

void replace_all(ImGuiInputTextCallbackData& data, const std::string& text) {
    data.DeleteChars(0, data.BufTextLen);
    data.InsertChars(0, text.c_str(), text.c_str() + text.size());
}

void go_through_history(ImGuiInputTextCallbackData& data, InputContext& context, bool older) {
    ConsolePanel& panel = context.panel;
    const std::vector<std::string>& history = context.console.history();
    if (panel.history_at == 0) panel.draft.assign(data.Buf, static_cast<std::size_t>(data.BufTextLen));
    const std::size_t before = panel.history_at;
    if (older) panel.history_at = std::min(panel.history_at + 1, history.size());
    if (!older && panel.history_at > 0) --panel.history_at;
    if (panel.history_at == before) return;
    replace_all(data, panel.history_at == 0 ? panel.draft : history[history.size() - panel.history_at]);
}

void complete(ImGuiInputTextCallbackData& data, InputContext& context) {
    const std::string text(data.Buf, static_cast<std::size_t>(data.BufTextLen));
    const ConsoleCompletion found = context.console.complete(text, static_cast<std::size_t>(data.CursorPos));
    context.panel.candidates = found.candidates;
    if (found.insert.empty()) return;
    data.DeleteChars(static_cast<int>(found.begin), data.CursorPos - static_cast<int>(found.begin));
    data.InsertChars(static_cast<int>(found.begin), found.insert.c_str(),
                     found.insert.c_str() + found.insert.size());
}

int on_input(ImGuiInputTextCallbackData* data) {
    auto& context = *static_cast<InputContext*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory) {
        go_through_history(*data, context, data->EventKey == ImGuiKey_UpArrow);
    } else if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
        complete(*data, context);
    } else if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        context.panel.input.resize(static_cast<std::size_t>(data->BufTextLen));
        data->Buf = context.panel.input.data();
    } else if (data->EventFlag == ImGuiInputTextFlags_CallbackEdit) {
        context.panel.candidates.clear();
    }
    return 0;
}

struct LineLook {
    Ink prompt = Ink::kTextSecond;
    Ink text = Ink::kText;
};

LineLook look_of(ConsoleLine::Kind kind) {
    switch (kind) {
        case ConsoleLine::Kind::kInput:
            return {Ink::kAdded, Ink::kText};
        case ConsoleLine::Kind::kOutput:
            return {Ink::kTextSecond, Ink::kTextSecond};
        case ConsoleLine::Kind::kError:
            return {Ink::kError, Ink::kError};
        case ConsoleLine::Kind::kNote:
            return {Ink::kTextThird, Ink::kTextThird};
    }
    return {};
}

class Console {
  public:
    Console(Ui& ui, const Box& box, ConsolePanel& panel, const AppModel& model, Commands& commands)
        : ui_(ui),
          box_(box),
          panel_(panel),
          session_(model.session),
          console_(model.console),
          commands_(commands) {}

    void draw() {
        ui_.begin_scroll("console", box_);
        const float start = ImGui::GetCursorScreenPos().y;
        x_ = box_.x + ui_.px(16);
        width_ = box_.w - ui_.px(32);
        y_ = start;
        lines();
        candidates();
        if (console_.running()) {
            progress();
        } else {
            input();
        }
        // A click anywhere in the console means the line.
        if (ImGui::IsWindowHovered() && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
            ImGui::GetMouseDragDelta().x == 0) {
            panel_.wants_focus = true;
        }
        follow();
        ui_.end_scroll(y_ - start + bottom_room());
    }

  private:
    void lines() {
        const std::vector<ConsoleLine>& all = console_.lines();
        const float step = ui_.px(kLine);
        const float top = y_;
        const auto first = static_cast<std::size_t>(std::max(0.0f, (box_.y - top) / step - 1));
        const auto last = static_cast<std::size_t>(std::max(0.0f, (box_.y + box_.h - top) / step + 2));
        for (std::size_t i = first; i < std::min(last, all.size()); ++i) {
            line(all[i], top + step * static_cast<float>(i), is_future(i) ? 0.5f : 1.0f);
        }
        y_ = top + step * static_cast<float>(all.size());
    }

    // What lies behind the cursor of the timeline has not happened in the state that is shown.
    bool is_future(std::size_t index) const {
        const std::vector<ConsoleLine>& all = console_.lines();
        const std::size_t first = index < 63 ? 0 : index - 63;
        for (std::size_t i = index + 1; i > first;) {
            --i;
            if (all[i].step != 0)
                return all[i].story == session_.story() && all[i].step > session_.timeline().cursor();
        }
        return false;
    }

    void line(const ConsoleLine& line, float y, float opacity) {
        const LineLook look = look_of(line.kind);
        float x = x_;
        TextStyle style = kMono;
        if (!line.prompt.empty()) {
            style.ink = look.prompt;
            style.opacity = opacity;
            x += ui_.text({x, y}, line.prompt, style) + ui_.px(8);
        }
        style.ink = look.text;
        style.opacity = opacity;
        style.max_width = std::max(1.0f, x_ + width_ - x);
        ui_.text({x, y}, line.text, style);
    }

    void candidates() {
        if (panel_.candidates.size() < 2) return;
        std::string text;
        for (const std::string& candidate : panel_.candidates) text += candidate + "   ";
        TextStyle style = kMono;
        style.ink = Ink::kTextThird;
        y_ += ui_.paragraph({x_, y_}, width_, text, style, kLine);
    }

    void progress() {
        const std::string text =
            "running: " + with_thousands(console_.commands_run()) + " commands so far. Esc stops it.";
        TextStyle style = kMono;
        style.ink = Ink::kFocus;
        ui_.text({x_, y_}, text, style);
        y_ += ui_.px(kLine);
    }

    void input() {
        const std::string prompt = console_.prompt();
        TextStyle style = kMono;
        style.ink = Ink::kAdded;
        const float x = x_ + ui_.text({x_, y_}, prompt, style) + ui_.px(8);
        const Box field{x, y_, x_ + width_ - x, ui_.px(kLine)};
        reach_by_keyboard(field);
        ImGui::SetCursorScreenPos(
            {field.x, std::round(field.y + ui_.text_shift(FontRole::kMono, kSize * ui_.scale))});
        ImGui::SetNextItemWidth(field.w);
        ImGui::PushFont(ui_.fonts.mono, kSize * ui_.scale);
        ImGui::PushItemFlag(ImGuiItemFlags_NoTabStop, true);
        if (panel_.wants_focus) ImGui::SetKeyboardFocusHere();
        panel_.wants_focus = false;
        InputContext context{panel_, console_};
        constexpr ImGuiInputTextFlags kFlags =
            ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory |
            ImGuiInputTextFlags_CallbackCompletion | ImGuiInputTextFlags_CallbackResize |
            ImGuiInputTextFlags_CallbackEdit | ImGuiInputTextFlags_NoHorizontalScroll;
        const bool entered =
            ImGui::InputText("##line", panel_.input.data(), panel_.input.capacity() + 1,
                             kFlags & ~ImGuiInputTextFlags_NoHorizontalScroll, on_input, &context);
        panel_.active = ImGui::IsItemActive();
        if (panel_.active) ui_.focus.clear();
        if (panel_.input.empty() && console_.lines().empty()) hint(field);
        ImGui::PopItemFlag();
        ImGui::PopFont();
        if (entered) {
            panel_.history_at = 0;
            panel_.candidates.clear();
            commands_.push(RunText{std::exchange(panel_.input, {})});
            panel_.wants_focus = true;
        }
        y_ += ui_.px(kLine);
    }

    // So much that the last line can be scrolled to a whole number of lines.
    float bottom_room() const { return ui_.px(kPad) + ui_.px(kLine); }

    // Tab from the outside comes to the line as to any control; Enter begins to type.
    void reach_by_keyboard(const Box& field) {
        const ImGuiID id = ImGui::GetID("line-focus");
        if (!panel_.active && ui_.focus.add(id, field)) {
            if (ui_.focus.just_moved(id)) ui_.keep_visible(field);
            ui_.outline({field.x - 4, field.y - 2, field.w + 8, field.h + 4}, Ink::kAccent, ui_.px(4), 2);
            if (ui_.focus.activated(id)) panel_.wants_focus = true;
        }
    }

    void hint(const Box& field) {
        TextStyle style = kMono;
        style.ink = Ink::kTextThird;
        ui_.text({field.x + ui_.px(10), field.y},
                 "type a command, or paste a script; help lists what there is", style);
    }

    // The newest line stays in sight, unless somebody has scrolled up.
    void follow() {
        if (panel_.shown_lines == console_.lines().size() && !console_.running()) return;
        panel_.shown_lines = console_.lines().size();
        // Whole lines at the top, so that none is cut.
        ImGuiWindow* window = ImGui::GetCurrentWindow();
        const float step = ui_.px(kLine);
        const float content = y_ - window->DC.CursorStartPos.y + ui_.px(kPad);
        const float surplus = std::max(0.0f, content - box_.h);
        ImGui::SetScrollY(window, std::ceil(surplus / step) * step);
    }

    Ui& ui_;
    const Box& box_;
    ConsolePanel& panel_;
    const Session& session_;
    const ConsoleModel& console_;
    Commands& commands_;
    float x_ = 0;
    float y_ = 0;
    float width_ = 0;
};

}  // namespace

void draw_console_panel(Ui& ui, const Box& box, ConsolePanel& panel, const AppModel& model,
                        Commands& commands) {
    Console(ui, box, panel, model, commands).draw();
}

}  // namespace mountscope
