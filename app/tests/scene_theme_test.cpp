// Inks can be read and told apart in every theme.
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <initializer_list>

#include "app/scene/group_colours.hpp"
#include "app/scene/theme.hpp"

namespace mountscope {
namespace {

double linear(std::uint8_t value) {
    const double v = value / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

// WCAG 2: contrast ratio of two colours.
double contrast(const Rgba& a, const Rgba& b) {
    const auto luminance = [](const Rgba& c) {
        return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
    };
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

constexpr ThemeName kThemes[] = {ThemeName::kDark, ThemeName::kLight, ThemeName::kPrint};

void check(ThemeName name, std::initializer_list<Ink> inks, std::initializer_list<Ink> grounds,
           double least) {
    const Theme& theme = theme_of(name);
    for (const Ink ink : inks) {
        for (const Ink ground : grounds) {
            CAPTURE(static_cast<int>(name));
            CAPTURE(static_cast<int>(ink));
            CAPTURE(static_cast<int>(ground));
            CHECK(contrast(theme[ink], theme[ground]) >= least);
        }
    }
}

TEST_CASE("the measure of contrast is that of WCAG") {
    CHECK(contrast({0, 0, 0, 255}, {255, 255, 255, 255}) == doctest::Approx(21));
    CHECK(contrast({0x77, 0x77, 0x77, 255}, {255, 255, 255, 255}) == doctest::Approx(4.48).epsilon(0.01));
}

TEST_CASE("text has a contrast of 4.5 to 1 on all grounds it stands on") {
    for (const ThemeName name : kThemes) {
        check(name, {Ink::kText, Ink::kTextSecond}, {Ink::kGround, Ink::kPanel, Ink::kRaised, Ink::kHover},
              4.5);
        check(name, {Ink::kTextThird}, {Ink::kGround, Ink::kPanel, Ink::kRaised}, 4.5);
        check(name, {Ink::kText, Ink::kTextSecond},
              {Ink::kAddedFill, Ink::kRemovedFill, Ink::kMovedFill, Ink::kAccentFill, Ink::kFocusFill}, 4.5);
        check(name, {Ink::kAdded, Ink::kRemoved, Ink::kMoved, Ink::kError},
              {Ink::kGround, Ink::kPanel, Ink::kRaised}, 4.5);
        check(name, {Ink::kOnBright}, {Ink::kAdded, Ink::kFocus, Ink::kAccent}, 4.5);
    }
}

TEST_CASE("graphics have a contrast of 3 to 1") {
    for (const ThemeName name : kThemes) {
        check(name,
              {Ink::kEdge, Ink::kFocus, Ink::kAdded, Ink::kRemoved, Ink::kMoved, Ink::kAccent, Ink::kGroup1,
               Ink::kGroup2, Ink::kGroup3, Ink::kGroup4, Ink::kGroup5, Ink::kGroup6, Ink::kGroupOther,
               Ink::kVariantA, Ink::kVariantB, Ink::kVariantC, Ink::kVariantD},
              {Ink::kGround, Ink::kPanel, Ink::kRaised}, 3.0);
    }
}

// --- distances, as people with and without colour blindness see them
// ------------------------------------------------

struct Lab {
    double l, a, b;
};

using Matrix = double[3][3];
// Machado and others 2009, full severity; the first is normal sight.
constexpr Matrix kSights[] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
};

Lab seen_as(const Rgba& c, const Matrix& sight) {
    const double in[3] = {linear(c.r), linear(c.g), linear(c.b)};
    double v[3];
    for (int i = 0; i < 3; ++i)
        v[i] = std::clamp(sight[i][0] * in[0] + sight[i][1] * in[1] + sight[i][2] * in[2], 0.0, 1.0);
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f((0.4124564 * v[0] + 0.3575761 * v[1] + 0.1804375 * v[2]) / 0.95047);
    const double y = f(0.2126729 * v[0] + 0.7151522 * v[1] + 0.0721750 * v[2]);
    const double z = f((0.0193339 * v[0] + 0.1191920 * v[1] + 0.9503041 * v[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

// CIEDE2000.
double distance(const Lab& p, const Lab& q) {
    constexpr double kDegree = 3.14159265358979323846 / 180;
    const double c_mean = (std::hypot(p.a, p.b) + std::hypot(q.a, q.b)) / 2;
    const double c7 = std::pow(c_mean, 7);
    const double g = 0.5 * (1 - std::sqrt(c7 / (c7 + std::pow(25.0, 7))));
    const double a1 = (1 + g) * p.a;
    const double a2 = (1 + g) * q.a;
    const double c1 = std::hypot(a1, p.b);
    const double c2 = std::hypot(a2, q.b);
    const auto hue = [](double a, double b) {
        const double h = a == 0 && b == 0 ? 0 : std::atan2(b, a) / kDegree;
        return h < 0 ? h + 360 : h;
    };
    const double h1 = hue(a1, p.b);
    const double h2 = hue(a2, q.b);
    double dh = h2 - h1;
    if (dh > 180) dh -= 360;
    if (dh < -180) dh += 360;
    const double d_hue = 2 * std::sqrt(c1 * c2) * std::sin(dh / 2 * kDegree);
    const double l = (p.l + q.l) / 2;
    const double c = (c1 + c2) / 2;
    double h = (h1 + h2) / 2;
    if (std::abs(h1 - h2) > 180) h += h1 + h2 < 360 ? 180 : -180;
    const double t = 1 - 0.17 * std::cos((h - 30) * kDegree) + 0.24 * std::cos(2 * h * kDegree) +
                     0.32 * std::cos((3 * h + 6) * kDegree) - 0.2 * std::cos((4 * h - 63) * kDegree);
    const double turn = 30 * std::exp(-std::pow((h - 275) / 25, 2));
    const double cc7 = std::pow(c, 7);
    const double rotation = -std::sin(2 * turn * kDegree) * 2 * std::sqrt(cc7 / (cc7 + std::pow(25.0, 7)));
    const double by_l = (q.l - p.l) / (1 + 0.015 * std::pow(l - 50, 2) / std::sqrt(20 + std::pow(l - 50, 2)));
    const double by_c = (c2 - c1) / (1 + 0.045 * c);
    const double by_h = d_hue / (1 + 0.015 * c * t);
    return std::sqrt(by_l * by_l + by_c * by_c + by_h * by_h + rotation * by_c * by_h);
}

TEST_CASE("the distance of colours is CIEDE2000") {
    // From the published test data of Sharma, Wu and Dalal.
    CHECK(distance({50, 2.6772, -79.7751}, {50, 0, -82.7485}) == doctest::Approx(2.0425).epsilon(0.001));
    CHECK(distance({50, 2.5, 0}, {73, 25, -18}) == doctest::Approx(27.1492).epsilon(0.001));
    CHECK(distance({2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}) ==
          doctest::Approx(0.9082).epsilon(0.001));
}

TEST_CASE("group inks can be told apart by everybody") {
    constexpr Ink kInks[] = {Ink::kGroup1, Ink::kGroup2, Ink::kGroup3,
                             Ink::kGroup4, Ink::kGroup5, Ink::kGroup6};
    for (const ThemeName name : kThemes) {
        const Theme& theme = theme_of(name);
        for (const Matrix& sight : kSights) {
            for (const Ink a : kInks) {
                for (const Ink b : kInks) {
                    CAPTURE(static_cast<int>(name));
                    CAPTURE(static_cast<int>(a));
                    CAPTURE(static_cast<int>(b));
                    if (a < b) CHECK(distance(seen_as(theme[a], sight), seen_as(theme[b], sight)) > 12);
                }
                // Yellow is for where we are now; its halo differs from rings in shape as well.
                if (name == ThemeName::kDark)
                    CHECK(distance(seen_as(theme[a], sight), seen_as(theme[Ink::kFocus], sight)) > 9);
            }
        }
    }
}

TEST_CASE("every ink has a value in every theme") {
    for (const ThemeName name : kThemes) {
        const Theme& theme = theme_of(name);
        for (std::size_t i = 1; i < theme.inks.size(); ++i) {
            CAPTURE(i);
            CHECK(theme.inks[i].a == 255);
        }
        CHECK(theme[Ink::kNone].a == 0);
    }
}

}  // namespace
}  // namespace mountscope
