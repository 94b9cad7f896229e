// The commands that only the console has: looking around, going back and forth, and what in a real shell is a
// program that makes several system calls.

#include <algorithm>
#include <charconv>

#include "core/text/mountinfo.hpp"

#include "app/model/console_host.hpp"
#include "app/model/console_model.hpp"
#include "app/model/views.hpp"

namespace mountscope {
namespace {

constexpr std::string_view kHelp =
    "mount -t tmpfs NAME DIR; mount --bind|--rbind|--move A B; mount "
    "--make-[r]shared|slave|private|unbindable DIR\n"
    "umount [-l] [-R] DIR; pivot_root NEW OLD; chroot DIR; cd DIR; mkdir [-p], rmdir, touch, rm; open PATH "
    "as FD; close FD\n"
    "unshare -m [--propagation TYPE] NAME; unshare -Um NAME; fork NAME; nsenter -m OTHER NAME; exit NAME; ns "
    "NAME COMMAND\n"
    "undo, redo, goto N: back and forth; reset: an empty machine; load NAME; kernel [NAME]; history; clear\n"
    "why PATH: where a mount comes from; where PATH; mountinfo [DIR]; ls; pwd; state\n"
    "loops, variables, $(seq 3), && and ; work as in sh; a whole script can be pasted; sh run.sh 5 runs the "
    "seed's\n";

std::optional<std::size_t> number_in(const std::string& text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

ShellOutcome failed(std::string text) {
    return {1, "", std::move(text)};
}

// True when `path` is `top` or below it.
bool is_below(std::string_view path, std::string_view top) {
    if (top == "/") return true;
    return path.starts_with(top) && (path.size() == top.size() || path[top.size()] == '/');
}

// Splits "-rf" and "--" off the names.
struct Options {
    std::string letters;
    std::vector<std::string> names;
    bool has(char letter) const { return letters.find(letter) != std::string::npos; }
};
Options read_options(const std::vector<std::string>& words) {
    Options options;
    bool open = true;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (open && words[i] == "--") {
            open = false;
        } else if (open && words[i].size() > 1 && words[i][0] == '-') {
            options.letters += words[i].substr(1);
        } else {
            options.names.push_back(words[i]);
        }
    }
    return options;
}

}  // namespace

std::optional<ShellOutcome> ConsoleHost::run_own_command(const std::string& process, const Words& words) {
    const std::string& name = words[0];
    if (name == "rm") return remove(process, words);
    if (name == "umount" && read_options(words).has('R')) return umount_tree(process, words);
    if (name == "ls") return list(process, words);
    if (name == "pwd") return ShellOutcome{0, working_directory(process) + "\n", ""};
    if (name == "mountinfo") return mountinfo_of(process, words);
    if (name == "mountpoint") return mountpoint(process, words);
    if (name == "mount-max") {
        if (words.size() > 1) return failed("mount-max: it can't be changed here");
        return ShellOutcome{0, std::to_string(session_.timeline().machine().mount_max) + "\n", ""};
    }
    if (name == "undo" || name == "redo" || name == "goto") return go(words);
    if (name == "why") return why(process, words);
    if (name == "kernel") return kernel(words);
    if (name == "load") return load(words);
    if (name == "history") return history();
    if (name == "state") return state();
    if (name == "help") return help();
    if (name == "clear") {
        console_.clear();
        return ShellOutcome{};
    }
    if (name == "reset") {
        console_.reset();
        return ShellOutcome{};
    }
    return std::nullopt;
}

ShellOutcome ConsoleHost::remove(const std::string& process, const Words& words) {
    const Options options = read_options(words);
    ShellOutcome all;
    for (const std::string& name : options.names) {
        const PathKind kind = path_kind(process, name);
        if (kind == PathKind::kMissing && options.has('f')) continue;
        if (kind == PathKind::kDirectory && options.has('r')) {
            // What is inside first, as rm(1) does.
            set_completing_process(process);
            for (std::string child : children(name)) {
                if (child.ends_with('/')) child.pop_back();
                std::string path = name;
                if (path != "/") path += '/';
                path += child;
                const ShellOutcome inside = remove(process, {"rm", "-rf", "--", path});
                if (inside.status != 0) return inside;
            }
        }
        const bool directory = kind == PathKind::kDirectory && options.has('r');
        const ShellOutcome one = run_plain(process, {directory ? "rmdir" : "rm", name});
        if (one.status == 0) continue;
        all.status = one.status;
        all.error += (all.error.empty() ? "" : "\n") + one.error;
    }
    return all;
}

ShellOutcome ConsoleHost::umount_tree(const std::string& process_name, const Words& words) {
    const Options options = read_options(words);
    if (options.names.size() != 1) return failed("umount: -R wants one directory");
    const World& world = session_.timeline().world();
    const ProcessRef process = world.find_process(process_name);
    if (!process) return failed("umount: there is no process " + process_name);
    const MountTable table = build_table(world, world[process].ns);
    std::vector<std::string> paths;
    for (const std::size_t row : mountinfo_order(world, session_.timeline().kernel(), table)) {
        const std::string& path = table.path_of(table.rows[row]);
        if (is_below(path, options.names[0])) paths.push_back(path);
    }
    if (paths.empty()) return {32, "", "umount: " + options.names[0] + ": not mounted"};
    // umount(8) goes from the last line of the table to the first.
    for (auto path = paths.rbegin(); path != paths.rend(); ++path) {
        Words command{"umount"};
        if (options.has('l')) command.emplace_back("-l");
        command.push_back(*path);
        const ShellOutcome one = run_plain(process_name, command);
        if (one.status != 0) return one;
    }
    return {};
}

ShellOutcome ConsoleHost::list(const std::string& process, const Words& words) const {
    const Options options = read_options(words);
    const std::string directory = options.names.empty() ? "." : options.names[0];
    const PathResult at = look_up(process, directory);
    if (at.error != Errno::kOk)
        return failed("ls: " + directory + ": " + std::string(errno_meaning(at.error)));
    const World& world = session_.timeline().world();
    if (!world.is_directory(at.path.dentry)) return {0, directory + "\n", ""};
    std::vector<std::string> names;
    for (DentryRef d = world[at.path.dentry].first_child; d; d = world[d].next_sibling) {
        std::string name(world.text(world[d].name));
        if (world.lookup(at.path.mount, d)) {
            name += "/  (a mount)";
        } else if (world.is_directory(d)) {
            name += "/";
        }
        names.push_back(std::move(name));
    }
    std::ranges::sort(names);
    std::string text;
    for (const std::string& name : names) text += name + "\n";
    return {0, text, ""};
}

ShellOutcome ConsoleHost::mountinfo_of(const std::string& process_name, const Words& words) const {
    const World& world = session_.timeline().world();
    const ProcessRef process = world.find_process(process_name);
    if (!process) return failed("mountinfo: there is no process " + process_name);
    const MountTable table = build_table(world, world[process].ns);
    std::string text;
    for (const std::size_t row : mountinfo_order(world, session_.timeline().kernel(), table)) {
        if (words.size() > 1 && !is_below(table.path_of(table.rows[row]), words[1])) continue;
        text += mountinfo_line(world, table, row) + "\n";
    }
    return {0, text, ""};
}

ShellOutcome ConsoleHost::mountpoint(const std::string& process, const Words& words) const {
    const Options options = read_options(words);
    if (options.names.empty()) return failed("mountpoint: a directory is missing");
    const PathResult at = look_up(process, options.names[0]);
    if (at.error != Errno::kOk) {
        return failed("mountpoint: " + options.names[0] + ": " + std::string(errno_meaning(at.error)));
    }
    const bool is_one = session_.timeline().world()[at.path.mount].root == at.path.dentry;
    ShellOutcome outcome;
    outcome.status = is_one ? 0 : 32;
    if (!options.has('q'))
        outcome.output = options.names[0] + (is_one ? " is a mountpoint\n" : " is not a mountpoint\n");
    return outcome;
}

ShellOutcome ConsoleHost::go(const Words& words) {
    const Timeline& timeline = session_.timeline();
    const bool absolute = words[0] == "goto";
    const std::optional<std::size_t> number =
        words.size() > 1 ? number_in(words[1]) : std::optional<std::size_t>(1);
    if (!number || (absolute && words.size() < 2)) {
        return failed(words[0] + ": a number of commands from 0 to " + std::to_string(timeline.size()) +
                      " is wanted");
    }
    std::size_t target = *number;
    if (words[0] == "undo") target = timeline.cursor() - std::min(timeline.cursor(), *number);
    if (words[0] == "redo") target = timeline.cursor() + *number;
    if (absolute && target > timeline.size()) {
        return failed("goto: there are " + std::to_string(timeline.size()) + " commands");
    }
    session_.seek(target);
    std::string text = "step " + std::to_string(timeline.cursor()) + " of " + std::to_string(timeline.size());
    if (timeline.cursor() != 0) text += ": " + timeline.step(timeline.cursor()).text;
    return {0, text + "\n", ""};
}

ShellOutcome ConsoleHost::why(const std::string& process, const Words& words) {
    if (words.size() < 2) return failed("why: the path of a mount, or its mnt_id, is wanted");
    const std::uint32_t id = session_.find_mount(words[1], process);
    if (id == 0) return failed("why: there is no mount at " + words[1]);
    std::string text;
    for (const ProvenanceStep& step : session_.provenance_of(id)) {
        text += std::to_string(step.mnt_id) + " " + step.place + ": ";
        if (step.command != 0)
            text += "command " + std::to_string(step.command) + ", " + step.command_text + ". ";
        text += step.sentence + "\n";
    }
    console_.request(Select{Selection::mount(id), true});
    console_.request(OpenInspector{static_cast<int>(InspectorTab::kWhy)});
    return {0, text, ""};
}

ShellOutcome ConsoleHost::kernel(const Words& words) {
    if (words.size() > 1) {
        if (find_kernel(words[1]) == nullptr)
            return failed("kernel: there is no " + words[1] + "; kernel alone lists them");
        console_.request(SetKernel{words[1]});
        return {};
    }
    std::string text;
    for (const KernelProfile& kernel : kernels()) {
        std::string name(kernel.name);
        name.resize(std::max<std::size_t>(name.size(), 10), ' ');
        text += (&kernel == &session_.timeline().kernel() ? "* " : "  ") + name + " " +
                std::string(kernel.title) + "\n";
    }
    return {0, text, ""};
}

ShellOutcome ConsoleHost::load(const Words& words) {
    std::string name;
    for (std::size_t i = 1; i < words.size(); ++i) name += (i > 1 ? " " : "") + words[i];
    const ScenarioInfo* scenario = find_scenario(name);
    if (scenario == nullptr) {
        std::string text = "load: there is no scenario \"" + name + "\"; there are";
        for (const ScenarioInfo& known : built_in_scenarios()) text += " " + known.id;
        return failed(text);
    }
    console_.request(LoadScenario{scenario->id});
    return {};
}

ShellOutcome ConsoleHost::history() const {
    std::string text;
    const std::vector<std::string>& lines = console_.history();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::string number = std::to_string(i + 1);
        number.insert(0, number.size() < 4 ? 4 - number.size() : 0, ' ');
        text += number + "  " + lines[i] + "\n";
    }
    return {0, text, ""};
}

ShellOutcome ConsoleHost::state() const {
    const Timeline& timeline = session_.timeline();
    const StateView& view = session_.view();
    std::string hash(16, '0');
    std::uint64_t value = timeline.hash();
    for (std::size_t i = 16; i-- > 0; value >>= 4) hash[i] = "0123456789abcdef"[value & 15];
    std::string text = "step " + std::to_string(timeline.cursor()) + " of " +
                       std::to_string(timeline.size()) + ", Linux " + std::string(timeline.kernel().name) +
                       "\n" + with_thousands(view.mounts()) + " mounts in " +
                       std::to_string(view.namespaces().size()) + " namespaces, " +
                       with_thousands(view.groups().size()) + " peer groups\nhash " + hash + "\n";
    return {0, text, ""};
}

ShellOutcome ConsoleHost::help() {
    return {0, std::string(kHelp), ""};
}

}  // namespace mountscope
