#pragma once
// Repeatable random numbers (splitmix64): the same seed gives the same scenario on every machine.
//
//   Random random(seed);
//   if (random.chance(30)) path = random.pick(paths);

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mountscope {

class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed * 0xD1342543DE82EF95ull + 0x2545F4914F6CDD1Dull) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15ull;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
    std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(next() % n); }
    bool chance(unsigned percent) { return below(100) < percent; }
    template <class T>
    const T& pick(const std::vector<T>& from) {
        return from[below(from.size())];
    }

  private:
    std::uint64_t state_;
};

}  // namespace mountscope
