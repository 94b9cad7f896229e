#include "core/text/compact.hpp"

#include <nlohmann/json.hpp>

#include "core/text/scenario_run.hpp"

namespace mountscope {

CompactLine read_compact_line(std::string_view line) {
    CompactLine result;
    const auto json = nlohmann::json::parse(line.begin(), line.end(), nullptr, false);
    if (!json.is_object()) {
        result.error = "no JSON object";
        return result;
    }
    for (const auto& [key, target] : {std::pair{"name", &result.name}, std::pair{"scn", &result.text}}) {
        const auto found = json.find(key);
        if (found == json.end() || !found->is_string()) {
            result.error = "an object without the string \"" + std::string(key) + "\"";
            return result;
        }
        *target = found->get<std::string>();
    }
    return result;
}

std::string compact_start(std::string_view name, std::string_view text) {
    return "{\"name\":" + json_string(name) + ",\"scn\":" + json_string(text) + ",\"steps\":[";
}

}  // namespace mountscope
