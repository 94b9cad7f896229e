#include "app/scene/number_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace mountscope {

std::string with_thousands(std::uint64_t value) {
    std::string digits = std::to_string(value);
    for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
        digits.insert(static_cast<std::size_t>(at), ",");
    }
    return digits;
}

std::string short_number(std::uint64_t value) {
    constexpr std::uint64_t kLong = 1'000'000;
    if (value < kLong) return with_thousands(value);
    constexpr std::string_view kUnits = "MGTPE";
    double scaled = static_cast<double>(value) / static_cast<double>(kLong);
    std::size_t unit = 0;
    while (scaled >= 999.5 && unit + 1 < kUnits.size()) {
        scaled /= 1000;
        ++unit;
    }
    // Three digits that matter.
    const int decimals = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
    std::uint64_t factor = decimals == 2 ? 100 : decimals == 1 ? 10 : 1;
    const auto rounded = static_cast<std::uint64_t>(std::llround(scaled * static_cast<double>(factor)));
    std::string text = std::to_string(rounded / factor);
    if (decimals > 0) {
        std::string part = std::to_string(rounded % factor);
        part.insert(0, static_cast<std::size_t>(decimals) - part.size(), '0');
        text += "." + part;
    }
    return text + " " + kUnits[unit];
}

std::string decimal_text(double value, int decimals) {
    std::array<char, 64> text{};
    // What rounds to nothing has no sign.
    if (std::abs(value) * std::pow(10.0, decimals) < 0.5) value = 0;
    const auto [end, error] =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals);
    return error == std::errc() ? std::string(text.data(), end) : std::string("?");
}

std::string seconds_text(double seconds) {
    if (seconds >= 999.5) return with_thousands(static_cast<std::uint64_t>(std::llround(seconds))) + " s";
    constexpr std::array<const char*, 4> kUnits{" s", " ms", " \xc2\xb5s", " ns"};
    std::size_t unit = 0;
    double scaled = seconds;
    // 0.9996 of a unit would be written as 1,000 of the next smaller one.
    for (; scaled < 0.9995 && unit + 1 < kUnits.size() && scaled > 0; ++unit) scaled *= 1000;
    int decimals = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
    std::string text = decimal_text(scaled, decimals);
    if (decimals > 0) {
        while (text.ends_with('0')) text.pop_back();
        if (text.ends_with('.')) text.pop_back();
    }
    return text + kUnits[unit];
}

}  // namespace mountscope
