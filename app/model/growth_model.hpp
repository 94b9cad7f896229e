#pragma once
// What the growth plot shows: which quantity, of which kernels, on which axes; and the curves that come of
// it.
//
//   GrowthModel growth;
//   growth.follow(session);                       // its scenario, and the kernels that are side by side
//   while (growth.advance(seconds_now)) {}        // in slices; see GrowthSweep
//   for (const GrowthCurve& c : growth.curves()) c.plot.fit->exponent;
//   GrowthPlotInput input = growth.plot_input();   // without size and hovering
//
// Curves change when growth.revision() does.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cost/machine_model.hpp"

#include "app/model/growth_sweep.hpp"
#include "app/model/hash_memory.hpp"
#include "app/scene/growth_plot.hpp"

namespace mountscope {

class Session;

// What can go up: all hash lookups together, each counter, and modelled seconds.
class GrowthQuantity {
  public:
    static GrowthQuantity lookups() { return GrowthQuantity(0); }
    static GrowthQuantity of(Counter counter) {
        return GrowthQuantity(1 + static_cast<std::size_t>(counter));
    }
    static GrowthQuantity modelled_seconds() { return GrowthQuantity(kCounterCount + 1); }
    static constexpr std::size_t kCount = kCounterCount + 2;
    // In the order in which they are offered.
    static GrowthQuantity at(std::size_t index);
    static std::optional<GrowthQuantity> find(std::string_view name);

    std::string_view name() const;     // "lookups", "umount_lookup", "modelled_seconds"
    std::string_view meaning() const;  // a sentence
    bool is_modelled() const { return code_ == kCounterCount + 1; }
    double value(const Counters& counters) const;
    friend bool operator==(const GrowthQuantity&, const GrowthQuantity&) = default;

  private:
    explicit GrowthQuantity(std::size_t code) : code_(code) {}
    std::size_t code_;
};

// The machine whose seconds are modelled, with the buckets that its memory gives it. Everything else is
// counted with the memory that the program's machine has.
const MachineModel& growth_machine();

struct GrowthCurve {
    const KernelProfile* kernel = nullptr;
    GrowthPlotCurve plot;
    std::optional<GrowthStop> stop;
};

class GrowthModel {
  public:
    GrowthModel();

    void follow(const Session& session);

    // --- the choice
    GrowthQuantity quantity() const { return quantity_; }
    bool whole() const { return whole_; }  // of the whole scenario, not of its last command
    bool logarithmic() const { return logarithmic_; }
    bool shows(const KernelProfile& kernel) const;
    // How a kernel is drawn: as its lane is, or with what is left.
    GrowthLook look(const KernelProfile& kernel) const;
    void set_quantity(GrowthQuantity quantity);
    void set_whole(bool whole);
    void set_logarithmic(bool logarithmic);
    void show(const KernelProfile& kernel, bool shown);  // the last one stays
    bool choosing() const { return choosing_; }          // the list of quantities is open
    void set_choosing(bool choosing);

    // --- counting
    bool has_parameter() const { return has_parameter_; }
    bool done() const { return sweep_.done(); }
    bool advance(const GrowthSweep::Clock& seconds) { return sweep_.advance(seconds); }
    const GrowthSweep& sweep() const { return sweep_; }
    const GrowthSample* sample(const KernelProfile& kernel, int n) const {
        return sweep_.sample(kernel, n, memory_of(quantity_));
    }
    std::optional<GrowthStop> stop(const KernelProfile& kernel) const {
        return sweep_.stop(kernel, memory_of(quantity_));
    }
    std::uint64_t memory_of(GrowthQuantity quantity) const;
    std::uint64_t revision() const { return revision_ + sweep_.revision(); }

    // --- what comes of it
    const std::vector<GrowthCurve>& curves() const;
    // All of a quantity, for the list to choose from.
    std::vector<GrowthCurve> curves_of(GrowthQuantity quantity) const;
    GrowthPlotInput plot_input() const;
    std::string csv() const;
    // For a screen reader: what is shown, then a sentence for each curve.
    std::vector<std::string> sentences() const;

  private:
    std::vector<const KernelProfile*> shown_kernels() const;
    std::vector<const KernelProfile*> slots() const;
    void want_shown();
    std::vector<GrowthPlotMeasured> measured() const;
    bool is_the_measured_script() const;
    bool mounts_grow(std::uint64_t memory) const;

    GrowthSweep sweep_;
    ScenarioInfo scenario_;
    std::uint64_t story_ = 0;
    int current_ = 0;
    bool has_parameter_ = false;
    bool choosing_ = false;
    std::uint64_t memory_ = kUsualMemory;
    std::vector<const KernelProfile*> lanes_;
    std::vector<std::optional<bool>> asked_;  // by kernel: shown or hidden by hand
    GrowthQuantity quantity_ = GrowthQuantity::lookups();
    bool whole_ = false;
    bool logarithmic_ = true;
    std::uint64_t revision_ = 1;
    mutable std::vector<GrowthCurve> curves_;
    mutable std::uint64_t curves_revision_ = 0;
};

}  // namespace mountscope
