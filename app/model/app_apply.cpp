// Applying what panels, keys and the console ask for.

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "app/model/app_impl.hpp"
#include "app/model/costly_command.hpp"

namespace mountscope {
namespace {

constexpr double kNoticeSeconds = 2;
constexpr float kLeastScale = 0.625f;
constexpr float kMostScale = 2.5f;

}  // namespace

void App::Impl::apply_all() {
    for (const AppCommand& command : commands_.take()) {
        std::visit([this](const auto& c) { apply(c); }, command);
    }
}

// --- the story

void App::Impl::begin_story(ScenarioInfo scenario, int parameter, const KernelProfile& kernel,
                            std::ptrdiff_t open_at) {
    model_.console.cancel();
    open_inside_.reset();
    open_select_ = scenario.select;
    open_at_ = open_at;
    opening_ = true;
    model_.view.playing = false;
    model_.colours = {};
    model_.console.load(std::move(scenario), parameter, kernel);
    keep_running();
}

// Kernels that a scenario asks for come and go with it; those that a person chose stay.
const KernelProfile& App::Impl::take_lanes_of(const ScenarioInfo& scenario) {
    std::vector<const KernelProfile*> kernels;
    for (const std::string& name : scenario.compare) {
        const KernelProfile* kernel = find_kernel(name);
        if (kernel == nullptr)
            notice("The scenario compares \"" + name + "\", which is no kernel known here");
        if (kernel != nullptr && kernels.size() < kMostLanes) kernels.push_back(kernel);
    }
    const bool asked = !kernels.empty();
    if (!asked && lanes_of_scenario_) kernels = {&default_kernel()};
    lanes_of_scenario_ = asked;
    if (kernels.empty()) return model_.session.timeline().kernel();
    const KernelProfile& first = *kernels.front();
    kernels.erase(kernels.begin());
    model_.view.code_lane = 0;
    model_.session.compare(kernels);
    return first;
}

void App::Impl::apply(const LoadScenario& c) {
    const ScenarioInfo* scenario = find_scenario(c.id);
    if (scenario == nullptr) return;
    const int parameter = scenario->parameter ? scenario->parameter->value : 0;
    model_.view.selected = {};
    const KernelProfile& kernel = take_lanes_of(*scenario);
    begin_story(*scenario, parameter, kernel, scenario->open_at.value_or(-1));
}

void App::Impl::apply(const SetParameter& c) {
    const Session& session = model_.session;
    if (!session.scenario().parameter) return;
    const ScenarioParameter& parameter = *session.scenario().parameter;
    const int value = std::clamp(c.value, parameter.least, parameter.most);
    if (value == session.parameter()) return;
    // What is at the end stays there, whatever the number of commands becomes.
    const auto from_end =
        static_cast<std::ptrdiff_t>(session.timeline().size() - session.timeline().cursor());
    const auto cursor = static_cast<std::ptrdiff_t>(session.timeline().cursor());
    begin_story(session.scenario(), value, session.timeline().kernel(),
                from_end < cursor ? -1 - from_end : cursor);
}

// States stay what they are, so the cursor does too, also inside of a command.
void App::Impl::apply(const SetMemory& c) {
    if (c.bytes == model_.session.memory()) return;
    if (model_.console.running()) {
        wanted_memory_ = c.bytes;
        return;
    }
    const Timeline& timeline = model_.session.timeline();
    open_at_ = static_cast<std::ptrdiff_t>(timeline.cursor());
    open_inside_ = model_.session.inside();
    opening_ = true;
    model_.view.playing = false;
    model_.session.set_memory(c.bytes);
    model_.console.replay(timeline.kernel(), false);
    if (!model_.console.running()) return finish_story();
    keep_running();
}

void App::Impl::apply(const SetKernel& c) {
    std::vector<const KernelProfile*> kernels = model_.shown_kernels();
    const KernelProfile* kernel = find_kernel(c.name);
    if (kernel == nullptr || c.lane >= kernels.size()) return;
    kernels[c.lane] = kernel;
    lanes_of_scenario_ = false;
    set_lanes(std::move(kernels));
}

void App::Impl::apply(const AddLane& c) {
    std::vector<const KernelProfile*> kernels = model_.shown_kernels();
    const KernelProfile* kernel = find_kernel(c.name);
    if (kernel == nullptr || kernels.size() >= kMostLanes) return;
    kernels.push_back(kernel);
    lanes_of_scenario_ = false;
    set_lanes(std::move(kernels));
}

void App::Impl::apply(const RemoveLane& c) {
    std::vector<const KernelProfile*> kernels = model_.shown_kernels();
    if (kernels.size() < 2 || c.lane >= kernels.size()) return;
    kernels.erase(kernels.begin() + static_cast<std::ptrdiff_t>(c.lane));
    set_lanes(std::move(kernels));
}

// The first one is the kernel of the story itself, which is run anew when it becomes another.
void App::Impl::set_lanes(std::vector<const KernelProfile*> kernels) {
    const KernelProfile* first = kernels.front();
    kernels.erase(kernels.begin());
    model_.view.code_lane = std::min(model_.view.code_lane, kernels.size());
    model_.session.compare(kernels);
    const Timeline& timeline = model_.session.timeline();
    if (first != &timeline.kernel()) {
        open_at_ = static_cast<std::ptrdiff_t>(timeline.cursor());
        opening_ = true;
        model_.view.playing = false;
        model_.console.replay(*first);
        keep_running();
    }
    keep_up();
}

void App::Impl::apply(const RunText& c) {
    model_.view.playing = false;
    model_.console.submit(c.text);
    handle_requests();
    keep_running();
}

void App::Impl::apply(const CancelRun&) {
    model_.console.cancel();
}

void App::Impl::apply(const Seek& c) {
    if (model_.console.running()) return;
    model_.session.seek(c.index);
    keep_up();
}

void App::Impl::apply(const StepBy& c) {
    if (model_.console.running()) return;
    model_.session.move(c.grain, c.count);
    keep_up();
}

void App::Impl::apply(const SeekInside& c) {
    if (model_.console.running()) return;
    model_.session.seek_inside(c.command, c.position);
    keep_up();
}

void App::Impl::apply(const SetGrain& c) {
    model_.view.grain = c.grain;
    if (c.grain != Grain::kCommand) apply(OpenInspector{static_cast<int>(InspectorTab::kCode)});
}

void App::Impl::apply(const ShowLaneCode& c) {
    model_.view.code_lane = std::min(c.lane, model_.session.lanes() - 1);
}

void App::Impl::apply(const SetSpeed& c) {
    model_.view.speed = std::clamp(c.per_second, 0.25f, 16.0f);
}

void App::Impl::apply(const SetPlaying& c) {
    const Timeline& timeline = model_.session.timeline();
    model_.view.playing = c.playing && timeline.size() != 0;
    // At the end it begins anew.
    if (model_.view.playing && timeline.cursor() == timeline.size()) apply(Seek{0});
    next_play_ = now_ + 1.0 / static_cast<double>(model_.view.speed);
}

void App::Impl::play() {
    if (!model_.view.playing || now_ < next_play_) return;
    next_play_ = now_ + 1.0 / static_cast<double>(model_.view.speed);
    apply(StepBy{1, model_.view.grain});
    const Timeline& timeline = model_.session.timeline();
    if (timeline.cursor() == timeline.size()) model_.view.playing = false;
}

void App::Impl::apply(const SwitchBranch& c) {
    if (!model_.console.running()) model_.session.switch_branch(c.index);
}

// --- scripts in slices

void App::Impl::keep_running() {
    if (slices_scheduled_ || !model_.console.running()) return;
    slices_scheduled_ = true;
    platform_.schedule_slice([this] {
        const bool more = model_.console.step();
        handle_requests();
        if (more) return true;
        slices_scheduled_ = false;
        finish_story();
        platform_.request_frames(3);
        return false;
    });
}

void App::Impl::finish_running() {
    while (model_.console.running()) {
        model_.console.step();
        handle_requests();
    }
    finish_story();
}

void App::Impl::finish_story() {
    if (!opening_ || model_.console.running()) return;
    opening_ = false;
    const auto size = static_cast<std::ptrdiff_t>(model_.session.timeline().size());
    const std::ptrdiff_t at = open_at_ < 0 ? size + 1 + open_at_ : open_at_;
    model_.session.seek(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, size)));
    if (const auto inside = std::exchange(open_inside_, std::nullopt))
        model_.session.seek_inside(model_.session.timeline().cursor() + 1, *inside);
    keep_up();
    if (const auto memory = std::exchange(wanted_memory_, std::nullopt)) apply(SetMemory{*memory});
    // What was selected before may be there again: unique ids are the same in the same story.
    if (!model_.view.selected && !open_select_.empty()) {
        if (const std::uint32_t id = model_.session.find_mount(open_select_))
            model_.view.selected = Selection::mount(id);
    }
}

void App::Impl::keep_up() {
    if (lanes_scheduled_ || !model_.session.is_behind()) return;
    lanes_scheduled_ = true;
    platform_.schedule_slice([this] {
        model_.session.catch_up();
        if (model_.session.is_behind()) return true;
        lanes_scheduled_ = false;
        platform_.request_frames(3);
        return false;
    });
}

void App::Impl::keep_sweeping() {
    if (sweep_scheduled_ || !model_.sweep.is_behind()) return;
    sweep_scheduled_ = true;
    platform_.schedule_slice([this] {
        model_.sweep.advance();
        if (model_.sweep.is_behind()) return true;
        sweep_scheduled_ = false;
        platform_.request_frames(3);
        return false;
    });
}

void App::Impl::look_at_costs() {
    if (model_.console.running()) return;
    if (model_.view.stage == StageView::kHash) {
        model_.sweep.follow(model_.session, model_.view.code_lane);
        keep_sweeping();
    }
    if (model_.view.stage == StageView::kQueue) {
        model_.session.want(costly_command(model_.session));
        keep_up();
    }
}

void App::Impl::finish_lanes() {
    while (model_.session.is_behind()) model_.session.catch_up();
}

void App::Impl::handle_requests() {
    for (const AppCommand& command : model_.console.take_requests()) {
        std::visit([this](const auto& c) { apply(c); }, command);
    }
}

// --- what is looked at

void App::Impl::apply(const Select& c) {
    model_.view.selected = c.what;
    if (c.what && c.reveal) {
        for (StagePanel& stage : stages_) reveal_in_stage(stage, c.what);
    }
    if (c.what && model_.view.inspector_tab == InspectorTab::kChanges)
        model_.view.inspector_tab = InspectorTab::kMount;
}

void App::Impl::apply(const Hover& c) {
    model_.view.hovered = c.what;
}

void App::Impl::apply(const FitStage& c) {
    for (StagePanel& stage : stages_) fit_stage(stage, model_, c.selection_only);
}

void App::Impl::apply(const OpenStage& c) {
    model_.view.stage = static_cast<StageView>(std::clamp(c.view, 0, 3));
}

void App::Impl::apply(const OpenInspector& c) {
    model_.view.inspector_tab =
        static_cast<InspectorTab>(std::clamp(c.tab, 0, static_cast<int>(InspectorTab::kChanges)));
    model_.view.layout.inspector = true;
    model_.view.sheet = Sheet::kInspector;
}

void App::Impl::apply(const OpenDock& c) {
    model_.view.dock_tab = static_cast<DockTab>(std::clamp(c.tab, 0, 1));
    model_.view.layout.dock = true;
    model_.view.sheet = Sheet::kDock;
}

void App::Impl::apply(const FocusConsole&) {
    apply(OpenDock{static_cast<int>(DockTab::kConsole)});
    dock_.console.wants_focus = true;
}

void App::Impl::apply(const ShowHelp& c) {
    model_.view.help = c.shown;
    model_.view.kernels = false;
    if (c.shown) ui_.focus.clear();
}

void App::Impl::apply(const ShowKernels& c) {
    model_.view.kernels = c.shown;
    model_.view.kernels_lane = std::min({c.lane, model_.session.lanes(), kMostLanes - 1});
    if (c.shown) {
        ui_.focus.clear();
        ui_.focus.go_to_region(FocusRegion::kOverlay);
    }
}

// --- the program

void App::Impl::apply(const SetTheme& c) {
    model_.view.theme = c.theme;
    wants_style_ = true;
}

void App::Impl::apply(const SetScale& c) {
    // Steps of an eighth meet 1 again on the way back.
    const float scale = std::abs(c.scale - 1) < 0.03f ? 1.0f : c.scale;
    model_.view.user_scale = std::clamp(scale, kLeastScale, kMostScale);
}

void App::Impl::apply(const CopyText& c) {
    platform_.set_clipboard_text(c.text);
    notice("Copied " + c.what);
}

void App::Impl::apply(const ChooseFile&) {
    platform_.choose_file();
}

void App::Impl::apply(const PasteText&) {
    platform_.ask_for_text("A script for the console");
}

void App::Impl::apply(const TogglePanel& c) {
    LayoutPreferences& layout = model_.view.layout;
    bool& shown = c.panel == Sheet::kRail        ? layout.rail
                  : c.panel == Sheet::kInspector ? layout.inspector
                                                 : layout.dock;
    shown = !shown;
    model_.view.sheet = c.panel;
}

void App::Impl::apply(const ResizePanel& c) {
    LayoutPreferences& layout = model_.view.layout;
    if (c.panel == Sheet::kRail) layout.rail_width = c.size;
    if (c.panel == Sheet::kInspector) layout.inspector_width = c.size;
    if (c.panel == Sheet::kDock) layout.dock_height = c.size;
}

void App::Impl::apply(const ResetLayout&) {
    model_.view.layout = {};
}

void App::Impl::notice(std::string text) {
    model_.view.notice = std::move(text);
    notice_until_ = now_ + kNoticeSeconds;
}

// --- from outside

void App::Impl::paste(std::string text) {
    apply(OpenDock{static_cast<int>(DockTab::kConsole)});
    apply(RunText{std::move(text)});
    platform_.request_frames(3);
}

void App::Impl::file(const std::string& name, const std::string& bytes) {
    constexpr std::size_t kLargestFile = 4u << 20;
    if (bytes.size() > kLargestFile) {
        notice(name + " is too large for a script");
        return;
    }
    ScenarioInfo scenario = read_scenario_head(name, bytes);
    model_.view.selected = {};
    const int parameter = scenario.parameter ? scenario.parameter->value : 0;
    const std::ptrdiff_t open_at = scenario.open_at.value_or(-1);
    const KernelProfile& kernel = take_lanes_of(scenario);
    begin_story(std::move(scenario), parameter, kernel, open_at);
    platform_.request_frames(3);
}

}  // namespace mountscope
