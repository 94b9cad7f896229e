#pragma once
// Mount tables as /proc/PID/mountinfo prints them, and what each field of a line means.
//
//   for (const MountTable& table : build_tables(world).tables) out += mountinfo(world, kernel, table);
//   for (const MountinfoField& f : mountinfo_fields(world, table, row)) show(f.name, f.value, f.meaning);
//
//   36 35 0:21 /sub /mnt/sub rw,relatime shared:1 master:2 propagate_from:3 - tmpfs name rw
//
// Numbers are the kernel's own: mnt_ids, and peer group ids of the whole machine. Only what the viewer of the
// table can reach is printed; the parent's number is printed even when the parent is not.
// Models fs/proc_namespace.c show_mountinfo().

#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/profile.hpp"
#include "core/text/mount_table.hpp"

namespace mountscope {

// Indices of the table's rows in the order in which this kernel prints them: the namespace's list until 6.7,
// since then by age.
std::vector<std::size_t> mountinfo_order(const World& world, const KernelProfile& kernel,
                                         const MountTable& table);

// One line, without a newline.
std::string mountinfo_line(const World& world, const MountTable& table, std::size_t row);
// The whole table, a newline behind each line.
std::string mountinfo(const World& world, const KernelProfile& kernel, const MountTable& table);

struct MountinfoField {
    std::string name;     // "mount id", "shared"
    std::string value;    // as printed: "36", "shared:1"
    std::string meaning;  // one sentence
};
// The fields of one line, in their order; the values, joined by blanks, are the line.
std::vector<MountinfoField> mountinfo_fields(const World& world, const MountTable& table, std::size_t row);
// The same for any mount of a namespace that a process lives in; empty when its viewer can't reach the mount.
std::vector<MountinfoField> mountinfo_fields(const World& world, MountRef mount);

}  // namespace mountscope
