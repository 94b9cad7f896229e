#include "core/text/shell_completion.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/kernel/errno.hpp"
#include "core/text/shell_commands.hpp"

namespace mountscope {

namespace {

constexpr std::size_t kMostCandidates = 1'000;
constexpr std::size_t kLongestLine = 65'536;

// The words of the simple command at the cursor, and the one that is being typed.
struct CommandLine {
    std::vector<std::string> words;
    std::string current;
    std::size_t begin = 0;
    char quote = '\0';  // open at the cursor
};

bool is_reserved(const std::string& word) {
    constexpr auto kWords = std::to_array<std::string_view>(
        {"do", "then", "else", "elif", "if", "while", "until", "{", "time", "sudo"});
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

// Reads the line as the shell would, as far as it goes; what is inside $( or ` is a command of its own.
class LineReader {
  public:
    explicit LineReader(std::string_view line) : line_(line) {}

    CommandLine run() {
        for (std::size_t i = 0; i < line_.size(); ++i) read(i);
        if (!has_word_) result_.begin = line_.size();
        result_.quote = quote_;
        return std::move(result_);
    }

  private:
    void read(std::size_t& i) {
        const char c = line_[i];
        const bool opens_command =
            quote_ != '\'' && (c == '`' || (c == '$' && line_.substr(i).starts_with("$(")));
        if (opens_command) {
            if (c == '$') ++i;
            quote_ = '\0';
            begin_command();
        } else if (quote_ != '\0') {
            if (c == quote_) {
                quote_ = '\0';
            } else {
                if (c == '\\' && quote_ == '"' && i + 1 < line_.size()) ++i;
                add(i, line_[i]);
            }
        } else if (c == '\'' || c == '"') {
            begin_word(i);
            quote_ = c;
        } else if (c == '\\' && i + 1 < line_.size()) {
            begin_word(i);
            ++i;
            add(i, line_[i]);
        } else if (c == ' ' || c == '\t') {
            end_word();
        } else if (c == ';' || c == '|' || c == '&' || c == '(' || c == ')' || c == '\n') {
            begin_command();
        } else if (c == '<' || c == '>') {
            end_word();
        } else {
            add(i, c);
        }
    }

    void begin_word(std::size_t i) {
        if (!has_word_) result_.begin = i;
        has_word_ = true;
    }
    void add(std::size_t i, char c) {
        begin_word(i);
        result_.current += c;
    }
    void end_word() {
        if (!has_word_) return;
        if (!(result_.words.empty() && is_reserved(result_.current)))
            result_.words.push_back(std::move(result_.current));
        result_.current.clear();
        has_word_ = false;
    }
    void begin_command() {
        result_.words.clear();
        result_.current.clear();
        has_word_ = false;
    }

    std::string_view line_;
    CommandLine result_;
    bool has_word_ = false;
    char quote_ = '\0';
};

struct OptionList {
    std::string_view command;
    std::string_view options;  // separated by blanks
};
constexpr auto kOptions = std::to_array<OptionList>({
    {"cut", "-d -f"},
    {"echo", "-n -e"},
    {"findmnt", "-R"},
    {"grep", "-c -i -n -q -v -w -E -F"},
    {"mkdir", "-p -m"},
    {"mount",
     "--bind --rbind --move --beneath --make-shared --make-slave --make-private --make-unbindable "
     "--make-rshared --make-rslave "
     "--make-rprivate --make-runbindable -t -o -B -R -M"},
    {"mountpoint", "-q"},
    {"nsenter", "-m -t"},
    {"rm", "-r -f"},
    {"set", "-e -m -u -x"},
    {"sort", "-n -r -u"},
    {"umount", "-l -R --lazy --recursive"},
    {"unshare", "-m -Um --propagation"},
    {"wc", "-l -w -c"},
});
constexpr std::string_view kPropagation = "private slave shared unchanged";
constexpr std::string_view kTypes = "tmpfs ramfs";
constexpr std::string_view kMountOptions =
    "bind rbind remount shared slave private unbindable rshared rslave rprivate runbindable";

class Completer {
  public:
    Completer(CommandLine line, const CompletionSource& source) : line_(std::move(line)), source_(source) {}

    ShellCompletion run() {
        result_.begin = line_.begin;
        skip_prefixes();
        if (line_.current.starts_with('$') && line_.quote != '\'') {
            for (const std::string& name : source_.variable_names()) offer("$" + name);
        } else if (line_.words.empty() || line_.words.back() == "command") {
            complete_command();
        } else {
            complete_argument();
        }
        finish();
        return std::move(result_);
    }

  private:
    void drop_words(std::size_t count) {
        line_.words.erase(line_.words.begin(), line_.words.begin() + static_cast<std::ptrdiff_t>(count));
    }

    // `! ERRNO`, `?` and `ns NAME` stand before a command.
    void skip_prefixes() {
        if (line_.words.size() >= 2 && line_.words[0] == "!" && errno_from_name(line_.words[1])) {
            drop_words(2);
        } else if (!line_.words.empty() && line_.words[0] == "?") {
            drop_words(1);
        }
        if (line_.words.size() >= 2 && line_.words[0] == "ns") drop_words(2);
    }

    // In quotes and out of them, as it has to be typed.
    std::string spelled(const std::string& text) const {
        if (line_.quote == '\'') return "'" + text;
        std::string result(line_.quote == '"' ? "\"" : "");
        const std::string_view special = line_.quote == '"' ? "\"\\$`" : " \t\n'\"\\$`*?[]#~&;|<>(){}!";
        for (const char c : text) {
            if (special.find(c) != std::string_view::npos) result += '\\';
            result += c;
        }
        return result;
    }

    void offer(const std::string& candidate) {
        if (candidate.starts_with(line_.current)) result_.candidates.push_back(candidate);
    }
    void offer_spelled(const std::string& candidate) {
        if (candidate.starts_with(line_.current)) result_.candidates.push_back(spelled(candidate));
    }
    void offer_list(std::string_view list) {
        while (!list.empty()) {
            const std::size_t end = std::min(list.find(' '), list.size());
            offer(std::string(list.substr(0, end)));
            list.remove_prefix(std::min(end + 1, list.size()));
        }
    }
    void offer_all(const std::vector<std::string>& names) {
        for (const std::string& name : names) offer_spelled(name);
    }

    void complete_command() {
        if (line_.current.find('/') != std::string::npos) {
            complete_path(false);
            return;
        }
        for (const std::string_view name : shell_command_names()) offer(std::string(name));
    }

    void complete_argument() {
        const std::string& command = line_.words[0];
        const std::string& before = line_.words.back();
        if (command == "!") {
            for (int number = 1; number <= 133; ++number) {
                const std::string_view name = errno_name(static_cast<Errno>(number));
                if (errno_from_name(name)) offer(std::string(name));
            }
        } else if (before == "--propagation") {
            offer_list(kPropagation);
        } else if (command == "mount" && before == "-t") {
            offer_list(kTypes);
        } else if (command == "mount" && before == "-o") {
            offer_list(kMountOptions);
        } else if (line_.current.starts_with('-')) {
            for (const OptionList& list : kOptions) {
                if (list.command == command) offer_list(list.options);
            }
        } else if (command == "ns" || command == "exit" || command == "kill" || command == "nsenter") {
            offer_all(source_.process_names());
        } else if (command == "kernel") {
            offer_all(source_.kernel_names());
        } else if (command == "load") {
            offer_all(source_.scenario_names());
        } else if (command == "help" || command == "type") {
            for (const std::string_view name : shell_command_names()) offer(std::string(name));
        } else {
            complete_path(command == "cd" || command == "mkdir" || command == "rmdir" ||
                          command == "chroot" || command == "pivot_root");
        }
    }

    void complete_path(bool directories_only) {
        const std::size_t slash = line_.current.rfind('/');
        const std::string directory = slash == std::string::npos ? "" : line_.current.substr(0, slash + 1);
        for (const std::string& name : source_.children(directory.empty() ? "." : directory)) {
            if (!directories_only || name.ends_with('/')) offer_spelled(directory + name);
        }
    }

    void finish() {
        std::vector<std::string>& candidates = result_.candidates;
        std::sort(candidates.begin(), candidates.end());
        candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
        if (candidates.size() > kMostCandidates) candidates.resize(kMostCandidates);
        if (candidates.empty()) return;
        // Sorted, so that the first and the last differ the earliest.
        const std::string& first = candidates.front();
        const std::string& last = candidates.back();
        std::size_t length = 0;
        while (length < first.size() && length < last.size() && first[length] == last[length]) ++length;
        while (length > 0 && length < first.size() &&
               (static_cast<unsigned char>(first[length]) & 0xC0U) == 0x80U)
            --length;
        result_.common = first.substr(0, length);
    }

    CommandLine line_;
    const CompletionSource& source_;
    ShellCompletion result_;
};

}  // namespace

ShellCompletion complete_shell(std::string_view line, std::size_t cursor, const CompletionSource& source) {
    const std::string_view before = line.substr(0, std::min(cursor, line.size()));
    if (before.size() > kLongestLine) return {before.size(), {}, ""};
    return Completer(LineReader(before).run(), source).run();
}

}  // namespace mountscope
