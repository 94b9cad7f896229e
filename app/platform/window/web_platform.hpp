#pragma once
// Platform in a browser: every wish becomes a call of a function that web/*.js put into
// Module.mountscopePage.
//
//     WebPlatform platform(schedule_a_frame_or_slice);
//
// Names that cross the border to JavaScript are quoted there, because the release build renames all others.

#if defined(__EMSCRIPTEN__)

#include <functional>

#include "app/platform/window/host_platform.hpp"

namespace mountscope {

class WebPlatform final : public HostPlatform {
  public:
    explicit WebPlatform(std::function<void()> on_wake) : on_wake_(std::move(on_wake)) {}

    void open_url(std::string_view url) override;
    void download(std::string_view name, std::string_view mime_type,
                  std::span<const std::uint8_t> bytes) override;
    void choose_file() override;
    void ask_for_text(std::string_view title) override;
    bool reduced_motion() const override;
    bool prefers_dark() const override;
    double now_seconds() const override;
    void post_message_to_page(std::string_view json) override;
    void set_accessible_text(std::string_view json) override;

    // Tells the page where typed text belongs after a frame; only changes are told.
    void show_text_input(const std::optional<CaretRect>& caret);

  protected:
    void wake() override { on_wake_(); }
    void write_clipboard(std::string_view text) override;

  private:
    std::function<void()> on_wake_;
    std::optional<CaretRect> shown_text_input_;
};

}  // namespace mountscope

#endif
