#pragma once
// The text a parser reads, with the position of each of its bytes in what the person typed.
//
//   auto source = ShellSource::from_text(text);
//   source.at(offset);                       // line and column
//   source.derived(unescaped, offsets);      // the inside of `...`, whose bytes stem from these offsets
//
// Also the check that text is UTF-8 without control characters, which everything behind relies on.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/shell_types.hpp"

namespace mountscope::shell {

class ShellSource {
  public:
    static ShellSource from_text(std::string_view text);
    ShellSource derived(std::string text, const std::vector<std::size_t>& offsets) const;

    std::string_view text() const { return text_; }
    std::size_t size() const { return text_.size(); }
    ShellPosition at(std::size_t offset) const;

  private:
    std::string text_;
    std::vector<ShellPosition> positions_;  // one for each byte and one for the end
};

// The first byte that may not stand in a script, if any.
std::optional<ShellError> find_bad_character(const ShellSource& source);

// How many bytes the UTF-8 character at `offset` has; 0 when it is not valid UTF-8.
std::size_t utf8_length(std::string_view text, std::size_t offset);

}  // namespace mountscope::shell
