#pragma once
// A mount explained in the kernel's words, as lines of label and value.
//
//   for (const Fact& f : mount_facts(view, mount)) print(f.label, f.value);   // "parent", "24 /mnt"
//
// A value may lead to another mount, a peer group or a namespace. Models what struct mount says.

#include <string>
#include <vector>

#include "app/model/selection.hpp"
#include "app/model/state_view.hpp"

namespace mountscope {

struct Fact {
    std::string label;
    std::string value;
    Selection leads_to;
    std::string meaning;   // what the label stands for, one sentence
    bool literal = false;  // as the kernel or a person would type it
};

std::vector<Fact> mount_facts(const StateView& view, MountRef mount);

// "A bind of /1 of zdtm. It shares group 1 with 7 other mounts."
std::string mount_summary(const StateView& view, MountRef mount);

// "27 /mnt/1/1": how a mount is called in lists.
std::string mount_name(const StateView& view, MountRef mount);

}  // namespace mountscope
