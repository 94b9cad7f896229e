#pragma once
// Interned strings: directory names, sources of file systems, process names.
//
//   NamePool names;
//   NameRef tmp = names.intern("tmp");
//   names.text(tmp);                       // "tmp"
//
// Append-only and shared by all copies of a World, so going back in time never invalidates a name.

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/world/handles.hpp"

namespace mountscope {

class NamePool {
  public:
    NameRef intern(std::string_view text) {
        if (const auto found = by_text_.find(text); found != by_text_.end()) return found->second;
        texts_.emplace_back(text);
        const NameRef ref{static_cast<std::uint32_t>(texts_.size())};
        by_text_.emplace(texts_.back(), ref);
        bytes_ += text.size() + kOverhead;
        return ref;
    }
    // The name when it has been interned before, else none.
    NameRef find(std::string_view text) const {
        const auto found = by_text_.find(text);
        return found == by_text_.end() ? NameRef{} : found->second;
    }
    std::string_view text(NameRef ref) const {
        return ref ? std::string_view(texts_[ref.value - 1]) : std::string_view();
    }

    // What the names take up, about.
    std::size_t bytes() const { return bytes_; }

  private:
    static constexpr std::size_t kOverhead = 96;  // of a string, its place in the list and in the index

    std::size_t bytes_ = 0;
    std::deque<std::string> texts_;
    std::unordered_map<std::string_view, NameRef> by_text_;
};

}  // namespace mountscope
