#pragma once
// Everything that panels may read. They get it const; what they want changed they ask for with Commands.
//
//   void draw_rail_panel(Ui& ui, const Box& box, const AppModel& model, Commands& commands);
//
// The story is in the session; how it is looked at is in the view state; the console is a model of its own.

#include <string>
#include <vector>

#include "app/model/commands.hpp"
#include "app/model/console_model.hpp"
#include "app/model/growth_model.hpp"
#include "app/model/hash_sweep.hpp"
#include "app/model/layout.hpp"
#include "app/model/selection.hpp"
#include "app/model/session.hpp"
#include "app/model/step_story.hpp"
#include "app/model/views.hpp"
#include "app/scene/group_colours.hpp"
#include "app/scene/theme.hpp"

namespace mountscope {

// Lanes by letter and ink: A to D.
inline constexpr std::size_t kMostLanes = 4;
constexpr char lane_letter(std::size_t lane) {
    return static_cast<char>('A' + lane);
}
constexpr Ink lane_ink(std::size_t lane) {
    return static_cast<Ink>(static_cast<std::size_t>(Ink::kVariantA) + lane);
}

struct ViewState {
    Selection selected;
    Selection hovered;
    ThemeName theme = ThemeName::kDark;
    float user_scale = 1;
    LayoutPreferences layout;
    Sheet sheet = Sheet::kInspector;
    StageView stage = StageView::kTrees;
    InspectorTab inspector_tab = InspectorTab::kMount;
    DockTab dock_tab = DockTab::kConsole;
    bool help = false;
    bool kernels = false;          // the list of kernels is open ...
    std::size_t kernels_lane = 0;  // ... for this lane
    std::size_t code_lane = 0;     // whose algorithm the code tab shows
    Grain grain = Grain::kCommand;
    bool playing = false;
    float speed = 1;     // steps in a second
    std::string notice;  // "Copied the mountinfo line", for a moment
};

struct AppModel {
    Session session;
    ConsoleModel console{session};
    ViewState view;
    GrowthModel growth;

    GroupColours colours;  // of the story
    HashSweep sweep;       // followed while the hash is looked at

    Ink group_ink(std::uint32_t group_id) const { return colours.ink(group_id); }
    // The kernels that are shown side by side, A first: the one that the story was run under.
    std::vector<const KernelProfile*> shown_kernels() const {
        std::vector<const KernelProfile*> list;
        for (std::size_t i = 0; i < session.lanes(); ++i) list.push_back(&session.kernel(i));
        return list;
    }
    // The selected mount when it is there at the cursor, else none.
    MountRef selected_mount() const {
        return view.selected.kind == Selection::Kind::kMount ? session.view().mount(view.selected.id)
                                                             : MountRef{};
    }
};

}  // namespace mountscope
