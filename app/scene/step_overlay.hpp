#pragma once
// What a running command is doing, laid over the picture of the trees: the walk over the receivers, marks,
// the list of what goes, the copies being made.
//
//   StepOverlay overlay = make_step_overlay(base, now, step, visit);    // after a step
//   view.overlay = &overlay;                                            // of TreeView; null: no command runs
//   picture.emit(scene, view, measure);
//
// Mounts are named by unique_id, so that it fits any state of the story. The picture beneath shows the state
// from before the command for an umount (all that goes keeps its place until the command has ended), and the
// state of the moment for all others.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/kernel/step.hpp"

namespace mountscope {

// How far a mount is on its way, by the flags it carries.
enum class StepPart : std::uint8_t {
    kNone,
    kListed,     // on the umount list, with the tree or as a copy that was taken
    kMarked,     // until 4.12: marked, may be taken
    kCandidate,  // since 6.17: may have to go
    kSeen,       // 4.13 to 6.16: met before, or put aside
    kDone,       // out of the tree: a ghost
    kMade,       // a copy made by this command
};
constexpr std::size_t kStepParts = 7;

struct StepOverlay {
    // The variables of the pseudo-code, as far as the step has them; 0: not.
    std::uint32_t subject = 0;   // m, the mount whose receivers are asked
    std::uint32_t receiver = 0;  // q
    std::uint32_t child = 0;     // c, the copy that is looked at
    std::string child_word;      // what is decided about it: "marked", "listed already", "stays"
    bool child_stays = false;
    // Where the walk is: q, else c, else m.
    std::uint32_t current = 0;
    // Receivers of this visit in the order in which they were asked, from 1.
    std::unordered_map<std::uint32_t, std::uint32_t> visited;
    std::vector<StepPart> parts;                          // by unique_id
    std::array<std::uint32_t, kStepParts> part_counts{};  // by StepPart
    std::vector<std::uint32_t> list;  // mnt_ids of the first few on the umount list, by age
    // From a mount to where it slides: drawn as a dashed arrow.
    struct Slide {
        std::uint32_t mount;
        std::uint32_t onto;
    };
    std::vector<Slide> slides;

    StepPart part(std::uint32_t unique_id) const {
        return unique_id < parts.size() ? parts[unique_id] : StepPart::kNone;
    }
};

// `visit`: the steps of the running visit up to `step`. `base` is the World that the picture shows; parts are
// told for its mounts. O(mounts), so once for each step that is shown.
StepOverlay make_step_overlay(const World& base, const World& now, const Step& step,
                              std::span<const Step> visit);

// Mounts that end differently under the kernels that are compared, for marks on the cards.
struct DifferenceMark {
    std::uint32_t unique_id;
    std::string text;  // "gone in B", "on /mnt/1 in A"
};

}  // namespace mountscope
