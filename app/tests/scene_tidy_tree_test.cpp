#include <algorithm>
#include <doctest/doctest.h>
#include <random>

#include "app/scene/tidy_tree.hpp"

namespace mountscope {
namespace {

std::vector<TidyBox> random_tree(std::uint32_t seed, std::size_t count, bool deep) {
    std::mt19937 random(seed);
    std::vector<TidyBox> boxes(count);
    for (std::size_t i = 0; i < count; ++i) {
        boxes[i].w = static_cast<float>(20 + random() % 90);
        boxes[i].h = static_cast<float>(16 + random() % 60);
        if (i == 0) continue;
        const std::size_t parent = deep ? i - 1 - random() % std::min<std::size_t>(i, 3) : random() % i;
        boxes[i].parent = static_cast<std::int32_t>(parent);
        if (random() % 5 == 0) boxes[i].in_x = 10;
        if (random() % 5 == 0) boxes[i].out_x = boxes[i].w - 5;
    }
    return boxes;
}

bool overlap(const TidyBox& a, const TidyBox& b) {
    constexpr float kSlack = 0.01f;
    return a.x + kSlack < b.x + b.w && b.x + kSlack < a.x + a.w && a.y + kSlack < b.y + b.h &&
           b.y + kSlack < a.y + a.h;
}

void check_tree(const std::vector<TidyBox>& boxes, Vec2 extent) {
    float least = boxes.front().x;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const TidyBox& a = boxes[i];
        least = std::min(least, a.x);
        CHECK(a.x + a.w <= extent.x + 0.01f);
        CHECK(a.y + a.h <= extent.y + 0.01f);
        if (a.parent >= 0) {
            const TidyBox& p = boxes[static_cast<std::size_t>(a.parent)];
            CHECK(a.y == doctest::Approx(p.y + p.h + a.gap));
        }
        for (std::size_t k = 0; k < i; ++k) {
            if (overlap(a, boxes[k])) FAIL_CHECK("boxes " << k << " and " << i << " overlap");
        }
    }
    CHECK(least == doctest::Approx(0).epsilon(0.01));
}

TEST_CASE("boxes of random trees don't overlap") {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        std::vector<TidyBox> boxes = random_tree(seed, 2 + seed * 5, seed % 2 == 0);
        const Vec2 extent = place_tree(boxes, 12);
        check_tree(boxes, extent);
    }
}

TEST_CASE("a parent stands over the middle of its children") {
    std::vector<TidyBox> boxes = {{.w = 80, .h = 30},
                                  {.w = 50, .h = 30, .parent = 0},
                                  {.w = 90, .h = 30, .parent = 0},
                                  {.w = 50, .h = 30, .parent = 0}};
    place_tree(boxes, 10);
    const float first = boxes[1].x + boxes[1].w / 2;
    const float last = boxes[3].x + boxes[3].w / 2;
    CHECK(boxes[0].x + 40 == doctest::Approx((first + last) / 2));
    CHECK(boxes[2].x == doctest::Approx(boxes[1].x + 60));
}

TEST_CASE("a small subtree between two large ones stands in the middle") {
    // Two wide families on the outside, one leaf between them.
    std::vector<TidyBox> boxes = {{.w = 40, .h = 20}};
    for (int i = 0; i < 3; ++i) boxes.push_back({.w = 40, .h = 20, .parent = 0});
    for (int i = 0; i < 5; ++i) boxes.push_back({.w = 40, .h = 20, .parent = 1});
    for (int i = 0; i < 5; ++i) boxes.push_back({.w = 40, .h = 20, .parent = 3});
    place_tree(boxes, 10);
    CHECK(boxes[2].x - boxes[1].x == doctest::Approx(boxes[3].x - boxes[2].x));
}

TEST_CASE("trees without a common root stand side by side") {
    std::vector<TidyBox> boxes = {{.w = 40, .h = 20}, {.w = 60, .h = 20}, {.w = 30, .h = 20, .parent = 1}};
    const Vec2 extent = place_tree(boxes, 10);
    check_tree(boxes, extent);
    CHECK(boxes[1].x >= 50);
}

TEST_CASE("65,536 boxes in one chain don't exhaust the stack") {
    std::vector<TidyBox> boxes(65536, {.w = 30, .h = 10, .gap = 2});
    for (std::size_t i = 1; i < boxes.size(); ++i) boxes[i].parent = static_cast<std::int32_t>(i) - 1;
    const Vec2 extent = place_tree(boxes, 10);
    CHECK(extent.x == 30);
    CHECK(extent.y == doctest::Approx(65536.0f * 12 - 2));
}

TEST_CASE("nothing to place takes no room") {
    std::vector<TidyBox> boxes;
    CHECK(place_tree(boxes, 10).x == 0);
}

}  // namespace
}  // namespace mountscope
