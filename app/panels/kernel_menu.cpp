#include "app/panels/kernel_menu.hpp"

#include <algorithm>
#include <imgui.h>

#include "app/theme/widgets.hpp"

#include "assets/icons.hpp"

namespace mountscope {
namespace {

constexpr float kRow = 52;

void draw_kernel(Ui& ui, const Box& row, const KernelProfile& kernel, bool current, Commands& commands) {
    const Reaction r = list_row(ui, "kernel:" + std::string(kernel.name), row, {.selected = current});
    const float x = row.x + ui.px(14);
    const float years = ui.px(100);
    const float name = ui.text({x, row.y + ui.px(8)}, kernel.name, {.font = FontRole::kSemiBold, .size = 14});
    ui.text({x + name + ui.px(10), row.y + ui.px(9)}, kernel.title,
            {.ink = Ink::kTextSecond, .max_width = row.w - name - years - ui.px(40)});
    ui.text({row.x + row.w - ui.px(12), row.y + ui.px(9)}, kernel.years,
            {.ink = Ink::kTextThird, .size = 12, .align = Align::kEnd});
    ui.text({x, row.y + ui.px(28)}, kernel.change,
            {.ink = Ink::kTextSecond, .size = 12, .max_width = row.w - ui.px(26)});
    if (r.clicked) {
        if (!current) commands.push(SetKernel{std::string(kernel.name)});
        commands.push(ShowKernels{false});
    }
}

}  // namespace

void draw_kernel_menu(Ui& ui, const Box& window, const AppModel& model, Commands& commands) {
    if (!model.view.kernels) return;
    ui.focus.set_region(FocusRegion::kOverlay);
    const auto all = kernels();
    const float width = std::min(ui.px(560), window.w - ui.px(16));
    const float wanted = ui.px(kRow) * static_cast<float>(all.size()) + ui.px(16);
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
        draw_kernel(ui, {content.x, y, content.w, ui.px(kRow)}, kernel,
                    &kernel == &model.session.timeline().kernel(), commands);
        y += ui.px(kRow);
    }
    ui.end_scroll(y - top);
}

}  // namespace mountscope
