// Layout, facts, provenance and selection.

#include <algorithm>
#include <doctest/doctest.h>

#include "app/model/app_model.hpp"
#include "app/model/mount_facts.hpp"

using namespace mountscope;

namespace {

void run(AppModel& model, std::string text) {
    model.console.submit(std::move(text));
    while (model.console.running()) model.console.step();
    CHECK(model.console.last_error() == "");
}

constexpr char kSlaves[] =
    "mkdir -p /a /b\nmount -t tmpfs disk /a\nmount --make-shared /a\nmkdir -p /a/x\nmount --bind /a /b\n"
    "mount --make-slave /b\nmount -t tmpfs stick /a/x\n";

const Fact* fact(const std::vector<Fact>& facts, std::string_view label) {
    const auto found = std::ranges::find(facts, label, &Fact::label);
    return found == facts.end() ? nullptr : &*found;
}

bool overlap(const Box& a, const Box& b) {
    return a.w > 0 && a.h > 0 && b.w > 0 && b.h > 0 && a.x < b.x + b.w && b.x < a.x + a.w &&
           a.y < b.y + b.h && b.y < a.y + a.h;
}

}  // namespace

TEST_CASE("a selected mount survives steps at which it is not there") {
    AppModel model;
    run(model, kSlaves);
    const std::uint32_t id = model.session.find_mount("/b/x");
    REQUIRE(id != 0);
    model.view.selected = Selection::mount(id);
    CHECK(model.selected_mount());
    const std::size_t end = model.session.timeline().size();
    model.session.seek(end - 1);
    CHECK_FALSE(model.selected_mount());
    CHECK(model.view.selected.is_mount(id));
    model.session.seek(end);
    REQUIRE(model.selected_mount());
    CHECK(model.session.view().path(model.selected_mount()) == "/b/x");
}

TEST_CASE("why a slave's copy exists, back to the first mount") {
    AppModel model;
    run(model, kSlaves);
    const auto& steps = model.session.provenance_of(model.session.find_mount("/b/x"));
    REQUIRE(steps.size() == 2);
    CHECK(steps[0].place == "/b/x");
    CHECK(steps[0].command_text == "mount -t tmpfs stick /a/x");
    CHECK(steps[0].receiver == model.session.find_mount("/b"));
    CHECK(steps[0].receiver_name.find("a slave of") != std::string::npos);
    CHECK(steps[1].place == "/a/x");
    CHECK(steps[1].still_there);

    run(model, "umount /b/x\numount /a/x");
    const auto& later = model.session.provenance_of(steps[0].unique_id);
    REQUIRE(later.size() == 2);
    CHECK_FALSE(later[0].still_there);
    CHECK_FALSE(later[1].still_there);
}

TEST_CASE("facts of a mount lead to its relatives") {
    AppModel model;
    run(model, kSlaves);
    const StateView& view = model.session.view();
    const MountRef b = view.mount(model.session.find_mount("/b"));
    const auto facts = mount_facts(view, b);
    const Fact* master = fact(facts, "master");
    REQUIRE(master != nullptr);
    CHECK(master->leads_to == Selection::mount(model.session.find_mount("/a")));
    const Fact* children = fact(facts, "children");
    REQUIRE(children != nullptr);
    CHECK(children->leads_to == Selection::mount(model.session.find_mount("/b/x")));
    CHECK(fact(facts, "propagation")->value.starts_with("slave of group"));
    CHECK(fact(facts, "mnt_id") != nullptr);
    CHECK(fact(facts, "locked") == nullptr);
}

TEST_CASE("every refusal of the errors scenario has a reason") {
    AppModel model;
    const ScenarioInfo* scenario = find_scenario("refused");
    REQUIRE(scenario != nullptr);
    model.console.load(*scenario, 0, default_kernel());
    while (model.console.running()) model.console.step();
    std::size_t refused = 0;
    for (std::size_t i = 1; i <= model.session.timeline().size(); ++i) {
        model.session.seek(i);
        if (!model.session.caption().is_error) continue;
        ++refused;
        CAPTURE(model.session.timeline().step(i).text);
        CHECK_FALSE(model.session.caption().second.empty());
    }
    CHECK(refused >= 5);
}

TEST_CASE("layout: the desk at 1280 by 720 has the places of the design") {
    const Layout l = compute_layout({.width = 1280, .height = 720, .caption_height = 60}, {});
    CHECK_FALSE(l.single_column);
    CHECK(l.top_bar.h == 40);
    CHECK(l.rail.w == 220);
    CHECK(l.inspector.w == 300);
    CHECK(l.transport.h == 44);
    CHECK(l.dock.h >= 116);
    CHECK(l.dock.h <= 168);
    CHECK(l.stage.w == 1280 - 220 - 300 - 16);
    CHECK(l.stage.h > 280);
    CHECK(l.dock.y + l.dock.h == 720);
}

TEST_CASE("layout: panels never overlap and stay in the window, at any size") {
    for (const float width : {320.0f, 640.0f, 899.0f, 900.0f, 1024.0f, 1280.0f, 1920.0f, 3840.0f}) {
        for (const float height : {480.0f, 720.0f, 1080.0f, 2160.0f}) {
            for (const bool hidden : {false, true}) {
                CAPTURE(width);
                CAPTURE(height);
                LayoutPreferences preferences;
                if (hidden) preferences.rail = preferences.dock = false;
                preferences.inspector_width = 5000;
                LayoutInput input{.width = width, .height = height, .scale = suitable_scale(width, height)};
                const Layout l = compute_layout(input, preferences);
                const Box boxes[] = {l.top_bar, l.rail,      l.stage,     l.counters,
                                     l.caption, l.inspector, l.transport, l.dock};
                for (std::size_t i = 0; i < std::size(boxes); ++i) {
                    for (std::size_t k = i + 1; k < std::size(boxes); ++k)
                        CHECK_FALSE(overlap(boxes[i], boxes[k]));
                    CHECK(boxes[i].x >= 0);
                    CHECK(boxes[i].x + boxes[i].w <= width + 0.5f);
                    CHECK(boxes[i].y + boxes[i].h <= height + 0.5f);
                }
                CHECK(l.single_column == (width / input.scale < 900));
            }
        }
    }
}

TEST_CASE("numbers are grouped") {
    CHECK(with_thousands(0) == "0");
    CHECK(with_thousands(999) == "999");
    CHECK(with_thousands(1000) == "1,000");
    CHECK(with_thousands(65536) == "65,536");
    CHECK(with_thousands(1234567) == "1,234,567");
}
