#include "core/text/shell_source.hpp"

#include <utility>

namespace mountscope::shell {

namespace {

bool is_continuation(unsigned char byte) {
    return (byte & 0xC0U) == 0x80U;
}

std::string hex_text(unsigned char byte) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    return {'0', 'x', kDigits[byte >> 4U], kDigits[byte & 15U]};
}

}  // namespace

ShellSource ShellSource::from_text(std::string_view text) {
    ShellSource source;
    source.text_.reserve(text.size());
    source.positions_.reserve(text.size() + 1);
    ShellPosition at;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n')
            continue;  // lines as Windows ends them
        source.text_ += text[i];
        source.positions_.push_back(at);
        if (text[i] == '\n') {
            ++at.line;
            at.column = 1;
        } else if (i + 1 == text.size() || !is_continuation(static_cast<unsigned char>(text[i + 1]))) {
            ++at.column;
        }
    }
    source.positions_.push_back(at);
    return source;
}

ShellSource ShellSource::derived(std::string text, const std::vector<std::size_t>& offsets) const {
    ShellSource source;
    source.text_ = std::move(text);
    source.positions_.reserve(offsets.size());
    for (const std::size_t offset : offsets) source.positions_.push_back(at(offset));
    return source;
}

ShellPosition ShellSource::at(std::size_t offset) const {
    return positions_[offset < positions_.size() ? offset : positions_.size() - 1];
}

std::size_t utf8_length(std::string_view text, std::size_t offset) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[offset + i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || offset + length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if (!is_continuation(byte(i))) return 0;
    }
    // Overlong forms, surrogates and what lies beyond U+10FFFF are told by the second byte.
    const unsigned char second = byte(1);
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
        (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) {
        return 0;
    }
    return length;
}

std::optional<ShellError> find_bad_character(const ShellSource& source) {
    const std::string_view text = source.text();
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool is_control = (byte < 0x20 && byte != '\t' && byte != '\n') || byte == 0x7F;
        const std::size_t length = is_control ? 0 : utf8_length(text, i);
        if (length == 0) {
            const ShellPosition at = source.at(i);
            return ShellError{at.line, at.column,
                              is_control ? "the control character " + hex_text(byte) + " in the text"
                                         : "the byte " + hex_text(byte) + " is not part of UTF-8 text",
                              "plain text, with printf '\\t' and the like for special characters"};
        }
        i += length;
    }
    return std::nullopt;
}

}  // namespace mountscope::shell
