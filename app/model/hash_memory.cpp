#include "app/model/hash_memory.hpp"

#include <bit>
#include <charconv>

namespace mountscope {
namespace {

struct Unit {
    int shift;
    char letter;
    std::string_view name;
};
constexpr Unit kUnits[] = {{40, 'T', " TiB"}, {30, 'G', " GiB"}, {20, 'M', " MiB"}, {10, 'K', " KiB"}};

const Unit* unit_of(std::uint64_t bytes) {
    for (const Unit& unit : kUnits) {
        if (bytes >> unit.shift != 0) return &unit;
    }
    return nullptr;
}

}  // namespace

std::size_t memory_notch(std::uint64_t bytes) {
    std::size_t notch = 0;
    while (notch + 1 < kMemoryNotches && memory_at(notch + 1) <= bytes) ++notch;
    return notch;
}

std::optional<std::uint64_t> parse_memory(std::string_view text) {
    std::uint64_t count = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, count);
    if (error != std::errc() || stop + 1 != end) return std::nullopt;
    for (const Unit& unit : kUnits) {
        if (*stop != unit.letter) continue;
        if (count == 0 || count > kMostMemory >> unit.shift) return std::nullopt;
        const std::uint64_t bytes = count << unit.shift;
        if (bytes < kLeastMemory || !std::has_single_bit(bytes)) return std::nullopt;
        return bytes;
    }
    return std::nullopt;
}

std::string memory_word(std::uint64_t bytes) {
    const Unit* unit = unit_of(bytes);
    if (unit == nullptr) return std::to_string(bytes);
    return std::to_string(bytes >> unit->shift) + unit->letter;
}

std::string memory_text(std::uint64_t bytes) {
    const Unit* unit = unit_of(bytes);
    if (unit == nullptr) return std::to_string(bytes) + " bytes";
    return std::to_string(bytes >> unit->shift) + std::string(unit->name);
}

}  // namespace mountscope
