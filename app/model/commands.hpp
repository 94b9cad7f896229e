#pragma once
// What panels ask for. A panel draws from a const AppModel and pushes commands; the App applies them after
// the frame. There is no second way to change anything.
//
//   if (back.clicked) commands.push(StepBy{-1});
//   ...
//   for (const AppCommand& c : commands.take()) app.apply(c);

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

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
struct SetKernel {  // the scenario is run anew
    std::string name;
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
};
struct SetSpeed {  // commands in a second, while playing
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
    std::variant<LoadScenario, SetParameter, SetKernel, RunText, CancelRun, Seek, StepBy, SetPlaying,
                 SetSpeed, SwitchBranch, Select, Hover, FitStage, OpenStage, OpenInspector, OpenDock,
                 FocusConsole, ShowHelp, ShowKernels, SetTheme, SetScale, CopyText, ChooseFile, PasteText,
                 TogglePanel, ResizePanel, ResetLayout>;

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
