// The bind chain of run.sh: the counts that were checked by hand and inside running kernels, for every
// variant.

#include <cstdint>
#include <doctest/doctest.h>
#include <string>

#include "core/cost/cost_run.hpp"
#include "core/cost/growth.hpp"
#include "core/cost/machine_model.hpp"
#include "core/tests/support.hpp"

namespace mountscope {

namespace {

std::string chain(int n) {
    std::string text =
        "mkdir -p /mnt\nmount -t tmpfs zdtm /mnt\nmkdir -p /mnt/1 /mnt/2\nmount -t tmpfs zdtm /mnt/1\n"
        "mount --make-shared /mnt/1\nmkdir /mnt/1/1\n";
    for (int i = 0; i < n; ++i) text += "mount --bind /mnt/1/1 /mnt/1/1\n";
    return text + "umount -l /mnt/1\n";
}

Counters umount_of_chain(const char* kernel, int n, std::uint64_t memory = 0) {
    const ScenarioResult scenario = parse_scenario(chain(n));
    REQUIRE(!scenario.error);
    CostMachine machine;
    machine.memory = memory;
    CostRun run(scenario.scenario.lines, {find_kernel(kernel)}, machine, {});
    while (run.advance()) {
    }
    return run.results()[0].commands.back().counters;
}

std::uint64_t power(std::uint64_t base, int exponent) {
    std::uint64_t value = 1;
    for (int i = 0; i < exponent; ++i) value *= base;
    return value;
}

}  // namespace

TEST_CASE("the umount of run.sh costs what the closed forms say, at every size") {
    for (const int size : {1, 2, 3, 4, 5, 6, 7, 8, 10, 15}) {
        CAPTURE(size);
        const std::uint64_t n = power(2, size);
        const auto big = static_cast<std::uint64_t>(size);
        const std::uint64_t square = (n - 1) * (n - 1);
        for (const char* kernel : {"4.9", "4.11"}) {
            const Counters c = umount_of_chain(kernel, size);
            CHECK(c[Counter::kMarkLookup] == square);
            CHECK(c[Counter::kUmountLookup] == square);
            CHECK(c[Counter::kPropagationNext] == 2 * square + 2 * (n - 1) + 3);
            CHECK(c[Counter::kFinish] == n);
        }
        CHECK(umount_of_chain("4.9", size)[Counter::kPeerScan] == n + 2 * big - 3);
        if (size >= 2) CHECK(umount_of_chain("4.11", size)[Counter::kPeerScan] == n + big - 3);
        {
            const Counters c = umount_of_chain("4.13-two-patches", size);
            CHECK(c[Counter::kUmountLookup] == square);
            CHECK(c[Counter::kPropagationNext] == square + (n - 1) + 2);
        }
        {
            const Counters c = umount_of_chain("4.9-rfc2", size);
            CHECK(c[Counter::kMarkLookup] == 2 * n - big - 2);
            CHECK(c[Counter::kUmountLookup] == 2 * n - big - 2);
            CHECK(c[Counter::kPropagationNext] == 4 * n - 1);
            CHECK(c[Counter::kOuter] == big + 1);
        }
        if (size >= 2) {
            const Counters c = umount_of_chain("4.11-rfc2", size);
            CHECK(c[Counter::kMarkLookup] == 2 * n - 2 * big - 1);
            CHECK(c[Counter::kUmountLookup] == 2 * n - 2 * big - 1);
            CHECK(c[Counter::kOuter] == big);
            if (size >= 3) CHECK(c[Counter::kReparent] == n - 2 * (big - 1) - 1);
        }
        for (const char* kernel : {"4.13", "6.8", "6.17", "6.18"}) {
            const Counters c = umount_of_chain(kernel, size);
            CHECK(c[Counter::kUmountLookup] == n - 1);
            CHECK(c[Counter::kPropagationNext] == n + 2);
        }
        if (size >= 2) CHECK(umount_of_chain("6.8", size)[Counter::kPeerScan] == 2 * n - 3);
        CHECK(umount_of_chain("6.18", size)[Counter::kTraceTransfers] == n);
    }
}

TEST_CASE("lookups grow by the square until 4.12 and linearly since") {
    const auto exponent = [](const char* kernel) {
        std::vector<GrowthPoint> points;
        for (int size = 4; size <= 12; ++size) {
            const Counters c = umount_of_chain(kernel, size);
            points.push_back({static_cast<double>(c[Counter::kFinish]),
                              static_cast<double>(c[Counter::kMarkLookup] + c[Counter::kUmountLookup])});
        }
        return fit_power_law(points).exponent;
    };
    CHECK(exponent("4.9") == doctest::Approx(2.0).epsilon(0.02));
    CHECK(exponent("4.11") == doctest::Approx(2.0).epsilon(0.02));
    CHECK(exponent("4.13") == doctest::Approx(1.0).epsilon(0.02));
    CHECK(exponent("6.18") == doctest::Approx(1.0).epsilon(0.02));
    CHECK(exponent("4.11-rfc2") == doctest::Approx(1.0).epsilon(0.02));
}

TEST_CASE("one set of constants reproduces both columns of the measured table") {
    const MachineModel& machine = *find_machine("vagin-2016");
    const auto close = [](double modelled, double measured) {
        if (measured < 0.1) return modelled > measured - 0.02 && modelled < measured + 0.02;
        return modelled > measured / 1.5 && modelled < measured * 1.5;
    };
    for (const MeasuredUmount& row : vagin_measurements()) {
        CAPTURE(row.n);
        CHECK(close(modelled_seconds(machine, umount_of_chain("4.9", row.n, machine.memory)),
                    row.batch_seconds));
        CHECK(close(modelled_seconds(machine, umount_of_chain("4.9-rfc2", row.n, machine.memory)),
                    row.one_by_one_seconds));
    }
}

TEST_CASE("the number of buckets follows from memory as in the kernel") {
    constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
    const std::pair<std::uint64_t, std::uint32_t> table[] = {
        {kGiB / 8, 512},   {kGiB / 4, 512},    {kGiB, 2048},       {2 * kGiB, 4096},   {4 * kGiB, 8192},
        {8 * kGiB, 16384}, {16 * kGiB, 32768}, {24 * kGiB, 65536}, {32 * kGiB, 65536}, {64 * kGiB, 131072},
    };
    for (const auto& [memory, buckets] : table) {
        CAPTURE(memory);
        CHECK(buckets_for_memory(memory, true) == buckets);
        CHECK(buckets_for_memory(memory, false) == buckets);
    }
    CHECK(buckets_for_memory(128 * kGiB, true) == 131072);
    CHECK(buckets_for_memory(256 * kGiB, true) == 262144);
    CHECK(buckets_for_memory(128 * kGiB, false) == 262144);
}

}  // namespace mountscope
