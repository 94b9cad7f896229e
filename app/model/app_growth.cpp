// The growth plot: counting between frames while it is shown, its commands, and its answers to scripts.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/model/app_impl.hpp"

namespace mountscope {
namespace {

using Json = nlohmann::json;

// What a slice may take; a single command may take longer.
constexpr double kSliceSeconds = 0.004;

Json curve_json(const GrowthCurve& curve) {
    Json json{
        {"kernel", curve.plot.name}, {"exponent", nullptr}, {"stopped", nullptr}, {"points", Json::array()}};
    if (curve.plot.fit) {
        const GrowthPlotFit& fit = *curve.plot.fit;
        json["exponent"] = fit.exponent;
        json["low"] = fit.low;
        json["high"] = fit.high;
        json["from"] = fit.from.n;
        json["to"] = fit.to.n;
    }
    if (curve.stop) json["stopped"] = {{"from", curve.stop->from}, {"reason", curve.stop->reason}};
    return json;
}

}  // namespace

void App::Impl::apply(const ShowGrowth& c) {
    GrowthModel& growth = model_.growth;
    if (const auto quantity = GrowthQuantity::find(c.quantity)) growth.set_quantity(*quantity);
    if (c.whole) growth.set_whole(*c.whole);
    if (c.logarithmic) growth.set_logarithmic(*c.logarithmic);
    if (const KernelProfile* kernel = find_kernel(c.kernel)) growth.show(*kernel, !growth.shows(*kernel));
    if (c.choosing) growth.set_choosing(*c.choosing);
    follow_growth();
}

void App::Impl::follow_growth() {
    if (model_.view.stage != StageView::kGrowth) return;
    model_.growth.follow(model_.session);
    if (growth_scheduled_ || model_.growth.done()) return;
    growth_scheduled_ = true;
    platform_.schedule_slice([this] {
        const auto clock = [this] { return platform_.now_seconds(); };
        const double end = clock() + kSliceSeconds;
        bool more = model_.view.stage == StageView::kGrowth;
        const std::uint64_t revision = model_.growth.revision();
        while (more && clock() < end) more = model_.growth.advance(clock);
        growth_scheduled_ = more;
        if (!more || model_.growth.revision() != revision) platform_.request_frames(1);
        return more;
    });
}

void App::Impl::finish_growth() {
    model_.growth.follow(model_.session);
    while (model_.growth.advance([this] { return platform_.now_seconds(); })) {
    }
}

std::string App::Impl::call_growth(std::string_view arguments_text) {
    const Json arguments =
        arguments_text.empty() ? Json::object() : Json::parse(arguments_text, nullptr, false);
    const auto text = [&](const char* key) {
        const auto found = arguments.find(key);
        return found != arguments.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    finish_running();
    GrowthModel& growth = model_.growth;
    growth.follow(model_.session);
    ShowGrowth change;
    change.quantity = text("quantity");
    if (!change.quantity.empty() && !GrowthQuantity::find(change.quantity))
        return "there is no quantity \"" + change.quantity + "\"";
    if (const std::string of = text("of"); !of.empty()) {
        if (of != "last" && of != "whole")
            return "a curve is of the last command or of the whole, not of " + of;
        change.whole = of == "whole";
    }
    if (const std::string scale = text("scale"); !scale.empty()) {
        if (scale != "log" && scale != "linear") return "the scale is log or linear, not " + scale;
        change.logarithmic = scale == "log";
    }
    if (const auto choosing = arguments.find("choosing");
        choosing != arguments.end() && choosing->is_boolean())
        change.choosing = choosing->get<bool>();
    std::vector<const KernelProfile*> wanted;
    if (const auto names = arguments.find("kernels"); names != arguments.end()) {
        if (!names->is_array() || names->empty()) return "kernels are a list of names";
        for (const Json& name : *names) {
            wanted.push_back(name.is_string() ? find_kernel(name.get<std::string>()) : nullptr);
            if (wanted.back() == nullptr) return "there is no kernel " + name.dump();
        }
    }
    for (const KernelProfile* kernel : wanted) growth.show(*kernel, true);
    for (const KernelProfile& kernel : kernels()) {
        const bool listed = std::ranges::find(wanted, &kernel) != wanted.end();
        if (!wanted.empty() && !listed) growth.show(kernel, false);
    }
    apply(change);
    const auto wait = arguments.find("wait");
    if (wait == arguments.end() || !wait->is_boolean() || wait->get<bool>()) finish_growth();
    return "";
}

std::string App::Impl::growth_json() {
    const GrowthModel& growth = model_.growth;
    const Session& session = model_.session;
    Json json{{"scenario", session.scenario().id},
              {"quantity", std::string(growth.quantity().name())},
              {"modelled", growth.quantity().is_modelled()},
              {"of", growth.whole() ? "whole" : "last"},
              {"scale", growth.logarithmic() ? "log" : "linear"},
              {"n", session.parameter()},
              {"memory", memory_word(growth.memory_of(growth.quantity()))},
              {"done", growth.done()},
              {"reason", nullptr},
              {"curves", Json::array()},
              {"measured", Json::array()}};
    if (!growth.has_parameter()) {
        json["reason"] = growth.sentences().front();
        return Json{{"ok", std::move(json)}}.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
    for (const GrowthCurve& curve : growth.curves()) {
        Json entry = curve_json(curve);
        for (const GrowthPlotPoint& point : curve.plot.points) {
            const std::uint64_t mounts = growth.sample(*curve.kernel, point.n)->mounts;
            entry["points"].push_back({{"n", point.n}, {"mounts", mounts}, {"value", point.y}});
        }
        json["curves"].push_back(std::move(entry));
    }
    for (const GrowthPlotMeasured& measured : growth.plot_input().measured) {
        for (const GrowthPlotPoint& point : measured.points)
            json["measured"].push_back({{"kernel", measured.name}, {"n", point.n}, {"seconds", point.y}});
    }
    return Json{{"ok", std::move(json)}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace mountscope
