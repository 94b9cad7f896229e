#include "app/scene/step_overlay.hpp"

namespace mountscope {

namespace {

constexpr std::size_t kNamedOfList = 24;

StepPart part_of(const World& now, MountRef mount, std::uint32_t unique_id) {
    const bool lives = mount.value < now.mount_slots() && now[mount].unique_id == unique_id;
    if (!lives || !now[mount].ns) return StepPart::kDone;
    if (now.has_flag(mount, kMountUmount)) return StepPart::kListed;
    if (now.has_flag(mount, kMountMarked)) return StepPart::kMarked;
    if (now.has_flag(mount, kMountCandidate)) return StepPart::kCandidate;
    if (now.has_flag(mount, kMountVisited) || now.has_flag(mount, kMountToRestore)) return StepPart::kSeen;
    return now[mount].born_in_command == now.command() ? StepPart::kMade : StepPart::kNone;
}

std::string decision_word(Decision decision) {
    switch (decision) {
        case Decision::kListedAlready:
            return "listed already";
        case Decision::kMarked:
            return "marked";
        case Decision::kTaken:
        case Decision::kCoverSlides:
            return "taken";
        case Decision::kCandidate:
            return "candidate";
        case Decision::kKept:
            return "still a candidate";
        case Decision::kSeen:
            return "seen before";
        case Decision::kUnlocked:
            return "unlocked";
        case Decision::kLockedWaits:
            return "waits";
        case Decision::kBusy:
            return "in use";
        case Decision::kFree:
            return "not in use";
        case Decision::kNotMarked:
        case Decision::kLockedStays:
        case Decision::kHasChildren:
        case Decision::kStruck:
        case Decision::kBlocked:
        case Decision::kStays:
            return "stays";
        default:
            return "";
    }
}

}  // namespace

StepOverlay make_step_overlay(const World& base, const World& now, const Step& step,
                              std::span<const Step> visit) {
    StepOverlay overlay;
    const auto id = [&](MountRef m) { return m ? now[m].unique_id : 0; };
    overlay.subject = id(step.m);
    overlay.receiver = id(step.q);
    overlay.child = id(step.c);
    overlay.current = step.q ? overlay.receiver : step.c ? overlay.child : overlay.subject;
    overlay.child_word = decision_word(step.decision);
    overlay.child_stays = overlay.child_word == "stays";
    for (const Step& seen : visit) {
        if (seen.number > 0 && seen.q) overlay.visited.emplace(id(seen.q), seen.number);
    }
    if (step.kind == StepKind::kPutBack && step.decision == Decision::kMoved && step.q)
        overlay.slides.push_back({id(step.m), id(step.q)});
    // The command that runs has moved the cover already: it sits on the receiver now.
    if (step.decision == Decision::kCoverSlides && step.c) {
        const MountRef cover = step.c.value < base.mount_slots() ? base[step.c].overmount : MountRef{};
        if (cover) overlay.slides.push_back({base[cover].unique_id, id(step.q)});
    }
    for (std::uint32_t slot = 1; slot < base.mount_slots(); ++slot) {
        const MountRef m{slot};
        const std::uint32_t unique_id = base[m].unique_id;
        if (unique_id == 0 || !base[m].ns || base.has_flag(m, kMountAbsoluteRoot)) continue;
        const StepPart part = part_of(now, m, unique_id);
        if (part == StepPart::kNone) continue;
        if (overlay.parts.size() <= unique_id) overlay.parts.resize(unique_id + 1, StepPart::kNone);
        overlay.parts[unique_id] = part;
        ++overlay.part_counts[static_cast<std::size_t>(part)];
        if (part != StepPart::kListed) continue;
        if (overlay.list.size() < kNamedOfList) overlay.list.push_back(base[m].mnt_id);
    }
    return overlay;
}

}  // namespace mountscope
