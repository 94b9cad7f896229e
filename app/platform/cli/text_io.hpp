#pragma once
// Files in and out, for the command line.
//
//   TextInput in("story.jsonl");                 // "-": standard input
//   while (in.read_line(line, limit)) use(line); // or in.read_all(text, limit)
//   if (in.error()) complain(*in.error());
//   TextOutput out;  out.write(text);  out.finish();
//
// Nothing here throws; what went wrong is told once, at the end.

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace mountscope {

class TextInput {
  public:
    explicit TextInput(const std::string& name);
    TextInput(const TextInput&) = delete;
    TextInput& operator=(const TextInput&) = delete;
    ~TextInput();

    // The next line without its newline; false at the end or on an error. A line of more than `limit` bytes
    // is an error.
    bool read_line(std::string& line, std::size_t limit);
    // All of it, but no more than one byte more than `limit`.
    bool read_all(std::string& text, std::size_t limit);

    const std::optional<std::string>& error() const { return error_; }

  private:
    bool fill();

    std::FILE* file_ = nullptr;
    std::string buffer_;
    std::size_t start_ = 0;  // of what is left in the buffer
    bool end_ = false;
    std::optional<std::string> error_;
};

// Standard output. Written through at once: who reads sees each command as soon as it has run.
class TextOutput {
  public:
    // False once something could not be written.
    bool write(std::string_view text);
    bool failed() const { return failed_; }

  private:
    bool failed_ = false;
};

}  // namespace mountscope
