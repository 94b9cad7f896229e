#include "app/panels/rail_panel.hpp"

#include <algorithm>
#include <cmath>
#include <imgui.h>

#include "app/panels/ring_badge.hpp"
#include "app/theme/widgets.hpp"

namespace mountscope {
namespace {

// Design pixels.
constexpr float kScenarioRow = 24;
constexpr float kNamespaceRow = 30;
constexpr float kGroupRow = 28;
constexpr float kHeading = 20;
constexpr float kLiveShare = 0.5f;  // of the rail, at most, for namespaces and peer groups

class Rail {
  public:
    Rail(Ui& ui, const Box& box, const AppModel& model, Commands& commands)
        : ui_(ui), model_(model), commands_(commands), left_(box.x), width_(box.w) {}

    // Each returns the height of its content.
    float draw_scenarios() {
        const float start = ImGui::GetCursorScreenPos().y;
        y_ = start + ui_.px(12);
        scenarios();
        return y_ - start + ui_.px(8);
    }
    float draw_live() {
        const float start = ImGui::GetCursorScreenPos().y;
        y_ = start + ui_.px(10);
        namespaces();
        groups();
        return y_ - start + ui_.px(8);
    }
    float live_height() const {
        const auto ns = static_cast<float>(model_.session.view().namespaces().size());
        const auto groups =
            static_cast<float>(std::max<std::size_t>(1, model_.session.view().groups().size()));
        return ui_.px(10) + 2 * ui_.px(kHeading) + ns * ui_.px(kNamespaceRow) + ui_.px(8) +
               groups * ui_.px(kGroupRow) + ui_.px(8);
    }

  private:
    Box row(float height) const { return {left_ + ui_.px(8), y_, width_ - ui_.px(16), ui_.px(height)}; }

    void title(std::string_view text) {
        heading(ui_, {left_ + ui_.px(16), y_}, text);
        y_ += ui_.px(kHeading);
    }

    // Groups of scenarios are set apart by a gap; their names are in the hints.
    void scenarios() {
        title("SCENARIOS");
        std::string_view group;
        for (const ScenarioInfo& scenario : built_in_scenarios()) {
            if (scenario.group != group && !group.empty()) y_ += ui_.px(6);
            group = scenario.group;
            const Box box = row(kScenarioRow);
            const bool selected = scenario.id == model_.session.scenario().id;
            const Reaction r =
                list_row(ui_, "scenario:" + scenario.id, box,
                         {.selected = selected, .tooltip = scenario.group + ". " + scenario.look});
            ui_.text_in({box.x + ui_.px(12), box.y, box.w - ui_.px(16), box.h}, scenario.title,
                        {.ink = selected || r.hovered ? Ink::kText : Ink::kTextSecond,
                         .font = selected ? FontRole::kSemiBold : FontRole::kRegular});
            if (r.clicked) commands_.push(LoadScenario{scenario.id});
            y_ += box.h;
        }
    }

    void namespaces() {
        title("NAMESPACES");
        for (const NamespaceSummary& ns : model_.session.view().namespaces()) {
            const Box box = row(26);
            std::string tooltip = ns.processes.size() == 1 ? "Process " : "Processes ";
            for (std::size_t i = 0; i < ns.processes.size() && i < 8; ++i) {
                tooltip += (i == 0 ? "" : ", ") + ns.processes[i];
            }
            if (ns.other_user) tooltip += ". Owned by another user: what it inherited is locked.";
            const bool selected = model_.view.selected.is_namespace(ns.seq);
            const Reaction r = list_row(ui_, "ns:" + std::to_string(ns.seq), box,
                                        {.selected = selected, .tooltip = tooltip});
            if (!selected && !r.hovered) ui_.fill(box, Ink::kRaised, ui_.px(6), 0.55f);
            const std::string count = with_thousands(ns.mounts) + (ns.mounts == 1 ? " mount" : " mounts");
            const Box inner{box.x + ui_.px(12), box.y, box.w - ui_.px(24), box.h};
            const float taken =
                ui_.text_in(inner, count, {.ink = Ink::kTextSecond, .size = 12, .align = Align::kEnd});
            ui_.text_in({inner.x, inner.y, inner.w - taken - ui_.px(8), inner.h},
                        ns.other_user ? ns.name + " (other user)" : ns.name, {.font = FontRole::kMedium});
            if (r.clicked)
                commands_.push(Select{selected ? Selection{} : Selection::name_space(ns.seq), true});
            if (r.hovered) commands_.push(Hover{Selection::name_space(ns.seq)});
            y_ += ui_.px(kNamespaceRow);
        }
        y_ += ui_.px(8);
    }

    void groups() {
        title("PEER GROUPS");
        const std::vector<GroupSummary>& groups = model_.session.view().groups();
        if (groups.empty()) {
            y_ += ui_.paragraph({left_ + ui_.px(16), y_}, width_ - ui_.px(32),
                                "None. mount --make-shared makes one.", {.ink = Ink::kTextThird}, 18);
            return;
        }
        // Rows that can't be seen are not drawn: there may be tens of thousands.
        const float height = ui_.px(kGroupRow);
        const ImVec4 clip = {0, ImGui::GetWindowPos().y, 0,
                             ImGui::GetWindowPos().y + ImGui::GetWindowHeight()};
        const auto first = static_cast<std::ptrdiff_t>(std::max(0.0f, (clip.y - y_) / height - 1));
        const auto last = static_cast<std::ptrdiff_t>(std::max(0.0f, (clip.w - y_) / height + 2));
        const auto count = static_cast<std::ptrdiff_t>(groups.size());
        const float top = y_;
        for (std::ptrdiff_t i = std::min(first, count); i < std::min(last, count); ++i) {
            y_ = top + height * static_cast<float>(i);
            group(groups[static_cast<std::size_t>(i)]);
        }
        y_ = top + height * static_cast<float>(count);
    }

    void group(const GroupSummary& g) {
        const Box box = row(27);
        const bool selected = model_.view.selected.is_group(g.group_id);
        const Reaction r = list_row(ui_, "group:" + std::to_string(g.group_id), box,
                                    {.selected = selected, .tooltip = "Show its members everywhere"});
        ring_badge(ui_, {box.x + ui_.px(18), box.y + box.h / 2}, ui_.px(10),
                   {.group = g.group_id, .master = g.master_group}, model_.colours);
        std::string text = with_thousands(g.peers.size()) + (g.peers.size() == 1 ? " member" : " peers");
        text += g.slaves == 0 ? ", no slaves"
                              : ", " + with_thousands(g.slaves) + (g.slaves == 1 ? " slave" : " slaves");
        if (const GroupSummary* master = model_.session.view().group(g.master_group)) {
            text += ", slave of " + std::to_string(master->group_id);
        }
        ui_.text_in({box.x + ui_.px(36), box.y, box.w - ui_.px(40), box.h}, text, {.ink = Ink::kText});
        if (r.clicked) commands_.push(Select{selected ? Selection{} : Selection::group(g.group_id), true});
        if (r.hovered) commands_.push(Hover{Selection::group(g.group_id)});
    }

    Ui& ui_;
    const AppModel& model_;
    Commands& commands_;
    float left_;
    float width_;
    float y_ = 0;
};

}  // namespace

void draw_rail_panel(Ui& ui, const Box& box, const AppModel& model, Commands& commands) {
    ui.focus.set_region(FocusRegion::kRail);
    ui.fill(box, Ink::kPanel);
    ui.vertical_line(box.x + box.w - 1, box.y, box.y + box.h);
    Rail rail(ui, box, model, commands);
    const float live = std::min(rail.live_height(), std::floor(box.h * kLiveShare));
    const Box upper{box.x, box.y, box.w - 1, box.h - live};
    ui.begin_scroll("scenarios", upper);
    ui.end_scroll(rail.draw_scenarios());
    ui.horizontal_line(box.x + ui.px(16), box.x + box.w - ui.px(16), upper.y + upper.h);
    ui.begin_scroll("live", {box.x, upper.y + upper.h + 1, box.w - 1, live - 1});
    ui.end_scroll(rail.draw_live());
}

}  // namespace mountscope
