#include "app/model/scenario_library.hpp"

#include <charconv>

namespace mountscope {
namespace {

std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Takes a whole number off the front of the text.
std::optional<int> take_number(std::string_view& text) {
    text = trim(text);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

bool take_word(std::string_view& text, std::string_view word) {
    text = trim(text);
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
}

// "1 = 3 from 1 to 16"
std::optional<ScenarioParameter> read_parameter(std::string_view text) {
    ScenarioParameter parameter;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    parameter.name = std::string(trim(text.substr(0, equals)));
    text.remove_prefix(equals + 1);
    const std::optional<int> value = take_number(text);
    if (!value || parameter.name.empty()) return std::nullopt;
    parameter.value = parameter.least = parameter.most = *value;
    if (take_word(text, "from")) parameter.least = take_number(text).value_or(*value);
    if (take_word(text, "to")) parameter.most = take_number(text).value_or(*value);
    return parameter;
}

void read_head_line(ScenarioInfo& info, std::string_view key, std::string_view value) {
    if (key == "title") info.title = value;
    if (key == "group") info.group = value;
    if (key == "select") info.select = value;
    if (key == "value") info.parameter = read_parameter(value);
    if (key == "open") info.open_at = take_number(value);
    if (key == "compare") {
        for (value = trim(value); !value.empty(); value = trim(value)) {
            const std::size_t end = std::min(value.find_first_of(" ,\t"), value.size());
            if (end > 0) info.compare.emplace_back(value.substr(0, end));
            value.remove_prefix(std::min(end + 1, value.size()));
        }
    }
    if (key == "look") {
        if (!info.look.empty()) info.look += ' ';
        info.look += value;
    }
}

}  // namespace

ScenarioInfo read_scenario_head(std::string_view id, std::string_view text) {
    ScenarioInfo info;
    info.id = id;
    info.text = text;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trim(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty()) continue;
        if (line.front() != '#') break;
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        read_head_line(info, trim(line.substr(1, colon - 1)), trim(line.substr(colon + 1)));
    }
    if (info.title.empty()) info.title = info.id;
    return info;
}

std::span<const ScenarioInfo> built_in_scenarios() {
    static const std::vector<ScenarioInfo> kScenarios = [] {
        std::vector<ScenarioInfo> list;
        for (const EmbeddedScenario& scenario : embedded_scenarios()) {
            list.push_back(read_scenario_head(scenario.id, scenario.text));
        }
        return list;
    }();
    return kScenarios;
}

const ScenarioInfo* find_scenario(std::string_view id_or_title) {
    for (const ScenarioInfo& scenario : built_in_scenarios()) {
        if (scenario.id == id_or_title || scenario.title == id_or_title) return &scenario;
    }
    return nullptr;
}

}  // namespace mountscope
