#pragma once
// One SDL window with an OpenGL context: OpenGL ES 3 (WebGL 2) in a browser, OpenGL 3.2 core elsewhere.
//
//     std::string error;
//     std::optional<Window> window = open_window("Mountscope", {1280, 720}, error);
//
// Invariants: in a browser the style sheet decides the size, and the canvas is the element with the id
// "canvas" (SDL knows no other). The context has no depth, stencil or alpha buffer and is not multisampled:
// Dear ImGui smooths its own edges.

#include <SDL.h>
#include <optional>
#include <string>

namespace mountscope {

struct PixelSize {
    int width = 0;
    int height = 0;
};

struct Window {
    SDL_Window* handle = nullptr;
    SDL_GLContext context = nullptr;
    const char* glsl_version = nullptr;  // what shaders must start with
};

// Sets up SDL as well. On failure the result is empty and `error` says why.
std::optional<Window> open_window(const char* title, PixelSize size, std::string& error);
void close_window(Window& window);

}  // namespace mountscope
