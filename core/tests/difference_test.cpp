// Mounts that end differently under several kernels, and why.

#include "core/trace/difference.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <vector>

#include "core/tests/support.hpp"
#include "core/text/compact.hpp"
#include "core/text/scenario.hpp"

using namespace mountscope;

namespace {

// A scenario's last command under several kernels.
struct Ends {
    std::vector<std::unique_ptr<World>> before, after;
    std::vector<std::unique_ptr<StateTables>> tables_before, tables_after;
    std::vector<std::unique_ptr<StepIndex>> steps;
    std::vector<LaneEnd> lanes;

    // Up to the command of the line `until`, the last one by default.
    Ends(std::string_view text, const std::vector<std::string_view>& names, std::size_t until = 0) {
        const ScenarioResult parsed = parse_scenario(text);
        REQUIRE_MESSAGE(!parsed.error, to_string(*parsed.error));
        for (const std::string_view name : names) {
            const KernelProfile* kernel = find_kernel(name);
            REQUIRE(kernel != nullptr);
            auto world = std::make_unique<World>(World::boot());
            RunOptions options;
            options.initial_directories = parsed.scenario.settings.initial_directories;
            std::size_t at = 0;
            const auto& all = parsed.scenario.lines;
            for (; at + 1 < all.size() && all[at].line != until; ++at)
                run_command(*world, *kernel, all[at].command, options);
            const Command& last = all[at].command;
            steps.push_back(std::make_unique<StepIndex>(*world, *kernel, last, options));
            after.push_back(std::make_unique<World>(*world));
            run_command(*after.back(), *kernel, last, options);
            before.push_back(std::move(world));
            tables_before.push_back(std::make_unique<StateTables>(build_tables(*before.back())));
            tables_after.push_back(std::make_unique<StateTables>(build_tables(*after.back())));
            lanes.push_back({kernel, before.back().get(), after.back().get(), tables_before.back().get(),
                             tables_after.back().get(), true, steps.back()->result().error,
                             [index = steps.back().get()] { return index; }});
        }
    }
};

constexpr std::string_view kMoves = R"(mkdir -p /A /B
mount -t tmpfs base /A
mount --make-shared /A
mkdir -p /A/1
mount --bind /A /B
mount --make-slave /B
mount -t tmpfs one /A/1
mkdir -p /A/1/2
mount -t tmpfs two /A/1/2
mount -t tmpfs over /B/1/2
mkdir -p /B/1/2/x
mount -t tmpfs x /B/1/2/x
umount -l /A/1
)";
constexpr std::string_view kPathological = R"(mkdir -p /mnt
mount -t tmpfs base /mnt
mkdir -p /mnt/1 /mnt/2
mkdir -p /mnt/1/1
mount --bind /mnt/1 /mnt/1
mount --make-shared /mnt/1
mount --bind /mnt/1 /mnt/2
mount --bind /mnt/1/1 /mnt/1/1
mount --bind /mnt/1/1 /mnt/1/1
umount /mnt/1/1
)";
constexpr std::string_view kLocked = R"(mkdir -p /b
mount --make-shared /
mount -t tmpfs test-base /b
mkdir -p /b/10
mount -t tmpfs test-ten /b/10
mkdir -p /b/10/20
mount --rbind /b /b/10/20
unshare -Um child
umount -l /b
)";

const MountDifference* difference_at(const Differences& all, std::string_view name) {
    for (const MountDifference& d : all.list) {
        if (d.name == name) return &d;
    }
    return nullptr;
}

// What two kernels did with one mount, and why.
struct Pair {
    std::string outcome_a, reason_a, outcome_b, reason_b;
};
Pair told(std::string_view text, std::string_view a, std::string_view b, std::string_view name) {
    const Ends ends(text, {a, b});
    const Differences all = find_differences(ends.lanes);
    const MountDifference* d = difference_at(all, name);
    REQUIRE_MESSAGE(d != nullptr, a, " ", b, " ", name);
    return {d->lanes[0].outcome, d->lanes[0].reason, d->lanes[1].outcome, d->lanes[1].reason};
}

void check(const Pair& got, const Pair& expected) {
    CHECK(got.outcome_a == expected.outcome_a);
    CHECK(got.reason_a == expected.reason_a);
    CHECK(got.outcome_b == expected.outcome_b);
    CHECK(got.reason_b == expected.reason_b);
}

const std::vector<std::string_view> kAll{"4.9",  "4.9-rfc2", "4.11", "4.11-rfc2", "4.13-two-patches",
                                         "4.13", "6.8",      "6.17", "6.18"};

}  // namespace

TEST_CASE("the mount that visibly moves: each kernel's own end, with its reason") {
    for (const std::string_view moves : {"4.13-two-patches", "4.13", "6.8"}) {
        CAPTURE(moves);
        check(told(kMoves, moves, "6.18", "#6"),
              {"is gone", "once #8 inside it was taken, it seemed empty, though #9, which stood on #8, stays",
               "stays on /B/1", "#9, which covers #8, inside it stays"});
        check(told(kMoves, moves, "6.18", "#9"),
              {"ends on /B/1", "#8 beneath it was taken, so it was put back on #4", "ends on /B/1/2",
               "#8 beneath it was taken, so it was put back on #6"});
        check(told(kMoves, moves, "6.18", "#10"), {"ends on /B/1/x", "it goes where its parent #9 goes",
                                                   "ends on /B/1/2/x", "it goes where its parent #9 goes"});
        for (const std::string_view shadows : {"4.9", "4.9-rfc2"}) {
            check(told(kMoves, shadows, moves, "#8"),
                  {"stays on /B/1/2", "#9 was still mounted inside it", "is gone",
                   "only #9 covered it, which can slide down"});
        }
        for (const std::string_view slides : {"4.11", "4.11-rfc2"}) {
            check(told(kMoves, slides, moves, "#9"),
                  {"ends on /B/1/2", "#8 beneath it was taken, so it slid down at once", "ends on /B/1",
                   "#8 beneath it was taken, so it was put back on #4"});
        }
    }
    const Ends ends(kMoves, {"6.8", "6.18"});
    CHECK(find_differences(ends.lanes).summary ==
          "Ends differently: #6 on /B/1 is gone in A (6.8), because once #8 inside it was taken, it seemed "
          "empty, though #9, which stood on #8, stays; it stays in B (6.18), because #9, which covers #8, "
          "inside it stays. 2 more mounts end differently.");
}

TEST_CASE("the pathological case: what is left where, and why it was not found") {
    for (const std::string_view right : {"4.13-two-patches", "4.13", "6.8", "6.17", "6.18"}) {
        CAPTURE(right);
        for (const std::string_view tucks : {"4.11", "4.11-rfc2"}) {
            check(told(kPathological, tucks, right, "#9"),
                  {"stays on /mnt/2/1",
                   "it was marked, but slid down to its place when that had been looked at already",
                   "is gone", "it held nothing that stays"});
        }
        for (const std::string_view shadows : {"4.9", "4.9-rfc2"}) {
            check(told(kPathological, shadows, right, "#6"),
                  {"stays on /mnt/1/1", "the look at its place found #11 instead, on the same directory",
                   "is gone", "it held nothing that stays"});
            const Ends ends(kPathological, {shadows, right});
            CHECK(find_differences(ends.lanes).fresh == 2);
        }
    }
}

TEST_CASE("locked copies: which ones stay locked in, and why") {
    for (const std::string_view right : {"4.13-two-patches", "4.13", "6.8", "6.17", "6.18"}) {
        CAPTURE(right);
        for (const std::string_view batch : {"4.9", "4.11"}) {
            const Ends ends(kLocked, {batch, right});
            CHECK(find_differences(ends.lanes).fresh == 2);
            check(told(kLocked, batch, right, "#10"),
                  {"stays on /b/10 in child", "#11 was still mounted inside it", "is gone",
                   right.starts_with("6.1") ? "it is locked, and what holds it goes too"
                                            : "it was inside #9, which was taken"});
        }
        for (const std::string_view one_by_one : {"4.9-rfc2", "4.11-rfc2"}) {
            const Ends ends(kLocked, {one_by_one, right});
            CHECK(find_differences(ends.lanes).fresh == 4);
            check(told(kLocked, one_by_one, right, "#12"),
                  {"stays on /b/10/20/10 in child", "it is locked, and its parent had no mark", "is gone",
                   right.starts_with("6.1") ? "it is locked, and what holds it goes too"
                                            : "it was inside #11, which was taken"});
        }
    }
}

TEST_CASE("more than two kernels: who ended how is told together, and a mark on each card names the others") {
    const Ends ends(kPathological, {"4.9", "4.11", "6.8", "6.18"});
    const Differences all = find_differences(ends.lanes);
    REQUIRE(all.list.size() == 3);
    const MountDifference* d = difference_at(all, "#9");
    REQUIRE(d != nullptr);
    CHECK(difference_label(*d, 0) == "stays in B");
    CHECK(difference_label(*d, 1) == "gone in A, C and D");
    CHECK(all.summary.starts_with("Ends differently: #6 on /mnt/1/1 stays in A (4.9), because "));
    CHECK(all.summary.find(
              "it is gone in B (4.11), because it was marked and held nothing, and in C (6.8) and D "
              "(6.18), because it held nothing that stays.") != std::string::npos);
}

TEST_CASE("where a copy meets a mount that was there: hidden behind it, or tucked in beneath it") {
    const std::string_view taken = R"(mkdir -p /a /b
mount -t tmpfs x /a
mount --make-shared /a
mkdir -p /a/d
mount --bind /a /b
mount --make-slave /b
mount -t tmpfs own /b/d
mount -t tmpfs new /a/d
)";
    const Ends ends(taken, {"4.9", "6.18"});
    const Differences all = find_differences(ends.lanes);
    REQUIRE(all.list.size() == 1);
    const MountDifference& d = all.list[0];
    CHECK(d.kind == DifferenceKind::kPlace);
    CHECK(d.lanes[0].reason == "the new #7 hides behind it");
    CHECK(d.lanes[1].reason == "the new #7 was tucked in beneath it");
    CHECK(d.lanes[1].outcome == "ends on #7");
    CHECK(difference_label(d, 0) == "on #7 in B");
}

TEST_CASE("a command refused by one kernel only: the mounts stay, and the errno says why") {
    // A copy covered by another mount: until 4.10 it would stay, so it is not asked whether it is in use.
    const std::string_view busy = R"(mkdir -p /a /b
mount -t tmpfs x /a
mount --make-shared /a
mkdir -p /a/d
mount --bind /a /b
mount --make-slave /b
mount -t tmpfs one /a/d
open /b/d as held
mount -t tmpfs over /b/d
umount /a/d
)";
    const Ends ends(busy, {"4.9", "6.18"});
    const Differences all = find_differences(ends.lanes);
    REQUIRE(all.list.size() == 2);
    CHECK(all.list[0].lanes[0].outcome == "is gone");
    CHECK(all.list[0].lanes[0].reason == "it was in the tree that was unmounted");
    CHECK(all.list[0].lanes[1].outcome == "stays on /a/d");
    CHECK(all.list[0].lanes[1].reason == "the command was refused with EBUSY: the copy #6 is in use");
    CHECK(all.list[1].kind == DifferenceKind::kPropagation);
    CHECK(all.list[1].lanes[0].outcome == "ends private");
    CHECK(all.list[1].lanes[0].reason == "nobody is left to receive from");
    CHECK(all.list[1].lanes[1].outcome == "ends a slave");
}

TEST_CASE("what differed before is not told again, and mounts made since are matched by their place") {
    std::string text(kPathological);
    const Ends same(text + "mkdir -p /later\n", {"4.11", "6.18"});
    const Differences before = find_differences(same.lanes);
    CHECK(before.fresh == 0);
    CHECK(before.from_before == 1);
    CHECK(before.summary.empty());
    REQUIRE(before.list.size() == 1);
    CHECK(before.list[0].lanes[0].reason == "so it was before this command");

    // 4.11 makes one copy more than 6.18, so later numbers are no longer the same.
    text +=
        "mkdir -p /mnt/1/deep\nmount -t tmpfs more /mnt/1/1\nmkdir -p /other\nmount -t tmpfs other /other\n";
    const Ends shifted(text, {"4.11", "6.18"});
    const Differences after = find_differences(shifted.lanes);
    CHECK(after.fresh == 0);
    for (const MountDifference& d : after.list) CHECK(d.from_before);
}

TEST_CASE("every recorded scenario under all kernels: whatever differs has a reason, alike ends none") {
    for (const std::string& name : data_files("scenarios", ".scn")) {
        CAPTURE(name);
        const std::string text = read_data(name);
        const ScenarioResult parsed = parse_scenario(text);
        if (parsed.error || parsed.scenario.lines.empty()) continue;
        const Ends ends(text, kAll);
        const Differences all = find_differences(ends.lanes);
        bool same = true;
        for (const LaneEnd& lane : ends.lanes) {
            const StateTables& first = *ends.tables_after.front();
            same &= lane.tables_after->mounts == first.mounts;
        }
        if (!same) CHECK(all.fresh + all.from_before > 0);
        for (const MountDifference& d : all.list) {
            CHECK(!d.name.empty());
            for (const LaneFate& fate : d.lanes) {
                CHECK(!fate.outcome.empty());
                CHECK(!fate.reason.empty());
            }
        }
        CHECK((all.fresh == 0) == all.summary.empty());
    }
}

TEST_CASE("random scenarios, after every command: differences are told exactly where the tables differ") {
    const std::vector<std::pair<std::string_view, std::string_view>> pairs{
        {"4.9", "6.18"}, {"4.11", "6.8"}, {"4.11-rfc2", "4.13"}, {"4.13-two-patches", "6.17"}};
    std::size_t scenario = 0;
    std::size_t told = 0;
    for (const std::string& line : lines_of(read_data("generated.jsonl"))) {
        const CompactLine read = read_compact_line(line);
        if (read.error) continue;
        const auto& [a, b] = pairs[scenario++ % pairs.size()];
        if (scenario > 120) break;
        const ScenarioResult parsed = parse_scenario(read.text);
        REQUIRE(!parsed.error);
        CAPTURE(read.text);
        for (const ScenarioLine& command : parsed.scenario.lines) {
            if (!may_change_tables(command.command.kind)) continue;
            const Ends ends(read.text, {a, b}, command.line);
            const Differences all = find_differences(ends.lanes);
            const auto counts = [&](std::size_t lane) { return ends.tables_after[lane]->mounts; };
            if (counts(0) != counts(1)) CHECK(!all.empty());
            CHECK((all.fresh == 0) == all.summary.empty());
            for (const MountDifference& d : all.list) {
                ++told;
                CHECK(!d.name.empty());
                CHECK(difference_label(d, 0) != "");
                for (const LaneFate& fate : d.lanes) {
                    CHECK(!fate.outcome.empty());
                    CHECK(!fate.reason.empty());
                }
                CHECK(d.lanes[0].outcome != d.lanes[1].outcome);
            }
        }
    }
    CHECK(told > 20);
}
