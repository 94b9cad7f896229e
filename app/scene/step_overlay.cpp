// What a step says about the mounts of a picture.

#include "app/scene/step_overlay.hpp"

namespace mountscope {

StepOverlay make_step_overlay(const World& base, const World& now, const Step& step,
                              std::span<const Step> visit) {
    StepOverlay overlay;
    const auto id = [&](MountRef m) { return m ? now[m].unique_id : 0; };
    overlay.current = id(step.q ? step.q : step.m);
    overlay.subject = step.q ? id(step.m) : 0;
    overlay.child = id(step.c);
    for (const Step& seen : visit) {
        if (seen.number > 0 && seen.q) overlay.visited.emplace(id(seen.q), seen.number);
    }
    for (std::uint32_t slot = 1; slot < base.mount_slots(); ++slot) {
        const MountRef m{slot};
        if (base[m].unique_id == 0 || !base[m].ns) continue;
        const std::uint32_t unique_id = base[m].unique_id;
        const bool lives = slot < now.mount_slots() && now[m].unique_id == unique_id;
        if (!lives || !now[m].ns) {
            overlay.parts.emplace(unique_id, StepPart::kDone);
            continue;
        }
        if (now.has_flag(m, kMountUmount)) {
            overlay.parts.emplace(unique_id, StepPart::kListed);
        } else if (now.has_flag(m, kMountMarked)) {
            overlay.parts.emplace(unique_id, StepPart::kMarked);
        } else if (now.has_flag(m, kMountCandidate)) {
            overlay.parts.emplace(unique_id, StepPart::kCandidate);
        } else if (now.has_flag(m, kMountVisited) || now.has_flag(m, kMountToRestore)) {
            overlay.parts.emplace(unique_id, StepPart::kSeen);
        }
    }
    return overlay;
}

}  // namespace mountscope
