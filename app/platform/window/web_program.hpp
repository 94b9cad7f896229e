#pragma once
// The program as it runs in a page: the window, the App's host, and the scheduling of frames and slices.
//
//     WebProgram* program = WebProgram::start(error);
//     program->key_event("KeyA", "a", kShift, true);   // from web_exports.cpp, called by web/*.js
//
// Nothing runs between events: a frame is asked of the browser only when the pacer says that one is due, so
// an idle page uses no CPU. There is one program in a page, and it lives as long as the page.

#if defined(__EMSCRIPTEN__)

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/platform/input/touch_gestures.hpp"
#include "app/platform/window/app_host.hpp"
#include "app/platform/window/web_platform.hpp"

namespace mountscope {

class WebProgram {
  public:
    enum Modifier { kCtrl = 1, kShift = 2, kAlt = 4, kMeta = 8 };

    // Null when there can be no window; `error` says why.
    static WebProgram* start(std::string& error);

    // Keyboard. `code` and `key` as in KeyboardEvent; AltGr is no modifier.
    void key_event(std::string_view code, std::string_view key, int modifiers, bool down);
    void text_event(const char* utf8);
    void focus_event(bool gained);
    bool wants_text() const { return host_->text_input().has_value(); }

    // `turn_x`, `turn_y` in turns of a wheel, positive to the right and downwards, as in WheelEvent.
    void wheel_event(float turn_x, float turn_y, int modifiers);

    enum class TouchPhase { kBegin, kMove, kEnd, kCancel };
    void touch_event(TouchPhase phase, long finger, Point at);

    void paste(std::string text) { host_->paste(std::move(text)); }
    std::optional<std::string> copy(bool cut);
    void file_event(std::string name, std::string bytes);
    std::string call(std::string_view method, std::string_view arguments);

    // The canvas has a new size. The drawing buffer gets exactly the given number of device pixels.
    void size_event(int pixels_wide, int pixels_high);
    void graphics_event(bool lost);
    void something_changed(int frames) { platform_.request_frames(frames); }

    // Draws now rather than in the browser's next frame, so that what a touch just opened (a keyboard) can be
    // opened inside the touch's own event.
    void draw_now();

    void on_animation_frame();
    void on_timer();
    void on_slice();

    std::string statistics_json() const;

  private:
    explicit WebProgram(const Window& window);

    FrameSize frame_size() const;
    void draw_one();
    void schedule();
    void pump_events();
    void set_modifiers(int modifiers);
    void send_touch_actions();

    struct HeldKey {
        std::string code;
        int key = 0;
    };

    Window window_;
    WebPlatform platform_;
    std::unique_ptr<AppHost> host_;
    TouchGestures touch_;
    std::vector<HeldKey> held_keys_;
    int pixels_wide_ = 0;
    int pixels_high_ = 0;
    bool frame_scheduled_ = false;
    bool timer_scheduled_ = false;
    bool slice_scheduled_ = false;
    bool in_frame_ = false;
    bool graphics_lost_ = false;
};

}  // namespace mountscope

#endif
