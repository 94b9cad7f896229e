// What the step that led here did: mounts added, removed, moved and regrouped, and the work it cost the
// kernel.

#include <algorithm>
#include <imgui.h>

#include "app/panels/inspector_panel.hpp"
#include "app/theme/widgets.hpp"

#include "assets/icons.hpp"

namespace mountscope {
namespace {

constexpr std::size_t kMostListed = 200;
constexpr std::size_t kMostDifferences = 20;

class ChangesTab {
  public:
    ChangesTab(Ui& ui, Column& column, const AppModel& model, Commands& commands)
        : ui_(ui), column_(column), model_(model), commands_(commands), session_(model.session) {}

    void draw() {
        const Timeline& timeline = session_.timeline();
        if (session_.shown_command() == 0) {
            say("This is the beginning: no command has run yet.");
            return;
        }
        const TimelineStep& step = timeline.step(session_.shown_command());
        if (session_.inside()) {
            running(step);
            work();
            return;
        }
        command(step);
        const Changes& changes = step.changes;
        if (changes.empty()) {
            column_.y += ui_.px(8);
            say(step.result.error == Errno::kOk ? "No mount table changed."
                                                : "It was refused, so nothing changed.");
        }
        differences(true);
        mounts("ADDED", kIconPlus, Ink::kAdded, changes.added, session_.view());
        mounts("GONE", kIconMinus, Ink::kRemoved, changes.removed, session_.view_before());
        mounts("MOVED", kIconArrowRight, Ink::kMoved, changes.moved, session_.view());
        mounts("OTHER PROPAGATION", kIconShare2, Ink::kMoved, changes.regrouped, session_.view());
        differences(false);
        work();
    }

  private:
    void say(std::string_view text) {
        column_.y +=
            ui_.paragraph({column_.x, column_.y}, column_.width, text, {.ink = Ink::kTextSecond}, 19);
    }

    void running(const TimelineStep& step) {
        const std::string text = "Inside of " + step.text;
        column_.y += ui_.paragraph({column_.x, column_.y}, column_.width, text,
                                   {.font = FontRole::kMono, .size = 12.5f}, 18) +
                     ui_.px(6);
        say("What it changes is told when it has ended.");
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

    // Mounts that ended otherwise under the other kernels: where, and why.
    void differences(bool fresh) {
        const Differences& all = session_.differences();
        const std::size_t count = fresh ? all.fresh : all.from_before;
        if (count == 0) return;
        section(ui_, column_, fresh ? "ENDS DIFFERENTLY" : "DIFFERENT BEFORE ALREADY");
        std::size_t shown = 0;
        for (std::size_t i = 0; i < all.list.size() && shown < kMostDifferences; ++i) {
            if (all.list[i].from_before == fresh) continue;
            difference("difference" + std::to_string(i), all.list[i]);
            ++shown;
        }
        if (count > shown) {
            ui_.text({column_.x, column_.y}, "and " + with_thousands(count - shown) + " more",
                     {.ink = Ink::kTextThird});
            column_.y += ui_.px(24);
        }
    }

    void difference(const std::string& id, const MountDifference& d) {
        const Box row{column_.x - ui_.px(8), column_.y, column_.width + ui_.px(16), ui_.px(24)};
        std::uint32_t selects = 0;
        for (const LaneFate& fate : d.lanes) {
            if (selects == 0) selects = fate.unique_id;
        }
        const bool selected = selects != 0 && model_.view.selected == Selection::mount(selects);
        if (list_row(ui_, id, row, {.selected = selected, .bar = false}).clicked)
            commands_.push(Select{Selection::mount(selects)});
        const float x = column_.x + ui_.text_in({column_.x, row.y, column_.width, row.h}, d.name,
                                                {.ink = Ink::kText, .font = FontRole::kSemiBold, .size = 13});
        std::string place = d.place_before.empty() ? std::string("new") : d.place_before;
        if (d.matched_by_place) place += "  (matched by place)";
        ui_.text_in({x + ui_.px(8), row.y, column_.x + column_.width - x - ui_.px(8), row.h}, place,
                    {.ink = Ink::kTextSecond, .font = FontRole::kMono, .size = 12.5f});
        column_.y += row.h;
        std::vector<bool> told(d.lanes.size(), false);
        for (std::size_t lane = 0; lane < d.lanes.size(); ++lane) {
            if (!told[lane]) fate_of_lanes(d, lane, told);
        }
        column_.y += ui_.px(8);
    }

    // One line for all lanes where it ended in the same way for the same reason.
    void fate_of_lanes(const MountDifference& d, std::size_t first, std::vector<bool>& told) {
        const LaneFate& fate = d.lanes[first];
        float x = column_.x;
        for (std::size_t lane = first; lane < d.lanes.size(); ++lane) {
            if (d.lanes[lane].outcome != fate.outcome || d.lanes[lane].reason != fate.reason) continue;
            told[lane] = true;
            ui_.text({x, column_.y}, std::string(1, lane_letter(lane)),
                     {.ink = lane_ink(lane), .font = FontRole::kSemiBold, .size = 13});
            x += ui_.px(16);
        }
        const float from = std::max(x + ui_.px(4), column_.x + ui_.px(20));
        const std::string text = fate.outcome + (fate.reason.empty() ? "" : ": " + fate.reason);
        const float used = ui_.paragraph({from, column_.y}, column_.x + column_.width - from, text,
                                         {.ink = Ink::kTextSecond, .size = 13}, 18);
        column_.y += std::max(used, ui_.px(18)) + ui_.px(4);
    }

    // Each counter that counted something, a column for each kernel.
    void work() {
        section(ui_, column_, session_.inside() ? "THE KERNEL'S WORK SO FAR" : "THE KERNEL'S WORK");
        const std::size_t lanes = session_.lanes();
        const float width = lanes == 1 ? column_.width * 0.4f : ui_.px(lanes == 2 ? 66 : 50);
        if (lanes > 1) heads(lanes, width);
        bool any = false;
        for (std::size_t i = 0; i < kCounterCount; ++i) {
            const auto counter = static_cast<Counter>(i);
            bool counted = false;
            for (std::size_t lane = 0; lane < lanes; ++lane)
                counted |= session_.lane(lane).whole[counter] != 0;
            if (!counted) continue;
            any = true;
            counter_row(counter, lanes, width);
        }
        if (!any) say("None: it does not touch mounts.");
    }

    Box cell(std::size_t lane, std::size_t lanes, float width) const {
        const float end = column_.x + column_.width - width * static_cast<float>(lanes - 1 - lane);
        return {end - width, column_.y, width, ui_.px(22)};
    }

    void heads(std::size_t lanes, float width) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::string head =
                std::string(1, lane_letter(lane)) + " " + std::string(session_.kernel(lane).name);
            ui_.text_in(
                cell(lane, lanes, width), lanes > 2 ? head.substr(0, 1) : head,
                {.ink = lane_ink(lane), .font = FontRole::kSemiBold, .size = 12, .align = Align::kEnd});
        }
        column_.y += ui_.px(22);
    }

    void counter_row(Counter counter, std::size_t lanes, float width) {
        const Box row{column_.x, column_.y, column_.width, ui_.px(22)};
        std::string about(counter_meaning(counter));
        if (lanes > 1) {
            for (std::size_t lane = 0; lane < lanes; ++lane)
                about += "\n" + std::string(1, lane_letter(lane)) + ": " +
                         with_thousands(session_.lane(lane).counters[counter]);
        }
        ui_.react("counter" + std::string(counter_name(counter)), row,
                  {.tooltip = about, .focusable = false, .draw_focus = false, .hand = false});
        const float names = column_.width - width * static_cast<float>(lanes) - ui_.px(4);
        ui_.text_in({row.x, row.y, names, row.h}, counter_name(counter),
                    {.ink = Ink::kTextSecond, .font = FontRole::kMono, .size = 12});
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::uint64_t value = session_.lane(lane).counters[counter];
            const Box place = cell(lane, lanes, width);
            std::string text = with_thousands(value);
            const TextStyle style{
                .font = FontRole::kMono, .size = lanes > 2 ? 11.5f : 12.5f, .align = Align::kEnd};
            if (ui_.text_width(text, style) > place.w - ui_.px(4)) text = short_number(value);
            ui_.text_in(place, text, style);
        }
        column_.y += row.h;
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
