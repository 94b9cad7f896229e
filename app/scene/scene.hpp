#pragma once
// A picture as a list of shapes with meaning: one scene, several painters (screen, SVG, PNG, text twin).
//
//   Scene scene;
//   scene.rect({.box = {10, 10, 120, 48}, .radius = 8, .fill = Ink::kRaised, .stroke = Ink::kLine});
//   scene.text({.at = {20, 30}, .text = "/mnt/1", .ink = Ink::kText, .font = FontRole::kMono, .size = 13});
//   scene.begin_group({.id = "mount:17", .role = "treeitem", .label = "/mnt/1, shared, group 1"});
//   ... scene.end_group();
//
// Units are logical pixels of the canvas the scene is made for; y grows downwards. Colours are named inks, so
// that dark, light and print themes are a matter of the painter. Order of drawing is order in the list.
// Groups nest; each shape belongs to the innermost open group. Clips nest as well. No ImGui here: painters
// depend on the scene, never the other way.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mountscope {

struct Vec2 {
    float x = 0;
    float y = 0;
};

struct Box {
    float x = 0;
    float y = 0;
    float w = 0;
    float h = 0;
    bool contains(Vec2 p) const { return p.x >= x && p.y >= y && p.x < x + w && p.y < y + h; }
    Vec2 centre() const { return {x + w / 2, y + h / 2}; }
};

// What a colour is for; a theme gives the value (app/scene/theme.hpp).
enum class Ink : std::uint8_t {
    kNone,
    kGround,  // behind everything
    kPanel,
    kRaised,  // nodes, buttons
    kHover,
    kLine,  // quiet lines and borders
    kEdge,  // parent to child
    kText,
    kTextSecond,
    kTextThird,
    kFocus,  // where we are now; for nothing else
    kFocusFill,
    kAdded,
    kAddedFill,
    kRemoved,
    kRemovedFill,
    kMoved,
    kMovedFill,
    kAccent,  // selection, active tab
    kAccentFill,
    kError,
    kGroup1,  // peer groups in the order in which they are met; after the sixth: kGroupOther
    kGroup2,
    kGroup3,
    kGroup4,
    kGroup5,
    kGroup6,
    kGroupOther,
    kOnBright,  // text on a field of kAdded, kMoved, kFocus, kAccent or a group's ink
    kVariantA,
    kVariantB,
    kVariantC,
    kVariantD,
};

enum class FontRole : std::uint8_t { kRegular, kMedium, kSemiBold, kMono, kIcons };
enum class Align : std::uint8_t { kStart, kCentre, kEnd };
enum class LineStyle : std::uint8_t { kSolid, kDashed, kDotted };

struct RectShape {
    Box box;
    float radius = 0;
    Ink fill = Ink::kNone;
    Ink stroke = Ink::kNone;
    float stroke_width = 1;
    LineStyle style = LineStyle::kSolid;
    float opacity = 1;
};

struct CircleShape {
    Vec2 centre;
    float radius = 0;
    Ink fill = Ink::kNone;
    Ink stroke = Ink::kNone;
    float stroke_width = 1;
    LineStyle style = LineStyle::kSolid;
    float opacity = 1;
};

// A polyline or a cubic Bezier (four points when `curved`), with an arrowhead when asked for.
struct PathShape {
    std::vector<Vec2> points;
    bool curved = false;
    bool closed = false;
    Ink stroke = Ink::kEdge;
    float stroke_width = 1.5f;
    LineStyle style = LineStyle::kSolid;
    bool arrow_at_end = false;
    float arrow_size = 0;   // 0: by the width of the line
    Ink fill = Ink::kNone;  // closed paths only
    float opacity = 1;
};

// One line of text. `size` is the height of its letters from the highest to the lowest (ascent plus descent,
// as Dear ImGui counts it; a painter with em sizes converts). Its line box is 1.2 times as high, with the
// capitals vertically in the middle. `max_width` > 0 cuts it with an ellipsis, in the middle when
// `cut_middle` (paths).
struct TextShape {
    Vec2 at;  // left end, centre or right end of the line box's top, by `align`
    std::string text;
    Ink ink = Ink::kText;
    FontRole font = FontRole::kRegular;
    float size = 13;
    Align align = Align::kStart;
    float max_width = 0;
    bool cut_middle = false;
    float opacity = 1;
};

// What a set of shapes stands for: for hit tests, screen readers, SVG ids.
struct GroupInfo {
    std::string id;     // "mount:17" (unique_id), "fold:17", "ns:2"; unique within a scene, empty: no meaning
    std::string role;   // ARIA role: "tree", "treeitem", "img", "group"; empty: none
    std::string label;  // what a screen reader says
    std::string tooltip;
    Box hit;        // where it reacts to a pointer; empty: not at all
    int level = 0;  // depth in the tree, from 1; 0: none
    bool selected = false;
};

enum class ShapeKind : std::uint8_t {
    kRect,
    kCircle,
    kPath,
    kText,
    kGroupBegin,
    kGroupEnd,
    kClipBegin,
    kClipEnd
};

struct Shape {
    ShapeKind kind;
    std::uint32_t index;  // into the list of its kind
};

class Scene {
  public:
    void clear();
    void rect(const RectShape& shape) { add(ShapeKind::kRect, rects, shape); }
    void circle(const CircleShape& shape) { add(ShapeKind::kCircle, circles, shape); }
    void path(PathShape shape) { add(ShapeKind::kPath, paths, std::move(shape)); }
    void text(TextShape shape) { add(ShapeKind::kText, texts, std::move(shape)); }
    void begin_group(GroupInfo info) { add(ShapeKind::kGroupBegin, groups, std::move(info)); }
    void end_group() { shapes.push_back({ShapeKind::kGroupEnd, 0}); }
    // Nothing of what follows shows outside the box, until end_clip().
    void begin_clip(Box box) { add(ShapeKind::kClipBegin, clips, box); }
    void end_clip() { shapes.push_back({ShapeKind::kClipEnd, 0}); }

    // The last (topmost) group whose hit box holds the point; null when there is none.
    const GroupInfo* hit(Vec2 point) const;

    std::vector<Shape> shapes;
    std::vector<RectShape> rects;
    std::vector<CircleShape> circles;
    std::vector<PathShape> paths;
    std::vector<TextShape> texts;
    std::vector<GroupInfo> groups;
    std::vector<Box> clips;
    Box bounds;  // of everything that matters; what "fit" shows

  private:
    template <class S>
    void add(ShapeKind kind, std::vector<S>& list, S shape) {
        shapes.push_back({kind, static_cast<std::uint32_t>(list.size())});
        list.push_back(std::move(shape));
    }
};

// Width of text in logical pixels; painters give the real one, tests a simple one. Layout needs it.
class TextMeasure {
  public:
    virtual ~TextMeasure() = default;
    virtual float width(std::string_view text, FontRole font, float size) const = 0;
};

}  // namespace mountscope
