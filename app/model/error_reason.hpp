#pragma once
// Why a command was refused, in one sentence about this very state; "" when there is nothing to add to what
// the errno says.
//
//   why_refused(timeline.world_before(), timeline.kernel(), step.command, step.result.error)
//       -> "2 mounts are inside /mnt/1; umount them first, or use umount -l."
//
// It asks the same questions as the kernel, in its order (fs/namespace.c), on a copy of the World.

#include <string>

#include "core/kernel/command.hpp"

namespace mountscope {

std::string why_refused(const World& before, const KernelProfile& kernel, const Command& command,
                        Errno error);

}  // namespace mountscope
