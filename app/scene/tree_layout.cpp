#include "app/scene/tree_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/scene/arrange.hpp"

namespace mountscope {

namespace {

constexpr std::uint32_t kAllVisible = 96;  // mounts up to which nothing is folded
constexpr std::size_t kAllShown = 64;      // nodes that are all shown, whatever their size
constexpr std::size_t kMapFrom = 300;      // nodes that there would be from which the map is shown
constexpr std::array<std::uint32_t, 8> kBudgets = {160, 112, 80, 56, 40, 28, 18, 12};
constexpr std::uint32_t kElideFrom = 56;
constexpr float kLargestScale = 1.25f;
constexpr float kReadable = 0.92f;     // times 13: text of 12 pixels
constexpr float kPlainEnough = 0.96f;  // a plain tree of this scale needs no other arrangement
constexpr float kLowArea = 150;        // pixels
constexpr float kSmallestScale = 0.6f;
constexpr float kSmallestOfFew = 0.3f;  // where all nodes are shown

float clamped(float value, float low, float high) {
    return std::min(std::max(value, low), high);
}

// --- panes in the viewport
// ------------------------------------------------------------------------------------------

// As many panes side by side as leave each of them the most room; one row for up to three where it is wide
// enough.
std::size_t best_columns(std::size_t panes, Vec2 room, float gap) {
    std::size_t best = 1;
    float best_size = 0;
    for (std::size_t columns = 1; columns <= panes; ++columns) {
        const std::size_t full_rows = (panes + columns - 1) / columns;
        const auto rows = static_cast<float>(full_rows);
        const auto across = static_cast<float>(columns);
        const float w = (room.x - gap * (across - 1)) / across;
        const float h = (room.y - gap * (rows - 1)) / rows;
        // A tree of the usual shape, with the header above it.
        float size = std::min(w / 300, (h - 60) / 190);
        if (rows == 1 && panes <= 3) size *= 1.4f;
        if (size <= best_size) continue;
        best_size = size;
        best = columns;
    }
    return best;
}

void place_panes(TreeLayout& layout, const TreeModel& model, const LayoutOptions& options,
                 const std::vector<float>& wishes) {
    const std::size_t n = model.panes.size();
    const float gap = layout.metrics.pane_gap();
    float bottom = options.size.y;
    if (options.group_strip) {
        layout.strip = {0, options.size.y - layout.metrics.strip_height(), options.size.x,
                        layout.metrics.strip_height()};
        bottom = layout.strip.y;
    }
    const std::size_t columns = best_columns(n, {options.size.x, bottom}, gap);
    const std::size_t rows = (n + columns - 1) / columns;
    const float height = std::floor((bottom - gap * static_cast<float>(rows - 1)) /
                                    static_cast<float>(std::max<std::size_t>(rows, 1)));
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t begin = row * columns;
        const std::size_t end = std::min(begin + columns, n);
        const float room = options.size.x - gap * static_cast<float>(end - begin - 1);
        // By what each would like, but none less than a fair half.
        const float fair = room / static_cast<float>(end - begin);
        float wished = 0;
        for (std::size_t i = begin; i < end; ++i) wished += clamped(wishes[i], fair * 0.6f, fair * 1.6f);
        float x = 0;
        for (std::size_t i = begin; i < end; ++i) {
            const float width = std::floor(room * clamped(wishes[i], fair * 0.6f, fair * 1.6f) / wished);
            PaneLayout& pane = layout.panes[i];
            pane.frame = {x, static_cast<float>(row) * (height + gap),
                          i + 1 == end ? options.size.x - x : width, height};
            x += width + gap;
            const float header = options.pane_headers ? layout.metrics.header_height() : 0;
            const float margin = 16 * options.text_scale;
            const bool low = pane.frame.h - header < kLowArea * options.text_scale;
            const float above = low ? 10 * options.text_scale : margin;
            // However small the viewport, every pane has an arrangement.
            const float least = 24 * options.text_scale;
            pane.area = {pane.frame.x + margin, pane.frame.y + header + above,
                         std::max(least, pane.frame.w - 2 * margin),
                         std::max(least, pane.frame.h - header - 2 * above)};
            pane.clip = {pane.frame.x + 1, pane.frame.y + header + 1, std::max(0.0f, pane.frame.w - 2),
                         std::max(0.0f, pane.frame.h - header - 2)};
        }
    }
}

// --- widths
// ---------------------------------------------------------------------------------------------------------

// Wide enough for most names of a pane, the same for all its cards.
float card_width_of(const TreeModel& model, std::size_t pane_index, const DisplayTree& tree, Density density,
                    const TreeMetrics& metrics, const TextMeasure& measure) {
    const float s = metrics.text_scale;
    if (density == Density::kRings) return metrics.card_height(density, false);
    const TreePane& pane = model.panes[pane_index];
    std::vector<float> widths;
    widths.reserve(tree.nodes.size());
    for (const DisplayNode& node : tree.nodes) {
        if (node.kind != NodeKind::kMount) continue;
        const TreeItem& item = pane.items[static_cast<std::size_t>(node.item)];
        const float id = measure.width("#" + std::to_string(model.mnt_id(item)), FontRole::kMedium,
                                       metrics.title_size * s);
        float w = id;
        if (density != Density::kIds)
            w += measure.width(model.name(pane, item), FontRole::kSemiBold, metrics.title_size * s) + 7 * s;
        if (node.stacked && density != Density::kIds)
            w = measure.width("#00000 on #00000", FontRole::kMono, metrics.path_size * s) * 0.86f;
        if (density == Density::kFull && !node.stacked)
            w = std::max(w, measure.width(model.path(pane, item), FontRole::kMono, metrics.path_size * s));
        widths.push_back(w);
    }
    if (widths.empty()) return 104 * s;
    // A few long names are cut; ids never are.
    const std::size_t at = widths.size() - 1 - (density == Density::kIds ? 0 : widths.size() / 8);
    std::nth_element(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(at), widths.end());
    const float around = 2 * metrics.ring_radius(density) + 30 * s;
    const float width = widths[at] + around;
    if (density == Density::kIds) return std::ceil(clamped(width, 60 * s, 100 * s));
    return std::ceil(density == Density::kFull ? clamped(width, 108 * s, 176 * s)
                                               : clamped(width, 84 * s, 132 * s));
}

// --- the best arrangement
// -------------------------------------------------------------------------------------------

float fit_scale(const Vec2& extent, const Box& area) {
    const float x = extent.x > 0 ? area.w / extent.x : kLargestScale;
    const float y = extent.y > 0 ? area.h / extent.y : kLargestScale;
    return std::min({x, y, kLargestScale});
}

struct Trial {
    Arrangement arrangement;
    Arranged arranged;
    float scale = 0;
    float score = 0;
    float card_width = 0;
};

// The plainer arrangement wins unless another makes the picture clearly larger.
float score_of(const Arrangement& how, float scale) {
    float score = std::min(scale, 1.0f) + 0.1f * std::max(0.0f, scale - 1.0f);
    if (how.flow) return score * 0.93f;
    if (how.sideways) return score * 0.95f;
    if (how.leaf_rows > 1) score *= 0.97f - 0.003f * static_cast<float>(how.leaf_rows);
    if (how.column_height > 0) score *= 0.96f;
    return score;
}

struct Search {
    const DisplayTree& tree;
    const Box& area;
    const TreeMetrics& metrics;
    float card_width;
    Trial best = {};

    bool attempt(const Arrangement& how) {
        Trial trial;
        trial.arrangement = how;
        trial.arranged = arrange_tree(tree, how, metrics, card_width);
        trial.scale = fit_scale(trial.arranged.extent, area);
        trial.score = score_of(how, trial.scale);
        trial.card_width = card_width;
        const bool flows = trial.arranged.flows;
        if (trial.score > best.score) best = std::move(trial);
        return flows;
    }
};

// Of one of four kernels, say: too low for a tree of some levels.
bool is_low(const Box& area, const TreeMetrics& metrics) {
    return area.h < kLowArea * metrics.text_scale && area.w > 2 * area.h;
}

bool has_chain(const DisplayTree& tree) {
    return std::any_of(tree.nodes.begin(), tree.nodes.end(),
                       [](const DisplayNode& node) { return node.kind == NodeKind::kChain; });
}

Trial best_of_density(const DisplayTree& tree, Density density, const Box& area, const TreeMetrics& metrics,
                      float card_width) {
    static constexpr std::array<std::uint32_t, 8> kLeafRows = {1, 2, 3, 4, 5, 6, 8, 12};
    static constexpr std::array<float, 5> kColumnParts = {1.0f, 0.86f, 0.7f, 0.55f, 0.4f};
    Search search{tree, area, metrics, card_width};
    const bool flows = search.attempt({.density = density});
    if (search.best.scale >= kPlainEnough) return std::move(search.best);
    for (const std::uint32_t rows : kLeafRows) {
        search.attempt({.density = density, .leaf_rows = rows});
        for (const float part : kColumnParts)
            search.attempt({.density = density, .leaf_rows = rows, .column_height = part * area.h});
    }
    if (is_low(area, metrics) && !has_chain(tree)) search.attempt({.density = density, .sideways = true});
    if (!flows) return std::move(search.best);
    const float start = 60 * metrics.text_scale;  // what stands above the flow
    for (const float part : {1.25f, 1.1f, 1.0f, 0.92f, 0.84f, 0.76f, 0.68f, 0.6f, 0.5f, 0.4f})
        search.attempt({.density = density, .column_height = part * area.h - start, .flow = true});
    return std::move(search.best);
}

float worth_of(Density density, float scale) {
    constexpr float kLegible = 0.72f;  // of the smaller text
    if (scale < kLegible) return scale * (density == Density::kRings ? 0.8f : 0.7f);
    switch (density) {
        case Density::kFull:
            return scale;
        case Density::kCompact:
            return scale * 0.95f;
        case Density::kIds:
            return scale * 0.88f;
        case Density::kRings:
            break;
    }
    return std::min(scale, 1.0f) * 0.62f;  // rings say no more when they are large
}

Trial best_arrangement(const TreeModel& model, std::size_t index, const DisplayTree& tree, const Box& area,
                       const TreeMetrics& metrics, const TextMeasure& measure, const Arrangement* previous) {
    Trial best;
    if (previous != nullptr) {
        best.card_width = card_width_of(model, index, tree, previous->density, metrics, measure);
        best.arrangement = *previous;
        best.arranged = arrange_tree(tree, *previous, metrics, best.card_width);
        best.scale = fit_scale(best.arranged.extent, area);
        const bool plain =
            previous->density == Density::kFull && previous->leaf_rows == 1 && previous->column_height == 0;
        if (best.scale >= (plain ? 0.96f : 1.0f) && best.scale < kLargestScale) return best;
    }
    best = {};
    for (const Density density : {Density::kFull, Density::kCompact, Density::kIds, Density::kRings}) {
        const float width = card_width_of(model, index, tree, density, metrics, measure);
        Trial trial = best_of_density(tree, density, area, metrics, width);
        if (trial.scale >= kReadable && density != Density::kRings) return trial;
        // A denser picture must be worth the loss of its labels, as far as they could be read.
        const float worth = worth_of(trial.arrangement.density, trial.scale);
        const float so_far = worth_of(best.arrangement.density, best.scale);
        if (worth > so_far) best = std::move(trial);
    }
    return best;
}

// The width that a plain tree of these nodes would have; for large trees a guess.
float wish_of(const DisplayTree& tree, const TreeMetrics& metrics, float card_width) {
    if (tree.nodes.size() > kMapFrom) return 60 * card_width;
    return arrange_tree(tree, {}, metrics, card_width).extent.x;
}

float smallest_scale(const PaneLayout& pane) {
    return pane.tree.nodes.size() <= kAllShown ? kSmallestOfFew : kSmallestScale;
}

void fit_pane(PaneLayout& pane, float scale) {
    pane.scale = clamped(scale, smallest_scale(pane), kLargestScale);
    const float w = pane.extent.x * pane.scale;
    const float h = pane.extent.y * pane.scale;
    // Not lower than a little above the middle, so that a growing tree doesn't drag its root about.
    const float slack = std::max(0.0f, pane.area.h - h);
    pane.offset.x = pane.area.x + (pane.area.w - w) / 2;
    if (w > pane.area.w) pane.offset.x = pane.area.x;
    pane.offset.y = pane.area.y + std::min(slack * 0.4f, 0.16f * pane.area.h);
}

}  // namespace

float TreeMetrics::card_height(Density density, bool stacked) const {
    switch (density) {
        case Density::kFull:
            return (stacked ? 30 : 42) * text_scale;
        case Density::kCompact:
            return (stacked ? 26 : 28) * text_scale;
        case Density::kIds:
            return 26 * text_scale;
        case Density::kRings:
            break;
    }
    return 26 * text_scale;
}

float TreeMetrics::ring_radius(Density density) const {
    return (density == Density::kFull ? 12 : density == Density::kRings ? 11 : 10.5f) * text_scale;
}

TreeLayout build_layout(const TreeModel& model, const FoldState& folds, const LayoutOptions& options,
                        const TextMeasure& measure) {
    TreeLayout layout;
    layout.size = options.size;
    layout.metrics.text_scale = options.text_scale;
    const std::size_t n = model.panes.size();
    layout.panes.resize(n);
    std::vector<DisplayTree> whole(n);
    std::size_t shapes = 0;  // mounts and ghosts
    for (const TreePane& pane : model.panes) shapes += pane.items.size();
    std::vector<FoldOptions> fold(n);
    std::vector<float> wishes(n, 1);
    for (std::size_t i = 0; i < n; ++i) {
        fold[i].fold = shapes > kAllVisible;
        if (options.keep && static_cast<std::size_t>(options.keep.pane) == i) fold[i].keep = options.keep;
        whole[i] = fold_pane(model, i, folds, fold[i]);
        const float width = card_width_of(model, i, whole[i], Density::kFull, layout.metrics, measure);
        wishes[i] = wish_of(whole[i], layout.metrics, width) + 64 * options.text_scale;
    }
    place_panes(layout, model, options, wishes);
    float common = kLargestScale;
    for (std::size_t i = 0; i < n; ++i) {
        PaneLayout& pane = layout.panes[i];
        if (whole[i].nodes.size() > kMapFrom && pane.area.h >= kLowArea * options.text_scale) {
            const float height = std::floor(pane.area.h * 0.42f);
            pane.map = {pane.area.x, pane.area.y + pane.area.h - height, pane.area.w, height};
            pane.area.h -= height + 14 * options.text_scale;
            pane.clip.h = pane.map.y - pane.clip.y - 1;
            pane.cells = build_map(model.panes[i]);
        }
        const Arrangement* previous =
            options.previous != nullptr && options.previous->size() == n ? &(*options.previous)[i] : nullptr;
        Trial best;
        for (const std::uint32_t budget : kBudgets) {
            if (budget > whole[i].nodes.size() * 2 && budget != kBudgets.front()) continue;
            fold[i].budget = budget;
            fold[i].elide_paths = budget <= kElideFrom;
            pane.tree = within_budget(model, i, folds, fold[i], whole[i]);
            best = best_arrangement(model, i, pane.tree, pane.area, layout.metrics, measure, previous);
            // Few mounts are all shown, be it as rings; of many, as many as can have their names.
            const bool named = best.scale >= kReadable && best.arrangement.density != Density::kRings;
            if (named || whole[i].nodes.size() <= kAllShown) break;
        }
        pane.places = std::move(best.arranged.places);
        pane.extent = best.arranged.extent;
        pane.arrangement = best.arrangement;
        pane.card_width = best.card_width;
        pane.scale = best.scale;
        common = std::min(common, std::max(best.scale, smallest_scale(pane)));
    }
    // One scale for all panes, so that equal things look equal, unless one would suffer badly.
    for (PaneLayout& pane : layout.panes) {
        const float own = clamped(pane.scale, smallest_scale(pane), kLargestScale);
        fit_pane(pane, own > common * 1.35f ? own : common);
    }
    return layout;
}

}  // namespace mountscope
