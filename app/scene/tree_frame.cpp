// Frames and titles of panes, and the strip that lists the peer groups.
#include <algorithm>

#include "app/scene/mount_card.hpp"
#include "app/scene/propagation_ring.hpp"
#include "app/scene/text_cut.hpp"
#include "app/scene/tree_paint.hpp"

namespace mountscope {

namespace {

std::string counted(std::uint64_t n, const char* one, const char* many) {
    return grouped_number(n) + " " + (n == 1 ? one : many);
}

}  // namespace

void TreePaint::draw_frame(std::size_t pane_index) {
    const PaneLayout& at = layout.panes[pane_index];
    const TreePane& pane = model.panes[pane_index];
    const float s = text_scale();
    scene.rect({.box = at.frame, .radius = 10 * s, .fill = Ink::kPanel, .stroke = Ink::kLine});
    if (!view.show_pane_headers) return;
    const float h = layout.metrics.header_height();
    const float y = at.frame.y + h / 2;
    scene.path({.points = {{at.frame.x + 1, at.frame.y + h}, {at.frame.x + at.frame.w - 1, at.frame.y + h}},
                .stroke = Ink::kLine,
                .stroke_width = 1});
    const auto right_text = [&](float x, std::string text, Ink ink) {
        const float size = text_size(12, s);
        const float width = measure.width(text, FontRole::kRegular, size);
        scene.text({.at = {x - width, y - 0.6f * size}, .text = std::move(text), .ink = ink, .size = size});
        return x - width - 8 * s;
    };
    float right = at.frame.x + at.frame.w - 14 * s;
    float x = at.frame.x + 14 * s;
    if (view.variant != Ink::kNone && pane_index == 0) {
        const float name = measure.width(view.variant_name, FontRole::kSemiBold, text_size(13, s)) + 42 * s;
        // All of the state, or what stands before its comma.
        for (const std::size_t length : {view.variant_state.size(), view.variant_state.find(',')}) {
            const std::string state = view.variant_state.substr(0, length);
            if (state.empty() ||
                x + name + measure.width(state, FontRole::kRegular, text_size(12, s)) > right)
                continue;
            right = right_text(right, state, Ink::kText) - 4 * s;
            break;
        }
        x = draw_variant(x, y, right);
        // With one namespace its name says nothing new.
        if (model.panes.size() == 1) return;
    }
    // Side by side there may be no room for counts; the name is cut last.
    const float size = text_size(13, s);
    const float least = std::min(measure.width(pane.title, FontRole::kSemiBold, size), 64 * s);
    const auto right_if_fits = [&](std::string text, Ink ink) {
        const float width = measure.width(text, FontRole::kRegular, text_size(12, s));
        if (right - width - 8 * s >= x + least) right = right_text(right, std::move(text), ink);
    };
    right_if_fits(pane.ended ? "ended" : counted(pane.mounts, "mount", "mounts"), Ink::kTextSecond);
    if (pane.gone > 0) right_if_fits("\xE2\x88\x92" + grouped_number(pane.gone), Ink::kRemoved);
    if (pane.added > 0) right_if_fits("+" + grouped_number(pane.added), Ink::kAdded);
    std::string title = right - x < 16 * s
                            ? std::string()
                            : cut_text(measure, pane.title, FontRole::kSemiBold, size, right - x, false);
    const float width = measure.width(title, FontRole::kSemiBold, size);
    scene.text({.at = {x, y - 0.6f * size},
                .text = std::move(title),
                .ink = pane.ended ? Ink::kTextThird : Ink::kText,
                .font = FontRole::kSemiBold,
                .size = size});
    const std::string kind = pane.is_new ? "new mount namespace" : "mount namespace";
    const float kind_x = x + width + 9 * s;
    const float small = text_size(12, s);
    if (kind_x + measure.width(kind, FontRole::kRegular, small) < right - 8 * s) {
        scene.text({.at = {kind_x, y - 0.6f * small},
                    .text = kind,
                    .ink = pane.is_new ? Ink::kAdded : Ink::kTextThird,
                    .size = small});
    }
    scene.begin_group({.id = "ns:" + std::to_string(pane.seq),
                       .role = "group",
                       .label = pane.title + ", " + counted(pane.mounts, "mount", "mounts"),
                       .hit = {at.frame.x, at.frame.y, at.frame.w, h}});
    scene.end_group();
}

// Returns where what follows begins.
float TreePaint::draw_variant(float x, float y, float right) {
    const float s = text_scale();
    const float h = 20 * s;
    const float size = text_size(13, s);
    const float small = text_size(12, s);
    scene.rect({.box = {x, y - h / 2, h, h}, .radius = 5 * s, .fill = view.variant});
    scene.text({.at = {x + h / 2, y - 0.6f * size},
                .text = view.variant_letter,
                .ink = Ink::kOnBright,
                .font = FontRole::kSemiBold,
                .size = size,
                .align = Align::kCentre});
    x += h + 9 * s;
    std::string name = cut_text(measure, view.variant_name, FontRole::kSemiBold, size, right - x, false);
    const float width = measure.width(name, FontRole::kSemiBold, size);
    scene.text(
        {.at = {x, y - 0.6f * size}, .text = std::move(name), .font = FontRole::kSemiBold, .size = size});
    x += width + 10 * s;
    if (model.panes.size() > 1) return x + 6 * s;
    const std::string shown =
        cut_text(measure, view.variant_title, FontRole::kRegular, small, right - 10 * s - x, false);
    if (right - x > 50 * s)
        scene.text({.at = {x, y - 0.6f * small}, .text = shown, .ink = Ink::kTextThird, .size = small});
    return x;
}

// Groups with several members first; those of one mount are only counted when there is no room.
void TreePaint::draw_group_strip() {
    if (layout.strip.w <= 0) return;
    const float s = text_scale();
    const float size = text_size(12, s);
    const float y = layout.strip.y + layout.strip.h / 2 + 2 * s;
    float x = layout.strip.x + 4 * s;
    const float end = layout.strip.x + layout.strip.w - 4 * s;
    const auto quiet_text = [&](std::string text) {
        scene.text({.at = {x + 8 * s, y - 0.6f * size},
                    .text = std::move(text),
                    .ink = Ink::kTextThird,
                    .size = size,
                    .max_width = end - x - 8 * s});
    };
    if (model.groups.empty()) {
        quiet_text("No mount is shared, so nothing propagates.");
        return;
    }
    std::vector<const TreeGroup*> groups;
    for (const TreeGroup& group : model.groups) groups.push_back(&group);
    std::stable_partition(groups.begin(), groups.end(),
                          [](const TreeGroup* g) { return g->peers + g->slaves > 1; });
    std::size_t shown = 0;
    for (const TreeGroup* group : groups) {
        std::string text = group->peers == 0   ? "elsewhere"
                           : group->peers == 1 ? "1 mount"
                                               : counted(group->peers, "peer", "peers");
        if (group->slaves > 0) text += ", " + counted(group->slaves, "slave", "slaves");
        const float r = 10 * s;
        const float text_width = measure.width(text, FontRole::kRegular, size);
        const float width = 2 * r + text_width + 22 * s;
        const float rest = shown + 1 < groups.size() ? 110 * s : 0;
        if (x + width + rest > end) break;
        draw_group_pill(*group, std::move(text), {x, y - 14 * s, width, 28 * s}, r);
        x += width + 6 * s;
        ++shown;
    }
    if (shown < groups.size()) quiet_text("+ " + counted(groups.size() - shown, "group", "groups"));
}

void TreePaint::draw_group_pill(const TreeGroup& group, std::string text, const Box& pill, float radius) {
    const float s = text_scale();
    const float size = text_size(12, s);
    const bool lit = highlight.group == group.id;
    scene.begin_group(
        {.id = "group:" + std::to_string(group.id),
         .role = "button",
         .label = "Peer group " + GroupColours::label(group.id) + ": " + text,
         .tooltip = "Peer group " + GroupColours::label(group.id) +
                    (group.master != 0 ? ", slave of group " + GroupColours::label(group.master) : ""),
         .hit = pill,
         .level = 0,
         .selected = lit});
    if (lit) {
        const Ink ink = model.input.colours->ink(group.id);
        scene.rect({.box = pill, .radius = pill.h / 2, .fill = ink, .opacity = 0.13f});
        scene.rect({.box = pill, .radius = pill.h / 2, .stroke = ink});
    }
    draw_ring(scene, {pill.x + 4 * s + radius, pill.centre().y}, radius,
              {.group = group.id, .master = group.master}, *model.input.colours);
    scene.text({.at = {pill.x + 2 * radius + 12 * s, pill.centre().y - 0.6f * size},
                .text = std::move(text),
                .ink = lit ? Ink::kText : Ink::kTextSecond,
                .size = size});
    scene.end_group();
}

}  // namespace mountscope
