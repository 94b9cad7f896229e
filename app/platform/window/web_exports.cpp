// The functions that web/*.js calls, and how they get hold of them.
//
// `connect_page` hands Module.mountscopeConnect one object of functions that take and return JavaScript
// values. Strings and bytes are copied at the border, so neither side keeps memory of the other.
#if defined(__EMSCRIPTEN__)

#include <emscripten.h>
#include <string>

#include "app/platform/window/web_program.hpp"

namespace {

mountscope::WebProgram* program = nullptr;
std::string answer;  // of the last call; JavaScript copies it at once

const char* keep(std::string text) {
    answer = std::move(text);
    return answer.c_str();
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* ms_call(const char* method, const char* arguments) {
    return keep(program->call(method, arguments));
}

EMSCRIPTEN_KEEPALIVE const char* ms_statistics() {
    return keep(program->statistics_json());
}

EMSCRIPTEN_KEEPALIVE void ms_key(const char* code, const char* key, int modifiers, int down) {
    program->key_event(code, key, modifiers, down != 0);
}

EMSCRIPTEN_KEEPALIVE void ms_text(const char* text) {
    program->text_event(text);
}

EMSCRIPTEN_KEEPALIVE void ms_focus(int gained) {
    program->focus_event(gained != 0);
}

EMSCRIPTEN_KEEPALIVE int ms_wants_text() {
    return program->wants_text() ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE void ms_wheel(double x, double y, int modifiers) {
    program->wheel_event(static_cast<float>(x), static_cast<float>(y), modifiers);
}

EMSCRIPTEN_KEEPALIVE void ms_touch(int phase, int finger, double x, double y) {
    program->touch_event(static_cast<mountscope::WebProgram::TouchPhase>(phase), finger,
                         {static_cast<float>(x), static_cast<float>(y)});
}

EMSCRIPTEN_KEEPALIVE void ms_paste(const char* text) {
    program->paste(text);
}

// Null when there was nothing to copy.
EMSCRIPTEN_KEEPALIVE const char* ms_copy(int cut) {
    std::optional<std::string> text = program->copy(cut != 0);
    return text ? keep(*std::move(text)) : nullptr;
}

EMSCRIPTEN_KEEPALIVE void ms_file(const char* name, const char* bytes, unsigned count) {
    program->file_event(name, std::string(bytes, count));
}

EMSCRIPTEN_KEEPALIVE void ms_size(int pixels_wide, int pixels_high) {
    program->size_event(pixels_wide, pixels_high);
}

EMSCRIPTEN_KEEPALIVE void ms_graphics(int lost) {
    program->graphics_event(lost != 0);
}

EMSCRIPTEN_KEEPALIVE void ms_changed(int frames) {
    program->something_changed(frames);
}

EMSCRIPTEN_KEEPALIVE void ms_draw_now() {
    program->draw_now();
}

EMSCRIPTEN_KEEPALIVE void ms_slice() {
    program->on_slice();
}
}

// clang-format off
EM_JS_DEPS(mountscope_exports, "$UTF8ToString,$stringToNewUTF8");
EM_JS(void, page_failed, (const char* why), { Module['mountscopeFailed'](UTF8ToString(why)); });
EM_JS(void, connect_page, (), {
    // Calls `use` with copies of the strings in memory, which are freed afterwards.
    function withStrings(strings, use) {
        var pointers = strings.map(function(text) { return stringToNewUTF8(String(text)); });
        try {
            return use.apply(null, pointers);
        } finally {
            pointers.forEach(function(pointer) { _free(pointer); });
        }
    }
    Module['mountscopeConnect']({
        'call': function(method, json) {
            return withStrings([method, json], function(m, j) { return UTF8ToString(_ms_call(m, j)); });
        },
        'statistics': function() { return UTF8ToString(_ms_statistics()); },
        'key': function(code, key, modifiers, down) {
            withStrings([code, key], function(c, k) { _ms_key(c, k, modifiers, down ? 1 : 0); });
        },
        'text': function(text) { withStrings([text], function(t) { _ms_text(t); }); },
        'focus': function(gained) { _ms_focus(gained ? 1 : 0); },
        'wantsText': function() { return _ms_wants_text() != 0; },
        'wheel': function(x, y, modifiers) { _ms_wheel(x, y, modifiers); },
        'touch': function(phase, finger, x, y) { _ms_touch(phase, finger, x, y); },
        'paste': function(text) { withStrings([text], function(t) { _ms_paste(t); }); },
        'copy': function(cut) {
            var text = _ms_copy(cut ? 1 : 0);
            return text ? UTF8ToString(text) : null;
        },
        'file': function(name, bytes) {
            var pointer = _malloc(bytes.length || 1);
            if (!pointer) return false;
            HEAPU8.set(bytes, pointer);
            withStrings([name], function(n) { _ms_file(n, pointer, bytes.length); });
            _free(pointer);
            return true;
        },
        'size': function(wide, high) { _ms_size(wide, high); },
        'graphics': function(lost) { _ms_graphics(lost ? 1 : 0); },
        'changed': function(frames) { _ms_changed(frames); },
        'drawNow': function() { _ms_draw_now(); },
        'slice': function() { _ms_slice(); },
    });
});
// clang-format on

int main() {
    std::string error;
    program = mountscope::WebProgram::start(error);
    if (program == nullptr) {
        page_failed(error.c_str());
        return 1;
    }
    connect_page();
    return 0;
}

#endif
