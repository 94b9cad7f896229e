#pragma once
// Counts what a scenario costs at each of its N, kernel by kernel, one command at a time.
//
//   GrowthSweep sweep;
//   sweep.want(scenario, {find_kernel("4.9"), find_kernel("6.18")}, {4ull << 30});
//   while (sweep.advance(seconds_now)) draw(sweep.progress());   // small N first
//   if (const GrowthSample* s = sweep.sample(kernel, 12, memory)) s->last[Counter::kUmountLookup];
//
// Every number is counted, by the same CostRun as the command line's `cost --sweep`. What has been counted is
// kept for each scenario, kernel, memory of the machine and N. A kernel whose next N would stop the program
// for long is not taken further; `stop` says why.

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/cost/cost_run.hpp"
#include "core/text/script_lines.hpp"

#include "app/model/scenario_library.hpp"

namespace mountscope {

struct GrowthSample {
    int n = 0;
    std::uint64_t mounts = 0;  // that the last command took away, or that are there after it
    std::string command;       // the last one
    Errno error = Errno::kOk;
    Counters last;
    Counters whole;
};

struct GrowthStop {
    int from = 0;  // the first N that is not counted
    std::string reason;
};

struct GrowthProgress {
    std::size_t done = 0;  // samples
    std::size_t total = 0;
    int n = 0;  // that is being counted
    const KernelProfile* kernel = nullptr;
};

class GrowthSweep {
  public:
    // Only ever compared with what it has said before.
    using Clock = std::function<double()>;

    // A scenario without parameter has nothing to count. Memories, in bytes, decide the buckets of the hash;
    // the first one is counted first.
    void want(const ScenarioInfo& scenario, const std::vector<const KernelProfile*>& kernels,
              const std::vector<std::uint64_t>& memories);
    bool done() const;
    // Runs one command; false when all is there.
    bool advance(const Clock& seconds);

    const GrowthSample* sample(const KernelProfile& kernel, int n, std::uint64_t memory) const;
    std::optional<GrowthStop> stop(const KernelProfile& kernel, std::uint64_t memory) const;
    int least() const { return least_; }
    int most() const { return most_; }
    GrowthProgress progress() const;
    // Changes with each new sample, and with what is wanted.
    std::uint64_t revision() const { return revision_; }

  private:
    struct OfKernel {
        std::map<int, GrowthSample> samples;
        std::map<int, double> slowest;  // command, in seconds
        std::optional<GrowthStop> stop;
    };
    using Run = std::pair<std::uint64_t, const KernelProfile*>;  // memory first
    struct Sheet {                                               // of a scenario
        std::string text;
        std::map<Run, OfKernel> runs;
    };
    struct Job {
        Run of;
        int n = 0;
        ScriptLines script;
        std::unique_ptr<CostRun> run;  // of the script's lines
        double slowest = 0;
    };
    bool is_settled(const OfKernel& of, int n) const;
    bool begin_next();
    bool begin_if_needed(const Run& run, int n);
    void begin(const Run& of, int n);
    const OfKernel* find(const Run& of) const;
    void finish();
    bool would_stop_the_program(const OfKernel& of, int n) const;

    std::list<Sheet> sheets_;  // the wanted one first
    std::vector<Run> runs_;    // wanted
    int least_ = 1;
    int most_ = 0;
    std::unique_ptr<Job> job_;
    std::uint64_t revision_ = 1;
};

}  // namespace mountscope
