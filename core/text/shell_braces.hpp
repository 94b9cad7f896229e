#pragma once
// Brace expansion, made while parsing, before any other: {a,b} gives alternatives, {1..5} and {5..1..2}
// numbers, {a..e} letters. Quoted braces and those of expansions take no part; braces without a comma or a
// range stay as they are.
//
//   expand_braces(word of /mnt/{1..3}, 1000).words   // /mnt/1 /mnt/2 /mnt/3

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/text/shell_ast.hpp"

namespace mountscope::shell {

struct BraceResult {
    std::vector<Word> words;           // one, the word itself, when there is nothing to expand
    std::optional<std::string> error;  // more than `most_words`, or too much nesting or text
};

BraceResult expand_braces(Word word, std::size_t most_words);

}  // namespace mountscope::shell
