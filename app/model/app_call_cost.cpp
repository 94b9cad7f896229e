// Answers to scripts of the page about the mount hash and the queue at namespace_sem; app.hpp describes each.

#include <nlohmann/json.hpp>

#include "app/model/app_impl.hpp"
#include "app/model/queue_model.hpp"
#include "app/scene/hash_table.hpp"

namespace mountscope {
namespace {

using Json = nlohmann::json;

std::string answer(Json result) {
    return Json{{"ok", std::move(result)}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json hash_json(const World& world) {
    const HashSummary hash = summarize_hash(world);
    return {{"buckets", hash.buckets},
            {"bytes", hash.bytes()},
            {"mounts", hash.mounts},
            {"longest", hash.longest},
            {"mean", hash.mean_of_used()},
            {"load", hash.load()},
            {"compared_on_hit", hash.compared_on_hit()},
            {"compared_on_miss", hash.compared_on_miss()},
            {"histogram", hash.histogram}};
}

}  // namespace

// Of the state at the cursor, under each lane's kernel.
std::string App::Impl::call_hash(bool with_sweep) {
    finish_running();
    finish_lanes();
    const Session& session = model_.session;
    const auto world_of = [&](std::size_t lane) -> const World& {
        const LaneAt& at = session.lane(lane);
        return at.step ? at.step->world : at.view->world();
    };
    Json result = hash_json(world_of(0));
    result["memory"] = memory_word(session.memory());
    result["lanes"] = Json::array();
    for (std::size_t lane = 0; lane < session.lanes(); ++lane) {
        Json one = hash_json(world_of(lane));
        one["kernel"] = std::string(session.kernel(lane).name);
        result["lanes"].push_back(std::move(one));
    }
    if (!with_sweep) return answer(std::move(result));
    HashSweep& sweep = model_.sweep;
    sweep.follow(session, 0);
    while (sweep.is_behind()) sweep.advance();
    result["command"] = sweep.text();
    result["sweep"] = Json::array();
    for (const SweepPoint& point : sweep.points()) {
        result["sweep"].push_back({{"memory", memory_word(point.memory)},
                                   {"buckets", point.buckets},
                                   {"mounts", point.mounts},
                                   {"lookups", point.lookups},
                                   {"chain_entries", point.chain_entries}});
    }
    return answer(std::move(result));
}

// All times are modelled seconds.
std::string App::Impl::call_queue() {
    finish_running();
    model_.session.want(costly_command(model_.session));
    finish_lanes();
    const QueueStory story = tell_queue(model_.session);
    Json result{{"step", story.command},
                {"command", story.text},
                {"sentence", queue_sentence(story)},
                {"modelled", true},
                {"machine", std::string(shown_machine().name)},
                {"callers", Json::array()},
                {"lanes", Json::array()}};
    for (const QueueCaller& caller : example_callers()) {
        result["callers"].push_back({{"process", std::string(caller.process)},
                                     {"call", std::string(caller.call)},
                                     {"mode", caller.use == SemaphoreUse::kRead ? "read" : "write"},
                                     {"arrives", caller.arrives * story.spacing}});
    }
    for (const QueueLane& lane : story.lanes) {
        Json waits = Json::array();
        for (const QueueWait& wait : lane.waits) waits.push_back(wait.waited());
        result["lanes"].push_back({{"kernel", std::string(lane.kernel->name)},
                                   {"holds", lane.holds},
                                   {"grace", lane.grace},
                                   {"waits", std::move(waits)},
                                   {"longest", lane.longest()},
                                   {"sum", lane.sum()}});
    }
    Json mountinfo{{"modelled_seconds", story.mountinfo_seconds}};
    for (const MountinfoCounter& counter : mountinfo_counters())
        mountinfo[std::string(counter.name)] = story.mountinfo.*counter.value;
    result["mountinfo"] = std::move(mountinfo);
    return answer(std::move(result));
}

}  // namespace mountscope
