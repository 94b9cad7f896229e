#pragma once
// The machine behind ShellInterpreter: runs the instructions of shell_code.hpp.
//
// Its files: shell_machine.cpp (steps, frames, ends), shell_machine_words.cpp (expansion),
// shell_machine_output.cpp (where text goes), shell_machine_commands.cpp (which command it is),
// shell_machine_builtins.cpp (those of the shell itself), shell_machine_host.cpp (commands of the host and
// processes).
//
// Everything that is open lies on two stacks: builders (words under construction) and frames (loops,
// functions, subshells...). Popping a frame undoes what its begin did, so any way out of a construct is a
// number of pops.

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text/habits.hpp"
#include "core/text/shell_arithmetic.hpp"
#include "core/text/shell_builtins.hpp"
#include "core/text/shell_code.hpp"
#include "core/text/shell_fields.hpp"
#include "core/text/shell_filters.hpp"
#include "core/text/shell_host.hpp"
#include "core/text/shell_interpreter.hpp"
#include "core/text/shell_variables.hpp"

namespace mountscope::shell {

// Where text goes.
enum class SinkKind : std::uint8_t { kOutput, kError, kNowhere, kCapture };
struct Sink {
    SinkKind kind = SinkKind::kOutput;
    std::size_t capture = 0;  // index into the captures
};

// What comes through a pipe or from a here-document.
struct InputText {
    std::string text;
    std::size_t offset = 0;
};

struct ShellOptions {
    bool exit_on_error = false;   // -e
    bool trace = false;           // -x
    bool unset_is_error = false;  // -u
    bool pipe_fails = false;      // -o pipefail
    bool monitor = false;         // -m: no difference here
};

// What a subshell inherits and cannot change for its parent.
struct Context {
    std::shared_ptr<const WordList> arguments;
    ShellOptions options;
    std::string process;  // empty: main
    Sink output{SinkKind::kOutput, 0};
    Sink error{SinkKind::kError, 0};
    std::shared_ptr<InputText> input;
};

enum class FrameKind : std::uint8_t {
    kLoop,
    kSubshell,  // ( ... )
    kCapture,   // $( ... )
    kPipe,      // a stage of a pipeline
    kProcess,   // a program in a process of its own
    kCall,      // of a function
    kScript,    // sh FILE
    kEval,      // eval, source: the same shell, other text
    kRedirect,
    kTimed,      // reports how long it took
    kTemporary,  // x=1 command: variables for the time of a command
};

// A process that a command without a name for it has started, and the one that commands ran in before.
struct OwnedProcess {
    std::string name;
    std::string before;
};

struct SavedVariable {
    std::string name;
    Variable variable;
};

struct Frame {
    FrameKind kind = FrameKind::kLoop;
    bool ends_itself = false;  // as soon as it is on top and nothing is left to run in it
    std::size_t builders = 0;  // heights of the other stacks below it
    std::size_t owned = 0;
    std::size_t captures = 0;
    std::size_t suppressed = 0;        // conditions around it
    std::uint32_t next = 0;            // where `continue` goes, or where it returns to
    std::uint32_t end = 0;             // where `break` or `exit` goes
    int status = 0;                    // of a loop, so far
    int pipe_status = 0;               // of the stages before, for pipefail
    std::shared_ptr<const Code> code;  // to return to
    std::unique_ptr<Context> saved;
    std::unique_ptr<WordList> words;  // what a `for` goes over
    std::size_t next_word = 0;
    std::vector<SavedVariable> locals;
    std::string file;  // a redirection to it: its capture becomes the file's text
    bool appends = false;
    std::string format;  // of the time
    bool is_source = false;
};

// Host commands of one simple command that are still to be run.
struct PendingCommands {
    std::vector<ScenarioWords> commands;
    std::size_t next = 0;
    bool stop_at_failure = true;
    int status = 0;
    std::string process;     // not empty: the first command starts this process, the others run in it
    bool has_frame = false;  // and this program too
    std::vector<std::string> program;
    std::size_t owned = 0;
};

class Machine final : public ArithmeticVariables {
  public:
    Machine(ShellHost& host, const ShellLimits& limits);
    virtual ~Machine() = default;

    void start(std::shared_ptr<const Code> code);
    bool step();
    void stop();

    ShellState state() const { return state_; }
    int status() const { return status_; }
    const std::optional<ShellError>& error() const { return error_; }
    ShellPosition position() const { return last_at_; }
    std::size_t commands_run() const { return commands_; }
    bool ended_by_errexit() const { return ended_by_errexit_; }
    void set_arguments(std::vector<std::string> arguments);
    std::vector<std::string> arguments() const;
    ShellVariables& variables() { return variables_; }
    const std::string& process() const { return context_.process; }
    void forget_processes();

    std::optional<std::string> get_variable(std::string_view name) override;
    bool set_variable(std::string_view name, std::int64_t value) override;

  private:
    // Steps (shell_machine.cpp).
    void advance();
    void execute(const Instruction& instruction);
    void execute_flow(const Instruction& instruction);
    void execute_scope(const Instruction& instruction);
    const std::string& text_of(const Instruction& instruction) const {
        return code_->texts[instruction.text];
    }
    bool charge(std::size_t work);

    // Frames and ends (shell_machine_frames.cpp).
    Frame* push_frame(FrameKind kind);
    bool push_subshell(FrameKind kind, std::uint32_t end, bool isolated);
    void pop_frame();
    void unwind(std::size_t height);
    std::optional<std::size_t> find_shell_frame() const;
    void end_processes(std::size_t height);
    void exit_shell(int status);
    void finish(ShellState state);
    void check_errexit();
    void enter_code(std::shared_ptr<const Code> code, std::uint32_t entry);
    void run_text(std::string_view text, std::string name, FrameKind kind);
    void next_word_of_loop(const Instruction& instruction);
    void end_loop();
    void next_stage(const Instruction& instruction, bool is_last);

    // Failing (shell_machine_frames.cpp).
    void fail_limit(std::string what, std::string expected);
    void fail_limit(const LimitProblem& problem) { fail_limit(problem.what, problem.expected); }
    void fail_shell(std::string what, std::string expected);

    // Words (shell_machine_words.cpp).
    WordBuilder& builder() { return builders_.back(); }
    void open_builder(BuildMode mode);
    std::string take_text();
    void check(std::optional<LimitProblem> problem);
    std::optional<std::string> parameter(const std::string& name);
    std::optional<std::string> required_parameter(const std::string& name);
    bool has_value(const Instruction& instruction);
    void append_value(const std::string& value, bool quoted);
    void append_parameter(const Instruction& instruction);
    void append_arguments(bool quoted);
    void append_length(const Instruction& instruction);
    void value_or(const Instruction& instruction);
    void assign_default(const Instruction& instruction);
    void report_missing(const Instruction& instruction);
    void trim_value(const Instruction& instruction);
    void append_arithmetic(const Instruction& instruction);
    void end_capture(const Instruction& instruction);
    void match_case(const Instruction& instruction);
    std::string separators() const;
    std::optional<std::int64_t> evaluate(const std::string& expression);
    bool assign(const std::string& name, std::string_view value);
    void assign_text(const Instruction& instruction, bool before_command);

    // Output (shell_machine_output.cpp).
    void write(Sink sink, std::string_view text);
    void write_output(std::string_view text) { write(context_.output, text); }
    void write_error(std::string_view text) { write(context_.error, text); }
    void note(const std::string& text);
    std::size_t open_capture();
    std::string take_capture(std::size_t index);
    void redirect(const Instruction& instruction);
    void redirect_for_shell(const ScenarioWords& words);
    bool redirect_to_file(Frame& frame, int descriptor, const std::string& path, bool with_text);
    void copy_descriptor(int descriptor, const std::string& source);
    void refuse_redirection(const std::string& error);
    void end_redirect();
    bool keep_text(const std::string& name, std::string text);
    std::optional<std::string> known_text(const std::string& name);

    // Commands (shell_machine_commands.cpp).
    void run_words();
    void trace(const std::vector<std::string>& words);
    void dispatch(Words words, bool allow_functions);
    bool set_temporarily(const std::vector<std::pair<std::string, std::string>>& assignments);
    void call_function(const Words& words);
    bool run_shell_builtin(const Words& words);
    bool run_text_builtin(const Words& words);
    bool run_filter(const Words& words);
    bool run_script_command(const Words& words);
    void run_script(const std::string& text, const std::string& name, Words arguments,
                    const std::string& flags);
    bool run_unwrapped(const Words& words);
    void report(const BuiltinResult& result);
    void report_error(const std::string& text, int status);
    std::optional<std::string> read_file(const std::string& name, int& status);

    // The shell's own commands (shell_machine_builtins.cpp).
    void builtin_break(const Words& words);
    void builtin_return(const Words& words);
    void builtin_exit(const Words& words);
    void builtin_set(const Words& words);
    bool set_option(char letter, bool on);
    bool set_long_option(const std::string& name, bool on);
    void print_variables(bool exported_only);
    void builtin_shift(const Words& words);
    void builtin_export(const Words& words);
    void builtin_local(const Words& words);
    void builtin_unset(const Words& words);
    void builtin_eval(const Words& words);
    void builtin_source(const Words& words);
    void builtin_read(const Words& words);
    void builtin_type(const Words& words);
    void builtin_trap(const Words& words);
    void builtin_let(const Words& words);
    bool declare_variables(const Words& words, bool exported, bool read_only);
    std::optional<int> status_argument(const Words& words);
    std::string describe_command(const std::string& name) const;
    void replace_arguments(std::vector<std::string> arguments);

    // Host commands (shell_machine_host.cpp).
    void run_habit(const Words& words);
    ShellOutcome call_host(const ScenarioWords& words);
    ScenarioWords in_process(ScenarioWords words) const;
    void run_pending();
    void finish_pending();
    bool fork_if_needed(const ScenarioWords& words);
    void watch_processes(const ScenarioWords& words);

    ShellHost& host_;
    const ShellLimits limits_;
    WordLedger ledger_{limits_};
    ShellVariables variables_{limits_};
    std::shared_ptr<const Code> code_;
    std::shared_ptr<const Code> main_code_;
    std::uint32_t next_ = 0;  // the next instruction
    std::uint32_t next_line_ = 0;
    int status_ = 0;
    ShellState state_ = ShellState::kIdle;
    std::optional<ShellError> error_;
    bool ended_by_errexit_ = false;

    Context context_;
    std::vector<WordBuilder> builders_;
    std::vector<Frame> frames_;
    std::vector<std::string> captures_;
    std::size_t capture_bytes_ = 0;
    std::vector<OwnedProcess> owned_;  // they end with their frame, or by `exit` on the outermost level
    std::optional<PendingCommands> pending_;
    std::unordered_map<std::string, std::string> texts_;  // files made by `cat > NAME <<EOF`
    std::size_t text_bytes_ = 0;

    std::size_t suppressed_ = 0;  // conditions around the current command: failures there end nothing
    bool captured_ = false;       // a $(...) ran since the assignment began
    bool command_ran_ = false;
    ShellPosition at_;       // of the current instruction
    ShellPosition last_at_;  // of the last command, in the main text
    std::size_t commands_ = 0;
    std::size_t host_calls_ = 0;
    std::size_t work_ = 0;
    std::size_t output_bytes_ = 0;
    std::size_t scripts_ = 0;
    std::set<std::string> notes_;
};

}  // namespace mountscope::shell
