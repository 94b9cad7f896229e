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

// "3: #5, #8, #11"; the oldest first, as many names as there is room for. "" when there are none.
template <class Belongs>
std::string counted_names(const World& world, Belongs&& belongs) {
    constexpr std::size_t kMostNames = 4;
    std::size_t count = 0;
    std::string names;
    for (std::uint32_t slot = 1; slot < world.mount_slots(); ++slot) {
        const MountRef m{slot};
        if (world[m].unique_id == 0 || !belongs(world[m])) continue;
        if (++count > kMostNames) continue;
        names += (count == 1 ? "" : ", ") + mount_name(world, m);
    }
    if (count == 0) return "";
    return std::to_string(count) + ": " + names + (count > kMostNames ? ", ..." : "");
}

std::string bucket_text(const World& world, const LookupDetail& look) {
    constexpr std::size_t kMostNames = 4;
    std::string text = std::to_string(look.bucket);
    if (look.compared.empty()) return text + ", empty";
    text += ":";
    for (std::size_t i = 0; i < look.compared.size() && i < kMostNames; ++i)
        text += " " + mount_name(world, look.compared[i]);
    if (look.compared.size() > kMostNames) text += " ...";
    return text + ", " + std::to_string(look.compared.size()) + " compared";
}

// What the kernel keeps about copies besides the list: marks, candidates, what was put aside.
void add_work_list(std::vector<CodeVariable>& list, const KernelProfile& kernel, const World& world) {
    const auto with = [&](std::string_view name, std::uint32_t flag) {
        const std::string text = counted_names(world, [&](const Mount& m) { return (m.flags & flag) != 0; });
        list.push_back({std::string(name), text.empty() ? "none" : text});
    };
    switch (kernel.umount) {
        case UmountAlgorithm::kBatchMarkTake:
        case UmountAlgorithm::kOneByOne:
            return with("marked", kMountMarked);
        case UmountAlgorithm::kRestoreAll:
        case UmountAlgorithm::kRestoreUnseen:
            return with("aside", kMountToRestore);
        case UmountAlgorithm::kGatherTrim:
            return with("candidates", kMountCandidate);
    }
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
        list.push_back({"c", step.c ? noted(step.c, decided) : "none"});
        const bool last = kernel.taken_mountpoint == TakenMountpoint::kShadow;
        const LookupDetail look = lookup_detail(world, step.q, world[step.m].mountpoint, last);
        list.push_back({"bucket", bucket_text(world, look)});
    } else if (step.c) {
        list.push_back({"c", noted(step.c, decided)});
    }
    if (step.phase < Phase::kGather || step.phase == Phase::kWait) return list;
    const std::string going =
        counted_names(world, [&](const Mount& m) { return m.ns && (m.flags & kMountUmount) != 0; });
    list.push_back({"list", going.empty() ? "empty" : going});
    if (step.phase >= Phase::kMark && step.phase <= Phase::kReparent) add_work_list(list, kernel, world);
    return list;
}

}  // namespace mountscope
