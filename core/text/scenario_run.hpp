#pragma once
// Runs a scenario and prints what the mount tables look like after each command, as JSON lines.
//
//   ScenarioRun run(scenario, default_kernel(), {.states = StatesPrinted::kEach});
//   while (run.step(text)) {}            // appends lines to text
//   run.unexpected();                    // commands that did not end as the scenario says
//
// The format is that of the recorded results of real kernels: numbers of mounts and groups do not depend on
// the machine, so that two kernels, or a kernel and this engine, can be compared line by line.

#include <map>
#include <string>

#include "core/text/mount_table.hpp"
#include "core/text/scenario.hpp"

namespace mountscope {

enum class StatesPrinted { kEach, kHash, kEnd, kNone };

struct ScenarioRunOptions {
    StatesPrinted states = StatesPrinted::kEach;
    std::size_t max_print = 150;
    bool order = true;
    bool created = true;
    bool compact = false;  // one line for the whole scenario, as generated.jsonl
    MachineSettings machine;
};

class ScenarioRun {
  public:
    // The scenario's own settings win over the options.
    ScenarioRun(const Scenario& scenario, const KernelProfile& kernel, ScenarioRunOptions options);

    // Runs the next command and appends what is to be printed; false when the end has been printed.
    bool step(std::string& out);

    std::size_t unexpected() const { return unexpected_; }
    // A command that can't be run at all (a process that is not there); the run stops there.
    const std::optional<TextError>& error() const { return error_; }
    const World& world() const { return world_; }

  private:
    struct Snapshot {
        StateTables state;
        std::vector<std::vector<std::string>> lines;      // by table
        std::vector<std::vector<std::uint32_t>> created;  // by table
        std::vector<std::string> names;
        std::uint32_t hash = 0;
        std::uint32_t order_hash = 0;
    };
    struct Printed {
        std::vector<std::string> lines;
        std::vector<std::int32_t> order;
        std::vector<std::uint32_t> created;
    };

    void take_snapshot();
    void number_new_mounts();
    void print_command(const ScenarioLine& line, const CommandResult& result, bool shown, std::string& out);
    void print_end(std::string& out);
    std::string table_json(const Snapshot& snapshot, std::size_t table) const;
    std::string changes_json();
    std::string all_json() const;
    bool prints_hash() const {
        return options_.states == StatesPrinted::kEach || options_.states == StatesPrinted::kHash;
    }

    const Scenario& scenario_;
    const KernelProfile& kernel_;
    ScenarioRunOptions options_;
    RunOptions run_options_;
    World world_;
    std::size_t next_ = 0;
    bool ended_ = false;
    std::size_t unexpected_ = 0;
    std::optional<TextError> error_;
    Snapshot snapshot_;
    bool have_snapshot_ = false;
    std::map<std::string, Printed> printed_;
    std::vector<std::uint32_t> serials_;  // by unique_id, 0: not seen; else serial + 1
    std::uint32_t next_serial_ = 0;
};

// JSON string literal with the escapes of the recorded results.
std::string json_string(std::string_view text);

}  // namespace mountscope
