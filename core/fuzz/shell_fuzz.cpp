// The console's shell language under any text: parse it, run it with a host that answers anything, complete
// it at each cursor, normalise its words. Nothing may crash, hang, or hand on a word that is not UTF-8.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/habits.hpp"
#include "core/text/shell_completion.hpp"
#include "core/text/shell_interpreter.hpp"
#include "core/text/shell_source.hpp"

namespace mountscope {

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = shell::utf8_length(text, i);
        if (length == 0) return false;
        i += length;
    }
    return true;
}

class AnyHost : public ShellHost {
  public:
    explicit AnyHost(std::uint32_t seed) : state_(seed | 1U) {}

    ShellOutcome run_command(const std::vector<std::string>& words, ShellPosition at) override {
        require(!words.empty() && at.line >= 1 && at.column >= 1);
        for (const std::string& word : words) require(is_utf8(word));
        ShellOutcome outcome;
        if (next() % 4 == 0) outcome = {static_cast<int>(next() % 130), "some text\n1 2 3", "an error"};
        return outcome;
    }
    void write(ShellStream, std::string_view text) override { require(is_utf8(text)); }
    PathKind path_kind(std::string_view, std::string_view) override {
        return static_cast<PathKind>(next() % 3);
    }
    std::string new_process_name() override { return "p" + std::to_string(++processes_); }
    std::optional<std::string> file_text(std::string_view) override {
        return next() % 4 == 0 ? std::optional<std::string>("echo $1 $#; cd /x; sh $0 $1 || exit 3")
                               : std::nullopt;
    }
    void begin_timing() override { ++timings_; }
    std::string end_timing(std::string_view) override {
        require(--timings_ >= 0);
        return "0:00.00\n";
    }

  private:
    std::uint32_t next() { return state_ = state_ * 1664525U + 1013904223U, state_ >> 8U; }

    std::uint32_t state_;
    int processes_ = 0;
    int timings_ = 0;
};

class AnySource : public CompletionSource {
  public:
    std::vector<std::string> children(std::string_view) const override { return {"a/", "b c", "it's/"}; }
    std::vector<std::string> process_names() const override { return {"main"}; }
};

ShellLimits small_limits() {
    ShellLimits limits;
    limits.brace_words = 2'000;
    limits.commands = 200;
    limits.words = 3'000;
    limits.words_bytes = 100'000;
    limits.word_bytes = 10'000;
    limits.capture_bytes = 20'000;
    limits.output_bytes = 50'000;
    limits.frames = 60;
    limits.work = 50'000;
    limits.variable_bytes = 50'000;
    return limits;
}

void run(std::string_view text, std::uint32_t seed) {
    const ShellLimits limits = small_limits();
    const ParseResult parsed = parse_shell(text, limits);
    require(!parsed.incomplete || parsed.error);
    if (parsed.error) {
        require(parsed.error->line >= 1 && parsed.error->column >= 1 && !parsed.error->what.empty());
        require(is_utf8(parsed.error->what) && is_utf8(parsed.error->expected));
        return;
    }
    AnyHost host(seed);
    ShellInterpreter shell(host, limits);
    shell.set_arguments({"3", "two words"});
    shell.start(parsed.program);
    std::size_t steps = 0;
    while (shell.step()) require(++steps < 100'000);
    // Once more with what the first run left behind, stopped somewhere.
    shell.start(parsed.program);
    shell.run(seed % 16);
    shell.stop();
    require(shell.state() != ShellState::kRunning);
}

void complete(std::string_view text, std::uint32_t seed) {
    const AnySource source;
    const ShellCompletion completion = complete_shell(text, seed % (text.size() + 1), source);
    require(completion.begin <= text.size());
}

void normalise(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (c == ' ' || c == '\n') {
            words.emplace_back();
        } else {
            words.back() += c;
        }
    }
    const HabitResult result = normalise_command(words);
    if (const auto* const command = std::get_if<NormalisedCommand>(&result)) {
        for (const ScenarioWords& made : command->commands) require(!made.empty());
    }
}

}  // namespace

}  // namespace mountscope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    std::uint32_t seed = 1;
    for (const char c : text) seed = seed * 31U + static_cast<unsigned char>(c);
    mountscope::run(text, seed);
    mountscope::complete(text, seed);
    mountscope::normalise(text);
    return 0;
}
