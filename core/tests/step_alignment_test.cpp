// Several kernels under one cursor: nobody skips a step, nobody goes back, all end together.

#include "core/trace/step_alignment.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <vector>

#include "core/tests/support.hpp"
#include "core/text/scenario.hpp"

namespace mountscope {

namespace {

struct Race {
    std::vector<std::unique_ptr<StepIndex>> indexes;
    std::unique_ptr<StepAlignment> alignment;
};

Race umount_race(const std::vector<std::string>& names, int n) {
    Race race;
    std::vector<const StepIndex*> list;
    for (const std::string& name : names) {
        Machine machine(*find_kernel(name));
        machine.run("mkdir -p /m\nmount -t tmpfs t /m\nmount --make-shared /m\nmkdir /m/1");
        for (int i = 0; i < n; ++i) machine.run("mount --bind /m/1 /m/1");
        const Command last = parse_command({"umount", "-l", "/m"}).command;
        race.indexes.push_back(
            std::make_unique<StepIndex>(machine.world, machine.kernel, last, machine.options));
        list.push_back(race.indexes.back().get());
    }
    race.alignment = std::make_unique<StepAlignment>(list);
    return race;
}

void check_race(const Race& race) {
    const StepAlignment& alignment = *race.alignment;
    for (std::size_t lane = 0; lane < race.indexes.size(); ++lane) {
        const StepIndex& index = *race.indexes[lane];
        std::uint64_t next = 0;  // the step that is to come
        for (std::uint64_t p = 0; p < alignment.length(); ++p) {
            const LanePlace place = alignment.place(lane, p);
            const std::uint64_t done = place.any ? place.step + 1 : 0;
            REQUIRE((done == next || done == next + 1));
            // It stands still exactly when it waits.
            REQUIRE(place.waits == (done == next));
            next = done;
        }
        CHECK(next == index.steps());
    }
}

}  // namespace

TEST_CASE("with one kernel, positions are its steps, and stops are where its phases end") {
    const Race race = umount_race({"6.18"}, 3);
    const StepIndex& index = *race.indexes.front();
    CHECK(race.alignment->length() == index.steps());
    check_race(race);
    std::vector<std::uint64_t> ends;
    for (std::size_t i = 1; i < index.phases().size(); ++i) ends.push_back(index.phases()[i].first_step - 1);
    CHECK(race.alignment->stops() == ends);
}

TEST_CASE("each pair of kernels does all of its steps, in order, and they end together") {
    for (const KernelProfile& a : kernels()) {
        for (const KernelProfile& b : kernels()) {
            CAPTURE(a.name);
            CAPTURE(b.name);
            check_race(umount_race({std::string(a.name), std::string(b.name)}, 3));
        }
    }
}

TEST_CASE("sections lie one behind the other, and each holds the phases of all") {
    const Race race = umount_race({"4.9", "4.9-rfc2", "4.13", "6.18"}, 4);
    check_race(race);
    const StepAlignment& alignment = *race.alignment;
    std::uint64_t end = 0;
    for (const SectionSpan& span : alignment.sections()) {
        CHECK(span.first == end);
        CHECK(span.length > 0);
        end += span.length;
        for (std::size_t lane = 0; lane < race.indexes.size(); ++lane) {
            const LanePlace place = alignment.place(lane, span.first);
            if (!place.any || place.waits) continue;
            const StepIndex& index = *race.indexes[lane];
            const Phase phase = index.phases()[index.phase_of(place.step)].phase;
            CAPTURE(section_name(span.section));
            CHECK(section_of(phase) == span.section);
        }
    }
    CHECK(end == alignment.length());
}

TEST_CASE("stops are found from anywhere") {
    const Race race = umount_race({"4.9", "6.18"}, 3);
    const StepAlignment& alignment = *race.alignment;
    const auto& stops = alignment.stops();
    REQUIRE(stops.size() > 3);
    CHECK(alignment.next_stop(std::nullopt) == stops.front());
    CHECK(!alignment.previous_stop(stops.front()));
    CHECK(!alignment.next_stop(stops.back()));
    for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
        CHECK(stops[i] < stops[i + 1]);
        CHECK(alignment.next_stop(stops[i]) == stops[i + 1]);
        CHECK(alignment.previous_stop(stops[i + 1]) == stops[i]);
    }
    CHECK(stops.back() + 1 < alignment.length());
}

}  // namespace mountscope
