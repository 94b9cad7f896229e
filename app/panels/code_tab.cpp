// The algorithm that runs, in our own few lines: the current one lit, its variables' values below.

#include <algorithm>
#include <array>
#include <imgui.h>

#include "core/trace/code.hpp"
#include "core/trace/narrate.hpp"

#include "app/panels/inspector_panel.hpp"
#include "app/theme/widgets.hpp"

namespace mountscope {
namespace {

constexpr float kLine = 20;
constexpr float kVariableLine = 18;
// Room is kept for all variables that there can be, so that the code stays where it is.
constexpr std::size_t kVariablesOfUmount = 6;
constexpr std::size_t kVariablesOfMount = 3;

class CodeTab {
  public:
    CodeTab(Ui& ui, Column& column, const AppModel& model, Commands& commands)
        : ui_(ui), column_(column), model_(model), commands_(commands), session_(model.session) {}

    void draw() {
        lane_ = std::min(model_.view.code_lane, session_.lanes() - 1);
        if (session_.lanes() > 1) lanes();
        const LaneAt& at = session_.lane(lane_);
        title(at);
        const CommandKind kind = at.command == nullptr ? CommandKind::kUmount : at.command->command.kind;
        if (at.step) variables(at);
        code(at, kind);
        if (!at.step) hint(at);
    }

  private:
    void lanes() {
        // The name stands below in full; here the letter is enough where names would be cut.
        constexpr std::size_t kShort = 6;
        bool letters_only = false;
        for (std::size_t i = 0; i < session_.lanes(); ++i)
            letters_only |= session_.lanes() > 2 && session_.kernel(i).name.size() > kShort;
        std::vector<std::string> names;
        for (std::size_t i = 0; i < session_.lanes(); ++i) {
            const std::string name(letters_only ? "" : session_.kernel(i).name);
            names.push_back(std::string(1, lane_letter(i)) + (name.empty() ? "" : "  " + name));
        }
        const std::vector<std::string_view> labels(names.begin(), names.end());
        const Box place{column_.x, column_.y, column_.width, ui_.px(28)};
        const int clicked = segmented(ui_, "code-lane", place, labels, static_cast<int>(lane_));
        if (clicked >= 0) commands_.push(ShowLaneCode{static_cast<std::size_t>(clicked)});
        column_.y += ui_.px(38);
    }

    void title(const LaneAt& at) {
        const std::string name = "Linux " + std::string(at.kernel->name);
        const Ink ink = session_.lanes() > 1 ? lane_ink(lane_) : Ink::kText;
        const float x = column_.x + ui_.text({column_.x, column_.y}, name,
                                             {.ink = ink, .font = FontRole::kSemiBold, .size = 14});
        ui_.text(
            {x + ui_.px(8), column_.y + ui_.px(1)}, at.kernel->title,
            {.ink = Ink::kTextSecond, .size = 12.5f, .max_width = column_.x + column_.width - x - ui_.px(8)});
        column_.y += ui_.px(26);
    }

    void code(const LaneAt& at, CommandKind kind) {
        const std::vector<CodeLine> lines = pseudo_code(*at.kernel, kind);
        const int lit = at.step ? code_line(*at.kernel, kind, at.step->step) : -1;
        // The widest line decides, so that none is cut.
        float size = 12.5f;
        const auto width_at = [&](float s) {
            float widest = 0;
            for (const CodeLine& line : lines) {
                widest = std::max(widest, ui_.text_width(line.text, {.font = FontRole::kMono, .size = s}) +
                                              static_cast<float>(line.indent) * ui_.px(14));
            }
            return widest;
        };
        const float number = ui_.px(24);
        while (size > 11.0f && width_at(size) > column_.width - number) size -= 0.5f;
        for (std::size_t i = first_line(lines.size(), lit); i < lines.size(); ++i) {
            const Box row{column_.x - ui_.px(8), column_.y, column_.width + ui_.px(16), ui_.px(kLine)};
            const bool here = static_cast<int>(i) == lit;
            if (here) {
                ui_.fill(row, Ink::kFocusFill, ui_.px(4));
                ui_.fill({row.x, row.y, ui_.px(3), row.h}, Ink::kFocus, ui_.px(1));
            }
            ui_.text_in({column_.x, row.y, number - ui_.px(8), row.h}, std::to_string(i + 1),
                        {.ink = here ? Ink::kFocus : Ink::kTextThird,
                         .font = FontRole::kMono,
                         .size = 11,
                         .align = Align::kEnd});
            const float x = column_.x + number + static_cast<float>(lines[i].indent) * ui_.px(14);
            const bool head = lines[i].indent == 0;
            ui_.text_in({x, row.y, column_.x + column_.width + ui_.px(6) - x, row.h}, lines[i].text,
                        {.ink = here   ? Ink::kFocus
                                : head ? Ink::kText
                                       : Ink::kTextSecond,
                         .font = FontRole::kMono,
                         .size = size});
            column_.y += row.h;
        }
    }

    // Where not all lines have room, those before the lit one go out of sight, but for a few.
    std::size_t first_line(std::size_t lines, int lit) const {
        if (lit < 0) return 0;
        const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowSize().y - ui_.px(8);
        const auto room = static_cast<std::size_t>(std::max(6.0f, (bottom - column_.y) / ui_.px(kLine)));
        if (lines <= room) return 0;
        constexpr std::size_t kAhead = 3;  // lines below the lit one stay in sight
        const std::size_t last = std::min(lines, static_cast<std::size_t>(lit) + 1 + kAhead);
        return last > room ? last - room : 0;
    }

    void variables(const LaneAt& at) {
        const auto list = code_variables(*at.kernel, at.step->world, at.step->step);
        const TextStyle name_style{.ink = Ink::kTextThird, .font = FontRole::kMono, .size = 12};
        float names = ui_.px(52);
        for (const CodeVariable& v : list)
            names = std::max(names, ui_.text_width(v.name, name_style) + ui_.px(10));
        const float top = column_.y;
        for (const CodeVariable& v : list) {
            const Box row{column_.x, column_.y, column_.width, ui_.px(kVariableLine)};
            ui_.text_in({row.x, row.y, names, row.h}, v.name, name_style);
            ui_.react("variable-" + v.name, row,
                      {.tooltip = v.value, .focusable = false, .draw_focus = false, .hand = false});
            ui_.text_in(
                {row.x + names, row.y, row.w - names, row.h}, v.value,
                {.ink = v.name == "q" ? Ink::kFocus : Ink::kText, .font = FontRole::kMono, .size = 12});
            column_.y += row.h;
        }
        const CommandKind kind = at.command->command.kind;
        const std::size_t most =
            std::max(list.size(), kind == CommandKind::kUmount ? kVariablesOfUmount : kVariablesOfMount);
        column_.y = top + ui_.px(kVariableLine) * static_cast<float>(most) + ui_.px(2);
        const std::string count = "step " + with_thousands(at.step->index + 1) + " of " +
                                  with_thousands(at.index->steps()) +
                                  (at.waits ? ", waits for the others" : "");
        ui_.text({column_.x, column_.y}, count, {.ink = Ink::kTextThird, .size = 12});
        column_.y += ui_.px(22);
        ui_.horizontal_line(column_.x, column_.x + column_.width, column_.y - ui_.px(2));
        column_.y += ui_.px(4);
    }

    void hint(const LaneAt& at) {
        column_.y += ui_.px(12);
        const std::string text = at.command == nullptr
                                     ? "So does this kernel unmount. Step forward with the full stop key, "
                                       "one thing it looks at after the other."
                                     : "The command has ended. Go back into it with the comma key, one step "
                                       "at a time, or choose phase or step at the right of the time line.";
        column_.y +=
            ui_.paragraph({column_.x, column_.y}, column_.width, text, {.ink = Ink::kTextSecond}, 19);
    }

    Ui& ui_;
    Column& column_;
    const AppModel& model_;
    Commands& commands_;
    const Session& session_;
    std::size_t lane_ = 0;
};

}  // namespace

void draw_code_tab(Ui& ui, Column& column, const AppModel& model, Commands& commands) {
    CodeTab(ui, column, model, commands).draw();
}

}  // namespace mountscope
