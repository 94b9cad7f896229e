// Answers to scripts of the page; app.hpp describes each method.

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/text/mountinfo.hpp"
#include "core/trace/narrate.hpp"

#include "app/model/app_impl.hpp"

namespace mountscope {
namespace {

using Json = nlohmann::json;
constexpr std::size_t kMostLines = 150;
constexpr int kLargestN = 16;  // of a script that does not say

std::string dump(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string answer(Json result) {
    return dump({{"ok", std::move(result)}});
}

std::string failure(std::string message) {
    return dump({{"error", {{"message", std::move(message)}}}});
}

std::string hex(std::uint64_t value, std::size_t digits) {
    std::string text(digits, '0');
    for (std::size_t i = digits; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
    return text;
}

std::string text_of(const Json& arguments, const char* key) {
    const auto found = arguments.find(key);
    return found != arguments.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<long long> number_of(const Json& arguments, const char* key) {
    const auto found = arguments.find(key);
    if (found == arguments.end() || !found->is_number()) return std::nullopt;
    return found->is_number_integer() ? found->get<long long>()
                                      : static_cast<long long>(found->get<double>());
}

Json tables_json(const StateView& view) {
    Json tables = Json::array();
    for (const MountTable& table : view.tables().tables) {
        Json entry{{"name", std::string(view.world().text(view.world()[table.viewer].name))},
                   {"count", table.rows.size()}};
        if (view.mounts() <= kMostLines) {
            Json lines = Json::array();
            for (std::size_t i = 0; i < table.rows.size(); ++i) {
                lines.push_back(table_line(view.world(), view.tables(), table, i));
            }
            entry["mounts"] = std::move(lines);
        }
        tables.push_back(std::move(entry));
    }
    return tables;
}

Json counters_json(const Counters& counters) {
    Json json = Json::object();
    for (std::size_t i = 0; i < kCounterCount; ++i) {
        const auto counter = static_cast<Counter>(i);
        if (counters[counter] != 0) json[std::string(counter_name(counter))] = counters[counter];
    }
    return json;
}

Json inside_json(const Session& session) {
    if (!session.inside()) return nullptr;
    Json json{{"command", session.shown_command()}, {"position", *session.inside()}};
    if (const StepSet* steps = session.steps()) json["length"] = steps->alignment->length();
    return json;
}

Json lanes_json(const Session& session) {
    Json list = Json::array();
    for (std::size_t i = 0; i < session.lanes(); ++i) {
        const LaneAt& at = session.lane(i);
        Json lane{{"kernel", std::string(at.kernel->name)},
                  {"behind", at.behind},
                  {"counters", counters_json(at.counters)},
                  {"whole", counters_json(at.whole)},
                  {"waits", at.waits},
                  {"phase", nullptr},
                  {"result", nullptr},
                  {"hash", nullptr}};
        if (at.command != nullptr) lane["result"] = std::string(errno_name(at.command->result.error));
        if (at.step) {
            lane["phase"] = std::string(phase_name(at.step->step.phase));
            lane["step"] = at.step->index;
            lane["steps"] = at.index->steps();
            lane["sentence"] = step_sentence(*at.kernel, at.step->world, at.step->step);
            lane["meaning"] = std::string(step_meaning(*at.kernel, at.step->world, at.step->step));
            lane["hash"] = hex(at.step->world.hash(), 16);
        } else if (at.view) {
            lane["hash"] = hex(at.view->world().hash(), 16);
            lane["table_hash"] = hex(at.view->table_hash(), 8);
            lane["mounts"] = at.view->mounts();
        }
        list.push_back(std::move(lane));
    }
    return list;
}

std::string_view kind_name(DifferenceKind kind) {
    switch (kind) {
        case DifferenceKind::kPresence:
            return "presence";
        case DifferenceKind::kPlace:
            return "place";
        case DifferenceKind::kPropagation:
            return "propagation";
        case DifferenceKind::kNone:
            break;
    }
    return "none";
}

Json differences_json(const Session& session) {
    const Differences& all = session.differences();
    Json list = Json::array();
    for (const MountDifference& d : all.list) {
        Json lanes = Json::array();
        for (const LaneFate& fate : d.lanes) {
            lanes.push_back({{"unique_id", fate.unique_id},
                             {"there", fate.there},
                             {"place", fate.place},
                             {"outcome", fate.outcome},
                             {"reason", fate.reason}});
        }
        list.push_back({{"name", d.name},
                        {"kind", std::string(kind_name(d.kind))},
                        {"place_before", d.place_before},
                        {"carried", d.carried},
                        {"from_before", d.from_before},
                        {"matched_by_place", d.matched_by_place},
                        {"lanes", std::move(lanes)}});
    }
    return {{"summary", all.summary},
            {"fresh", all.fresh},
            {"from_before", all.from_before},
            {"list", std::move(list)}};
}

Json state_json(const AppModel& model) {
    const Session& session = model.session;
    const Timeline& timeline = session.timeline();
    const StateView& view = session.view();
    Json state{{"cursor", timeline.cursor()},
               {"size", timeline.size()},
               {"running", model.console.running()},
               {"hash", hex(session.hash(), 16)},
               {"table_hash", hex(view.table_hash(), 8)},
               {"kernel", std::string(timeline.kernel().name)},
               {"memory", memory_word(session.memory())},
               {"scenario", session.scenario().id},
               {"values", Json::object()},
               {"mounts", view.mounts()},
               {"groups", view.groups().size()},
               {"tables", tables_json(view)},
               {"selected", nullptr},
               {"command", nullptr},
               {"result", nullptr},
               {"sentence", session.caption().sentence},
               {"error", nullptr},
               {"grain", std::string(grain_name(model.view.grain))},
               {"inside", inside_json(session)},
               {"lanes", lanes_json(session)},
               {"differences", differences_json(session)}};
    if (session.scenario().parameter)
        state["values"][session.scenario().parameter->name] = session.parameter();
    if (const MountRef m = model.selected_mount()) {
        state["selected"] = {{"unique_id", model.view.selected.id},
                             {"mnt_id", view.world()[m].mnt_id},
                             {"path", view.path(m)}};
    }
    if (timeline.cursor() != 0) {
        const TimelineStep& step = timeline.step(timeline.cursor());
        state["command"] = step.text;
        state["result"] = std::string(errno_name(step.result.error));
    }
    if (!model.console.last_error().empty()) state["error"] = model.console.last_error();
    return state;
}

Json kernels_json() {
    Json list = Json::array();
    for (const KernelProfile& kernel : kernels()) {
        list.push_back({{"name", std::string(kernel.name)},
                        {"versions", std::string(kernel.versions)},
                        {"years", std::string(kernel.years)},
                        {"title", std::string(kernel.title)}});
    }
    return list;
}

Json scenarios_json() {
    Json list = Json::array();
    for (const ScenarioInfo& scenario : built_in_scenarios()) {
        list.push_back({{"id", scenario.id}, {"title", scenario.title}, {"group", scenario.group}});
    }
    return list;
}

}  // namespace

std::string App::Impl::call(std::string_view method, std::string_view arguments_text) {
    const Json arguments =
        arguments_text.empty() ? Json::object() : Json::parse(arguments_text, nullptr, false);
    if (!arguments.is_object()) return failure("the arguments are no JSON object");
    platform_.request_frames(3);
    std::string problem;
    if (method == "load") {
        problem = call_load(text_of(arguments, "name"), text_of(arguments, "text"),
                            text_of(arguments, "kernel"), first_value(arguments_text));
    } else if (method == "run") {
        const std::size_t before = model_.console.lines_ever();
        apply(RunText{text_of(arguments, "text")});
        finish_running();
        Json state = state_json(model_);
        state["output"] = model_.console.text_since(before);
        return answer(std::move(state));
    } else if (method == "step") {
        finish_running();
        const long long count = number_of(arguments, "count").value_or(1);
        const std::string word = text_of(arguments, "grain");
        const std::optional<Grain> grain = word.empty() ? Grain::kCommand : find_grain(word);
        if (!grain) return failure("the grain is command, phase or step, not " + word);
        apply(StepBy{static_cast<int>(std::clamp<long long>(count, -1'000'000, 1'000'000)), *grain});
    } else if (method == "goto") {
        finish_running();
        problem = call_goto(arguments_text);
    } else if (method == "select") {
        finish_running();
        problem = call_select(text_of(arguments, "target"));
    } else if (method == "kernels") {
        return answer(kernels_json());
    } else if (method == "scenarios") {
        return answer(scenarios_json());
    } else if (method == "mountinfo") {
        return call_mountinfo(text_of(arguments, "process"));
    } else if (method == "hash") {
        const auto sweep = arguments.find("sweep");
        return call_hash(sweep != arguments.end() && sweep->is_boolean() && sweep->get<bool>());
    } else if (method == "growth") {
        problem = call_growth(arguments_text);
        return problem.empty() ? growth_json() : failure(problem);
    } else if (method == "queue") {
        return call_queue();
    } else if (method == "set") {
        problem = call_set(arguments_text);
    } else if (method != "state") {
        return failure("there is no method \"" + std::string(method) + "\"");
    }
    if (!problem.empty()) return failure(problem);
    finish_lanes();
    return answer(state_json(model_));
}

std::string App::Impl::call_goto(std::string_view arguments_text) {
    const Json arguments = Json::parse(arguments_text, nullptr, false);
    const std::optional<long long> index = number_of(arguments, "index");
    const auto size = static_cast<long long>(model_.session.timeline().size());
    if (!index || *index < 0 || *index > size) return "goto needs an index from 0 to " + std::to_string(size);
    const std::optional<long long> position = number_of(arguments, "position");
    if (!position) {
        apply(Seek{static_cast<std::size_t>(*index)});
        return "";
    }
    if (*index == size) return "there is no command after the last one to go into";
    if (*position < 0) return "a position is a number from 0";
    apply(SeekInside{static_cast<std::size_t>(*index) + 1, static_cast<std::uint64_t>(*position)});
    return "";
}

std::optional<int> App::Impl::first_value(std::string_view arguments_text) const {
    const Json arguments = Json::parse(arguments_text, nullptr, false);
    const auto values = arguments.find("values");
    if (values == arguments.end() || !values->is_object()) return std::nullopt;
    const auto one = values->find("1");
    if (one == values->end()) return std::nullopt;
    if (one->is_number_integer()) return one->get<int>();
    if (!one->is_string()) return std::nullopt;
    const auto text = one->get<std::string>();
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() ? std::optional<int>(value) : std::nullopt;
}

std::string App::Impl::call_load(const std::string& name, const std::string& text,
                                 const std::string& kernel_name, std::optional<int> value) {
    const KernelProfile* kernel = kernel_name.empty() ? nullptr : find_kernel(kernel_name);
    if (kernel == nullptr && !kernel_name.empty()) return "there is no kernel \"" + kernel_name + "\"";
    ScenarioInfo scenario;
    if (!name.empty()) {
        const ScenarioInfo* found = find_scenario(name);
        if (found == nullptr) return "there is no scenario \"" + name + "\"";
        scenario = *found;
    } else {
        scenario = read_scenario_head("given", text);
        if (!scenario.parameter && value) {
            // As for a script that is pasted, so that its N can be changed.
            scenario.parameter =
                ScenarioParameter{"1", *value, std::min(1, *value), std::max(kLargestN, *value)};
        }
    }
    int parameter = scenario.parameter ? value.value_or(scenario.parameter->value) : 0;
    if (scenario.parameter)
        parameter = std::clamp(parameter, scenario.parameter->least, scenario.parameter->most);
    const std::ptrdiff_t open_at = scenario.open_at.value_or(-1);
    model_.view.selected = {};
    if (kernel == nullptr) {
        kernel = &take_lanes_of(scenario);
    } else {
        lanes_of_scenario_ = false;
        model_.session.compare({});
    }
    begin_story(std::move(scenario), parameter, *kernel, open_at);
    finish_running();
    return "";
}

std::string App::Impl::call_select(const std::string& target) {
    const auto number = [](std::string_view text) {
        std::uint32_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc() && end == text.data() + text.size() ? value : 0u;
    };
    if (target.empty()) {
        apply(Select{});
        return "";
    }
    const std::string_view text(target);
    if (text.starts_with("group:")) {
        const std::uint32_t id = number(text.substr(6));
        if (model_.session.view().group(id) == nullptr)
            return "there is no peer group " + std::string(text.substr(6));
        apply(Select{Selection::group(id), true});
        return "";
    }
    if (text.starts_with("ns:")) {
        apply(Select{Selection::name_space(number(text.substr(3))), true});
        return "";
    }
    const std::uint32_t twin = text.starts_with("u") ? number(text.substr(1)) : 0;
    const std::uint32_t id = twin != 0 ? twin : model_.session.find_mount(target);
    if (id == 0) return "there is no mount at " + target;
    apply(Select{Selection::mount(id), true});
    return "";
}

std::string App::Impl::call_mountinfo(const std::string& process_name) {
    const World& world = model_.session.view().world();
    const std::string name = process_name.empty() ? "main" : process_name;
    const ProcessRef process = world.find_process(name);
    if (!process) return failure("there is no process " + name);
    const MountTable table = build_table(world, world[process].ns);
    return answer(mountinfo(world, model_.session.timeline().kernel(), table));
}

// {"lanes": ["4.9", "6.18"]}: lane A is the story itself.
std::string App::Impl::call_lanes(const std::vector<std::string>& names) {
    if (names.empty() || names.size() > kMostLanes) return "there are 1 to 4 lanes";
    std::vector<const KernelProfile*> kernels;
    for (const std::string& name : names) {
        kernels.push_back(find_kernel(name));
        if (kernels.back() == nullptr) return "there is no kernel \"" + name + "\"";
    }
    set_lanes(std::move(kernels));
    finish_running();
    finish_lanes();
    return "";
}

std::string App::Impl::call_set(std::string_view arguments_text) {
    const Json arguments = Json::parse(arguments_text, nullptr, false);
    if (const std::string theme = text_of(arguments, "theme"); !theme.empty()) {
        if (theme != "dark" && theme != "light") return "the theme is dark or light, not " + theme;
        apply(SetTheme{theme == "dark" ? ThemeName::kDark : ThemeName::kLight});
    }
    if (const auto scale = arguments.find("scale"); scale != arguments.end() && scale->is_number()) {
        apply(SetScale{scale->get<float>()});
    }
    if (const auto help = arguments.find("help"); help != arguments.end() && help->is_boolean()) {
        apply(ShowHelp{help->get<bool>()});
    }
    if (const auto menu = arguments.find("kernels"); menu != arguments.end() && menu->is_boolean()) {
        apply(ShowKernels{menu->get<bool>()});
    }
    const std::string stage = text_of(arguments, "stage");
    if (stage == "trees") apply(OpenStage{static_cast<int>(StageView::kTrees)});
    if (stage == "growth") apply(OpenStage{static_cast<int>(StageView::kGrowth)});
    if (stage == "hash") apply(OpenStage{static_cast<int>(StageView::kHash)});
    if (stage == "queue") apply(OpenStage{static_cast<int>(StageView::kQueue)});
    if (const std::string grain = text_of(arguments, "grain"); !grain.empty()) {
        if (!find_grain(grain)) return "the grain is command, phase or step, not " + grain;
        apply(SetGrain{*find_grain(grain)});
    }
    const std::string inspector = text_of(arguments, "inspector");
    static constexpr std::array<std::string_view, 4> kTabs{"code", "mount", "why", "changes"};
    for (std::size_t i = 0; i < kTabs.size(); ++i) {
        if (inspector == kTabs[i]) apply(OpenInspector{static_cast<int>(i)});
    }
    if (const std::string memory = text_of(arguments, "memory"); !memory.empty()) {
        const std::optional<std::uint64_t> bytes = parse_memory(memory);
        if (!bytes) return "the memory is a power of two from 512M to 1T, not " + memory;
        finish_running();
        apply(SetMemory{*bytes});
        finish_running();
    }
    if (const auto lanes = arguments.find("lanes"); lanes != arguments.end()) {
        std::vector<std::string> names;
        if (lanes->is_array()) {
            for (const Json& name : *lanes) names.push_back(name.is_string() ? name.get<std::string>() : "");
        }
        if (const std::string problem = call_lanes(names); !problem.empty()) return problem;
    }
    const std::string dock = text_of(arguments, "dock");
    if (dock == "console") apply(OpenDock{0});
    if (dock == "events") apply(OpenDock{1});
    return "";
}

}  // namespace mountscope
