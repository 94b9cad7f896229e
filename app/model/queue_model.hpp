#pragma once
// namespace_sem as a queue: one command holds it, calls of other processes arrive at fixed times and wait.
// All times are modelled: the counted work of the commands by a machine's constants
// (core/cost/machine_model.hpp).
//
//   QueueStory story = tell_queue(session);        // about its costly command
//   story.lanes[0].holds;                          // seconds, under lane A's kernel
//   story.lanes[0].waits[2].waited();              // of example_callers()[2]
//
// The semaphore is fair here: whoever came first goes first; readers next to each other go together. The
// grace period after an umount lies behind its end: the semaphore is free by then (kernel.md E.1).

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/cost/mountinfo_cost.hpp"

#include "app/model/costly_command.hpp"

namespace mountscope {

// A call of another process, as an example of what goes on beside.
struct QueueCaller {
    std::string_view process;
    std::string_view call;
    std::string_view purpose;  // one sentence
    SemaphoreUse use = SemaphoreUse::kWrite;
    double arrives = 0;         // in units of QueueStory::spacing
    int mounts = 0;             // that it makes or takes
    bool copies_table = false;  // unshare: a copy of each mount of its namespace
    bool reads_table = false;   // mountinfo
};
std::span<const QueueCaller> example_callers();

struct QueueWait {
    double arrives = 0;
    double starts = 0;
    double ends = 0;
    double waited() const { return starts - arrives; }
};

// Who comes first goes first; readers that follow each other share. `holds`: for how long each needs it, the
// holder first, which arrives at 0. Answers one for each, in the same order.
struct QueueRequest {
    double arrives = 0;
    double needs = 0;
    SemaphoreUse use = SemaphoreUse::kWrite;
};
std::vector<QueueWait> serve_in_order(std::span<const QueueRequest> requests);

struct QueueLane {
    const KernelProfile* kernel = nullptr;
    bool known = false;            // the lane has run the command, and could
    double holds = 0;              // the command holds the semaphore so long
    double grace = 0;              // afterwards, with the semaphore free; 0: it waits for none
    std::vector<QueueWait> waits;  // of example_callers()
    double longest() const;
    double sum() const;
};

struct QueueStory {
    std::size_t command = 0;  // from 1; 0: nothing takes the semaphore
    std::string text;
    std::string process;
    double spacing = 0;  // seconds, round
    double end = 0;      // of the time axis
    std::vector<QueueLane> lanes;
    // Reading mountinfo in the state at the cursor.
    MountinfoCost mountinfo;
    double mountinfo_seconds = 0;
};

QueueStory tell_queue(const Session& session);

// How long one grace period takes, of the kind that the kernel waits for after an umount.
double grace_period_seconds(const KernelProfile& kernel);

// "226 s", "12.9 ms", "19.3 min"
std::string duration_text(double seconds);
// 45.2 -> 40, 0.0123 -> 0.01; 0 stays 0
double round_down_to_digit(double value);

// The story in one sentence, and what it means under the kernels.
std::string queue_sentence(const QueueStory& story);
std::string queue_second_sentence(const QueueStory& story);
// For the text twin: all waits in words.
std::string queue_in_words(const QueueStory& story);

}  // namespace mountscope
