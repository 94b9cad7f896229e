#pragma once
// The algorithms as our own pseudo-code, which line a step is at, and what the line's variables hold.
//
//   std::vector<CodeLine> code = pseudo_code(kernel, command.kind);
//   int lit = code_line(kernel, command.kind, step);          // -1: the step is at none of its lines
//   for (const CodeVariable& v : code_variables(kernel, world, step)) show(v.name, v.value);
//
// Lines are short enough for a narrow column: 36 characters with their indent of two for each level.
// `m.place` is the directory that m is mounted on, `list` the umount list.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/command.hpp"
#include "core/kernel/profile.hpp"
#include "core/kernel/step.hpp"

namespace mountscope {

struct CodeLine {
    std::string_view text;
    int indent = 0;
};

// Of the umount algorithm for all commands that unmount, of attach and propagation for those that mount, of
// the path walk for the others; empty for those that do not even walk a path.
std::vector<CodeLine> pseudo_code(const KernelProfile& kernel, CommandKind kind);
// Index into pseudo_code(kernel, kind); -1 when the step is at none of its lines.
int code_line(const KernelProfile& kernel, CommandKind kind, const Step& step);

// What one look into the mount hash compared, with the chain as it is in `world`.
struct LookupDetail {
    std::uint32_t bucket = 0;
    std::vector<MountRef> compared;  // entries of the chain, in the order in which they were compared
    MountRef found;
};
// For what is mounted on a directory as a receiver shows it. `last`: the lookup of the umount code until
// 4.10, which goes on while entries match.
LookupDetail lookup_detail(const World& world, MountRef receiver, DentryRef dentry, bool last = false);

struct CodeVariable {
    std::string name;  // "m", "q", "c", "bucket", "list", and one of "marked", "aside", "candidates"
    std::string
        value;  // "#8", "#5, receiver 4", "#9, listed already", "1234: #5 #9, 2 compared", "3: #5, #8, #9"
};
// Those that the step uses, in a fixed order: m, q, c, bucket, list, and what else is kept
// about copies. `world`: as it is after the step.
// O(mounts).
std::vector<CodeVariable> code_variables(const KernelProfile& kernel, const World& world, const Step& step);

}  // namespace mountscope
