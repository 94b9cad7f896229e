#include "core/bench/engine_figures.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <random>
#include <vector>

#include "core/bench/stopwatch.hpp"
#include "core/cost/cost_run.hpp"
#include "core/trace/step_trace.hpp"

namespace mountscope {

namespace {

constexpr double kMillion = 1e6;
constexpr unsigned kSeeks = 21;
constexpr unsigned kRunsOfSeek = 3;
constexpr unsigned kLargestN = 18;  // a chain of 2^18 has a million steps under every kernel

std::vector<const KernelProfile*> all_kernels() {
    std::vector<const KernelProfile*> all;
    for (const KernelProfile& kernel : kernels()) all.push_back(&kernel);
    return all;
}

std::optional<double> count_under_all_kernels(unsigned n) {
    const Stopwatch since;
    std::string text =
        "mkdir -p /mnt\nmount -t tmpfs zdtm /mnt\nmkdir -p /mnt/1 /mnt/2\nmount -t tmpfs zdtm /mnt/1\n"
        "mount --make-shared /mnt/1\nmkdir -p /mnt/1/1\n";
    for (unsigned i = 0; i < n; ++i) text += "mount --bind /mnt/1/1 /mnt/1/1\n";
    const ScenarioResult read = parse_scenario(text + "umount -l /mnt/1\n");
    if (read.error) return std::nullopt;
    CostRun run(read.scenario.lines, all_kernels(), {}, {});
    while (run.advance()) {
    }
    for (const KernelCost& kernel : run.results()) {
        if (kernel.commands.size() != read.scenario.lines.size()) return std::nullopt;
        if (kernel.commands.back().counters[Counter::kFinish] < std::uint64_t{1} << n) return std::nullopt;
    }
    return since.milliseconds();
}

bool asks_again_and_again(const KernelProfile& kernel) {
    return kernel.umount == UmountAlgorithm::kBatchMarkTake || kernel.umount == UmountAlgorithm::kRestoreAll;
}

bool count_both_ways(EngineFigures& figures) {
    for (const KernelProfile& kernel : kernels()) {
        if (!asks_again_and_again(kernel)) continue;
        const auto chain = build_chain(kQuickN, kernel);
        if (!chain) return false;
        RunOptions options;
        Counters counters[2];
        for (const bool quickly : {false, true}) {
            options.count_quickly = quickly;
            World world = chain->world;
            const Stopwatch since;
            counters[quickly ? 1 : 0] = run_command(world, kernel, chain->umount, options).counters;
            (quickly ? figures.quick_ms : figures.plain_ms) += since.milliseconds();
        }
        if (!(counters[0] == counters[1])) return false;
    }
    return true;
}

SeekTimes seek(const StepIndex& index) {
    std::mt19937_64 random(1);
    std::vector<double> times;
    for (unsigned i = 0; i < kSeeks; ++i) {
        const std::uint64_t to = random() % index.steps();
        double best = 0;
        for (unsigned run = 0; run < kRunsOfSeek; ++run) {
            const Stopwatch since;
            index.at(to);
            best = run == 0 ? since.milliseconds() : std::min(best, since.milliseconds());
        }
        times.push_back(best);
    }
    std::sort(times.begin(), times.end());
    return {static_cast<double>(index.steps()), times[times.size() / 2], times.back()};
}

// The slowest of all kernels, at the size at which each first has a trace of a million steps; and the longest
// trace of the chain of 2^n.
bool measure_seeks(unsigned n, EngineFigures& figures) {
    for (const KernelProfile& kernel : kernels()) {
        for (unsigned size = kQuickN; size <= kLargestN; ++size) {
            const auto chain = build_chain(size, kernel);
            if (!chain) return false;
            const StepIndex index(chain->world, kernel, chain->umount, {});
            if (static_cast<double>(index.steps()) < kMillion) continue;
            const SeekTimes times = seek(index);
            if (times.worst_ms > figures.million.worst_ms) figures.million = times;
            break;
        }
    }
    const KernelProfile& longest = *find_kernel("4.9");
    const auto chain = build_chain(n, longest);
    if (!chain) return false;
    figures.largest = seek(StepIndex(chain->world, longest, chain->umount, {}));
    return figures.million.steps >= kMillion;
}

// The figures in the order in which they are printed.
std::array<double*, 13> fields(EngineFigures& f, double& mounts) {
    return {&f.chain.build_ms,    &f.chain.umount_ms,  &mounts,          &f.chain.bytes_a_mount,
            &f.all_kernels_ms,    &f.quick_ms,         &f.plain_ms,      &f.million.steps,
            &f.million.median_ms, &f.million.worst_ms, &f.largest.steps, &f.largest.median_ms,
            &f.largest.worst_ms};
}

}  // namespace

std::optional<EngineFigures> measure_engine(unsigned n, unsigned runs) {
    EngineFigures figures;
    const auto chain = best_of(runs, [n] { return engine_chain(n); });
    if (!chain) return std::nullopt;
    figures.chain = *chain;
    for (unsigned i = 0; i < runs; ++i) {
        const auto time = count_under_all_kernels(n);
        if (!time) return std::nullopt;
        figures.all_kernels_ms = i == 0 ? *time : std::min(figures.all_kernels_ms, *time);
    }
    if (!count_both_ways(figures) || !measure_seeks(n, figures)) return std::nullopt;
    return figures;
}

std::string print_figures(const EngineFigures& figures) {
    EngineFigures copy = figures;
    auto mounts = static_cast<double>(figures.chain.mounts);
    std::string text;
    for (const double* field : fields(copy, mounts)) {
        std::array<char, 40> number{};
        std::snprintf(number.data(), number.size(), "%.17g ", *field);
        text += number.data();
    }
    return text + "\n";
}

std::optional<EngineFigures> read_figures(const std::string& text) {
    EngineFigures figures;
    double mounts = 0;
    const char* at = text.c_str();
    for (double* field : fields(figures, mounts)) {
        char* end = nullptr;
        *field = std::strtod(at, &end);
        if (end == at) return std::nullopt;
        at = end;
    }
    figures.chain.mounts = static_cast<std::size_t>(mounts);
    return figures;
}

}  // namespace mountscope
