#include "core/text/shell_types.hpp"

namespace mountscope {

std::string format_shell_error(std::string_view name, const ShellError& error) {
    std::string text(name);
    text += ": line " + std::to_string(error.line) + ", column " + std::to_string(error.column) + ": " +
            error.what;
    if (!error.expected.empty()) text += "; right would be: " + error.expected;
    return text;
}

std::string count_text(std::size_t count, std::string_view thing) {
    std::string text = std::to_string(count) + " ";
    text += thing;
    if (count != 1) text += 's';
    return text;
}

std::string shown_text(std::string_view text, std::size_t most) {
    if (text.size() <= most) return std::string(text);
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
    return std::string(text.substr(0, most)) + "...";
}

}  // namespace mountscope
