// Why the selected mount exists: a chain of steps, each a mount that the one above is a copy of, back to the
// first.

#include <imgui.h>

#include "app/panels/inspector_panel.hpp"
#include "app/theme/widgets.hpp"

namespace mountscope {
namespace {

class WhyTab {
  public:
    WhyTab(Ui& ui, Column& column, const AppModel& model, Commands& commands)
        : ui_(ui), column_(column), model_(model), commands_(commands) {}

    void draw() {
        if (model_.view.selected.kind != Selection::Kind::kMount) {
            say("Select a mount, and this tells which command made it, what it is a copy of, and through "
                "which peer "
                "or slave it came.");
            return;
        }
        const auto& steps = model_.session.provenance_of(model_.view.selected.id);
        if (steps.empty()) {
            say("The selected mount does not exist yet at this step.");
            return;
        }
        for (std::size_t i = 0; i < steps.size(); ++i) step(steps[i], i, i + 1 == steps.size());
    }

  private:
    void say(std::string_view text) {
        column_.y +=
            ui_.paragraph({column_.x, column_.y}, column_.width, text, {.ink = Ink::kTextSecond}, 19);
    }

    void step(const ProvenanceStep& s, std::size_t index, bool last) {
        const float indent = ui_.px(24);
        const float start = column_.y;
        const float dot = column_.x + ui_.px(7);
        const float x = column_.x + indent;
        const float width = column_.width - indent;
        const std::string number = std::to_string(index);

        // The mount itself.
        const Box name{x - ui_.px(6), column_.y, width + ui_.px(14), ui_.px(24)};
        const Reaction r =
            list_row(ui_, "why-mount" + number, name,
                     {.tooltip = s.still_there ? "Select this mount" : "It is gone by now", .bar = false});
        const float id = ui_.text_in({x, name.y, width, name.h}, std::to_string(s.mnt_id),
                                     {.ink = Ink::kTextThird, .font = FontRole::kMono, .size = 12}) +
                         ui_.px(8);
        ui_.text_in({x + id, name.y, width - id, name.h}, s.place,
                    {.ink = s.still_there ? Ink::kText : Ink::kTextSecond,
                     .font = FontRole::kMono,
                     .size = 13,
                     .cut_middle = true});
        if (r.clicked) commands_.push(Select{Selection::mount(s.unique_id), true});
        if (r.hovered) commands_.push(Hover{Selection::mount(s.unique_id)});
        column_.y += name.h + ui_.px(2);

        if (s.command != 0) command(s, x, width, number);
        const std::string sentence =
            s.still_there || index == 0 ? s.sentence : s.sentence + " It is gone by now.";
        column_.y += ui_.px(5);
        column_.y += ui_.paragraph({x, column_.y}, width, sentence, {.ink = Ink::kTextSecond}, 18);
        if (s.receiver != 0) receiver(s, x, width, number);
        column_.y += ui_.px(16);

        ImDrawList* list = ui_.draw();
        const float middle = start + ui_.px(12);
        if (!last) {
            list->AddLine({dot, middle + ui_.px(8)}, {dot, column_.y + ui_.px(4)}, ui_.ink(Ink::kEdge), 1.5f);
            list->AddTriangleFilled({dot - ui_.px(4), middle + ui_.px(12)},
                                    {dot + ui_.px(4), middle + ui_.px(12)}, {dot, middle + ui_.px(6)},
                                    ui_.ink(Ink::kEdge));
        }
        list->AddCircleFilled({dot, middle}, ui_.px(4), ui_.ink(index == 0 ? Ink::kAccent : Ink::kEdge));
    }

    void command(const ProvenanceStep& s, float x, float width, const std::string& number) {
        const Box box{x, column_.y + ui_.px(4), width, ui_.px(26)};
        const Reaction r = ui_.react("why-command" + number, box, {.tooltip = "Go to this command"});
        ui_.fill(box, r.hovered ? Ink::kHover : Ink::kGround, ui_.px(6));
        const float taken =
            ui_.text_in({box.x + ui_.px(8), box.y, ui_.px(60), box.h}, std::to_string(s.command),
                        {.ink = Ink::kTextThird, .font = FontRole::kMono, .size = 12}) +
            ui_.px(8);
        ui_.text_in({box.x + ui_.px(8) + taken, box.y, box.w - ui_.px(16) - taken, box.h}, s.command_text,
                    {.font = FontRole::kMono, .size = 12});
        if (r.clicked) commands_.push(Seek{s.command});
        column_.y = box.y + box.h;
    }

    void receiver(const ProvenanceStep& s, float x, float width, const std::string& number) {
        const Box box{x - ui_.px(6), column_.y + ui_.px(2), width + ui_.px(14), ui_.px(24)};
        const Reaction r =
            list_row(ui_, "why-receiver" + number, box, {.tooltip = "Select the receiver", .bar = false});
        ui_.text_in({x, box.y, width, box.h}, s.receiver_name,
                    {.ink = Ink::kText, .font = FontRole::kMono, .size = 12});
        if (r.clicked) commands_.push(Select{Selection::mount(s.receiver), true});
        if (r.hovered) commands_.push(Hover{Selection::mount(s.receiver)});
        column_.y = box.y + box.h;
    }

    Ui& ui_;
    Column& column_;
    const AppModel& model_;
    Commands& commands_;
};

}  // namespace

void draw_why_tab(Ui& ui, Column& column, const AppModel& model, Commands& commands) {
    WhyTab(ui, column, model, commands).draw();
}

}  // namespace mountscope
