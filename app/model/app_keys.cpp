// Keys, as anchors of the help page list them. None works while text is typed; arrows belong to the timeline
// unless the keyboard is at a control.

#include <imgui.h>
#include <imgui_internal.h>

#include "app/model/app_impl.hpp"

namespace mountscope {
namespace {

bool pressed(ImGuiKey key, bool repeat = false) {
    return ImGui::IsKeyPressed(key, repeat);
}

bool typed(char character) {
    for (const ImWchar c : ImGui::GetIO().InputQueueCharacters) {
        if (c == static_cast<ImWchar>(character)) return true;
    }
    return false;
}

bool no_modifier() {
    const ImGuiIO& io = ImGui::GetIO();
    return !io.KeyCtrl && !io.KeyAlt && !io.KeySuper;
}

}  // namespace

void App::Impl::read_keys() {
    // Dear ImGui would move its own focus to the next text field with Tab.
    ImGui::SetKeyOwner(ImGuiKey_Tab, ImGui::GetID("mountscope-tab"));
    FocusKeys keys;
    const bool free = ui_.keyboard_is_free();
    if (free && no_modifier()) {
        const bool shift = ImGui::GetIO().KeyShift;
        const bool tab =
            ImGui::IsKeyPressed(ImGuiKey_Tab, ImGuiInputFlags_Repeat, ImGui::GetID("mountscope-tab"));
        keys.next = tab && !shift;
        keys.previous = tab && shift;
        keys.up = pressed(ImGuiKey_UpArrow, true);
        keys.down = pressed(ImGuiKey_DownArrow, true);
        keys.activate = pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter) || pressed(ImGuiKey_Space);
        if (pressed(ImGuiKey_Escape)) leave();
    }
    ui_.focus.begin_frame(keys);
    if (!free || !no_modifier()) return;
    walk_mounts();
    program_keys();
    if (model_.view.help || model_.view.kernels) return;
    stepping_keys();
    looking_keys();
}

// Side by side with the kernel that shows the difference best, or alone again.
void App::Impl::compare_or_not() {
    const Session& session = model_.session;
    if (session.lanes() > 1) {
        for (std::size_t lane = session.lanes(); lane-- > 1;) commands_.push(RemoveLane{lane});
        return;
    }
    const bool is_oldest = &session.kernel(0) == &kernels().front();
    commands_.push(AddLane{std::string(is_oldest ? default_kernel().name : kernels().front().name)});
}

// Escape closes what is open, then leaves the control, then deselects.
void App::Impl::leave() {
    if (model_.view.help) return commands_.push(ShowHelp{false});
    if (model_.view.kernels) return commands_.push(ShowKernels{false});
    if (model_.console.running()) return commands_.push(CancelRun{});
    if (ui_.focus.in_controls()) return ui_.focus.clear();
    if (model_.view.selected) commands_.push(Select{});
}

void App::Impl::walk_mounts() {
    const Focus::StageMove move = ui_.focus.stage_move();
    if (move == Focus::StageMove::kNone) {
        if (!ui_.focus.in_controls() && pressed(ImGuiKey_Enter))
            toggle_selected_fold(stages_.front(), model_);
        return;
    }
    const bool forward = move == Focus::StageMove::kNext;
    // Other views than the trees have controls of their own.
    if (model_.view.stage != StageView::kTrees && ui_.focus.has_region(FocusRegion::kStage))
        return ui_.focus.go_to_region(FocusRegion::kStage);
    const std::uint32_t next = next_mount_in_stage(stages_.front(), model_, forward);
    if (next == 0) {
        ui_.focus.leave_stage(forward);
    } else {
        commands_.push(Select{Selection::mount(next), true});
    }
}

void App::Impl::stepping_keys() {
    const Timeline& timeline = model_.session.timeline();
    const bool shift = ImGui::GetIO().KeyShift;
    const Grain grain = shift ? Grain::kCommand : model_.view.grain;
    const std::optional<ScenarioParameter>& parameter = model_.session.scenario().parameter;
    const int sideways =
        (pressed(ImGuiKey_RightArrow, true) ? 1 : 0) - (pressed(ImGuiKey_LeftArrow, true) ? 1 : 0);
    if (sideways != 0 && parameter && model_.view.stage == StageView::kGrowth) {
        // Along the axis of the plot.
        commands_.push(SetParameter{model_.session.parameter() + sideways});
    } else if (sideways != 0) {
        commands_.push(StepBy{sideways, grain});
    }
    if (pressed(ImGuiKey_PageDown, true)) commands_.push(StepBy{1, grain});
    if (pressed(ImGuiKey_PageUp, true)) commands_.push(StepBy{-1, grain});
    if (pressed(ImGuiKey_Period, true)) commands_.push(StepBy{1, Grain::kStep});
    if (pressed(ImGuiKey_Comma, true)) commands_.push(StepBy{-1, Grain::kStep});
    if (pressed(ImGuiKey_Home)) commands_.push(Seek{0});
    if (pressed(ImGuiKey_End)) commands_.push(Seek{timeline.size()});
    if (pressed(ImGuiKey_Space) && !ui_.focus.in_controls()) commands_.push(SetPlaying{!model_.view.playing});
    if (pressed(ImGuiKey_Z, true)) commands_.push(StepBy{shift ? 1 : -1});
    if (pressed(ImGuiKey_N) && parameter)
        commands_.push(SetParameter{model_.session.parameter() + (shift ? -1 : 1)});
    if (pressed(ImGuiKey_U)) {
        const std::size_t notch = memory_notch(model_.session.memory());
        if (!shift && notch + 1 < kMemoryNotches) commands_.push(SetMemory{memory_at(notch + 1)});
        if (shift && notch > 0) commands_.push(SetMemory{memory_at(notch - 1)});
    }
}

void App::Impl::looking_keys() {
    const bool shift = ImGui::GetIO().KeyShift;
    if (pressed(ImGuiKey_F)) commands_.push(FitStage{shift});
    const auto toggle = [&](StageView view) {
        commands_.push(OpenStage{static_cast<int>(model_.view.stage == view ? StageView::kTrees : view)});
    };
    if (pressed(ImGuiKey_G)) toggle(StageView::kGrowth);
    if (pressed(ImGuiKey_B)) toggle(StageView::kHash);
    if (pressed(ImGuiKey_Q)) toggle(StageView::kQueue);
    if (pressed(ImGuiKey_A)) commands_.push(OpenInspector{static_cast<int>(InspectorTab::kCode)});
    if (pressed(ImGuiKey_W)) commands_.push(OpenInspector{static_cast<int>(InspectorTab::kWhy)});
    if (pressed(ImGuiKey_L)) {
        if (!model_.view.layout.rail) commands_.push(TogglePanel{Sheet::kRail});
        ui_.focus.go_to_region(FocusRegion::kRail);
    }
    const float scale = model_.view.user_scale;
    if (typed('+') || pressed(ImGuiKey_KeypadAdd)) commands_.push(SetScale{scale * 1.125f});
    if (typed('-') || pressed(ImGuiKey_KeypadSubtract)) commands_.push(SetScale{scale / 1.125f});
    if (typed('0') || pressed(ImGuiKey_Keypad0)) commands_.push(SetScale{1});
}

void App::Impl::program_keys() {
    if (typed('?') || pressed(ImGuiKey_H)) commands_.push(ShowHelp{!model_.view.help});
    if (pressed(ImGuiKey_T)) {
        commands_.push(
            SetTheme{model_.view.theme == ThemeName::kDark ? ThemeName::kLight : ThemeName::kDark});
    }
    if (model_.view.help) return;
    if (pressed(ImGuiKey_K)) commands_.push(ShowKernels{!model_.view.kernels});
    if (pressed(ImGuiKey_C)) compare_or_not();
    if (pressed(ImGuiKey_M)) {
        const auto next = static_cast<int>(model_.view.grain) + 1;
        commands_.push(SetGrain{static_cast<Grain>(next % 3)});
    }
    if (pressed(ImGuiKey_I) || pressed(ImGuiKey_GraveAccent)) commands_.push(FocusConsole{});
}

}  // namespace mountscope
