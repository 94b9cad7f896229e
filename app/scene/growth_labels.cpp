#include "app/scene/growth_labels.hpp"

#include <algorithm>

namespace mountscope {

std::vector<std::optional<float>> place_labels(const std::vector<LabelWish>& wishes, float top,
                                               float bottom) {
    std::vector<std::optional<float>> places(wishes.size());
    std::vector<std::size_t> order;
    float total = 0;
    for (std::size_t i = 0; i < wishes.size() && total + wishes[i].height <= bottom - top; ++i) {
        total += wishes[i].height;
        order.push_back(i);
    }
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wishes[i].centre; });

    // With what lies above each taken off, "not upon another" becomes "not falling"; the nearest such numbers
    // are found by melting neighbours that fall into their mean.
    struct Block {
        float sum = 0;
        std::size_t count = 0;
        float mean() const { return sum / static_cast<float>(count); }
    };
    std::vector<Block> blocks;
    std::vector<float> above;
    float height = 0;
    for (const std::size_t i : order) {
        above.push_back(height);
        blocks.push_back({wishes[i].centre - wishes[i].height / 2 - height, 1});
        height += wishes[i].height;
        while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() > blocks.back().mean()) {
            const Block last = blocks.back();
            blocks.pop_back();
            blocks.back().sum += last.sum;
            blocks.back().count += last.count;
        }
    }
    std::size_t at = 0;
    for (const Block& block : blocks) {
        const float start = std::clamp(block.mean(), top, std::max(top, bottom - total));
        for (std::size_t i = 0; i < block.count; ++i, ++at) {
            const std::size_t label = order[at];
            places[label] = start + above[at] + wishes[label].height / 2;
        }
    }
    return places;
}

}  // namespace mountscope
