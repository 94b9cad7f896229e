#include "app/model/console_host.hpp"

#include <algorithm>
#include <array>

#include "core/text/scenario.hpp"

#include "app/model/console_model.hpp"
#include "app/model/error_reason.hpp"

namespace mountscope {
namespace {

// Every machine has these; a mount on one that is not there yet makes it first.
constexpr std::array<std::string_view, 9> kStandardDirectories{"/mnt", "/tmp",  "/proc",  "/sys", "/dev",
                                                               "/run", "/home", "/media", "/opt"};

constexpr int kMountFailed = 32;  // exit status of mount(8) and umount(8)

std::string join(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

std::string program_of(CommandKind kind) {
    switch (kind) {
        case CommandKind::kMkdirParents:
        case CommandKind::kMkdir:
            return "mkdir";
        case CommandKind::kRmdir:
            return "rmdir";
        case CommandKind::kUnlink:
            return "rm";
        case CommandKind::kTouch:
            return "touch";
        case CommandKind::kUmount:
            return "umount";
        case CommandKind::kPivotRoot:
            return "pivot_root";
        case CommandKind::kChroot:
            return "chroot";
        case CommandKind::kChdir:
            return "cd";
        case CommandKind::kOpen:
            return "open";
        case CommandKind::kClose:
            return "close";
        case CommandKind::kWhere:
            return "where";
        case CommandKind::kUnshare:
            return "unshare";
        case CommandKind::kFork:
            return "fork";
        case CommandKind::kNsenter:
            return "nsenter";
        case CommandKind::kExit:
            return "exit";
        case CommandKind::kSetGroup:
            return "set-group";
        case CommandKind::kShow:
            return "show";
        default:
            return "mount";
    }
}

// What the message is about: mount(8) names the place, the others their first argument.
std::string subject_of(const Command& command) {
    if (command.arguments.empty()) return "";
    switch (command.kind) {
        case CommandKind::kMountNew:
        case CommandKind::kMountBind:
        case CommandKind::kMountMove:
        case CommandKind::kMountMoveBeneath:
            return command.arguments.back();
        default:
            return command.arguments.front();
    }
}

std::string message_of(const Command& command, Errno error, const std::string& why) {
    std::string text = program_of(command.kind);
    if (const std::string subject = subject_of(command); !subject.empty()) text += ": " + subject;
    text += ": " + std::string(errno_meaning(error)) + " (" + std::string(errno_name(error)) + ")";
    return why.empty() ? text : text + ": " + why;
}

bool is_mount_program(CommandKind kind) {
    const std::string program = program_of(kind);
    return program == "mount" || program == "umount";
}

}  // namespace

PathResult ConsoleHost::look_up(std::string_view process_name, std::string_view path) const {
    World world = session_.timeline().world();
    const ProcessRef process = world.find_process(process_name.empty() ? "main" : process_name);
    if (!process) return {Errno::kESRCH, {}};
    Counters ignored;
    return Kernel(world, session_.timeline().kernel(), ignored).lookup_path(process, path);
}

ShellOutcome ConsoleHost::run_command(const Words& words, ShellPosition /*at*/) {
    Words rest = words;
    Expectation expectation;
    if (rest.size() > 2 && rest[0] == "!") {
        expectation.error = errno_from_name(rest[1]);
        if (!expectation.error) return {2, "", "there is no errno " + rest[1]};
        rest.erase(rest.begin(), rest.begin() + 2);
    } else if (rest.size() > 1 && rest[0] == "?") {
        expectation.any = true;
        rest.erase(rest.begin());
    }
    std::string process = "main";
    Words plain = rest;
    if (plain.size() > 2 && plain[0] == "ns") {
        process = plain[1];
        plain.erase(plain.begin(), plain.begin() + 2);
    }
    if (!plain.empty()) {
        if (std::optional<ShellOutcome> own = run_own_command(process, plain)) return *own;
    }
    return run_scenario_command(rest, expectation);
}

ShellOutcome ConsoleHost::run_scenario_command(const Words& words, const Expectation& expectation) {
    CommandResultOrError parsed = parse_command(words);
    if (parsed.error) {
        std::string text = words.front() + ": " + parsed.error->what;
        if (!parsed.error->expected.empty()) text += "; right would be: " + parsed.error->expected;
        return {2, "", text};
    }
    if (!expectation.any && !expectation.error) make_standard_directory(parsed.command);
    const World before = session_.timeline().world();
    const CommandResult result = session_.execute(join(words), parsed.command);
    if (result.impossible) return {1, "", words.front() + ": " + *result.impossible};
    return judge(parsed.command, result, expectation, before);
}

ShellOutcome ConsoleHost::judge(const Command& command, const CommandResult& result,
                                const Expectation& expectation, const World& before) {
    const Errno error = result.error;
    if (expectation.any) return {0, "", ""};
    if (expectation.error) {
        if (error == *expectation.error) return {0, "", ""};
        console_.note_unexpected();
        const std::string got =
            error == Errno::kOk ? "it succeeded" : "it answered " + std::string(errno_name(error));
        return {1, "",
                program_of(command.kind) + ": " + std::string(errno_name(*expectation.error)) +
                    " was expected, but " + got};
    }
    if (error != Errno::kOk) {
        console_.note_unexpected();
        const std::string why = why_refused(before, session_.timeline().kernel(), command, error);
        return {is_mount_program(command.kind) ? kMountFailed : 1, "", message_of(command, error, why)};
    }
    if (command.kind == CommandKind::kWhere) {
        return {0, session_.timeline().step(session_.timeline().cursor()).sentence + "\n", ""};
    }
    return {0, "", ""};
}

ShellOutcome ConsoleHost::run_plain(const std::string& process, Words words) {
    if (process != "main") words.insert(words.begin(), {"ns", process});
    return run_scenario_command(words, {});
}

void ConsoleHost::make_standard_directory(const Command& command) {
    if (command.kind != CommandKind::kMountNew && command.kind != CommandKind::kMountBind) return;
    const std::string& target = command.arguments.back();
    if (std::ranges::find(kStandardDirectories, target) == kStandardDirectories.end()) return;
    if (path_kind(command.process, target) != PathKind::kMissing) return;
    Command make;
    make.kind = CommandKind::kMkdirParents;
    make.process = command.process;
    make.arguments = {target};
    const std::string prefix = command.process == "main" ? "" : "ns " + command.process + " ";
    const CommandResult result = session_.execute(prefix + "mkdir -p " + target, make);
    if (result.error == Errno::kOk && !result.impossible) {
        write(ShellStream::kNote, "(" + target + " was missing; every machine has it, so it was made)\n");
    }
}

void ConsoleHost::write(ShellStream stream, std::string_view text) {
    // What `time` says goes to the error stream, but is no error.
    if (stream == ShellStream::kError && text == timing_) stream = ShellStream::kOutput;
    const ConsoleLine::Kind kind = stream == ShellStream::kOutput  ? ConsoleLine::Kind::kOutput
                                   : stream == ShellStream::kError ? ConsoleLine::Kind::kError
                                                                   : ConsoleLine::Kind::kNote;
    console_.print(kind, text);
}

PathKind ConsoleHost::path_kind(std::string_view process, std::string_view path) {
    const PathResult at = look_up(process, path);
    if (at.error != Errno::kOk) return PathKind::kMissing;
    return session_.timeline().world().is_directory(at.path.dentry) ? PathKind::kDirectory : PathKind::kFile;
}

std::string ConsoleHost::new_process_name() {
    // No process of this branch has had it, so that going back and forth stays possible.
    const World& world = session_.timeline().world();
    for (int i = 1;; ++i) {
        std::string name = "sh" + std::to_string(i);
        bool taken = false;
        for (std::uint32_t p = 1; p < world.process_slots() && !taken; ++p) {
            taken = world.text(world[ProcessRef{p}].name) == name;
        }
        if (!taken) return name;
    }
}

std::optional<std::string> ConsoleHost::file_text(std::string_view name) {
    // The script of the seed, so that `sh run.sh 5` works as it does in its mail.
    if (name == "run.sh") {
        if (const ScenarioInfo* scenario = find_scenario("bind-chain-umount")) return scenario->text;
    }
    return std::nullopt;
}

void ConsoleHost::begin_timing() {
    timings_.push_back(session_.totals());
}

std::string ConsoleHost::end_timing(std::string_view) {
    if (timings_.empty()) return "";
    const Counters& before = timings_.back();
    const Counters& after = session_.totals();
    timing_ = with_thousands(receivers_asked(after) - receivers_asked(before)) + " receivers asked, " +
              with_thousands(tree_lookups(after) - tree_lookups(before)) + " hash lookups\n";
    timings_.pop_back();
    return timing_;
}

std::vector<std::string> ConsoleHost::children(std::string_view directory) const {
    const PathResult at = look_up(completing_process_, directory.empty() ? "." : directory);
    std::vector<std::string> names;
    const World& world = session_.timeline().world();
    if (at.error != Errno::kOk || !world.is_directory(at.path.dentry)) return names;
    for (DentryRef d = world[at.path.dentry].first_child; d; d = world[d].next_sibling) {
        std::string name(world.text(world[d].name));
        if (world.is_directory(d)) name += '/';
        names.push_back(std::move(name));
    }
    std::ranges::sort(names);
    return names;
}

std::vector<std::string> ConsoleHost::process_names() const {
    const World& world = session_.timeline().world();
    std::vector<std::string> names;
    for (std::uint32_t i = 1; i < world.process_slots(); ++i) {
        const Process& process = world[ProcessRef{i}];
        if (process.ns) names.emplace_back(world.text(process.name));
    }
    return names;
}

std::vector<std::string> ConsoleHost::kernel_names() const {
    std::vector<std::string> names;
    for (const KernelProfile& kernel : kernels()) names.emplace_back(kernel.name);
    return names;
}

std::vector<std::string> ConsoleHost::scenario_names() const {
    std::vector<std::string> names;
    for (const ScenarioInfo& scenario : built_in_scenarios()) names.push_back(scenario.id);
    return names;
}

std::string ConsoleHost::working_directory(std::string_view process_name) const {
    const World& world = session_.timeline().world();
    const ProcessRef process = world.find_process(process_name.empty() ? "main" : process_name);
    if (!process) return "";
    const Path root = world[process].root;
    Path at = world[process].cwd;
    std::string path;
    while (!(at == root)) {
        if (world[at.mount].root == at.dentry) {
            if (!world.has_parent(at.mount)) return path.empty() ? "/" : "(unreachable)" + path;
            at = {world[at.mount].parent, world[at.mount].mountpoint};
            continue;
        }
        path.insert(0, world.text(world[at.dentry].name));
        path.insert(0, "/");
        at.dentry = world[at.dentry].parent;
    }
    return path.empty() ? "/" : path;
}

}  // namespace mountscope
