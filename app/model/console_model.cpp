#include "app/model/console_model.hpp"

#include <algorithm>

#include "core/text/scenario.hpp"
#include "core/text/shell_completion.hpp"
#include "core/text/shell_interpreter.hpp"

#include "app/model/console_host.hpp"

namespace mountscope {
namespace {

constexpr std::size_t kMostLines = 20'000;
constexpr std::size_t kKeptLines = 10'000;
constexpr std::size_t kMostHistory = 1'000;
constexpr std::size_t kMostEchoed = 400;  // lines of a script that are shown before it runs
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
constexpr int kUsualN = 3;
constexpr int kLargestN = 16;

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool is_blank(std::string_view line) {
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

// The lines `#: KEY=VALUE` of a scenario set how it runs; the shell takes them for comments.
RunOptions options_in(std::string_view text) {
    std::string settings;
    for (const std::string_view line : split_lines(text)) {
        if (line.starts_with("#:")) settings += std::string(line) + "\n";
    }
    RunOptions options;
    const ScenarioResult parsed = parse_scenario(settings);
    if (!parsed.error) options.initial_directories = parsed.scenario.settings.initial_directories;
    return options;
}

}  // namespace

struct ConsoleModel::Shell {
    Shell(Session& session, ConsoleModel& console) : host(session, console), interpreter(host) {}
    ConsoleHost host;
    ShellInterpreter interpreter;
};

// Commands of a story that are run again, under another kernel.
struct ConsoleModel::Replay {
    std::vector<std::pair<std::string, Command>> commands;
    std::size_t next = 0;
};

ConsoleModel::ConsoleModel(Session& session)
    : session_(session), shell_(std::make_unique<Shell>(session, *this)) {}
ConsoleModel::~ConsoleModel() = default;

bool ConsoleModel::running() const {
    return replay_ != nullptr || shell_->interpreter.state() == ShellState::kRunning;
}

std::string ConsoleModel::prompt() const {
    if (!unfinished_.empty()) return ">";
    const std::string& entered = shell_->interpreter.process();
    const std::string process = entered.empty() ? "main" : entered;
    const std::string directory = shell_->host.working_directory(process);
    return process + (directory == "/" || directory.empty() ? "" : ":" + directory) + " #";
}

void ConsoleModel::submit(std::string text) {
    if (running()) {
        waiting_.push_back(std::move(text));
        return;
    }
    const std::vector<std::string_view> lines = split_lines(text);
    echo(lines);
    remember(lines);
    unfinished_ += text;
    if (!unfinished_.ends_with('\n')) unfinished_ += '\n';
    leave_lost_process();
    const ParseResult parsed = parse_shell(unfinished_);
    if (parsed.incomplete) return;
    const std::string whole = std::exchange(unfinished_, {});
    if (parsed.error) {
        last_error_ = format_shell_error("sh", *parsed.error);
        print(ConsoleLine::Kind::kError, last_error_);
        return;
    }
    last_error_.clear();
    const bool is_script =
        std::ranges::count_if(split_lines(whole), [](auto line) { return !is_blank(line); }) > 2;
    if (parsed.program.arguments_used > 0 && shell_->interpreter.arguments().empty() && is_script) {
        begin_script(whole);
    }
    start(parsed.program);
}

// A script that wants a $1 and was given none begins a story of its own, so that its N can be changed.
void ConsoleModel::begin_script(const std::string& text) {
    ScenarioInfo scenario = read_scenario_head("script", text);
    if (scenario.title == scenario.id) scenario.title = "A script from the console";
    if (!scenario.parameter) scenario.parameter = ScenarioParameter{"1", kUsualN, 1, kLargestN};
    const int n = scenario.parameter->value;
    print(ConsoleLine::Kind::kNote, "(the script takes $1: it runs on an empty machine with N = " +
                                        std::to_string(n) + "; the chip N above changes it)");
    const KernelProfile& kernel = session_.timeline().kernel();
    const RunOptions options = options_in(text);
    session_.begin(std::move(scenario), n, kernel, options);
    script_arguments(n);
    request(Select{});
}

void ConsoleModel::script_arguments(int n) {
    shell_->interpreter.set_arguments({std::to_string(n)});
    shell_->interpreter.set_variable("N", std::to_string(n));
    shell_->interpreter.set_variable("n", std::to_string(n));
    drop_arguments_ = true;
}

void ConsoleModel::start(const ShellProgram& program) {
    unexpected_ = 0;
    shell_->interpreter.start(program);
}

void ConsoleModel::load(ScenarioInfo scenario, int parameter, const KernelProfile& kernel) {
    cancel();
    const std::string text = scenario.text;
    shell_ = std::make_unique<Shell>(session_, *this);
    unfinished_.clear();
    last_error_.clear();
    lines_.clear();
    dropped_ = 0;
    print(ConsoleLine::Kind::kNote, "# " + scenario.title);
    const bool has_parameter = scenario.parameter.has_value();
    session_.begin(std::move(scenario), parameter, kernel, options_in(text));
    echo(split_lines(text));
    if (has_parameter) script_arguments(parameter);
    const ParseResult parsed = parse_shell(text);
    if (parsed.error) {
        last_error_ = format_shell_error("sh", *parsed.error);
        print(ConsoleLine::Kind::kError, last_error_);
        return;
    }
    start(parsed.program);
}

void ConsoleModel::replay(const KernelProfile& kernel, bool tells) {
    cancel();
    auto again = std::make_unique<Replay>();
    const Timeline& timeline = session_.timeline();
    for (std::size_t i = 1; i <= timeline.size(); ++i) {
        again->commands.emplace_back(timeline.step(i).text, timeline.step(i).command);
    }
    const RunOptions options = timeline.run_options();
    session_.begin(session_.scenario(), session_.parameter(), kernel, options);
    shell_->interpreter.forget_processes();
    if (tells)
        print(ConsoleLine::Kind::kNote,
              "(all commands run anew under Linux " + std::string(kernel.name) + ")");
    replay_ = std::move(again);
}

void ConsoleModel::reset() {
    ScenarioInfo empty;
    empty.title = "An empty machine";
    session_.begin(std::move(empty), 0, session_.timeline().kernel(), {});
    shell_->interpreter.forget_processes();
    request(Select{});
}

bool ConsoleModel::step() {
    if (replay_ != nullptr) {
        if (replay_->next < replay_->commands.size()) {
            auto& [text, command] = replay_->commands[replay_->next++];
            session_.execute(std::move(text), command);
        }
        if (replay_->next >= replay_->commands.size()) replay_.reset();
    } else if (shell_->interpreter.state() == ShellState::kRunning) {
        const std::uint64_t revision = session_.revision();
        const bool more = shell_->interpreter.step();
        if (session_.revision() != revision) mark_line_of_step();
        if (!more) ended();
    }
    if (!running() && !waiting_.empty()) {
        std::string next = std::move(waiting_.front());
        waiting_.erase(waiting_.begin());
        submit(std::move(next));
    }
    return running();
}

void ConsoleModel::ended() {
    open_line_ = false;
    const ShellInterpreter& shell = shell_->interpreter;
    if (shell.error()) {
        last_error_ = format_shell_error("sh", *shell.error());
        print(ConsoleLine::Kind::kError, last_error_);
    }
    if (shell.ended_by_errexit()) print(ConsoleLine::Kind::kNote, "(set -e: the script ends here)");
    if (drop_arguments_) shell_->interpreter.set_arguments({});
    drop_arguments_ = false;
}

void ConsoleModel::cancel() {
    waiting_.clear();
    if (!running()) return;
    const std::size_t run = commands_run();
    replay_.reset();
    if (shell_->interpreter.state() == ShellState::kRunning) shell_->interpreter.stop();
    print(ConsoleLine::Kind::kNote, "(stopped after " + std::to_string(run) + " commands)");
    ended();
}

std::size_t ConsoleModel::commands_run() const {
    return replay_ != nullptr ? replay_->next : shell_->interpreter.commands_run();
}

// The process that was entered may not exist in the state that is looked at now.
void ConsoleModel::leave_lost_process() {
    const std::string& process = shell_->interpreter.process();
    if (!process.empty() && !session_.timeline().world().find_process(process))
        shell_->interpreter.forget_processes();
}

void ConsoleModel::echo(const std::vector<std::string_view>& lines) {
    std::size_t shown = 0;
    bool first = unfinished_.empty();
    if (first) places_.clear();
    for (const std::string_view line : lines) {
        places_.push_back(kNowhere);
        const bool is_comment = lines.size() > 1 && line.starts_with('#');
        if ((is_blank(line) && lines.size() > 1) || is_comment || ++shown > kMostEchoed) continue;
        places_.back() = lines_ever();
        lines_.push_back({ConsoleLine::Kind::kInput, first ? prompt() : ">", std::string(line)});
        first = first || unfinished_.empty();
    }
    if (shown > kMostEchoed) {
        print(ConsoleLine::Kind::kNote, "(and " + std::to_string(shown - kMostEchoed) + " more lines)");
    }
    trim();
}

// The line that is being run has made a command of the story.
void ConsoleModel::mark_line_of_step() {
    const std::size_t line = shell_->interpreter.position().line;
    if (line == 0 || line > places_.size()) return;
    const std::size_t place = places_[line - 1];
    if (place == kNowhere || place < dropped_ || place - dropped_ >= lines_.size()) return;
    ConsoleLine& shown = lines_[place - dropped_];
    if (shown.step != 0) return;
    shown.step = session_.timeline().cursor();
    shown.story = session_.story();
}

void ConsoleModel::remember(const std::vector<std::string_view>& lines) {
    for (const std::string_view line : lines) {
        if (is_blank(line) || (!history_.empty() && history_.back() == line)) continue;
        history_.emplace_back(line);
    }
    if (history_.size() > kMostHistory) {
        history_.erase(history_.begin(), history_.end() - static_cast<std::ptrdiff_t>(kMostHistory));
    }
}

void ConsoleModel::print(ConsoleLine::Kind kind, std::string_view text) {
    if (kind == ConsoleLine::Kind::kError)
        last_error_ = std::string(text.substr(0, text.find_last_not_of('\n') + 1));
    for (const std::string_view line : split_lines(text)) {
        if (open_line_ && !lines_.empty()) {
            lines_.back().text += line;
        } else {
            lines_.push_back({kind, "", std::string(line)});
        }
        open_line_ = false;
    }
    // What `echo -n` left open goes on with the next text.
    open_line_ = !text.empty() && !text.ends_with('\n') && kind == ConsoleLine::Kind::kOutput;
    trim();
}

void ConsoleModel::trim() {
    if (lines_.size() <= kMostLines) return;
    const std::size_t surplus = lines_.size() - kKeptLines;
    lines_.erase(lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(surplus));
    dropped_ += surplus;
}

void ConsoleModel::clear() {
    dropped_ += lines_.size();
    lines_.clear();
}

std::string ConsoleModel::text_since(std::size_t count) const {
    std::string text;
    for (std::size_t i = count > dropped_ ? count - dropped_ : 0; i < lines_.size(); ++i) {
        if (lines_[i].kind != ConsoleLine::Kind::kInput) text += lines_[i].text + "\n";
    }
    return text;
}

ConsoleCompletion ConsoleModel::complete(std::string_view text, std::size_t cursor) const {
    shell_->host.set_completing_process(shell_->interpreter.process());
    const ShellCompletion found = complete_shell(text, cursor, shell_->host);
    ConsoleCompletion completion;
    completion.begin = found.begin;
    completion.candidates = found.candidates;
    if (found.candidates.size() == 1) {
        completion.insert = found.candidates.front();
        if (!completion.insert.ends_with('/')) completion.insert += ' ';
    } else {
        completion.insert = found.common;
    }
    return completion;
}

}  // namespace mountscope
