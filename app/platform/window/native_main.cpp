// mountscope_window: the program without a browser, in a window or drawn into a picture. It serves to try it
// under sanitizers and to look at it within a second; see native_options.hpp for its command line.
#if !defined(__EMSCRIPTEN__)

#include <SDL.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <imgui.h>
#include <vector>

#include "app/model/app.hpp"
#include "app/platform/window/app_host.hpp"
#include "app/platform/window/gl.hpp"
#include "app/platform/window/native_options.hpp"
#include "app/platform/window/native_platform.hpp"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#endif
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

namespace mountscope {
namespace {

constexpr float kPictureStep = 1.0f / 60;
constexpr double kLongestSleep = 0.25;  // seconds; SDL's own events end it sooner
constexpr double kSliceBudget = 0.008;  // seconds of slices between two looks at events

FrameSize frame_size(const Window& window, float scale) {
    FrameSize size;
    SDL_GL_GetDrawableSize(window.handle, &size.pixels_wide, &size.pixels_high);
    size.width = static_cast<float>(size.pixels_wide) / scale;
    size.height = static_cast<float>(size.pixels_high) / scale;
    return size;
}

bool drop_file(AppHost& host, const std::string& path) {
    std::string error;
    std::optional<std::string> bytes = read_file(path, error);
    if (!bytes) {
        std::fprintf(stderr, "mountscope_window: %s\n", error.c_str());
        return false;
    }
    host.app().on_file(path.substr(path.find_last_of('/') + 1), *std::move(bytes));
    return true;
}

bool make_calls(AppHost& host, const std::vector<MethodCall>& calls) {
    bool good = true;
    for (const MethodCall& call : calls) {
        const std::string answer = host.app().call(call.method, call.arguments);
        std::printf("%s\n", answer.c_str());
        good = good && !answer.starts_with("{\"error\"");
    }
    return good;
}

bool save_picture(const std::string& path, const FrameSize& size) {
    const std::size_t row = static_cast<std::size_t>(size.pixels_wide) * 3;
    std::vector<unsigned char> pixels(row * static_cast<std::size_t>(size.pixels_high));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadBuffer(GL_BACK);
    glReadPixels(0, 0, size.pixels_wide, size.pixels_high, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
    stbi_flip_vertically_on_write(1);
    if (stbi_write_png(path.c_str(), size.pixels_wide, size.pixels_high, 3, pixels.data(),
                       static_cast<int>(row)) != 0) {
        return true;
    }
    std::fprintf(stderr, "mountscope_window: %s cannot be written\n", path.c_str());
    return false;
}

bool take_picture(AppHost& host, NativePlatform& platform, const Window& window,
                  const NativeOptions& options) {
    const FrameSize size = frame_size(window, options.scale);
    // A few frames settle the layout before the calls, as they would be settled in front of a person.
    for (int i = 0; i < 3; ++i) host.draw_with_step(size, kPictureStep);
    const bool good = make_calls(host, options.calls);
    while (platform.has_slices()) platform.run_slice();
    for (int i = 0; i < options.frames; ++i) {
        if (i > 0) SDL_GL_SwapWindow(window.handle);
        platform.advance(static_cast<double>(kPictureStep));
        host.draw_with_step(size, kPictureStep);
        while (platform.has_slices()) platform.run_slice();
    }
    if (!save_picture(options.shot, size)) return false;
    const FrameStatistics& statistics = host.statistics();
    std::fprintf(stderr, "%s: %dx%d, %.2f ms a frame, %d vertices\n", options.shot.c_str(), size.pixels_wide,
                 size.pixels_high, statistics.total_milliseconds / static_cast<double>(statistics.frames),
                 statistics.vertices);
    return good;
}

class WindowLoop {
  public:
    WindowLoop(AppHost& host, NativePlatform& platform, const Window& window, float scale)
        : host_(host), platform_(platform), window_(window), scale_(scale) {}

    void run() {
        while (!quit_) {
            run_slices();
            wait_for_events();
            if (quit_ || platform_.pacer().seconds_until_due(platform_.now_seconds()) > 0) continue;
            if (host_.draw(frame_size(window_, scale_))) SDL_GL_SwapWindow(window_.handle);
            if (host_.wants_another_frame()) platform_.request_frames(1);
        }
    }

  private:
    void run_slices() {
        const double end = platform_.now_seconds() + kSliceBudget;
        while (platform_.has_slices() && platform_.now_seconds() < end) platform_.run_slice();
    }

    void wait_for_events() {
        const double due = platform_.pacer().seconds_until_due(platform_.now_seconds());
        const double sleep = platform_.has_slices() ? 0 : std::min(due, kLongestSleep);
        SDL_Event event;
        if (SDL_WaitEventTimeout(&event, static_cast<int>(std::ceil(sleep * 1000))) == 0) return;
        do {
            handle(event);
        } while (SDL_PollEvent(&event) != 0);
    }

    void handle(const SDL_Event& event) {
        if (event.type == SDL_QUIT) {
            quit_ = true;
        } else if (event.type == SDL_DROPFILE) {
            drop_file(host_, event.drop.file);
            SDL_free(event.drop.file);
            platform_.note_input();
        } else if (event.type == SDL_DROPTEXT) {
            host_.paste(event.drop.file);
            SDL_free(event.drop.file);
        } else if (is_paste(event)) {
            host_.paste(platform_.clipboard_text());
        } else {
            host_.process(event, scale_);
        }
    }

    static bool is_paste(const SDL_Event& event) {
        return event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_v &&
               (event.key.keysym.mod & (KMOD_CTRL | KMOD_GUI)) != 0;
    }

    AppHost& host_;
    NativePlatform& platform_;
    const Window& window_;
    float scale_;
    bool quit_ = false;
};

bool run(const NativeOptions& options, Window& window) {
    NativePlatform platform;
    platform.prefer_dark(options.dark);
    if (!options.shot.empty()) platform.fix_clock();
    AppHost host(platform, window);
    bool good = true;
    for (const std::string& file : options.files) good = drop_file(host, file) && good;
    if (!options.shot.empty()) return take_picture(host, platform, window, options) && good;
    good = make_calls(host, options.calls) && good;
    WindowLoop(host, platform, window, options.scale).run();
    return good;
}

}  // namespace
}  // namespace mountscope

// Graphics drivers keep memory until the process ends. Under the leak checker they must not be unloaded
// before, or it could not tell whose memory it is.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MOUNTSCOPE_LEAK_CHECKER 1
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libSDL2\nleak:libEGL\nleak:libGL\nleak:_dri.so\nleak:libgallium\nleak:libLLVM\nleak:"
           "libX\nleak:libdbus\n";
}
#endif
#endif

int main(int argc, char** argv) {
    std::string error;
    const std::optional<mountscope::NativeOptions> options = mountscope::parse_options(argc, argv, error);
    if (!options) {
        std::fprintf(stderr, "mountscope_window: %s\n\n%s", error.c_str(), mountscope::kUsage);
        return 2;
    }
    const auto device = [&](int logical) {
        return static_cast<int>(std::lround(static_cast<float>(logical) * options->scale));
    };
    std::optional<mountscope::Window> window = mountscope::open_window(
        "Mountscope", {device(options->size.width), device(options->size.height)}, error);
    if (!window) {
        std::fprintf(stderr, "mountscope_window: %s\n", error.c_str());
        return 1;
    }
    const bool good = mountscope::run(*options, *window);
#if !defined(MOUNTSCOPE_LEAK_CHECKER)
    mountscope::close_window(*window);
#endif
    return good ? 0 : 1;
}

#endif
