// What the variables of the pseudo-code hold after a step.

#include "core/trace/code.hpp"
#include "core/trace/narrate.hpp"

namespace mountscope {

namespace {

bool is_receiver(StepKind kind) {
    return kind == StepKind::kReceiver || kind == StepKind::kBusyReceiver ||
           kind == StepKind::kUnlockReceiver;
}

std::string_view decision_word(Decision decision) {
    switch (decision) {
        case Decision::kNothingThere:
            return "nothing there";
        case Decision::kListedAlready:
            return "listed already";
        case Decision::kLockedStays:
            return "locked, stays";
        case Decision::kMarked:
            return "marked";
        case Decision::kNotMarked:
            return "not marked, stays";
        case Decision::kHasChildren:
            return "holds something, stays";
        case Decision::kTaken:
            return "taken";
        case Decision::kCoverSlides:
            return "taken, its cover slides";
        case Decision::kSeen:
            return "seen before";
        case Decision::kCandidate:
            return "candidate";
        case Decision::kStruck:
            return "struck, stays";
        case Decision::kKept:
            return "still a candidate";
        case Decision::kBlocked:
            return "holds something that stays";
        case Decision::kLockedWaits:
            return "locked, waits for its parent";
        case Decision::kNeeded:
            return "needs a copy";
        case Decision::kNew:
            return "made by this command";
        case Decision::kNotVisible:
            return "does not show the directory";
        case Decision::kTucked:
            return "moves on top of the copy";
        case Decision::kShadowed:
            return "hides the copy";
        case Decision::kFree:
            return "not in use";
        case Decision::kBusy:
            return "in use";
        case Decision::kUnlocked:
            return "unlocked";
        case Decision::kConnected:
            return "still attached to its parent";
        case Decision::kMoved:
            return "put back";
        case Decision::kStays:
            return "stays";
        case Decision::kDisconnected:
        case Decision::kNone:
            break;
    }
    return "";
}

std::size_t listed(const World& world) {
    std::size_t n = 0;
    for (std::uint32_t slot = 1; slot < world.mount_slots(); ++slot) {
        const MountRef m{slot};
        if (world[m].unique_id != 0 && world[m].ns && world.has_flag(m, kMountUmount)) ++n;
    }
    return n;
}

}  // namespace

LookupDetail lookup_detail(const World& world, MountRef receiver, DentryRef dentry, bool last) {
    LookupDetail detail;
    detail.bucket = world.bucket_of(receiver, dentry);
    std::uint64_t entries = 0;
    detail.found =
        last ? world.lookup_last(receiver, dentry, &entries) : world.lookup(receiver, dentry, &entries);
    MountRef m = world.bucket_first(detail.bucket);
    for (std::uint64_t i = 0; i < entries && m; ++i, m = world[m].hash_next) detail.compared.push_back(m);
    return detail;
}

std::vector<CodeVariable> code_variables(const KernelProfile& kernel, const World& world, const Step& step) {
    std::vector<CodeVariable> list;
    const auto noted = [&](MountRef m, std::string_view note) {
        std::string text = mount_name(world, m);
        if (!note.empty()) text += ", " + std::string(note);
        return text;
    };
    const std::string_view decided = decision_word(step.decision);
    const bool about_m = !step.c && !step.q;
    if (step.m) list.push_back({"m", noted(step.m, about_m ? decided : "")});
    if (step.q) {
        const std::string number = step.number > 0 ? "receiver " + std::to_string(step.number) : "";
        list.push_back(
            {"q", noted(step.q, step.kind == StepKind::kAsk ? decided : std::string_view(number))});
    }
    if (is_receiver(step.kind)) {
        list.push_back({"c", step.c ? noted(step.c, decided) : "none: nothing is mounted there"});
        const bool last = kernel.taken_mountpoint == TakenMountpoint::kShadow;
        const LookupDetail look = lookup_detail(world, step.q, world[step.m].mountpoint, last);
        list.push_back({"bucket", std::to_string(look.bucket) + ", " + std::to_string(look.compared.size()) +
                                      (look.compared.size() == 1 ? " entry" : " entries") + " compared"});
    } else if (step.c) {
        list.push_back({"c", noted(step.c, decided)});
    }
    const bool umounts = step.phase >= Phase::kGather && step.phase != Phase::kWait;
    if (umounts) list.push_back({"list", std::to_string(listed(world)) + " mounts"});
    return list;
}

}  // namespace mountscope
