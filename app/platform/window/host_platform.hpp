#pragma once
// The part of Platform that is alike in a browser and on a desktop: when to draw, work in slices, the
// clipboard's last text, and where text is being typed.
//
//     class WebPlatform final : public HostPlatform { ... };
//
// Invariant: `take_text_input` tells of a field only if it was reported in the frame just built.

#include <optional>
#include <string>
#include <string_view>

#include "app/model/platform.hpp"
#include "app/platform/input/frame_pacer.hpp"
#include "app/platform/input/slice_queue.hpp"

namespace mountscope {

class HostPlatform : public Platform {
  public:
    std::string clipboard_text() override { return clipboard_; }
    void request_frames(int count) override;
    void set_text_input(CaretRect caret) override { text_input_ = caret; }
    void schedule_slice(std::function<bool()> slice) override;

    void set_clipboard_text(std::string_view text) final;

    // The clipboard as the outside changed it, which is not told to the outside again.
    void remember_clipboard(std::string_view text) { clipboard_ = text; }

    // From here on a copied text is only kept, for `end_capture` to return, because the caller has a better
    // way to hand it to the outside.
    void begin_capture();
    std::optional<std::string> end_capture();
    bool has_captured() const { return captured_.has_value(); }

    std::optional<CaretRect> take_text_input();

    // A person or the surroundings did something; the picture may answer.
    void note_input();
    void note_pointer();
    bool run_slice();

    FramePacer& pacer() { return pacer_; }
    const FramePacer& pacer() const { return pacer_; }
    bool has_slices() const { return !slices_.empty(); }

  protected:
    // Something became due: a frame or a slice.
    virtual void wake() = 0;
    virtual void write_clipboard(std::string_view text) = 0;

  private:
    FramePacer pacer_;
    SliceQueue slices_;
    std::string clipboard_;
    bool capturing_ = false;
    std::optional<std::string> captured_;
    std::optional<CaretRect> text_input_;
};

}  // namespace mountscope
