#pragma once
// Holds the App, Dear ImGui and the OpenGL backend together, and draws frames.
//
//     AppHost host(platform, window);
//     host.process(event);                     // any number of times
//     host.draw({1280, 720, 2560, 1440});      // one frame, when the platform's pacer says that one is due
//     SDL_GL_SwapWindow(window.handle);
//
// The App is made after Dear ImGui and its backends are ready, so its constructor may load fonts.
// Invariants: sizes and positions that the App sees are logical pixels (CSS pixels in a browser), never
// multiplied by the pixel ratio. `draw` is not entered twice. Without a graphics context nothing is drawn,
// but the App lives on.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/platform/window/host_platform.hpp"
#include "app/platform/window/window.hpp"

union SDL_Event;

namespace mountscope {

class App;

struct FrameSize {
    float width = 0;  // logical pixels
    float height = 0;
    int pixels_wide = 0;  // of the drawing buffer
    int pixels_high = 0;
};

struct FrameStatistics {
    long frames = 0;
    double last_milliseconds = 0;   // CPU time from the first event to the last call of OpenGL
    double total_milliseconds = 0;  // of all frames
    double longest_milliseconds = 0;
    int vertices = 0;  // of the last frame
};

// Plans frames for an event, if it is one that the picture may answer; SDL also queues marks of its own.
void note_event(HostPlatform& platform, const SDL_Event& event);

class AppHost {
  public:
    AppHost(HostPlatform& platform, const Window& window);
    ~AppHost();
    AppHost(const AppHost&) = delete;
    AppHost& operator=(const AppHost&) = delete;

    App& app() { return *app_; }

    // Hands an event of SDL to Dear ImGui. `scale` divides mouse positions that count device pixels.
    void process(const SDL_Event& event, float scale = 1);

    // Builds a frame and draws it into the current context. False when there is no context to draw into.
    bool draw(const FrameSize& size);

    // As `draw`, with a time step that does not depend on the clock.
    bool draw_with_step(const FrameSize& size, float seconds);

    // True while the App or Dear ImGui has not come to rest.
    bool wants_another_frame() const;

    // The text field with the focus, after the last frame; empty when there is none.
    std::optional<CaretRect> text_input() const { return text_input_; }

    // A paste by the user. See app/model/platform.hpp for who gets it.
    void paste(std::string text);

    // Lets Dear ImGui copy or cut as if Ctrl+C or Ctrl+X had been pressed, at once, so that it can be done
    // inside an event of the page. Empty when nothing is selected.
    std::optional<std::string> copy(bool cut, const FrameSize& size);

    void lose_graphics();
    void restore_graphics();

    const FrameStatistics& statistics() const { return statistics_; }

  private:
    void set_up_imgui(const Window& window);
    void build(const FrameSize& size, float seconds);
    void render(const FrameSize& size);
    void find_text_input();

    HostPlatform& platform_;
    std::unique_ptr<App> app_;
    FrameStatistics statistics_;
    std::optional<CaretRect> text_input_;
    bool has_graphics_ = true;
    bool drawing_ = false;
    double frame_began_ = 0;
};

}  // namespace mountscope
