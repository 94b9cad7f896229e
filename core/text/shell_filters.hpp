#pragma once
// Programs that read text and print a part of it, for what people type behind a pipe: cat, grep, head, tail,
// wc, sort, uniq, cut.
//
//   if (auto call = FilterCall::read({"grep", "-c", "shared", "/proc/self/mountinfo"})) {
//       call->files;                                     // what it wants to read: here one file
//       BuiltinResult result = call->run(text, limits);     // status 0 and "12\n"
//   }
//
// The caller finds the text of the files, or what came through the pipe when there are none.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/shell_builtins.hpp"

namespace mountscope::shell {

bool is_filter(std::string_view name);

struct FilterCall {
    std::string name;
    std::string flags;  // the letters of its options
    std::size_t count = 10;
    bool from_line = false;             // tail -n +N
    std::string delimiter = "\t";       // of cut
    std::vector<std::string> patterns;  // of grep; of cut the list of fields
    std::vector<std::string> files;
    std::string error;  // a wrong option

    static FilterCall read(const Words& words);

    bool has(char flag) const { return flags.find(flag) != std::string::npos; }
    BuiltinResult run(std::string_view text, std::size_t most_work) const;
};

}  // namespace mountscope::shell
