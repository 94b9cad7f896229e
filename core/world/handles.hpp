#pragma once
// Small typed integers that stand for the objects of a World.
//
//   MountRef m = world.mounts.allocate();
//   if (m) use(world.mounts[m]);
//
// Invariants: value 0 is "none"; a handle stays valid until its object is released; the same World, copied,
// uses the same handles. Handles, not pointers, so that a World can be copied, hashed and replayed.

#include <compare>
#include <cstdint>
#include <functional>

namespace mountscope {

template <class Tag>
struct Handle {
    std::uint32_t value = 0;

    constexpr explicit operator bool() const { return value != 0; }
    friend constexpr auto operator<=>(Handle, Handle) = default;
};

using MountRef = Handle<struct MountTag>;
using DentryRef = Handle<struct DentryTag>;
using SuperblockRef = Handle<struct SuperblockTag>;
using NamespaceRef = Handle<struct NamespaceTag>;
using UserNamespaceRef = Handle<struct UserNamespaceTag>;
using ProcessRef = Handle<struct ProcessTag>;
using FileRef = Handle<struct FileTag>;
using NameRef = Handle<struct NameTag>;
using BucketRef = Handle<struct BucketTag>;

}  // namespace mountscope

template <class Tag>
struct std::hash<mountscope::Handle<Tag>> {
    std::size_t operator()(mountscope::Handle<Tag> h) const noexcept { return h.value; }
};
