// How fast the engine is beside the kernel it models, how fast it counts and seeks, and how small it is; each
// figure beside what is promised.
//
//   mountscope_bench [N]              the engine natively and as WebAssembly, and this machine's kernel
//   mountscope_bench --engine [N]     the figures of the engine alone, for the former
//
// The WebAssembly program is the command in MOUNTSCOPE_WASM_BENCH. Exit status 1 when a promise is not kept.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/bench/engine_figures.hpp"

namespace mountscope {

namespace {

constexpr unsigned kRuns = 5;

enum class Promise { kBelow, kAtMost, kAbove, kNone };

// One line: what is measured, natively and as WebAssembly, and the promise for each.
struct Row {
    std::string_view what;
    std::string_view unit;
    Promise promise = Promise::kNone;
    double native_limit = 0;
    double wasm_limit = 0;
    std::optional<double> native = std::nullopt;
    std::optional<double> wasm = std::nullopt;
};

std::optional<EngineFigures> wasm_figures(unsigned n) {
#ifndef __EMSCRIPTEN__
    const char* program = std::getenv("MOUNTSCOPE_WASM_BENCH");
    if (program == nullptr) return std::nullopt;
    std::FILE* pipe = popen((std::string(program) + " --engine " + std::to_string(n)).c_str(), "r");
    if (pipe == nullptr) return std::nullopt;
    std::string text;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
    pclose(pipe);
    return read_figures(text);
#else
    (void)n;
    return std::nullopt;
#endif
}

bool is_kept(Promise promise, double limit, const std::optional<double>& value) {
    if (!value) return true;
    switch (promise) {
        case Promise::kBelow:
            return *value < limit;
        case Promise::kAtMost:
            return *value <= limit;
        case Promise::kAbove:
            return *value > limit;
        case Promise::kNone:
            return true;
    }
    return false;
}

// The figures of both, each a function of the engine's figures.
template <class Of>
void measure(Row& row, const std::optional<EngineFigures>& native, const std::optional<EngineFigures>& wasm,
             Of&& of) {
    if (native) row.native = of(*native);
    if (wasm) row.wasm = of(*wasm);
}

std::vector<Row> make_rows(const std::optional<EngineFigures>& native,
                           const std::optional<EngineFigures>& wasm,
                           const std::optional<ChainTimes>& kernel) {
    std::vector<Row> rows;
    const auto add = [&](Row row, auto&& of) {
        measure(row, native, wasm, of);
        rows.push_back(row);
    };
    if (kernel) {
        add({"build and umount -l / kernel's", "x", Promise::kBelow, 1, 3}, [&](const EngineFigures& f) {
            return (f.chain.build_ms + f.chain.umount_ms) / (kernel->build_ms + kernel->umount_ms);
        });
        add({"  build / kernel's", "x"},
            [&](const EngineFigures& f) { return f.chain.build_ms / kernel->build_ms; });
        add({"  umount -l (6.18) / kernel's", "x"},
            [&](const EngineFigures& f) { return f.chain.umount_ms / kernel->umount_ms; });
    }
    add({"plain / quick count, N = 10", "x", Promise::kAbove, 1, 1},
        [](const EngineFigures& f) { return f.plain_ms / f.quick_ms; });
    add({"counts under all kernels", "s", Promise::kBelow, 1, 3},
        [](const EngineFigures& f) { return f.all_kernels_ms / 1000; });
    add({"seek, a million steps: median", "ms", Promise::kBelow, 50, 50},
        [](const EngineFigures& f) { return f.million.median_ms; });
    add({"seek, a million steps: worst", "ms", Promise::kBelow, 50, 50},
        [](const EngineFigures& f) { return f.million.worst_ms; });
    add({"seek, longest trace: median", "ms"}, [](const EngineFigures& f) { return f.largest.median_ms; });
    add({"seek, longest trace: worst", "ms"}, [](const EngineFigures& f) { return f.largest.worst_ms; });
    add({"bytes a mount", "", Promise::kAtMost, 256, 256},
        [](const EngineFigures& f) { return f.chain.bytes_a_mount; });
    return rows;
}

// "below 1 x"; empty without a promise.
std::string promise_text(const Row& row, double limit) {
    if (row.promise == Promise::kNone) return "";
    const char* how = row.promise == Promise::kBelow    ? "below"
                      : row.promise == Promise::kAtMost ? "at most"
                                                        : "above";
    char text[40];
    std::snprintf(text, sizeof text, "%s %g", how, limit);
    return text;
}

std::string value_text(const std::optional<double>& value, std::string_view unit) {
    if (!value) return "-";
    char text[40];
    std::snprintf(text, sizeof text, "%.*f %.*s", *value < 100 ? 2 : 0, *value, static_cast<int>(unit.size()),
                  unit.data());
    return text;
}

bool print_rows(const std::vector<Row>& rows) {
    std::printf("%-34s%12s  %-13s%12s  %-13s\n", "", "native", "promised", "WebAssembly", "promised");
    bool all_kept = true;
    for (const Row& row : rows) {
        const bool kept = is_kept(row.promise, row.native_limit, row.native) &&
                          is_kept(row.promise, row.wasm_limit, row.wasm);
        all_kept = all_kept && kept;
        std::printf("%-34.*s%12s  %-13s%12s  %-13s%s\n", static_cast<int>(row.what.size()), row.what.data(),
                    value_text(row.native, row.unit).c_str(), promise_text(row, row.native_limit).c_str(),
                    value_text(row.wasm, row.unit).c_str(), promise_text(row, row.wasm_limit).c_str(),
                    row.promise == Promise::kNone ? ""
                    : kept                        ? "kept"
                                                  : "NOT KEPT");
    }
    return all_kept;
}

int compare(unsigned n) {
    const auto native = measure_engine(n, kRuns);
    if (!native) return 2;
    const auto kernel = best_of(kRuns, [n] { return kernel_chain(n); });
    const auto wasm = wasm_figures(n);
    std::printf("run.sh with N = %u: %zu mounts; the best of %u runs\n", n, native->chain.mounts, kRuns);
    std::printf("traces of %.0f steps, and of %.0f\n", native->million.steps, native->largest.steps);
    if (kernel) {
        std::printf("this machine's kernel: build %.1f ms, umount -l %.1f ms\n", kernel->build_ms,
                    kernel->umount_ms);
    } else {
        std::printf("this machine refuses mount namespaces: nothing is compared with its kernel\n");
    }
    return print_rows(make_rows(native, wasm, kernel)) ? 0 : 1;
}

unsigned number_or_default(const char* text) {
    const unsigned long n = text == nullptr ? 16 : std::strtoul(text, nullptr, 10);
    return n >= 1 && n <= 16 ? static_cast<unsigned>(n) : 16;
}

int print_engine(unsigned n) {
    const auto figures = measure_engine(n, kRuns);
    if (!figures) return 2;
    std::fputs(print_figures(*figures).c_str(), stdout);
    return 0;
}

}  // namespace

}  // namespace mountscope

int main(int count, char** words) {
    if (count > 1 && std::strcmp(words[1], "--engine") == 0) {
        return mountscope::print_engine(mountscope::number_or_default(count > 2 ? words[2] : nullptr));
    }
    return mountscope::compare(mountscope::number_or_default(count > 1 ? words[1] : nullptr));
}
