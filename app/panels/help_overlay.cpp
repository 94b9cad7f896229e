#include "app/panels/help_overlay.hpp"

#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <span>

#include "app/theme/widgets.hpp"

#include "assets/icons.hpp"

namespace mountscope {
namespace {

struct KeyLine {
    std::string_view keys;  // separated by blanks
    std::string_view meaning;
};

constexpr KeyLine kStepping[] = {
    {"\xe2\x86\x90 \xe2\x86\x92", "one command, phase or step back, forward"},
    {"M", "which of these: command, phase, step"},
    {", .", "one thing the kernel looks at back, forward"},
    {"Home End", "to the beginning, to the end"},
    {"Space", "play, pause"},
    {"Z Shift+Z", "undo, redo; nothing is ever lost"},
    {"N Shift+N", "a larger, a smaller N"},
    {"U Shift+U", "more, less memory: buckets of the mount hash"},
};
constexpr KeyLine kLooking[] = {
    {"Tab Shift+Tab", "next, previous mount, then the panels"},
    {"\xe2\x86\x91 \xe2\x86\x93", "in a list: the row above, below"},
    {"Enter", "open or close a fold; press a button"},
    {"F Shift+F", "fit everything, fit the selection"},
    {"+ \xe2\x88\x92 0", "larger, smaller, usual size of everything"},
    {"W A", "why does this mount exist? the algorithm"},
    {"G B Q", "growth, hash buckets, queue; again: trees"},
    {"L", "the list of scenarios"},
    {"Esc", "close, deselect, back to the picture"},
};
constexpr KeyLine kProgram[] = {
    {"I `", "the console"},
    {"K C", "another kernel; two side by side, or one"},
    {"T", "dark, light"},
    {"? H", "this page"},
};

struct LanguageLine {
    std::string_view text;
    std::string_view meaning;
};

constexpr LanguageLine kLanguage[] = {
    {"mount -t tmpfs NAME DIR", "a new file system"},
    {"mount --bind A B, --rbind, --move", "bind, with what is inside, move"},
    {"mount --make-shared DIR, --make-r...", "or slave, private, unbindable"},
    {"umount DIR, umount -l DIR", "plain, lazy"},
    {"pivot_root NEW OLD, chroot DIR", "another root"},
    {"unshare -m NAME, -Um", "a process in a new namespace, of a new user"},
    {"ns NAME COMMAND", "run it in that process"},
    {"fork, nsenter -m, exit", "processes"},
    {"mkdir -p, rmdir, touch, rm, cd", "directories and files"},
    {"open PATH as FD, close FD", "keep a mount busy"},
    {"for i in $(seq 3); do ...; done", "the shell's loops, variables, && and ; too"},
};
constexpr LanguageLine kOwn[] = {
    {"undo, redo, goto 7, history", "go back and forth"},
    {"why PATH", "select a mount and tell where it comes from"},
    {"mountinfo, ls, where PATH", "look around"},
    {"reset, state, kernel, clear", "start anew, numbers, rules, wipe"},
};

class Page {
  public:
    Page(Ui& ui, const Box& box) : ui_(ui), box_(box) {}

    // Returns the height of what was drawn.
    float draw(float top) {
        const float gap = ui_.px(32);
        const bool two = box_.w > ui_.px(640);
        const float width = two ? (box_.w - gap) * 0.46f : box_.w;
        x_ = box_.x;
        y_ = top;
        key_width_ = ui_.px(128);
        width_ = width;
        keys("STEPPING", kStepping);
        keys("LOOKING", kLooking);
        keys("PROGRAM", kProgram);
        const float left_end = y_;
        if (two) {
            x_ = box_.x + width + gap;
            width_ = box_.w - width - gap;
            y_ = top;
        }
        language("CONSOLE: COMMANDS", kLanguage);
        language("CONSOLE: ITS OWN", kOwn);
        ui_.paragraph(
            {x_, y_}, width_,
            "Whole scripts can be pasted. Up and Down bring back earlier lines, Tab completes, Esc leaves. "
            "sudo, ./mount and the like are understood.",
            {.ink = Ink::kTextSecond}, 19);
        y_ += ui_.px(60);
        return std::max(left_end, y_) - top;
    }

  private:
    void keys(std::string_view title, std::span<const KeyLine> lines) {
        heading(ui_, {x_, y_}, title);
        y_ += ui_.px(24);
        for (const KeyLine& line : lines) {
            float x = x_;
            std::string_view rest = line.keys;
            while (!rest.empty()) {
                const std::size_t end = std::min(rest.find(' '), rest.size());
                x += key_cap(ui_, {x, y_}, rest.substr(0, end)) + ui_.px(6);
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
            const float at = std::max(x_ + key_width_, x + ui_.px(4));
            ui_.text_in({at, y_, x_ + width_ - at, ui_.px(22)}, line.meaning, {.ink = Ink::kTextSecond});
            y_ += ui_.px(28);
        }
        y_ += ui_.px(12);
    }

    void language(std::string_view title, std::span<const LanguageLine> lines) {
        heading(ui_, {x_, y_}, title);
        y_ += ui_.px(24);
        for (const LanguageLine& line : lines) {
            const float command = width_ * 0.52f;
            ui_.text_in({x_, y_, command - ui_.px(8), ui_.px(22)}, line.text,
                        {.font = FontRole::kMono, .size = 12});
            ui_.text_in({x_ + command, y_, width_ - command, ui_.px(22)}, line.meaning,
                        {.ink = Ink::kTextSecond, .size = 12.5f});
            y_ += ui_.px(24);
        }
        y_ += ui_.px(12);
    }

    Ui& ui_;
    Box box_;
    float x_ = 0;
    float y_ = 0;
    float width_ = 0;
    float key_width_ = 0;
};

}  // namespace

void draw_help_overlay(Ui& ui, const Box& window, const AppModel& model, Commands& commands) {
    if (!model.view.help) return;
    ui.focus.set_region(FocusRegion::kOverlay);
    ui.fill(window, Ink::kGround, 0, 0.72f);
    const float width = std::min(window.w - ui.px(32), ui.px(960));
    const float height = std::min(window.h - ui.px(32), ui.px(640));
    const Box page{std::round(window.x + (window.w - width) / 2),
                   std::round(window.y + (window.h - height) / 2), width, height};
    ui.fill(page, Ink::kPanel, ui.px(12));
    ui.outline(page, Ink::kLine, ui.px(12));
    ui.text({page.x + ui.px(28), page.y + ui.px(20)}, "Keys and console",
            {.font = FontRole::kSemiBold, .size = 17});
    const Box close{page.x + page.w - ui.px(48), page.y + ui.px(16), ui.px(30), ui.px(30)};
    const bool closed = icon_button(ui, "help-close", close, {.icon = kIconX, .tooltip = "Close (Esc)"});
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const bool outside =
        ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !page.contains({pointer.x, pointer.y});
    if (closed || outside) commands.push(ShowHelp{false});

    const Box content{page.x + ui.px(28), page.y + ui.px(60), page.w - ui.px(48), page.h - ui.px(72)};
    ui.begin_scroll("help", content);
    const float top = ImGui::GetCursorScreenPos().y;
    const float used = Page(ui, {content.x, content.y, content.w - ui.px(16), content.h}).draw(top);
    ui.end_scroll(used);
}

}  // namespace mountscope
