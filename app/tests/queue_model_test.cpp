// The queue at namespace_sem: who waits for whom and for how long.

#include "app/model/queue_model.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <random>

#include "app/model/app_model.hpp"

using namespace mountscope;

namespace {

void load(AppModel& model, std::string_view id, int n, const std::vector<std::string_view>& kernels) {
    const ScenarioInfo* scenario = find_scenario(id);
    REQUIRE(scenario != nullptr);
    model.console.load(*scenario, n, *find_kernel(kernels.front()));
    while (model.console.running()) model.console.step();
    std::vector<const KernelProfile*> others;
    for (std::size_t i = 1; i < kernels.size(); ++i) others.push_back(find_kernel(kernels[i]));
    model.session.compare(others);
    while (model.session.is_behind()) model.session.catch_up();
}

std::vector<QueueRequest> random_requests(std::mt19937& random) {
    std::vector<QueueRequest> requests;
    double time = 0;
    for (std::size_t i = 0, count = 1 + random() % 12; i < count; ++i) {
        requests.push_back({time, static_cast<double>(random() % 50) / 10,
                            random() % 2 == 0 ? SemaphoreUse::kRead : SemaphoreUse::kWrite});
        time += static_cast<double>(random() % 40) / 10;
    }
    return requests;
}

bool overlap(const QueueWait& a, const QueueWait& b) {
    return a.starts < b.ends && b.starts < a.ends;
}

}  // namespace

TEST_CASE("queue: nobody overtakes, writers are alone, readers share, and nobody waits for nothing") {
    std::mt19937 random(5);
    for (int trial = 0; trial < 500; ++trial) {
        const std::vector<QueueRequest> requests = random_requests(random);
        const std::vector<QueueWait> served = serve_in_order(requests);
        REQUIRE(served.size() == requests.size());
        for (std::size_t i = 0; i < served.size(); ++i) {
            REQUIRE(served[i].arrives == requests[i].arrives);
            REQUIRE(served[i].waited() >= 0);
            REQUIRE(served[i].ends == served[i].starts + requests[i].needs);
            bool held_up = served[i].waited() == 0;
            for (std::size_t k = 0; k < i; ++k) {
                REQUIRE(served[k].starts <= served[i].starts);
                const bool both_read =
                    requests[k].use == SemaphoreUse::kRead && requests[i].use == SemaphoreUse::kRead;
                if (!both_read) REQUIRE(!overlap(served[k], served[i]));
                // It starts when somebody before it ends, or starts.
                held_up =
                    held_up || served[i].starts == served[k].ends || served[i].starts == served[k].starts;
            }
            REQUIRE(held_up);
        }
    }
}

TEST_CASE("queue: whoever holds it for longer makes nobody wait less") {
    std::mt19937 random(6);
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<QueueRequest> requests = random_requests(random);
        const std::vector<QueueWait> before = serve_in_order(requests);
        requests.front().needs += 3;
        const std::vector<QueueWait> after = serve_in_order(requests);
        for (std::size_t i = 0; i < before.size(); ++i) REQUIRE(after[i].waited() >= before[i].waited());
    }
}

TEST_CASE("queue: the holder of run.sh holds it for its modelled time, and the waits add up") {
    AppModel model;
    load(model, "bind-chain-umount", 10, {"4.9", "6.18"});
    const QueueStory story = tell_queue(model.session);
    CHECK(story.command == model.session.timeline().size());
    CHECK(story.text.ends_with("umount -l /mnt/1"));
    REQUIRE(story.lanes.size() == 2);
    for (std::size_t lane = 0; lane < 2; ++lane) {
        CAPTURE(lane);
        const QueueLane& told = story.lanes[lane];
        REQUIRE(told.known);
        Counters counters = model.session.step_in(lane, story.command)->result.counters;
        counters[Counter::kPathLookup] = 0;
        CHECK(told.holds == doctest::Approx(modelled_seconds(shown_machine(), counters)));
        REQUIRE(told.waits.size() == example_callers().size());
        double sum = 0;
        double longest = 0;
        for (std::size_t i = 0; i < told.waits.size(); ++i) {
            const QueueWait& wait = told.waits[i];
            CHECK(wait.arrives == doctest::Approx(example_callers()[i].arrives * story.spacing));
            if (wait.arrives < told.holds) CHECK(wait.starts >= told.holds);
            CHECK(wait.ends > wait.starts);
            CHECK(wait.ends <= story.end);
            sum += wait.waited();
            longest = std::max(longest, wait.waited());
        }
        CHECK(told.sum() == doctest::Approx(sum));
        CHECK(told.longest() == doctest::Approx(longest));
    }
    CHECK(story.lanes[0].holds > 10 * story.lanes[1].holds);
    CHECK(story.lanes[0].sum() > 10 * story.lanes[1].sum());
    CHECK(story.lanes[0].longest() < story.lanes[0].holds * 1.01);
    // The grace period: ordinary for the old one, expedited for the new one, and outside in both.
    CHECK(story.lanes[0].grace > 10 * story.lanes[1].grace);
    CHECK(story.lanes[1].grace > 0);
    CHECK(queue_second_sentence(story).find("modelled") != std::string::npos);
    CHECK(queue_in_words(story).find("systemd") != std::string::npos);
}

TEST_CASE("queue: waits grow with N under every kernel") {
    std::vector<double> before(3, 0);
    for (const int n : {4, 7, 10, 13}) {
        AppModel model;
        load(model, "bind-chain-umount", n, {"4.9", "4.11-rfc2", "6.18"});
        const QueueStory story = tell_queue(model.session);
        for (std::size_t lane = 0; lane < 3; ++lane) {
            CHECK(story.lanes[lane].holds > before[lane]);
            before[lane] = story.lanes[lane].holds;
        }
        // Those that come late wait less, once the umount takes longer than all others together.
        if (n < 10) continue;
        for (std::size_t i = 1; i < story.lanes[0].waits.size(); ++i)
            CHECK(story.lanes[0].waits[i].waited() <= story.lanes[0].waits[i - 1].waited());
    }
}

TEST_CASE(
    "queue: the cursor elsewhere, the story stays about its costliest umount, once the lanes have run it") {
    AppModel model;
    load(model, "bind-chain-umount", 6, {"4.9", "6.18"});
    Session& session = model.session;
    const std::size_t size = session.timeline().size();
    session.seek(0);
    session.compare({find_kernel("4.13"), find_kernel("6.18")});
    while (session.is_behind()) session.catch_up();
    QueueStory story = tell_queue(session);
    CHECK(story.command == size);
    CHECK(!story.lanes[1].known);
    session.want(story.command);
    CHECK(session.is_behind());
    while (session.is_behind()) session.catch_up();
    story = tell_queue(session);
    CHECK(story.lanes[1].known);
    CHECK(story.lanes[2].known);
}

TEST_CASE("queue: without umounts it is about what takes the semaphore; without anything about nothing") {
    AppModel model;
    model.console.reset();
    CHECK(tell_queue(model.session).command == 0);
    CHECK(!queue_sentence(tell_queue(model.session)).empty());
    model.console.submit("mkdir /a\nmount -t tmpfs t /a\ntouch /a/x\n");
    while (model.console.running()) model.console.step();
    const QueueStory story = tell_queue(model.session);
    CHECK(story.text.find("mount -t tmpfs") != std::string::npos);
    CHECK(story.lanes.front().grace == 0);
    CHECK(story.mountinfo.lines == 2);
    CHECK(story.mountinfo_seconds > 0);
}

TEST_CASE("durations are read at a glance") {
    CHECK(duration_text(0) == "0 s");
    CHECK(duration_text(4e-6) == "4 \xc2\xb5s");
    CHECK(duration_text(0.00012) == "120 \xc2\xb5s");
    CHECK(duration_text(0.02) == "20 ms");
    CHECK(duration_text(0.9996) == "1 s");
    CHECK(duration_text(172.907) == "173 s");
    CHECK(duration_text(1159.87) == "19.3 min");
    CHECK(duration_text(7200) == "2 h");
    for (double value = 1e-6; value < 1e5; value *= 1.7) {
        const double digit = round_down_to_digit(value);
        CHECK(digit <= value * (1 + 1e-9));
        CHECK(digit > value / 2);
    }
}
