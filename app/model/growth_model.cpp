#include "app/model/growth_model.hpp"

#include <algorithm>
#include <cmath>

#include "core/cost/growth.hpp"

#include "app/model/app_model.hpp"

namespace mountscope {
namespace {

// An exponent from fewer sizes than these would be a guess.
constexpr std::size_t kLeastToFit = 5;

// In which order kernels that are in no lane get what the lanes leave of the inks.
constexpr std::array<std::string_view, 4> kUsual{"4.9", "6.18", "4.9-rfc2", "4.13"};

constexpr std::array<GrowthLook, 9> kLooks{{
    {Ink::kVariantA, LineStyle::kSolid, GrowthMarker::kDisc},
    {Ink::kVariantB, LineStyle::kDashed, GrowthMarker::kSquare},
    {Ink::kVariantC, LineStyle::kDotted, GrowthMarker::kTriangle},
    {Ink::kVariantD, LineStyle::kDashed, GrowthMarker::kDiamond},
    {Ink::kMoved, LineStyle::kSolid, GrowthMarker::kRing},
    {Ink::kGroup2, LineStyle::kDashed, GrowthMarker::kFrame},
    {Ink::kGroup5, LineStyle::kSolid, GrowthMarker::kHollowTriangle},
    {Ink::kRemoved, LineStyle::kDotted, GrowthMarker::kHollowDiamond},
    {Ink::kTextSecond, LineStyle::kSolid, GrowthMarker::kBar},
}};

std::size_t index_of(const KernelProfile& kernel) {
    return static_cast<std::size_t>(&kernel - kernels().data());
}

}  // namespace

// --- quantities

GrowthQuantity GrowthQuantity::at(std::size_t index) {
    // What is asked for most stands first.
    if (index == 0) return lookups();
    if (index == 1) return modelled_seconds();
    return GrowthQuantity(index - 1);
}

std::optional<GrowthQuantity> GrowthQuantity::find(std::string_view name) {
    for (std::size_t i = 0; i < kCount; ++i) {
        if (at(i).name() == name) return at(i);
    }
    return std::nullopt;
}

std::string_view GrowthQuantity::name() const {
    if (*this == lookups()) return "lookups";
    return is_modelled() ? "modelled_seconds" : counter_name(static_cast<Counter>(code_ - 1));
}

std::string_view GrowthQuantity::meaning() const {
    if (*this == lookups()) return "Hash lookups of mounting and unmounting, of all kinds.";
    if (is_modelled()) return "Seconds, modelled from the counts for the machine of the 2016 proposal.";
    return counter_meaning(static_cast<Counter>(code_ - 1));
}

double GrowthQuantity::value(const Counters& counters) const {
    if (*this == lookups()) return static_cast<double>(tree_lookups(counters));
    if (is_modelled()) return mountscope::modelled_seconds(growth_machine(), counters);
    return static_cast<double>(counters[static_cast<Counter>(code_ - 1)]);
}

const MachineModel& growth_machine() {
    return machines().front();
}

// --- the choice

GrowthModel::GrowthModel() : asked_(kernels().size()) {}

void GrowthModel::follow(const Session& session) {
    std::vector<const KernelProfile*> lanes;
    for (std::size_t i = 0; i < session.lanes(); ++i) lanes.push_back(&session.kernel(i));
    if (current_ != session.parameter()) {
        current_ = session.parameter();
        ++revision_;
    }
    const bool other_memory = memory_ != session.memory();
    memory_ = session.memory();
    if (story_ == session.story() && lanes == lanes_ && !other_memory) return;
    const bool same = story_ != 0 && lanes == lanes_ && !other_memory &&
                      scenario_.text == session.scenario().text &&
                      scenario_.parameter.has_value() == session.scenario().parameter.has_value();
    story_ = session.story();
    if (same) return;
    lanes_ = std::move(lanes);
    scenario_ = session.scenario();
    has_parameter_ =
        scenario_.parameter.has_value() && scenario_.parameter->most > scenario_.parameter->least;
    want_shown();
}

void GrowthModel::want_shown() {
    ScenarioInfo wanted = scenario_;
    if (!has_parameter_) wanted.parameter.reset();
    std::vector<std::uint64_t> memories{memory_of(quantity_)};
    // The list tells of all quantities.
    for (const GrowthQuantity other : {GrowthQuantity::lookups(), GrowthQuantity::modelled_seconds()}) {
        if (choosing_ && memory_of(other) != memories.front()) memories.push_back(memory_of(other));
    }
    sweep_.want(wanted, shown_kernels(), memories);
    ++revision_;
}

std::uint64_t GrowthModel::memory_of(GrowthQuantity quantity) const {
    return quantity.is_modelled() ? growth_machine().memory : memory_;
}

void GrowthModel::set_choosing(bool choosing) {
    choosing_ = choosing;
    want_shown();
}

bool GrowthModel::shows(const KernelProfile& kernel) const {
    if (const std::optional<bool> asked = asked_[index_of(kernel)]) return *asked;
    if (lanes_.size() > 1) return std::ranges::find(lanes_, &kernel) != lanes_.end();
    return std::ranges::find(kUsual, kernel.name) != kUsual.end();
}

// Lanes first, then the usual ones, then the rest.
std::vector<const KernelProfile*> GrowthModel::slots() const {
    std::vector<const KernelProfile*> order;
    const auto add = [&](const KernelProfile* kernel) {
        if (kernel != nullptr && std::ranges::find(order, kernel) == order.end()) order.push_back(kernel);
    };
    if (lanes_.size() > 1) {
        for (const KernelProfile* kernel : lanes_) add(kernel);
    }
    for (const std::string_view name : kUsual) add(find_kernel(name));
    for (const KernelProfile& kernel : kernels()) add(&kernel);
    return order;
}

GrowthLook GrowthModel::look(const KernelProfile& kernel) const {
    const auto order = slots();
    const auto slot = static_cast<std::size_t>(std::ranges::find(order, &kernel) - order.begin());
    return kLooks[slot % kLooks.size()];
}

std::vector<const KernelProfile*> GrowthModel::shown_kernels() const {
    auto order = slots();
    std::erase_if(order, [&](const KernelProfile* kernel) { return !shows(*kernel); });
    return order;
}

void GrowthModel::set_quantity(GrowthQuantity quantity) {
    quantity_ = quantity;
    want_shown();
}

void GrowthModel::set_whole(bool whole) {
    whole_ = whole;
    ++revision_;
}

void GrowthModel::set_logarithmic(bool logarithmic) {
    logarithmic_ = logarithmic;
    ++revision_;
}

void GrowthModel::show(const KernelProfile& kernel, bool shown) {
    if (!shown && shown_kernels().size() == 1 && shows(kernel)) return;
    asked_[index_of(kernel)] = shown;
    want_shown();
}

// --- what comes of it

// The size of the input is the number of mounts where that grows with N under every kernel; else N itself.
bool GrowthModel::mounts_grow(std::uint64_t memory) const {
    for (const KernelProfile* kernel : shown_kernels()) {
        std::uint64_t last = 0;
        for (int n = sweep_.least(); n <= sweep_.most(); ++n) {
            const GrowthSample* sample = sweep_.sample(*kernel, n, memory);
            if (sample == nullptr) continue;
            if (sample->mounts <= last) return false;
            last = sample->mounts;
        }
    }
    return true;
}

std::vector<GrowthCurve> GrowthModel::curves_of(GrowthQuantity quantity) const {
    std::vector<GrowthCurve> curves;
    const std::uint64_t memory = memory_of(quantity);
    const bool by_mounts = mounts_grow(memory);
    for (const KernelProfile* kernel : shown_kernels()) {
        GrowthCurve curve{
            kernel, {.name = std::string(kernel->name), .look = look(*kernel)}, sweep_.stop(*kernel, memory)};
        const auto lane = std::ranges::find(lanes_, kernel);
        if (lanes_.size() > 1 && lane != lanes_.end())
            curve.plot.letter = std::string(1, lane_letter(static_cast<std::size_t>(lane - lanes_.begin())));
        std::vector<GrowthPoint> points;
        std::vector<GrowthPlotPoint> fitted;
        for (int n = sweep_.least(); n <= sweep_.most(); ++n) {
            const GrowthSample* sample = sweep_.sample(*kernel, n, memory);
            if (sample == nullptr) continue;
            const GrowthPlotPoint point{n, by_mounts ? static_cast<double>(sample->mounts) : n,
                                        quantity.value(whole_ ? sample->whole : sample->last)};
            curve.plot.points.push_back(point);
            if (point.x <= 0 || point.y <= 0) continue;
            points.push_back({point.x, point.y});
            fitted.push_back(point);
        }
        const GrowthFit fit = fit_power_law(points, kLeastToFit);
        if (fit.points != 0)
            curve.plot.fit =
                GrowthPlotFit{fit.exponent, fit.low, fit.high, fit.factor, fitted[fitted.size() - fit.points],
                              fitted.back()};
        curves.push_back(std::move(curve));
    }
    return curves;
}

const std::vector<GrowthCurve>& GrowthModel::curves() const {
    if (curves_revision_ != revision()) {
        curves_ = curves_of(quantity_);
        curves_revision_ = revision();
    }
    return curves_;
}

// The measurements are of `umount -l` of 2^N mounts that are all in one group: of run.sh. Another script that
// takes away as many is the same to them only if it makes as many lookups as well.
bool GrowthModel::is_the_measured_script() const {
    const KernelProfile* batch = find_kernel("4.9");
    bool any = false;
    for (const KernelProfile* kernel : shown_kernels()) {
        for (int n = sweep_.least(); n <= sweep_.most(); ++n) {
            const GrowthSample* counted = sample(*kernel, n);
            if (counted == nullptr || n < 1 || n > 62) continue;
            const std::uint64_t mounts = std::uint64_t{1} << n;
            if (counted->last[Counter::kFinish] != mounts) return false;
            if (kernel == batch && counted->last[Counter::kUmountLookup] != (mounts - 1) * (mounts - 1))
                return false;
            any = true;
        }
    }
    return any;
}

std::vector<GrowthPlotMeasured> GrowthModel::measured() const {
    if (!quantity_.is_modelled() || whole_ || !mounts_grow(memory_of(quantity_)) || !is_the_measured_script())
        return {};
    std::vector<GrowthPlotMeasured> list;
    const auto add = [&](std::string_view kernel_name, double MeasuredUmount::* seconds) {
        const KernelProfile* kernel = find_kernel(kernel_name);
        if (kernel == nullptr || !shows(*kernel)) return;
        GrowthPlotMeasured measured{.name = std::string(kernel_name),
                                    .ink = look(*kernel).ink,
                                    .source = std::string(growth_machine().source)};
        for (const MeasuredUmount& m : vagin_measurements()) {
            measured.points.push_back({m.n, std::pow(2.0, m.n), m.*seconds});
        }
        list.push_back(std::move(measured));
    };
    add("4.9", &MeasuredUmount::batch_seconds);
    add("4.9-rfc2", &MeasuredUmount::one_by_one_seconds);
    return list;
}

GrowthPlotInput GrowthModel::plot_input() const {
    GrowthPlotInput input;
    for (const GrowthCurve& curve : curves()) input.curves.push_back(curve.plot);
    input.measured = measured();
    input.seconds = quantity_.is_modelled();
    input.title = input.seconds                            ? "modelled seconds"
                  : quantity_ == GrowthQuantity::lookups() ? "hash lookups"
                                                           : std::string(quantity_.name());
    std::string command;
    for (const GrowthCurve& curve : curves()) {
        const GrowthSample* first = sample(*curve.kernel, sweep_.least());
        if (first != nullptr && command.empty()) command = first->command;
    }
    input.second =
        whole_ ? "of the whole scenario" : "of the last command" + (command.empty() ? "" : ", " + command);
    if (!input.measured.empty()) input.second = "of " + command + "; crosses: measured in 2016";
    if (quantity_ == GrowthQuantity::of(Counter::kChainEntries))
        input.second += "; with " + memory_text(memory_of(quantity_)) + " of memory";
    input.logarithmic = logarithmic_;
    input.x_is_mounts = mounts_grow(memory_of(quantity_));
    input.least = sweep_.least();
    input.most = sweep_.most();
    input.current = current_;
    return input;
}

std::string GrowthModel::csv() const {
    std::string text = "N,mounts,kernel," + std::string(quantity_.name()) + "\n";
    for (const GrowthCurve& curve : curves()) {
        for (const GrowthPlotPoint& point : curve.plot.points) {
            const GrowthSample* counted = sample(*curve.kernel, point.n);
            text +=
                std::to_string(point.n) + "," + std::to_string(counted->mounts) + "," + curve.plot.name + ",";
            text += quantity_.is_modelled() ? decimal_text(point.y, 9)
                                            : std::to_string(static_cast<std::uint64_t>(point.y));
            text += "\n";
        }
    }
    return text;
}

std::vector<std::string> GrowthModel::sentences() const {
    std::vector<std::string> list;
    if (!has_parameter_) {
        list.push_back("\"" + scenario_.title + "\" has no N, so there is no curve to draw.");
        return list;
    }
    const GrowthPlotInput input = plot_input();
    list.push_back("How " + input.title + " " + input.second + " grow with N from " +
                   std::to_string(input.least) + " to " + std::to_string(input.most));
    for (const GrowthCurve& curve : curves()) {
        list.push_back(growth_fit_sentence(input, curve.plot));
        if (curve.stop)
            list.back() += ". Nothing is counted from N = " + std::to_string(curve.stop->from) +
                           " on: " + curve.stop->reason;
    }
    return list;
}

}  // namespace mountscope
