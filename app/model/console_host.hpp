#pragma once
// What the console's shell language does to the story: commands of the scenario language go through the
// session, the console's own are answered here, paths and names are looked up in the state at the cursor.
//
//   ConsoleHost host(session, console);
//   ShellInterpreter shell(host);
//
// Models mount(8), umount(8), mkdir(1) and their like as far as their messages and exit statuses go.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/shell_completion.hpp"
#include "core/text/shell_host.hpp"

#include "app/model/session.hpp"

namespace mountscope {

class ConsoleModel;

class ConsoleHost final : public ShellHost, public CompletionSource {
  public:
    ConsoleHost(Session& session, ConsoleModel& console) : session_(session), console_(console) {}

    // --- ShellHost
    ShellOutcome run_command(const std::vector<std::string>& words, ShellPosition at) override;
    void write(ShellStream stream, std::string_view text) override;
    PathKind path_kind(std::string_view process, std::string_view path) override;
    std::string new_process_name() override;
    std::optional<std::string> file_text(std::string_view name) override;
    void begin_timing() override;
    std::string end_timing(std::string_view format) override;

    // --- CompletionSource
    std::vector<std::string> children(std::string_view directory) const override;
    std::vector<std::string> process_names() const override;
    std::vector<std::string> kernel_names() const override;
    std::vector<std::string> scenario_names() const override;

    // Where the process stands, as getcwd(2) has it.
    std::string working_directory(std::string_view process) const;
    // Whose eyes completion looks through.
    void set_completing_process(std::string process) { completing_process_ = std::move(process); }

  private:
    using Words = std::vector<std::string>;
    struct Expectation {
        bool any = false;            // `?`
        std::optional<Errno> error;  // `! ERRNO`
    };

    ShellOutcome run_scenario_command(const Words& words, const Expectation& expectation);
    ShellOutcome judge(const Command& command, const CommandResult& result, const Expectation& expectation,
                       const World& before);
    std::optional<ShellOutcome> run_own_command(const std::string& process, const Words& words);
    void make_standard_directory(const Command& command);
    // A scenario command's words, put together and run without an expectation.
    ShellOutcome run_plain(const std::string& process, Words words);

    // The console's own commands (console_commands.cpp).
    ShellOutcome remove(const std::string& process, const Words& words);
    ShellOutcome umount_tree(const std::string& process, const Words& words);
    ShellOutcome list(const std::string& process, const Words& words) const;
    ShellOutcome mountinfo_of(const std::string& process, const Words& words) const;
    ShellOutcome mountpoint(const std::string& process, const Words& words) const;
    ShellOutcome go(const Words& words);
    ShellOutcome why(const std::string& process, const Words& words);
    ShellOutcome kernel(const Words& words);
    ShellOutcome load(const Words& words);
    ShellOutcome history() const;
    ShellOutcome state() const;
    static ShellOutcome help();

    PathResult look_up(std::string_view process, std::string_view path) const;

    Session& session_;
    ConsoleModel& console_;
    std::string completing_process_;
    std::vector<Counters> timings_;  // at each `time` that is open
    std::string timing_;             // what the last one said
};

}  // namespace mountscope
