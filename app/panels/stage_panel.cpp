#include "app/panels/stage_panel.hpp"

#include <algorithm>
#include <cmath>
#include <imgui.h>

#include "core/trace/narrate.hpp"

#include "app/model/difference_marks.hpp"

namespace mountscope {
namespace {

constexpr float kZoomOfOneTurn = 1.25f;
constexpr float kDragSlop = 4;

Target to_target(const Selection& selection) {
    switch (selection.kind) {
        case Selection::Kind::kMount:
            return {Target::Kind::kMount, selection.id};
        case Selection::Kind::kGroup:
            return {Target::Kind::kGroup, selection.id};
        case Selection::Kind::kNamespace:
            return {Target::Kind::kNamespace, selection.id};
        case Selection::Kind::kNone:
            break;
    }
    return {};
}

Selection to_selection(const Target& target) {
    switch (target.kind) {
        case Target::Kind::kMount:
            return Selection::mount(target.id);
        case Target::Kind::kGroup:
            return Selection::group(target.id);
        case Target::Kind::kNamespace:
            return Selection::name_space(target.id);
        default:
            return {};
    }
}

// "Where we are now": what the last command was about.
std::uint32_t focus_of(const LaneAt& at) {
    if (at.changes == nullptr) return 0;
    const Changes& changes = *at.changes;
    const World& world = at.view->world();
    for (const MountRef m : changes.added) {
        const MountOrigin origin = world[m].origin;
        if (origin == MountOrigin::kBind || origin == MountOrigin::kNewFilesystem) return world[m].unique_id;
    }
    if (!changes.added.empty() || !changes.removed.empty()) return 0;
    if (changes.moved.size() == 1) return world[changes.moved.front()].unique_id;
    if (changes.regrouped.size() == 1) return world[changes.regrouped.front()].unique_id;
    return 0;
}

// "marking, receiver 4", at the right of a lane's header.
std::string state_of(const LaneAt& at) {
    if (!at.step)
        return at.command != nullptr && at.command->result.error != Errno::kOk
                   ? std::string(errno_name(at.command->result.error))
                   : "";
    if (at.waits) return "waits";
    std::string text(phase_name(at.step->step.phase));
    if (at.step->step.number > 0) text += ", receiver " + with_thousands(at.step->step.number);
    return text;
}

void set_variant(TreeView& view, std::size_t lane, const LaneAt& at) {
    view.variant = lane_ink(lane);
    view.variant_letter = std::string(1, lane_letter(lane));
    view.variant_name = "Linux " + std::string(at.kernel->name);
    view.variant_title = at.kernel->title;
    view.variant_state = state_of(at);
}

void react(Ui& ui, const Box& box, StagePanel& panel, std::size_t lane, const AppModel& model,
           Commands& commands) {
    const ImGuiIO& io = ImGui::GetIO();
    const Reaction r = ui.react("stage" + std::to_string(lane), box,
                                {.focusable = false, .draw_focus = false, .hand = false});
    const Vec2 pointer{io.MousePos.x - box.x, io.MousePos.y - box.y};
    if (r.hovered && io.MouseWheel != 0) {
        panel.picture.zoom_at(panel.view, pointer, std::pow(kZoomOfOneTurn, io.MouseWheel));
    }
    if (r.hovered && io.MouseWheelH != 0)
        panel.picture.pan(panel.view, pointer, {io.MouseWheelH * ui.px(60), 0});
    const ImVec2 start = io.MouseClickedPos[0];
    if (r.held &&
        (panel.dragging || std::hypot(io.MousePos.x - start.x, io.MousePos.y - start.y) > kDragSlop)) {
        panel.dragging = true;
        panel.picture.pan(panel.view, {start.x - box.x, start.y - box.y}, {io.MouseDelta.x, io.MouseDelta.y});
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    }
    const GroupInfo* hit = r.hovered && !panel.dragging ? panel.scene.hit(pointer) : nullptr;
    const Target target = hit == nullptr ? Target{} : parse_target(hit->id);
    if (target) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (const Selection what = to_selection(target)) commands.push(Hover{what});
        if (!hit->tooltip.empty() && !r.held && io.MouseSource != ImGuiMouseSource_TouchScreen &&
            ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip)) {
            ui.tooltip({box.x + hit->hit.x, box.y + hit->hit.y, hit->hit.w, hit->hit.h}, hit->tooltip);
        }
    }
    if (r.clicked && !panel.dragging) {
        if (hit != nullptr && panel.picture.toggle_fold(panel.view, hit->id)) {
            // A fold that opens selects nothing.
        } else {
            commands.push(
                Select{model.view.selected == to_selection(target) ? Selection{} : to_selection(target)});
        }
    }
    if (r.double_clicked && !target) TreePicture::fit(panel.view);
    if (!r.held) panel.dragging = false;
}

}  // namespace

void update_stage(StagePanel& panel, std::size_t lane, const AppModel& model) {
    const Session& session = model.session;
    if (panel.shown_revision == session.revision()) return;
    const LaneAt& at = session.lane(lane);
    if (!at.view) return;  // the picture stays until its commands have been run
    panel.shown_revision = session.revision();
    if (panel.shown_story != session.story()) {
        panel.shown_story = session.story();
        panel.view.folds = {};
        panel.view.cameras.clear();
    }
    // The same state again, with another step: what was made of it is still right.
    const bool same = panel.state == at.view && panel.state_before == at.before;
    panel.state = at.view;
    panel.state_before = at.before;
    if (!same) {
        TreeInput input;
        input.world = &at.view->world();
        input.state = &at.view->tables();
        if (at.changes != nullptr) {
            input.before = &at.before->world();
            input.state_before = &at.before->tables();
            input.changes = at.changes;
        }
        input.colours = &model.colours;
        panel.picture.set_state(input);
    }
    panel.view.focus = focus_of(at);
    panel.view.overlay = nullptr;
    if (at.step) {
        panel.overlay = make_step_overlay(at.view->world(), at.step->world, at.step->step, at.step->visit);
        panel.view.overlay = &panel.overlay;
        panel.view.focus = panel.overlay.current;
    }
    panel.differences = difference_marks(session, lane);
    panel.view.differences = panel.differences.empty() ? nullptr : &panel.differences;
    panel.view.variant = Ink::kNone;
    panel.view.differences = nullptr;
    if (session.lanes() > 1) {
        set_variant(panel.view, lane, at);
        panel.differences = difference_marks(session, lane);
        panel.view.differences = &panel.differences;
    }
}

void draw_stage_panel(Ui& ui, const Box& box, StagePanel& panel, std::size_t lane, const AppModel& model,
                      Commands& commands) {
    ui.focus.set_region(FocusRegion::kStage);
    update_stage(panel, lane, model);
    if (!panel.picture.has_state()) {
        ui.fill(box, Ink::kPanel, ui.px(10));
        ui.outline(box, Ink::kLine, ui.px(10));
        ui.text_in(box, "The commands are being run", {.ink = Ink::kTextThird, .align = Align::kCentre});
        return;
    }
    const FontMeasure measure(ui.fonts);
    react(ui, box, panel, lane, model, commands);
    panel.view.size = {box.w, box.h};
    panel.view.text_scale = ui.scale;
    // The rail lists the groups too; of three or four, the trees need the room.
    panel.view.show_group_strip = model.session.lanes() <= 2;
    panel.view.selected = to_target(model.view.selected);
    panel.view.hovered = to_target(model.view.hovered);
    panel.picture.arrange(panel.view, measure);
    panel.scene.clear();
    panel.picture.emit(panel.scene, panel.view, measure);
    ui.paint(panel.scene, {box.x, box.y}, box);
}

void fit_stage(StagePanel& panel, const AppModel& model, bool selection_only) {
    TreePicture::fit(panel.view);
    if (selection_only && model.view.selected)
        panel.picture.reveal(panel.view, to_target(model.view.selected));
}

void reveal_in_stage(StagePanel& panel, Selection what) {
    if (panel.picture.has_state()) panel.picture.reveal(panel.view, to_target(what));
}

bool toggle_selected_fold(StagePanel& panel, const AppModel& model) {
    if (model.view.selected.kind != Selection::Kind::kMount) return false;
    const std::string id = std::to_string(model.view.selected.id);
    return panel.picture.toggle_fold(panel.view, "fold:" + id) ||
           panel.picture.toggle_fold(panel.view, "unfold:" + id);
}

std::uint32_t next_mount_in_stage(const StagePanel& panel, const AppModel& model, bool forward) {
    // In the order in which they are drawn, so that what is folded away is passed over.
    const std::uint32_t selected =
        model.view.selected.kind == Selection::Kind::kMount ? model.view.selected.id : 0;
    bool found = false;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    for (const GroupInfo& group : panel.scene.groups) {
        const Target target = parse_target(group.id);
        if (target.kind != Target::Kind::kMount) continue;
        if (found) return target.id;
        if (target.id == selected) {
            if (!forward) return last;
            found = true;
        }
        if (first == 0) first = target.id;
        last = target.id;
    }
    // With nothing selected, or what was selected gone from this state, the walk begins at an end.
    if (found) return 0;
    return forward ? first : last;
}

}  // namespace mountscope
