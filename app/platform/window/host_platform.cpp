#include "app/platform/window/host_platform.hpp"

#include <utility>

namespace mountscope {

void HostPlatform::request_frames(int count) {
    pacer_.request(count);
    wake();
}

void HostPlatform::schedule_slice(std::function<bool()> slice) {
    slices_.add(std::move(slice));
    wake();
}

void HostPlatform::set_clipboard_text(std::string_view text) {
    clipboard_ = text;
    if (capturing_) {
        captured_ = clipboard_;
    } else {
        write_clipboard(text);
    }
}

void HostPlatform::begin_capture() {
    capturing_ = true;
    captured_.reset();
}

std::optional<std::string> HostPlatform::end_capture() {
    capturing_ = false;
    return std::exchange(captured_, std::nullopt);
}

std::optional<CaretRect> HostPlatform::take_text_input() {
    return std::exchange(text_input_, std::nullopt);
}

void HostPlatform::note_input() {
    request_frames(FramePacer::kSettleFrames);
}

void HostPlatform::note_pointer() {
    pacer_.note_pointer(now_seconds());
    wake();
}

bool HostPlatform::run_slice() {
    const bool more = slices_.run_one();
    if (!more) request_frames(FramePacer::kSettleFrames);
    return more;
}

}  // namespace mountscope
