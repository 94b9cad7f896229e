#pragma once
// Reads the shell language: POSIX sh, with brace expansion, (( )), `time`, $'...' and a few other habits of
// bash.
//
//   ParseResult result = parse_shell(text);
//   if (result.incomplete) prompt_for_more();                   // an open quote, a loop without `done`...
//   else if (result.error) show(format_shell_error("sh", *result.error));
//   else interpreter.start(result.program);
//
// Differences from sh(1), all on purpose: a prompt `$ ` at the start of a line is skipped (and `$ cat FILE`
// taken as a comment: what follows is that file's text); `! ERRNO command` is the scenario language's
// expectation, not a negation; * ? [ are not expanded to file names; `&`, arrays, `[[` with operators and
// process substitution are errors that say what to write instead. Text must be UTF-8 without control
// characters.

#include <optional>
#include <string_view>
#include <vector>

#include "core/text/shell_ast.hpp"
#include "core/text/shell_types.hpp"

namespace mountscope {

struct ShellProgram {
    shell::List list;
    std::vector<shell::Word> documents;  // texts of << in the order of the operators
    unsigned arguments_used = 0;  // the highest n of $n in it: what the console should ask for before it runs
};

struct ParseResult {
    ShellProgram program;
    std::optional<ShellError> error;
    bool incomplete = false;  // error says what is missing; more lines could complete it
};

ParseResult parse_shell(std::string_view text, const ShellLimits& limits = {});

// A name as variables have it: a letter or _, then letters, digits and _.
bool is_shell_name(std::string_view text);

}  // namespace mountscope
