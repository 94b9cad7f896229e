#pragma once
// Commands that only turn words into text, as the shell and coreutils have them: echo, printf, seq, expr,
// test, basename, dirname.
//
//   BuiltinResult result = run_seq({"seq", "3"}, limits);    // status 0, output "1\n2\n3\n"
//
// words[0] is the command's name. Errors are in `error`, one line without a newline.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/shell_host.hpp"
#include "core/text/shell_types.hpp"

namespace mountscope::shell {

struct BuiltinResult {
    int status = 0;
    std::string output;
    std::string error;
};

using Words = std::vector<std::string>;
using PathQuestion = std::function<PathKind(std::string_view path)>;

BuiltinResult run_echo(const Words& words);
BuiltinResult run_printf(const Words& words, const ShellLimits& limits);
BuiltinResult run_seq(const Words& words, const ShellLimits& limits);
BuiltinResult run_expr(const Words& words);
BuiltinResult run_test(const Words& words, const PathQuestion& ask);  // also `[`, whose last word is `]`
BuiltinResult run_basename(const Words& words);
BuiltinResult run_dirname(const Words& words);

// Backslash escapes as echo -e and printf know them. `stops` is set by \c.
std::string unescape(std::string_view text, bool& stops);

}  // namespace mountscope::shell
