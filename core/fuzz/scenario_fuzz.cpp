// The scenario reader, the reader of compact lines and the reader of split words under any text: nothing
// crashes, an error has a place in the text, and what was read says the same when it is read again.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/compact.hpp"
#include "core/text/scenario.hpp"

using namespace mountscope;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

void check_error(const TextError& error, std::size_t lines) {
    require(error.line >= 1 && error.line <= lines + 1);
    require(error.column >= 1);
    require(!error.what.empty() && !error.expected.empty());
}

void check_scenario(std::string_view text) {
    std::size_t lines = 0;
    for (const char c : text) lines += c == '\n' ? 1 : 0;
    const ScenarioResult read = parse_scenario(text);
    if (read.error) {
        check_error(*read.error, lines);
        return;
    }
    std::string again;
    std::size_t last_line = 0;
    for (const ScenarioLine& line : read.scenario.lines) {
        require(line.line > last_line && line.line <= lines + 1);
        last_line = line.line;
        require(!line.text.empty() && is_process_name(line.command.process));
        if (line.any_result) again += "? ";
        if (!line.any_result && line.expected != Errno::kOk)
            again += "! " + std::string(errno_name(line.expected)) + " ";
        again += line.text + "\n";
    }
    const ScenarioResult second = parse_scenario(again);
    require(!second.error && second.scenario.lines.size() == read.scenario.lines.size());
    for (std::size_t i = 0; i < read.scenario.lines.size(); ++i) {
        const Command& a = read.scenario.lines[i].command;
        const Command& b = second.scenario.lines[i].command;
        require(a.kind == b.kind && a.process == b.process && a.arguments == b.arguments);
        require(second.scenario.lines[i].text == read.scenario.lines[i].text);
    }
}

void check_words(std::string_view text) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        words.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    const CommandResultOrError read = parse_command(words);
    if (read.error) require(read.error->column >= 1 && read.error->column <= words.size() + 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_scenario(text);
    check_words(text.substr(0, text.find('\n')));
    const CompactLine line = read_compact_line(text);
    if (!line.error) {
        const std::string start = compact_start(line.name, line.text);
        const CompactLine again = read_compact_line(start + "]}");
        require(!again.error && again.name == line.name && again.text == line.text);
        check_scenario(line.text);
    }
    return 0;
}
