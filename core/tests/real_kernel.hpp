#pragma once
// The mountinfo of a process of this machine's own kernel, after some commands in a private mount namespace.
//
//   if (auto text = real_mountinfo({command, ...})) compare(*text);      // nothing where it isn't allowed
//
// The process starts as scenarios do: in one namespace with an empty tmpfs named "root" on "/".

#include <optional>
#include <span>
#include <string>

#include "core/kernel/command.hpp"

namespace mountscope {

// Commands: mkdir, mount, umount, change of type, rmdir, chroot, and unshare (the process itself changes
// over). Nothing when namespaces are refused; fails the test when a command does.
std::optional<std::string> real_mountinfo(std::span<const Command> commands);

}  // namespace mountscope
