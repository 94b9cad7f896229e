#include "app/platform/window/window.hpp"

namespace mountscope {
namespace {

constexpr Uint32 kWindowFlags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;

const char* set_context_attributes() {
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
    SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 0);
#if defined(__EMSCRIPTEN__)
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
    return "#version 300 es";
#else
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 2);
    return "#version 150";
#endif
}

void set_hints() {
#if defined(__EMSCRIPTEN__)
    // Without it SDL listens on the whole page, and other elements lose their keyboard.
    SDL_SetHint(SDL_HINT_EMSCRIPTEN_KEYBOARD_ELEMENT, "#canvas");
#endif
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");  // only read when a window is made
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
}

}  // namespace

std::optional<Window> open_window(const char* title, PixelSize size, std::string& error) {
    set_hints();
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_TIMER) != 0) {
        error = std::string("SDL cannot start: ") + SDL_GetError();
        return std::nullopt;
    }
    Window window;
    window.glsl_version = set_context_attributes();
    window.handle = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, size.width,
                                     size.height, kWindowFlags);
    if (window.handle == nullptr) {
        error = std::string("no window: ") + SDL_GetError();
        return std::nullopt;
    }
    window.context = SDL_GL_CreateContext(window.handle);
    if (window.context == nullptr || SDL_GL_MakeCurrent(window.handle, window.context) != 0) {
        error = std::string("no OpenGL: ") + SDL_GetError();
        close_window(window);
        return std::nullopt;
    }
    return window;
}

void close_window(Window& window) {
    if (window.context != nullptr) SDL_GL_DeleteContext(window.context);
    if (window.handle != nullptr) SDL_DestroyWindow(window.handle);
    window = {};
    SDL_Quit();
}

}  // namespace mountscope
