#include "app/model/growth_sweep.hpp"

#include <algorithm>

#include "app/scene/number_text.hpp"

namespace mountscope {
namespace {

constexpr std::size_t kMostSheets = 6;
constexpr int kMostSizes = 64;
// A single command is never interrupted: one that would take longer than this is not begun.
constexpr double kLongestCommand = 0.6;
// Shorter ones tell nothing about the next N.
constexpr double kLeastToJudge = 0.01;

}  // namespace

void GrowthSweep::want(const ScenarioInfo& scenario, const std::vector<const KernelProfile*>& kernels,
                       const std::vector<std::uint64_t>& memories) {
    if (!scenario.parameter) {
        job_.reset();
        runs_.clear();
        most_ = least_ - 1;
        ++revision_;
        return;
    }
    const auto known = std::ranges::find(sheets_, scenario.text, &Sheet::text);
    const bool other_scenario = known != sheets_.begin() || known == sheets_.end();
    if (known != sheets_.end()) {
        sheets_.splice(sheets_.begin(), sheets_, known);
    } else {
        sheets_.push_front({scenario.text, {}});
        if (sheets_.size() > kMostSheets) sheets_.pop_back();
    }
    runs_.clear();
    for (const std::uint64_t memory : memories) {
        for (const KernelProfile* kernel : kernels) runs_.emplace_back(memory, kernel);
    }
    least_ = scenario.parameter->least;
    most_ = std::min(scenario.parameter->most, least_ + kMostSizes - 1);
    const bool wanted = job_ && std::ranges::find(runs_, job_->of) != runs_.end();
    if (other_scenario || !wanted) job_.reset();
    ++revision_;
}

bool GrowthSweep::is_settled(const OfKernel& of, int n) const {
    return of.samples.contains(n) || (of.stop && n >= of.stop->from);
}

bool GrowthSweep::done() const {
    const GrowthProgress at = progress();
    return at.done == at.total;
}

GrowthProgress GrowthSweep::progress() const {
    GrowthProgress at;
    if (most_ < least_ || sheets_.empty()) return at;
    at.total = runs_.size() * static_cast<std::size_t>(most_ - least_ + 1);
    for (const Run& run : runs_) {
        const OfKernel* of = find(run);
        if (of == nullptr) continue;
        for (int n = least_; n <= most_; ++n) at.done += is_settled(*of, n) ? 1 : 0;
    }
    if (job_) {
        at.n = job_->n;
        at.kernel = job_->of.second;
    }
    return at;
}

const GrowthSweep::OfKernel* GrowthSweep::find(const Run& of) const {
    if (sheets_.empty() || most_ < least_) return nullptr;
    const auto found = sheets_.front().runs.find(of);
    return found == sheets_.front().runs.end() ? nullptr : &found->second;
}

// All kernels at one N before the next, and all of one memory before the next.
bool GrowthSweep::begin_next() {
    if (most_ < least_ || runs_.empty()) return false;
    for (auto first = runs_.begin(); first != runs_.end();) {
        const auto end =
            std::find_if(first, runs_.end(), [&](const Run& r) { return r.first != first->first; });
        for (int n = least_; n <= most_; ++n) {
            for (auto run = first; run != end; ++run) {
                if (begin_if_needed(*run, n)) return true;
            }
        }
        first = end;
    }
    return false;
}

bool GrowthSweep::begin_if_needed(const Run& run, int n) {
    OfKernel& of = sheets_.front().runs[run];
    if (is_settled(of, n)) return false;
    if (!would_stop_the_program(of, n)) {
        begin(run, n);
        return true;
    }
    of.stop =
        GrowthStop{n, "one command would take " + seconds_text(of.slowest.at(n - 1)) + " and more to count"};
    ++revision_;
    return false;
}

// As the last step to the next N was, so will this one be.
bool GrowthSweep::would_stop_the_program(const OfKernel& of, int n) const {
    const auto last = of.slowest.find(n - 1);
    const auto before = of.slowest.find(n - 2);
    if (last == of.slowest.end() || before == of.slowest.end() || last->second < kLeastToJudge) return false;
    return last->second * std::max(1.0, last->second / std::max(before->second, kLeastToJudge / 10)) >
           kLongestCommand;
}

void GrowthSweep::begin(const Run& of, int n) {
    job_ = std::make_unique<Job>();
    job_->of = of;
    job_->n = n;
    job_->script = read_script(sheets_.front().text, {n});
    if (job_->script.error) return;
    RunOptions options;
    options.initial_directories = job_->script.settings.initial_directories;
    job_->run = std::make_unique<CostRun>(job_->script.lines, std::vector<const KernelProfile*>{of.second},
                                          CostMachine{.settings = {}, .memory = of.first}, options);
}

void GrowthSweep::finish() {
    OfKernel& of = sheets_.front().runs[job_->of];
    const int n = job_->n;
    std::optional<TextError> error = job_->script.error;
    if (!error) error = job_->run->results().front().error;
    if (error || job_->script.lines.empty()) {
        of.stop = GrowthStop{n, error ? "line " + std::to_string(error->line) + ": " + error->what
                                      : "the script runs no command"};
    } else {
        const KernelCost& cost = job_->run->results().front();
        const CommandCost& last = cost.commands.back();
        of.samples[n] = {n, cost.mounts_of_last(), last.text, last.error, last.counters, cost.total()};
        of.slowest[n] = job_->slowest;
    }
    job_.reset();
    ++revision_;
}

bool GrowthSweep::advance(const Clock& seconds) {
    if (!job_ && !begin_next()) return false;
    const double before = seconds();
    const bool more = job_->run && job_->run->advance();
    job_->slowest = std::max(job_->slowest, seconds() - before);
    if (!more) finish();
    return true;
}

const GrowthSample* GrowthSweep::sample(const KernelProfile& kernel, int n, std::uint64_t memory) const {
    const OfKernel* of = find({memory, &kernel});
    if (of == nullptr) return nullptr;
    const auto found = of->samples.find(n);
    return found == of->samples.end() ? nullptr : &found->second;
}

std::optional<GrowthStop> GrowthSweep::stop(const KernelProfile& kernel, std::uint64_t memory) const {
    const OfKernel* of = find({memory, &kernel});
    return of == nullptr ? std::nullopt : of->stop;
}

}  // namespace mountscope
