#pragma once
// Inside of App: the model, the panels and what is applied after a frame. See app/model/app.hpp.
//
// One file for each concern: app.cpp draws and reads keys, app_apply.cpp applies commands, app_call.cpp
// answers scripts, app_twin.cpp tells the page (text twin, events).

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/app.hpp"
#include "app/model/app_model.hpp"
#include "app/model/commands.hpp"
#include "app/panels/dock_panel.hpp"
#include "app/panels/growth_panel.hpp"
#include "app/panels/hash_panel.hpp"
#include "app/panels/queue_panel.hpp"
#include "app/panels/stage_panel.hpp"
#include "app/theme/ui.hpp"

namespace mountscope {

class App::Impl {
  public:
    explicit Impl(Platform& platform);

    void frame(float width, float height);
    bool wants_more_frames() const;
    void paste(std::string text);
    void file(const std::string& name, const std::string& bytes);
    std::string call(std::string_view method, std::string_view arguments);

  private:
    // --- drawing (app.cpp)
    void draw_desk(const Layout& layout);
    void draw_stage(const Box& box);
    void draw_trees(const Box& box);
    void draw_overlays(const Box& window);
    void draw_notice(const Box& stage);
    void draw_splitters(const Layout& layout);
    void set_scale(float width, float height);

    // --- keys (app_keys.cpp)
    void read_keys();
    void stepping_keys();
    void looking_keys();
    void program_keys();
    void leave();
    void compare_or_not();
    void walk_mounts();

    // --- commands (app_apply.cpp)
    void apply_all();
    void apply(const LoadScenario& c);
    void apply(const SetParameter& c);
    void apply(const SetMemory& c);
    void apply(const SetKernel& c);
    void apply(const AddLane& c);
    void apply(const RemoveLane& c);
    void apply(const RunText& c);
    void apply(const CancelRun& c);
    void apply(const Seek& c);
    void apply(const StepBy& c);
    void apply(const SeekInside& c);
    void apply(const SetGrain& c);
    void apply(const ShowLaneCode& c);
    void apply(const SetSpeed& c);
    void apply(const SetPlaying& c);
    void apply(const SwitchBranch& c);
    void apply(const Select& c);
    void apply(const Hover& c);
    void apply(const FitStage& c);
    void apply(const OpenStage& c);
    void apply(const ShowGrowth& c);
    void apply(const OpenInspector& c);
    void apply(const OpenDock& c);
    void apply(const FocusConsole& c);
    void apply(const ShowHelp& c);
    void apply(const ShowKernels& c);
    void apply(const SetTheme& c);
    void apply(const SetScale& c);
    void apply(const CopyText& c);
    void apply(const ChooseFile& c);
    void apply(const PasteText& c);
    void apply(const TogglePanel& c);
    void apply(const ResizePanel& c);
    void apply(const ResetLayout& c);

    // --- running scripts in slices
    void begin_story(ScenarioInfo scenario, int parameter, const KernelProfile& kernel,
                     std::ptrdiff_t open_at);
    void keep_running();    // schedules slices until the console has nothing to run
    void finish_running();  // all of it, at once
    void finish_story();    // goes to where the scenario opens
    void handle_requests();
    const KernelProfile& take_lanes_of(const ScenarioInfo& scenario);
    void set_lanes(std::vector<const KernelProfile*> kernels);
    void keep_up();        // schedules slices until no lane is behind
    void finish_lanes();   // all of it, at once
    void keep_sweeping();  // schedules slices until the sweep over the memory is done
    void look_at_costs();  // what the hash and queue views need to have been run
    void play();
    void notice(std::string text);

    // --- scripts of the page (app_call.cpp); each answers what is wrong, "" when nothing is
    std::string call_load(const std::string& name, const std::string& text, const std::string& kernel_name,
                          std::optional<int> value);
    std::string call_select(const std::string& target);
    std::string call_goto(std::string_view arguments_text);
    std::string call_mountinfo(const std::string& process_name);
    std::string call_hash(bool with_sweep);
    std::string call_queue();
    std::string call_lanes(const std::vector<std::string>& names);
    std::string call_set(std::string_view arguments_text);
    std::optional<int> first_value(std::string_view arguments_text) const;

    // --- growth (app_growth.cpp)
    void follow_growth();  // while it is shown: counts in slices
    void finish_growth();  // all of it, at once
    std::string call_growth(std::string_view arguments_text);
    std::string growth_json();
    std::uint64_t shown_growth() const;

    // --- the page (app_twin.cpp)
    void tell_page();

    Platform& platform_;
    Ui ui_;
    AppModel model_;
    Commands commands_;
    std::array<StagePanel, kMostLanes> stages_;  // one a lane
    GrowthPanel growth_;
    HashPanel hash_;
    QueuePanel queue_;
    DockPanel dock_;
    bool wants_style_ = true;
    bool slices_scheduled_ = false;
    bool lanes_scheduled_ = false;
    bool sweep_scheduled_ = false;
    bool growth_scheduled_ = false;
    bool lanes_of_scenario_ = false;  // a scenario asked for them
    bool opening_ = false;            // a scenario's script is being run
    std::ptrdiff_t open_at_ = 0;      // where to go when it has ended; negative: from the end
    std::string open_select_;
    std::optional<std::uint64_t> open_inside_;    // and there, inside of the next command
    std::optional<std::uint64_t> wanted_memory_;  // asked for while the story was being run
    double next_play_ = 0;
    double notice_until_ = 0;
    double now_ = 0;
    std::uint64_t told_revision_ = 0;
    Selection told_selection_;
    std::uint64_t told_growth_ = 0;  // 0: the trees were told
    StageView told_stage_ = StageView::kTrees;
    std::uint64_t met_revision_ = 0;
};

}  // namespace mountscope
