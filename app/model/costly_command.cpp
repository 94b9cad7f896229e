#include "app/model/costly_command.hpp"

namespace mountscope {
namespace {

bool is_umount(const TimelineStep& step) {
    return step.command.kind == CommandKind::kUmount && step.result.error == Errno::kOk;
}

bool writes(const TimelineStep& step) {
    return semaphore_use(step.command.kind) == SemaphoreUse::kWrite;
}

}  // namespace

SemaphoreUse semaphore_use(CommandKind kind) {
    switch (kind) {
        case CommandKind::kMountNew:
        case CommandKind::kMountBind:
        case CommandKind::kMountMove:
        case CommandKind::kMountMoveBeneath:
        case CommandKind::kMountChangeType:
        case CommandKind::kSetGroup:
        case CommandKind::kUmount:
        case CommandKind::kPivotRoot:
        case CommandKind::kUnshare:
        case CommandKind::kExit:
            return SemaphoreUse::kWrite;
        case CommandKind::kShow:
            return SemaphoreUse::kRead;
        default:
            return SemaphoreUse::kNone;
    }
}

const MachineModel& shown_machine() {
    return machines().front();
}

std::size_t costly_command(const Session& session) {
    const Timeline& timeline = session.timeline();
    const std::size_t shown = session.shown_command();
    if (shown != 0 && is_umount(timeline.step(shown))) return shown;
    std::size_t umount = 0;
    std::size_t other = 0;
    double umount_seconds = -1;
    double other_seconds = -1;
    for (std::size_t k = 1; k <= timeline.size(); ++k) {
        const TimelineStep& step = timeline.step(k);
        const double seconds = modelled_seconds(shown_machine(), step.result.counters);
        if (is_umount(step) && seconds > umount_seconds) {
            umount = k;
            umount_seconds = seconds;
        }
        if (writes(step) && seconds > other_seconds) {
            other = k;
            other_seconds = seconds;
        }
    }
    if (umount != 0) return umount;
    return shown != 0 && writes(timeline.step(shown)) ? shown : other;
}

}  // namespace mountscope
