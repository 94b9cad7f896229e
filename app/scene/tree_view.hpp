#pragma once
// The picture of the mount trees: what a panel keeps and calls.
//
//   TreePicture picture;                        // kept
//   picture.set_state(input);                   // when the state changes: O(mounts)
//   picture.arrange(view, measure);             // cheap when nothing that matters has changed
//   picture.emit(scene, view, measure);         // when it is drawn
//   if (const GroupInfo* g = scene.hit(pointer)) {
//       view.hovered = parse_target(g->id);
//       if (clicked && picture.toggle_fold(view, g->id)) ...
//   }
//
// The scene's origin is the upper left corner of the viewport, its units are the view's. Hit ids: "mount:ID"
// (unique_id), "left:ID" (the place it has left), "group:ID" (the kernel's peer group id), "ns:SEQ"
// (Namespace::seq); and for what is folded "fold:ID" (a chain, by its first mount; "fold:ID:first" and
// "fold:ID:last" unfold from one end), "twins:ID" (identical subtrees, by the first), "more:ID" (below a
// mount), "unfold:ID" (folds again).

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/scene/step_overlay.hpp"
#include "app/scene/tree_layout.hpp"
#include "app/scene/tree_model.hpp"

namespace mountscope {

struct Target {
    enum class Kind : std::uint8_t { kNone, kMount, kFold, kGroup, kNamespace };
    Kind kind = Kind::kNone;
    std::uint32_t id = 0;
    explicit operator bool() const { return kind != Kind::kNone; }
    friend bool operator==(const Target&, const Target&) = default;
};
Target parse_target(std::string_view hit_id);

// Where a pane's content is looked at from; without an entry the pane shows all of it.
struct PaneCamera {
    float scale = 1;
    Vec2 offset;  // of the content's origin, in the viewport
};

// How the picture is looked at. The caller keeps it from frame to frame and from state to state.
struct TreeView {
    Vec2 size{1240, 700};
    float text_scale = 1;  // 1: desk; about 1.5: stage
    Target selected;
    Target hovered;
    std::uint32_t focus = 0;  // unique_id of the mount "where we are now"; 0: none
    bool show_copies = true;  // dashed arrows from what was copied to its copies
    bool show_group_strip = true;
    bool show_pane_headers = true;
    const StepOverlay* overlay = nullptr;  // of the command that runs; null: none does
    const std::vector<DifferenceMark>* differences = nullptr;
    // Side by side with others: the kernel's sign, name and state stand in the header of the first pane.
    Ink variant = Ink::kNone;
    std::string variant_letter;  // "A"
    std::string variant_name;    // "Linux 4.9"
    std::string variant_title;   // what it is known for
    std::string variant_state;   // "marking, receiver 4"
    FoldState folds;
    std::unordered_map<std::uint32_t, PaneCamera> cameras;  // by Namespace::seq
};

class TreePicture {
  public:
    void set_state(const TreeInput& input);
    bool has_state() const { return model_.input.world != nullptr; }
    // Does nothing when nothing that matters has changed since the last call.
    void arrange(const TreeView& view, const TextMeasure& measure);
    void emit(Scene& scene, const TreeView& view, const TextMeasure& measure) const;

    const TreeModel& model() const { return model_; }
    const TreeLayout& layout() const { return layout_; }

    // --- the view. All of these change only `view`; call arrange() and emit() afterwards.
    // A click on a fold's hit id; false when it is none.
    bool toggle_fold(TreeView& view, std::string_view hit_id) const;
    // What a key does: folds what was unfolded at this mount, else hides what is below it, or shows it again.
    bool toggle_mount(TreeView& view, std::uint32_t unique_id) const;
    // Points are in the viewport; the pane under the point is meant.
    void zoom_at(TreeView& view, Vec2 point, float factor) const;
    void pan(TreeView& view, Vec2 point, Vec2 delta) const;
    static void fit(TreeView& view) { view.cameras.clear(); }
    // Brings a mount (unfolding it) or the members of a group into sight.
    void reveal(TreeView& view, Target target) const;
    // The mount that lies next in a direction (-1, 0, 1 each) from the selected one; for arrow keys.
    std::optional<std::uint32_t> neighbour(const TreeView& view, int right, int down) const;

  private:
    // What the layout was made for.
    struct ArrangedFor {
        std::uint64_t state = 0;
        std::uint64_t folds = 0;
        ItemRef keep;
        float width = 0;
        float height = 0;
        float text_scale = 0;
        bool strip = false;
        bool headers = false;
        friend bool operator==(const ArrangedFor&, const ArrangedFor&) = default;
    };

    TreeModel model_;
    TreeLayout layout_;
    std::uint64_t state_number_ = 0;
    ArrangedFor arranged_for_;
};

// All in one, for exports and tests.
Scene make_tree_scene(const TreeInput& input, const TreeView& view, const TextMeasure& measure);

}  // namespace mountscope
