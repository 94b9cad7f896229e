#if defined(__EMSCRIPTEN__)

#include "app/platform/window/web_program.hpp"

#include <SDL.h>
#include <algorithm>
#include <cmath>
#include <emscripten.h>
#include <emscripten/html5.h>
#include <imgui.h>
#include <nlohmann/json.hpp>

#include "app/model/app.hpp"
#include "app/platform/input/dom_keys.hpp"

// clang-format off
// A message to oneself comes back sooner than a timer, whose nested calls browsers delay by 4 ms.
EM_JS(void, page_post_slice, (), { Module['mountscopePage']['postSlice'](); });
EM_JS(void, page_first_frame, (), { Module['mountscopePage']['firstFrame'](); });
EM_JS(int, page_is_mac, (), { return Module['mountscopePage']['isMac']() ? 1 : 0; });
// clang-format on

namespace mountscope {
namespace {

constexpr double kSliceBudget =
    0.008;  // seconds of slices between two chances for the page to do something else

}  // namespace

WebProgram* WebProgram::start(std::string& error) {
    // SDL takes the size from the style sheet; the one given here is only for a canvas without style.
    const std::optional<Window> window = open_window("Mountscope", {1280, 720}, error);
    if (!window) return nullptr;
    return new WebProgram(*window);  // lives as long as the page
}

WebProgram::WebProgram(const Window& window) : window_(window), platform_([this] { schedule(); }) {
    host_ = std::make_unique<AppHost>(platform_, window_);
    ImGui::GetIO().ConfigMacOSXBehaviors = page_is_mac() != 0;
    // The page's scripts tell where text is typed; SDL has no part in it.
    ImGui::GetPlatformIO().Platform_SetImeDataFn = nullptr;
    SDL_AddEventWatch(
        [](void* self, SDL_Event* event) {
            note_event(static_cast<WebProgram*>(self)->platform_, *event);
            return 0;
        },
        this);
    schedule();
}

FrameSize WebProgram::frame_size() const {
    int width = 0;
    int height = 0;
    SDL_GetWindowSize(window_.handle, &width, &height);
    return {static_cast<float>(width), static_cast<float>(height), pixels_wide_, pixels_high_};
}

void WebProgram::size_event(int pixels_wide, int pixels_high) {
    pixels_wide_ = pixels_wide;
    pixels_high_ = pixels_high;
    // SDL has just set its own idea of the size, which is rounded down.
    emscripten_set_canvas_element_size("#canvas", pixels_wide, pixels_high);
    platform_.note_input();
    // A changed size empties the canvas; drawing at once avoids a blank one until the next frame.
    draw_now();
}

void WebProgram::pump_events() {
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0) host_->process(event);
}

void WebProgram::draw_one() {
    in_frame_ = true;
    pump_events();
    if (host_->draw(frame_size())) SDL_GL_SwapWindow(window_.handle);
    if (host_->statistics().frames == 1) page_first_frame();
    if (host_->wants_another_frame()) platform_.request_frames(1);
    platform_.show_text_input(host_->text_input());
    in_frame_ = false;
}

void WebProgram::draw_now() {
    if (in_frame_ || graphics_lost_ || pixels_wide_ == 0) return;
    draw_one();
    schedule();
}

void WebProgram::schedule() {
    if (in_frame_ || host_ == nullptr) return;
    if (platform_.has_slices() && !slice_scheduled_) {
        slice_scheduled_ = true;
        page_post_slice();
    }
    if (graphics_lost_ || frame_scheduled_ || pixels_wide_ == 0) return;
    const double wait = platform_.pacer().seconds_until_due(platform_.now_seconds());
    if (wait <= 0) {
        frame_scheduled_ = true;
        emscripten_request_animation_frame(
            [](double, void* self) {
                static_cast<WebProgram*>(self)->on_animation_frame();
                return EM_FALSE;
            },
            this);
    } else if (std::isfinite(wait) && !timer_scheduled_) {
        timer_scheduled_ = true;
        emscripten_set_timeout([](void* self) { static_cast<WebProgram*>(self)->on_timer(); },
                               wait * 1000 + 1, this);
    }
}

void WebProgram::on_animation_frame() {
    frame_scheduled_ = false;
    if (!graphics_lost_) draw_one();
    schedule();
}

void WebProgram::on_timer() {
    timer_scheduled_ = false;
    touch_.tick(platform_.now_seconds());
    send_touch_actions();
    schedule();
}

void WebProgram::on_slice() {
    slice_scheduled_ = false;
    const double end = platform_.now_seconds() + kSliceBudget;
    while (platform_.run_slice() && platform_.now_seconds() < end) {
    }
    schedule();
}

void WebProgram::set_modifiers(int modifiers) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, (modifiers & kCtrl) != 0);
    io.AddKeyEvent(ImGuiMod_Shift, (modifiers & kShift) != 0);
    io.AddKeyEvent(ImGuiMod_Alt, (modifiers & kAlt) != 0);
    io.AddKeyEvent(ImGuiMod_Super, (modifiers & kMeta) != 0);
}

void WebProgram::key_event(std::string_view code, std::string_view key, int modifiers, bool down) {
    set_modifiers(modifiers);
    const std::string_view place = code.empty() ? key : code;
    const auto held = std::ranges::find(held_keys_, place, &HeldKey::code);
    ImGuiKey meant = imgui_key(code, key);
    if (held != held_keys_.end()) {
        // What the key types may have changed since it went down: with Shift, "a" becomes "A".
        meant = static_cast<ImGuiKey>(held->key);
        if (!down) held_keys_.erase(held);
    } else if (down && meant != ImGuiKey_None) {
        held_keys_.push_back({std::string(place), meant});
    }
    if (meant != ImGuiKey_None) ImGui::GetIO().AddKeyEvent(meant, down);
    platform_.note_input();
}

void WebProgram::text_event(const char* utf8) {
    ImGui::GetIO().AddInputCharactersUTF8(utf8);
    platform_.note_input();
}

void WebProgram::focus_event(bool gained) {
    held_keys_.clear();
    ImGui::GetIO().AddFocusEvent(gained);
    platform_.note_input();
}

void WebProgram::wheel_event(float turn_x, float turn_y, int modifiers) {
    set_modifiers(modifiers);
    ImGui::GetIO().AddMouseSourceEvent(ImGuiMouseSource_Mouse);
    ImGui::GetIO().AddMouseWheelEvent(-turn_x, -turn_y);
    // A touchpad's pinch says Ctrl without a key that will ever be released.
    if ((modifiers & kCtrl) != 0) set_modifiers(modifiers & ~kCtrl);
    platform_.note_pointer();
}

void WebProgram::touch_event(TouchPhase phase, long finger, Point at) {
    const double now = platform_.now_seconds();
    switch (phase) {
        case TouchPhase::kBegin:
            touch_.begin(finger, at, now);
            break;
        case TouchPhase::kMove:
            touch_.move(finger, at, now);
            break;
        case TouchPhase::kEnd:
            touch_.end(finger, now);
            break;
        case TouchPhase::kCancel:
            touch_.cancel();
            break;
    }
    send_touch_actions();
    const std::optional<double> deadline = touch_.deadline();
    if (phase == TouchPhase::kBegin && deadline) {
        emscripten_set_timeout([](void* self) { static_cast<WebProgram*>(self)->on_timer(); },
                               std::max(0.0, *deadline - now) * 1000 + 1, this);
    }
}

void WebProgram::send_touch_actions() {
    const std::vector<PointerAction> actions = touch_.take_actions();
    if (actions.empty()) return;
    ImGuiIO& io = ImGui::GetIO();
    io.AddMouseSourceEvent(ImGuiMouseSource_TouchScreen);
    for (const PointerAction& action : actions) {
        switch (action.kind) {
            case PointerAction::Kind::kMove:
                io.AddMousePosEvent(action.point.x, action.point.y);
                break;
            case PointerAction::Kind::kPress:
                io.AddMouseButtonEvent(action.button, true);
                break;
            case PointerAction::Kind::kRelease:
                io.AddMouseButtonEvent(action.button, false);
                break;
            case PointerAction::Kind::kWheel:
                io.AddMouseWheelEvent(action.point.x, action.point.y);
                break;
            case PointerAction::Kind::kZoom:
                io.AddKeyEvent(ImGuiMod_Ctrl, true);
                io.AddMouseWheelEvent(0, action.point.y);
                io.AddKeyEvent(ImGuiMod_Ctrl, false);
                break;
            case PointerAction::Kind::kLeave:
                io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
                break;
        }
    }
    platform_.note_pointer();
}

std::optional<std::string> WebProgram::copy(bool cut) {
    if (in_frame_) return std::nullopt;
    in_frame_ = true;
    std::optional<std::string> text = host_->copy(cut, frame_size());
    in_frame_ = false;
    schedule();
    return text;
}

void WebProgram::file_event(std::string name, std::string bytes) {
    host_->app().on_file(std::move(name), std::move(bytes));
    platform_.note_input();
}

std::string WebProgram::call(std::string_view method, std::string_view arguments) {
    std::string answer = host_->app().call(method, arguments);
    platform_.note_input();
    return answer;
}

void WebProgram::graphics_event(bool lost) {
    graphics_lost_ = lost;
    if (lost) {
        host_->lose_graphics();
    } else {
        host_->restore_graphics();
    }
}

std::string WebProgram::statistics_json() const {
    const FrameStatistics& statistics = host_->statistics();
    const FrameSize size = frame_size();
    const double wait = platform_.pacer().seconds_until_due(platform_.now_seconds());
    const bool idle = !frame_scheduled_ && !platform_.has_slices() && (std::isinf(wait) || graphics_lost_);
    const double average =
        statistics.frames == 0 ? 0 : statistics.total_milliseconds / static_cast<double>(statistics.frames);
    return nlohmann::json{{"frames", statistics.frames},
                          {"last_ms", statistics.last_milliseconds},
                          {"average_ms", average},
                          {"longest_ms", statistics.longest_milliseconds},
                          {"vertices", statistics.vertices},
                          {"idle", idle},
                          {"graphics_lost", graphics_lost_},
                          {"wants_text", wants_text()},
                          {"width", size.width},
                          {"height", size.height},
                          {"pixels_wide", size.pixels_wide},
                          {"pixels_high", size.pixels_high}}
        .dump();
}

}  // namespace mountscope

#endif
