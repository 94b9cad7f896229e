#include "app/scene/tidy_tree.hpp"

#include <algorithm>

namespace mountscope {

namespace {

// One side of a subtree's outline: from the top down, the outermost x at each height. Positions are relative
// to the subtree's own origin (the x where its root's edge arrives); y is absolute.
struct Step {
    float top;
    float bottom;
    float x;
};
using Contour = std::vector<Step>;  // lowest first, so that a root is added at the end

// How far `right` must stand from `left` so that they don't touch.
float separation(const Contour& left, const Contour& right, float gap) {
    float needed = 0;
    bool any = false;
    std::size_t l = left.size();
    std::size_t r = right.size();
    while (l > 0 && r > 0) {
        const Step& a = left[l - 1];
        const Step& b = right[r - 1];
        if (a.top < b.bottom + gap && b.top < a.bottom + gap) {
            const float distance = a.x - b.x + gap;
            needed = any ? std::max(needed, distance) : distance;
            any = true;
        }
        if (a.bottom <= b.bottom)
            --l;
        else
            --r;
    }
    return any ? needed : 0;
}

// Puts what of `longer` lies below `shorter` under it. Both outlines, the result in `shorter`'s place.
Contour joined(Contour upper, float upper_shift, Contour lower, float lower_shift) {
    for (Step& s : upper) s.x += upper_shift;
    const float bottom = upper.empty() ? 0 : upper.front().bottom;
    std::size_t keep = 0;
    while (keep < lower.size() && lower[keep].bottom > bottom) ++keep;
    lower.resize(keep);
    for (Step& s : lower) {
        s.x += lower_shift;
        s.top = std::max(s.top, bottom);
    }
    lower.insert(lower.end(), upper.begin(), upper.end());
    return lower;
}

struct Placer {
    std::vector<TidyBox>& boxes;
    float gap;
    std::vector<Contour> left, right;  // by box
    std::vector<float> shift;          // of a box's origin from its parent's
    std::vector<std::vector<std::int32_t>> children;
    std::vector<std::int32_t> roots;

    float in_x(const TidyBox& b) const { return b.in_x < 0 ? b.w / 2 : b.in_x; }
    float out_x(const TidyBox& b) const { return b.out_x < 0 ? b.w / 2 : b.out_x; }

    // Left-packed and right-packed positions are both free of overlaps, hence so is their mean.
    std::vector<float> spread(const std::vector<std::int32_t>& list) {
        const std::size_t n = list.size();
        std::vector<float> packed_left(n, 0);
        std::vector<float> packed_right(n, 0);
        const auto at = [&](std::size_t i) { return static_cast<std::size_t>(list[i]); };
        Contour front = right[at(0)];
        for (std::size_t i = 1; i < n; ++i) {
            packed_left[i] = separation(front, left[at(i)], gap);
            front = joined(right[at(i)], packed_left[i], std::move(front), 0);
        }
        packed_right[n - 1] = packed_left[n - 1];
        front = left[at(n - 1)];
        for (Step& s : front) s.x += packed_right[n - 1];
        for (std::size_t i = n - 1; i-- > 0;) {
            packed_right[i] = -separation(right[at(i)], front, gap);
            front = joined(left[at(i)], packed_right[i], std::move(front), 0);
        }
        for (std::size_t i = 0; i < n; ++i) packed_left[i] = (packed_left[i] + packed_right[i]) / 2;
        return packed_left;
    }

    void gather(std::size_t index) {
        TidyBox& box = boxes[index];
        const auto& list = children[index];
        const float origin_to_left = -in_x(box);
        const Step own_left{box.y, box.y + box.h, origin_to_left};
        const Step own_right{box.y, box.y + box.h, origin_to_left + box.w};
        if (list.empty()) {
            left[index] = {own_left};
            right[index] = {own_right};
            return;
        }
        std::vector<float> positions = spread(list);
        const float middle = (positions.front() + positions.back()) / 2;
        const float below = origin_to_left + out_x(box) - middle;
        Contour l, r;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const auto child = static_cast<std::size_t>(list[i]);
            shift[child] = positions[i] + below;
            Contour child_left = std::move(left[child]);
            Contour child_right = std::move(right[child]);
            left[child] = {};
            right[child] = {};
            if (i == 0) {
                for (Step& s : child_left) s.x += shift[child];
                for (Step& s : child_right) s.x += shift[child];
                l = std::move(child_left);
                r = std::move(child_right);
            } else {
                l = joined(std::move(l), 0, std::move(child_left), shift[child]);
                r = joined(std::move(child_right), shift[child], std::move(r), 0);
            }
        }
        l.push_back(own_left);
        r.push_back(own_right);
        left[index] = std::move(l);
        right[index] = std::move(r);
    }

    Vec2 run() {
        const std::size_t n = boxes.size();
        children.resize(n);
        for (std::size_t i = 0; i < n; ++i) {
            TidyBox& box = boxes[i];
            if (box.parent < 0) {
                roots.push_back(static_cast<std::int32_t>(i));
                box.y = 0;
            } else {
                const TidyBox& parent = boxes[static_cast<std::size_t>(box.parent)];
                children[static_cast<std::size_t>(box.parent)].push_back(static_cast<std::int32_t>(i));
                box.y = parent.y + parent.h + box.gap;
            }
        }
        left.resize(n);
        right.resize(n);
        shift.resize(n);
        for (std::size_t i = n; i-- > 0;) gather(i);
        const std::vector<float> positions = spread(roots);
        for (std::size_t i = 0; i < roots.size(); ++i)
            shift[static_cast<std::size_t>(roots[i])] = positions[i];

        std::vector<float> origin(n);
        float least = 0;
        for (std::size_t i = 0; i < n; ++i) {
            TidyBox& box = boxes[i];
            origin[i] = shift[i] + (box.parent < 0 ? 0 : origin[static_cast<std::size_t>(box.parent)]);
            box.x = origin[i] - in_x(box);
            least = i == 0 ? box.x : std::min(least, box.x);
        }
        Vec2 extent;
        for (TidyBox& box : boxes) {
            box.x -= least;
            extent.x = std::max(extent.x, box.x + box.w);
            extent.y = std::max(extent.y, box.y + box.h);
        }
        return extent;
    }
};

}  // namespace

Vec2 place_tree(std::vector<TidyBox>& boxes, float sibling_gap) {
    if (boxes.empty()) return {};
    return Placer{boxes, sibling_gap, {}, {}, {}, {}, {}}.run();
}

}  // namespace mountscope
