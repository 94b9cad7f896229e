// sudo, env, time, nice and others: commands whose last words are the command that is meant.

#include <algorithm>
#include <array>

#include "core/text/habits_detail.hpp"
#include "core/text/shell_parser.hpp"

namespace mountscope {

namespace {

struct Wrapper {
    std::string_view name;
    std::string_view valued;   // letters of options that take a value
    std::size_t operands = 0;  // words of its own before the command
    bool takes_variables = false;
};

constexpr auto kWrappers = std::to_array<Wrapper>({
    {"sudo", "ugpCDhrtTU", 0, true},
    {"doas", "uC", 0, false},
    {"env", "uSC", 0, true},
    {"time", "fo", 0, false},
    {"nice", "n", 0, false},
    {"ionice", "cnp", 0, false},
    {"nohup", "", 0, false},
    {"setsid", "", 0, false},
    {"stdbuf", "ioe", 0, false},
    {"timeout", "ks", 1, false},
    {"taskset", "", 1, false},
    {"chrt", "TPD", 1, false},
    {"strace", "eosaPpEIbOSuX", 0, false},
    {"command", "", 0, false},
    {"exec", "a", 0, false},
    {"busybox", "", 0, false},
    {"toybox", "", 0, false},
});
constexpr std::size_t kMostWrappers = 32;

// Programs are found in these folders; mount and umount in the current one are somebody's own.
std::string program_name(const std::string& word) {
    for (const std::string_view folder :
         {"/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/", "/usr/local/bin/", "/usr/local/sbin/"}) {
        if (word.starts_with(folder) && word.find('/', folder.size()) == std::string::npos)
            return word.substr(folder.size());
    }
    return word;
}

bool is_assignment(const std::string& word) {
    const std::size_t equals = word.find('=');
    return equals != std::string::npos && is_shell_name(std::string_view(word).substr(0, equals));
}

class Unwrapper {
  public:
    explicit Unwrapper(const std::vector<std::string>& words) { result_.words = words; }

    std::variant<UnwrappedCommand, HabitError> run() {
        for (std::size_t count = 0; !result_.words.empty(); ++count) {
            result_.words[0] = program_name(result_.words[0]);
            const auto found = std::find_if(kWrappers.begin(), kWrappers.end(), [&](const Wrapper& wrapper) {
                return wrapper.name == result_.words[0];
            });
            if (found == kWrappers.end()) break;
            if (count == kMostWrappers)
                return HabitError{1, result_.words[0] + ": too many commands in front of the command", ""};
            if (auto error = unwrap(*found)) return *error;
        }
        return std::move(result_);
    }

  private:
    std::optional<HabitError> unwrap(const Wrapper& wrapper) {
        std::vector<std::string>& words = result_.words;
        const std::string name = words[0];
        std::size_t i = 1;
        bool options_end = false;
        while (i < words.size() && !options_end && words[i].size() > 1 && words[i][0] == '-') {
            options_end = words[i] == "--";
            if (!read_option(wrapper, i))
                return HabitError{1, name + ": `" + words[i] + "` needs a value", name + " COMMAND"};
            ++i;
        }
        for (std::size_t own = 0; own < wrapper.operands && i < words.size(); ++own) ++i;
        while (wrapper.takes_variables && i < words.size() && is_assignment(words[i])) {
            const std::size_t equals = words[i].find('=');
            result_.assignments.emplace_back(words[i].substr(0, equals), words[i].substr(equals + 1));
            ++i;
        }
        if (name == "time") result_.timed = true;
        result_.unwrapped = true;
        words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i));
        return std::nullopt;
    }

    // One word of options; false when its value is missing.
    bool read_option(const Wrapper& wrapper, std::size_t& i) {
        std::vector<std::string>& words = result_.words;
        const bool is_time = wrapper.name == "time";
        const std::string word = words[i];
        if (word.starts_with("--")) {
            if (is_time && word.starts_with("--format="))
                result_.time_format = word.substr(word.find('=') + 1);
            const bool is_valued = word == "--format" || word == "--output" || word == "--user" ||
                                   word == "--group" || word == "--adjustment" || word == "--signal" ||
                                   word == "--unset";
            if (!is_valued) return true;
            if (++i >= words.size()) return false;
            if (is_time && word == "--format") result_.time_format = words[i];
            return true;
        }
        for (std::size_t k = 1; k < word.size(); ++k) {
            if (wrapper.valued.find(word[k]) == std::string_view::npos) continue;
            std::string value = word.substr(k + 1);
            if (value.empty()) {
                if (i + 1 >= words.size()) return false;
                value = words[++i];
            }
            if (is_time && word[k] == 'f') result_.time_format = value;
            return true;
        }
        return true;
    }

    UnwrappedCommand result_;
};

}  // namespace

std::variant<UnwrappedCommand, HabitError> strip_wrappers(const std::vector<std::string>& words) {
    return Unwrapper(words).run();
}

}  // namespace mountscope
