#if !defined(__EMSCRIPTEN__)

#include "app/platform/window/native_platform.hpp"

#include <SDL.h>
#include <filesystem>
#include <fstream>

namespace mountscope {

std::string NativePlatform::clipboard_text() {
    if (SDL_HasClipboardText() == SDL_TRUE) {
        char* text = SDL_GetClipboardText();
        remember_clipboard(text);
        SDL_free(text);
    }
    return HostPlatform::clipboard_text();
}

void NativePlatform::write_clipboard(std::string_view text) {
    SDL_SetClipboardText(std::string(text).c_str());
}

void NativePlatform::open_url(std::string_view url) {
    if (url.starts_with("https://") || url.starts_with("http://")) SDL_OpenURL(std::string(url).c_str());
}

void NativePlatform::download(std::string_view name, std::string_view, std::span<const std::uint8_t> bytes) {
    // The name comes from the program, but may hold a mount's path: only its last part is used.
    const std::filesystem::path file = std::filesystem::path(name).filename();
    std::ofstream out(file, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    SDL_Log("%s %s", out.good() ? "wrote" : "could not write", file.c_str());
}

double NativePlatform::now_seconds() const {
    if (fixed_clock_) return fixed_time_;
    return static_cast<double>(SDL_GetTicks64()) / 1000;
}

}  // namespace mountscope

#endif
