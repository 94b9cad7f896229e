#pragma once
// The parts of the tree picture, in the order in which they are drawn. For tree_view.cpp only.

#include "app/scene/tree_view.hpp"

namespace mountscope {

// What is lit up, worked out once per picture.
struct Highlight {
    std::uint32_t group = 0;  // the kernel's id; 0: nothing
    bool strong = false;      // others are dimmed
    std::uint32_t selected = 0;
    std::uint32_t hovered = 0;
    std::uint32_t hovered_fold = 0;
    bool is_member(const TreeItem& item) const { return group != 0 && item.group == group; }
    bool is_receiver(const TreeItem& item) const { return group != 0 && item.master == group; }
};

struct TreePaint {
    Scene& scene;
    const TreeModel& model;
    const TreeLayout& layout;
    const TreeView& view;
    const TextMeasure& measure;
    Highlight highlight;

    struct ArrowCount {
        Vec2 at;
        std::uint32_t count;
        Ink ink;
        float opacity;
    };
    std::vector<ArrowCount> counts = {};  // drawn later, above everything

    float text_scale() const { return layout.metrics.text_scale; }
    // The pane's layout as the view's camera shows it.
    PaneCamera camera(std::size_t pane) const;
    Box seen_box(std::size_t pane, const Box& b) const;
    Box box_of(ItemRef ref) const;  // of the node that shows it or stands for it, in the viewport

    void draw_frame(std::size_t pane);  // tree_frame.cpp
    float draw_variant(float x, float y, float right);
    void draw_group_strip();
    void draw_group_pill(const TreeGroup& group, std::string text, const Box& pill, float radius);
    void draw_edges(std::size_t pane);  // tree_edges.cpp
    void draw_nodes(std::size_t pane);  // tree_view.cpp
    void draw_map(std::size_t pane);    // icicle.cpp

    // step_paint.cpp, for view.overlay
    void draw_step(std::size_t pane);
    void draw_step_strip();
    void draw_slides();
    void draw_differences(std::size_t pane);

    // tree_arrows.cpp
    void draw_masters();
    void draw_arrow_counts();
    void draw_copies();
    void draw_moves();
    PathShape arrow_between(const Box& from, const Box& to, float lane) const;
    bool is_free_between(const Box& from, const Box& to) const;
    ItemRef place_of_master(ItemRef slave) const;
    bool in_one_row(ItemRef a, ItemRef b) const;
};

}  // namespace mountscope
