#pragma once
// What one World may hold, so that no script, however small, exhausts the memory of the machine or browser
// tab it runs in. A kernel has limits of its own (mount-max, path lengths); these are the engine's.
//
//   if (world.live_mounts() >= world.settings().limits.mounts) return Errno::kENOMEM;
//
// What does not fit any more fails with the errno that a kernel gives when it runs out of the same thing, and
// CommandResult::note says which limit it was. Nothing is left behind half done.

#include <cstddef>
#include <cstdint>

namespace mountscope {

struct WorldLimits {
    std::uint32_t mounts = 2'000'000;      // in all namespaces together: ENOMEM
    std::uint32_t namespaces = 4096;       // mount namespaces, and user namespaces ever made: ENOSPC
    std::uint32_t processes = 32768;       // ever started, since names are not used twice: EAGAIN
    std::uint32_t files = 65536;           // open ones of all processes: ENFILE
    std::uint32_t files_a_process = 4096;  // EMFILE
    std::uint32_t dentries = 2'000'000;    // files and directories: ENOSPC
    std::uint32_t depth = 4096;            // of directories in each other: ENOSPC
    std::size_t name_bytes = 64u << 20;    // all different names: ENOMEM
};

}  // namespace mountscope
