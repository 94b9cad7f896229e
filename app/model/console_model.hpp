#pragma once
// The console: takes lines, runs them as shell programs one command at a time, and keeps what was printed.
//
//   console.submit("for i in 1 2 3; do mount --bind /a /a; done");
//   while (console.step()) {}                 // one command each; the App does it in slices between frames
//   console.lines();                          // prompt, text, kind
//   console.complete("umount /m", 9);         // what Tab puts in
//
// What concerns more than the story (select, help, another kernel) is handed out by take_requests().
// Invariants: nothing is parsed twice, a script that is cancelled keeps the commands it has run, and lines
// never grow beyond a limit.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/commands.hpp"
#include "app/model/session.hpp"

namespace mountscope {

struct ConsoleLine {
    enum class Kind : std::uint8_t { kInput, kOutput, kError, kNote };
    Kind kind = Kind::kOutput;
    std::string prompt;  // kInput only
    std::string text;
    // The first command of the story that it ran, 0: none; so the line can be told from the future.
    std::size_t step = 0;
    std::uint64_t story = 0;
};

struct ConsoleCompletion {
    std::size_t begin = 0;  // of the text that is replaced, up to the cursor
    std::string insert;     // "" when nothing can be said
    std::vector<std::string> candidates;
};

struct ShellProgram;

class ConsoleModel {
  public:
    explicit ConsoleModel(Session& session);
    ~ConsoleModel();
    ConsoleModel(const ConsoleModel&) = delete;
    ConsoleModel& operator=(const ConsoleModel&) = delete;

    // A line, or a whole script. An unfinished line (a loop without its end) waits for more.
    void submit(std::string text);
    // Begins a new story with the scenario's script.
    void load(ScenarioInfo scenario, int parameter, const KernelProfile& kernel);
    // Runs all commands of the story again, from the beginning, under another kernel or on another machine.
    void replay(const KernelProfile& kernel, bool tells = true);
    // An empty machine.
    void reset();
    // Runs the next command; false when there is none left.
    bool step();
    bool running() const;
    void cancel();

    const std::vector<ConsoleLine>& lines() const { return lines_; }
    // How many lines there have ever been, and what was printed since then, without what was typed.
    std::size_t lines_ever() const { return dropped_ + lines_.size(); }
    std::string text_since(std::size_t count) const;
    const std::vector<std::string>& history() const { return history_; }
    std::string prompt() const;  // "main #", or ">" while a line is unfinished
    std::size_t commands_run() const;
    const std::string& last_error() const { return last_error_; }
    // Commands whose result was not the expected one, in the script that was run last.
    std::size_t unexpected() const { return unexpected_; }
    ConsoleCompletion complete(std::string_view text, std::size_t cursor) const;
    std::vector<AppCommand> take_requests() { return std::exchange(requests_, {}); }

    // --- for the host of the shell
    void print(ConsoleLine::Kind kind, std::string_view text);
    void note_unexpected() { ++unexpected_; }
    void request(AppCommand command) { requests_.push_back(std::move(command)); }
    void clear();

  private:
    struct Shell;
    struct Replay;

    void start(const ShellProgram& program);
    void begin_script(const std::string& text);
    void script_arguments(int n);
    void ended();
    void leave_lost_process();
    void echo(const std::vector<std::string_view>& lines);
    void mark_line_of_step();
    void remember(const std::vector<std::string_view>& lines);
    void trim();

    Session& session_;
    std::unique_ptr<Shell> shell_;
    std::unique_ptr<Replay> replay_;
    std::vector<std::string> waiting_;  // submitted while something runs
    std::vector<ConsoleLine> lines_;
    std::size_t dropped_ = 0;
    std::vector<std::size_t> places_;  // by line of the program that runs: which line shows it
    std::vector<std::string> history_;
    std::vector<AppCommand> requests_;
    std::string unfinished_;
    std::string last_error_;
    std::size_t unexpected_ = 0;
    bool drop_arguments_ = false;
    bool open_line_ = false;  // the last line has no end yet
};

}  // namespace mountscope
