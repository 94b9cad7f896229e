// The cursor inside of commands, and the same story under several kernels.

#include <doctest/doctest.h>
#include <random>
#include <vector>

#include "core/cost/cost_run.hpp"

#include "app/model/app_model.hpp"
#include "app/model/difference_marks.hpp"

using namespace mountscope;

namespace {

void load(AppModel& model, std::string_view id, int n, std::string_view kernel = "6.18") {
    const ScenarioInfo* scenario = find_scenario(id);
    REQUIRE(scenario != nullptr);
    model.console.load(*scenario, n, *find_kernel(kernel));
    while (model.console.running()) model.console.step();
}

void level(Session& session) {
    while (session.is_behind()) session.catch_up();
}

struct Place {
    std::size_t cursor;
    std::optional<std::uint64_t> inside;
    std::uint64_t hash;
    friend bool operator==(const Place&, const Place&) = default;
};

Place place(const Session& session) {
    return {session.timeline().cursor(), session.inside(), session.hash()};
}

std::vector<Place> all_places(Session& session, Grain grain) {
    std::vector<Place> places;
    session.seek(0);
    while (true) {
        places.push_back(place(session));
        const std::uint64_t revision = session.revision();
        session.move(grain, 1);
        if (session.revision() == revision) return places;
    }
}

}  // namespace

TEST_CASE("each grain goes through the whole story, and back through the very same places") {
    AppModel model;
    load(model, "bind-chain-umount", 3, "4.9");
    Session& session = model.session;
    std::size_t before = 0;
    for (const Grain grain : {Grain::kCommand, Grain::kPhase, Grain::kStep}) {
        const std::vector<Place> forward = all_places(session, grain);
        CAPTURE(grain_name(grain));
        CHECK(forward.size() > before);
        before = forward.size();
        CHECK(forward.back().cursor == session.timeline().size());
        for (std::size_t i = forward.size(); i-- > 0;) {
            REQUIRE(place(session) == forward[i]);
            session.move(grain, -1);
        }
        CHECK(place(session) == forward.front());
    }
}

TEST_CASE("a random walk of seeks always gives the hash of the forward walk, also with several lanes") {
    AppModel model;
    load(model, "bind-chain-umount", 4, "4.9");
    Session& session = model.session;
    session.compare({find_kernel("6.18"), find_kernel("4.9-rfc2")});
    level(session);
    const std::vector<Place> forward = all_places(session, Grain::kStep);
    std::mt19937 random(5);
    for (int i = 0; i < 300; ++i) {
        const Place& there = forward[random() % forward.size()];
        if (there.inside) {
            session.seek_inside(there.cursor + 1, *there.inside);
        } else {
            session.seek(there.cursor);
        }
        REQUIRE(place(session) == there);
        if (random() % 3 == 0) session.move(static_cast<Grain>(random() % 3), random() % 2 == 0 ? 1 : -1);
    }
}

TEST_CASE("lanes run the same commands, and the counters are those of each kernel alone") {
    AppModel model;
    load(model, "bind-chain-umount", 5, "4.9");
    Session& session = model.session;
    session.seek(session.timeline().size());
    session.compare({find_kernel("6.18"), find_kernel("4.13")});
    CHECK(session.is_behind());
    CHECK(session.lane(1).behind);
    level(session);
    for (std::size_t lane = 0; lane < session.lanes(); ++lane) {
        AppModel alone;
        load(alone, "bind-chain-umount", 5, session.kernel(lane).name);
        alone.session.seek(alone.session.timeline().size());
        const LaneAt& at = session.lane(lane);
        CHECK(at.counters == alone.session.lane(0).counters);
        CHECK(at.view->table_hash() == alone.session.view().table_hash());
    }
    // Inside, they count up to the same figures.
    session.seek_inside(session.timeline().size(), ~std::uint64_t{0});
    for (std::size_t lane = 0; lane < session.lanes(); ++lane) {
        CHECK(session.lane(lane).counters == session.lane(lane).whole);
        CHECK(session.lane(lane).whole[Counter::kFinish] == 32);
    }
}

TEST_CASE("lanes follow a command run in the middle, and a switch to the other future") {
    AppModel model;
    load(model, "bind-chain-umount", 3, "4.9");
    Session& session = model.session;
    session.compare({find_kernel("6.18")});
    level(session);
    const std::size_t size = session.timeline().size();
    session.seek(size - 1);
    model.console.submit("umount /mnt/1/1");
    while (model.console.running()) model.console.step();
    level(session);
    CHECK(session.timeline().size() == size);
    CHECK(session.lane(1).command->text == session.timeline().step(size).text);
    CHECK_FALSE(session.lane(1).command->command.lazy);
    session.switch_branch(0);
    session.seek(size);
    level(session);
    CHECK(session.lane(1).view->mounts() == 2);
    CHECK(session.lane(1).command->command.lazy);
}

TEST_CASE("a command that can't be run in a lane changes nothing there, and later ones are still lined up") {
    AppModel model;
    Session& session = model.session;
    session.compare({find_kernel("4.9")});

    for (const char* line : {"mkdir -p /a /b", "mount -t tmpfs x /a", "mount --make-shared /a",
                             "mount --bind /a /b", "unshare -m other", "ns other mkdir -p /c", "umount /b"}) {
        model.console.submit(line);
        while (model.console.running()) model.console.step();
    }
    level(session);
    for (std::size_t i = 0; i <= session.timeline().size(); ++i) {
        session.seek(i);
        level(session);
        CHECK_FALSE(session.lane(1).behind);
        if (i > 0) CHECK(session.lane(1).command->text == session.timeline().step(i).text);
    }
}

TEST_CASE("every scenario can be stepped through side by side, and tells something at each step") {
    for (const ScenarioInfo& scenario : built_in_scenarios()) {
        CAPTURE(scenario.id);
        AppModel model;
        load(model, scenario.id, scenario.parameter ? 3 : 0, "6.18");
        Session& session = model.session;
        session.compare({find_kernel("4.9"), find_kernel("4.11-rfc2")});
        level(session);
        const std::vector<Place> forward = all_places(session, Grain::kStep);
        CHECK(forward.size() > session.timeline().size());
        for (std::size_t i = 0; i < forward.size(); ++i) {
            const Place& there = forward[i];
            if (there.inside) {
                session.seek_inside(there.cursor + 1, *there.inside);
            } else {
                session.seek(there.cursor);
            }
            REQUIRE(place(session) == there);
            const Caption& caption = session.caption();
            CHECK_FALSE(caption.sentence.empty());
            if (there.inside) CHECK(caption.of_lanes.size() == session.lanes());
            for (const std::string& sentence : caption.of_lanes) CHECK_FALSE(sentence.empty());
            for (const LaneFigure& figure : lane_figures(session)) {
                for (std::size_t lane = 0; lane < session.lanes(); ++lane) {
                    CHECK(figure.now[lane] <= figure.whole[lane]);
                    CHECK(figure.whole[lane] <= figure.axis);
                }
            }
        }
    }
}

TEST_CASE(
    "after a command that ends differently the caption says which mount and why, and cards are marked") {
    AppModel model;
    load(model, "visibly-moves", 0, "6.8");
    Session& session = model.session;
    session.seek(13);
    CHECK(session.differences().empty());
    session.compare({find_kernel("6.18")});
    CHECK(session.differences().empty());
    level(session);
    CHECK(session.caption().second == session.differences().summary);
    CHECK(session.caption().second.starts_with("Ends differently: #6 on /B/1 is gone in A (6.8), because "));
    const std::vector<DifferenceMark> a = difference_marks(session, 0);
    const std::vector<DifferenceMark> b = difference_marks(session, 1);
    REQUIRE(a.size() == 3);
    REQUIRE(b.size() == 3);
    CHECK(a[0].unique_id == 6);
    CHECK(a[0].text == "stays in B");
    CHECK(b[0].text == "gone in A");
    CHECK(a[1].text == "on /B/1/2 in B");
    // Inside of it nothing has ended yet; the next command brings no new difference.
    session.move(Grain::kStep, -1);
    REQUIRE(session.inside());
    CHECK(session.differences().empty());
    session.seek(14);
    level(session);
    CHECK(session.differences().fresh == 0);
    CHECK(session.differences().from_before == 3);
    CHECK_FALSE(session.caption().second.starts_with("Ends differently"));
}

TEST_CASE("numbers are short where they would be long") {
    CHECK(short_number(0) == "0");
    CHECK(short_number(999'999) == "999,999");
    CHECK(short_number(1'000'000) == "1.00 M");
    CHECK(short_number(12'345'678) == "12.3 M");
    CHECK(short_number(999'499'999) == "999 M");
    CHECK(short_number(999'600'000) == "1.00 G");
    CHECK(short_number(8'589'672'450) == "8.59 G");
    CHECK(short_number(18'446'744'073'709'551'615u) == "18.4 E");
}

TEST_CASE("what a lane counts is what a cost run counts, under every kernel, wherever it is opened") {
    for (const ScenarioInfo& scenario : built_in_scenarios()) {
        CAPTURE(scenario.id);
        AppModel model;
        load(model, scenario.id, scenario.parameter ? 6 : 0, "4.9");
        Session& session = model.session;
        std::vector<ScenarioLine> lines;
        for (std::size_t i = 1; i <= session.timeline().size(); ++i) {
            ScenarioLine line;
            line.text = session.timeline().step(i).text;
            line.command = session.timeline().step(i).command;
            lines.push_back(line);
        }
        for (const KernelProfile& kernel : kernels()) {
            CAPTURE(kernel.name);
            session.compare({&kernel});
            level(session);
            CostMachine machine;
            machine.settings = session.timeline().machine();
            CostRun run(lines, {&kernel}, machine, session.timeline().run_options());
            while (run.advance()) {
            }
            const std::vector<CommandCost>& counted = run.results()[0].commands;
            for (std::size_t i = 0; i < counted.size(); ++i) {
                session.seek(i + 1);
                CAPTURE(counted[i].text);
                if (session.lane(1).command != nullptr) CHECK(session.lane(1).whole == counted[i].counters);
            }
        }
    }
}
