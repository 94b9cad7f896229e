// The growth plot: axes, ticks, labels that don't touch, and what a drag means.

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <random>
#include <set>

#include "app/model/growth_model.hpp"
#include "app/paint/svg_painter.hpp"
#include "app/scene/growth_labels.hpp"
#include "app/scene/number_text.hpp"
#include "app/tests/scene_support.hpp"

using namespace mountscope;

namespace {

GrowthPlotInput powers(std::size_t curves, bool logarithmic, Vec2 size = {740, 260}) {
    GrowthPlotInput input{.title = "hash lookups",
                          .second = "of the last command",
                          .logarithmic = logarithmic,
                          .least = 1,
                          .most = 16,
                          .current = 3,
                          .size = size};
    for (std::size_t i = 0; i < curves; ++i) {
        GrowthPlotCurve curve{.name = "4." + std::to_string(i),
                              .look = {.ink = Ink::kVariantA, .marker = static_cast<GrowthMarker>(i % 9)}};
        const double exponent = 1 + static_cast<double>(i / 3) / 2;  // three of them are alike
        for (int n = 1; n <= 16; ++n) {
            const double x = std::pow(2, n);
            curve.points.push_back({n, x, std::pow(x, exponent)});
        }
        curve.fit = GrowthPlotFit{.exponent = exponent,
                                  .low = exponent,
                                  .high = exponent,
                                  .factor = 1,
                                  .from = curve.points[8],
                                  .to = curve.points[15]};
        input.curves.push_back(std::move(curve));
    }
    return input;
}

Scene picture(const GrowthPlotInput& input) {
    const PlainMeasure measure;
    Scene scene;
    emit_growth_plot(scene, input, frame_growth_plot(input, measure), measure);
    return scene;
}

const GroupInfo* group(const Scene& scene, std::string_view id) {
    const auto found = std::ranges::find(scene.groups, id, &GroupInfo::id);
    return found == scene.groups.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("values of an axis go to pixels and come back") {
    std::mt19937 random(7);
    for (const bool logarithmic : {false, true}) {
        for (int i = 0; i < 300; ++i) {
            std::uniform_real_distribution<double> exponents(-7, 12);
            const double low = std::pow(10, exponents(random));
            const double high = low * (1.5 + std::pow(10, std::abs(exponents(random)) / 2));
            const PlotAxis axis{.low = low, .high = high, .from = 310, .to = 20, .logarithmic = logarithmic};
            std::uniform_real_distribution<double> parts(0, 1);
            const double part = parts(random);
            const double value = logarithmic ? low * std::pow(high / low, part) : low + (high - low) * part;
            CHECK(axis.place(low) == doctest::Approx(310));
            CHECK(axis.place(high) == doctest::Approx(20));
            CHECK(axis.place(value) <= 310.01f);
            CHECK(axis.place(value) >= 19.99f);
            const double back = axis.value(axis.place(value));
            CHECK(axis.place(back) == doctest::Approx(axis.place(value)).epsilon(1e-4));
        }
    }
    const PlotAxis axis{.low = 1, .high = 1e6, .from = 0, .to = 600, .logarithmic = true};
    CHECK(axis.place(1000) == doctest::Approx(300));
    CHECK(axis.place(0) == 0);
    CHECK(axis.place(-4) == 0);
}

TEST_CASE("ticks are round, apart, within the axis, and few") {
    for (const bool logarithmic : {false, true}) {
        for (const double high : {1.0, 7.0, 98.0, 65536.0, 8.6e9, 3.2e-4, 5e17}) {
            for (const float length : {60.0f, 180.0f, 700.0f}) {
                CAPTURE(high);
                CAPTURE(length);
                const PlotAxis axis{.low = logarithmic ? high / 1e6 : 0,
                                    .high = high,
                                    .from = length,
                                    .to = 0,
                                    .logarithmic = logarithmic};
                const std::vector<double> ticks = axis_ticks(axis, 26);
                REQUIRE_FALSE(ticks.empty());
                for (std::size_t i = 0; i < ticks.size(); ++i) {
                    CHECK(ticks[i] >= axis.low * 0.999999);
                    CHECK(ticks[i] <= axis.high * 1.000001);
                    if (i > 0) CHECK(axis.place(ticks[i - 1]) - axis.place(ticks[i]) >= 25.9f);
                    if (ticks[i] == 0) continue;
                    const double digits = ticks[i] / std::pow(10, std::floor(std::log10(ticks[i]) + 1e-9));
                    CHECK(std::abs(digits * 10 - std::round(digits * 10)) < 1e-6);
                }
                CHECK(static_cast<float>(ticks.size()) <= length / 26 + 1.5f);
            }
        }
    }
    CHECK(axis_ticks({.low = 5, .high = 5, .from = 0, .to = 100}, 20).empty());
}

TEST_CASE("ticks and values are written short") {
    CHECK(tick_text(0).text == "0");
    CHECK(tick_text(65536).text == "65,536");
    CHECK(tick_text(1e6).text == "1 million");
    CHECK(tick_text(2.5e9).text == "2.5 billion");
    CHECK(tick_text(1e12).text == "1 trillion");
    CHECK(tick_text(1e15).text == "10");
    CHECK(tick_text(1e15).raised == "15");
    CHECK(tick_text(5e16).text == "5 \xc3\x97 10");
    CHECK(tick_text(4.8e17).text == "4.8 \xc3\x97 10");
    CHECK(seconds_text(226.27) == "226 s");
    CHECK(seconds_text(1.0) == "1 s");
    CHECK(seconds_text(0.9999) == "1 s");
    CHECK(seconds_text(0.75) == "750 ms");
    CHECK(seconds_text(0.0168) == "16.8 ms");
    CHECK(seconds_text(4.3e-6) == "4.3 \xc2\xb5s");
    CHECK(seconds_text(1234.6) == "1,235 s");
    CHECK(seconds_text(2e-12) == "0 ns");
    CHECK(decimal_text(-0.001, 1) == "0.0");
    CHECK(decimal_text(2.0006, 2) == "2.00");
    CHECK(round_up(8.5e9, true) == doctest::Approx(1e10));
    CHECK(round_up(1000, true) == doctest::Approx(1000));
    CHECK(round_up(34, false) == doctest::Approx(50));
}

TEST_CASE("labels never overlap, stay inside, keep their order and come near") {
    std::mt19937 random(3);
    for (int round = 0; round < 500; ++round) {
        const float bottom = 120 + static_cast<float>(random() % 300);
        std::vector<LabelWish> wishes(1 + random() % 12);
        for (LabelWish& wish : wishes) {
            // Many at one place.
            wish.centre = random() % 3 == 0 ? 100 : static_cast<float>(random() % 400);
            wish.height = 14 + static_cast<float>(random() % 24);
        }
        const auto places = place_labels(wishes, 10, bottom);
        REQUIRE(places.size() == wishes.size());
        float total = 0;
        bool left_out = false;
        std::vector<std::size_t> placed;
        for (std::size_t i = 0; i < wishes.size(); ++i) {
            total += wishes[i].height;
            // Only the last ones go without.
            if (!places[i]) left_out = true;
            CHECK(places[i].has_value() == !left_out);
            if (places[i]) placed.push_back(i);
        }
        if (total <= bottom - 10) CHECK_FALSE(left_out);
        std::ranges::sort(placed, {}, [&](std::size_t i) { return *places[i]; });
        for (std::size_t k = 0; k < placed.size(); ++k) {
            const std::size_t i = placed[k];
            CHECK(*places[i] - wishes[i].height / 2 >= 10 - 0.01f);
            CHECK(*places[i] + wishes[i].height / 2 <= bottom + 0.01f);
            if (k == 0) continue;
            const std::size_t above = placed[k - 1];
            CHECK(*places[i] - *places[above] >= (wishes[i].height + wishes[above].height) / 2 - 0.01f);
            CHECK(wishes[above].centre - wishes[above].height / 2 <=
                  wishes[i].centre - wishes[i].height / 2 + 40);
        }
    }
    const auto alone = place_labels({{.centre = 50, .height = 20}, {.centre = 90, .height = 20}}, 0, 200);
    CHECK(*alone[0] == 50);
    CHECK(*alone[1] == 90);
    CHECK(place_labels({}, 0, 10).empty());
}

TEST_CASE("labels at the ends of curves lie apart and inside, whatever the number of curves and the size") {
    for (const bool logarithmic : {true, false}) {
        for (const Vec2 size : {Vec2{720, 236}, Vec2{360, 200}, Vec2{1700, 900}}) {
            for (std::size_t count = 1; count <= 9; ++count) {
                CAPTURE(count);
                CAPTURE(size.x);
                const GrowthPlotInput input = powers(count, logarithmic, size);
                const Scene scene = picture(input);
                std::vector<Box> boxes;
                for (const GrowthPlotCurve& curve : input.curves) {
                    const GroupInfo* label = group(scene, "growth:curve:" + curve.name);
                    // Where the picture is too low for all, the last ones go without.
                    if (label == nullptr) continue;
                    CHECK(label->label.find("to the power") != std::string::npos);
                    boxes.push_back(label->hit);
                    CHECK(label->hit.x + label->hit.w <= size.x + 0.5f);
                }
                CHECK(boxes.size() == (size.y > 220 ? count : std::min<std::size_t>(count, 7)));
                std::ranges::sort(boxes, {}, &Box::y);
                for (std::size_t i = 1; i < boxes.size(); ++i) CHECK(boxes[i].y - boxes[i - 1].y >= 19.9f);
            }
        }
    }
}

TEST_CASE("a drag finds the nearest N, on plain and on logarithmic axes") {
    const PlainMeasure measure;
    for (const bool logarithmic : {true, false}) {
        const GrowthPlotInput input = powers(2, logarithmic, {1200, 500});
        const GrowthPlotFrame frame = frame_growth_plot(input, measure);
        REQUIRE(frame.stops.size() == 16);
        for (const auto& stop : frame.stops) CHECK(n_at(frame, stop.x) == stop.n);
        CHECK(n_at(frame, -1000) == 1);
        CHECK(n_at(frame, 9000) == 16);
        const Scene scene = picture(input);
        const GroupInfo* handle = group(scene, "growth:n");
        REQUIRE(handle != nullptr);
        CHECK(handle->label == "N = 3");
    }
    CHECK(n_at({}, 10) == 0);
}

TEST_CASE("points lie inside the frame, and zero is left out of logarithms") {
    const PlainMeasure measure;
    for (const bool logarithmic : {true, false}) {
        GrowthPlotInput input = powers(3, logarithmic);
        input.curves[0].points[0].y = 0;
        const GrowthPlotFrame frame = frame_growth_plot(input, measure);
        REQUIRE(frame.drawable);
        for (const GrowthPlotCurve& curve : input.curves) {
            for (const GrowthPlotPoint& p : curve.points) {
                if (logarithmic && p.y == 0) continue;
                CHECK(frame.x.place(p.x) >= frame.plot.x - 0.1f);
                CHECK(frame.x.place(p.x) <= frame.plot.x + frame.plot.w + 0.1f);
                CHECK(frame.y.place(p.y) >= frame.plot.y - 0.1f);
                CHECK(frame.y.place(p.y) <= frame.plot.y + frame.plot.h + 0.1f);
            }
        }
        const Scene scene = picture(input);
        for (const PathShape& path : scene.paths) {
            for (const Vec2 p : path.points) CHECK(std::isfinite(p.x + p.y));
        }
    }
    const Scene nothing = picture({.title = "hash lookups", .second = "of nothing"});
    CHECK(nothing.paths.empty());
}

TEST_CASE("the table under the pointer tells each value and covers no curve without need") {
    GrowthPlotInput input = powers(2, true);
    input.curves[1].name = "other";
    input.hovered = 10;
    const Scene scene = picture(input);
    REQUIRE(group(scene, "growth:table") != nullptr);
    const auto says = [&](const Scene& in, std::string_view text) {
        return std::ranges::any_of(in.texts, [&](const TextShape& shape) { return shape.text == text; });
    };
    CHECK(says(scene, "1,024"));
    CHECK(says(scene, "1,024 mounts"));
    CHECK(says(scene, "N = 10"));
    // Modelled numbers say so, measured ones stand beside them.
    input.seconds = true;
    input.measured = {{.name = "other", .source = "a table", .points = {{10, 1024, 0.25}}}};
    const Scene modelled = picture(input);
    CHECK(says(modelled, "modelled"));
    CHECK(says(modelled, "measured"));
    CHECK(says(modelled, "250 ms"));
    const GroupInfo* cross = group(modelled, "growth:measured:other:10");
    REQUIRE(cross != nullptr);
    CHECK(cross->tooltip.find("a table") != std::string::npos);
    for (const GrowthPlotCurve& curve : input.curves)
        CHECK(group(modelled, "growth:curve:" + curve.name)->label.ends_with("Modelled"));
}

TEST_CASE("slopes are drawn on logarithmic axes only, and the picture can be written as SVG") {
    const Scene scene = picture(powers(2, true, {900, 500}));
    CHECK(group(scene, "growth:guide:1") != nullptr);
    CHECK(group(scene, "growth:guide:2") != nullptr);
    CHECK(group(scene, "growth:guide:2")->tooltip.find("4 times") != std::string::npos);
    const Scene plain = picture(powers(2, false, {900, 500}));
    CHECK(group(plain, "growth:guide:1") == nullptr);
    const std::string svg = to_svg(scene, theme_of(ThemeName::kPrint), PlainMeasure());
    CHECK(svg.find("growth:curve:4.0") != std::string::npos);
}
