#pragma once
// A table of plain objects addressed by handles, in pages that copies of the table share until one writes.
//
//   Table<Mount, MountRef> mounts;
//   MountRef m = mounts.allocate();          // zeroed; the most recently released slot is used again first
//   mounts.edit(m).flags |= kMountShared;    // `edit` for writing, `[]` for reading
//
// A copy costs one pointer a page, so a World can be kept for each step of a story; only what a step changed
// is stored again. Invariants: slot 0 is never handed out; objects are trivially copyable and have no
// padding, so that their bytes can be hashed; references from `[]` and `edit` end at the next `allocate` or
// `edit` of an object on the same page of a shared table.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/world/handles.hpp"

namespace mountscope {

template <class T, class Ref, unsigned kPageBits = 7>
class Table {
    static_assert(std::is_trivially_copyable_v<T>);
    static_assert(std::has_unique_object_representations_v<T>, "padding would make hashes depend on chance");

  public:
    static constexpr std::uint32_t kPageSize = 1u << kPageBits;

    Table() = default;
    Table(const Table& other) : pages_(other.pages_), free_(other.free_), used_(other.used_) { retain(); }
    Table(Table&& other) noexcept { swap(other); }
    Table& operator=(Table other) noexcept {
        swap(other);
        return *this;
    }
    ~Table() { release_pages(); }

    const T& operator[](Ref ref) const { return pages_[ref.value >> kPageBits]->items[ref.value & kMask]; }

    T& edit(Ref ref) {
        Page*& page = pages_[ref.value >> kPageBits];
        if (page->owners != 1) page = take_own_copy(page);
        return page->items[ref.value & kMask];
    }

    Ref allocate() {
        Ref ref;
        if (!free_.empty()) {
            ref.value = free_.back();
            free_.pop_back();
        } else {
            if (used_ == 0) used_ = 1;
            ref.value = used_++;
            if ((ref.value >> kPageBits) >= pages_.size()) pages_.push_back(new Page{});
        }
        std::memset(static_cast<void*>(&edit(ref)), 0, sizeof(T));
        return ref;
    }

    void release(Ref ref) {
        std::memset(static_cast<void*>(&edit(ref)), 0, sizeof(T));
        free_.push_back(ref.value);
    }

    // One more than the largest slot ever used; slots of released objects read as zeros.
    std::uint32_t slots() const { return used_ == 0 ? 1 : used_; }
    std::uint32_t live() const { return slots() - 1 - static_cast<std::uint32_t>(free_.size()); }

    // Makes the slots 1..count valid at once, zeroed (for tables used as arrays).
    void resize_zeroed(std::uint32_t count) {
        release_pages();
        pages_.clear();
        free_.clear();
        used_ = count + 1;
        for (std::uint32_t i = 0; i <= count >> kPageBits; ++i) pages_.push_back(new Page{});
    }

    // Bytes held by pages, shared ones counted in full.
    std::size_t bytes() const {
        return pages_.size() * (sizeof(Page) + sizeof(Page*)) + free_.size() * sizeof(std::uint32_t);
    }

    // Bytes of the pages that `other` does not share: what this table costs beside it.
    std::size_t bytes_beside(const Table& other) const {
        std::size_t own = 0;
        for (std::size_t p = 0; p < pages_.size(); ++p) {
            if (p >= other.pages_.size() || pages_[p] != other.pages_[p]) ++own;
        }
        return own * sizeof(Page) + pages_.size() * sizeof(Page*) + free_.size() * sizeof(std::uint32_t);
    }

    // Feeds every used byte and the free list to `sink(const void*, size)`.
    template <class Sink>
    void visit_bytes(Sink&& sink) const {
        for (std::uint32_t at = 0; at < used_; at += kPageSize) {
            const std::uint32_t here = used_ - at < kPageSize ? used_ - at : kPageSize;
            sink(static_cast<const void*>(pages_[at >> kPageBits]->items), here * sizeof(T));
        }
        if (!free_.empty())
            sink(static_cast<const void*>(free_.data()), free_.size() * sizeof(std::uint32_t));
    }

    // Calls `visit(ref)` for each slot whose bytes differ from `other`'s, in order. Shared pages cost
    // nothing.
    template <class Visit>
    void visit_differences(const Table& other, Visit&& visit) const {
        const std::size_t pages = pages_.size() > other.pages_.size() ? pages_.size() : other.pages_.size();
        static constexpr T kNothing{};
        for (std::size_t p = 0; p < pages; ++p) {
            const Page* mine = p < pages_.size() ? pages_[p] : nullptr;
            const Page* theirs = p < other.pages_.size() ? other.pages_[p] : nullptr;
            if (mine == theirs) continue;
            for (std::uint32_t i = 0; i < kPageSize; ++i) {
                const T& a = mine != nullptr ? mine->items[i] : kNothing;
                const T& b = theirs != nullptr ? theirs->items[i] : kNothing;
                if (std::memcmp(&a, &b, sizeof(T)) != 0) {
                    visit(Ref{static_cast<std::uint32_t>(p << kPageBits) + i});
                }
            }
        }
    }

    void swap(Table& other) noexcept {
        pages_.swap(other.pages_);
        free_.swap(other.free_);
        std::swap(used_, other.used_);
    }

  private:
    static constexpr std::uint32_t kMask = kPageSize - 1;

    struct Page {
        std::size_t owners = 1;
        T items[kPageSize] = {};
    };

    static Page* take_own_copy(Page* shared) {
        Page* mine = new Page(*shared);
        mine->owners = 1;
        --shared->owners;
        return mine;
    }
    void retain() {
        for (Page* page : pages_) ++page->owners;
    }
    void release_pages() {
        for (Page* page : pages_) {
            if (--page->owners == 0) delete page;
        }
    }

    std::vector<Page*> pages_;
    std::vector<std::uint32_t> free_;
    std::uint32_t used_ = 0;
};

}  // namespace mountscope
