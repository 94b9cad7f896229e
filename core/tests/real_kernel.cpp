#include "core/tests/real_kernel.hpp"

#include <doctest/doctest.h>

#if defined(__linux__) && !defined(__EMSCRIPTEN__)

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sched.h>
#include <sstream>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mountscope {

namespace {

bool make_root() {
    return unshare(CLONE_NEWNS) == 0 && mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount("root", "/tmp", "tmpfs", 0, nullptr) == 0 && chdir("/tmp") == 0 &&
           syscall(SYS_pivot_root, ".", ".") == 0 && umount2(".", MNT_DETACH) == 0 && chdir("/") == 0;
}

unsigned long type_flag(const Command& c) {
    const unsigned long recursive = c.recursive ? MS_REC : 0;
    switch (*c.propagation) {
        case PropagationType::kShared:
            return recursive | MS_SHARED;
        case PropagationType::kSlave:
            return recursive | MS_SLAVE;
        case PropagationType::kPrivate:
            return recursive | MS_PRIVATE;
        case PropagationType::kUnbindable:
            return recursive | MS_UNBINDABLE;
    }
    return 0;
}

int apply(const Command& c) {
    const auto& a = c.arguments;
    switch (c.kind) {
        case CommandKind::kMkdir:
            return mkdir(a[0].c_str(), 0755);
        case CommandKind::kRmdir:
            return rmdir(a[0].c_str());
        case CommandKind::kMountNew:
            return mount(a[0].c_str(), a[1].c_str(), c.filesystem.c_str(), 0, nullptr);
        case CommandKind::kMountBind:
            return mount(a[0].c_str(), a[1].c_str(), nullptr, MS_BIND | (c.recursive ? MS_REC : 0u), nullptr);
        case CommandKind::kMountChangeType:
            return mount("none", a[0].c_str(), nullptr, type_flag(c), nullptr);
        case CommandKind::kUmount:
            return umount2(a[0].c_str(), c.lazy ? MNT_DETACH : 0);
        case CommandKind::kChroot:
            return chroot(a[0].c_str());
        case CommandKind::kUnshare:
            return unshare(CLONE_NEWNS);
        default:
            errno = ENOSYS;
            return -1;
    }
}

constexpr int kRefused = 77;

// In the child: answers how many commands went well, 'x' in front when the root could not be made.
[[noreturn]] void run_child(std::span<const Command> commands, int answer, int wait_for_end) {
    std::string text;
    if (!make_root()) _exit(kRefused);
    for (const Command& c : commands) {
        if (apply(c) != 0) {
            text = c.arguments.empty() ? "unshare" : c.arguments.back();
            text += ": ";
            text += std::strerror(errno);
            break;
        }
    }
    text += '\n';
    if (write(answer, text.data(), text.size()) < 0) _exit(1);
    char end = 0;
    if (read(wait_for_end, &end, 1) < 0) _exit(1);
    _exit(0);
}

}  // namespace

std::optional<std::string> real_mountinfo(std::span<const Command> commands) {
    int answer[2];
    int end[2];
    REQUIRE(pipe2(answer, O_CLOEXEC) == 0);
    REQUIRE(pipe2(end, O_CLOEXEC) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        close(answer[0]);
        close(end[1]);
        run_child(commands, answer[1], end[0]);
    }
    close(answer[1]);
    close(end[0]);
    std::string said;
    char buffer[512];
    while (said.find('\n') == std::string::npos) {
        const ssize_t got = read(answer[0], buffer, sizeof buffer);
        if (got <= 0) break;
        said.append(buffer, static_cast<std::size_t>(got));
    }
    std::ostringstream text;
    text << std::ifstream("/proc/" + std::to_string(child) + "/mountinfo").rdbuf();
    close(end[1]);
    close(answer[0]);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kRefused) return std::nullopt;
    CHECK(said == "\n");
    return text.str();
}

}  // namespace mountscope

#else

namespace mountscope {
std::optional<std::string> real_mountinfo(std::span<const Command>) {
    return std::nullopt;
}
}  // namespace mountscope

#endif
