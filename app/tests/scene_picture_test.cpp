// What the picture says: shapes, labels, hit boxes, colours; and how it is looked at.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <doctest/doctest.h>
#include <fstream>
#include <set>

#include "app/paint/svg_painter.hpp"
#include "app/scene/legend.hpp"
#include "app/scene/text_cut.hpp"
#include "app/tests/scene_support.hpp"

namespace mountscope {
namespace {

constexpr const char* kTwoNamespaces =
    "mkdir -p /proc /data\nmount --make-rshared /\nmount -t tmpfs proc /proc\nmount -t tmpfs data /data\n"
    "mount --make-private /proc\nunshare -m --propagation slave container\nmkdir -p /data/usb\n"
    "mount -t tmpfs usb /data/usb\n";
constexpr const char* kAllTypes =
    "mkdir -p /m /p /s /t /u\nmount -t tmpfs M /m\nmount --make-shared /m\nmount --bind /m /p\n"
    "mount --bind /m /s\nmount --make-slave /s\nmount --bind /m /t\nmount --make-slave /t\n"
    "mount --make-shared /t\nmount -t tmpfs U /u\nmount --make-unbindable /u\n";

struct Named {
    const char* name;
    std::string scenario;
};

std::vector<Named> states() {
    std::vector<Named> list;
    static const char* kNames[] = {"bind-0", "bind-1", "bind-2", "bind-3",
                                   "bind-4", "bind-5", "bind-6", "bind-7"};
    for (int i = 0; i <= 7; ++i) list.push_back({kNames[i], doubling(i)});
    list.push_back({"umounted", doubling(5) + "umount -l /mnt/1\n"});
    list.push_back({"desktop", desktop()});
    list.push_back({"namespaces", kTwoNamespaces});
    list.push_back({"types", kAllTypes});
    list.push_back({"locked",
                    "mkdir -p /a\nmount -t tmpfs A /a\nmount --make-shared /a\nmkdir -p /a/b\n"
                    "mount -t tmpfs B /a/b\nunshare -Um --propagation slave jail\n"});
    list.push_back({"moved", "mkdir -p /a /b\nmount -t tmpfs A /a\nmount --move /a /b\n"});
    list.push_back(
        {"stacked", "mkdir -p /a\nmount -t tmpfs A /a\nmount -t tmpfs B /a\nmount -t tmpfs C /a\n"});
    return list;
}

TreeView sized(float w, float h) {
    TreeView view;
    view.size = {w, h};
    return view;
}

// Begins and ends of groups and clips pair up; returns the largest depth.
int check_nesting(const Scene& scene) {
    std::vector<ShapeKind> open;
    std::size_t deepest = 0;
    for (const Shape& shape : scene.shapes) {
        if (shape.kind == ShapeKind::kGroupBegin || shape.kind == ShapeKind::kClipBegin)
            open.push_back(shape.kind);
        deepest = std::max(deepest, open.size());
        if (shape.kind != ShapeKind::kGroupEnd && shape.kind != ShapeKind::kClipEnd) continue;
        REQUIRE_FALSE(open.empty());
        const ShapeKind begin =
            shape.kind == ShapeKind::kGroupEnd ? ShapeKind::kGroupBegin : ShapeKind::kClipBegin;
        CHECK(open.back() == begin);
        open.pop_back();
    }
    CHECK(open.empty());
    return static_cast<int>(deepest);
}

TEST_CASE("every state makes a well-formed picture whose hits mean something") {
    for (const Named& state : states()) {
        CAPTURE(state.name);
        const Story story(state.scenario);
        for (const TreeView& view : {sized(740, 480), sized(1240, 700), sized(360, 500)}) {
            TreePicture picture;
            picture.set_state(story.input());
            picture.arrange(view, PlainMeasure());
            Scene scene;
            picture.emit(scene, view, PlainMeasure());
            CHECK(check_nesting(scene) <= 4);
            std::set<std::string> ids;
            for (const GroupInfo& group : scene.groups) {
                CAPTURE(group.id);
                if (!group.id.empty()) CHECK(ids.insert(group.id).second);
                CHECK(std::isfinite(group.hit.x + group.hit.y + group.hit.w + group.hit.h));
                const Target target = parse_target(group.id);
                if (target.kind == Target::Kind::kMount) {
                    CHECK(picture.model().find(target.id));
                    CHECK_FALSE(group.label.empty());
                }
                if (target.kind == Target::Kind::kGroup) CHECK(picture.model().group(target.id) != nullptr);
            }
            for (const TextShape& text : scene.texts) CHECK(text.size >= 5);
        }
    }
}

TEST_CASE("a click in the middle of a card hits its mount") {
    const Story story(desktop());
    const TreeView view = sized(1240, 700);
    TreePicture picture;
    picture.set_state(story.input());
    picture.arrange(view, PlainMeasure());
    Scene scene;
    picture.emit(scene, view, PlainMeasure());
    const PaneLayout& at = picture.layout().panes.front();
    for (std::size_t i = 0; i < at.tree.nodes.size(); ++i) {
        const Vec2 centre = at.places[i].box.centre();
        const GroupInfo* hit =
            scene.hit({centre.x * at.scale + at.offset.x, centre.y * at.scale + at.offset.y});
        REQUIRE(hit != nullptr);
        const TreeItem& item =
            picture.model().panes.front().items[static_cast<std::size_t>(at.tree.nodes[i].item)];
        CHECK(hit->id == "mount:" + std::to_string(item.unique_id));
    }
    CHECK(scene.hit({2, 650}) == nullptr);
}

TEST_CASE("text stays inside its card, and cards' texts stay apart") {
    const PlainMeasure measure;
    for (const Named& state : states()) {
        CAPTURE(state.name);
        const Story story(state.scenario);
        for (const TreeView& view : {sized(740, 480), sized(1240, 700)}) {
            const Scene scene = story.picture(view);
            const GroupInfo* card = nullptr;
            for (const Shape& shape : scene.shapes) {
                if (shape.kind == ShapeKind::kGroupBegin) {
                    const GroupInfo& group = scene.groups[shape.index];
                    card = group.id.starts_with("mount:") ? &group : nullptr;
                }
                if (shape.kind == ShapeKind::kGroupEnd) card = nullptr;
                if (shape.kind != ShapeKind::kText || card == nullptr) continue;
                const TextShape& text = scene.texts[shape.index];
                if (text.align != Align::kStart) continue;  // numbers in rings and badges
                CAPTURE(text.text);
                CHECK(text.at.x >= card->hit.x);
                CHECK(text.at.x + measure.width(text.text, text.font, text.size) <=
                      card->hit.x + card->hit.w + 0.5f);
            }
        }
    }
}

TEST_CASE("labels are at least 12 pixels high in pictures of up to 60 mounts") {
    for (const Named& state : states()) {
        CAPTURE(state.name);
        const Story story(state.scenario);
        if (story.state.mounts > 60) continue;
        const Scene scene = story.picture(sized(740, 480));
        for (const TextShape& text : scene.texts) {
            CAPTURE(text.text);
            if (text.align == Align::kStart) CHECK(text.size >= 11);
        }
    }
}

// --- what is lit up
// -------------------------------------------------------------------------------------------------

std::size_t dimmed(const Scene& scene) {
    return static_cast<std::size_t>(std::count_if(scene.texts.begin(), scene.texts.end(),
                                                  [](const TextShape& t) { return t.opacity < 0.5f; }));
}

TEST_CASE("hovering a mount lights up its group and dims the rest") {
    const Story story(kAllTypes);
    TreeView view = sized(740, 480);
    CHECK(dimmed(story.picture(view)) == 0);
    view.hovered = {Target::Kind::kMount, story.id("/p")};
    const Scene scene = story.picture(view);
    CHECK(dimmed(scene) > 0);
    const Ink ink = story.colours.ink(story.world[story.mount("/m")].group_id);
    const auto borders = [&](LineStyle style) {
        return std::count_if(scene.rects.begin(), scene.rects.end(), [&](const RectShape& r) {
            return r.stroke == ink && r.style == style && r.box.w > 60 && r.box.h > 34;
        });
    };
    CHECK(borders(LineStyle::kSolid) == 2);   // both peers
    CHECK(borders(LineStyle::kDashed) == 2);  // both slaves
    view.hovered = {Target::Kind::kMount, story.id("/u")};
    CHECK(dimmed(story.picture(view)) == 0);
}

TEST_CASE("focus and selection are seen") {
    const Story story(doubling(2));
    TreeView view = sized(740, 480);
    view.focus = story.id("/mnt");
    view.selected = {Target::Kind::kMount, story.id("/mnt/1/1")};
    const Scene scene = story.picture(view);
    const auto any = [&](Ink ink) {
        return std::any_of(scene.rects.begin(), scene.rects.end(),
                           [&](const RectShape& r) { return r.stroke == ink; });
    };
    CHECK(any(Ink::kFocus));
    CHECK(any(Ink::kAccent));
    const auto selected = std::count_if(scene.groups.begin(), scene.groups.end(), [](const GroupInfo& g) {
        return g.selected && g.id.starts_with("mount:");
    });
    CHECK(selected == 1);
}

TEST_CASE("slaves get arrows from their masters, copies from what they copy") {
    const Story before(
        std::string(kTwoNamespaces).substr(0, std::string(kTwoNamespaces).find("mkdir -p /data/usb")));
    const auto arrows = [](const Scene& scene, LineStyle style) {
        return std::count_if(scene.paths.begin(), scene.paths.end(), [&](const PathShape& p) {
            return p.arrow_at_end && p.arrow_size == 0 && p.style == style;
        });
    };
    CHECK(arrows(before.picture(sized(740, 480)), LineStyle::kDotted) == 2);  // of / and of /data
    const Story after(kTwoNamespaces);
    const Scene scene = after.picture(sized(740, 480));
    CHECK(arrows(scene, LineStyle::kDotted) == 2);
    CHECK(arrows(scene, LineStyle::kDashed) == 1);  // the stick, copied into the container
    TreeView quiet = sized(740, 480);
    quiet.show_copies = false;
    CHECK(arrows(after.picture(quiet), LineStyle::kDotted) == 3);
}

TEST_CASE("one arrow stands for many slaves of a pair of groups") {
    std::string text = "mkdir -p /m\nmount -t tmpfs M /m\nmount --make-shared /m\n";
    for (int i = 0; i < 20; ++i) {
        const std::string place = "/s" + std::to_string(i);
        text += "mkdir -p " + place + "\nmount --bind /m " + place + "\nmount --make-slave " + place + "\n";
    }
    const Story story(text + "mkdir -p /m/x\n");
    const Scene scene = story.picture(sized(1240, 700));
    const auto dotted = std::count_if(scene.paths.begin(), scene.paths.end(), [](const PathShape& p) {
        return p.arrow_at_end && p.style == LineStyle::kDotted;
    });
    CHECK(dotted == 1);
    CHECK(std::any_of(scene.texts.begin(), scene.texts.end(),
                      [](const TextShape& t) { return t.text == "20"; }));
}

// --- colours
// --------------------------------------------------------------------------------------------------------

TEST_CASE("a group keeps its ink, and those with members come before loners") {
    std::string text;
    for (int i = 0; i < 9; ++i) {
        const std::string place = "/a" + std::to_string(i);
        text += "mkdir -p " + place + "\nmount -t tmpfs A " + place + "\nmount --make-shared " + place + "\n";
    }
    Story story(text);
    const auto ink_of = [&](const char* path) {
        return story.colours.ink(story.world[story.mount(path)].group_id);
    };
    CHECK(ink_of("/a0") == Ink::kGroup1);
    CHECK(ink_of("/a8") == Ink::kGroupOther);
    // The ninth gets a peer: now it is worth an ink, and only one loner gives up its own.
    const Command bind{.kind = CommandKind::kMountBind, .arguments = {"/a8", "/a7"}};
    REQUIRE(run_command(story.world, default_kernel(), bind).error == Errno::kOk);
    story.state = build_tables(story.world);
    story.colours.meet(story.world, story.state);
    CHECK(ink_of("/a8") != Ink::kGroupOther);
    CHECK(ink_of("/a0") == Ink::kGroup1);
    std::set<Ink> inks;
    for (const auto& [group, number] : story.state.group_numbers) {
        const Ink ink = story.colours.ink(group);
        if (ink != Ink::kGroupOther) CHECK(inks.insert(ink).second);
    }
    CHECK(inks.size() == 6);
}

// --- looking around
// -------------------------------------------------------------------------------------------------

TEST_CASE("zooming keeps the point under the pointer, fitting undoes it") {
    const Story story(doubling(3));
    TreeView view = sized(740, 480);
    TreePicture picture;
    picture.set_state(story.input());
    picture.arrange(view, PlainMeasure());
    const PaneLayout& at = picture.layout().panes.front();
    const Vec2 point{300, 200};
    const Vec2 content{(point.x - at.offset.x) / at.scale, (point.y - at.offset.y) / at.scale};
    picture.zoom_at(view, point, 1.7f);
    REQUIRE(view.cameras.size() == 1);
    const PaneCamera& camera = view.cameras.begin()->second;
    CHECK(content.x * camera.scale + camera.offset.x == doctest::Approx(point.x));
    CHECK(content.y * camera.scale + camera.offset.y == doctest::Approx(point.y));
    for (int i = 0; i < 60; ++i) picture.zoom_at(view, point, 0.5f);
    CHECK(view.cameras.begin()->second.scale > 0.1f);
    for (int i = 0; i < 60; ++i) picture.pan(view, point, {500, 500});
    CHECK(view.cameras.begin()->second.offset.x < 740);
    picture.reveal(view, {Target::Kind::kMount, story.id("/mnt")});
    Scene scene;
    picture.emit(scene, view, PlainMeasure());
    const std::string id = "mount:" + std::to_string(story.id("/mnt"));
    CHECK(std::any_of(scene.groups.begin(), scene.groups.end(),
                      [&](const GroupInfo& g) { return g.id == id && g.hit.w > 0 && g.hit.h > 0; }));
    TreePicture::fit(view);
    CHECK(view.cameras.empty());
}

TEST_CASE("arrow keys go from mount to mount and reach each of them") {
    const Story story(desktop());
    TreeView view = sized(740, 480);
    TreePicture picture;
    picture.set_state(story.input());
    picture.arrange(view, PlainMeasure());
    std::set<std::uint32_t> reached;
    std::vector<std::uint32_t> queue = {*picture.neighbour(view, 0, 1)};
    while (!queue.empty()) {
        const std::uint32_t at = queue.back();
        queue.pop_back();
        if (!reached.insert(at).second) continue;
        view.selected = {Target::Kind::kMount, at};
        for (const auto& [right, down] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
            if (const auto next = picture.neighbour(view, right, down)) queue.push_back(*next);
        }
    }
    CHECK(reached.size() == story.state.mounts);
}

TEST_CASE("the layout is kept until something changes that matters") {
    const Story story(desktop());
    TreeView view = sized(740, 480);
    TreePicture picture;
    picture.set_state(story.input());
    picture.arrange(view, PlainMeasure());
    const Placement* first = picture.layout().panes.front().places.data();
    view.hovered = {Target::Kind::kMount, story.id("/sys")};
    picture.arrange(view, PlainMeasure());
    CHECK(picture.layout().panes.front().places.data() == first);
    view.size.x = 900;
    picture.arrange(view, PlainMeasure());
    CHECK(picture.layout().size.x == 900);
}

// --- text and painters
// ----------------------------------------------------------------------------------------------

TEST_CASE("text is cut at whole characters and never gets too wide") {
    const PlainMeasure measure;
    const std::string path =
        "/var/lib/d\xC3\xB6"
        "cker/\xE2\x82\xAC/overlay2/merged";
    for (float width = 0; width < 260; width += 3) {
        for (const bool middle : {false, true}) {
            const std::string cut = cut_text(measure, path, FontRole::kMono, 12, width, middle);
            if (width > 0) CHECK(measure.width(cut, FontRole::kMono, 12) <= width);
            CHECK((cut.empty() || (static_cast<unsigned char>(cut.front()) & 0xC0) != 0x80));
            if (cut.size() > 3 && cut != path) CHECK(cut.find("\xE2\x80\xA6") != std::string::npos);
        }
    }
    CHECK(cut_text(measure, "", FontRole::kMono, 12, 5, true).empty());
}

// Elements are closed in order, and nothing but them is in angle brackets.
void check_xml(const std::string& xml) {
    std::vector<std::string> open;
    for (std::size_t at = xml.find('<'); at != std::string::npos; at = xml.find('<', at + 1)) {
        const std::size_t end = xml.find('>', at);
        REQUIRE(end != std::string::npos);
        const std::string tag = xml.substr(at + 1, end - at - 1);
        if (tag.front() == '/') {
            REQUIRE_FALSE(open.empty());
            CHECK(open.back() == tag.substr(1));
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(tag.substr(0, tag.find_first_of(" ")));
        }
    }
    CHECK(open.empty());
}

TEST_CASE("SVG: well formed, text as text, groups with ids, always the same bytes") {
    const Story story(kTwoNamespaces);
    const Scene scene = story.picture(sized(740, 480));
    const SvgOptions options{.title = "a < b & \"c\"", .description = "", .size = {}, .background = true};
    const std::string svg = to_svg(scene, theme_of(ThemeName::kPrint), PlainMeasure(), options);
    check_xml(svg);
    CHECK(svg.find(">/data/usb</text>") != std::string::npos);
    CHECK(svg.find("id=\"mount:" + std::to_string(story.id("/data")) + "\"") != std::string::npos);
    CHECK(svg.find("<title>a &lt; b &amp; &quot;c&quot;</title>") != std::string::npos);
    CHECK(svg.find("role=\"tree\"") != std::string::npos);
    CHECK(svg ==
          to_svg(story.picture(sized(740, 480)), theme_of(ThemeName::kPrint), PlainMeasure(), options));
}

TEST_CASE("the legend explains each sign") {
    const Scene scene = make_legend_scene(280, 1);
    check_nesting(scene);
    CHECK(scene.bounds.h > 300);
    CHECK(scene.groups.size() == 12);
    for (const char* word : {"Shared", "Slave", "Private", "Unbindable", "Locked", "New", "Gone", "Copied"}) {
        CHECK(std::any_of(scene.texts.begin(), scene.texts.end(),
                          [&](const TextShape& t) { return t.text == word; }));
    }
}

// With MOUNTSCOPE_PICTURES=FOLDER, each state is written there as SVG, to be looked at.
TEST_CASE("pictures of all states") {
    const char* folder = std::getenv("MOUNTSCOPE_PICTURES");
    for (const Named& state : states()) {
        const Story story(state.scenario);
        for (const ThemeName theme : {ThemeName::kDark, ThemeName::kLight}) {
            const std::string svg = to_svg(story.picture(sized(740, 480)), theme_of(theme), PlainMeasure());
            check_xml(svg);
            if (folder == nullptr) continue;
            const char* suffix = theme == ThemeName::kDark ? "-dark.svg" : "-light.svg";
            std::ofstream(std::string(folder) + "/" + state.name + suffix) << svg;
        }
    }
}

}  // namespace
}  // namespace mountscope
