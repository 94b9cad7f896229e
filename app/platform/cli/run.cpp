#include "app/platform/cli/run.hpp"

#include <algorithm>

#include "core/text/compact.hpp"
#include "core/text/mountinfo.hpp"

#include "app/platform/cli/text_io.hpp"

namespace mountscope {

namespace {

// More than the engine allows a page, since a file on disk is the user's own choice.
constexpr ScenarioLimits kLimits{.bytes = 256u << 20, .commands = 4'000'000, .word = 65536};
constexpr std::size_t kSurprisesTold = 20;

std::string scenario_name(const std::string& file) {
    if (file == "-") return "stdin";
    const std::size_t slash = file.rfind('/');
    const std::string name = slash == std::string::npos ? file : file.substr(slash + 1);
    return name.substr(0, name.rfind(".scn"));
}

std::string shown_name(const std::string& file) {
    return file == "-" ? "(standard input)" : file;
}

class FileRunner {
  public:
    FileRunner(const CliOptions& options, std::string file) : options_(options), file_(std::move(file)) {}

    int run() {
        TextInput input(file_);
        if (file_.ends_with(".jsonl")) {
            run_lines(input);
        } else {
            std::string text;
            if (input.read_all(text, kLimits.bytes))
                run_text(scenario_name(file_), text, 0, options_.run.compact);
        }
        if (input.error()) complain(*input.error());
        if (out_.failed()) complain("the output can't be written");
        return status_;
    }

  private:
    void complain(const std::string& what) {
        std::fprintf(stderr, "mountscope: %s: %s\n", shown_name(file_).c_str(), what.c_str());
        status_ = kStatusBadInput;
    }
    // FILE:LINE:COLUMN, so that editors find the place. `in_line`: of the .jsonl, 0 when the file is a
    // scenario.
    void complain(const TextError& error, std::size_t in_line) {
        const std::string expected = error.expected.empty() ? "" : "; expected " + error.expected;
        if (in_line == 0) {
            std::fprintf(stderr, "%s:%zu:%zu: error: %s%s\n", shown_name(file_).c_str(), error.line,
                         error.column, error.what.c_str(), expected.c_str());
        } else {
            std::fprintf(stderr, "%s:%zu: error: in \"scn\", line %zu, column %zu: %s%s\n",
                         shown_name(file_).c_str(), in_line, error.line, error.column, error.what.c_str(),
                         expected.c_str());
        }
        status_ = kStatusBadInput;
    }

    void run_lines(TextInput& input) {
        std::string line;
        std::size_t number = 0;
        while (!out_.failed() && input.read_line(line, kLimits.bytes)) {
            ++number;
            if (line.empty()) continue;
            const CompactLine read = read_compact_line(line);
            if (read.error) {
                complain({number, 1, *read.error, "{\"name\":NAME,\"scn\":TEXT,...}"}, 0);
                continue;
            }
            run_text(read.name, read.text, number, true);
        }
    }

    void run_text(const std::string& name, std::string_view text, std::size_t in_line, bool compact) {
        ScenarioResult parsed = parse_scenario(text, kLimits);
        if (parsed.error) {
            complain(*parsed.error, in_line);
            return;
        }
        parsed.scenario.name = name;
        ScenarioRunOptions run_options = options_.run;
        run_options.compact = compact;
        if (compact && !options_.states_given) run_options.states = StatesPrinted::kHash;
        if (options_.mountinfo) {
            run_options.states = StatesPrinted::kNone;
            parsed.scenario.settings.states.reset();
        }
        ScenarioRun run(parsed.scenario, options_.kernel, run_options);
        std::string out = compact && !options_.mountinfo ? compact_start(name, text) : std::string();
        bool more = true;
        for (std::size_t done = 0; more && !out_.failed(); ++done) {
            const std::size_t unexpected = run.unexpected();
            more = run.step(out);
            if (run.unexpected() != unexpected)
                tell_surprise(parsed.scenario.lines[done], in_line, unexpected);
            if (!options_.mountinfo) out_.write(out);
            out.clear();
        }
        if (run.error()) {
            if (compact && !options_.mountinfo) out_.write("\n");
            complain(*run.error(), in_line);
            return;
        }
        if (run.unexpected() > 0) {
            std::fprintf(stderr, "mountscope: %s: %zu of %zu commands did not end as the scenario says\n",
                         name.c_str(), run.unexpected(), parsed.scenario.lines.size());
            status_ = std::max(status_, kStatusUnexpected);
        }
        if (options_.mountinfo) print_mountinfo(run.world());
    }

    void tell_surprise(const ScenarioLine& line, std::size_t in_line, std::size_t told) {
        if (told >= kSurprisesTold) return;
        const std::string place = in_line == 0
                                      ? std::to_string(line.line)
                                      : std::to_string(in_line) + ": line " + std::to_string(line.line);
        std::fprintf(stderr, "%s:%s: \"%s\" did not end as the scenario says; expected %s\n",
                     shown_name(file_).c_str(), place.c_str(), line.text.c_str(),
                     std::string(errno_name(line.expected)).c_str());
    }

    // Several namespaces: each with a line "# NAME" in front, NAME being its oldest process.
    void print_mountinfo(const World& world) {
        const StateTables state = build_tables(world);
        for (const MountTable& table : state.tables) {
            std::string text;
            if (state.tables.size() > 1) {
                text = "# ";
                text += world.text(world[table.viewer].name);
                text += '\n';
            }
            out_.write(text + mountinfo(world, options_.kernel, table));
        }
    }

    const CliOptions& options_;
    std::string file_;
    TextOutput out_;
    int status_ = kStatusFine;
};

}  // namespace

int run_files(const CliOptions& options) {
    int status = kStatusFine;
    for (const std::string& file : options.files) status = std::max(status, FileRunner(options, file).run());
    return status;
}

}  // namespace mountscope
