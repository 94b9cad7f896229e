// The pictures of the mount hash and of the queue: what is lit, what fits, what is said.

#include "app/scene/hash_view.hpp"

#include <doctest/doctest.h>

#include "core/trace/code.hpp"

#include "app/model/hash_story.hpp"
#include "app/model/queue_words.hpp"
#include "app/paint/svg_painter.hpp"
#include "app/tests/scene_support.hpp"

using namespace mountscope;

namespace {

void load(AppModel& model, std::string_view id, int n, std::string_view kernel, std::uint64_t memory) {
    const ScenarioInfo* scenario = find_scenario(id);
    REQUIRE(scenario != nullptr);
    model.session.set_memory(memory);
    model.console.load(*scenario, n, *find_kernel(kernel));
    while (model.console.running()) model.console.step();
    model.sweep.follow(model.session, 0);
    while (model.sweep.is_behind()) model.sweep.advance();
}

struct Drawn {
    Scene scene;
    HashPlaces places;
    HashSummary hash;
};

Drawn draw(const AppModel& model, Vec2 size) {
    Drawn drawn;
    drawn.hash = summarize_hash(*hash_world(model.session, 0));
    HashView view = tell_hash(model, 0, drawn.hash, {});
    view.size = size;
    drawn.places = draw_hash_view(drawn.scene, view, PlainMeasure());
    return drawn;
}

// Nothing is written smaller than can be read, and nothing begins or ends outside the picture.
void check_texts(const Scene& scene, Vec2 size) {
    const PlainMeasure measure;
    for (const TextShape& text : scene.texts) {
        CAPTURE(text.text);
        REQUIRE(text.size >= 11);
        float width = measure.width(text.text, text.font, text.size);
        if (text.max_width > 0) width = std::min(width, text.max_width);
        const float left = text.align == Align::kEnd      ? text.at.x - width
                           : text.align == Align::kCentre ? text.at.x - width / 2
                                                          : text.at.x;
        REQUIRE(left >= 0);
        REQUIRE(left + width <= size.x);
        REQUIRE(text.at.y >= 0);
        REQUIRE(text.at.y + text.size <= size.y);
    }
}

}  // namespace

TEST_CASE("hash view: readable and inside of its place at every size, in SVG as well") {
    for (const int n : {0, 3, 11}) {
        AppModel model;
        load(model, n == 0 ? "mount-on-mount" : "bind-chain-umount", n, "4.9", kLeastMemory);
        for (const std::size_t back : {0u, 1u}) {
            model.session.seek(model.session.timeline().size() - back);
            for (const Vec2 size : {Vec2{744, 332}, Vec2{600, 300}, Vec2{1400, 900}}) {
                CAPTURE(size.x);
                const Drawn drawn = draw(model, size);
                check_texts(drawn.scene, size);
                CHECK(drawn.places.cells <= drawn.hash.buckets);
                CHECK(to_svg(drawn.scene, theme_of(ThemeName::kPrint), PlainMeasure()).find("hash:table") !=
                      std::string::npos);
            }
        }
    }
}

TEST_CASE(
    "hash view: the slider has a notch for each memory, and the table a cell under each of its points") {
    AppModel model;
    load(model, "bind-chain-umount", 4, "6.18", kUsualMemory);
    const Drawn drawn = draw(model, {744, 332});
    const Box& slider = drawn.places.slider;
    for (std::size_t notch = 0; notch < kMemoryNotches; ++notch) {
        const float x =
            slider.x + slider.w * static_cast<float>(notch) / static_cast<float>(kMemoryNotches - 1);
        CHECK(drawn.places.notch_at({x, slider.y}, kMemoryNotches) == notch);
    }
    CHECK(drawn.places.notch_at({-100, 0}, kMemoryNotches) == 0);
    CHECK(drawn.places.notch_at({9999, 0}, kMemoryNotches) == kMemoryNotches - 1);
    const Box& table = drawn.places.table;
    CHECK(drawn.places.cell_at({table.x + 1, table.y + 1}) == 0u);
    CHECK(drawn.places.cell_at({table.x + table.w - 1, table.y + table.h - 1}) == drawn.places.cells - 1);
    CHECK(!drawn.places.cell_at({table.x - 5, table.y}));
}

TEST_CASE("hash view: inside of a command the step's bucket comes first, with what it compares lit") {
    std::size_t found = 0;
    for (const char* kernel : {"4.9", "6.18"}) {
        CAPTURE(kernel);
        AppModel model;
        load(model, "bind-chain-umount", 5, kernel, kLeastMemory);
        Session& session = model.session;
        const std::size_t last = session.timeline().size();
        std::size_t looks = 0;
        session.seek_inside(last, 0);
        const std::uint64_t length = session.steps()->alignment->length();
        for (std::uint64_t p = 0; p < length; p += length > 500 ? 3 : 1) {
            session.seek_inside(last, p);
            const LaneAt& at = session.lane(0);
            const Step& step = at.step->step;
            const HashSummary hash = summarize_hash(*hash_world(session, 0));
            const HashView view = tell_hash(model, 0, hash, {});
            const bool looks_up = step.kind == StepKind::kReceiver || step.kind == StepKind::kBusyReceiver ||
                                  step.kind == StepKind::kUnlockReceiver;
            REQUIRE(view.step_bucket.has_value() == looks_up);
            if (!looks_up) continue;
            ++looks;
            const World& world = at.step->world;
            const LookupDetail look =
                lookup_detail(world, step.q, world[step.m].mountpoint,
                              session.kernel(0).taken_mountpoint == TakenMountpoint::kShadow);
            REQUIRE(view.chains.front().bucket == look.bucket);
            std::size_t lit = 0;
            std::size_t hits = 0;
            for (const HashCard& card : view.chains.front().cards) {
                lit += card.compared ? 1 : 0;
                hits += card.found ? 1 : 0;
            }
            REQUIRE(lit == look.compared.size());
            REQUIRE(hits == (look.found ? 1 : 0));
            found += hits;
        }
        CHECK(looks >= 31);  // each of the 32 peers but the first is asked at least once
        const HashSummary hash = summarize_hash(*hash_world(session, 0));
        CHECK(hash_in_words(model, 0, hash).find("buckets") != std::string::npos);
    }
    CHECK(found > 0);
}

TEST_CASE("queue view: readable and inside of its place, with one to four kernels") {
    for (const std::size_t lanes : {1u, 2u, 4u}) {
        AppModel model;
        load(model, "bind-chain-umount", 9, "4.9", kUsualMemory);
        std::vector<const KernelProfile*> others;
        for (const char* name : {"4.11-rfc2", "4.13", "6.18"}) {
            if (others.size() + 1 < lanes) others.push_back(find_kernel(name));
        }
        model.session.compare(others);
        while (model.session.is_behind()) model.session.catch_up();
        QueueView view = make_queue_view(tell_queue(model.session));
        for (const Vec2 size : {Vec2{744, 314}, Vec2{1400, 900}}) {
            Scene scene;
            view.size = size;
            draw_queue_view(scene, view, PlainMeasure());
            check_texts(scene, size);
        }
        CHECK(view.rows.size() == 1 + example_callers().size());
        for (const QueueRow& row : view.rows) {
            REQUIRE(row.bars.size() == lanes);
            for (const QueueBar& bar : row.bars) CHECK(bar.tooltip.find("modelled") != std::string::npos);
        }
        CHECK(view.footer_tooltip.find("mountinfo_ring_steps") != std::string::npos);
    }
}
