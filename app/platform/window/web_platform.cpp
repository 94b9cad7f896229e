#if defined(__EMSCRIPTEN__)

#include "app/platform/window/web_platform.hpp"

#include <emscripten.h>
#include <string>

// Keys of Module and of the page's object are quoted: the closure compiler renames what is not.
// clang-format off
EM_JS_DEPS(mountscope_platform, "$UTF8ToString");
EM_JS(void, page_open_url, (const char* url), {
    Module['mountscopePage']['openUrl'](UTF8ToString(url));
});
EM_JS(void, page_download, (const char* name, const char* type, const void* bytes, int count), {
    Module['mountscopePage']['download'](UTF8ToString(name), UTF8ToString(type), HEAPU8.slice(bytes, bytes + count));
});
EM_JS(void, page_choose_file, (), { Module['mountscopePage']['chooseFile'](); });
EM_JS(void, page_ask_for_text, (const char* title), { Module['mountscopePage']['askForText'](UTF8ToString(title)); });
EM_JS(int, page_reduced_motion, (), { return Module['mountscopePage']['reducedMotion']() ? 1 : 0; });
EM_JS(int, page_prefers_dark, (), { return Module['mountscopePage']['prefersDark']() ? 1 : 0; });
EM_JS(void, page_message, (const char* json), { Module['mountscopePage']['message'](UTF8ToString(json)); });
EM_JS(void, page_accessible_text, (const char* json), {
    Module['mountscopePage']['set_accessible_text'](UTF8ToString(json));
});
EM_JS(void, page_text_input, (int active, double x, double y, double height), {
    Module['mountscopePage']['textInput'](active != 0, x, y, height);
});
EM_JS(void, page_write_clipboard, (const char* text), {
    Module['mountscopePage']['writeClipboard'](UTF8ToString(text));
});
// clang-format on

namespace mountscope {
namespace {

bool same(const std::optional<CaretRect>& a, const std::optional<CaretRect>& b) {
    if (!a || !b) return a.has_value() == b.has_value();
    return a->x == b->x && a->y == b->y && a->height == b->height;
}

std::string terminated(std::string_view text) {
    return std::string(text);
}

}  // namespace

void WebPlatform::open_url(std::string_view url) {
    page_open_url(terminated(url).c_str());
}

void WebPlatform::download(std::string_view name, std::string_view mime_type,
                           std::span<const std::uint8_t> bytes) {
    page_download(terminated(name).c_str(), terminated(mime_type).c_str(), bytes.data(),
                  static_cast<int>(bytes.size()));
}

void WebPlatform::choose_file() {
    page_choose_file();
}

void WebPlatform::ask_for_text(std::string_view title) {
    page_ask_for_text(terminated(title).c_str());
}

bool WebPlatform::reduced_motion() const {
    return page_reduced_motion() != 0;
}

bool WebPlatform::prefers_dark() const {
    return page_prefers_dark() != 0;
}

double WebPlatform::now_seconds() const {
    return emscripten_get_now() / 1000;
}

void WebPlatform::post_message_to_page(std::string_view json) {
    page_message(terminated(json).c_str());
}

void WebPlatform::set_accessible_text(std::string_view json) {
    page_accessible_text(terminated(json).c_str());
}

void WebPlatform::write_clipboard(std::string_view text) {
    page_write_clipboard(terminated(text).c_str());
}

void WebPlatform::show_text_input(const std::optional<CaretRect>& caret) {
    if (same(caret, shown_text_input_)) return;
    shown_text_input_ = caret;
    const CaretRect shown = caret.value_or(CaretRect{});
    page_text_input(caret.has_value() ? 1 : 0, static_cast<double>(shown.x), static_cast<double>(shown.y),
                    static_cast<double>(shown.height));
}

}  // namespace mountscope

#endif
