// What is selected, explained: a mount with its mountinfo line field by field, a peer group, a namespace;
// with nothing selected, the list of all mounts.

#include <algorithm>
#include <imgui.h>

#include "core/text/mountinfo.hpp"

#include "app/model/mount_facts.hpp"
#include "app/panels/inspector_panel.hpp"
#include "app/theme/widgets.hpp"

#include "assets/icons.hpp"

namespace mountscope {
namespace {

class MountTab {
  public:
    MountTab(Ui& ui, Column& column, const AppModel& model, Commands& commands)
        : ui_(ui), column_(column), model_(model), commands_(commands), view_(model.session.view()) {}

    void draw() {
        const Selection& selected = model_.view.selected;
        switch (selected.kind) {
            case Selection::Kind::kMount:
                if (const MountRef m = view_.mount(selected.id)) return mount(m);
                return gone();
            case Selection::Kind::kGroup:
                if (const GroupSummary* g = view_.group(selected.id)) return group(*g);
                break;
            case Selection::Kind::kNamespace:
                for (const NamespaceSummary& ns : view_.namespaces()) {
                    if (ns.seq == selected.id) return name_space(ns);
                }
                break;
            case Selection::Kind::kNone:
                break;
        }
        all_mounts();
    }

  private:
    void paragraph(std::string_view text, Ink ink = Ink::kTextSecond) {
        column_.y += ui_.paragraph({column_.x, column_.y}, column_.width, text, {.ink = ink}, 19);
    }

    void badge(const RingSign& sign) {
        ring_badge(ui_, {column_.x + ui_.px(16), column_.y + ui_.px(17)}, ui_.px(16), sign, model_.colours);
    }

    // A title with the sign of the mount at its left.
    void title(std::string_view text, std::string_view below) {
        const float indent = ui_.px(42);
        ui_.text(
            {column_.x + indent, column_.y}, text,
            {.font = FontRole::kMono, .size = 15, .max_width = column_.width - indent, .cut_middle = true});
        ui_.text({column_.x + indent, column_.y + ui_.px(20)}, below,
                 {.ink = Ink::kTextSecond, .size = 12, .max_width = column_.width - indent});
        column_.y += ui_.px(48);
    }

    void mount(MountRef m) {
        const Mount& object = view_.world()[m];
        badge(ring_of(view_.world(), m));
        const std::string path = view_.path(m);
        const std::string_view source = view_.world().text(view_.world()[object.superblock].source);
        title(path.empty() ? "(out of sight)" : path,
              "mount " + std::to_string(object.mnt_id) + " of " + std::string(source));
        paragraph(mount_summary(view_, m));
        column_.y += ui_.px(10);
        for (const Fact& fact : mount_facts(view_, m)) draw_fact(fact);
        mountinfo(m);
    }

    void draw_fact(const Fact& fact) {
        const float label_width = ui_.px(88);
        const float height = ui_.px(24);
        const Box row{column_.x - ui_.px(8), column_.y, column_.width + ui_.px(16), height};
        const std::string id = "fact" + std::to_string(row_++);
        Reaction r;
        if (fact.leads_to) {
            r = list_row(ui_, id, row, {.tooltip = fact.meaning, .bar = false});
        } else if (!fact.meaning.empty()) {
            r = ui_.react(id, row,
                          {.tooltip = fact.meaning, .focusable = false, .draw_focus = false, .hand = false});
        }
        ui_.text_in({column_.x, row.y, label_width, height}, fact.label,
                    {.ink = Ink::kTextSecond, .size = 12.5f});
        const Box value{column_.x + label_width, row.y,
                        column_.width - label_width - (fact.leads_to ? ui_.px(14) : 0), height};
        ui_.text_in(value, fact.value,
                    {.font = fact.literal ? FontRole::kMono : FontRole::kRegular,
                     .size = fact.literal ? 12.5f : 13.0f,
                     .cut_middle = fact.literal});
        if (fact.leads_to) {
            ui_.icon({column_.x + column_.width - ui_.px(12), row.y, ui_.px(14), height}, kIconChevronRight,
                     r.hovered ? Ink::kText : Ink::kTextThird, 13);
        }
        if (r.clicked && fact.leads_to) commands_.push(Select{fact.leads_to, true});
        if (r.hovered && fact.leads_to) commands_.push(Hover{fact.leads_to});
        column_.y += height;
    }

    void mountinfo(MountRef m) {
        const MountTable* table = view_.tables().find(view_.world()[m].ns);
        const std::int32_t row = table == nullptr ? -1 : table->row_of(m);
        if (row < 0) return;
        const std::string line = mountinfo_line(view_.world(), *table, static_cast<std::size_t>(row));
        section(ui_, column_, "ITS LINE IN /PROC/PID/MOUNTINFO");
        const Box copy{column_.x + column_.width - ui_.px(20), column_.y - ui_.px(26), ui_.px(24),
                       ui_.px(22)};
        if (icon_button(ui_, "copy-line", copy,
                        {.icon = kIconCopy, .tooltip = "Copy the line", .size = 14})) {
            commands_.push(CopyText{line, "the mountinfo line"});
        }
        const TextStyle mono{.font = FontRole::kMono, .size = 12};
        const float inner = column_.width - ui_.px(20);
        const float height = ui_.paragraph({}, inner, line, mono, 17, false) + ui_.px(14);
        ui_.fill({column_.x, column_.y, column_.width, height}, Ink::kGround, ui_.px(6));
        ui_.paragraph({column_.x + ui_.px(10), column_.y + ui_.px(7)}, inner, line, mono, 17);
        column_.y += height + ui_.px(8);
        std::size_t i = 0;
        for (const MountinfoField& field :
             mountinfo_fields(view_.world(), *table, static_cast<std::size_t>(row))) {
            const Box place{column_.x, column_.y, column_.width, ui_.px(20)};
            ui_.react("field" + std::to_string(i++), place,
                      {.tooltip = field.meaning, .focusable = false, .draw_focus = false, .hand = false});
            const float label =
                ui_.text_in(place, field.name, {.ink = Ink::kTextThird, .size = 12, .align = Align::kEnd});
            ui_.text_in({place.x, place.y, place.w - label - ui_.px(12), place.h}, field.value,
                        {.font = FontRole::kMono, .size = 12, .cut_middle = true});
            column_.y += place.h;
        }
    }

    void gone() {
        const auto& steps = model_.session.provenance_of(model_.view.selected.id);
        if (steps.empty()) {
            paragraph("The selected mount does not exist yet at this step.");
            return;
        }
        badge({});
        title(steps.front().place, "gone; it was mount " + std::to_string(steps.front().mnt_id));
        paragraph(
            "This mount is not there any more at this step. The tab Why tells where it came from; a step "
            "back "
            "brings it back.");
    }

    void group(const GroupSummary& g) {
        badge({.group = g.group_id, .master = g.master_group});
        title("peer group " + std::to_string(g.group_id),
              with_thousands(g.peers.size()) + (g.peers.size() == 1 ? " member, " : " members, ") +
                  (g.slaves == 0 ? "no slaves"
                                 : with_thousands(g.slaves) + (g.slaves == 1 ? " slave" : " slaves")));
        paragraph(
            "What is mounted in a directory of one member appears in the same directory of every other, as "
            "far "
            "as they show it." +
            std::string(g.slaves == 0 ? "" : " Slaves get it too, and send nothing back."));
        if (const GroupSummary* master = view_.group(g.master_group)) {
            column_.y += ui_.px(8);
            draw_fact({"slave of", "group " + std::to_string(master->group_id),
                       Selection::group(master->group_id),
                       "All members receive what is mounted in that group.", false});
        }
        section(ui_, column_, "MEMBERS");
        list(g.peers.size(), [&](std::size_t i) { return g.peers[i]; });
    }

    void name_space(const NamespaceSummary& ns) {
        ui_.icon({column_.x, column_.y, ui_.px(32), ui_.px(34)}, kIconBox, Ink::kTextSecond, 22);
        title("namespace of " + ns.name, with_thousands(ns.mounts) + (ns.mounts == 1 ? " mount" : " mounts"));
        paragraph(ns.other_user
                      ? "It is owned by another user namespace: what it inherited is locked, and its mounts "
                        "are slaves of the originals."
                      : "Each process sees the mounts of its own namespace only.");
        column_.y += ui_.px(8);
        std::string names;
        for (const std::string& name : ns.processes) names += (names.empty() ? "" : ", ") + name;
        draw_fact({ns.processes.size() == 1 ? "process" : "processes",
                   names,
                   {},
                   "Who lives in it; when the last one ends, so does the namespace.",
                   false});
        section(ui_, column_, "MOUNTS");
        if (const MountTable* table = view_.tables().find(ns.ns)) {
            list(table->rows.size(), [&](std::size_t i) { return table->rows[i].mount; });
        }
    }

    void all_mounts() {
        paragraph("Select a mount in the picture, or press Tab, and it is explained here.");
        for (const MountTable& table : view_.tables().tables) {
            const NamespaceSummary* ns = view_.name_space(table.ns);
            std::string title = "MOUNTS";
            if (view_.tables().tables.size() > 1 && ns != nullptr) {
                std::string name = ns->name;
                for (char& c : name) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
                title += " OF " + name;
            }
            section(ui_, column_, title);
            list(table.rows.size(), [&](std::size_t i) { return table.rows[i].mount; });
        }
    }

    // Only the rows that can be seen are drawn.
    template <class GetMount>
    void list(std::size_t count, GetMount&& mount_at) {
        const float height = ui_.px(26);
        const float top = column_.y;
        const float from = ImGui::GetWindowPos().y;
        const float to = from + ImGui::GetWindowHeight();
        const auto first = static_cast<std::size_t>(std::max(0.0f, (from - top) / height - 1));
        const auto last = static_cast<std::size_t>(std::max(0.0f, (to - top) / height + 2));
        for (std::size_t i = first; i < std::min(last, count); ++i) {
            column_.y = top + height * static_cast<float>(i);
            const MountRef m = mount_at(i);
            mount_row(ui_, column_, "row" + std::to_string(view_.world()[m].unique_id), view_, m, model_,
                      commands_);
        }
        column_.y = top + height * static_cast<float>(count);
    }

    Ui& ui_;
    Column& column_;
    const AppModel& model_;
    Commands& commands_;
    const StateView& view_;
    int row_ = 0;
};

}  // namespace

void draw_mount_tab(Ui& ui, Column& column, const AppModel& model, Commands& commands) {
    MountTab(ui, column, model, commands).draw();
}

}  // namespace mountscope
