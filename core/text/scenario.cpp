#include "core/text/scenario.hpp"

#include <charconv>

namespace mountscope {

namespace {

struct Word {
    std::string text;
    std::size_t column = 0;  // from 1
};

std::vector<Word> split_words(std::string_view line) {
    std::vector<Word> words;
    std::size_t at = 0;
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (at < line.size()) {
        while (at < line.size() && is_blank(line[at])) ++at;
        const std::size_t start = at;
        while (at < line.size() && !is_blank(line[at])) ++at;
        if (at > start) words.push_back({std::string(line.substr(start, at - start)), start + 1});
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].text[0] == '#') {
            words.resize(i);
            break;
        }
    }
    return words;
}

std::optional<PropagationType> propagation_from(std::string_view name) {
    if (name == "shared") return PropagationType::kShared;
    if (name == "slave") return PropagationType::kSlave;
    if (name == "private") return PropagationType::kPrivate;
    if (name == "unbindable") return PropagationType::kUnbindable;
    return std::nullopt;
}

// Reads one command from its words. Errors point at the word that is wrong.
class CommandReader {
  public:
    explicit CommandReader(const std::vector<Word>& words) : words_(words) {}

    std::optional<TextError> read(Command& command) {
        if (!words_.empty() && words_[0].text == "ns") {
            if (words_.size() < 2) return wrong(0, "`ns` needs the name of a process", "ns NAME COMMAND");
            if (!is_process_name(words_[1].text)) {
                return wrong(1, "`" + words_[1].text + "` is no process name",
                             "letters, digits, `_`, `-`, `.`");
            }
            command.process = words_[1].text;
            first_ = 2;
        }
        if (first_ >= words_.size()) return wrong(words_.size() - 1, "there is no command", "a command");
        const std::string& name = word(0);
        for (const Form& form : kForms) {
            if (name == form.name) return read_form(form, command);
        }
        if (name == "mkdir") return read_mkdir(command);
        if (name == "mount") return read_mount(command);
        if (name == "umount") return read_umount(command);
        if (name == "open") return read_open(command);
        if (name == "unshare") return read_unshare(command);
        if (name == "nsenter") return read_nsenter(command);
        return wrong(first_, "unknown command `" + name + "`",
                     "mkdir, rmdir, rm, touch, mount, umount, pivot_root, chroot, cd, open, close, where, "
                     "unshare, fork, nsenter, exit, set-group or show");
    }

  private:
    struct Form {
        std::string_view name;
        CommandKind kind;
        std::size_t arguments;
        bool is_name;  // the argument is the name of a process
        std::string_view usage;
    };
    static constexpr Form kForms[] = {
        {"rmdir", CommandKind::kRmdir, 1, false, "rmdir DIR"},
        {"rm", CommandKind::kUnlink, 1, false, "rm FILE"},
        {"touch", CommandKind::kTouch, 1, false, "touch FILE"},
        {"cd", CommandKind::kChdir, 1, false, "cd DIR"},
        {"chroot", CommandKind::kChroot, 1, false, "chroot DIR"},
        {"where", CommandKind::kWhere, 1, false, "where PATH"},
        {"close", CommandKind::kClose, 1, false, "close FD"},
        {"pivot_root", CommandKind::kPivotRoot, 2, false, "pivot_root NEW PUT_OLD"},
        {"set-group", CommandKind::kSetGroup, 2, false, "set-group FROM TO"},
        {"show", CommandKind::kShow, 0, false, "show"},
        {"fork", CommandKind::kFork, 1, true, "fork NAME"},
        {"exit", CommandKind::kExit, 1, true, "exit NAME"},
    };

    std::size_t count() const { return words_.size() - first_; }
    const std::string& word(std::size_t i) const { return words_[first_ + i].text; }

    std::optional<TextError> wrong(std::size_t at, std::string what, std::string_view expected) const {
        const std::size_t column =
            words_.empty() ? 1 : words_[at < words_.size() ? at : words_.size() - 1].column;
        return TextError{0, column, std::move(what), std::string(expected)};
    }
    std::optional<TextError> usage(std::string_view form) const {
        return wrong(first_, "`" + word(0) + "` with the wrong arguments", form);
    }

    std::optional<TextError> read_form(const Form& form, Command& command) {
        if (count() != form.arguments + 1) return usage(form.usage);
        if (form.is_name && !is_process_name(word(1))) {
            return wrong(first_ + 1, "`" + word(1) + "` is no process name",
                         "letters, digits, `_`, `-`, `.`");
        }
        command.kind = form.kind;
        for (std::size_t i = 1; i <= form.arguments; ++i) command.arguments.push_back(word(i));
        return std::nullopt;
    }

    std::optional<TextError> read_mkdir(Command& command) {
        const bool parents = count() >= 2 && word(1) == "-p";
        const std::size_t start = parents ? 2 : 1;
        if (count() <= start || (!parents && count() != 2)) return usage("mkdir -p DIR... or mkdir DIR");
        command.kind = parents ? CommandKind::kMkdirParents : CommandKind::kMkdir;
        for (std::size_t i = start; i < count(); ++i) command.arguments.push_back(word(i));
        return std::nullopt;
    }

    std::optional<TextError> read_mount(Command& command) {
        static constexpr std::string_view kUsage =
            "mount -t TYPE NAME DIR, mount --bind|--rbind|--move A B, mount --move --beneath A B, or "
            "mount --make-[r]shared|slave|private|unbindable DIR";
        if (count() < 2) return usage(kUsage);
        const std::string& option = word(1);
        if (option == "-t" && count() == 5) {
            command.kind = CommandKind::kMountNew;
            command.filesystem = word(2);
            command.arguments = {word(3), word(4)};
            return std::nullopt;
        }
        if ((option == "--bind" || option == "--rbind") && count() == 4) {
            command.kind = CommandKind::kMountBind;
            command.recursive = option == "--rbind";
            command.arguments = {word(2), word(3)};
            return std::nullopt;
        }
        if (option == "--move" && count() == 5 && word(2) == "--beneath") {
            command.kind = CommandKind::kMountMoveBeneath;
            command.arguments = {word(3), word(4)};
            return std::nullopt;
        }
        if (option == "--move" && count() == 4) {
            command.kind = CommandKind::kMountMove;
            command.arguments = {word(2), word(3)};
            return std::nullopt;
        }
        if (option.starts_with("--make-") && count() == 3) {
            std::string_view type = std::string_view(option).substr(7);
            std::optional<PropagationType> found = propagation_from(type);
            if (!found && type.starts_with('r')) {
                command.recursive = true;
                found = propagation_from(type.substr(1));
            }
            if (found) {
                command.kind = CommandKind::kMountChangeType;
                command.propagation = found;
                command.arguments = {word(2)};
                return std::nullopt;
            }
        }
        return wrong(first_ + 1, "unknown form of mount", kUsage);
    }

    std::optional<TextError> read_umount(Command& command) {
        command.kind = CommandKind::kUmount;
        command.lazy = count() == 3 && word(1) == "-l";
        if (!command.lazy && (count() != 2 || word(1)[0] == '-')) return usage("umount [-l] DIR");
        command.arguments = {word(count() - 1)};
        return std::nullopt;
    }

    std::optional<TextError> read_open(Command& command) {
        if (count() != 4 || word(2) != "as" || !is_process_name(word(3))) return usage("open PATH as FD");
        command.kind = CommandKind::kOpen;
        command.arguments = {word(1), word(3)};
        return std::nullopt;
    }

    std::optional<TextError> read_unshare(Command& command) {
        static constexpr std::string_view kUsage =
            "unshare -m|-Um [--propagation private|slave|shared|unchanged] NAME";
        if (count() < 3 || (word(1) != "-m" && word(1) != "-Um")) return usage(kUsage);
        command.kind = CommandKind::kUnshare;
        command.new_user_namespace = word(1) == "-Um";
        std::size_t at = 2;
        if (at + 1 < count() && word(at) == "--propagation") {
            const std::string& type = word(at + 1);
            command.propagation = propagation_from(type);
            if (type == "unbindable" || (!command.propagation && type != "unchanged")) {
                return wrong(first_ + at + 1, "unknown propagation `" + type + "`",
                             "private, slave, shared or unchanged");
            }
            at += 2;
        }
        if (at + 1 != count() || !is_process_name(word(at))) return usage(kUsage);
        command.arguments = {word(at)};
        return std::nullopt;
    }

    std::optional<TextError> read_nsenter(Command& command) {
        if (count() != 4 || word(1) != "-m" || !is_process_name(word(2)) || !is_process_name(word(3))) {
            return usage("nsenter -m OTHER NAME");
        }
        command.kind = CommandKind::kNsenter;
        command.arguments = {word(2), word(3)};
        return std::nullopt;
    }

    const std::vector<Word>& words_;
    std::size_t first_ = 0;
};

std::string join(const std::vector<Word>& words, std::size_t from) {
    std::string text;
    for (std::size_t i = from; i < words.size(); ++i) {
        if (i > from) text += ' ';
        text += words[i].text;
    }
    return text;
}

std::optional<TextError> read_settings(std::string_view line, ScenarioSettings& settings) {
    for (const Word& word : split_words(line)) {
        const std::size_t equals = word.text.find('=');
        const auto wrong = [&word](std::string_view expected) {
            return TextError{0, word.column, "`" + word.text + "` is no setting", std::string(expected)};
        };
        if (equals == std::string::npos) return wrong("KEY=VALUE");
        const std::string key = word.text.substr(0, equals);
        const std::string value = word.text.substr(equals + 1);
        if (key == "states") {
            if (value != "each" && value != "hash" && value != "end" && value != "none") {
                return wrong("states=each, hash, end or none");
            }
            settings.states = value;
        } else if (key == "order") {
            settings.order = value != "no";
        } else if (key == "max-print") {
            std::size_t number = 0;
            const auto parsed = std::from_chars(value.data(), value.data() + value.size(), number);
            if (parsed.ec != std::errc() || parsed.ptr != value.data() + value.size()) {
                return wrong("max-print=N, a whole number");
            }
            settings.max_print = number;
        } else if (key == "dirs") {
            std::size_t at = 0;
            while (at <= value.size()) {
                const std::size_t comma = std::min(value.find(',', at), value.size());
                if (comma > at) settings.initial_directories.push_back(value.substr(at, comma - at));
                at = comma + 1;
            }
        }
        // Other keys belong to other readers of the same files.
    }
    return std::nullopt;
}

std::optional<TextError> read_line(const std::vector<Word>& words, ScenarioLine& line) {
    std::size_t first = 0;
    if (words[0].text == "!") {
        const std::optional<Errno> expected =
            words.size() < 2 ? std::nullopt : errno_from_name(words[1].text);
        if (!expected) {
            return TextError{0, words.size() < 2 ? words[0].column : words[1].column,
                             "`!` needs the name of an errno", "for example `! EBUSY umount /mnt`"};
        }
        line.expected = *expected;
        first = 2;
    } else if (words[0].text == "?") {
        line.any_result = true;
        first = 1;
    }
    line.text = join(words, first);
    const std::vector<Word> rest(words.begin() + static_cast<std::ptrdiff_t>(first), words.end());
    if (rest.empty()) return TextError{0, words.back().column, "there is no command", "a command"};
    return CommandReader(rest).read(line.command);
}

}  // namespace

std::string to_string(const TextError& error) {
    std::string text =
        "line " + std::to_string(error.line) + ", column " + std::to_string(error.column) + ": " + error.what;
    if (!error.expected.empty()) text += "; expected " + error.expected;
    return text;
}

bool is_process_name(std::string_view text) {
    if (text.empty()) return false;
    for (const char c : text) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && c != '_' && c != '-' && c != '.') return false;
    }
    return true;
}

ScenarioResult parse_scenario(std::string_view text, const ScenarioLimits& limits) {
    ScenarioResult result;
    const auto fail = [&result](std::size_t line, TextError error) {
        error.line = line;
        result.error = std::move(error);
    };
    if (text.size() > limits.bytes) {
        fail(1, {0, 1, "the text has " + std::to_string(text.size()) + " bytes",
                 "at most " + std::to_string(limits.bytes)});
        return result;
    }
    std::size_t at = 0;
    std::size_t number = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        if (line.starts_with("#:")) {
            if (auto error = read_settings(line.substr(2), result.scenario.settings)) {
                error->column += 2;
                fail(number, *error);
                return result;
            }
            continue;
        }
        const std::vector<Word> words = split_words(line);
        if (words.empty()) continue;
        for (const Word& word : words) {
            if (word.text.size() > limits.word || word.text.find('\0') != std::string::npos) {
                fail(number, {0, word.column, "a word that is too long or holds a zero byte",
                              "words of at most " + std::to_string(limits.word) + " bytes"});
                return result;
            }
        }
        if (result.scenario.lines.size() >= limits.commands) {
            fail(number, {0, 1, "too many commands", "at most " + std::to_string(limits.commands)});
            return result;
        }
        ScenarioLine parsed;
        parsed.line = number;
        if (auto error = read_line(words, parsed)) {
            fail(number, *error);
            return result;
        }
        result.scenario.lines.push_back(std::move(parsed));
    }
    return result;
}

CommandResultOrError parse_command(const std::vector<std::string>& words) {
    CommandResultOrError result;
    std::vector<Word> numbered;
    for (const std::string& word : words) {
        if (word.empty()) {
            result.error = TextError{1, numbered.size() + 1, "an empty word", "a path or name"};
            return result;
        }
        numbered.push_back({word, numbered.size() + 1});
    }
    if (numbered.empty()) {
        result.error = TextError{1, 1, "there is no command", "a command"};
        return result;
    }
    result.error = CommandReader(numbered).read(result.command);
    if (result.error) result.error->line = 1;
    return result;
}

}  // namespace mountscope
