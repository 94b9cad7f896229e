#include "app/platform/window/app_host.hpp"

#include <SDL.h>
#include <algorithm>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_impl_sdl2.h>
#include <imgui_internal.h>
#include <utility>

#include "app/model/app.hpp"
#include "app/platform/input/pixel_snap.hpp"
#include "app/platform/window/gl.hpp"

namespace mountscope {
namespace {

static_assert(sizeof(ImDrawIdx) == 4, "large pictures need 32-bit indices: define ImDrawIdx for Dear ImGui");

// Dear ImGui trickles a queue of quick events over several frames; this many are enough for one shortcut.
constexpr int kFramesForShortcut = 6;

double milliseconds_now() {
    return static_cast<double>(SDL_GetPerformanceCounter()) * 1000.0 /
           static_cast<double>(SDL_GetPerformanceFrequency());
}

const char* imgui_clipboard(ImGuiContext* context) {
    // Dear ImGui reads the text before it asks again.
    static std::string text;
    text = static_cast<HostPlatform*>(context->PlatformIO.Platform_ClipboardUserData)->clipboard_text();
    return text.c_str();
}

void set_imgui_clipboard(ImGuiContext* context, const char* text) {
    static_cast<HostPlatform*>(context->PlatformIO.Platform_ClipboardUserData)->set_clipboard_text(text);
}

// Presses and releases a key with Ctrl (Cmd on a Mac, which Dear ImGui swaps by itself). The key is released
// first: Dear ImGui shows two changes of one key in two frames, and the modifier must stay down in the first.
void press_shortcut(ImGuiKey key) {
    ImGuiIO& io = ImGui::GetIO();
    const ImGuiKey modifier = io.ConfigMacOSXBehaviors ? ImGuiMod_Super : ImGuiMod_Ctrl;
    io.AddKeyEvent(modifier, true);
    io.AddKeyEvent(key, true);
    io.AddKeyEvent(key, false);
    io.AddKeyEvent(modifier, false);
}

bool has_several_lines(std::string_view text) {
    const std::size_t end = text.find_last_not_of("\r\n");
    return end != std::string_view::npos && text.find('\n') < end;
}

bool has_queued_input() {
    return ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
}

}  // namespace

void note_event(HostPlatform& platform, const SDL_Event& event) {
    if (event.type >= SDL_MOUSEMOTION && event.type <= SDL_MOUSEWHEEL) {
        platform.note_pointer();
    } else if (event.type == SDL_WINDOWEVENT || (event.type >= SDL_KEYDOWN && event.type <= SDL_TEXTINPUT) ||
               (event.type >= SDL_DROPFILE && event.type <= SDL_DROPCOMPLETE)) {
        platform.note_input();
    }
}

AppHost::AppHost(HostPlatform& platform, const Window& window) : platform_(platform) {
    set_up_imgui(window);
    app_ = std::make_unique<App>(platform);
}

AppHost::~AppHost() {
    app_.reset();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
}

void AppHost::set_up_imgui(const Window& window) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.ConfigInputTextCursorBlink = false;  // a blinking caret would need frames for ever
    ImGui_ImplSDL2_InitForOpenGL(window.handle, window.context);
    ImGui_ImplSDL2_SetGamepadMode(ImGui_ImplSDL2_GamepadMode_Manual, nullptr, 0);
    ImGui_ImplOpenGL3_Init(window.glsl_version);
    ImGuiPlatformIO& platform_io = ImGui::GetPlatformIO();
    platform_io.Platform_ClipboardUserData = &platform_;
    platform_io.Platform_GetClipboardTextFn = imgui_clipboard;
    platform_io.Platform_SetClipboardTextFn = set_imgui_clipboard;
    platform_io.Platform_OpenInShellFn = [](ImGuiContext* context, const char* url) {
        static_cast<HostPlatform*>(context->PlatformIO.Platform_ClipboardUserData)->open_url(url);
        return true;
    };
}

void AppHost::process(const SDL_Event& event, float scale) {
    SDL_Event scaled = event;
    if (event.type == SDL_MOUSEMOTION) {
        scaled.motion.x = static_cast<Sint32>(static_cast<float>(event.motion.x) / scale);
        scaled.motion.y = static_cast<Sint32>(static_cast<float>(event.motion.y) / scale);
    }
    ImGui_ImplSDL2_ProcessEvent(&scaled);
    note_event(platform_, event);
}

bool AppHost::draw(const FrameSize& size) {
    return draw_with_step(size, platform_.pacer().begin_frame(platform_.now_seconds()));
}

bool AppHost::draw_with_step(const FrameSize& size, float seconds) {
    if (!has_graphics_ || drawing_ || size.width < 1 || size.height < 1) return false;
    drawing_ = true;
    frame_began_ = milliseconds_now();
    build(size, seconds);
    render(size);
    find_text_input();
    const double took = milliseconds_now() - frame_began_;
    ++statistics_.frames;
    statistics_.last_milliseconds = took;
    statistics_.total_milliseconds += took;
    statistics_.longest_milliseconds = std::max(statistics_.longest_milliseconds, took);
    statistics_.vertices = ImGui::GetDrawData()->TotalVtxCount;
    drawing_ = false;
    return true;
}

void AppHost::build(const FrameSize& size, float seconds) {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    // SDL rounds sizes and knows one ratio for both axes; the exact ones keep texels on pixels.
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {size.width, size.height};
    io.DisplayFramebufferScale = {static_cast<float>(size.pixels_wide) / size.width,
                                  static_cast<float>(size.pixels_high) / size.height};
    io.DeltaTime = seconds;
    ImGui::NewFrame();
    app_->frame(size.width, size.height, io.DisplayFramebufferScale.y);
    ImGui::Render();
}

void AppHost::render(const FrameSize& size) {
    ImDrawData* data = ImGui::GetDrawData();
    snap_glyphs_to_pixels(*data);
    const ImVec4 ground = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
    glViewport(0, 0, size.pixels_wide, size.pixels_high);
    glClearColor(ground.x, ground.y, ground.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(data);
}

void AppHost::find_text_input() {
    text_input_ = platform_.take_text_input();
    const ImGuiPlatformImeData& field = ImGui::GetCurrentContext()->PlatformImeData;
    if (!text_input_ && (field.WantTextInput || field.WantVisible)) {
        text_input_ = CaretRect{field.InputPos.x, field.InputPos.y, field.InputLineHeight};
    }
}

bool AppHost::wants_another_frame() const {
    return has_graphics_ && (app_->wants_more_frames() || has_queued_input());
}

void AppHost::paste(std::string text) {
    platform_.remember_clipboard(text);
    if (ImGui::GetIO().WantTextInput && !has_several_lines(text)) {
        press_shortcut(ImGuiKey_V);
    } else {
        app_->on_paste(std::move(text));
    }
    platform_.note_input();
}

std::optional<std::string> AppHost::copy(bool cut, const FrameSize& size) {
    platform_.begin_capture();
    press_shortcut(cut ? ImGuiKey_X : ImGuiKey_C);
    for (int i = 0; i < kFramesForShortcut && has_queued_input(); ++i) {
        if (!draw(size)) break;
    }
    platform_.note_input();
    return platform_.end_capture();
}

void AppHost::lose_graphics() {
    has_graphics_ = false;
    // While there is no context, forgetting shader and textures is silent. Dear ImGui makes new ones when it
    // draws again, the textures from the pixels it kept.
    ImGui_ImplOpenGL3_DestroyDeviceObjects();
}

void AppHost::restore_graphics() {
    has_graphics_ = true;
    platform_.request_frames(FramePacer::kSettleFrames);
}

}  // namespace mountscope
