#pragma once
// What can stand at the cursor of the console's line: commands, options, paths, names of processes, kernels
// and variables.
//
//   ShellCompletion result = complete_shell("mount --bind /mnt/1/", 20, source);
//   // replace line[result.begin, cursor) by one of result.candidates: "/mnt/1/1/", ...
//
// Candidates are spelled as they are typed: quoted or with backslashes where the shell needs them. A
// candidate that names a directory ends with a slash; behind any other the console puts a blank when it is
// the only one.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mountscope {

class CompletionSource {
  public:
    virtual ~CompletionSource() = default;

    // The names in a directory, those of directories with a slash at the end; empty when there is none.
    virtual std::vector<std::string> children(std::string_view directory) const = 0;
    virtual std::vector<std::string> process_names() const { return {}; }
    virtual std::vector<std::string> kernel_names() const { return {}; }
    virtual std::vector<std::string> scenario_names() const { return {}; }
    virtual std::vector<std::string> variable_names() const { return {}; }
};

struct ShellCompletion {
    std::size_t begin = 0;                // of the text to be replaced, up to the cursor
    std::vector<std::string> candidates;  // sorted, each only once
    std::string common;                   // what all candidates begin with
};

ShellCompletion complete_shell(std::string_view line, std::size_t cursor, const CompletionSource& source);

}  // namespace mountscope
