// What a running command lays over the trees.

#include <algorithm>
#include <doctest/doctest.h>
#include <set>

#include "core/trace/step_trace.hpp"

#include "app/model/app_model.hpp"
#include "app/scene/tree_view.hpp"
#include "app/tests/scene_support.hpp"

using namespace mountscope;

namespace {

struct OpenStory {
    AppModel model;
    Session& session() { return model.session; }

    OpenStory(std::string_view id, int n, std::string_view kernel) {
        const ScenarioInfo* scenario = find_scenario(id);
        REQUIRE(scenario != nullptr);
        model.console.load(*scenario, n, *find_kernel(kernel));
        while (model.console.running()) model.console.step();
    }
};

// The picture of lane 0 as the stage makes it.
Scene picture_of(OpenStory& story, TreePicture& picture, TreeView& view, StepOverlay& overlay) {
    const LaneAt& at = story.session().lane(0);
    TreeInput input;
    input.world = &at.view->world();
    input.state = &at.view->tables();
    input.colours = &story.model.colours;
    picture.set_state(input);
    view.overlay = nullptr;
    if (at.step) {
        overlay = make_step_overlay(at.view->world(), at.step->world, at.step->step, at.step->visit);
        view.overlay = &overlay;
        view.focus = overlay.current;
    }
    picture.arrange(view, PlainMeasure());
    Scene scene;
    picture.emit(scene, view, PlainMeasure());
    return scene;
}

std::size_t halos(const Scene& scene) {
    std::size_t found = 0;
    for (const RectShape& rect : scene.rects) {
        if (rect.stroke == Ink::kFocus && rect.fill == Ink::kNone && rect.radius > 0) ++found;
    }
    return found;
}

bool has_text(const Scene& scene, std::string_view text) {
    for (const TextShape& shape : scene.texts) {
        if (shape.text.starts_with(text)) return true;
    }
    return false;
}

std::size_t visible_mounts(const World& world) {
    std::size_t n = 0;
    for (std::uint32_t slot = 1; slot < world.mount_slots(); ++slot) {
        const MountRef m{slot};
        if (world[m].unique_id != 0 && world[m].ns && !world.has_flag(m, kMountAbsoluteRoot)) ++n;
    }
    return n;
}

}  // namespace

TEST_CASE("at every step of every umount the walk is numbered without gaps and has a place in the picture") {
    for (const ScenarioInfo& scenario : built_in_scenarios()) {
        for (const std::string_view kernel : {"4.9", "4.11-rfc2", "4.13", "6.18"}) {
            CAPTURE(scenario.id);
            CAPTURE(kernel);
            OpenStory story(scenario.id, scenario.parameter ? 3 : 0, kernel);
            Session& session = story.session();
            TreePicture picture;
            TreeView view;
            StepOverlay overlay;
            session.seek(0);
            while (true) {
                const std::uint64_t revision = session.revision();
                session.move(Grain::kStep, 1);
                if (session.revision() == revision) break;
                const LaneAt& at = session.lane(0);
                if (!at.step) continue;
                const Scene scene = picture_of(story, picture, view, overlay);
                std::set<std::uint32_t> numbers;
                for (const auto& [id, number] : overlay.visited) numbers.insert(number);
                CHECK(numbers.size() == overlay.visited.size());
                if (!numbers.empty()) CHECK(*numbers.rbegin() == numbers.size() + (*numbers.begin() - 1));
                std::size_t parts = 0;
                for (std::size_t i = 1; i < kStepParts; ++i) parts += overlay.part_counts[i];
                CHECK(parts <= visible_mounts(at.view->world()));
                const bool shown = static_cast<bool>(picture.model().find(overlay.current));
                CHECK(halos(scene) == (shown ? 1 : 0));
                if (shown && overlay.receiver != 0) CHECK(has_text(scene, "q"));
            }
        }
    }
}

TEST_CASE("what is listed stays listed until it is done, and at the end of an umount all of it is done") {
    for (const KernelProfile& kernel : kernels()) {
        CAPTURE(kernel.name);
        OpenStory story("bind-chain-umount", 4, kernel.name);
        Session& session = story.session();
        const std::size_t last = session.timeline().size();
        session.seek_inside(last, 0);
        const std::size_t all = visible_mounts(session.lane(0).view->world());
        std::uint32_t gone = 0;
        while (session.inside()) {
            const LaneAt& at = session.lane(0);
            if (at.step) {
                const StepOverlay overlay =
                    make_step_overlay(at.view->world(), at.step->world, at.step->step, at.step->visit);
                const auto count = [&](StepPart part) {
                    return overlay.part_counts[static_cast<std::size_t>(part)];
                };
                CHECK(count(StepPart::kDone) >= gone);
                gone = count(StepPart::kDone);
                CHECK(count(StepPart::kListed) + gone <= all);
                CHECK(overlay.list.size() <= count(StepPart::kListed));
            }
            session.move(Grain::kStep, 1);
        }
        CHECK(gone == 16);
    }
}

TEST_CASE("folds stay as they are while one steps through an umount, and the picture stays small") {
    OpenStory story("bind-chain-umount", 9, "6.18");
    Session& session = story.session();
    TreePicture picture;
    TreeView view;
    view.size = {740, 330};
    StepOverlay overlay;
    std::size_t nodes = 0;
    session.seek_inside(session.timeline().size(), 0);
    for (int i = 0; i < 40 && session.inside(); ++i) {
        const Scene scene = picture_of(story, picture, view, overlay);
        std::size_t now = 0;
        for (const PaneLayout& pane : picture.layout().panes) now += pane.tree.nodes.size();
        if (nodes != 0) CHECK(now == nodes);
        nodes = now;
        CHECK(scene.shapes.size() < 6000);
        session.move(Grain::kStep, 40);
    }
}

TEST_CASE("in the low panes of four kernels each mount of a small tree is seen whole, with its number") {
    for (const KernelProfile& kernel : kernels()) {
        CAPTURE(kernel.name);
        OpenStory story("bind-chain-umount", 3, kernel.name);
        Session& session = story.session();
        session.seek_inside(session.timeline().size(), 0);
        TreePicture picture;
        TreeView view;
        view.size = {368, 145};
        view.show_group_strip = false;
        StepOverlay overlay;
        while (session.inside()) {
            const Scene scene = picture_of(story, picture, view, overlay);
            REQUIRE(picture.layout().panes.size() == 1);
            const PaneLayout& pane = picture.layout().panes.front();
            CHECK(pane.tree.nodes.size() == visible_mounts(session.lane(0).view->world()));
            for (const Placement& place : pane.places) {
                const Box& box = place.box;
                CHECK(box.w * pane.scale >= 14);
                CHECK(box.x * pane.scale + pane.offset.x >= pane.clip.x);
                CHECK(box.y * pane.scale + pane.offset.y >= pane.clip.y);
                CHECK((box.x + box.w) * pane.scale + pane.offset.x <= pane.clip.x + pane.clip.w);
                CHECK((box.y + box.h) * pane.scale + pane.offset.y <= pane.clip.y + pane.clip.h);
            }
            for (const auto& [id, number] : overlay.visited) {
                // What m, q and c stand on says that instead.
                if (id != overlay.subject && id != overlay.child)
                    CHECK(has_text(scene, std::to_string(number)));
            }
            session.move(Grain::kStep, 1);
        }
    }
}

TEST_CASE("the line below the trees names some of the list and counts all the others") {
    OpenStory story("bind-chain-umount", 9, "6.18");
    Session& session = story.session();
    session.seek_inside(session.timeline().size(), 600);
    for (const float width : {340.0f, 500.0f, 740.0f, 805.0f, 1240.0f}) {
        CAPTURE(width);
        TreePicture picture;
        TreeView view;
        view.size = {width, 480};
        StepOverlay overlay;
        const Scene scene = picture_of(story, picture, view, overlay);
        const Box& strip = picture.layout().strip;
        std::size_t named = 0;
        std::string rest;
        for (const TextShape& shape : scene.texts) {
            if (shape.at.y < strip.y) continue;
            CHECK(shape.at.x + PlainMeasure().width(shape.text, shape.font, shape.size) <= strip.w);
            if (shape.text.starts_with("#")) ++named;
            if (shape.text.starts_with("+ ")) rest = shape.text;
        }
        const std::size_t all = overlay.part_counts[static_cast<std::size_t>(StepPart::kListed)];
        REQUIRE(all > named);
        CHECK(has_text(scene, "List") == (named > 0));
        if (width >= 740) CHECK(named > 3);
        if (named > 0) CHECK(rest == "+ " + std::to_string(all - named) + " more");
    }
}

TEST_CASE("nothing in the header of a pane stands on anything else, however narrow it is") {
    OpenStory story("containers", 0, "6.18");
    story.session().seek(9);
    for (const float width : {300.0f, 368.0f, 500.0f, 740.0f, 1240.0f}) {
        for (const std::string_view state : {"", "place", "propagate, receiver 12"}) {
            CAPTURE(width);
            CAPTURE(state);
            TreePicture picture;
            TreeView view;
            view.size = {width, 312};
            view.variant = Ink::kAccent;
            view.variant_letter = "A";
            view.variant_name = "Linux 6.18";
            view.variant_title = "gather and trim, leave in bulk";
            view.variant_state = state;
            StepOverlay overlay;
            const Scene scene = picture_of(story, picture, view, overlay);
            std::vector<Box> boxes;
            for (const TextShape& shape : scene.texts) {
                if (shape.at.y > picture.layout().metrics.header_height() - shape.size) continue;
                const float w = PlainMeasure().width(shape.text, shape.font, shape.size);
                boxes.push_back({shape.align == Align::kCentre ? shape.at.x - w / 2 : shape.at.x, 0, w, 1});
            }
            REQUIRE(boxes.size() >= 3);
            std::sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.x < b.x; });
            for (std::size_t i = 1; i < boxes.size(); ++i)
                CHECK(boxes[i - 1].x + boxes[i - 1].w <= boxes[i].x);
        }
    }
}

TEST_CASE("mounts that end differently wear a mark that says how, wherever they are shown") {
    OpenStory story("visibly-moves", 0, "4.9");
    Session& session = story.session();
    const LaneAt& at = session.lane(0);
    TreeInput input;
    input.world = &at.view->world();
    input.state = &at.view->tables();
    input.colours = &story.model.colours;
    TreePicture picture;
    picture.set_state(input);
    TreeView view;
    std::vector<DifferenceMark> marks;
    for (const TreePane& pane : picture.model().panes) {
        for (const TreeItem& item : pane.items) marks.push_back({item.unique_id, "gone in B"});
    }
    marks.push_back({999'999, "of a mount that is not there"});
    view.differences = &marks;
    picture.arrange(view, PlainMeasure());
    Scene scene;
    picture.emit(scene, view, PlainMeasure());
    std::size_t found = 0;
    for (const GroupInfo& group : scene.groups) {
        if (group.id.starts_with("differs:")) {
            ++found;
            CHECK(group.tooltip == "Ends differently: gone in B");
        }
    }
    CHECK(found == marks.size() - 1);
}
