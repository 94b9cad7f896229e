// The scenarios that are built in: each has a head, runs without surprise and opens where something can be
// seen.

#include <doctest/doctest.h>
#include <set>

#include "app/model/app_model.hpp"

using namespace mountscope;

namespace {

void load(AppModel& model, const ScenarioInfo& scenario, int parameter, const KernelProfile& kernel) {
    model.console.load(scenario, parameter, kernel);
    while (model.console.running()) model.console.step();
}

}  // namespace

TEST_CASE("every scenario has a head and its own name") {
    REQUIRE(built_in_scenarios().size() >= 10);
    std::set<std::string> ids;
    std::set<std::string> titles;
    for (const ScenarioInfo& scenario : built_in_scenarios()) {
        CAPTURE(scenario.id);
        CHECK(ids.insert(scenario.id).second);
        CHECK(titles.insert(scenario.title).second);
        CHECK(scenario.title != scenario.id);
        CHECK(scenario.compare.size() <= kMostLanes);
        for (const std::string& name : scenario.compare) CHECK(find_kernel(name) != nullptr);
        CHECK_FALSE(scenario.group.empty());
        CHECK_FALSE(scenario.look.empty());
        CHECK(scenario.open_at);
        CHECK(find_scenario(scenario.id) == &scenario);
        CHECK(find_scenario(scenario.title) == &scenario);
    }
}

TEST_CASE("every scenario runs without an unexpected result, in the usual kernel") {
    for (const ScenarioInfo& scenario : built_in_scenarios()) {
        CAPTURE(scenario.id);
        AppModel model;
        load(model, scenario, scenario.parameter ? scenario.parameter->value : 0, default_kernel());
        CHECK(model.console.last_error() == "");
        CHECK(model.console.unexpected() == 0);
        const auto size = static_cast<int>(model.session.timeline().size());
        CHECK(size >= 5);
        const int open_at = scenario.open_at.value_or(-1);
        const int at = open_at < 0 ? size + 1 + open_at : open_at;
        CHECK(at > 0);
        CHECK(at <= size);
        model.session.seek(static_cast<std::size_t>(at));
        CHECK_FALSE(model.session.caption().sentence.empty());
        if (!scenario.select.empty()) CHECK(model.session.find_mount(scenario.select) != 0);
    }
}

TEST_CASE("every scenario can be run in every kernel") {
    for (const KernelProfile& kernel : kernels()) {
        for (const ScenarioInfo& scenario : built_in_scenarios()) {
            CAPTURE(kernel.name);
            CAPTURE(scenario.id);
            AppModel model;
            load(model, scenario, scenario.parameter ? scenario.parameter->value : 0, kernel);
            CHECK(model.session.timeline().size() >= 5);
            CHECK(model.session.view().mounts() > 0);
        }
    }
}

TEST_CASE("going through a scenario and back gives equal states") {
    for (const ScenarioInfo& scenario : built_in_scenarios()) {
        CAPTURE(scenario.id);
        AppModel model;
        load(model, scenario, scenario.parameter ? scenario.parameter->value : 0, default_kernel());
        const Timeline& timeline = model.session.timeline();
        std::vector<std::uint64_t> hashes;
        std::vector<std::uint32_t> tables;
        for (std::size_t i = 0; i <= timeline.size(); ++i) {
            model.session.seek(i);
            hashes.push_back(timeline.hash());
            tables.push_back(model.session.view().table_hash());
        }
        for (std::size_t i = timeline.size() + 1; i-- > 0;) {
            model.session.seek(i);
            CHECK(timeline.hash() == hashes[i]);
            CHECK(model.session.view().table_hash() == tables[i]);
        }
    }
}

TEST_CASE("the mount that visibly moves does so in the kernels with that fault only") {
    const ScenarioInfo* scenario = find_scenario("visibly-moves");
    REQUIRE(scenario != nullptr);
    const auto x_is_at_wrong_place = [&](std::string_view kernel) {
        AppModel model;
        load(model, *scenario, 0, *find_kernel(kernel));
        return model.session.find_mount("/B/1/x") != 0 &&
               model.session.view().path(model.session.view().mount(model.session.find_mount("/B/1/x"))) ==
                   "/B/1/x";
    };
    CHECK_FALSE(x_is_at_wrong_place("6.18"));
    CHECK(x_is_at_wrong_place("4.13"));
}

TEST_CASE("scenario heads: what is given, and what is not") {
    const ScenarioInfo given = read_scenario_head(
        "x",
        "# title: T\n# compare: 4.9, 6.18\n# group: G\n# value: 1 = 3 from 1 to 9\n# open: -2\n"
        "# select: /a\n# look: One\n# look: two.\nmkdir -p /a\n");
    CHECK(given.title == "T");
    CHECK(given.compare == std::vector<std::string>{"4.9", "6.18"});
    CHECK(given.group == "G");
    REQUIRE(given.parameter);
    CHECK(given.parameter->name == "1");
    CHECK(given.parameter->value == 3);
    CHECK(given.parameter->least == 1);
    CHECK(given.parameter->most == 9);
    CHECK(given.open_at == -2);
    CHECK(given.select == "/a");
    CHECK(given.look == "One two.");
    const ScenarioInfo plain = read_scenario_head("x", "mkdir -p /a\n# title: too late\n");
    CHECK(plain.title == "x");
    CHECK_FALSE(plain.parameter);
    CHECK_FALSE(read_scenario_head("x", "# value: nonsense\n").parameter);
}
