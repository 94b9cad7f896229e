#include "app/panels/hash_panel.hpp"

#include <algorithm>
#include <imgui.h>

#include "app/model/hash_story.hpp"
#include "app/scene/mount_card.hpp"
#include "app/scene/tree_view.hpp"
#include "app/theme/widgets.hpp"

#include "assets/icons.hpp"

namespace mountscope {
namespace {

Box moved(const Box& box, const Box& by) {
    return {box.x + by.x, box.y + by.y, box.w, box.h};
}

void choose_memory(Ui& ui, const Box& box, const HashPanel& panel, const AppModel& model,
                   Commands& commands) {
    const std::size_t notch = memory_notch(model.session.memory());
    const auto set = [&](std::size_t to) { commands.push(SetMemory{memory_at(to)}); };
    if (icon_button(ui, "memory-less", moved(panel.places.less, box),
                    {.icon = kIconMinus,
                     .tooltip = "Half the memory, half the buckets; all commands are run anew (Shift+U)",
                     .enabled = notch > 0,
                     .size = 13}))
        set(notch - 1);
    if (icon_button(ui, "memory-more", moved(panel.places.more, box),
                    {.icon = kIconPlus,
                     .tooltip = "Twice the memory, twice the buckets; all commands are run anew (U)",
                     .enabled = notch + 1 < kMemoryNotches,
                     .size = 13}))
        set(notch + 1);
    const Box slider = moved(panel.places.slider, box);
    const float reach = ui.px(8);
    const Reaction r = ui.react("memory", {slider.x - reach, slider.y, slider.w + 2 * reach, slider.h},
                                {.focusable = false, .draw_focus = false});
    if (!r.held) return;
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const std::size_t to = panel.places.notch_at({pointer.x - box.x, pointer.y - box.y}, kMemoryNotches);
    if (to != notch) set(to);
}

// The longest chain of the cell under the pointer: told, and chosen by a click.
void react_to_table(Ui& ui, const Box& box, HashPanel& panel) {
    const Box table = moved(panel.places.table, box);
    const Reaction r = ui.react("hash-table", table, {.focusable = false, .draw_focus = false});
    if (!r.hovered) return;
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const auto cell = panel.places.cell_at({pointer.x - box.x, pointer.y - box.y});
    if (!cell) return;
    const std::uint32_t from = first_bucket_of(*cell, panel.hash.buckets, panel.places.cells);
    const std::uint32_t end = first_bucket_of(*cell + 1, panel.hash.buckets, panel.places.cells);
    BucketUse longest{from, 0};
    for (auto use = std::ranges::lower_bound(panel.hash.used, from, {}, &BucketUse::bucket);
         use != panel.hash.used.end() && use->bucket < end; ++use) {
        if (use->length > longest.length) longest = *use;
    }
    const std::string range = end - from == 1
                                  ? "Bucket " + grouped_number(from)
                                  : "Buckets " + grouped_number(from) + " to " + grouped_number(end - 1);
    ui.tooltip({pointer.x, pointer.y, 1, 1},
               longest.length == 0 ? range + ": empty"
                                   : range + ": the longest chain has " + grouped_number(longest.length) +
                                         (longest.length == 1 ? " entry" : " entries"));
    if (r.clicked)
        panel.chosen = panel.chosen == longest.bucket ? std::nullopt : std::optional(longest.bucket);
}

void react_to_cards(Ui& ui, const Box& box, const HashPanel& panel, const AppModel& model,
                    Commands& commands) {
    for (const GroupInfo& group : panel.scene.groups) {
        if (group.hit.w <= 0) continue;
        const Target target = parse_target(group.id);
        if (target.kind != Target::Kind::kMount) continue;
        const Box place = moved(group.hit, box);
        const Reaction r = ui.react("hash-" + group.id, place, {.tooltip = group.tooltip});
        const Selection what = Selection::mount(target.id);
        if (r.hovered) commands.push(Hover{what});
        if (r.clicked) commands.push(Select{model.view.selected == what ? Selection{} : what, true});
    }
}

}  // namespace

void draw_hash_panel(Ui& ui, const Box& box, HashPanel& panel, const AppModel& model, Commands& commands) {
    ui.focus.set_region(FocusRegion::kStage);
    const Session& session = model.session;
    const std::size_t lane = std::min(model.view.code_lane, session.lanes() - 1);
    const World* world = hash_world(session, lane);
    if (world == nullptr) {
        ui.fill(box, Ink::kPanel, ui.px(10));
        ui.outline(box, Ink::kLine, ui.px(10));
        ui.text_in(box, "The commands are being run", {.ink = Ink::kTextThird, .align = Align::kCentre});
        return;
    }
    if (panel.shown_revision != session.revision() || panel.shown_lane != lane) {
        panel.shown_revision = session.revision();
        panel.shown_lane = lane;
        panel.hash = summarize_hash(*world);
        if (panel.chosen && *panel.chosen >= panel.hash.buckets) panel.chosen.reset();
    }
    HashView view = tell_hash(model, lane, panel.hash, panel.chosen);
    view.size = {box.w, box.h};
    view.text_scale = ui.scale;
    const FontMeasure measure(ui.fonts);
    panel.scene.clear();
    panel.places = draw_hash_view(panel.scene, view, measure);
    ui.paint(panel.scene, {box.x, box.y}, box);
    choose_memory(ui, box, panel, model, commands);
    react_to_table(ui, box, panel);
    react_to_cards(ui, box, panel, model, commands);
}

}  // namespace mountscope
