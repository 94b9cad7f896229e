// mount(8): which system calls a command line stands for.

#include <algorithm>
#include <array>
#include <optional>

#include "core/text/habits_detail.hpp"
#include "core/text/habits_options.hpp"

namespace mountscope::shell {

namespace {

constexpr auto kOptions = std::to_array<OptionSpec>({
    {'B', "bind"},
    {'R', "rbind"},
    {'M', "move"},
    {'\0', "beneath"},
    {'\0', "make-shared"},
    {'\0', "make-slave"},
    {'\0', "make-private"},
    {'\0', "make-unbindable"},
    {'\0', "make-rshared"},
    {'\0', "make-rslave"},
    {'\0', "make-rprivate"},
    {'\0', "make-runbindable"},
    {'t', "types", OptionValue::kRequired},
    {'o', "options", OptionValue::kRequired},
    {'\0', "source", OptionValue::kRequired},
    {'\0', "target", OptionValue::kRequired},
    {'m', "mkdir", OptionValue::kOptional},
    {'r', "read-only"},
    {'w', "rw"},
    {'\0', "read-write"},
    {'n', "no-mtab"},
    {'v', "verbose"},
    {'c', "no-canonicalize"},
    {'i', "internal-only"},
    {'s', ""},
    {'l', "show-labels"},
    {'f', "fake"},
    {'a', "all"},
    {'L', "label", OptionValue::kRequired},
    {'U', "uuid", OptionValue::kRequired},
    {'N', "namespace", OptionValue::kRequired},
    {'h', "help"},
    {'V', "version"},
});

constexpr std::string_view kUsage =
    "mount --bind A B, mount -t tmpfs NAME DIR, mount --make-shared DIR or mount --move A B";

struct Request {
    bool bind = false;
    bool rbind = false;
    bool move = false;
    bool beneath = false;
    bool remount = false;
    bool make_directory = false;
    std::optional<std::string> type;
    std::vector<std::string> propagation;  // make-shared...
    std::vector<std::string> ignored;
    std::vector<std::string> operands;

    bool attaches() const { return bind || rbind || move; }
};

bool is_propagation(std::string_view name) {
    if (name.starts_with("r")) name.remove_prefix(1);
    return name == "shared" || name == "slave" || name == "private" || name == "unbindable";
}

// One word of -o a,b,c.
void read_option_word(const std::string& word, Request& request) {
    if (word == "bind") {
        request.bind = true;
    } else if (word == "rbind") {
        request.rbind = true;
    } else if (word == "move") {
        request.move = true;
    } else if (word == "remount") {
        request.remount = true;
    } else if (word.starts_with("X-mount.mkdir") || word.starts_with("x-mount.mkdir")) {
        request.make_directory = true;
    } else if (is_propagation(word)) {
        request.propagation.push_back("make-" + word);
    } else if (!word.empty() && word != "defaults" && word != "rw") {
        request.ignored.push_back(word);
    }
}

void read_option_list(const std::string& list, Request& request) {
    std::size_t begin = 0;
    while (begin <= list.size()) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        read_option_word(list.substr(begin, end - begin), request);
        begin = end + 1;
    }
}

std::optional<HabitError> read_request(const ParsedArguments& arguments, Request& request) {
    for (const ParsedOption& option : arguments.options) {
        const std::string_view name = option.spec->name;
        if (name == "bind" || name == "rbind" || name == "move") {
            read_option_word(std::string(name), request);
        } else if (name.starts_with("make-")) {
            request.propagation.emplace_back(name);
        } else if (name == "beneath") {
            request.beneath = true;
        } else if (name == "types") {
            request.type = option.value;
        } else if (name == "options") {
            read_option_list(option.value, request);
        } else if (name == "mkdir") {
            request.make_directory = true;
        } else if (name == "read-only") {
            request.ignored.emplace_back("ro");
        } else if (name == "all" || name == "label" || name == "uuid" || name == "namespace") {
            return habit_error("mount: `--" + std::string(name) +
                                   "` is not possible here: there are no devices and no /etc/fstab",
                               std::string(kUsage));
        } else if (name == "help" || name == "version") {
            return habit_error("mount: there is no manual in here", std::string(kUsage));
        }
    }
    request.operands = arguments.operands;
    if (arguments.has("target")) request.operands.push_back(arguments.value("target"));
    if (arguments.has("source")) request.operands.insert(request.operands.begin(), arguments.value("source"));
    return std::nullopt;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
    return text;
}

void add_propagation(const Request& request, const std::string& directory, NormalisedCommand& result) {
    for (const std::string& make : request.propagation)
        result.commands.push_back({"mount", "--" + make, directory});
}

// A source that is no device: mount(8) takes it for none when only propagation changes.
bool is_no_source(const std::string& word) {
    return word == "none";
}

HabitResult change_propagation(Request request) {
    if (request.operands.size() == 2 && is_no_source(request.operands[0]))
        request.operands.erase(request.operands.begin());
    if (request.operands.size() != 1) {
        const std::string usage = "mount --" + request.propagation.front() + " DIR";
        return habit_error(request.operands.empty()
                               ? "mount: `--" + request.propagation.front() + "` needs a directory"
                               : "mount: `--" + request.propagation.front() + "` takes one directory",
                           usage);
    }
    NormalisedCommand result;
    add_propagation(request, request.operands[0], result);
    return result;
}

HabitResult attach(const Request& request) {
    const std::string option = request.move ? "--move" : request.rbind ? "--rbind" : "--bind";
    const std::string usage = "mount " + option + (request.beneath ? " --beneath" : "") + " A B";
    if (request.operands.size() != 2) {
        return habit_error(request.operands.size() < 2
                               ? "mount: `" + option + "` needs two places"
                               : "mount: `" + request.operands[2] + "` is one word too many",
                           usage);
    }
    if (request.move && (request.bind || request.rbind)) {
        return habit_error("mount: a mount is either moved or bound", "mount --move A B or mount --bind A B");
    }
    NormalisedCommand result;
    ScenarioWords words{"mount", option};
    if (request.beneath) words.emplace_back("--beneath");
    words.insert(words.end(), request.operands.begin(), request.operands.end());
    if (request.make_directory) result.commands.push_back({"mkdir", "-p", request.operands[1]});
    result.commands.push_back(std::move(words));
    add_propagation(request, request.operands[1], result);
    return result;
}

HabitResult make_filesystem(const Request& request) {
    if (request.operands.size() != 2) {
        return habit_error(request.operands.size() < 2
                               ? "mount: a new file system needs a name and a directory"
                               : "mount: `" + request.operands[2] + "` is one word too many",
                           "mount -t " + *request.type + " NAME DIR");
    }
    NormalisedCommand result;
    if (request.make_directory) result.commands.push_back({"mkdir", "-p", request.operands[1]});
    result.commands.push_back({"mount", "-t", *request.type, request.operands[0], request.operands[1]});
    add_propagation(request, request.operands[1], result);
    return result;
}

HabitResult refuse_source(const Request& request) {
    if (request.operands.size() == 1) {
        return habit_error("mount: there is no /etc/fstab here that would say what to mount at `" +
                               request.operands[0] + "`",
                           std::string(kUsage));
    }
    if (request.operands.size() > 2) {
        return habit_error("mount: `" + request.operands[2] + "` is one word too many", std::string(kUsage));
    }
    return habit_error(
        "mount: there is no device `" + request.operands[0] + "` here",
        "mount -t tmpfs NAME DIR for a new file system, mount --bind A B for what is there already");
}

HabitResult carry_out(const Request& request) {
    if (request.remount) {
        NormalisedCommand result;
        if (request.operands.empty())
            return habit_error("mount: `remount` needs a directory", "mount -o remount,ro DIR");
        add_propagation(request, request.operands.back(), result);
        return result;
    }
    if (request.beneath && !request.move) {
        return habit_error("mount: `--beneath` goes with `--move`", "mount --move --beneath A B");
    }
    if (request.attaches()) return attach(request);
    if (request.operands.empty() && request.propagation.empty()) return one_command({"mountinfo"});
    if (request.type && *request.type != "none") return make_filesystem(request);
    if (!request.propagation.empty()) return change_propagation(request);
    return refuse_source(request);
}

}  // namespace

HabitResult normalise_mount(const ScenarioWords& words) {
    const ParsedArguments arguments = parse_arguments(words, kOptions, true);
    if (arguments.error) return *arguments.error;
    Request request;
    if (auto error = read_request(arguments, request)) return *error;
    HabitResult result = carry_out(request);
    auto* const normalised = std::get_if<NormalisedCommand>(&result);
    if (normalised == nullptr) return result;
    if (!request.ignored.empty()) {
        normalised->notes.push_back("mount: `" + joined(request.ignored) +
                                    "` is left out: flags and options of file systems are not simulated");
    } else if (request.remount) {
        normalised->notes.push_back("mount: `remount` does nothing: flags of mounts are not simulated");
    }
    if (arguments.has("fake")) {
        normalised->commands.clear();
        normalised->notes.push_back("mount: `-f` makes no system call");
    }
    return result;
}

}  // namespace mountscope::shell
