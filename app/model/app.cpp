// Drawing a frame: layout, panels, overlays, then the commands they asked for.

#include "app/model/app.hpp"

#include <algorithm>
#include <imgui.h>

#include "app/model/app_impl.hpp"
#include "app/panels/help_overlay.hpp"
#include "app/panels/inspector_panel.hpp"
#include "app/panels/kernel_menu.hpp"
#include "app/panels/rail_panel.hpp"
#include "app/panels/strip_panels.hpp"
#include "app/panels/top_bar_panel.hpp"
#include "app/panels/transport_panel.hpp"
#include "app/theme/style.hpp"
#include "app/theme/widgets.hpp"

namespace mountscope {
namespace {

constexpr ImGuiWindowFlags kBareWindow = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                         ImGuiWindowFlags_NoScrollWithMouse;
constexpr char kFirstScenario[] = "shared-peers";

void begin_window(const char* name, float width, float height, ImGuiWindowFlags flags) {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({width, height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin(name, nullptr, kBareWindow | flags);
    ImGui::PopStyleVar();
}

}  // namespace

App::App(Platform& platform) : impl_(std::make_unique<Impl>(platform)) {}
App::~App() = default;

void App::frame(float width, float height, float) {
    impl_->frame(width, height);
}
bool App::wants_more_frames() const {
    return impl_->wants_more_frames();
}
void App::on_paste(std::string text) {
    impl_->paste(std::move(text));
}
// NOLINTNEXTLINE(performance-unnecessary-value-param): the platform hands both over.
void App::on_file(std::string name, std::string bytes) {
    impl_->file(name, std::move(bytes));
}
std::string App::call(std::string_view method, std::string_view arguments) {
    return impl_->call(method, arguments);
}

App::Impl::Impl(Platform& platform) : platform_(platform) {
    ui_.fonts = load_fonts();
    model_.view.theme = platform.prefers_dark() ? ThemeName::kDark : ThemeName::kLight;
    ui_.theme = &theme_of(model_.view.theme);
    ui_.reduced_motion = platform.reduced_motion();
    apply(LoadScenario{kFirstScenario});
    finish_running();
}

bool App::Impl::wants_more_frames() const {
    return model_.view.playing || !model_.view.notice.empty() || model_.console.running();
}

void App::Impl::set_scale(float width, float height) {
    const float scale = suitable_scale(width, height) * model_.view.user_scale;
    if (scale == ui_.scale && !wants_style_) return;
    ui_.scale = scale;
    ui_.theme = &theme_of(model_.view.theme);
    apply_style(*ui_.theme, scale);
    wants_style_ = false;
}

void App::Impl::frame(float width, float height) {
    now_ = platform_.now_seconds();
    ui_.reduced_motion = platform_.reduced_motion();
    set_scale(width, height);
    play();
    if (met_revision_ != model_.session.revision()) {
        met_revision_ = model_.session.revision();
        model_.colours.meet(model_.session.view().world(), model_.session.view().tables());
    }
    look_at_costs();
    model_.view.hovered = {};
    ui_.focus.lock_to_overlay(model_.view.help || model_.view.kernels);
    read_keys();
    follow_growth();

    LayoutInput input{.width = width, .height = height, .scale = ui_.scale, .sheet = model_.view.sheet};
    input.counters_height = counters_height(ui_, model_);
    input.caption_height = caption_height(ui_, caption_text_width(input, model_.view.layout), model_);
    const Layout layout = compute_layout(input, model_.view.layout);

    begin_window("desk", width, height, ImGuiWindowFlags_NoBringToFrontOnFocus);
    draw_desk(layout);
    ImGui::End();
    draw_overlays({0, 0, width, height});
    apply_all();
    tell_page();
}

void App::Impl::draw_desk(const Layout& l) {
    draw_top_bar_panel(ui_, l.top_bar, l.single_column, model_, commands_);
    if (l.rail.w > 0) draw_rail_panel(ui_, l.rail, model_, commands_);
    draw_stage(l.stage);
    if (l.counters.h > 0) draw_counters_panel(ui_, l.counters, model_, commands_);
    draw_caption_panel(ui_, l.caption, model_, commands_);
    if (l.inspector.w > 0) draw_inspector_panel(ui_, l.inspector, model_, commands_);
    draw_transport_panel(ui_, l.transport, l.single_column, model_, commands_);
    if (l.dock.h > 0) draw_dock_panel(ui_, l.dock, dock_, model_, commands_);
    draw_splitters(l);
    draw_notice(l.stage);
}

// Lanes side by side; four of them two by two.
void App::Impl::draw_trees(const Box& box) {
    const std::size_t lanes = model_.session.lanes();
    const bool narrow = box.w < ui_.px(480);
    const std::size_t columns = narrow ? 1 : lanes == 4 ? 2 : lanes;
    const std::size_t rows = (lanes + columns - 1) / columns;
    const float gap = lanes > 1 ? ui_.px(8) : 0;
    const float width = (box.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float height = (box.h - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
    for (std::size_t i = 0; i < lanes; ++i) {
        const auto column = static_cast<float>(i % columns);
        const std::size_t full_rows = i / columns;
        const auto row = static_cast<float>(full_rows);
        const Box place{box.x + (width + gap) * column, box.y + (height + gap) * row, width, height};
        draw_stage_panel(ui_, place, stages_[i], i, model_, commands_);
    }
}

void App::Impl::draw_stage(const Box& box) {
    update_stage(stages_.front(), 0, model_);
    switch (model_.view.stage) {
        case StageView::kTrees:
            return draw_trees(box);
        case StageView::kGrowth:
            return draw_growth_panel(ui_, box, growth_, model_, commands_);
        case StageView::kHash:
            return draw_hash_panel(ui_, box, hash_, model_, commands_);
        case StageView::kQueue:
            return draw_queue_panel(ui_, box, queue_, model_, commands_);
    }
}

void App::Impl::draw_splitters(const Layout& l) {
    if (l.single_column) return;
    const auto resize = [&](Sheet panel, float size, float change) {
        if (change != 0) commands_.push(ResizePanel{panel, (size + change) / ui_.scale});
    };
    if (l.rail_splitter.w > 0) {
        resize(Sheet::kRail, l.rail.w, splitter(ui_, "split-rail", l.rail_splitter, SplitterKind::kVertical));
    }
    if (l.inspector_splitter.w > 0) {
        resize(Sheet::kInspector, l.inspector.w,
               -splitter(ui_, "split-inspector", l.inspector_splitter, SplitterKind::kVertical));
    }
    if (l.dock_splitter.w > 0) {
        resize(Sheet::kDock, l.dock.h,
               -splitter(ui_, "split-dock", l.dock_splitter, SplitterKind::kHorizontal));
    }
}

void App::Impl::draw_notice(const Box& stage) {
    ViewState& view = model_.view;
    if (view.notice.empty()) return;
    if (now_ > notice_until_) {
        view.notice.clear();
        return;
    }
    const TextStyle style{.font = FontRole::kMedium, .align = Align::kCentre};
    const float width = ui_.text_width(view.notice, style) + ui_.px(32);
    const float height = ui_.px(32);
    const Box box{stage.x + (stage.w - width) / 2, stage.y + stage.h - height - ui_.px(16), width, height};
    ui_.fill(box, Ink::kRaised, height / 2);
    ui_.outline(box, Ink::kLine, height / 2);
    ui_.text_in(box, view.notice, style);
}

void App::Impl::draw_overlays(const Box& window) {
    if (!model_.view.help && !model_.view.kernels) return;
    ImGui::SetNextWindowFocus();
    begin_window("overlay", window.w, window.h, ImGuiWindowFlags_NoBackground);
    draw_help_overlay(ui_, window, model_, commands_);
    draw_kernel_menu(ui_, window, model_, commands_);
    ImGui::End();
}

}  // namespace mountscope
