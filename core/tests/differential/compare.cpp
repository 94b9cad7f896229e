#include "core/tests/differential/compare.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/text/scenario_run.hpp"

namespace mountscope {

namespace {

std::string take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

// A kernel that can't tell the age of mounts, or a runner that could not find out an order, says nothing
// about them.
bool is_same(const std::string& mine, const std::string& theirs) {
    if (mine == theirs) return true;
    auto a = nlohmann::json::parse(mine, nullptr, false);
    const auto b = nlohmann::json::parse(theirs, nullptr, false);
    if (!a.is_object() || !b.is_object()) return false;
    if (!b.contains("ohash")) a.erase("ohash");
    if (a.contains("ns") && b.contains("ns") && a["ns"].size() == b["ns"].size()) {
        for (std::size_t i = 0; i < a["ns"].size(); ++i) {
            for (const char* key : {"order", "created"}) {
                if (!b["ns"][i].contains(key)) a["ns"][i].erase(key);
            }
        }
    }
    return a == b;
}

}  // namespace

std::optional<Difference> first_difference(const KernelResult& result, const KernelProfile& kernel) {
    ScenarioResult parsed = parse_scenario(result.scenario.text);
    if (parsed.error) return Difference{0, to_string(*parsed.error), "(the kernel's side reads it)", {}};
    parsed.scenario.name = result.scenario.name;
    ScenarioRunOptions options;
    options.max_print = 1000000;
    ScenarioRun run(parsed.scenario, kernel, options);
    std::string_view theirs = result.lines;
    bool more = true;
    for (std::size_t step = 1; more; ++step) {
        std::string lines;
        more = run.step(lines);
        if (const auto broken = run.world().find_broken_invariant(kernel.leaves_marks()))
            return Difference{step, {}, {}, *broken};
        for (std::string_view mine = lines; !mine.empty();) {
            const std::string my_line = take_line(mine);
            const std::string their_line = take_line(theirs);
            if (!is_same(my_line, their_line)) return Difference{step, my_line, their_line, {}};
        }
    }
    if (run.error()) return Difference{0, to_string(*run.error()), take_line(theirs), {}};
    return std::nullopt;
}

bool is_runnable(const std::string& text, const KernelProfile& kernel) {
    const ScenarioResult parsed = parse_scenario(text);
    if (parsed.error) return false;
    ScenarioRun run(parsed.scenario, kernel, {.states = StatesPrinted::kNone});
    std::string ignored;
    while (run.step(ignored)) {
    }
    return !run.error();
}

std::string shrink(const std::string& text, const std::function<bool(const std::string&)>& still_differs) {
    std::vector<std::string> lines;
    for (std::string_view rest = text; !rest.empty();) lines.push_back(take_line(rest) + "\n");
    const auto join = [](const std::vector<std::string>& parts) {
        std::string joined;
        for (const std::string& part : parts) joined += part;
        return joined;
    };
    for (std::size_t chunk = std::max<std::size_t>(lines.size() / 2, 1);;) {
        bool smaller = false;
        for (std::size_t at = 0; at < lines.size();) {
            std::vector<std::string> fewer = lines;
            const auto first = fewer.begin() + static_cast<std::ptrdiff_t>(at);
            fewer.erase(first, first + static_cast<std::ptrdiff_t>(std::min(chunk, lines.size() - at)));
            if (!fewer.empty() && still_differs(join(fewer))) {
                lines = std::move(fewer);
                smaller = true;
            } else {
                at += chunk;
            }
        }
        if (chunk > 1) {
            chunk /= 2;
        } else if (!smaller) {
            break;
        }
    }
    // Directories that a mkdir makes for nothing.
    for (std::string& line : lines) {
        const std::size_t mkdir = line.find("mkdir -p ");
        if (mkdir == std::string::npos) continue;
        for (std::size_t at = line.rfind(' '); at > mkdir + 8; at = line.rfind(' ', at - 1)) {
            const std::string whole = line;
            const std::size_t end = std::min(line.find(' ', at + 1), line.find('\n', at + 1));
            line.erase(at, end - at);
            if (!still_differs(join(lines))) line = whole;
        }
    }
    return join(lines);
}

}  // namespace mountscope
