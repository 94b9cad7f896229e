#pragma once
// Which control the keyboard is at. Controls register in the order in which they are drawn; Tab walks through
// them in the order of their regions. With no control in focus the keyboard belongs to the stage.
//
//   focus.begin_frame(keys);                 // moves by the keys of this frame
//   focus.set_region(FocusRegion::kRail);
//   bool mine = focus.add(id, box);          // once for each control and frame
//   if (focus.activated(id)) ...             // Enter or Space while it has the focus
//
// Invariants: at most one control has the focus; when it is not drawn any more, the stage has it.

#include <cstdint>
#include <vector>

#include "app/scene/scene.hpp"

namespace mountscope {

// In the order of Tab. The stage is not a list of controls: what Tab does there is the stage's own matter.
enum class FocusRegion : std::uint8_t { kTopBar, kRail, kStage, kInspector, kTransport, kDock, kOverlay };

struct FocusKeys {
    bool next = false;      // Tab
    bool previous = false;  // Shift+Tab
    bool up = false;
    bool down = false;
    bool activate = false;  // Enter or Space
    bool leave = false;     // Escape
};

class Focus {
  public:
    // What the keys ask of the stage, when the keyboard is there.
    enum class StageMove : std::uint8_t { kNone, kNext, kPrevious };

    void begin_frame(const FocusKeys& keys);
    void set_region(FocusRegion region) { region_ = region; }

    bool add(std::uint32_t id, const Box& box);
    bool activated(std::uint32_t id) const { return id == current_ && activate_; }
    bool has(std::uint32_t id) const { return id != 0 && id == current_; }

    // True while the keyboard is at a control, so that its keys mean the control and not the timeline.
    bool in_controls() const { return current_ != 0; }
    FocusRegion region() const;
    StageMove stage_move() const { return stage_move_; }

    void clear() { current_ = 0; }
    void give_to(std::uint32_t id) { current_ = id; }
    // The first control of the region, in the next frame.
    void go_to_region(FocusRegion region) {
        wanted_region_ = region;
        wants_region_ = true;
    }
    // Whether the region had any controls in the last frame.
    bool has_region(FocusRegion region) const;
    // The stage has no more mounts in that direction: go on with the controls behind or before it.
    void leave_stage(bool forward);
    // While set, controls of other regions cannot get the focus.
    void lock_to_overlay(bool locked) { locked_ = locked; }
    // The control was just reached by keyboard, so it should be scrolled into view.
    bool just_moved(std::uint32_t id) const { return moved_ && id == current_; }

  private:
    struct Item {
        std::uint32_t id;
        FocusRegion region;
    };

    void move(int direction);
    void move_in_region(int direction);
    std::size_t index_of(std::uint32_t id) const;

    std::vector<Item> items_;      // of the last frame, in order of regions
    std::vector<Item> gathering_;  // of this one
    std::uint32_t current_ = 0;
    FocusRegion region_ = FocusRegion::kTopBar;
    FocusRegion wanted_region_ = FocusRegion::kTopBar;
    StageMove stage_move_ = StageMove::kNone;
    bool wants_region_ = false;
    bool activate_ = false;
    bool locked_ = false;
    bool moved_ = false;
};

}  // namespace mountscope
