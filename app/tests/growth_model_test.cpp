// How work grows with N: what is counted in slices, fitted and told.

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

#include "app/model/app_model.hpp"

using namespace mountscope;

namespace {

const GrowthSweep::Clock kNoTime = [] { return 0.0; };

void load(AppModel& model, const ScenarioInfo& scenario, std::string_view kernel = "6.18") {
    model.console.load(scenario, scenario.parameter ? scenario.parameter->value : 0, *find_kernel(kernel));
    while (model.console.running()) model.console.step();
}

void load(AppModel& model, std::string_view id) {
    const ScenarioInfo* scenario = find_scenario(id);
    REQUIRE(scenario != nullptr);
    load(model, *scenario);
}

void count_all(AppModel& model) {
    model.growth.follow(model.session);
    while (model.growth.advance(kNoTime)) {
    }
    REQUIRE(model.growth.done());
}

void show_only(GrowthModel& growth, const std::vector<std::string_view>& names) {
    for (const std::string_view name : names) growth.show(*find_kernel(name), true);
    for (const KernelProfile& kernel : kernels()) {
        if (std::ranges::find(names, kernel.name) == names.end()) growth.show(kernel, false);
    }
}

double exponent(const GrowthModel& growth, std::string_view kernel) {
    for (const GrowthCurve& curve : growth.curves()) {
        if (curve.kernel->name != kernel) continue;
        REQUIRE(curve.plot.fit);
        return curve.plot.fit->exponent;
    }
    FAIL("no curve of " << kernel);
    return 0;
}

ScenarioInfo script(std::string text, int least, int most) {
    ScenarioInfo scenario = read_scenario_head("test", text);
    scenario.parameter = ScenarioParameter{"1", least, least, most};
    return scenario;
}

}  // namespace

TEST_CASE("growth of run.sh: 4.9 squares, 6.18 does not") {
    AppModel model;
    load(model, "bind-chain-umount");
    for (const GrowthQuantity quantity :
         {GrowthQuantity::lookups(), GrowthQuantity::of(Counter::kUmountLookup),
          GrowthQuantity::of(Counter::kPropagationNext)}) {
        CAPTURE(quantity.name());
        model.growth.set_quantity(quantity);
        count_all(model);
        CHECK(exponent(model.growth, "4.9") == doctest::Approx(2.0).epsilon(0.005));
        CHECK(exponent(model.growth, "6.18") == doctest::Approx(1.0).epsilon(0.01));
        CHECK(exponent(model.growth, "4.9-rfc2") == doctest::Approx(1.0).epsilon(0.01));
        for (const GrowthCurve& curve : model.growth.curves()) {
            CHECK(curve.plot.fit->low <= curve.plot.fit->exponent);
            CHECK(curve.plot.fit->high >= curve.plot.fit->exponent);
            CHECK(curve.plot.fit->to.n == 16);
            CHECK_FALSE(curve.stop);
        }
    }
}

TEST_CASE("growth counts in slices what the command line counts at once") {
    AppModel model;
    load(model, "bind-chain-umount");
    const std::vector<const KernelProfile*> all = [] {
        std::vector<const KernelProfile*> list;
        for (const KernelProfile& kernel : kernels()) list.push_back(&kernel);
        return list;
    }();
    for (const KernelProfile* kernel : all) model.growth.show(*kernel, true);
    count_all(model);
    for (const int n : {1, 2, 5, 9}) {
        CAPTURE(n);
        const ScriptLines lines = read_script(model.session.scenario().text, {n});
        REQUIRE_FALSE(lines.error);
        // All kernels in one run, as the command line does it.
        CostRun run(lines.lines, all, {.settings = {}, .memory = model.session.memory()}, {});
        while (run.advance()) {
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            CAPTURE(all[i]->name);
            const GrowthSample* sample = model.growth.sample(*all[i], n);
            REQUIRE(sample != nullptr);
            CHECK(sample->last == run.results()[i].commands.back().counters);
            CHECK(sample->whole == run.results()[i].total());
            CHECK(sample->mounts == run.results()[i].mounts_of_last());
            CHECK(sample->command == run.results()[i].commands.back().text);
            CHECK(sample->mounts == std::uint64_t{1} << n);
        }
    }
}

TEST_CASE("growth comes in pieces, small N first, and nothing is counted twice") {
    AppModel model;
    load(model, "bind-chain");
    model.growth.follow(model.session);
    show_only(model.growth, {"4.9", "6.18"});
    std::size_t known = 0;
    int largest = 0;
    while (model.growth.advance(kNoTime)) {
        const GrowthProgress at = model.growth.sweep().progress();
        CHECK(at.done >= known);
        CHECK(at.done <= known + 1);
        known = at.done;
        if (at.kernel != nullptr) {
            CHECK(at.n >= largest);
            largest = at.n;
        }
    }
    CHECK(known == 2 * 12);
    // Another kernel is added, another scenario is looked at, and back.
    model.growth.show(*find_kernel("4.13"), true);
    CHECK_FALSE(model.growth.done());
    CHECK(model.growth.sweep().progress().done == known);
    while (model.growth.advance(kNoTime)) {
    }
    load(model, "bind-chain-umount");
    model.growth.follow(model.session);
    CHECK(model.growth.sweep().progress().done == 0);
    load(model, "bind-chain");
    model.growth.follow(model.session);
    CHECK(model.growth.done());
    CHECK_FALSE(model.growth.advance(kNoTime));
}

TEST_CASE("growth of a scenario without parameter says so") {
    AppModel model;
    for (const ScenarioInfo& scenario : built_in_scenarios()) {
        CAPTURE(scenario.id);
        load(model, scenario);
        model.growth.follow(model.session);
        CHECK(model.growth.has_parameter() == scenario.parameter.has_value());
        if (scenario.parameter) continue;
        CHECK(model.growth.done());
        CHECK_FALSE(model.growth.advance(kNoTime));
        REQUIRE(model.growth.sentences().size() == 1);
        CHECK(model.growth.sentences().front().find(scenario.title) != std::string::npos);
        for (const GrowthCurve& curve : model.growth.curves()) CHECK(curve.plot.points.empty());
    }
}

TEST_CASE("growth shows the lanes of a race, else the usual kernels, and what a person asks for") {
    AppModel model;
    load(model, "bind-chain");
    GrowthModel& growth = model.growth;
    growth.follow(model.session);
    CHECK(growth.curves().size() == 4);
    CHECK(growth.shows(*find_kernel("4.9-rfc2")));
    model.session.compare({find_kernel("6.17")});
    growth.follow(model.session);
    REQUIRE(growth.curves().size() == 2);
    CHECK(growth.curves()[0].plot.letter == "A");
    CHECK(growth.curves()[0].plot.look.ink == lane_ink(0));
    CHECK(growth.curves()[1].kernel->name == "6.17");
    CHECK(growth.curves()[1].plot.look.ink == lane_ink(1));
    growth.show(*find_kernel("4.11"), true);
    growth.show(*find_kernel("6.17"), false);
    REQUIRE(growth.curves().size() == 2);
    CHECK(growth.curves()[1].kernel->name == "4.11");
    // The last one stays.
    growth.show(*find_kernel("6.18"), false);
    growth.show(*find_kernel("4.11"), false);
    REQUIRE(growth.curves().size() == 1);
    // Each kernel looks like no other.
    for (const KernelProfile& a : kernels()) {
        for (const KernelProfile& b : kernels()) CHECK((&a == &b) == (growth.look(a) == growth.look(b)));
        for (const KernelProfile& b : kernels())
            CHECK((&a == &b) == (growth.look(a).marker == growth.look(b).marker));
    }
}

TEST_CASE("growth lays measurements over modelled seconds of run.sh alone, and near what is modelled") {
    AppModel model;
    load(model, "bind-chain-umount");
    count_all(model);
    CHECK(model.growth.plot_input().measured.empty());
    model.growth.set_quantity(GrowthQuantity::modelled_seconds());
    count_all(model);
    const GrowthPlotInput input = model.growth.plot_input();
    CHECK(input.seconds);
    REQUIRE(input.measured.size() == 2);
    for (const GrowthPlotMeasured& measured : input.measured) {
        const auto curve = std::ranges::find(input.curves, measured.name, &GrowthPlotCurve::name);
        REQUIRE(curve != input.curves.end());
        CHECK_FALSE(measured.source.empty());
        for (const GrowthPlotPoint& point : measured.points) {
            const auto modelled = std::ranges::find(curve->points, point.n, &GrowthPlotPoint::n);
            REQUIRE(modelled != curve->points.end());
            CHECK(modelled->x == point.x);
            const bool close = std::abs(modelled->y - point.y) < 0.02 ||
                               (modelled->y < 1.5 * point.y && point.y < 1.5 * modelled->y);
            CHECK(close);
        }
    }
    model.growth.set_whole(true);
    CHECK(model.growth.plot_input().measured.empty());
    model.growth.set_whole(false);
    // As many mounts, of another story.
    load(model, script("mkdir -p /mnt\nmount -t tmpfs a /mnt\nmkdir /mnt/a\n"
                       "for i in `seq $((1 << $1))`; do mount -t tmpfs x /mnt/a; done\numount -l /mnt\n",
                       1, 6));
    count_all(model);
    CHECK(model.growth.plot_input().measured.empty());
}

TEST_CASE("growth stops before a command that would stop the program, and says so") {
    AppModel model;
    load(model, "bind-chain-umount");
    double now = 0;
    model.growth.follow(model.session);
    show_only(model.growth, {"4.9"});
    // Each command takes a tenth of a millisecond a mount.
    const auto clock = [&] {
        const GrowthProgress at = model.growth.sweep().progress();
        return now += at.kernel == nullptr ? 0 : 1e-4 * static_cast<double>(1 << at.n);
    };
    while (model.growth.advance(clock)) {
    }
    CHECK(model.growth.done());
    REQUIRE(model.growth.curves().size() == 1);
    const GrowthCurve& curve = model.growth.curves().front();
    REQUIRE(curve.stop);
    CHECK(curve.stop->from == 13);
    CHECK(curve.plot.points.size() == 12);
    CHECK(curve.plot.fit);
    CHECK(model.growth.sentences().back().find("from N = 13") != std::string::npos);
}

TEST_CASE("growth of a script with a mistake says which") {
    AppModel model;
    AppModel other;
    ScenarioInfo broken = script("mkdir /a\nmount --bind /a$(\n", 1, 4);
    other.session.begin(broken, 1, default_kernel(), {});
    other.growth.follow(other.session);
    while (other.growth.advance(kNoTime)) {
    }
    CHECK(other.growth.done());
    for (const GrowthCurve& curve : other.growth.curves()) {
        REQUIRE(curve.stop);
        CHECK(curve.stop->reason.find("line ") != std::string::npos);
        CHECK(curve.plot.points.empty());
    }
}

TEST_CASE("growth of chain entries follows the memory of the machine, modelled seconds that of their own") {
    AppModel model;
    load(model, "bind-chain-umount");
    model.growth.follow(model.session);
    show_only(model.growth, {"4.9"});
    const auto exponent_with = [&](std::uint64_t memory, GrowthQuantity quantity) {
        model.session.set_memory(memory);
        model.growth.set_quantity(quantity);
        count_all(model);
        return exponent(model.growth, "4.9");
    };
    const GrowthQuantity entries = GrowthQuantity::of(Counter::kChainEntries);
    const double small = exponent_with(kLeastMemory, entries);
    const double large = exponent_with(kMostMemory, entries);
    // With few buckets the chains grow as well: near n cubed.
    CHECK(small > large + 0.3);
    CHECK(small > 2.5);
    CHECK(exponent_with(kLeastMemory, GrowthQuantity::lookups()) ==
          exponent_with(kMostMemory, GrowthQuantity::lookups()));
    const GrowthQuantity seconds = GrowthQuantity::modelled_seconds();
    CHECK(exponent_with(kLeastMemory, seconds) == exponent_with(kMostMemory, seconds));
    CHECK(model.growth.memory_of(seconds) == growth_machine().memory);
    // The list tells of both.
    model.growth.set_choosing(true);
    CHECK(model.growth.sweep().progress().total == 2 * 16);
    count_all(model);
    for (const GrowthQuantity quantity : {entries, seconds}) {
        REQUIRE(model.growth.curves_of(quantity).size() == 1);
        CHECK(model.growth.curves_of(quantity).front().plot.fit);
    }
}

TEST_CASE("growth fits nothing to fewer than five sizes") {
    AppModel model;
    ScenarioInfo few = *find_scenario("bind-chain-umount");
    few.parameter->most = 4;
    few.parameter->value = 2;
    load(model, few);
    count_all(model);
    for (const GrowthCurve& curve : model.growth.curves()) {
        CHECK(curve.plot.points.size() == 4);
        CHECK_FALSE(curve.plot.fit);
    }
    few.parameter->most = 5;
    few.text += "\n";  // another scenario
    load(model, few);
    model.session.seek(0);
    count_all(model);
    for (const GrowthCurve& curve : model.growth.curves()) CHECK(curve.plot.points.size() == 5);
}

TEST_CASE("growth quantities have names, meanings and can be found") {
    for (std::size_t i = 0; i < GrowthQuantity::kCount; ++i) {
        const GrowthQuantity quantity = GrowthQuantity::at(i);
        CAPTURE(quantity.name());
        CHECK_FALSE(quantity.meaning().empty());
        CHECK(GrowthQuantity::find(quantity.name()) == quantity);
        for (std::size_t k = 0; k < i; ++k) CHECK_FALSE(GrowthQuantity::at(k) == quantity);
    }
    CHECK_FALSE(GrowthQuantity::find(""));
    CHECK_FALSE(GrowthQuantity::find("happiness"));
    Counters counters;
    counters[Counter::kMarkLookup] = 40;
    counters[Counter::kUmountLookup] = 2;
    CHECK(GrowthQuantity::lookups().value(counters) == 42);
    CHECK(GrowthQuantity::of(Counter::kMarkLookup).value(counters) == 40);
    CHECK(GrowthQuantity::modelled_seconds().value(counters) > 0);
}

TEST_CASE("growth as CSV has a line for each point") {
    AppModel model;
    load(model, "bind-chain-umount");
    model.growth.follow(model.session);
    show_only(model.growth, {"4.9", "6.18"});
    model.growth.set_quantity(GrowthQuantity::of(Counter::kUmountLookup));
    count_all(model);
    const std::string csv = model.growth.csv();
    CHECK(csv.starts_with("N,mounts,kernel,umount_lookup\n"));
    CHECK(std::ranges::count(csv, '\n') == 1 + 2 * 16);
    CHECK(csv.find("\n10,1024,4.9,1046529\n") != std::string::npos);
    CHECK(csv.find("\n10,1024,6.18,1023\n") != std::string::npos);
}
