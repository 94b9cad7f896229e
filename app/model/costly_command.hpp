#pragma once
// Which command of the story the views of cost are about, and how the kernel locks for a command.
//
//   std::size_t k = costly_command(session);      // 0: there is none
//   semaphore_use(CommandKind::kUmount);          // SemaphoreUse::kWrite

#include <cstddef>

#include "core/cost/machine_model.hpp"

#include "app/model/session.hpp"

namespace mountscope {

// How a command takes namespace_sem (kernel.md A.5).
enum class SemaphoreUse { kNone, kRead, kWrite };
SemaphoreUse semaphore_use(CommandKind kind);

// Whose constants the modelled times are made with.
const MachineModel& shown_machine();

// The umount at the cursor; else the costliest umount of the story; else the command at the cursor when it
// takes the semaphore for writing; else the costliest one that does. Counts from 1; 0: no such command.
std::size_t costly_command(const Session& session);

}  // namespace mountscope
