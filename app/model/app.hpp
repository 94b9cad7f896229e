#pragma once
// The program: it holds the model, draws the panels, applies what they ask for, and answers scripts.
//
//   App app(platform);                        // Dear ImGui has a context
//   app.frame(width, height, pixel_ratio);    // between ImGui::NewFrame() and ImGui::Render()
//   app.call("run", R"({"text":"mount -t tmpfs t /mnt"})");
//
// `call` is what window.mountscope of the page uses. It answers {"ok":...} or {"error":{"message":...}}:
//
//   method     arguments                        what it does
//   load       {name} or {text}, {kernel},      opens a built-in scenario (id or title), or one given as text
//              {values: {"1": 5}}               of the console's language
//   run        {text}                           as if typed into the console; `output` has what it printed
//   step       {count}, {grain}                 forward, or back when negative; stops at either end; grain
//                                               "command" (unless told), "phase" or "step"
//   goto       {index}, {position}              to the state after that many commands; with a position, into
//                                               the next command, after the step there
//   state      {}                               where we are
//   select     {target}                         a mount by path, mnt_id or the twin's id ("u17"); a peer
//                                               group by "group:1"; "" for nothing
//   kernels    {}                               [{name, versions, years, title}]
//   scenarios  {}                               [{id, title, group}]
//   set        {theme}, {scale}, {help},        theme "dark" or "light", scale 0.5 to 3
//              {stage},                         "trees", "growth", "hash", "queue"
//              {inspector}, {dock},             "code", "mount", "why", "changes"; "console", "events"
//              {grain},                         of the buttons and arrow keys
//              {lanes: ["4.9", "6.18"]}         kernels side by side, 1 to 4
//              {memory: "4G"}                   of the machine, 512M to 1T: the hash has buckets for it
//   growth     {quantity}, {of}, {scale},       how the work grows with N: counts all of it and answers the
//              {kernels}, {wait}                curves; "of" is "last" or "whole", scale "log" or "linear"
//   mountinfo  {process}                        the table as that process would read it
//   hash       {sweep}                          the mount hash at the cursor: {memory, buckets, mounts, ...};
//                                               with sweep true also what the costliest umount compares
//                                               with each memory; see web/API.md
//   queue      {}                               who waits for namespace_sem, and for how long, modelled
//
// load, run, step, goto, state, select and set answer a state:
//
//   {"cursor":7, "size":12, "running":false,    commands before the cursor and in all; a script still runs
//    "hash":"0123456789abcdef",                 of the whole World, equal for equal worlds
//    "table_hash":"6acb78d7",                   of the tables, as stored results of real kernels have it
//    "kernel":"6.18", "memory":"32G", "scenario":"bind-chain", "values":{"1":3},
//    "mounts":33, "groups":1,
//    "tables":[{"name":"main", "count":33, "mounts":[...]}],    lines when all tables hold at most 150
//    "selected":{"unique_id":9, "mnt_id":27, "path":"/mnt/1"},  null when nothing is
//    "command":"mount --bind /a /b", "result":"ok",             that led here; null at the beginning
//    "sentence":"...",                          the caption
//    "error":null,                              the last error of the console, as it was printed
//    "grain":"step",
//    "inside":{"command":8, "position":46, "length":231},       null after a command
//    "lanes":[{"kernel":"4.9", "phase":"mark", "step":46, "steps":115, "sentence":"...", "waits":false,
//              "counters":{"mark_lookup":39}, "whole":{...}, "hash":"...", "result":"ok"}]}

#include <memory>
#include <string>
#include <string_view>

#include "app/model/platform.hpp"

namespace mountscope {

class App {
  public:
    explicit App(Platform& platform);
    ~App();
    App(const App&) = delete;
    App& operator=(const App&) = delete;

    // Sizes are logical pixels.
    void frame(float width, float height, float pixel_ratio);
    // True while something moves by itself.
    bool wants_more_frames() const;

    // A paste of several lines, or with no text field active: it is run in the console.
    void on_paste(std::string text);
    void on_file(std::string name, std::string bytes);
    std::string call(std::string_view method, std::string_view arguments);

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace mountscope
