#include "app/model/queue_words.hpp"

namespace mountscope {
namespace {

std::string under(const QueueLane& lane) {
    return "Linux " + std::string(lane.kernel->name);
}

QueueRow holder_row(const QueueStory& story) {
    QueueRow row{.name = story.process, .call = story.text, .badge = "W", .holder = true, .bars = {}};
    for (const QueueLane& lane : story.lanes) {
        QueueBar bar{.known = lane.known,
                     .ends = lane.holds,
                     .time = (story.lanes.size() > 2 ? "" : "holds ") + duration_text(lane.holds),
                     .tooltip = ""};
        bar.tooltip = under(lane) + ": holds it for " + duration_text(lane.holds) + ", modelled";
        if (lane.grace > 0) {
            bar.behind = lane.holds + lane.grace;
            bar.tooltip += "; then a grace period of " + duration_text(lane.grace) + ", " +
                           (lane.kernel->expedites_grace_period ? "expedited" : "an ordinary one") +
                           ", with the semaphore free";
        }
        if (!lane.known) bar.tooltip = under(lane) + ": the command has not been run there";
        row.bars.push_back(std::move(bar));
    }
    return row;
}

QueueRow caller_row(const QueueStory& story, std::size_t index) {
    const QueueCaller& caller = example_callers()[index];
    const bool writes = caller.use == SemaphoreUse::kWrite;
    QueueRow row{.name = std::string(caller.process),
                 .call = std::string(caller.call),
                 .badge = writes ? "W" : "R",
                 .bars = {}};
    for (const QueueLane& lane : story.lanes) {
        if (!lane.known) {
            row.bars.push_back({.tooltip = under(lane) + ": the command has not been run there"});
            continue;
        }
        const QueueWait& wait = lane.waits[index];
        row.bars.push_back({.known = true,
                            .arrives = wait.arrives,
                            .starts = wait.starts,
                            .ends = wait.ends,
                            .time = duration_text(wait.waited()),
                            .tooltip = std::string(caller.purpose) + ". " + under(lane) + ": waits " +
                                       duration_text(wait.waited()) + ", then has it for " +
                                       duration_text(wait.ends - wait.starts) + " to " +
                                       (writes ? "write" : "read") + ", modelled"});
    }
    return row;
}

// At most seven round times.
void add_ticks(QueueView& view) {
    if (view.end <= 0) return;
    double step = round_down_to_digit(view.end / 6);
    if (view.end / step > 7) step *= 2;
    for (double at = 0; at <= view.end * 1.001; at += step) {
        view.ticks.push_back(at);
        view.tick_labels.push_back(at == 0 ? "0" : duration_text(at));
    }
}

std::string mountinfo_line(const QueueStory& story) {
    return "Reading mountinfo now: " + short_number(story.mountinfo.lines) + " lines, " +
           short_number(story.mountinfo.steps()) + " steps, " + duration_text(story.mountinfo_seconds) +
           " (modelled)";
}

std::string mountinfo_explained(const QueueStory& story) {
    std::string text;
    for (const MountinfoCounter& counter : mountinfo_counters()) {
        if (!text.empty()) text += "\n";
        text += std::string(counter.name) + " " + with_thousands(story.mountinfo.*counter.value) + ": " +
                std::string(counter.meaning);
    }
    return text;
}

}  // namespace

QueueView make_queue_view(const QueueStory& story) {
    QueueView view;
    view.sentence = queue_sentence(story);
    view.second = queue_second_sentence(story);
    view.axis_title = "TIME SINCE IT TOOK THE SEMAPHORE, MODELLED";
    view.times_title = "WAITS, MODELLED";
    view.footer = mountinfo_line(story);
    view.footer_tooltip = mountinfo_explained(story);
    if (story.command == 0) return view;
    view.end = story.end;
    add_ticks(view);
    const bool several = story.lanes.size() > 1;
    for (std::size_t lane = 0; lane < story.lanes.size(); ++lane) {
        view.kernels.push_back({several ? std::string(1, lane_letter(lane)) : "", under(story.lanes[lane]),
                                several ? lane_ink(lane) : Ink::kAccent});
    }
    view.rows.push_back(holder_row(story));
    for (std::size_t i = 0; i < example_callers().size(); ++i) view.rows.push_back(caller_row(story, i));
    return view;
}

}  // namespace mountscope
