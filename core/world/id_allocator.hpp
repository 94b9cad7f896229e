#pragma once
// Hands out the lowest free number, as the kernel's IDA does for mnt_id and peer group ids.
//
//   IdAllocator ids(1);          // numbers from 1
//   auto a = ids.take();         // 1
//   ids.give_back(a);            // the next take() is 1 again
//
// Models fs/namespace.c mnt_alloc_id(), mnt_alloc_group_id() (ida_alloc_min).

#include <bit>
#include <cstdint>
#include <vector>

namespace mountscope {

class IdAllocator {
  public:
    explicit IdAllocator(std::uint32_t first) : first_(first) {}

    std::uint32_t take() {
        while (hint_ < taken_.size() && taken_[hint_] == ~std::uint64_t{0}) ++hint_;
        if (hint_ == taken_.size()) taken_.push_back(0);
        const auto bit = static_cast<std::uint32_t>(std::countr_one(taken_[hint_]));
        taken_[hint_] |= std::uint64_t{1} << bit;
        return first_ + static_cast<std::uint32_t>(hint_ * 64) + bit;
    }
    // Takes this very number (mountinfo import); false when it is in use or below the first one.
    bool take_exactly(std::uint32_t id) {
        if (id < first_ || is_taken(id)) return false;
        const std::uint32_t at = id - first_;
        if (at / 64 >= taken_.size()) taken_.resize(at / 64 + 1, 0);
        taken_[at / 64] |= std::uint64_t{1} << (at % 64);
        return true;
    }
    void give_back(std::uint32_t id) {
        const std::uint32_t at = id - first_;
        taken_[at / 64] &= ~(std::uint64_t{1} << (at % 64));
        if (at / 64 < hint_) hint_ = at / 64;
    }
    bool is_taken(std::uint32_t id) const {
        const std::uint32_t at = id - first_;
        return id >= first_ && at / 64 < taken_.size() && ((taken_[at / 64] >> (at % 64)) & 1) != 0;
    }
    const std::vector<std::uint64_t>& words() const { return taken_; }

  private:
    std::uint32_t first_;
    std::size_t hint_ = 0;
    std::vector<std::uint64_t> taken_;
};

}  // namespace mountscope
