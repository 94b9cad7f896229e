#include "core/trace/difference_reason.hpp"

#include "core/trace/narrate.hpp"

namespace mountscope {

namespace {

constexpr std::uint64_t kMostSteps = 1'000'000;
constexpr int kDeepestStack = 1000;

// Whether it says more than that something was met.
bool decides(Decision decision) {
    switch (decision) {
        case Decision::kNotMarked:
        case Decision::kHasChildren:
        case Decision::kTaken:
        case Decision::kCoverSlides:
        case Decision::kStruck:
        case Decision::kKept:
        case Decision::kBlocked:
        case Decision::kLockedWaits:
        case Decision::kLockedStays:
        case Decision::kCandidate:
            return true;
        default:
            return false;
    }
}

}  // namespace

ReasonFinder::ReasonFinder(const LaneEnd& lane, std::span<const MountRef> watched) : lane_(lane) {
    for (const MountRef m : watched) {
        if (!m) continue;
        records_.try_emplace(m.value);
        if (is_watched_.size() <= m.value) is_watched_.resize(m.value + 1);
        is_watched_[m.value] = true;
        if (m.value < lane.before->mount_slots()) watched_on_.emplace((*lane.before)[m].parent.value, m);
    }
    const StepIndex* index = records_.empty() || !lane.steps ? nullptr : lane.steps();
    if (index == nullptr) return;
    const std::uint64_t steps = index->steps();
    const std::uint64_t from = steps > kMostSteps ? steps - kMostSteps : 0;
    heard_all_ = from == 0;
    index->for_each(from, steps,
                    [this](std::uint64_t, const Step& step, const World& world) { hear(step, world); });
}

ReasonFinder::Record* ReasonFinder::record(MountRef mount) {
    if (!mount || mount.value >= is_watched_.size() || !is_watched_[mount.value]) return nullptr;
    return &records_[mount.value];
}

void ReasonFinder::hear(const Step& step, const World& world) {
    switch (step.kind) {
        case StepKind::kListed:
            if (Record* r = record(step.m)) r->listed = true;
            break;
        case StepKind::kUnlockReceiver:
            if (Record* r = record(step.c)) r->unlocked = true;
            break;
        case StepKind::kBusyReceiver:
            if (step.decision == Decision::kBusy) in_use_ = mount_name(world, step.c);
            break;
        case StepKind::kReceiver:
            hear_other_found(step, world);
            hear_decision(step, world);
            break;
        case StepKind::kTry:
            hear_decision(step, world);
            break;
        case StepKind::kAncestor:
            if (step.decision != Decision::kStruck) break;
            if (Record* r = record(step.m)) {
                r->decided = step;
                const MountRef stays = what_stays(world, step);
                r->obstacle = mount_name(world, stays);
                if (stays != step.c) r->obstacle += ", which covers " + mount_name(world, step.c) + ",";
            }
            break;
        case StepKind::kPut:
        case StepKind::kPutBack:
            hear_place(step, world);
            break;
        default:
            break;
    }
}

void ReasonFinder::hear_decision(const Step& step, const World& world) {
    if (step.decision == Decision::kCoverSlides) {
        // The cover is the newest one on the place of what was taken.
        const MountRef cover = world.lookup(world[step.c].parent, world[step.c].mountpoint);
        if (Record* r = record(cover)) {
            r->put = step;
            r->put_with = mount_name(world, step.c);
            r->put_on = mount_name(world, world[step.c].parent);
        }
        if (Record* r = record(step.c)) r->cover = mount_name(world, cover);
    }
    Record* r = record(step.c);
    if (r == nullptr) return;
    if (step.phase == Phase::kMark) {
        if (step.decision != Decision::kListedAlready) r->mark = step.decision;
        return;
    }
    if (!decides(step.decision)) return;
    if (r->decided) {
        // A mark is used up by the first look; later ones only find that it is gone. What was struck with a
        // reason is only found struck later.
        if (step.decision == Decision::kNotMarked && r->decided->decision == Decision::kHasChildren) return;
        if (step.decision == Decision::kStruck && !r->obstacle.empty()) return;
        if (step.decision == Decision::kCandidate) return;
    }
    r->decided = step;
    if (step.decision == Decision::kHasChildren || step.decision == Decision::kBlocked)
        r->obstacle = mount_name(world, what_is_inside(world, step));
    if (step.phase == Phase::kInside) r->put_with = mount_name(world, world[step.c].parent);
}

// A look at a place finds one of the mounts that share it.
void ReasonFinder::hear_other_found(const Step& step, const World& world) {
    if (!step.c) return;
    const auto [first, last] = watched_on_.equal_range(step.q.value);
    for (auto at = first; at != last; ++at) {
        if (at->second == step.c || world[at->second].mountpoint != world[step.m].mountpoint) continue;
        records_[at->second.value].found_instead = mount_name(world, step.c);
    }
}

void ReasonFinder::hear_place(const Step& step, const World& world) {
    if (step.kind == StepKind::kPutBack) {
        if (Record* r = record(step.m)) {
            r->put = step;
            r->put_with = mount_name(*lane_.before, (*lane_.before)[step.m].parent);
            r->put_on = mount_name(world, step.q);
        }
        if (step.decision == Decision::kMoved) look_beneath(step.m, step.q);
        return;
    }
    if (Record* r = record(step.m)) {  // what was there
        r->put = step;
        r->put_with = mount_name(world, step.c);
        r->put_on = mount_name(world, world[step.m].parent);
    }
    if (Record* r = record(step.c)) {
        r->put = step;
        r->put_with = mount_name(world, step.m);
        r->put_on = mount_name(world, step.q);
    }
}

// What lay between a mount that was put back and where it is now: those below the first one were taken
// although something that stays stood on what was in them.
void ReasonFinder::look_beneath(MountRef mount, MountRef onto) {
    const World& before = *lane_.before;
    MountRef above = before[mount].parent;
    if (above.value >= before.mount_slots() || above == onto) return;
    for (int depth = 0; depth < kDeepestStack; ++depth) {
        const MountRef beneath = before[above].parent;
        if (beneath == above || beneath == onto) return;
        const bool covers = before[above].mountpoint == before[beneath].root;
        if (Record* r = record(beneath); r != nullptr && !covers) {
            r->taken_inside = mount_name(before, above);
            r->pulled_from_under = mount_name(before, mount);
        }
        above = beneath;
    }
}

bool ReasonFinder::was_refused() const {
    return !lane_.ran || lane_.error != Errno::kOk;
}

std::string ReasonFinder::refusal() const {
    if (!lane_.ran) return "the command can't be run there";
    const std::string text = "the command was refused with " + std::string(errno_name(lane_.error));
    return in_use_.empty() ? text : text + ": the copy " + in_use_ + " is in use";
}

bool ReasonFinder::stays(MountRef mount) const {
    const World& after = *lane_.after;
    return mount && mount.value < after.mount_slots() && after[mount].unique_id != 0 && after[mount].ns;
}

std::string ReasonFinder::cover_of(MountRef mount) const {
    const MountRef cover = (*lane_.before)[mount].overmount;
    return stays(cover) ? mount_name(*lane_.after, cover) : "";
}

std::string ReasonFinder::why_gone(MountRef mount, const Record& r) const {
    if (r.listed) return "it was in the tree that was unmounted";
    if (!r.decided) return "it was taken";
    const Phase phase = r.decided->phase;
    switch (phase) {
        case Phase::kTake:
            if (r.decided->decision == Decision::kCoverSlides)
                return "it was marked, and " + r.cover + ", which covered it, could slide down";
            return "it was marked and held nothing";
        case Phase::kInside:
            return "it was inside " + r.put_with + ", which was taken";
        case Phase::kPropagate:
            if (!r.pulled_from_under.empty()) {
                return "once " + r.taken_inside + " inside it was taken, it seemed empty, though " +
                       r.pulled_from_under + ", which stood on " + r.taken_inside + ", stays";
            }
            if (r.decided->kind == StepKind::kTry) return "it held nothing once what was inside was taken";
            break;
        default:
            break;
    }
    if (const std::string cover = cover_of(mount); !cover.empty())
        return "only " + cover + " covered it, which can slide down";
    const bool locked = lane_.before->has_flag(mount, kMountLocked) && !r.unlocked;
    if (locked && (phase == Phase::kLocked || r.decided->decision != Decision::kTaken))
        return "it is locked, and what holds it goes too";
    return "it held nothing that stays";
}

std::string ReasonFinder::why_there(MountRef mount, const Record& r) const {
    const World& after = *lane_.after;
    const bool locked = after.has_flag(mount, kMountLocked);
    if (!r.decided) {
        if (r.mark == Decision::kLockedStays) return "it is locked, and its parent had no mark";
        if (r.mark == Decision::kMarked && r.put && r.put->decision == Decision::kCoverSlides) {
            return "it was marked, but slid down to its place when that had been looked at already";
        }
        if (r.mark == Decision::kMarked) return "it was marked, but not found again at its place";
        if (!heard_all_ && after[mount].first_child)
            return mount_name(after, after[mount].first_child) + " is mounted inside";
        if (!r.found_instead.empty())
            return "the look at its place found " + r.found_instead + " instead, on the same directory";
        return "no look at a receiver led to it";
    }
    switch (r.decided->decision) {
        case Decision::kNotMarked:
            if (r.mark == Decision::kLockedStays) return "it is locked, and its parent had no mark";
            return "it had no mark: the first pass had found another mount at its place";
        case Decision::kHasChildren:
            return r.obstacle + " was still mounted inside it";
        case Decision::kBlocked:
        case Decision::kStruck:
            return r.obstacle.empty() ? "something inside it stays" : r.obstacle + " inside it stays";
        case Decision::kLockedStays:
        case Decision::kLockedWaits:
            return "it is locked, and what holds it stays";
        default:
            return locked ? "it is locked, and what holds it stays" : "nothing took it";
    }
}

std::string ReasonFinder::of_presence(MountRef mount) const {
    if (was_refused()) return refusal();
    const auto found = records_.find(mount.value);
    if (!mount || found == records_.end()) return "";
    const bool was_there = mount.value < lane_.before->mount_slots() &&
                           (*lane_.before)[mount].unique_id != 0 && (*lane_.before)[mount].ns;
    if (!stays(mount)) return why_gone(mount, found->second);
    if (!was_there) return "a receiver needed it";
    return why_there(mount, found->second);
}

std::string ReasonFinder::of_place(MountRef mount) const {
    if (was_refused()) return refusal();
    const auto found = records_.find(mount.value);
    if (!mount || found == records_.end()) return "";
    const Record& r = found->second;
    if (!r.put) return "what it stands on stays";
    if (r.put->kind == StepKind::kPutBack) {
        if (r.put->decision == Decision::kStays) return "what it stands on stays";
        return r.put_with + " beneath it was taken, so it was put back on " + r.put_on;
    }
    if (r.put->kind != StepKind::kPut) return r.put_with + " beneath it was taken, so it slid down at once";
    const bool is_copy = r.put->c == mount;
    switch (r.put->decision) {
        case Decision::kTucked:
            return is_copy ? "it was tucked in beneath " + r.put_with
                           : "the new " + r.put_with + " was tucked in beneath it";
        case Decision::kShadowed:
            return is_copy ? "it hides behind " + r.put_with + ", which was there before"
                           : "the new " + r.put_with + " hides behind it";
        default:
            return "it was put on " + r.put_on;
    }
}

std::string ReasonFinder::of_propagation(MountRef mount) const {
    if (was_refused()) return refusal();
    const Mount& m = (*lane_.after)[mount];
    if (m.master) return "its master, " + mount_name(*lane_.after, m.master) + ", is there";
    return m.group_id != 0 ? "it has its peer group" : "nobody is left to receive from";
}

}  // namespace mountscope
