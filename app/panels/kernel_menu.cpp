#include "app/panels/kernel_menu.hpp"

#include <algorithm>
#include <imgui.h>

#include "app/theme/widgets.hpp"

#include "assets/icons.hpp"

namespace mountscope {
namespace {

constexpr float kWidth = 620;
constexpr float kPad = 14;
constexpr float kRemoveRow = 34;
const TextStyle kChange{.ink = Ink::kTextSecond, .size = 12.5f};
constexpr float kChangeLine = 17;

float row_height(const Ui& ui, const KernelProfile& kernel, float width) {
    return ui.px(36) + ui.paragraph({}, width - 2 * ui.px(kPad), kernel.change, kChange, kChangeLine, false);
}

void draw_kernel(Ui& ui, const Box& row, const KernelProfile& kernel, const AppModel& model,
                 Commands& commands) {
    const std::size_t lane = model.view.kernels_lane;
    const Session& session = model.session;
    const bool adds = lane >= session.lanes();
    const bool current = !adds && &kernel == &session.kernel(lane);
    const Reaction r = list_row(ui, "kernel:" + std::string(kernel.name), row, {.selected = current});
    const float x = row.x + ui.px(kPad);
    const float end = row.x + row.w - ui.px(kPad);
    const TextStyle years{.ink = Ink::kTextThird, .size = 12, .align = Align::kEnd};
    const float years_width = ui.text({end, row.y + ui.px(9)}, kernel.years, years);
    const float name = ui.text({x, row.y + ui.px(8)}, kernel.name, {.font = FontRole::kSemiBold, .size = 14});
    const float title = x + name + ui.px(10);
    ui.text({title, row.y + ui.px(9)}, kernel.title,
            {.ink = Ink::kTextSecond,
             .font = FontRole::kMedium,
             .max_width = end - years_width - ui.px(12) - title});
    ui.paragraph({x, row.y + ui.px(28)}, row.w - 2 * ui.px(kPad), kernel.change, kChange, kChangeLine);
    if (!r.clicked) return;
    if (adds) {
        commands.push(AddLane{std::string(kernel.name)});
    } else if (!current) {
        commands.push(SetKernel{std::string(kernel.name), lane});
    }
    commands.push(ShowKernels{false});
}

}  // namespace

void draw_kernel_menu(Ui& ui, const Box& window, const AppModel& model, Commands& commands) {
    if (!model.view.kernels) return;
    ui.focus.set_region(FocusRegion::kOverlay);
    const auto all = kernels();
    const float width = std::min(ui.px(kWidth), window.w - ui.px(16));
    const bool can_remove = model.session.lanes() > 1 && model.view.kernels_lane < model.session.lanes();
    float wanted = ui.px(16) + (can_remove ? ui.px(kRemoveRow) : 0);
    for (const KernelProfile& kernel : all) wanted += row_height(ui, kernel, width - ui.px(16));
    const float height = std::min(wanted, window.h - ui.px(64));
    const Box page{std::min(window.x + ui.px(300), window.x + window.w - width - ui.px(8)),
                   window.y + ui.px(44), width, height};
    for (int i = 4; i > 0; --i) {
        const float grow = static_cast<float>(i) * 2;
        ui.draw()->AddRectFilled({page.x - grow, page.y - grow + 3},
                                 {page.x + page.w + grow, page.y + page.h + grow + 3}, IM_COL32(0, 0, 0, 20),
                                 ui.px(14));
    }
    ui.fill(page, Ink::kPanel, ui.px(10));
    ui.outline(page, Ink::kLine, ui.px(10));
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !page.contains({pointer.x, pointer.y}))
        commands.push(ShowKernels{false});
    const Box content{page.x + ui.px(8), page.y + ui.px(8), page.w - ui.px(16), page.h - ui.px(16)};
    ui.begin_scroll("kernels", content);
    float y = ImGui::GetCursorScreenPos().y;
    const float top = y;
    for (const KernelProfile& kernel : all) {
        const Box row{content.x, y, content.w, row_height(ui, kernel, content.w)};
        draw_kernel(ui, row, kernel, model, commands);
        y += row.h;
    }
    if (can_remove) {
        const Box row{content.x, y, content.w, ui.px(kRemoveRow)};
        const std::string letter(1, lane_letter(model.view.kernels_lane));
        const Reaction r = list_row(ui, "remove-lane", row, {});
        ui.text_in({row.x + ui.px(kPad), row.y, row.w, row.h}, "Take " + letter + " away",
                   {.ink = Ink::kTextSecond, .font = FontRole::kMedium});
        if (r.clicked) {
            commands.push(RemoveLane{model.view.kernels_lane});
            commands.push(ShowKernels{false});
        }
        y += row.h;
    }
    ui.end_scroll(y - top);
}

}  // namespace mountscope
