#include "app/model/hash_story.hpp"

#include <algorithm>

#include "core/trace/code.hpp"
#include "core/trace/narrate.hpp"

namespace mountscope {
namespace {

constexpr std::size_t kMostChains = 12;

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
    return with_thousands(count) + " " + std::string(count == 1 ? one : many);
}

// What the step looks up, when it looks anything up in the hash.
std::optional<LookupDetail> lookup_of(const LaneAt& at) {
    if (!at.step) return std::nullopt;
    const Step& step = at.step->step;
    const bool looks = step.kind == StepKind::kReceiver || step.kind == StepKind::kBusyReceiver ||
                       step.kind == StepKind::kUnlockReceiver;
    if (!looks || at.waits) return std::nullopt;
    const World& world = at.step->world;
    return lookup_detail(world, step.q, world[step.m].mountpoint,
                         at.kernel->taken_mountpoint == TakenMountpoint::kShadow);
}

std::string directory_name(const World& world, DentryRef dentry) {
    return world[dentry].parent == dentry ? "/" : std::string(world.text(world[dentry].name));
}

HashChain make_chain(const World& world, std::uint32_t bucket, std::string why, Ink ink, MountRef selected) {
    HashChain chain{.bucket = bucket, .why = std::move(why), .ink = ink, .cards = {}};
    for (const MountRef m : chain_of(world, bucket)) {
        const Mount& mount = world[m];
        HashCard card;
        card.unique_id = mount.unique_id;
        card.name = mount_name(world, m);
        card.place = directory_name(world, mount.mountpoint) + " on " + mount_name(world, mount.parent);
        card.tooltip = "Mount " + card.name + ", found by its parent " + mount_name(world, mount.parent) +
                       " and the directory " + directory_name(world, mount.mountpoint);
        card.selected = m == selected;
        chain.cards.push_back(std::move(card));
    }
    return chain;
}

void light_up(HashChain& chain, const World& world, const LookupDetail& look) {
    for (const MountRef m : look.compared) {
        for (HashCard& card : chain.cards) {
            if (card.unique_id != world[m].unique_id) continue;
            card.compared = true;
            card.found = m == look.found;
        }
    }
}

// The chains that say most: of the step, of what was chosen, of what is selected, then the longest.
void add_chains(HashView& view, const World& world, const std::optional<LookupDetail>& look,
                MountRef selected) {
    const auto add = [&](std::uint32_t bucket, std::string why, Ink ink) {
        const auto same = [bucket](const HashChain& chain) { return chain.bucket == bucket; };
        if (view.chains.size() >= kMostChains || std::ranges::any_of(view.chains, same)) return;
        view.chains.push_back(make_chain(world, bucket, std::move(why), ink, selected));
    };
    if (look) {
        const std::size_t count = look->compared.size();
        add(look->bucket, "this step compares " + with_thousands(count), Ink::kFocus);
        light_up(view.chains.back(), world, *look);
        view.step_bucket = look->bucket;
    }
    if (view.chosen_bucket) add(*view.chosen_bucket, "chosen in the table", Ink::kAdded);
    if (view.selected_bucket) add(*view.selected_bucket, "of the selected mount", Ink::kText);
    std::vector<BucketUse> longest = view.hash->used;
    const std::size_t count = std::min(longest.size(), kMostChains);
    std::ranges::partial_sort(longest, longest.begin() + static_cast<std::ptrdiff_t>(count),
                              [](const BucketUse& a, const BucketUse& b) {
                                  return a.length != b.length ? a.length > b.length : a.bucket < b.bucket;
                              });
    for (std::size_t i = 0; i < count; ++i)
        add(longest[i].bucket, i == 0 ? "the longest chain" : plural(longest[i].length, "entry", "entries"),
            Ink::kTextSecond);
}

std::string sentence_about(const HashSummary& hash, std::uint64_t memory) {
    const std::string share =
        plural(hash.mounts, "mount", "mounts") + " in " + with_thousands(hash.buckets) + " buckets: ";
    if (hash.load() > 1) {
        return share + short_decimal(hash.load()) +
               " for each, so a lookup walks a chain that grows with n, and n\xc2\xb2 lookups become nearly "
               "n\xc2\xb3.";
    }
    if (hash.longest <= 1)
        return share + "each mount has a bucket of its own, and a lookup compares one entry.";
    return share + "chains are short, a lookup compares about " + short_decimal(hash.compared_on_hit()) +
           (memory > kLeastMemory ? " entries. With less memory they grow." : " entries.");
}

std::string curve_text(const SweepPoint& point, std::string_view memory) {
    return "With " + std::string(memory) + ": " + short_number(point.lookups) + " lookups \xc3\x97 " +
           short_decimal(point.per_lookup()) + " = " + short_number(point.chain_entries) +
           " entries compared.";
}

void add_curve(HashView& view, const AppModel& model) {
    const HashSweep& sweep = model.sweep;
    if (sweep.command() == 0) {
        view.curve_title = "ENTRIES COMPARED FOR EACH LOOKUP";
        view.curve_text = "There is no command yet that looks anything up.";
        return;
    }
    view.curve_title = "ENTRIES FOR EACH LOOKUP OF  " + sweep.text();
    for (const SweepPoint& point : sweep.points())
        view.curve.push_back({memory_word(point.memory), point.per_lookup()});
    view.curve_text = view.notch < sweep.points().size() ? curve_text(sweep.points()[view.notch], view.memory)
                                                         : "Being counted for each memory \xe2\x80\xa6";
}

}  // namespace

const World* hash_world(const Session& session, std::size_t lane) {
    const LaneAt& at = session.lane(lane);
    if (at.behind) return nullptr;
    if (at.step) return &at.step->world;
    return at.view ? &at.view->world() : nullptr;
}

HashView tell_hash(const AppModel& model, std::size_t lane, const HashSummary& hash,
                   std::optional<std::uint32_t> chosen) {
    const Session& session = model.session;
    const LaneAt& at = session.lane(lane);
    const World& world = *hash_world(session, lane);
    HashView view;
    view.hash = &hash;
    view.sentence = sentence_about(hash, session.memory());
    if (session.lanes() > 1) {
        view.heat = lane_ink(lane);
        view.lane = std::string(1, lane_letter(lane)) + "  Linux " + std::string(at.kernel->name);
    }
    view.memory = memory_text(session.memory());
    view.memory_means = with_thousands(hash.buckets) + " buckets, " + memory_text(hash.bytes());
    view.notch = memory_notch(session.memory());
    view.notches = kMemoryNotches;
    view.chosen_bucket = chosen;
    MountRef selected;
    if (model.view.selected.kind == Selection::Kind::kMount)
        selected = at.view->mount(model.view.selected.id);
    if (selected && world[selected].unique_id == model.view.selected.id && world.has_parent(selected))
        view.selected_bucket = bucket_of_mount(world, selected);
    add_chains(view, world, lookup_of(at), selected);
    add_curve(view, model);
    return view;
}

std::string hash_in_words(const AppModel& model, std::size_t lane, const HashSummary& hash) {
    const HashView view = tell_hash(model, lane, hash, {});
    std::string text = "Mount hash. Memory " + view.memory + ", " + view.memory_means + ". " + view.sentence +
                       " The longest chain has " + plural(hash.longest, "entry", "entries") + ". ";
    if (!view.chains.empty() && view.step_bucket)
        text +=
            "Bucket " + with_thousands(view.chains.front().bucket) + ": " + view.chains.front().why + ". ";
    return text + view.curve_text;
}

}  // namespace mountscope
