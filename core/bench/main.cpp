// How fast the engine is beside the kernel it models, and how small.
//
//   mountscope_bench [N]              the engine, this machine's kernel, and the engine as WebAssembly, with
//   ratios mountscope_bench --engine [N]     the engine alone: build, umount (ms), mounts, bytes a mount
//
// The WebAssembly program is the command in MOUNTSCOPE_WASM_BENCH. Exit status 1 when a figure is over its
// limit.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "core/bench/chain.hpp"

namespace mountscope {

namespace {

constexpr unsigned kRuns = 5;
constexpr double kMostBytesAMount = 256;
constexpr double kMostRatioNative = 1;
constexpr double kMostRatioWasm = 3;

int print_engine(unsigned n) {
    const auto times = best_of(kRuns, [n] { return engine_chain(n); });
    if (!times) return 2;
    std::printf("%.3f %.3f %zu %.1f\n", times->build_ms, times->umount_ms, times->mounts,
                times->bytes_a_mount);
    return 0;
}

std::optional<ChainTimes> wasm_chain(unsigned n) {
#ifndef __EMSCRIPTEN__
    const char* program = std::getenv("MOUNTSCOPE_WASM_BENCH");
    if (program == nullptr) return std::nullopt;
    std::FILE* pipe = popen((std::string(program) + " --engine " + std::to_string(n)).c_str(), "r");
    if (pipe == nullptr) return std::nullopt;
    ChainTimes times;
    const int read = std::fscanf(pipe, "%lf %lf %zu %lf", &times.build_ms, &times.umount_ms, &times.mounts,
                                 &times.bytes_a_mount);
    pclose(pipe);
    if (read == 4) return times;
#else
    (void)n;
#endif
    return std::nullopt;
}

void print_row(const char* name, const std::optional<ChainTimes>& times,
               const std::optional<ChainTimes>& kernel) {
    if (!times) {
        std::printf("%-22s not measured\n", name);
        return;
    }
    std::printf("%-22s %10.1f %10.1f", name, times->build_ms, times->umount_ms);
    if (kernel) {
        std::printf(" %9.2fx %9.2fx", times->build_ms / kernel->build_ms,
                    times->umount_ms / kernel->umount_ms);
    }
    if (times->bytes_a_mount > 0) std::printf(" %14.1f", times->bytes_a_mount);
    std::printf("\n");
}

// True when both ratios and the size keep to their limits, or can't be told.
bool keeps_to(const std::optional<ChainTimes>& times, const std::optional<ChainTimes>& kernel,
              double most_ratio) {
    if (!times) return true;
    if (times->bytes_a_mount > kMostBytesAMount) return false;
    return !kernel || (times->build_ms < most_ratio * kernel->build_ms &&
                       times->umount_ms < most_ratio * kernel->umount_ms);
}

int compare(unsigned n) {
    const auto engine = best_of(kRuns, [n] { return engine_chain(n); });
    if (!engine) return 2;
    const auto kernel = best_of(kRuns, [n] { return kernel_chain(n); });
    const auto wasm = wasm_chain(n);
    std::printf("N = %u, %zu mounts; milliseconds, the best of %u runs\n", n, engine->mounts, kRuns);
    std::printf("%-22s %10s %10s %10s %10s %14s\n", "", "build", "umount -l", "build", "umount -l",
                "bytes a mount");
    print_row("this machine's kernel", kernel, std::nullopt);
    print_row("engine, native", engine, kernel);
    print_row("engine, WebAssembly", wasm, kernel);
    const bool well = keeps_to(engine, kernel, kMostRatioNative) && keeps_to(wasm, kernel, kMostRatioWasm);
    std::printf("limits: native below %.0fx, WebAssembly below %.0fx, at most %.0f bytes a mount: %s\n",
                kMostRatioNative, kMostRatioWasm, kMostBytesAMount, well ? "kept" : "NOT KEPT");
    return well ? 0 : 1;
}

unsigned number_or_default(const char* text) {
    const unsigned long n = text == nullptr ? 16 : std::strtoul(text, nullptr, 10);
    return n >= 1 && n <= 16 ? static_cast<unsigned>(n) : 16;
}

}  // namespace

}  // namespace mountscope

int main(int count, char** words) {
    if (count > 1 && std::strcmp(words[1], "--engine") == 0) {
        return mountscope::print_engine(mountscope::number_or_default(count > 2 ? words[2] : nullptr));
    }
    return mountscope::compare(mountscope::number_or_default(count > 1 ? words[1] : nullptr));
}
