// What the page is told: events for scripts, and the text twin for screen readers.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/model/app_impl.hpp"
#include "app/model/hash_story.hpp"
#include "app/model/queue_model.hpp"

namespace mountscope {
namespace {

// A screen reader can't use more, and the page would become slow.
constexpr std::size_t kMostItems = 1000;

using Json = nlohmann::json;

std::string dump(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json twin_items(const TreeModel& tree, const Selection& selected) {
    Json items = Json::array();
    for (const TreePane& pane : tree.panes) {
        const std::string name =
            "namespace of " + pane.title + ", " + with_thousands(pane.mounts) + " mounts";
        items.push_back({{"id", "ns:" + std::to_string(pane.seq)},
                         {"label", name},
                         {"level", 1},
                         {"expanded", true},
                         {"selected", selected.is_namespace(pane.seq)}});
        std::vector<int> levels(pane.items.size(), 2);
        for (std::size_t i = 0; i < pane.items.size() && items.size() < kMostItems; ++i) {
            const TreeItem& item = pane.items[i];
            if (item.parent >= 0) levels[i] = levels[static_cast<std::size_t>(item.parent)] + 1;
            Json entry{{"id", "u" + std::to_string(item.unique_id)},
                       {"label", tree.describe(pane, item)},
                       {"level", levels[i]},
                       {"selected", selected.is_mount(item.unique_id)}};
            if (item.first_child >= 0) entry["expanded"] = true;
            items.push_back(std::move(entry));
        }
    }
    return items;
}

// What a screen reader finds in place of the trees while the plot is shown: a line for each curve.
Json growth_items(const GrowthModel& growth) {
    Json items = Json::array();
    for (const std::string& sentence : growth.sentences()) {
        items.push_back(
            {{"id", ""}, {"label", sentence}, {"level", items.empty() ? 1 : 2}, {"selected", false}});
    }
    return items;
}

std::string growth_status(const GrowthModel& growth) {
    std::string text;
    for (const std::string& sentence : growth.sentences()) text += (text.empty() ? "" : " ") + sentence + ".";
    return text;
}

// What the views of cost show, as far as it is known by now.
std::string stage_in_words(const AppModel& model) {
    const Session& session = model.session;
    if (model.view.stage == StageView::kQueue) return queue_in_words(tell_queue(session));
    if (model.view.stage != StageView::kHash) return "";
    const std::size_t lane = std::min(model.view.code_lane, session.lanes() - 1);
    const World* world = hash_world(session, lane);
    return world == nullptr ? "" : hash_in_words(model, lane, summarize_hash(*world));
}

}  // namespace

// Of the plot that is on the screen, once all of it is there; 0: none.
std::uint64_t App::Impl::shown_growth() const {
    const bool shown = model_.view.stage == StageView::kGrowth && model_.growth.done();
    return shown ? model_.growth.revision() : 0;
}

void App::Impl::tell_page() {
    const Session& session = model_.session;
    const bool other_state = told_revision_ != session.revision();
    const bool other_stage = told_stage_ != model_.view.stage;
    // While a script runs, only where it ends matters.
    if (model_.console.running()) return;
    const std::uint64_t growth = shown_growth();
    if (!other_state && !other_stage && told_selection_ == model_.view.selected && told_growth_ == growth)
        return;
    Json twin{{"label", "Mount trees: " + session.scenario().title}};
    if (stages_.front().picture.has_state())
        twin["items"] = twin_items(stages_.front().picture.model(), model_.view.selected);
    if (growth != 0) {
        twin["label"] = "Growth: " + session.scenario().title;
        twin["items"] = growth_items(model_.growth);
        if (growth != told_growth_) twin["status"] = growth_status(model_.growth);
    }
    told_growth_ = growth;
    if (other_state) {
        const Caption& caption = session.caption();
        std::string place = "Step " + std::to_string(session.timeline().cursor()) + " of " +
                            std::to_string(session.timeline().size());
        if (session.inside()) {
            place = "Step " + std::to_string(*session.inside() + 1) + " of command " +
                    std::to_string(session.shown_command());
        }
        std::string told = caption.sentence + " " + caption.second;
        if (!caption.of_lanes.empty()) {
            told.clear();
            for (std::size_t i = 0; i < caption.of_lanes.size(); ++i)
                told += std::string(1, lane_letter(i)) + ": " + caption.of_lanes[i] + " ";
        }
        if (growth == 0 || !twin.contains("status")) twin["status"] = place + ". " + told;
        platform_.post_message_to_page(dump({{"event", "step"},
                                             {"cursor", session.timeline().cursor()},
                                             {"size", session.timeline().size()},
                                             {"sentence", caption.sentence}}));
    }
    if (other_state || other_stage) {
        const std::string about = stage_in_words(model_);
        if (!about.empty()) {
            twin["label"] = about;
            twin["status"] = other_state ? twin["status"].get<std::string>() + " " + about : about;
        }
    }
    platform_.set_accessible_text(dump(twin));
    told_stage_ = model_.view.stage;
    told_revision_ = session.revision();
    told_selection_ = model_.view.selected;
}

}  // namespace mountscope
