#include "app/platform/cli/cost.hpp"

#include <algorithm>
#include <cstdio>

#include "core/cost/growth.hpp"
#include "core/cost/machine_model.hpp"
#include "core/text/scenario_run.hpp"
#include "core/text/script_lines.hpp"
#include "core/trace/code.hpp"
#include "core/trace/narrate.hpp"
#include "core/trace/step_trace.hpp"

#include "app/platform/cli/cost_options.hpp"
#include "app/platform/cli/long_work.hpp"
#include "app/platform/cli/run.hpp"
#include "app/platform/cli/text_io.hpp"

namespace mountscope {

const std::string_view kCostHelp =
    R"(mountscope cost [OPTION...] FILE     count what each command costs under each kernel
  --kernel NAME[,NAME]   which kernels, or all (all)
  --memory SIZE          memory of the machine, which decides the buckets of the mount hash (4G)
  --buckets N            the number of buckets itself
  --n N                  the value of $N and $1 in FILE
  --json                 one JSON object a command and kernel
  --sweep N=FROM..TO     the same for each N, with the growth of each counter; --csv or --json
  --plain                walk every single step instead of adding up what repeats; same counts
mountscope trace [OPTION...] FILE    tell the steps of a scenario
  --kernel NAME          whose algorithm (6.18)
  --grain WHICH          command, phase or step (phase)
  --from A, --to B       only these steps of the whole scenario, from 0, B not included
  A step is a row: its number, the phase, the line of the algorithm it is at, and what it does.
)";

namespace {

constexpr std::size_t kLongestScript = 64u << 20;

std::optional<std::string> read_file(const std::string& file) {
    TextInput input(file);
    std::string text;
    if (input.read_all(text, kLongestScript)) return text;
    std::fprintf(stderr, "mountscope: %s: %s\n", file.c_str(),
                 input.error() ? input.error()->c_str() : "can't be read");
    return std::nullopt;
}

bool complain(const std::string& file, const std::optional<TextError>& error) {
    if (!error) return false;
    std::fprintf(stderr, "%s:%zu:%zu: error: %s%s%s\n", file == "-" ? "(standard input)" : file.c_str(),
                 error->line, error->column, error->what.c_str(),
                 error->expected.empty() ? "" : "; expected ", error->expected.c_str());
    return true;
}

std::string counters_json(const Counters& counters) {
    std::string text = "{";
    for (std::size_t i = 0; i < kCounterCount; ++i) {
        if (counters.values[i] == 0) continue;
        if (text.size() > 1) text += ',';
        text += json_string(counter_name(static_cast<Counter>(i))) + ":" + std::to_string(counters.values[i]);
    }
    return text + "}";
}

std::string decimal(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::string seconds_json(const Counters& counters) {
    std::string text = "{";
    for (const MachineModel& machine : machines()) {
        if (text.size() > 1) text += ',';
        text += json_string(machine.name) + ":" + decimal(modelled_seconds(machine, counters));
    }
    return text + "}";
}

// How much of a command is done, 0 to 1; 0 while that is not known.
double done_of(const WorkDone& work) {
    return work.parts == 0 ? 0 : static_cast<double>(work.part) / static_cast<double>(work.parts);
}

struct Measured {
    long long n = 0;
    std::vector<KernelCost> kernels;
};

class CostCommandRun {
  public:
    explicit CostCommandRun(CostOptions options) : o_(std::move(options)) {}

    int run() {
        const auto text = read_file(o_.file);
        if (!text) return kStatusBadInput;
        if (!o_.sweep) {
            const auto measured = measure(*text, o_.n);
            if (!measured) return status_;
            if (o_.json) {
                print_json(*measured);
            } else {
                print_table(*measured);
            }
            return kStatusFine;
        }
        std::vector<Measured> points;
        for (long long n = o_.sweep->first; n <= o_.sweep->second; ++n) {
            auto measured = measure(*text, n);
            if (!measured) return status_;
            points.push_back(std::move(*measured));
        }
        print_sweep(points);
        return kStatusFine;
    }

  private:
    std::optional<Measured> measure(const std::string& text, std::optional<long long> n) {
        ScriptLines script = read_script(text, {n});
        if (complain(o_.file, script.error)) return std::nullopt;
        RunOptions options;
        options.initial_directories = script.settings.initial_directories;
        options.count_quickly = !o_.count_plainly;
        LongWork work;
        const CostRun* running = nullptr;
        const std::string of_n = n ? ", N = " + std::to_string(*n) : "";
        // A long command has the bar for itself: it is what takes the time.
        options.progress = [&](const WorkDone& done) {
            return work.go_on(done_of(done), "command " + std::to_string(running->done() + 1) + " of " +
                                                 std::to_string(running->total()) + of_n);
        };
        CostRun run(script.lines, o_.kernels, o_.machine, options);
        running = &run;
        while (!work.is_stopped() && run.advance()) {
        }
        if (work.is_stopped()) {
            work.clear();
            std::fprintf(stderr, "mountscope: stopped after %zu of %zu commands%s; nothing is printed\n",
                         run.done(), run.total(), of_n.c_str());
            status_ = kStatusStopped;
            return std::nullopt;
        }
        for (const KernelCost& kernel : run.results()) {
            if (complain(o_.file, kernel.error)) return std::nullopt;
        }
        return Measured{n.value_or(0), run.results()};
    }

    void print_json(const Measured& measured) {
        TextOutput out;
        for (const KernelCost& kernel : measured.kernels) {
            for (const CommandCost& c : kernel.commands) {
                out.write("{\"step\":" + std::to_string(c.step) + ",\"cmd\":" + json_string(c.text) +
                          ",\"err\":" + json_string(errno_name(c.error)) + ",\"kernel\":" +
                          json_string(kernel.kernel->name) + ",\"counters\":" + counters_json(c.counters) +
                          ",\"modelled_seconds\":" + seconds_json(c.counters) + "}\n");
            }
        }
    }

    // For people: the commands that took work, a row a kernel, a column a counter that anyone has.
    void print_table(const Measured& measured) {
        TextOutput out;
        const std::size_t commands = measured.kernels.front().commands.size();
        for (std::size_t c = 0; c < commands; ++c) {
            Counters any;
            for (const KernelCost& kernel : measured.kernels) any += kernel.commands[c].counters;
            if (any[Counter::kAlloc] + any[Counter::kFinish] == 0) continue;
            out.write(std::to_string(c + 1) + "  " + measured.kernels.front().commands[c].text + "\n");
            for (const KernelCost& kernel : measured.kernels) {
                const CommandCost& cost = kernel.commands[c];
                std::string row = "   " + std::string(kernel.kernel->name);
                row.append(row.size() < 21 ? 21 - row.size() : 1, ' ');
                row += std::string(errno_name(cost.error));
                for (std::size_t i = 0; i < kCounterCount; ++i) {
                    if (cost.counters.values[i] == 0) continue;
                    row += "  " + std::string(counter_name(static_cast<Counter>(i))) + " " +
                           std::to_string(cost.counters.values[i]);
                }
                row += "  modelled " + decimal(modelled_seconds(machines()[0], cost.counters)) + " s\n";
                out.write(row);
            }
        }
    }

    void print_sweep(const std::vector<Measured>& points) {
        TextOutput out;
        const std::size_t kernels = points.front().kernels.size();
        if (!o_.json) out.write("N,mounts,kernel,counter,value\n");
        for (std::size_t k = 0; k < kernels; ++k) {
            const std::string name(points.front().kernels[k].kernel->name);
            std::string fits;
            for (std::size_t i = 0; i <= kCounterCount; ++i) {
                std::vector<GrowthPoint> series;
                for (const Measured& point : points) {
                    const CommandCost& last = point.kernels[k].commands.back();
                    const double mounts = mounts_of(point.kernels[k]);
                    const double value = i == kCounterCount ? modelled_seconds(machines()[0], last.counters)
                                                            : static_cast<double>(last.counters.values[i]);
                    if (value > 0) series.push_back({mounts, value});
                }
                if (series.empty()) continue;
                const std::string counter(i == kCounterCount ? "modelled_seconds"
                                                             : counter_name(static_cast<Counter>(i)));
                const GrowthFit fit = fit_power_law(series);
                if (!fits.empty()) fits += ',';
                fits += json_string(counter) + ":{\"exponent\":" + decimal(fit.exponent) +
                        ",\"low\":" + decimal(fit.low) + ",\"high\":" + decimal(fit.high) +
                        ",\"points\":" + std::to_string(fit.points) + "}";
                if (o_.json) continue;
                for (const Measured& point : points) {
                    const CommandCost& last = point.kernels[k].commands.back();
                    out.write(std::to_string(point.n) + "," + decimal(mounts_of(point.kernels[k])) + "," +
                              name + "," + counter + "," +
                              (i == kCounterCount ? decimal(modelled_seconds(machines()[0], last.counters))
                                                  : std::to_string(last.counters.values[i])) +
                              "\n");
                }
                out.write("fit,," + name + "," + counter + "," + decimal(fit.exponent) + "\n");
            }
            if (!o_.json) continue;
            for (const Measured& point : points) {
                const CommandCost& last = point.kernels[k].commands.back();
                out.write("{\"n\":" + std::to_string(point.n) +
                          ",\"mounts\":" + decimal(mounts_of(point.kernels[k])) +
                          ",\"kernel\":" + json_string(name) + ",\"cmd\":" + json_string(last.text) +
                          ",\"counters\":" + counters_json(last.counters) +
                          ",\"modelled_seconds\":" + seconds_json(last.counters) + "}\n");
            }
            out.write("{\"kernel\":" + json_string(name) + ",\"fit\":{" + fits + "}}\n");
        }
    }

    static double mounts_of(const KernelCost& kernel) { return static_cast<double>(kernel.mounts_of_last()); }

    CostOptions o_;
    int status_ = kStatusBadInput;  // when nothing could be measured
};

}  // namespace

int run_cost(std::span<const std::string_view> words) {
    CostOptions options = read_cost_options(words, CostCommand::kCost);
    if (options.error) {
        std::fprintf(stderr, "mountscope: %s\n", options.error->c_str());
        return kStatusBadInput;
    }
    return CostCommandRun(std::move(options)).run();
}

namespace {

std::string padded(std::string text, std::size_t width, bool right = false) {
    if (text.size() < width) text.insert(right ? 0 : text.size(), width - text.size(), ' ');
    return text;
}

// The steps of a scenario in columns: number, phase, line of the pseudo-code, sentence. Numbers run through
// the whole scenario.
class TraceRun {
  public:
    explicit TraceRun(const CostOptions& options) : o_(options), kernel_(*options.kernels.front()) {}

    int run() {
        const auto text = read_file(o_.file);
        if (!text) return kStatusBadInput;
        const ScriptLines script = read_script(*text, {o_.n});
        if (complain(o_.file, script.error)) return kStatusBadInput;
        RunOptions options;
        options.initial_directories = script.settings.initial_directories;
        World world = World::boot(settings_for(kernel_, o_.machine));
        for (const ScenarioLine& line : script.lines) {
            const StepIndex index(world, kernel_, line.command, options);
            if (index.result().impossible) {
                complain(o_.file, TextError{line.line, 1, *index.result().impossible,
                                            "the name of a process that is there"});
                return kStatusBadInput;
            }
            tell(line, index);
            before_ += index.steps();
            if (before_ >= to()) return kStatusFine;
            run_command(world, kernel_, line.command, options);
        }
        if (before_ > o_.from || o_.from == 0) return kStatusFine;
        std::fprintf(stderr, "mountscope: --from %llu; the scenario has %llu steps\n",
                     static_cast<unsigned long long>(o_.from), static_cast<unsigned long long>(before_));
        return kStatusBadInput;
    }

  private:
    std::uint64_t to() const { return o_.to.value_or(~std::uint64_t{0}); }

    void tell(const ScenarioLine& line, const StepIndex& index) {
        const std::uint64_t end = before_ + index.steps();
        const bool has_steps = index.steps() > 0;
        if (has_steps ? end <= o_.from : o_.from > before_) return;
        std::string head = line.text;
        const Errno error = index.result().error;
        if (error != Errno::kOk) head += "  -> " + std::string(errno_name(error));
        head += has_steps
                    ? "  (" + std::to_string(index.steps()) + (index.steps() == 1 ? " step" : " steps") + ")"
                    : "  (no step)";
        out_.write(head + "\n");
        if (o_.grain == TraceGrain::kPhase) tell_phases(index);
        if (o_.grain == TraceGrain::kStep) tell_steps(line, index);
    }

    std::string number(std::uint64_t step) const { return padded(std::to_string(step), 9, true) + "  "; }

    void tell_phases(const StepIndex& index) {
        const std::vector<PhaseMark>& phases = index.phases();
        for (std::size_t i = 0; i < phases.size(); ++i) {
            const std::uint64_t first = phases[i].first_step;
            const std::uint64_t last = i + 1 < phases.size() ? phases[i + 1].first_step : index.steps();
            if (before_ + last <= o_.from) continue;
            if (before_ + first >= to()) break;
            const std::string count = std::to_string(last - first) + (last - first == 1 ? " step" : " steps");
            out_.write(number(before_ + first) + padded(std::string(phase_name(phases[i].phase)), 11) +
                       padded(count, 14) + std::string(phase_meaning(phases[i].phase)) + "\n");
        }
    }

    void tell_steps(const ScenarioLine& line, const StepIndex& index) {
        constexpr std::size_t kCodeColumn = 38;
        const std::vector<CodeLine> code = pseudo_code(kernel_, line.command.kind);
        const std::uint64_t first = o_.from > before_ ? o_.from - before_ : 0;
        index.for_each(first, to() - before_, [&](std::uint64_t i, const Step& step, const World& world) {
            const int at = code_line(kernel_, line.command.kind, step);
            const std::string text = at < 0 ? "" : std::string(code[static_cast<std::size_t>(at)].text);
            out_.write(number(before_ + i) + padded(std::string(phase_name(step.phase)), 11) +
                       padded(at < 0 ? "" : std::to_string(at + 1), 2, true) + "  " +
                       padded(text, kCodeColumn) + step_sentence(kernel_, world, step) + "\n");
        });
    }

    const CostOptions& o_;
    const KernelProfile& kernel_;
    TextOutput out_;
    std::uint64_t before_ = 0;  // steps of the commands so far
};

}  // namespace

int run_trace(std::span<const std::string_view> words) {
    const CostOptions options = read_cost_options(words, CostCommand::kTrace);
    if (options.error) {
        std::fprintf(stderr, "mountscope: %s\n", options.error->c_str());
        return kStatusBadInput;
    }
    return TraceRun(options).run();
}

}  // namespace mountscope
