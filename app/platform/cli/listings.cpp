#include "app/platform/cli/listings.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/kernel/counters.hpp"
#include "core/kernel/profile.hpp"
#include "core/text/scenario_run.hpp"

namespace mountscope {

namespace {

constexpr std::size_t kLineWidth = 120;
constexpr std::size_t kGap = 2;

using Row = std::vector<std::string>;
using Fields = std::vector<std::pair<std::string_view, std::string>>;

// Lines of at most `width` characters, broken at blanks; a longer word has a line for itself.
std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
    std::vector<std::string> lines(1);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string_view word = text.substr(at, end - at);
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
        if (!lines.back().empty()) lines.back() += ' ';
        lines.back() += word;
        at = end + 1;
    }
    return lines;
}

// Columns as wide as their longest text; the last one takes what is left of the line, and is wrapped.
std::string aligned(std::span<const Row> rows) {
    std::vector<std::size_t> widths(rows.front().size() - 1);
    std::size_t indent = 0;
    for (std::size_t column = 0; column < widths.size(); ++column) {
        for (const Row& row : rows) widths[column] = std::max(widths[column], row[column].size());
        indent += widths[column] + kGap;
    }
    std::string text;
    for (const Row& row : rows) {
        for (std::size_t column = 0; column < widths.size(); ++column) {
            text += row[column];
            text.append(widths[column] + kGap - row[column].size(), ' ');
        }
        const std::vector<std::string> lines = wrapped(row.back(), kLineWidth - indent);
        text += lines.front() + '\n';
        for (std::size_t i = 1; i < lines.size(); ++i) text += std::string(indent, ' ') + lines[i] + '\n';
    }
    return text;
}

// One object a line; values are JSON already.
std::string json_array(const std::vector<Fields>& objects) {
    std::string text = "[";
    for (const Fields& fields : objects) {
        text += text.size() > 1 ? ",\n {" : "{";
        for (const auto& [key, value] : fields) {
            if (text.back() != '{') text += ',';
            text += json_string(key) + ":" + value;
        }
        text += '}';
    }
    return text + "]\n";
}

bool is_default(const KernelProfile& kernel) {
    return kernel.name == default_kernel().name;
}

}  // namespace

std::string kernels_listing() {
    std::vector<Row> rows{{"NAME", "LINUX", "YEARS", "COMMIT", "WHAT CHANGED"}};
    for (const KernelProfile& kernel : kernels()) {
        std::string what(kernel.change);
        if (is_default(kernel)) what += " (The default.)";
        rows.push_back({std::string(kernel.name), std::string(kernel.versions), std::string(kernel.years),
                        std::string(kernel.commit), std::move(what)});
    }
    return aligned(rows);
}

std::string kernels_json_listing() {
    std::vector<Fields> objects;
    for (const KernelProfile& kernel : kernels()) {
        objects.push_back({
            {"name", json_string(kernel.name)},
            {"versions", json_string(kernel.versions)},
            {"years", json_string(kernel.years)},
            {"title", json_string(kernel.title)},
            {"change", json_string(kernel.change)},
            {"commit", json_string(kernel.commit)},
            {"default", is_default(kernel) ? "true" : "false"},
        });
    }
    return json_array(objects);
}

std::string counters_listing() {
    std::vector<Row> rows{{"COUNTER", "WHAT IT COUNTS"}};
    for (std::size_t i = 0; i < kCounterCount; ++i) {
        const auto counter = static_cast<Counter>(i);
        rows.push_back({std::string(counter_name(counter)), std::string(counter_meaning(counter))});
    }
    return aligned(rows);
}

std::string counters_json_listing() {
    std::vector<Fields> objects;
    for (std::size_t i = 0; i < kCounterCount; ++i) {
        const auto counter = static_cast<Counter>(i);
        objects.push_back({{"name", json_string(counter_name(counter))},
                           {"meaning", json_string(counter_meaning(counter))}});
    }
    return json_array(objects);
}

}  // namespace mountscope
