// Random scenarios with the work counted, recorded for each kernel variant: results, tables, the order of
// mountinfo, and every counter after every command.

#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <nlohmann/json.hpp>

#include "core/tests/support.hpp"
#include "core/text/mountinfo.hpp"
#include "core/text/scenario.hpp"

using namespace mountscope;

namespace {

// Numbers mounts in the order in which they are seen, those seen together by age.
class Serials {
  public:
    void see(const World& world, const StateTables& state) {
        std::vector<std::uint32_t> fresh;
        for (const MountTable& table : state.tables) {
            for (const TableRow& row : table.rows) {
                const std::uint32_t id = world[row.mount].unique_id;
                if (!numbers_.contains(id)) fresh.push_back(id);
            }
        }
        std::sort(fresh.begin(), fresh.end());
        for (const std::uint32_t id : fresh) {
            const auto next = static_cast<int>(numbers_.size());
            numbers_.emplace(id, next);
        }
    }
    int of(const World& world, MountRef mount) const { return numbers_.at(world[mount].unique_id); }

  private:
    std::map<std::uint32_t, int> numbers_;
};

struct Printed {
    nlohmann::json namespaces = nlohmann::json::array();
    std::map<std::uint32_t, int> groups;  // the kernel's group id -> number
    std::string group(std::uint32_t id) {
        return std::to_string(groups.emplace(id, static_cast<int>(groups.size()) + 1).first->second);
    }
};

void print_table(const World& world, const KernelProfile& kernel, const Serials& serials,
                 const MountTable& table, Printed& out) {
    std::vector<const TableRow*> rows;
    for (const TableRow& row : table.rows) rows.push_back(&row);
    std::sort(rows.begin(), rows.end(), [&](const TableRow* a, const TableRow* b) {
        return serials.of(world, a->mount) < serials.of(world, b->mount);
    });
    nlohmann::json mounts = nlohmann::json::array();
    for (const TableRow* row : rows) {
        const Mount& m = world[row->mount];
        std::string line = std::to_string(serials.of(world, row->mount)) + " ";
        line +=
            row->parent < 0
                ? "-"
                : std::to_string(serials.of(world, table.rows[static_cast<std::size_t>(row->parent)].mount));
        line += " " + table.path_of(*row) + " " + root_field(world, row->mount) + " ";
        line += escape_field(world.text(world[m.superblock].source));
        if (world.is_shared(row->mount)) line += " shared:" + out.group(m.group_id);
        if (m.master) line += " master:" + out.group(world[m.master].group_id);
        if (row->propagate_from != 0) line += " propagate_from:" + out.group(row->propagate_from);
        if (world.has_flag(row->mount, kMountUnbindable)) line += " unbindable";
        mounts.push_back(line);
    }
    nlohmann::json listed = nlohmann::json::array();
    for (const std::size_t row : mountinfo_order(world, kernel, table)) {
        listed.push_back(serials.of(world, table.rows[row].mount));
    }
    out.namespaces.push_back({{"name", std::string(world.text(world[table.viewer].name))},
                              {"mounts", std::move(mounts)},
                              {"listed", std::move(listed)}});
}

nlohmann::json recorded_counters(const Counters& counters) {
    nlohmann::json out = nlohmann::json::object();
    for (std::size_t i = 0; i < kCounterCount; ++i) {
        const auto counter = static_cast<Counter>(i);
        // Not among what was recorded.
        if (counter == Counter::kChainEntries || counter == Counter::kPathLookup) continue;
        if (counters[counter] != 0) out[std::string(counter_name(counter))] = counters[counter];
    }
    return out;
}

void run_recorded(const KernelProfile& kernel, const nlohmann::json& recorded) {
    const std::string name = recorded["name"].get<std::string>();
    CAPTURE(name);
    const ScenarioResult parsed = parse_scenario(recorded["scn"].get<std::string>());
    REQUIRE_MESSAGE(!parsed.error, to_string(*parsed.error));
    const auto& steps = recorded["steps"];
    REQUIRE(steps.size() == parsed.scenario.lines.size());
    World world = World::boot();
    RunOptions options;
    options.initial_directories = parsed.scenario.settings.initial_directories;
    Serials serials;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const ScenarioLine& line = parsed.scenario.lines[i];
        CAPTURE(line.text);
        const CommandResult result = run_command(world, kernel, line.command, options);
        check_invariants(world, kernel, line.text);
        const StateTables state = build_tables(world);
        serials.see(world, state);
        if (steps[i].is_null()) continue;
        CHECK(std::string(errno_name(result.error)) == steps[i]["err"].get<std::string>());
        CHECK(recorded_counters(result.counters) == steps[i]["counters"]);
        if (result.error != Errno::kOk) continue;
        Printed printed;
        for (const MountTable& table : state.tables) print_table(world, kernel, serials, table, printed);
        const bool same = printed.namespaces == steps[i]["ns"];
        CHECK_MESSAGE(same, "step ", i + 1, "\n  got      ", printed.namespaces.dump(), "\n  expected ",
                      steps[i]["ns"].dump());
        if (!same) return;
    }
}

}  // namespace

TEST_CASE("recorded scenarios of each kernel variant, with counters") {
    const auto files = data_files("variants", ".jsonl");
    for (const std::string& file : files) {
        const std::size_t slash = file.rfind('/');
        const std::string kernel_name = file.substr(slash + 1, file.rfind('.') - slash - 1);
        const KernelProfile* kernel = find_kernel(kernel_name);
        REQUIRE_MESSAGE(kernel != nullptr, kernel_name);
        CAPTURE(kernel_name);
        const auto lines = lines_of(read_data(file));
        CHECK(lines.size() == 30);
        for (const std::string& line : lines) {
            const auto recorded = nlohmann::json::parse(line, nullptr, false);
            REQUIRE(recorded.is_object());
            REQUIRE(recorded["kernel"] == kernel_name);
            run_recorded(*kernel, recorded);
        }
    }
    CHECK(files.size() == 8);
}
