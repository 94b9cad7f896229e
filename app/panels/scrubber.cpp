#include "app/panels/scrubber.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <imgui.h>

#include "core/trace/narrate.hpp"

namespace mountscope {
namespace {

struct Mark {
    Ink ink;
    std::string_view word;
};

Mark mark_of(MarkKind kind) {
    switch (kind) {
        case MarkKind::kMount:
            return {Ink::kAdded, "mounts"};
        case MarkKind::kUmount:
            return {Ink::kRemoved, "unmounts"};
        case MarkKind::kPropagation:
            return {Ink::kMoved, "propagation"};
        case MarkKind::kNamespace:
            return {Ink::kAccent, "namespaces"};
        case MarkKind::kFile:
            return {Ink::kTextThird, "files"};
        case MarkKind::kError:
            return {Ink::kError, "refused"};
    }
    return {Ink::kTextThird, ""};
}

// Which of several kinds a crowded place shows: the rarest matter most.
int weight(MarkKind kind) {
    switch (kind) {
        case MarkKind::kError:
            return 5;
        case MarkKind::kUmount:
            return 4;
        case MarkKind::kNamespace:
            return 3;
        case MarkKind::kPropagation:
            return 2;
        case MarkKind::kMount:
            return 1;
        case MarkKind::kFile:
            return 0;
    }
    return 0;
}

// A shape for each kind: up for mounts, down for unmounts, diamond, square, dot, cross.
void draw_mark(const Ui& ui, Vec2 at, float r, MarkKind kind, float opacity) {
    ImDrawList* list = ui.draw();
    const ImU32 colour = ui.ink(mark_of(kind).ink, opacity);
    switch (kind) {
        case MarkKind::kMount:
            list->AddTriangleFilled({at.x, at.y - r}, {at.x + r, at.y + r * 0.8f},
                                    {at.x - r, at.y + r * 0.8f}, colour);
            break;
        case MarkKind::kUmount:
            list->AddTriangleFilled({at.x, at.y + r}, {at.x - r, at.y - r * 0.8f},
                                    {at.x + r, at.y - r * 0.8f}, colour);
            break;
        case MarkKind::kPropagation:
            list->AddQuadFilled({at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r}, {at.x - r, at.y},
                                colour);
            break;
        case MarkKind::kNamespace:
            list->AddRectFilled({at.x - r * 0.8f, at.y - r * 0.8f}, {at.x + r * 0.8f, at.y + r * 0.8f},
                                colour, 1);
            break;
        case MarkKind::kFile:
            list->AddCircleFilled({at.x, at.y}, r * 0.5f, colour);
            break;
        case MarkKind::kError:
            list->AddLine({at.x - r * 0.8f, at.y - r * 0.8f}, {at.x + r * 0.8f, at.y + r * 0.8f}, colour, 2);
            list->AddLine({at.x - r * 0.8f, at.y + r * 0.8f}, {at.x + r * 0.8f, at.y - r * 0.8f}, colour, 2);
            break;
    }
}

class CommandScrubber {
  public:
    CommandScrubber(Ui& ui, const Box& box, const AppModel& model, Commands& commands)
        : ui_(ui), box_(box), timeline_(model.session.timeline()), commands_(commands) {}

    void draw() {
        const float middle = std::round(box_.y + box_.h * 0.42f);
        const float thick = ui_.px(6);
        ui_.fill({box_.x, middle - thick / 2, box_.w, thick}, Ink::kRaised, thick / 2);
        const float knob = x_of(timeline_.cursor());
        if (knob > box_.x)
            ui_.fill({box_.x, middle - thick / 2, knob - box_.x, thick}, Ink::kAccent, thick / 2);
        draw_marks(middle + ui_.px(12));
        ImDrawList* list = ui_.draw();
        list->AddCircleFilled({knob, middle}, ui_.px(8), ui_.ink(Ink::kText));
        list->AddCircleFilled({knob, middle}, ui_.px(3), ui_.ink(Ink::kPanel));
        react(middle);
    }

  private:
    float x_of(std::size_t index) const {
        const std::size_t size = timeline_.size();
        return size == 0 ? box_.x : box_.x + box_.w * static_cast<float>(index) / static_cast<float>(size);
    }

    std::size_t index_at(float x) const {
        const float part = std::clamp((x - box_.x) / box_.w, 0.0f, 1.0f);
        return static_cast<std::size_t>(std::lround(part * static_cast<float>(timeline_.size())));
    }

    void draw_marks(float y) {
        const std::size_t size = timeline_.size();
        if (size == 0) return;
        const float spacing = box_.w / static_cast<float>(size);
        const float r = std::clamp(spacing * 0.35f, ui_.px(2.5f), ui_.px(4.5f));
        const float cell = r * 2 + 1;
        // Where steps are closer than a mark is wide, one mark stands for several.
        std::size_t i = 1;
        while (i <= size) {
            const float x = x_of(i);
            std::size_t chosen = i;
            std::size_t next = i + 1;
            while (next <= size && x_of(next) < x + cell) {
                if (weight(mark_kind(timeline_.step(next))) > weight(mark_kind(timeline_.step(chosen))))
                    chosen = next;
                ++next;
            }
            draw_mark(ui_, {x_of(chosen), y}, r, mark_kind(timeline_.step(chosen)),
                      chosen <= timeline_.cursor() ? 1.0f : 0.55f);
            i = next;
        }
    }

    void react(float middle) {
        const float reach = ui_.px(8);
        const Box area{box_.x - reach, box_.y, box_.w + 2 * reach, box_.h};
        const Reaction r = ui_.react("scrubber", area, {.focusable = false, .draw_focus = false});
        const float pointer = ImGui::GetIO().MousePos.x;
        if (r.held && index_at(pointer) != timeline_.cursor()) commands_.push(Seek{index_at(pointer)});
        if (!r.hovered || r.held || ImGui::GetIO().MouseSource == ImGuiMouseSource_TouchScreen) return;
        const std::size_t index = index_at(pointer);
        const float x = x_of(index);
        ui_.draw()->AddCircle({x, middle}, ui_.px(8), ui_.ink(Ink::kTextSecond), 0, 1.5f);
        std::string text = "the beginning";
        if (index != 0) {
            const TimelineStep& step = timeline_.step(index);
            text = std::to_string(index) + "  " + step.text;
            if (step.result.error != Errno::kOk)
                text += "  (" + std::string(errno_name(step.result.error)) + ")";
        }
        ui_.tooltip({x - ui_.px(40), box_.y - ui_.px(46), ui_.px(80), ui_.px(8)}, text);
    }

    Ui& ui_;
    Box box_;
    const Timeline& timeline_;
    Commands& commands_;
};

// The steps of one command: phases as sections with their names.
class StepScrubber {
  public:
    StepScrubber(Ui& ui, const Box& box, const AppModel& model, Commands& commands)
        : ui_(ui), box_(box), session_(model.session), commands_(commands) {}

    void draw() {
        const StepSet* set = session_.steps();
        if (set == nullptr || set->alignment->length() == 0) return;
        alignment_ = set->alignment.get();
        length_ = alignment_->length();
        const float middle = std::round(box_.y + box_.h * 0.56f);
        const float thick = ui_.px(6);
        ui_.fill({box_.x, middle - thick / 2, box_.w, thick}, Ink::kRaised, thick / 2);
        const float knob = session_.inside() ? x_of(*session_.inside() + 1) : box_.x + box_.w;
        if (knob > box_.x)
            ui_.fill({box_.x, middle - thick / 2, knob - box_.x, thick}, Ink::kAccent, thick / 2);
        sections(*set, middle);
        ImDrawList* list = ui_.draw();
        list->AddCircleFilled({knob, middle}, ui_.px(8), ui_.ink(Ink::kText));
        list->AddCircleFilled({knob, middle}, ui_.px(3), ui_.ink(Ink::kPanel));
        react(middle);
    }

  private:
    float x_of(std::uint64_t done) const {
        return box_.x + box_.w * static_cast<float>(static_cast<double>(done) / static_cast<double>(length_));
    }

    std::uint64_t position_at(float x) const {
        const double part = std::clamp(static_cast<double>((x - box_.x) / box_.w), 0.0, 1.0);
        const auto position = static_cast<std::uint64_t>(part * static_cast<double>(length_));
        return std::min(position, length_ - 1);
    }

    struct Part {
        std::uint64_t first;
        std::uint64_t end;
        std::string_view name;
    };

    // The phases of whoever has most to do in each section; of many, only the section itself.
    std::vector<Part> parts_of(const StepSet& set) const {
        std::vector<Part> parts;
        for (const SectionSpan& span : alignment_->sections()) {
            const std::uint64_t end = span.first + span.length;
            std::vector<Part> inside;
            for (std::size_t lane = 0; lane < set.indexes.size() && inside.empty(); ++lane) {
                if (alignment_->place(lane, end - 1).waits) continue;
                inside = phases_between(set, lane, span);
            }
            if (inside.empty() || inside.size() > kMostParts)
                inside = {{span.first, end, section_name(span.section)}};
            parts.insert(parts.end(), inside.begin(), inside.end());
        }
        return parts;
    }

    std::vector<Part> phases_between(const StepSet& set, std::size_t lane, const SectionSpan& span) const {
        const StepIndex& index = *set.indexes[lane];
        const std::uint64_t first_step = alignment_->place(lane, span.first).step;
        std::vector<Part> parts;
        for (std::size_t i = index.phase_of(first_step); i < index.phases().size(); ++i) {
            const PhaseMark& mark = index.phases()[i];
            if (mark.first_step >= first_step + span.length || parts.size() > kMostParts) break;
            const std::uint64_t from = span.first + (std::max(mark.first_step, first_step) - first_step);
            if (!parts.empty()) parts.back().end = from;
            parts.push_back({from, span.first + span.length, phase_name(mark.phase)});
        }
        return parts;
    }

    void sections(const StepSet& set, float middle) {
        const std::vector<Part> parts = parts_of(set);
        float label_end = box_.x - 1;
        for (const Part& part : parts) {
            const float from = x_of(part.first);
            const float to = x_of(part.end);
            if (part.first != 0)
                ui_.vertical_line(std::round(from), middle - ui_.px(11), middle + ui_.px(11));
            const bool here =
                session_.inside() && *session_.inside() >= part.first && *session_.inside() < part.end;
            const TextStyle style{.ink = here ? Ink::kText : Ink::kTextThird,
                                  .font = here ? FontRole::kMedium : FontRole::kRegular,
                                  .size = 11.5f};
            const float width = ui_.text_width(part.name, style);
            const float x = (from + to - width) / 2;
            if (!here && (width > to - from || x < label_end)) continue;
            const float at = std::clamp(x, box_.x, box_.x + box_.w - width);
            if (at < label_end) continue;
            ui_.text({at, box_.y + ui_.px(1)}, part.name, style);
            label_end = at + width + ui_.px(6);
        }
    }

    void react(float middle) {
        const float reach = ui_.px(8);
        const Box area{box_.x - reach, box_.y, box_.w + 2 * reach, box_.h};
        const Reaction r = ui_.react("step-scrubber", area, {.focusable = false, .draw_focus = false});
        const float pointer = ImGui::GetIO().MousePos.x;
        const std::uint64_t position = position_at(pointer);
        if (r.held && (!session_.inside() || *session_.inside() != position))
            commands_.push(SeekInside{session_.shown_command(), position});
        if (!r.hovered || r.held || ImGui::GetIO().MouseSource == ImGuiMouseSource_TouchScreen) return;
        const float x = x_of(position + 1);
        ui_.draw()->AddCircle({x, middle}, ui_.px(8), ui_.ink(Ink::kTextSecond), 0, 1.5f);
        ui_.tooltip({x - ui_.px(40), box_.y - ui_.px(46), ui_.px(80), ui_.px(8)},
                    "step " + with_thousands(position + 1) + " of " + with_thousands(length_));
    }

    static constexpr std::size_t kMostParts = 24;

    Ui& ui_;
    Box box_;
    const Session& session_;
    Commands& commands_;
    const StepAlignment* alignment_ = nullptr;
    std::uint64_t length_ = 0;
};

}  // namespace

void draw_scrubber(Ui& ui, const Box& box, const AppModel& model, Commands& commands) {
    if (shows_steps(model)) {
        StepScrubber(ui, box, model, commands).draw();
    } else {
        CommandScrubber(ui, box, model, commands).draw();
    }
}

bool shows_steps(const AppModel& model) {
    const Session& session = model.session;
    if (session.inside()) return true;
    if (model.view.grain == Grain::kCommand || session.shown_command() == 0 || session.is_behind())
        return false;
    const StepSet* set = session.steps();
    return set != nullptr && set->alignment->length() > 0;
}

}  // namespace mountscope
