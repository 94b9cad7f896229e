#include "app/model/queue_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace mountscope {
namespace {

// 5,000 umounts took 100 s with ordinary grace periods and 0.6 s with expedited ones, on a machine with four
// CPUs (Neil Brown, 2017, the change that became part of 5.1).
constexpr double kOrdinaryGracePeriod = 100.0 / 5000;
constexpr double kExpeditedGracePeriod = 0.6 / 5000;

constexpr QueueCaller kCallers[] = {
    {.process = "udev",
     .call = "mount /dev/sdb1",
     .purpose = "Somebody plugged in a stick",
     .arrives = 0.25,
     .mounts = 1},
    {.process = "systemd",
     .call = "unshare, PrivateTmp",
     .purpose = "A service starts with a mount namespace of its own",
     .arrives = 1,
     .mounts = 2,
     .copies_table = true},
    {.process = "findmnt",
     .call = "read mountinfo",
     .purpose = "A tool reads /proc/self/mountinfo",
     .use = SemaphoreUse::kRead,
     .arrives = 2,
     .reads_table = true},
    {.process = "docker run",
     .call = "pivot_root",
     .purpose = "A container starts",
     .arrives = 3,
     .mounts = 1},
    {.process = "snapd",
     .call = "umount /snap/core",
     .purpose = "An update takes away the version before",
     .arrives = 4,
     .mounts = 1},
};

// The path of a command is resolved before the semaphore is taken.
double held_seconds(Counters counters) {
    counters[Counter::kPathLookup] = 0;
    return modelled_seconds(shown_machine(), counters);
}

double needed_seconds(const QueueCaller& caller, std::uint64_t mounts, const MountinfoCost& table) {
    if (caller.reads_table) return modelled_seconds(shown_machine(), table);
    Counters counters;
    counters[Counter::kAlloc] =
        static_cast<std::uint64_t>(caller.mounts) + (caller.copies_table ? mounts : std::uint64_t{0});
    return modelled_seconds(shown_machine(), counters);
}

QueueLane begin_lane(const Session& session, std::size_t lane, std::size_t command) {
    QueueLane told;
    told.kernel = &session.kernel(lane);
    const TimelineStep* step = session.step_in(lane, command);
    if (step == nullptr) return told;
    told.known = true;
    told.holds = held_seconds(step->result.counters);
    if (step->result.counters[Counter::kGracePeriods] != 0) told.grace = grace_period_seconds(*told.kernel);
    return told;
}

void serve(QueueLane& lane, double spacing, std::uint64_t mounts, const MountinfoCost& table) {
    std::vector<QueueRequest> requests{{0, lane.holds, SemaphoreUse::kWrite}};
    for (const QueueCaller& caller : kCallers)
        requests.push_back({caller.arrives * spacing, needed_seconds(caller, mounts, table), caller.use});
    lane.waits = serve_in_order(requests);
    lane.waits.erase(lane.waits.begin());
}

std::string lane_name(const QueueLane& lane) {
    return "Linux " + std::string(lane.kernel->name);
}

std::size_t count_waiting(const QueueLane& lane) {
    return static_cast<std::size_t>(
        std::ranges::count_if(lane.waits, [](const QueueWait& wait) { return wait.waited() > 0; }));
}

}  // namespace

std::span<const QueueCaller> example_callers() {
    return kCallers;
}

double grace_period_seconds(const KernelProfile& kernel) {
    return kernel.expedites_grace_period ? kExpeditedGracePeriod : kOrdinaryGracePeriod;
}

std::vector<QueueWait> serve_in_order(std::span<const QueueRequest> requests) {
    std::vector<QueueWait> served;
    double writers_end = 0;  // of all writers so far
    double all_end = 0;      // and of the readers
    double last_start = 0;   // nobody overtakes
    for (const QueueRequest& request : requests) {
        const double free = request.use == SemaphoreUse::kRead ? writers_end : all_end;
        QueueWait wait;
        wait.arrives = request.arrives;
        wait.starts = std::max({request.arrives, free, last_start});
        wait.ends = wait.starts + request.needs;
        last_start = wait.starts;
        all_end = std::max(all_end, wait.ends);
        if (request.use != SemaphoreUse::kRead) writers_end = std::max(writers_end, wait.ends);
        served.push_back(wait);
    }
    return served;
}

double QueueLane::longest() const {
    double most = 0;
    for (const QueueWait& wait : waits) most = std::max(most, wait.waited());
    return most;
}

double QueueLane::sum() const {
    double sum = 0;
    for (const QueueWait& wait : waits) sum += wait.waited();
    return sum;
}

double round_down_to_digit(double value) {
    if (value <= 0) return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(value)));
    return std::max(1.0, std::floor(value / unit + 1e-9)) * unit;
}

QueueStory tell_queue(const Session& session) {
    QueueStory story;
    const LaneAt& at = session.lane(0);
    const World& here = at.step ? at.step->world : session.view().world();
    if (const ProcessRef reader = here.find_process("main")) {
        story.mountinfo = mountinfo_cost(here, reader);
        story.mountinfo_seconds = modelled_seconds(shown_machine(), story.mountinfo);
    }
    story.command = costly_command(session);
    if (story.command == 0) return story;
    const TimelineStep& step = session.timeline().step(story.command);
    story.text = step.text;
    story.process = step.command.process;
    double longest = 0;
    for (std::size_t lane = 0; lane < session.lanes(); ++lane) {
        story.lanes.push_back(begin_lane(session, lane, story.command));
        longest = std::max(longest, story.lanes.back().holds);
    }
    story.spacing = round_down_to_digit(longest / static_cast<double>(std::size(kCallers)));
    // What the others do, they do in the state that the command leaves.
    const World after = session.timeline().world_at(story.command);
    const ProcessRef reader = after.find_process("main");
    const MountinfoCost table = reader ? mountinfo_cost(after, reader) : MountinfoCost{};
    story.end = longest;
    for (QueueLane& lane : story.lanes) {
        if (!lane.known) continue;
        serve(lane, story.spacing, table.lines, table);
        for (const QueueWait& wait : lane.waits) story.end = std::max(story.end, wait.ends);
    }
    return story;
}

std::string duration_text(double seconds) {
    struct Unit {
        double from;
        double size;
        std::string_view name;
    };
    static constexpr Unit kUnits[] = {
        {7200, 3600, " h"}, {600, 60, " min"}, {1, 1, " s"}, {1e-3, 1e-3, " ms"}, {0, 1e-6, " \xc2\xb5s"}};
    if (seconds <= 0) return "0 s";
    for (const Unit& unit : kUnits) {
        if (seconds < unit.from * 0.9995) continue;
        char text[32];
        const double value = seconds / unit.size;
        std::snprintf(text, sizeof text, value >= 99.95 ? "%.0f" : value >= 9.995 ? "%.1f" : "%.2f", value);
        std::string number(text);
        // "4.00" says no more than "4".
        if (number.find('.') != std::string::npos) {
            while (number.ends_with('0')) number.pop_back();
            if (number.ends_with('.')) number.pop_back();
        }
        return number + std::string(unit.name);
    }
    return "0 s";
}

std::string queue_sentence(const QueueStory& story) {
    if (story.command == 0) return "No command of this story takes namespace_sem yet.";
    return "While " + story.text +
           " holds namespace_sem, whoever mounts, unmounts or reads mountinfo has to wait.";
}

std::string queue_second_sentence(const QueueStory& story) {
    std::string text;
    for (const QueueLane& lane : story.lanes) {
        if (!lane.known) continue;
        if (!text.empty()) text += "; ";
        const std::size_t waiting = count_waiting(lane);
        // Many kernels have to share one line.
        text += story.lanes.size() > 2 ? std::string(lane.kernel->name) : lane_name(lane);
        text += waiting == 0 ? ": nobody waits"
                             : ": " + std::to_string(waiting) + " of " + std::to_string(lane.waits.size()) +
                                   " wait, up to " + duration_text(lane.longest());
    }
    return text.empty() ? text : text + " (modelled).";
}

std::string queue_in_words(const QueueStory& story) {
    std::string text = queue_sentence(story) + " ";
    for (const QueueLane& lane : story.lanes) {
        if (!lane.known) continue;
        text += lane_name(lane) + ": it holds the semaphore for " + duration_text(lane.holds) + ", modelled";
        if (lane.grace > 0)
            text += ", and then waits for a grace period of " + duration_text(lane.grace) +
                    " with the semaphore free";
        text += ". ";
        for (std::size_t i = 0; i < lane.waits.size(); ++i) {
            const QueueCaller& caller = kCallers[i];
            text += std::string(caller.process) + ", " + std::string(caller.call) + ", waits " +
                    duration_text(lane.waits[i].waited()) + ". ";
        }
    }
    return text;
}

}  // namespace mountscope
