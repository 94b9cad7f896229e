#pragma once
// What is selected or under the pointer, in a way that survives steps back and forth.
//
//   Selection s = Selection::mount(world[m].unique_id);
//   if (s.is_mount(id)) ...
//
// A mount is meant by its unique_id, which is never used again, so a selected mount that is unmounted and, a
// step back, there again is selected all the while. A peer group is meant by the kernel's group id at the
// time of the choice; a namespace by its order of creation.

#include <cstdint>

namespace mountscope {

struct Selection {
    enum class Kind : std::uint8_t { kNone, kMount, kGroup, kNamespace };
    Kind kind = Kind::kNone;
    std::uint32_t id = 0;

    static Selection mount(std::uint32_t unique_id) { return {Kind::kMount, unique_id}; }
    static Selection group(std::uint32_t group_id) { return {Kind::kGroup, group_id}; }
    static Selection name_space(std::uint32_t seq) { return {Kind::kNamespace, seq}; }

    bool is_mount(std::uint32_t unique_id) const { return kind == Kind::kMount && id == unique_id; }
    bool is_group(std::uint32_t group_id) const { return kind == Kind::kGroup && id == group_id; }
    bool is_namespace(std::uint32_t seq) const { return kind == Kind::kNamespace && id == seq; }
    explicit operator bool() const { return kind != Kind::kNone; }
    friend bool operator==(const Selection&, const Selection&) = default;
};

}  // namespace mountscope
