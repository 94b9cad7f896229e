// Layout and folding of mount trees: what must hold for every state, whatever its size.
#include <algorithm>
#include <ctime>
#include <doctest/doctest.h>
#include <random>
#include <set>

#include "app/tests/scene_support.hpp"

namespace mountscope {
namespace {

const Vec2 kSizes[] = {{740, 480}, {1240, 700}, {400, 600}, {368, 145}};

bool overlap(const Box& a, const Box& b) {
    constexpr float kSlack = 0.05f;
    return a.x + kSlack < b.x + b.w && b.x + kSlack < a.x + a.w && a.y + kSlack < b.y + b.h &&
           b.y + kSlack < a.y + a.h;
}

void check_items(const TreePane& pane) {
    for (std::size_t i = 0; i < pane.items.size(); ++i) {
        const TreeItem& item = pane.items[i];
        std::uint32_t inside = 1;
        for (std::int32_t c = item.first_child; c >= 0;
             c = pane.items[static_cast<std::size_t>(c)].next_sibling) {
            REQUIRE(c > static_cast<std::int32_t>(i));
            CHECK(pane.items[static_cast<std::size_t>(c)].parent == static_cast<std::int32_t>(i));
            inside += pane.items[static_cast<std::size_t>(c)].subtree;
        }
        CHECK(inside == item.subtree);
    }
}

void check_nodes(const TreePane& pane, const PaneLayout& at, bool keeps_changes) {
    std::uint64_t sum = 0;
    for (const DisplayNode& node : at.tree.nodes) sum += node.count;
    CHECK(sum == pane.items.size());
    for (std::size_t i = 0; i < pane.items.size(); ++i) {
        const std::int32_t shown_by = at.tree.node_of_item[i];
        REQUIRE(shown_by >= 0);
        REQUIRE(static_cast<std::size_t>(shown_by) < at.tree.nodes.size());
        const DisplayNode& node = at.tree.nodes[static_cast<std::size_t>(shown_by)];
        if (keeps_changes && pane.items[i].is_changed()) {
            CHECK(node.kind == NodeKind::kMount);
            CHECK(node.item == static_cast<std::int32_t>(i));
        }
    }
    REQUIRE(at.places.size() == at.tree.nodes.size());
    for (std::size_t i = 0; i < at.places.size(); ++i) {
        const Box& box = at.places[i].box;
        CHECK(box.w > 0);
        CHECK(box.h > 0);
        CHECK(box.x >= -0.05f);
        CHECK(box.x + box.w <= at.extent.x + 0.05f);
        CHECK(box.y + box.h <= at.extent.y + 0.05f);
        const DisplayNode& node = at.tree.nodes[i];
        if (node.parent >= 0) {
            REQUIRE(node.parent < static_cast<std::int32_t>(i));
            const Box& above = at.places[static_cast<std::size_t>(node.parent)].box;
            const EdgeKind edge = at.places[i].edge;
            if (edge != EdgeKind::kWrap && edge != EdgeKind::kSide)
                CHECK(box.y >= above.y + above.h - 0.05f);
            else
                CHECK(box.x >= above.x + above.w - 0.05f);
        }
        for (std::size_t k = 0; k < i; ++k) {
            if (overlap(box, at.places[k].box)) FAIL_CHECK("nodes " << k << " and " << i << " overlap");
        }
    }
}

void check_state(const Story& story, const TreeView& view = {}) {
    TreePicture picture;
    picture.set_state(story.input());
    picture.arrange(view, PlainMeasure());
    const TreeModel& model = picture.model();
    std::size_t rows = 0;
    for (const TreePane& pane : model.panes) {
        check_items(pane);
        for (const TreeItem& item : pane.items) rows += item.is_ghost() ? 0 : 1;
    }
    CHECK(rows == story.state.mounts);
    CHECK(model.mounts == story.state.mounts);
    REQUIRE(picture.layout().panes.size() == model.panes.size());
    for (std::size_t p = 0; p < model.panes.size(); ++p) {
        const PaneLayout& at = picture.layout().panes[p];
        check_nodes(model.panes[p], at, model.changed <= FoldOptions{}.keep_changes);
        CHECK(at.frame.x >= 0);
        CHECK(at.frame.x + at.frame.w <= view.size.x + 0.5f);
        CHECK(at.frame.y + at.frame.h <= picture.layout().strip.y + 0.5f);
        CHECK(at.area.w > 0);
    }
}

void check_sizes(const Story& story) {
    for (const Vec2 size : kSizes) {
        CAPTURE(size.x);
        TreeView view;
        view.size = size;
        check_state(story, view);
        view.text_scale = 1.5f;
        check_state(story, view);
    }
}

// --- stories
// --------------------------------------------------------------------------------------------------------

TEST_CASE("the doubling script, from one bind to a thousand mounts") {
    for (const int binds : {0, 1, 2, 3, 4, 5, 6, 7, 8, 10}) {
        CAPTURE(binds);
        check_sizes(Story(doubling(binds)));
    }
}

TEST_CASE("what umount -l took away keeps its place") {
    const Story story(doubling(4) + "umount -l /mnt/1\n");
    check_sizes(story);
    TreePicture picture;
    picture.set_state(story.input());
    const TreePane& pane = picture.model().panes.front();
    CHECK(pane.gone == 16);
    CHECK(pane.items.size() == 18);
    CHECK(std::count_if(pane.items.begin(), pane.items.end(),
                        [](const TreeItem& i) { return i.state == ItemState::kGone; }) == 16);
}

TEST_CASE("a desktop's table is shown in full, with names") {
    const Story story(desktop());
    check_sizes(story);
    TreePicture picture;
    TreeView view;
    view.size = {740, 480};
    picture.set_state(story.input());
    picture.arrange(view, PlainMeasure());
    const PaneLayout& at = picture.layout().panes.front();
    CHECK(at.tree.nodes.size() == story.state.mounts);
    CHECK(at.arrangement.density != Density::kRings);
    CHECK(at.scale >= 0.9f);
}

TEST_CASE("a moved mount leaves a place behind, with an arrow from there") {
    const Story story(
        "mkdir -p /a /b\nmount -t tmpfs A /a\nmkdir -p /a/x\nmount -t tmpfs X /a/x\n"
        "mkdir -p /a/x/y\nmount -t tmpfs Y /a/x/y\nmkdir -p /b/x\nmount --move /a/x /b/x\n");
    check_sizes(story);
    TreePicture picture;
    picture.set_state(story.input());
    const std::uint32_t id = story.id("/b/x");
    const ItemRef now = picture.model().find(id);
    const ItemRef then = picture.model().find_left_place(id);
    REQUIRE(now);
    REQUIRE(then);
    CHECK(picture.model()[now].state == ItemState::kMoved);
    const TreePane& pane = picture.model().panes.front();
    CHECK(picture.model().path(pane, picture.model()[then]) == "/a/x");
    CHECK(picture.model().path(pane, picture.model()[now]) == "/b/x");
    // What went along below it is not told again.
    CHECK(picture.model()[picture.model().find(story.id("/b/x/y"))].state == ItemState::kSame);
}

TEST_CASE("a mount that slides down onto the parent below stays where it was") {
    const std::string start =
        "mkdir -p /m /s\nmount -t tmpfs M /m\nmount --make-shared /m\nmkdir -p /m/d\nmount --bind /m /s\n"
        "mount --make-private /s\nmount -t tmpfs mine /s/d\n";
    const Story story(start);
    check_sizes(story);
    // One of a chain goes: those on top of it keep their places, below its ghost.
    const Story gone(doubling(2) + "umount /mnt/1/1\n");
    check_sizes(gone);
    TreePicture picture;
    picture.set_state(gone.input());
    for (const TreeItem& item : picture.model().panes.front().items) {
        if (item.state == ItemState::kReseated)
            CHECK(picture.model().panes.front().items[static_cast<std::size_t>(item.parent)].is_ghost());
    }
}

TEST_CASE("namespaces that come and go") {
    const std::string start =
        "mkdir -p /d\nmount --make-rshared /\nmount -t tmpfs D /d\nunshare -m --propagation slave b\n";
    const Story born(start);
    check_sizes(born);
    TreePicture picture;
    picture.set_state(born.input());
    REQUIRE(picture.model().panes.size() == 2);
    CHECK(picture.model().panes[1].is_new);
    CHECK(picture.model().panes[1].title == "b");
    const Story ended(start + "exit b\n");
    check_sizes(ended);
    picture.set_state(ended.input());
    REQUIRE(picture.model().panes.size() == 2);
    CHECK(picture.model().panes[1].ended);
    CHECK(picture.model().panes[1].gone == 2);
    std::string many = start;
    for (const char* name : {"c", "d", "e", "f", "g", "h"})
        many += "unshare -m --propagation slave " + std::string(name) + "\n";
    check_sizes(Story(many));
}

TEST_CASE("random stories with sharing, stacks and namespaces") {
    for (std::uint32_t seed = 1; seed <= 30; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        std::vector<std::string> places = {"/"};
        std::string text = "mount --make-rshared /\n";
        const std::uint32_t commands = 5 + random() % 60;
        for (std::uint32_t i = 0; i < commands; ++i) {
            const auto place = [&] { return places[random() % places.size()]; };
            const std::string inside = (place() == "/" ? "" : place()) + "/d" + std::to_string(random() % 4);
            switch (random() % 9) {
                case 0:
                case 1:
                case 2:
                    text += "? mkdir -p " + inside + "\n? mount -t tmpfs s" + std::to_string(i) + " " +
                            inside + "\n";
                    places.push_back(inside);
                    break;
                case 3:
                    text += "? mount --rbind " + place() + " " + place() + "\n";
                    break;
                case 4:
                    text += "? mount --bind " + place() + " " + place() + "\n";
                    break;
                case 5: {
                    static const char* kTypes[] = {"shared", "slave", "private", "unbindable", "rslave"};
                    text += "? mount --make-" + std::string(kTypes[random() % 5]) + " " + place() + "\n";
                    break;
                }
                case 6:
                    text += "? umount -l " + place() + "\n";
                    break;
                case 7:
                    text += "? mount --move " + place() + " " + place() + "\n";
                    break;
                default:
                    if (i % 3 == 0) text += "? unshare -m --propagation slave n" + std::to_string(i) + "\n";
            }
        }
        check_sizes(Story(text));
    }
}

// --- folding
// --------------------------------------------------------------------------------------------------------

std::string containers(int count) {
    std::string text = "mount --make-rshared /\n";
    for (int i = 0; i < count; ++i) {
        const std::string root = "/ct/c" + std::to_string(i);
        text += "mkdir -p " + root + "\nmount -t tmpfs overlay " + root + "\nmkdir -p " + root +
                "/proc\nmount -t tmpfs proc " + root + "/proc\n";
    }
    return text;
}

struct Folded {
    explicit Folded(const Story& story, Vec2 size = {740, 480}) {
        view.size = size;
        picture.set_state(story.input());
        arrange();
    }
    void arrange() { picture.arrange(view, PlainMeasure()); }
    const DisplayTree& tree() const { return picture.layout().panes.front().tree; }
    std::size_t count(NodeKind kind) const {
        return static_cast<std::size_t>(std::count_if(tree().nodes.begin(), tree().nodes.end(),
                                                      [&](const DisplayNode& n) { return n.kind == kind; }));
    }
    std::string first_hit(const std::string& prefix) const {
        Scene scene;
        picture.emit(scene, view, PlainMeasure());
        for (const GroupInfo& g : scene.groups) {
            if (g.id.starts_with(prefix)) return g.id;
        }
        return {};
    }

    TreePicture picture;
    TreeView view;
};

TEST_CASE("a long chain folds, unfolds from either end, and folds again") {
    const Story story(doubling(9));
    Folded folded(story);
    REQUIRE(folded.count(NodeKind::kChain) == 1);
    const std::string fold = folded.first_hit("fold:");
    const std::uint32_t before = folded.tree().nodes.back().count;
    const auto chain = [&] {
        return *std::find_if(folded.tree().nodes.begin(), folded.tree().nodes.end(),
                             [](const DisplayNode& n) { return n.kind == NodeKind::kChain; });
    };
    const DisplayNode start = chain();
    REQUIRE(folded.picture.toggle_fold(folded.view, fold + ":first"));
    folded.arrange();
    CHECK(chain().count == start.count - 8);
    CHECK(chain().last_item == start.last_item);
    REQUIRE(folded.picture.toggle_fold(folded.view, fold + ":last"));
    folded.arrange();
    CHECK(chain().count == start.count - 16);
    REQUIRE(folded.picture.toggle_fold(folded.view, folded.first_hit("unfold:")));
    folded.arrange();
    CHECK(chain().count == start.count);
    CHECK(before == 1);
    check_state(story, folded.view);
}

TEST_CASE("identical subtrees fold into one with a count") {
    const Story story(containers(80));
    Folded folded(story);
    const auto head = std::find_if(folded.tree().nodes.begin(), folded.tree().nodes.end(),
                                   [](const DisplayNode& n) { return n.copies > 1; });
    REQUIRE(head != folded.tree().nodes.end());
    // The last container is new, so it stands for itself.
    CHECK(head->copies == 79);
    CHECK(folded.tree().nodes.size() < 12);
    REQUIRE(folded.picture.toggle_fold(folded.view, folded.first_hit("twins:")));
    folded.arrange();
    CHECK(folded.tree().nodes.size() > 12);
    check_state(story, folded.view);
}

TEST_CASE("what does not fit is counted, and shown on request") {
    std::string text = "mount --make-rshared /\n";
    std::mt19937 random(7);
    std::vector<std::string> places = {""};
    for (int i = 0; i < 900; ++i) {
        const std::string place = places[random() % places.size()] + "/m" + std::to_string(i);
        if (std::count(place.begin(), place.end(), '/') < 9) places.push_back(place);
        text += "mkdir -p " + place + "\nmount -t tmpfs s" + std::to_string(i) + " " + place + "\n";
    }
    const Story story(text);
    check_sizes(story);
    Folded folded(story);
    CHECK(folded.count(NodeKind::kMore) > 0);
    CHECK_FALSE(folded.picture.layout().panes.front().cells.empty());
    const std::size_t before = folded.tree().nodes.size();
    REQUIRE(folded.picture.toggle_fold(folded.view, folded.first_hit("more:")));
    folded.arrange();
    CHECK(folded.tree().nodes.size() > before);
    check_state(story, folded.view);
    // Any mount that is selected is shown, with its way down from the root.
    for (const std::uint32_t nth : {1u, 450u, 899u}) {
        const TreeItem& item = folded.picture.model().panes.front().items[nth];
        folded.view.selected = {Target::Kind::kMount, item.unique_id};
        folded.arrange();
        const std::int32_t node = folded.tree().node_of_item[nth];
        CHECK(folded.tree().nodes[static_cast<std::size_t>(node)].kind == NodeKind::kMount);
        CHECK(folded.tree().nodes[static_cast<std::size_t>(node)].item == static_cast<std::int32_t>(nth));
        check_state(story, folded.view);
    }
}

TEST_CASE("a key hides what is below a mount and shows it again") {
    const Story story(desktop());
    Folded folded(story);
    const std::size_t all = folded.tree().nodes.size();
    REQUIRE(folded.picture.toggle_mount(folded.view, story.id("/sys")));
    folded.arrange();
    CHECK(folded.tree().nodes.size() == all - 9 + 1);
    check_state(story, folded.view);
    REQUIRE(folded.picture.toggle_mount(folded.view, story.id("/sys")));
    folded.arrange();
    CHECK(folded.tree().nodes.size() == all);
    CHECK_FALSE(folded.picture.toggle_mount(folded.view, story.id("/tmp")));
}

TEST_CASE("65,536 mounts in one chain: no deep recursion, and in time") {
    const Story story(doubling(16));
    REQUIRE(story.state.mounts == 65538);
    TreePicture picture;
    TreeView view;
    view.size = {740, 480};
    Scene scene;
    const std::clock_t start = std::clock();
    picture.set_state(story.input());
    picture.arrange(view, PlainMeasure());
    const std::clock_t arranged = std::clock();
    picture.emit(scene, view, PlainMeasure());
    const std::clock_t emitted = std::clock();
    const auto milliseconds = [](std::clock_t t) { return 1000.0 * static_cast<double>(t) / CLOCKS_PER_SEC; };
    MESSAGE("layout ", milliseconds(arranged - start), " ms, picture ", milliseconds(emitted - arranged),
            " ms");
#if defined(NDEBUG)
    // Three times what it may be, for machines slower than those of today.
    CHECK(milliseconds(arranged - start) < 180);
    CHECK(milliseconds(emitted - arranged) < 9);
#endif
    CHECK(picture.layout().panes.front().tree.nodes.size() < 60);
    CHECK(scene.shapes.size() < 1000);
    const Story gone(doubling(16) + "umount -l /mnt/1\n");
    check_nodes(picture.model().panes.front(), picture.layout().panes.front(), false);
    picture.set_state(gone.input());
    picture.arrange(view, PlainMeasure());
    CHECK(picture.model().panes.front().gone == 65536);
    CHECK(picture.layout().panes.front().tree.nodes.size() < 60);
    check_nodes(picture.model().panes.front(), picture.layout().panes.front(), false);
}

}  // namespace
}  // namespace mountscope
