// Whole scenarios from any text, run and printed as the command line does, under the kernel that the size
// picks.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/text/mountinfo.hpp"
#include "core/text/scenario_run.hpp"

using namespace mountscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const ScenarioResult read = parse_scenario(text, {.bytes = 1u << 16, .commands = 300, .word = 5000});
    if (read.error) return 0;
    const KernelProfile& kernel = kernels()[size % kernels().size()];
    ScenarioRunOptions options;
    options.machine.hash_buckets = 512;
    options.machine.mount_max = 200;
    options.compact = size % 5 == 0;
    ScenarioRun run(read.scenario, kernel, options);
    std::string out;
    bool more = true;
    while (more) {
        more = run.step(out);
        if (run.world().find_broken_invariant(kernel.leaves_marks())) std::abort();
        if (out.size() > 1u << 20) out.clear();
    }
    for (const MountTable& table : build_tables(run.world()).tables) {
        if (mountinfo_order(run.world(), kernel, table).size() != table.rows.size()) std::abort();
        out = mountinfo(run.world(), kernel, table);
    }
    return 0;
}
