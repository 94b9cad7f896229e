// Work that is added up instead of done must come to what is counted when every step of it is done: counters,
// results, states and the numbers of steps.

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/tests/differential/generator.hpp"
#include "core/tests/support.hpp"
#include "core/text/scenario.hpp"

namespace mountscope {

namespace {

// Sanitizers look for other faults, and make plain counting slow: there, only a part is run.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MOUNTSCOPE_SANITIZED
#endif
#endif
#ifdef MOUNTSCOPE_SANITIZED
constexpr std::size_t kEach = 12;
#else
constexpr std::size_t kEach = 1;
#endif
constexpr std::uint64_t kRandomScenarios = 2000;

struct Difference {
    std::string text;
    explicit operator bool() const { return !text.empty(); }
};

// Runs a scenario three ways: quickly, quickly with numbered steps, and plainly with numbered steps.
class ThreeWays {
  public:
    ThreeWays(const Scenario& scenario, const KernelProfile& kernel, const MachineSettings& machine)
        : scenario_(scenario),
          kernel_(kernel),
          quick_(World::boot(machine)),
          counted_(quick_),
          plain_(quick_) {
        quickly_.initial_directories = scenario.settings.initial_directories;
        plainly_ = quickly_;
        plainly_.count_quickly = false;
    }

    // What differs first; empty when nothing does.
    Difference run() {
        for (const ScenarioLine& line : scenario_.lines) {
            StepTrace counted;
            StepTrace plain;
            const CommandResult a = run_command(quick_, kernel_, line.command, quickly_);
            const CommandResult b = run_command(counted_, kernel_, line.command, quickly_, &counted);
            const CommandResult c = run_command(plain_, kernel_, line.command, plainly_, &plain);
            const std::string at = std::string(kernel_.name) + ": " + line.text + ": ";
            if (a.error != c.error || b.error != c.error) return {at + "another result"};
            if (const auto name = differing_counter(a.counters, c.counters); !name.empty())
                return {at + name};
            if (!(b.counters == c.counters)) return {at + "other counters when steps are numbered"};
            if (counted.next != plain.next) return {at + "another number of steps"};
            if (!may_change_tables(line.command.kind)) continue;
            if (quick_.hash() != plain_.hash() || counted_.hash() != plain_.hash())
                return {at + "another state"};
        }
        return {};
    }

  private:
    static std::string differing_counter(const Counters& quick, const Counters& plain) {
        for (std::size_t i = 0; i < kCounterCount; ++i) {
            if (quick.values[i] == plain.values[i]) continue;
            return std::string(counter_name(static_cast<Counter>(i))) + " is " +
                   std::to_string(quick.values[i]) + " quickly, " + std::to_string(plain.values[i]) +
                   " plainly";
        }
        return {};
    }

    const Scenario& scenario_;
    const KernelProfile& kernel_;
    World quick_, counted_, plain_;
    RunOptions quickly_, plainly_;
};

MachineSettings small_machine() {
    MachineSettings machine;
    machine.hash_buckets = 512;  // so that chains have more than one entry
    return machine;
}

// On every kernel.
void check_scenario(std::string_view text) {
    const ScenarioResult parsed = parse_scenario(text);
    REQUIRE_MESSAGE(!parsed.error, to_string(*parsed.error));
    for (const KernelProfile& kernel : kernels()) {
        const Difference difference = ThreeWays(parsed.scenario, kernel, small_machine()).run();
        CHECK_MESSAGE(!difference, difference.text, "\n", text);
    }
}

}  // namespace

TEST_CASE("quick count equals plain count: scenarios in files") {
    std::size_t scenarios = 0;
    for (const char* folder : {"scenarios", "conformance"}) {
        for (const std::string& file : data_files(folder, ".scn")) {
            CAPTURE(file);
            if (scenarios++ % kEach == 0) check_scenario(read_data(file));
        }
    }
    CHECK(scenarios > 100);
}

TEST_CASE("quick count equals plain count: recorded scenarios") {
    std::vector<std::string> files = data_files("variants", ".jsonl");
    files.emplace_back("generated.jsonl");
    std::size_t scenarios = 0;
    for (const std::string& file : files) {
        for (const std::string& line : lines_of(read_data(file))) {
            const auto recorded = nlohmann::json::parse(line, nullptr, false);
            REQUIRE(recorded.is_object());
            if (scenarios++ % kEach == 0) check_scenario(recorded["scn"].get<std::string>());
        }
    }
    CHECK(scenarios == 440);
}

TEST_CASE("quick count equals plain count: 2,000 random scenarios") {
    for (std::uint64_t seed = 1; seed <= kRandomScenarios; seed += kEach) {
        CAPTURE(seed);
        check_scenario(generate_scenario(seed, kernels()[seed % kernels().size()]));
    }
}

}  // namespace mountscope
