// How much memory a mount takes.

#include <doctest/doctest.h>

#include "core/tests/support.hpp"

namespace mountscope {

TEST_CASE("a mount takes at most 256 bytes, whichever kernel made it and wherever it came from") {
    constexpr std::size_t kMost = 256;
    for (const KernelProfile& kernel : kernels()) {
        CAPTURE(kernel.name);
        Machine chain(kernel);
        chain.run("mkdir -p /m\nmount -t tmpfs t /m\nmount --make-shared /m\nmkdir /m/1");
        const std::size_t empty = chain.world.bytes();
        const std::uint32_t before = chain.world.live_mounts();
        for (int i = 0; i < 13; ++i) chain.run("mount --bind /m/1 /m/1");
        const std::size_t grown = chain.world.bytes() - empty;
        const std::uint32_t mounts = chain.world.live_mounts() - before;
        REQUIRE(mounts > 8000);
        CHECK(grown <= kMost * mounts);

        // Slaves in other namespaces of what is there: masters and slaves instead of peers alone.
        Machine slaves(kernel);
        slaves.run("mkdir -p /m\nmount -t tmpfs t /m\nmount --make-shared /m\nmkdir /m/1");
        for (int i = 0; i < 10; ++i) slaves.run("mount --bind /m/1 /m/1");
        const std::size_t few = slaves.world.bytes();
        const std::uint32_t few_mounts = slaves.world.live_mounts();
        for (int i = 0; i < 8; ++i) {
            slaves.run("unshare -m --propagation slave n" + std::to_string(i));
        }
        REQUIRE(slaves.world.live_mounts() > 8 * few_mounts);
        CHECK(slaves.world.bytes() - few <= kMost * (slaves.world.live_mounts() - few_mounts));
    }
}

}  // namespace mountscope
