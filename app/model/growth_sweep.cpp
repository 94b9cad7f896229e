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

void GrowthSweep::want(const ScenarioInfo& scenario, std::vector<const KernelProfile*> kernels) {
    if (!scenario.parameter) {
        job_.reset();
        kernels_.clear();
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
    kernels_ = std::move(kernels);
    least_ = scenario.parameter->least;
    most_ = std::min(scenario.parameter->most, least_ + kMostSizes - 1);
    const bool wanted = job_ && std::ranges::find(kernels_, job_->kernel) != kernels_.end();
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
    at.total = kernels_.size() * static_cast<std::size_t>(most_ - least_ + 1);
    for (const KernelProfile* kernel : kernels_) {
        const auto of = sheets_.front().kernels.find(kernel);
        if (of == sheets_.front().kernels.end()) continue;
        for (int n = least_; n <= most_; ++n) at.done += is_settled(of->second, n) ? 1 : 0;
    }
    if (job_) {
        at.n = job_->n;
        at.kernel = job_->kernel;
    }
    return at;
}

bool GrowthSweep::begin_next() {
    if (most_ < least_ || sheets_.empty()) return false;
    for (int n = least_; n <= most_; ++n) {
        for (const KernelProfile* kernel : kernels_) {
            OfKernel& of = sheets_.front().kernels[kernel];
            if (is_settled(of, n)) continue;
            if (would_stop_the_program(of, n)) {
                of.stop = GrowthStop{
                    n, "one command would take " + seconds_text(of.slowest.at(n - 1)) + " and more to count"};
                ++revision_;
                continue;
            }
            begin(*kernel, n);
            return true;
        }
    }
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

void GrowthSweep::begin(const KernelProfile& kernel, int n) {
    job_ = std::make_unique<Job>();
    job_->kernel = &kernel;
    job_->n = n;
    job_->script = read_script(sheets_.front().text, {n});
    if (job_->script.error) return;
    RunOptions options;
    options.initial_directories = job_->script.settings.initial_directories;
    job_->run = std::make_unique<CostRun>(job_->script.lines, std::vector<const KernelProfile*>{&kernel},
                                          machine_, options);
}

void GrowthSweep::finish() {
    OfKernel& of = sheets_.front().kernels[job_->kernel];
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

const GrowthSample* GrowthSweep::sample(const KernelProfile& kernel, int n) const {
    if (sheets_.empty() || most_ < least_) return nullptr;
    const auto of = sheets_.front().kernels.find(&kernel);
    if (of == sheets_.front().kernels.end()) return nullptr;
    const auto found = of->second.samples.find(n);
    return found == of->second.samples.end() ? nullptr : &found->second;
}

std::optional<GrowthStop> GrowthSweep::stop(const KernelProfile& kernel) const {
    if (sheets_.empty() || most_ < least_) return std::nullopt;
    const auto of = sheets_.front().kernels.find(&kernel);
    return of == sheets_.front().kernels.end() ? std::nullopt : of->second.stop;
}

}  // namespace mountscope
