// The chain in this machine's kernel: raw system calls in a private mount namespace, which goes with its
// process.

#include "core/bench/chain.hpp"

#if defined(__linux__) && !defined(__EMSCRIPTEN__)

#include <chrono>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mountscope {

namespace {

using Clock = std::chrono::steady_clock;

bool make_start() {
    return unshare(CLONE_NEWNS) == 0 && mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount("zdtm", "/tmp", "tmpfs", 0, nullptr) == 0 && mkdir("/tmp/1", 0755) == 0 &&
           mount("zdtm", "/tmp/1", "tmpfs", 0, nullptr) == 0 &&
           mount(nullptr, "/tmp/1", nullptr, MS_SHARED, nullptr) == 0 && mkdir("/tmp/1/1", 0755) == 0;
}

// In the child. False when something was refused.
bool run_chain(unsigned n, ChainTimes& times) {
    if (!make_start()) return false;
    const auto build = Clock::now();
    for (unsigned i = 0; i < n; ++i) {
        if (mount("/tmp/1/1", "/tmp/1/1", nullptr, MS_BIND, nullptr) != 0) return false;
    }
    const auto built = Clock::now();
    if (umount2("/tmp/1", MNT_DETACH) != 0) return false;
    times.build_ms = std::chrono::duration<double, std::milli>(built - build).count();
    times.umount_ms = std::chrono::duration<double, std::milli>(Clock::now() - built).count();
    return true;
}

}  // namespace

std::optional<ChainTimes> kernel_chain(unsigned n) {
    int answer[2];
    if (pipe(answer) != 0) return std::nullopt;
    const pid_t child = fork();
    if (child == 0) {
        ChainTimes times;
        const bool well = run_chain(n, times) && write(answer[1], &times, sizeof times) == sizeof times;
        _exit(well ? 0 : 1);
    }
    close(answer[1]);
    ChainTimes times;
    const bool read_all = child > 0 && read(answer[0], &times, sizeof times) == sizeof times;
    close(answer[0]);
    if (child > 0) waitpid(child, nullptr, 0);
    if (!read_all) return std::nullopt;
    times.mounts = std::size_t{1} << n;
    return times;
}

}  // namespace mountscope

#else

namespace mountscope {
std::optional<ChainTimes> kernel_chain(unsigned) {
    return std::nullopt;
}
}  // namespace mountscope

#endif
