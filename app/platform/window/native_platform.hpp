#pragma once
// Platform on a desktop, or without any screen for pictures and tests.
//
//     NativePlatform platform;
//     platform.fix_clock();  // for a picture that is the same each time
//
// Text comes from SDL's own text input; the clipboard is SDL's. Messages to the page go nowhere.

#if !defined(__EMSCRIPTEN__)

#include <string>
#include <vector>

#include "app/platform/window/host_platform.hpp"

namespace mountscope {

class NativePlatform final : public HostPlatform {
  public:
    std::string clipboard_text() override;
    void open_url(std::string_view url) override;
    void download(std::string_view name, std::string_view mime_type,
                  std::span<const std::uint8_t> bytes) override;
    void choose_file() override {}  // files are dropped onto the window or named on the command line
    void ask_for_text(std::string_view) override {}
    bool reduced_motion() const override { return fixed_clock_; }
    bool prefers_dark() const override { return dark_; }
    double now_seconds() const override;
    void post_message_to_page(std::string_view) override {}
    void set_accessible_text(std::string_view) override {}

    void prefer_dark(bool dark) { dark_ = dark; }

    // From here on time passes only by `advance`, so that pictures do not depend on the machine's speed.
    void fix_clock() { fixed_clock_ = true; }
    void advance(double seconds) { fixed_time_ += seconds; }

  protected:
    void wake() override {}
    void write_clipboard(std::string_view text) override;

  private:
    bool dark_ = true;
    bool fixed_clock_ = false;
    double fixed_time_ = 0;
};

}  // namespace mountscope

#endif
