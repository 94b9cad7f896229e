#include "app/platform/cli/options.hpp"

#include <charconv>

namespace mountscope {

namespace {

std::string known_kernels() {
    std::string names;
    for (const KernelProfile& kernel : kernels()) {
        if (!names.empty()) names += ", ";
        names += kernel.name;
    }
    return names;
}

class Reader {
  public:
    explicit Reader(std::span<const std::string_view> words) : words_(words) {}

    ParsedOptions read() {
        if (words_.empty()) {
            fail("there is no command; expected run, cost, trace, kernels, counters, --help or --version");
            return std::move(result_);
        }
        const std::string_view first = words_[0];
        at_ = 1;
        CliOptions& o = result_.options;
        if (first == "run") {
            o.action = CliAction::kRun;
            read_run();
        } else if (first == "kernels") {
            o.action = CliAction::kKernels;
            read_listing(first);
        } else if (first == "counters") {
            o.action = CliAction::kCounters;
            read_listing(first);
        } else if (first == "--help" || first == "-h" || first == "help") {
            o.action = CliAction::kHelp;
        } else if (first == "--version") {
            o.action = CliAction::kVersion;
        } else {
            fail("unknown command \"" + std::string(first) +
                 "\"; expected run, cost, trace, kernels, counters, --help or --version");
        }
        return std::move(result_);
    }

  private:
    void fail(std::string what) {
        if (!result_.error) result_.error = std::move(what);
    }

    // The value of an option: behind "=", or the next word.
    std::string_view value(std::string_view option, std::optional<std::string_view> joined,
                           std::string_view expected) {
        if (joined) return *joined;
        if (at_ < words_.size()) return words_[at_++];
        fail(std::string(option) + " needs a value; expected " + std::string(expected));
        return {};
    }

    void read_listing(std::string_view of) {
        while (at_ < words_.size()) {
            const std::string_view word = words_[at_++];
            if (word == "--json") {
                result_.options.json = true;
            } else {
                fail("\"" + std::string(word) + "\" is no option of " + std::string(of) +
                     "; expected --json or nothing");
            }
        }
    }

    void read_run() {
        bool options_end = false;
        while (at_ < words_.size() && !result_.error) {
            const std::string_view word = words_[at_++];
            if (options_end || word == "-" || !word.starts_with('-')) {
                result_.options.files.emplace_back(word);
            } else if (word == "--") {
                options_end = true;
            } else {
                const std::size_t equals = word.find('=');
                std::optional<std::string_view> joined;
                if (equals != std::string_view::npos) joined = word.substr(equals + 1);
                read_run_option(word.substr(0, equals), joined);
            }
        }
        if (result_.error || result_.options.help_of_run) return;
        if (result_.options.files.empty())
            fail("there is no file to run; expected FILE, or - for standard input");
        if (forgets_unbindable_) forget_unbindable();
        if (result_.options.mountinfo && (result_.options.states_given || result_.options.run.compact)) {
            fail("--mountinfo prints nothing else; expected it without --states and --compact");
        }
    }

    void read_run_option(std::string_view option, std::optional<std::string_view> joined) {
        ScenarioRunOptions& run = result_.options.run;
        if (option == "--kernel") {
            const std::string_view name = value(option, joined, "one of " + known_kernels());
            const KernelProfile* kernel = find_kernel(name);
            if (kernel != nullptr) {
                result_.options.kernel = *kernel;
            } else {
                fail("unknown kernel \"" + std::string(name) + "\"; expected one of " + known_kernels());
            }
        } else if (option == "--states") {
            read_states(value(option, joined, "each, hash, end or none"));
        } else if (option == "--max-print") {
            run.max_print = number(option, joined);
        } else if (option == "--mount-max") {
            run.machine.mount_max = static_cast<std::uint32_t>(number(option, joined));
        } else if (joined) {
            fail("\"" + std::string(option) +
                 "\" takes no value, or is no option of run; see mountscope --help");
        } else if (option == "--no-order") {
            run.order = false;
        } else if (option == "--no-created") {
            run.created = false;
        } else if (option == "--compact") {
            run.compact = true;
        } else if (option == "--mountinfo") {
            result_.options.mountinfo = true;
        } else if (option == "--forgets-unbindable") {
            forgets_unbindable_ = true;
        } else if (option == "--help" || option == "-h") {
            result_.options.help_of_run = true;
        } else {
            fail("\"" + std::string(option) + "\" is no option of run; see mountscope --help");
        }
    }

    void read_states(std::string_view value) {
        ScenarioRunOptions& run = result_.options.run;
        result_.options.states_given = true;
        if (value == "each") {
            run.states = StatesPrinted::kEach;
        } else if (value == "hash") {
            run.states = StatesPrinted::kHash;
        } else if (value == "end") {
            run.states = StatesPrinted::kEnd;
        } else if (value == "none") {
            run.states = StatesPrinted::kNone;
        } else {
            fail("--states=" + std::string(value) + " is not known; expected each, hash, end or none");
        }
    }

    std::size_t number(std::string_view option, std::optional<std::string_view> joined) {
        const std::string_view text = value(option, joined, "a whole number");
        std::uint32_t parsed = 0;
        const auto end = std::from_chars(text.data(), text.data() + text.size(), parsed);
        if (end.ec != std::errc() || end.ptr != text.data() + text.size()) {
            fail(std::string(option) + "=" + std::string(text) +
                 "; expected a whole number below 4294967296");
        }
        return parsed;
    }

    void forget_unbindable() {
        KernelProfile& kernel = result_.options.kernel;
        if (kernel.umount != UmountAlgorithm::kGatherTrim) {
            fail("--forgets-unbindable: kernel " + std::string(kernel.name) +
                 " never did; expected a kernel since 6.17");
        }
        kernel.forgets_unbindable = true;
    }

    std::span<const std::string_view> words_;
    std::size_t at_ = 0;
    bool forgets_unbindable_ = false;
    ParsedOptions result_;
};

}  // namespace

ParsedOptions parse_options(std::span<const std::string_view> words) {
    return Reader(words).read();
}

}  // namespace mountscope
