#include "app/platform/cli/text_io.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace mountscope {

namespace {
constexpr std::size_t kBlock = 1u << 16;
}

TextInput::TextInput(const std::string& name) {
    file_ = name == "-" ? stdin : std::fopen(name.c_str(), "rb");
    if (file_ == nullptr) error_ = std::string("can't be read: ") + std::strerror(errno);
}

TextInput::~TextInput() {
    if (file_ != nullptr && file_ != stdin) std::fclose(file_);
}

bool TextInput::fill() {
    if (file_ == nullptr || end_) return false;
    if (start_ > 0) {
        buffer_.erase(0, start_);
        start_ = 0;
    }
    const std::size_t had = buffer_.size();
    buffer_.resize(had + kBlock);
    const std::size_t got = std::fread(buffer_.data() + had, 1, kBlock, file_);
    buffer_.resize(had + got);
    if (got == 0) {
        end_ = true;
        if (std::ferror(file_) != 0) error_ = std::string("can't be read: ") + std::strerror(errno);
    }
    return got > 0;
}

bool TextInput::read_line(std::string& line, std::size_t limit) {
    std::size_t looked_at = 0;
    while (true) {
        const std::size_t newline = buffer_.find('\n', start_ + looked_at);
        if (newline != std::string::npos) {
            line.assign(buffer_, start_, newline - start_);
            start_ = newline + 1;
            return true;
        }
        looked_at = buffer_.size() - start_;
        if (looked_at > limit) {
            error_ = "a line of more than " + std::to_string(limit) + " bytes";
            return false;
        }
        if (!fill()) break;
    }
    if (error_ || start_ == buffer_.size()) return false;
    line.assign(buffer_, start_);
    start_ = buffer_.size();
    return true;
}

bool TextInput::read_all(std::string& text, std::size_t limit) {
    while (buffer_.size() <= limit && fill()) {
    }
    text = buffer_.substr(0, std::min(buffer_.size(), limit + 1));
    return !error_;
}

bool TextOutput::write(std::string_view text) {
    if (failed_) return false;
    failed_ = std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0;
    return !failed_;
}

}  // namespace mountscope
