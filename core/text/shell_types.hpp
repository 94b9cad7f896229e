#pragma once
// What all parts of the console's shell language share: positions, errors and limits.
//
//   ShellError error{3, 5, "`done` without a `do`", "`while COMMAND; do COMMAND; done`"};
//   format_shell_error("sh", error);   // "sh: line 3, column 5: `done` without a `do`; right would be: ..."
//
// Lines and columns count from 1; a column counts characters, not bytes.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mountscope {

struct ShellPosition {
    std::uint32_t line = 1;
    std::uint32_t column = 1;

    friend bool operator==(const ShellPosition&, const ShellPosition&) = default;
};

struct ShellError {
    std::size_t line = 1;
    std::size_t column = 1;
    std::string what;      // what is wrong, in one clause
    std::string expected;  // what would be right; may be empty

    ShellPosition position() const {
        return {static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)};
    }
};

std::string format_shell_error(std::string_view name, const ShellError& error);

// Every limit of the language. Going over one is an error that names it; nothing is ever cut off silently.
struct ShellLimits {
    std::size_t input_bytes = std::size_t{1} << 20;
    std::size_t input_words = 150'000;                 // words, operators and line ends of a text
    std::size_t nesting = 64;                          // constructs inside constructs
    std::size_t brace_words = 100'000;                 // words made by all {a,b} and {1..n} of one text
    std::size_t word_bytes = std::size_t{64} << 10;    // one word after expansion, one value of a variable
    std::size_t words = 200'000;                       // words alive at once
    std::size_t words_bytes = std::size_t{16} << 20;   // and their text
    std::size_t capture_bytes = std::size_t{2} << 20;  // text caught by $(...) and pipes at once
    std::size_t output_bytes = std::size_t{16} << 20;  // text printed by one program
    std::size_t commands = 1'000'000;                  // commands run by one program
    std::size_t work = 200'000'000;                    // steps and bytes handled by one program
    std::size_t frames = 1'000;                        // loops, functions, subshells and scripts open at once
    std::size_t scripts = 32;                          // scripts, eval and sh -c inside one another
    std::size_t variables = 10'000;
    std::size_t variable_bytes = std::size_t{4} << 20;  // names and values of all variables together
    std::size_t text_bytes = std::size_t{1} << 20;      // texts kept by `cat > NAME <<EOF`
};

// "1 byte", "12 words": limits and counts in messages.
std::string count_text(std::size_t count, std::string_view thing);

// A text for a message: what is longer than `most` bytes is cut between two characters and ends in `...`.
std::string shown_text(std::string_view text, std::size_t most = 40);

}  // namespace mountscope
