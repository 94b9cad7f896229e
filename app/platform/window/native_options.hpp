#pragma once
// The command line of mountscope_window.
//
//     std::string error;
//     std::optional<NativeOptions> options = parse_options(argc, argv, error);

#if !defined(__EMSCRIPTEN__)

#include <optional>
#include <string>
#include <vector>

#include "app/platform/window/window.hpp"

namespace mountscope {

inline constexpr const char* kUsage =
    R"(mountscope_window: the program in a window of its own, or drawn into a picture

  mountscope_window [--size WxH] [--scale S] [--theme dark|light] [FILE]
  SDL_VIDEODRIVER=offscreen mountscope_window --shot OUT.png [--size WxH] [--scale S] [--run FILE]
      [--call METHOD JSON]... [--frames N] [--theme dark|light]

  --size    of the window in logical pixels (1280x720)
  --scale   device pixels of a logical pixel (1); 1.5, 2 and 3 are what browsers use
  --run     types the file into the console
  --call    calls a method of the program, as window.mountscope does, in the order given; prints the answers
  --frames  drawn before the picture is taken, 1/60 s apart (30)
)";

struct MethodCall {
    std::string method;
    std::string arguments;
};

struct NativeOptions {
    PixelSize size{1280, 720};
    float scale = 1;
    std::string shot;
    std::vector<MethodCall> calls;
    std::vector<std::string> files;
    int frames = 30;
    bool dark = true;
};

// Empty, with `error` saying why, when the command line cannot be understood.
std::optional<NativeOptions> parse_options(int argc, char** argv, std::string& error);

// The whole of a file; empty with `error` when it cannot be read.
std::optional<std::string> read_file(const std::string& path, std::string& error);

}  // namespace mountscope

#endif
