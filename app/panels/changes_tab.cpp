// What the step that led here did: mounts added, removed, moved and regrouped, and the work it cost the
// kernel.

#include <imgui.h>

#include "app/panels/inspector_panel.hpp"
#include "app/theme/widgets.hpp"

#include "assets/icons.hpp"

namespace mountscope {
namespace {

constexpr std::size_t kMostListed = 200;

class ChangesTab {
  public:
    ChangesTab(Ui& ui, Column& column, const AppModel& model, Commands& commands)
        : ui_(ui), column_(column), model_(model), commands_(commands), session_(model.session) {}

    void draw() {
        const Timeline& timeline = session_.timeline();
        if (timeline.cursor() == 0) {
            say("This is the beginning: no command has run yet.");
            return;
        }
        const TimelineStep& step = timeline.step(timeline.cursor());
        command(step);
        const Changes& changes = step.changes;
        if (changes.empty()) {
            column_.y += ui_.px(8);
            say(step.result.error == Errno::kOk ? "No mount table changed."
                                                : "It was refused, so nothing changed.");
        }
        mounts("ADDED", kIconPlus, Ink::kAdded, changes.added, session_.view());
        mounts("GONE", kIconMinus, Ink::kRemoved, changes.removed, session_.view_before());
        mounts("MOVED", kIconArrowRight, Ink::kMoved, changes.moved, session_.view());
        mounts("OTHER PROPAGATION", kIconShare2, Ink::kMoved, changes.regrouped, session_.view());
        work(step.result.counters);
    }

  private:
    void say(std::string_view text) {
        column_.y +=
            ui_.paragraph({column_.x, column_.y}, column_.width, text, {.ink = Ink::kTextSecond}, 19);
    }

    void command(const TimelineStep& step) {
        const TextStyle mono{.font = FontRole::kMono, .size = 12.5f};
        const float inner = column_.width - ui_.px(20);
        const bool good = step.result.error == Errno::kOk;
        const float height = ui_.paragraph({}, inner, step.text, mono, 18, false) + ui_.px(14);
        ui_.fill({column_.x, column_.y, column_.width, height}, Ink::kGround, ui_.px(6));
        ui_.paragraph({column_.x + ui_.px(10), column_.y + ui_.px(7)}, inner, step.text, mono, 18);
        column_.y += height + ui_.px(6);
        const Box line{column_.x, column_.y, column_.width, ui_.px(20)};
        const std::string result = good ? "succeeded"
                                        : std::string(errno_name(step.result.error)) + ": " +
                                              std::string(errno_meaning(step.result.error));
        ui_.icon({line.x, line.y, ui_.px(16), line.h}, good ? kIconCheck : kIconX,
                 good ? Ink::kAdded : Ink::kError, 14);
        ui_.text_in({line.x + ui_.px(20), line.y, line.w - ui_.px(20), line.h}, result,
                    {.ink = good ? Ink::kTextSecond : Ink::kError});
        column_.y += line.h;
    }

    void mounts(std::string_view title, const char* icon, Ink ink, const std::vector<MountRef>& list,
                const StateView& view) {
        if (list.empty()) return;
        section(ui_, column_, title);
        const Box count{column_.x + column_.width - ui_.px(80), column_.y - ui_.px(25), ui_.px(80),
                        ui_.px(20)};
        const float taken = ui_.text_in(count, with_thousands(list.size()),
                                        {.ink = ink, .font = FontRole::kSemiBold, .align = Align::kEnd});
        ui_.icon({count.x + count.w - taken - ui_.px(18), count.y, ui_.px(14), count.h}, icon, ink, 13);
        for (std::size_t i = 0; i < list.size() && i < kMostListed; ++i) {
            mount_row(ui_, column_, std::string(title) + std::to_string(i), view, list[i], model_, commands_);
        }
        if (list.size() > kMostListed) {
            ui_.text({column_.x, column_.y + ui_.px(4)},
                     "and " + with_thousands(list.size() - kMostListed) + " more", {.ink = Ink::kTextThird});
            column_.y += ui_.px(24);
        }
    }

    void work(const Counters& counters) {
        section(ui_, column_, "THE KERNEL'S WORK");
        bool any = false;
        for (std::size_t i = 0; i < kCounterCount; ++i) {
            const auto counter = static_cast<Counter>(i);
            if (counters[counter] == 0) continue;
            any = true;
            const Box row{column_.x, column_.y, column_.width, ui_.px(22)};
            ui_.react("counter" + std::to_string(i), row,
                      {.tooltip = counter_meaning(counter),
                       .focusable = false,
                       .draw_focus = false,
                       .hand = false});
            ui_.text_in(row, counter_name(counter),
                        {.ink = Ink::kTextSecond, .font = FontRole::kMono, .size = 12});
            ui_.text_in(row, with_thousands(counters[counter]),
                        {.font = FontRole::kMono, .size = 12.5f, .align = Align::kEnd});
            column_.y += row.h;
        }
        if (!any) say("None: it does not touch mounts.");
    }

    Ui& ui_;
    Column& column_;
    const AppModel& model_;
    Commands& commands_;
    const Session& session_;
};

}  // namespace

void draw_changes_tab(Ui& ui, Column& column, const AppModel& model, Commands& commands) {
    ChangesTab(ui, column, model, commands).draw();
}

}  // namespace mountscope
