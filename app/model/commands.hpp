#pragma once
// What panels ask for. A panel draws from a const AppModel and pushes commands; the App applies them after
// the frame. There is no second way to change anything.
//
//   if (back.clicked) commands.push(StepBy{-1});
//   ...
//   for (const AppCommand& c : commands.take()) app.apply(c);

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/model/grain.hpp"
#include "app/model/layout.hpp"
#include "app/model/selection.hpp"
#include "app/scene/theme.hpp"

namespace mountscope {

// --- the story
struct LoadScenario {
    std::string id;
};
struct SetParameter {  // of the scenario: its N
    int value = 0;
};
struct SetMemory {  // of the simulated machine: all commands are run anew with as many hash buckets
    std::uint64_t bytes = 0;
};
struct SetKernel {  // of a lane; in lane 0 the scenario is run anew
    std::string name;
    std::size_t lane = 0;
};
struct AddLane {  // the same story under another kernel, side by side
    std::string name;
};
struct RemoveLane {
    std::size_t lane = 0;  // the first one can't be removed while it is alone
};
struct RunText {  // as if typed into the console and ended with Enter
    std::string text;
};
struct CancelRun {};
struct Seek {
    std::size_t index = 0;
};
struct StepBy {
    int count = 0;
    Grain grain = Grain::kCommand;
};
struct SeekInside {  // of a command of the story, after the step at that position
    std::size_t command = 0;
    std::uint64_t position = 0;
};
struct SetGrain {  // of the buttons, the arrow keys and of playing
    Grain grain = Grain::kCommand;
};
struct SetSpeed {  // steps in a second, while playing
    float per_second = 1;
};
struct SetPlaying {
    bool playing = false;
};
struct SwitchBranch {
    std::size_t index = 0;
};

// --- what is looked at
struct Select {
    Selection what;
    bool reveal = false;  // bring it into the picture
};
struct Hover {
    Selection what;
};
struct FitStage {
    bool selection_only = false;
};
struct OpenStage {  // a StageView
    int view = 0;
};
struct ShowGrowth {  // what the growth plot shows; what is not given stays
    std::string quantity;
    std::optional<bool> whole;
    std::optional<bool> logarithmic;
    std::string kernel;  // shown when it was hidden, and hidden when it was shown
    std::optional<bool> choosing;
};
struct OpenInspector {
    int tab = 0;
};
struct OpenDock {
    int tab = 0;
};
struct FocusConsole {};
struct ShowHelp {
    bool shown = true;
};
struct ShowKernels {
    bool shown = true;
    std::size_t lane = 0;  // whose kernel is chosen; as many as there are lanes: for one more
};
struct ShowLaneCode {  // whose algorithm the code tab shows
    std::size_t lane = 0;
};

// --- the program
struct SetTheme {
    ThemeName theme = ThemeName::kDark;
};
struct SetScale {  // of text and stage; 1 is the size that suits the window
    float scale = 1;
};
struct CopyText {
    std::string text;
    std::string what;  // "the mountinfo line"
};
struct ChooseFile {};
struct PasteText {};  // offers a field of the page for it
struct TogglePanel {  // in a single column: shows it in the sheet
    Sheet panel = Sheet::kInspector;
};
struct ResizePanel {  // by a splitter, in design pixels
    Sheet panel = Sheet::kInspector;
    float size = 0;
};
struct ResetLayout {};

using AppCommand =
    std::variant<LoadScenario, SetParameter, SetMemory, SetKernel, AddLane, RemoveLane, RunText, CancelRun,
                 Seek, StepBy, SeekInside, SetGrain, ShowLaneCode, SetPlaying, SetSpeed, SwitchBranch, Select,
                 Hover, FitStage, OpenStage, ShowGrowth, OpenInspector, OpenDock, FocusConsole, ShowHelp,
                 ShowKernels, SetTheme, SetScale, CopyText, ChooseFile, PasteText, TogglePanel, ResizePanel,
                 ResetLayout>;

class Commands {
  public:
    template <class C>
    void push(C command) {
        list_.emplace_back(std::move(command));
    }
    bool empty() const { return list_.empty(); }
    std::vector<AppCommand> take() { return std::exchange(list_, {}); }

  private:
    std::vector<AppCommand> list_;
};

}  // namespace mountscope
