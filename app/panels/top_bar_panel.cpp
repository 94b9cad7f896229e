#include "app/panels/top_bar_panel.hpp"

#include <algorithm>
#include <array>
#include <imgui.h>

#include "app/theme/widgets.hpp"

#include "assets/icons.hpp"

namespace mountscope {
namespace {

// Two linked rings: a mount and its peer.
float draw_logo(const Ui& ui, const Box& bar) {
    ImDrawList* list = ui.draw();
    const float y = bar.y + bar.h / 2;
    const float r = ui.px(7);
    const float x = bar.x + ui.px(20);
    const float width = ui.px(2);
    list->AddCircle({x, y}, r, ui.ink(Ink::kAccent), 0, width);
    list->AddCircle({x + ui.px(8), y}, r, ui.ink(Ink::kVariantB), 0, width);
    // The first ring passes over the second one once, so that they are linked.
    list->PathArcTo({x, y}, r, -0.9f, -0.2f, 8);
    list->PathStroke(ui.ink(Ink::kAccent), 0, width);
    return x + ui.px(24);
}

class Bar {
  public:
    Bar(Ui& ui, const Box& box, const AppModel& model, Commands& commands)
        : ui_(ui),
          box_(box),
          model_(model),
          commands_(commands),
          left_(box.x),
          right_(box.x + box.w - ui.px(12)) {}

    void draw(bool single_column) {
        ui_.horizontal_line(box_.x, box_.x + box_.w, box_.y + box_.h - 1);
        left_ = draw_logo(ui_, box_);
        if (!single_column) {
            left_ +=
                ui_.text_in(here(200), "Mountscope", {.font = FontRole::kSemiBold, .size = 15}) + ui_.px(12);
            ui_.vertical_line(left_, box_.y + ui_.px(10), box_.y + box_.h - ui_.px(10));
            left_ += ui_.px(14);
        }
        draw_right(single_column);
        draw_title(single_column);
    }

  private:
    Box here(float width) const { return {left_, box_.y, ui_.px(width), box_.h}; }

    bool button(std::string_view id, const char* icon, std::string_view tooltip, bool active = false,
                bool enabled = true) {
        const float size = ui_.px(28);
        right_ -= size;
        const Box place{right_, box_.y + (box_.h - size) / 2, size, size};
        right_ -= ui_.px(4);
        return icon_button(
            ui_, id, place,
            {.icon = icon, .tooltip = tooltip, .active = active, .enabled = enabled, .quiet = true});
    }

    void gap() {
        right_ -= ui_.px(4);
        ui_.vertical_line(right_, box_.y + ui_.px(12), box_.y + box_.h - ui_.px(12));
        right_ -= ui_.px(8);
    }

    // From the right edge inwards; the order of Tab is set by where they are drawn, which is right to left
    // here.
    void draw_right(bool single_column) {
        const ViewState& view = model_.view;
        if (button("help", kIconCircleHelp, "Keys and console language (?)", view.help)) {
            commands_.push(ShowHelp{!view.help});
        }
        const bool dark = view.theme == ThemeName::kDark;
        if (button("theme", dark ? kIconSun : kIconMoon, dark ? "Light theme (T)" : "Dark theme (T)")) {
            commands_.push(SetTheme{dark ? ThemeName::kLight : ThemeName::kDark});
        }
        if (single_column) {
            gap();
            sheet_button("sheet-dock", kIconTerminal, "Console and events", Sheet::kDock);
            sheet_button("sheet-inspector", kIconInfo, "What is selected", Sheet::kInspector);
            sheet_button("sheet-rail", kIconListTree, "Scenarios and peer groups", Sheet::kRail);
            return;
        }
        gap();
        const LayoutPreferences& l = view.layout;
        if (button("panel-right", kIconPanelRight, "Show or hide the inspector", l.inspector)) {
            commands_.push(TogglePanel{Sheet::kInspector});
        }
        if (button("panel-bottom", kIconPanelBottom, "Show or hide the console", l.dock)) {
            commands_.push(TogglePanel{Sheet::kDock});
        }
        if (button("panel-left", kIconPanelLeft, "Show or hide the scenarios", l.rail)) {
            commands_.push(TogglePanel{Sheet::kRail});
        }
        draw_views();
        const Timeline& timeline = model_.session.timeline();
        if (button("redo", kIconRedo2, "Redo: one command forward (Shift+Z)", false,
                   timeline.cursor() < timeline.size())) {
            commands_.push(StepBy{1});
        }
        if (button("undo", kIconUndo2, "Undo: one command back (Z); nothing is lost", false,
                   timeline.cursor() > 0)) {
            commands_.push(StepBy{-1});
        }
    }

    // What the stage shows.
    void draw_views() {
        static constexpr std::array<std::string_view, 4> kViews{"Trees", "Growth", "Hash", "Queue"};
        gap();
        const float width = ui_.px(256);
        const float height = ui_.px(28);
        right_ -= width;
        const int clicked =
            segmented(ui_, "stage-view", {right_, box_.y + (box_.h - height) / 2, width, height}, kViews,
                      static_cast<int>(model_.view.stage));
        if (clicked >= 0) commands_.push(OpenStage{clicked});
        right_ -= ui_.px(4);
        gap();
    }

    void sheet_button(std::string_view id, const char* icon, std::string_view tooltip, Sheet sheet) {
        if (button(id, icon, tooltip, model_.view.sheet == sheet)) commands_.push(TogglePanel{sheet});
    }

    void draw_title(bool single_column) {
        const ScenarioInfo& scenario = model_.session.scenario();
        const bool chips = right_ - left_ > ui_.px(single_column ? 340 : 300);
        const std::size_t lanes = model_.session.lanes();
        const float kernels = lanes == 1 ? 120.0f + 34 : 78.0f * static_cast<float>(lanes) + 34;
        const float reserved = chips ? ui_.px((scenario.parameter ? 116.0f : 0.0f) + kernels) : 0;
        const float room = std::max(0.0f, right_ - left_ - reserved - ui_.px(32));
        const TextStyle style{.ink = Ink::kTextSecond, .size = 14, .max_width = room};
        if (room > ui_.px(40)) {
            left_ += ui_.text_in({left_, box_.y, room, box_.h}, scenario.title, style) + ui_.px(24);
        }
        if (!chips) return;
        if (scenario.parameter) draw_parameter(*scenario.parameter);
        draw_kernels();
    }

    void draw_parameter(const ScenarioParameter& parameter) {
        const int value = model_.session.parameter();
        const std::string label = "N = " + std::to_string(value);
        const float height = ui_.px(26);
        const float width = ui_.px(108);
        const Box pill{left_, box_.y + (box_.h - height) / 2, width, height};
        ui_.fill(pill, Ink::kRaised, height / 2);
        ui_.outline(pill, Ink::kLine, height / 2);
        const Box minus{pill.x + 1, pill.y, height, height};
        const Box plus{pill.x + pill.w - height - 1, pill.y, height, height};
        const std::string about = " of the script, from " + std::to_string(parameter.least) + " to " +
                                  std::to_string(parameter.most) + "; it is run anew";
        if (icon_button(ui_, "n-less", minus,
                        {.icon = kIconMinus,
                         .tooltip = "A smaller N" + about + " (Shift+N)",
                         .enabled = value > parameter.least,
                         .size = 13})) {
            commands_.push(SetParameter{value - 1});
        }
        if (icon_button(ui_, "n-more", plus,
                        {.icon = kIconPlus,
                         .tooltip = "A larger N" + about + " (N)",
                         .enabled = value < parameter.most,
                         .size = 13})) {
            commands_.push(SetParameter{value + 1});
        }
        ui_.text_in(pill, label, {.font = FontRole::kSemiBold, .size = 13, .align = Align::kCentre});
        left_ += width + ui_.px(8);
    }

    // A chip for each kernel; with several, each wears its letter and can be taken away.
    void draw_kernels() {
        const std::size_t lanes = model_.session.lanes();
        for (std::size_t i = 0; i < lanes; ++i) draw_kernel(i, lanes > 1);
        if (lanes == kMostLanes) return;
        const float size = ui_.px(26);
        if (left_ + size > right_) return;
        const Box place{left_, box_.y + (box_.h - size) / 2, size, size};
        if (icon_button(ui_, "add-lane", place,
                        {.icon = kIconPlus,
                         .tooltip = "Another kernel beside it, on the same input (C)",
                         .size = 14})) {
            commands_.push(ShowKernels{true, lanes});
        }
        left_ += size + ui_.px(8);
    }

    void draw_kernel(std::size_t lane, bool lettered) {
        const KernelProfile& kernel = model_.session.kernel(lane);
        const std::string letter(1, lane_letter(lane));
        const std::string label =
            lettered ? letter + "  " + std::string(kernel.name) : "Linux " + std::string(kernel.name);
        const Ink ink = lettered ? lane_ink(lane) : Ink::kVariantB;
        const float height = ui_.px(26);
        const float arrow = ui_.px(14);
        const float width = ui_.text_width(label, {.font = FontRole::kSemiBold}) + ui_.px(26) + arrow;
        if (left_ + width > right_) return;
        const Box pill{left_, box_.y + (box_.h - height) / 2, width, height};
        const bool open = model_.view.kernels;
        const std::string tooltip =
            std::string(kernel.title) + ". " + std::string(kernel.change) +
            (lettered ? " Click for another kernel." : " Click to run the scenario in another kernel (K).");
        const Reaction r =
            ui_.react("kernel" + letter, pill, {.tooltip = open ? "" : tooltip, .radius = height / 2});
        if (r.hovered) ui_.fill(pill, Ink::kHover, height / 2);
        ui_.outline(pill, ink, height / 2);
        ui_.text_in({pill.x + ui_.px(12), pill.y, pill.w, pill.h}, label,
                    {.ink = ink, .font = FontRole::kSemiBold});
        ui_.icon({pill.x + pill.w - arrow - ui_.px(9), pill.y, arrow, pill.h}, kIconChevronDown, ink, 13);
        if (r.clicked) commands_.push(ShowKernels{!open, lane});
        left_ += width + ui_.px(6);
    }

    Ui& ui_;
    const Box& box_;
    const AppModel& model_;
    Commands& commands_;
    float left_;
    float right_;
};

}  // namespace

void draw_top_bar_panel(Ui& ui, const Box& box, bool single_column, const AppModel& model,
                        Commands& commands) {
    ui.focus.set_region(FocusRegion::kTopBar);
    ui.fill(box, Ink::kPanel);
    Bar(ui, box, model, commands).draw(single_column);
}

}  // namespace mountscope
