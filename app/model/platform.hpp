// What the program may ask of the machine it runs on: a browser page or a desktop window.
//
// Use: the App keeps the reference it was given and calls it from inside its own functions.
//
//     if (copy_clicked) platform.set_clipboard_text(mountinfo_line);
//     platform.schedule_slice([this] { return load_a_thousand_lines(); });  // true while lines are left
//
// What needs no call here, because Dear ImGui already carries it:
//  * the shape of the mouse cursor: `ImGui::SetMouseCursor`;
//  * which text field is active and where its caret is: Dear ImGui's own fields report both. Only a field
//    that the program draws and edits by itself uses `set_text_input`;
//  * copy, cut and paste of one line inside Dear ImGui's text fields. Every other paste (several lines, or
//    no field active) arrives by App::on_paste, because a one-line field would glue the lines together;
//  * pinching, by touch or touchpad: it arrives as a turn of the wheel with Ctrl held, where a turn by w
//    means a zoom by 1.25 to the power of w. A long press arrives as a click with the right button.
//
// Invariants: every call returns at once and none draws. Nothing is called after the App was destroyed.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace mountscope {

struct CaretRect {
    float x = 0;  // logical pixels, from the upper left corner of the drawing area
    float y = 0;
    float height = 0;  // of the line of text
};

class Platform {
  public:
    virtual ~Platform() = default;

    // The last text that was pasted, copied or cut. A browser tells the text of other programs only when
    // the user pastes.
    virtual std::string clipboard_text() = 0;
    virtual void set_clipboard_text(std::string_view text) = 0;

    // Opens an address in a new browser tab. Only http and https addresses are opened.
    virtual void open_url(std::string_view url) = 0;

    // Draws at least `count` more frames; nothing is drawn otherwise, unless there is input or
    // App::wants_more_frames says so.
    virtual void request_frames(int count) = 0;

    // For text fields that are not Dear ImGui's own: call in every frame in which such a field has the focus.
    // Typed characters then arrive in ImGuiIO::InputQueueCharacters, keys as Dear ImGui key events.
    virtual void set_text_input(CaretRect caret) = 0;

    // Gives the user a file to keep.
    virtual void download(std::string_view name, std::string_view mime_type,
                          std::span<const std::uint8_t> bytes) = 0;

    // Lets the user choose a file, which arrives by App::on_file. Call it in the frame that sees the click.
    virtual void choose_file() = 0;

    // Offers a large plain text field outside the drawing, for texts that are awkward to paste or type into
    // the program (telephones, input methods). What the user accepts arrives by App::on_paste.
    virtual void ask_for_text(std::string_view title) = 0;

    virtual bool reduced_motion() const = 0;
    virtual bool prefers_dark() const = 0;

    // Seconds since the program began; never goes back.
    virtual double now_seconds() const = 0;

    // Tells the page, and the page that embeds it, what happened: a JSON object with a member "event", such
    // as {"event":"step","cursor":3,"count":9}. Listeners of window.mountscope.on("step", ...) get it all.
    virtual void post_message_to_page(std::string_view json) = 0;

    // The text twin of the picture, for screen readers and for the browser's own search. A JSON object; each
    // member is optional and replaces what was there:
    //     "status": one sentence, spoken at once
    //     "label":  what the tree is called
    //     "items":  [{"id":"17","label":"/mnt/1","level":2,"expanded":true,"selected":false}, ...]
    // Levels count from 1. Choosing an item calls the App's method "select" with {"target": id}.
    virtual void set_accessible_text(std::string_view json) = 0;

    // Runs `slice` again and again between frames until it returns false. A slice should take at most 8 ms.
    // Several may be scheduled; they take turns. A frame is drawn after the last one has ended.
    virtual void schedule_slice(std::function<bool()> slice) = 0;
};

}  // namespace mountscope
