#include "app/panels/queue_panel.hpp"

#include <imgui.h>

#include "app/model/queue_words.hpp"

namespace mountscope {

void draw_queue_panel(Ui& ui, const Box& box, QueuePanel& panel, const AppModel& model, Commands&) {
    ui.focus.set_region(FocusRegion::kStage);
    const Session& session = model.session;
    if (panel.shown_revision != session.revision()) {
        panel.shown_revision = session.revision();
        panel.story = tell_queue(session);
    }
    QueueView view = make_queue_view(panel.story);
    view.size = {box.w, box.h};
    view.text_scale = ui.scale;
    const FontMeasure measure(ui.fonts);
    panel.scene.clear();
    draw_queue_view(panel.scene, view, measure);
    ui.paint(panel.scene, {box.x, box.y}, box);
    const Reaction r = ui.react("queue", box, {.focusable = false, .draw_focus = false, .hand = false});
    if (!r.hovered) return;
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const GroupInfo* hit = panel.scene.hit({pointer.x - box.x, pointer.y - box.y});
    if (hit != nullptr && !hit->tooltip.empty())
        ui.tooltip({box.x + hit->hit.x, box.y + hit->hit.y, hit->hit.w, hit->hit.h}, hit->tooltip);
}

}  // namespace mountscope
