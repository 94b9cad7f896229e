#pragma once
// The memory of the simulated machine, as it is chosen: powers of two, which the number of hash buckets
// follows.
//
//   parse_memory("4G");             // bytes; none when it is nothing that can be chosen
//   memory_word(4ull << 30);        // "4G", as one types it
//   memory_text(4ull << 30);        // "4 GiB", as one reads it

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mountscope {

inline constexpr std::uint64_t kLeastMemory = std::uint64_t{512} << 20;
inline constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 40;
// A machine of today; its mount hash has 65,536 buckets under each kernel.
inline constexpr std::uint64_t kUsualMemory = std::uint64_t{32} << 30;

// From the least to the most, each twice the one before: notch 0 to kMemoryNotches - 1.
inline constexpr std::size_t kMemoryNotches = 12;
constexpr std::uint64_t memory_at(std::size_t notch) {
    return kLeastMemory << notch;
}
static_assert(memory_at(kMemoryNotches - 1) == kMostMemory);
std::size_t memory_notch(std::uint64_t bytes);

std::optional<std::uint64_t> parse_memory(std::string_view text);
std::string memory_word(std::uint64_t bytes);
std::string memory_text(std::uint64_t bytes);

}  // namespace mountscope
