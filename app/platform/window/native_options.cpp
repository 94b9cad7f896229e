#if !defined(__EMSCRIPTEN__)

#include "app/platform/window/native_options.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>

namespace mountscope {
namespace {

// Hands out the words after an option, and remembers the first complaint.
class Words {
  public:
    Words(int argc, char** argv) : words_(argv + 1, static_cast<std::size_t>(argc > 0 ? argc - 1 : 0)) {}

    bool at_end() const { return next_ >= words_.size(); }

    std::string take(std::string_view after) {
        if (!at_end()) return words_[next_++];
        complain(std::string(after) + " needs a value");
        return {};
    }

    void complain(std::string what) {
        if (error_.empty()) error_ = std::move(what);
    }

    const std::string& error() const { return error_; }

  private:
    std::span<char*> words_;
    std::size_t next_ = 0;
    std::string error_;
};

void take_size(Words& words, PixelSize& size) {
    const std::string text = words.take("--size");
    char end = 0;
    if (std::sscanf(text.c_str(), "%dx%d%c", &size.width, &size.height, &end) != 2 || size.width < 1 ||
        size.height < 1 || size.width > 16384 || size.height > 16384) {
        words.complain("--size is WIDTHxHEIGHT, such as 1280x720, not " + text);
    }
}

double take_number(Words& words, const char* option, double least, double most) {
    const std::string text = words.take(option);
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || value < least || value > most) {
        words.complain(std::string(option) + " cannot be " + text);
        return least;
    }
    return value;
}

void take_run(Words& words, NativeOptions& options) {
    const std::string path = words.take("--run");
    std::string error;
    const std::optional<std::string> text = read_file(path, error);
    if (!text) return words.complain(error);
    options.calls.push_back({"run", nlohmann::json{{"text", *text}}.dump(
                                        -1, ' ', false, nlohmann::json::error_handler_t::replace)});
}

void take_theme(Words& words, NativeOptions& options) {
    const std::string theme = words.take("--theme");
    if (theme != "dark" && theme != "light") words.complain("--theme is dark or light, not " + theme);
    options.dark = theme != "light";
}

void take_option(const std::string& word, Words& words, NativeOptions& options) {
    if (word == "--size") return take_size(words, options.size);
    if (word == "--scale") {
        options.scale = static_cast<float>(take_number(words, "--scale", 0.25, 8));
    } else if (word == "--frames") {
        options.frames = static_cast<int>(take_number(words, "--frames", 1, 100000));
    } else if (word == "--shot") {
        options.shot = words.take(word);
    } else if (word == "--run") {
        take_run(words, options);
    } else if (word == "--call") {
        std::string method = words.take(word);
        options.calls.push_back({std::move(method), words.take(word)});
    } else if (word == "--theme") {
        take_theme(words, options);
    } else if (word.starts_with("-")) {
        words.complain("unknown option " + word);
    } else {
        options.files.push_back(word);
    }
}

}  // namespace

std::optional<NativeOptions> parse_options(int argc, char** argv, std::string& error) {
    Words words(argc, argv);
    NativeOptions options;
    while (!words.at_end() && words.error().empty()) take_option(words.take(""), words, options);
    error = words.error();
    if (!error.empty()) return std::nullopt;
    return options;
}

std::optional<std::string> read_file(const std::string& path, std::string& error) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        error = path + " cannot be read";
        return std::nullopt;
    }
    return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace mountscope

#endif
