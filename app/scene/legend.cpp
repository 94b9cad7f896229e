#include "app/scene/legend.hpp"

#include <functional>

#include "app/scene/mount_card.hpp"
#include "app/scene/propagation_ring.hpp"

namespace mountscope {

namespace {

constexpr float kRow = 30;
constexpr float kSign = 52;  // width of the signs' column

struct Legend {
    Scene& scene;
    float width;
    float s;  // scale of text
    GroupColours colours;
    float y = 0;

    void heading(const char* text) {
        if (y > 0) y += 10 * s;
        const float size = text_size(12, s);
        scene.text(
            {.at = {0, y}, .text = text, .ink = Ink::kTextThird, .font = FontRole::kSemiBold, .size = size});
        y += 24 * s;
    }

    void row(const std::function<void(Vec2)>& sign, const char* name, const char* meaning) {
        scene.begin_group({.id = "", .role = "listitem", .label = std::string(name) + ": " + meaning});
        const float middle = y + kRow * s / 2;
        sign({kSign * s / 2, middle});
        const float x = kSign * s + 6 * s;
        const float size = text_size(13, s);
        const float small = text_size(12, s);
        scene.text({.at = {x, middle - 8 * s - 0.6f * size},
                    .text = name,
                    .font = FontRole::kMedium,
                    .size = size,
                    .max_width = width - x});
        scene.text({.at = {x, middle + 8 * s - 0.6f * small},
                    .text = meaning,
                    .ink = Ink::kTextSecond,
                    .size = small,
                    .max_width = width - x});
        scene.end_group();
        y += (kRow + 12) * s;
    }

    void ring_row(const RingSign& sign, const char* name, const char* meaning) {
        row([&](Vec2 at) { draw_ring(scene, at, 12 * s, sign, colours); }, name, meaning);
    }

    void card_row(RectShape look, const char* name, const char* meaning, bool crossed = false) {
        row(
            [&](Vec2 at) {
                look.box = {at.x - 20 * s, at.y - 10 * s, 40 * s, 20 * s};
                look.radius = 6 * s;
                scene.rect(look);
                for (const float way : {1.0f, -1.0f}) {
                    if (!crossed) break;
                    const float h = 4 * s;
                    scene.path({.points = {{at.x - h, at.y - h * way}, {at.x + h, at.y + h * way}},
                                .stroke = Ink::kRemoved});
                }
            },
            name, meaning);
    }

    void arrow_row(Ink ink, LineStyle style, const char* name, const char* meaning) {
        row(
            [&](Vec2 at) {
                scene.path({.points = {{at.x - 20 * s, at.y}, {at.x + 20 * s, at.y}},
                            .stroke = ink,
                            .stroke_width = 1.75f,
                            .style = style,
                            .arrow_at_end = true});
            },
            name, meaning);
    }

    void build() {
        heading("PROPAGATION");
        ring_row({.group = 1}, "Shared", "gives and gets what happens in its group");
        ring_row({.master = 1}, "Slave", "gets from its master, gives nothing");
        ring_row({.group = 2, .master = 1}, "Slave and shared", "gets from group 1, passes on to group 2");
        ring_row({}, "Private", "neither gives nor gets");
        ring_row({.unbindable = true}, "Unbindable", "private, and can't be bound");
        row([&](Vec2 at) { draw_lock(scene, at, 13 * s, Ink::kTextSecond); }, "Locked",
            "came as one with others; can't be taken off");
        heading("THE LAST COMMAND");
        card_row({.fill = Ink::kAddedFill, .stroke = Ink::kAdded, .stroke_width = 1.5f}, "New",
                 "the number is the order of creation");
        card_row({.stroke = Ink::kTextThird, .style = LineStyle::kDashed}, "Gone",
                 "keeps its place until the next command", true);
        card_row({.fill = Ink::kMovedFill, .stroke = Ink::kMoved, .stroke_width = 1.5f}, "Changed",
                 "moved, or propagates in another way");
        heading("ARROWS");
        arrow_row(Ink::kGroup1, LineStyle::kDotted, "Master to slave", "in the colour of the master's group");
        arrow_row(Ink::kAdded, LineStyle::kDashed, "Copied", "from a new mount to its copy");
        arrow_row(Ink::kMoved, LineStyle::kSolid, "Moved", "from its old place");
        scene.bounds = {0, 0, width, y};
    }
};

// Groups 1 and 2 in the first two inks, without any World.
GroupColours example_colours() {
    GroupColours colours;
    colours.set(1, 0);
    colours.set(2, 1);
    return colours;
}

}  // namespace

Scene make_legend_scene(float width, float text_scale) {
    Scene scene;
    Legend{scene, width, text_scale, example_colours()}.build();
    return scene;
}

}  // namespace mountscope
