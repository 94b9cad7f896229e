#include "core/trace/difference.hpp"

#include <algorithm>
#include <map>

#include "core/trace/difference_reason.hpp"
#include "core/trace/narrate.hpp"

namespace mountscope {

namespace {

// What a mount is under each lane.
struct Identity {
    std::vector<MountRef> before, after;  // none: not in a namespace then
    bool by_place = false;
};

struct Spot {
    bool there = false;
    std::uint32_t parent = 0;  // identity; its own for a root
    std::string_view path;
    std::string_view viewer;  // of the namespace
    bool shared = false;
    bool slave = false;
};

bool is_in_tables(const World& world, MountRef m) {
    return world[m].unique_id != 0 && world[m].ns && !world.has_flag(m, kMountAbsoluteRoot);
}

// 'A' for the first lane.
char lane_name(std::size_t lane) {
    return static_cast<char>('A' + lane);
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

// Where each mount is in the tables, by its slot: the tables' own index is too slow for all of them.
class RowsBySlot {
  public:
    RowsBySlot() = default;
    RowsBySlot(const World& world, const StateTables& tables)
        : world_(&world), tables_(&tables), rows_(world.mount_slots()) {
        for (std::uint32_t t = 0; t < tables.tables.size(); ++t) {
            const MountTable& table = tables.tables[t];
            for (const TableRow& row : table.rows) rows_[row.mount.value] = {t, row.path, true};
        }
    }
    // Path and viewer's name; the latter empty in the first table.
    std::pair<std::string_view, std::string_view> spot(MountRef mount) const {
        const Row& row = rows_[mount.value];
        if (!row.shown) return {};
        const MountTable& table = tables_->tables[row.table];
        return {table.paths[row.path],
                row.table == 0 ? std::string_view{} : world_->text((*world_)[table.viewer].name)};
    }

  private:
    struct Row {
        std::uint32_t table = 0;
        std::uint32_t path = 0;
        bool shown = false;
    };
    const World* world_ = nullptr;
    const StateTables* tables_ = nullptr;
    std::vector<Row> rows_;
};

std::string place_in(const StateTables& tables, const World& world, MountRef mount) {
    const MountTable* table = tables.find(world[mount].ns);
    const std::int32_t row = table == nullptr ? -1 : table->row_of(mount);
    if (row < 0) return "";
    std::string path = table->path_of(table->rows[static_cast<std::size_t>(row)]);
    if (table != &tables.tables.front()) path += " in " + std::string(world.text(world[table->viewer].name));
    return path;
}

bool came_to_be_alike(const World& a, MountRef m, const World& b, MountRef n) {
    const Mount& x = a[m];
    const Mount& y = b[n];
    return x.unique_id == y.unique_id && x.born_in_command == y.born_in_command && x.origin == y.origin &&
           x.copied_from == y.copied_from && x.placed_on == y.placed_on;
}

class Comparison {
  public:
    Comparison(std::span<const LaneEnd> lanes, std::size_t most) : lanes_(lanes), most_(most) {}

    Differences run() {
        Differences result;
        identify();
        collect();
        std::ranges::stable_sort(found_, {}, [](const Found& f) { return weight(f); });
        for (const Found& f : found_) {
            (f.from_before ? result.from_before : result.fresh) += 1;
            result.matched_by_place |= identities_[f.identity].by_place;
        }
        shown_ = std::min(found_.size(), most_);
        for (std::size_t lane = 0; lane < lanes_.size(); ++lane) find_reasons(lane);
        for (std::size_t i = 0; i < shown_; ++i) result.list.push_back(describe(i));
        result.summary = summary(result);
        return result;
    }

  private:
    struct Found {
        std::uint32_t identity = 0;
        DifferenceKind kind = DifferenceKind::kNone;
        bool carried = false;
        bool from_before = false;
    };

    bool compares(std::size_t lane) const { return lanes_[lane].after != nullptr; }

    // --- who is who

    void identify() {
        bool agree = true;
        std::optional<std::uint32_t> made_before;
        std::optional<std::uint32_t> made_after;
        for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
            by_id_.emplace_back();
            rows_before_.emplace_back();
            rows_after_.emplace_back();
            if (!compares(lane)) continue;
            const LaneEnd& at = lanes_[lane];
            by_id_.back().resize(at.after->mounts_ever() + 1, kNobody);
            rows_before_.back() = RowsBySlot(*at.before, *at.tables_before);
            rows_after_.back() = RowsBySlot(*at.after, *at.tables_after);
            agree &= made_before.value_or(at.before->mounts_ever()) == at.before->mounts_ever();
            agree &= made_after.value_or(at.after->mounts_ever()) == at.after->mounts_ever();
            made_before = at.before->mounts_ever();
            made_after = at.after->mounts_ever();
            add_world(lane, *at.before, &Identity::before, agree);
            add_world(lane, *at.after, &Identity::after, agree);
        }
        histories_agree_ = agree;
        if (!agree) match_by_place();
    }

    void add_world(std::size_t lane, const World& world, std::vector<MountRef> Identity::* member,
                   bool& agree) {
        for (std::uint32_t slot = 1; slot < world.mount_slots(); ++slot) {
            const MountRef m{slot};
            if (!is_in_tables(world, m)) continue;
            std::uint32_t& identity = by_id_[lane][world[m].unique_id];
            if (identity == kNobody) {
                identity = same_in_other_lane(lane, world, m, agree);
                if (identity == kNobody) {
                    identity = static_cast<std::uint32_t>(identities_.size());
                    identities_.push_back(
                        {std::vector<MountRef>(lanes_.size()), std::vector<MountRef>(lanes_.size()), false});
                }
            }
            (identities_[identity].*member)[lane] = m;
        }
    }

    std::uint32_t identity_of(std::size_t lane, std::uint32_t unique_id) const {
        return unique_id < by_id_[lane].size() ? by_id_[lane][unique_id] : kNobody;
    }

    std::uint32_t same_in_other_lane(std::size_t lane, const World& world, MountRef m, bool& agree) const {
        for (std::size_t other = 0; other < lane; ++other) {
            const std::uint32_t found = identity_of(other, world[m].unique_id);
            if (found == kNobody) continue;
            const Identity& identity = identities_[found];
            const bool after = static_cast<bool>(identity.after[other]);
            const World& there = after ? *lanes_[other].after : *lanes_[other].before;
            if (came_to_be_alike(world, m, there, after ? identity.after[other] : identity.before[other]))
                return found;
            agree = false;
        }
        return kNobody;
    }

    // Histories differ: mounts without a counterpart are matched by where they are and what they show.
    void match_by_place() {
        std::map<std::string, std::uint32_t> first_with_key;
        for (std::uint32_t i = 0; i < identities_.size(); ++i) {
            Identity& identity = identities_[i];
            std::optional<std::size_t> only;
            std::size_t lanes = 0;
            for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
                if (!identity.after[lane] && !identity.before[lane]) continue;
                only = lane;
                ++lanes;
            }
            if (lanes != 1) continue;
            const std::size_t lane = *only;
            const bool after = static_cast<bool>(identity.after[lane]);
            const World& world = after ? *lanes_[lane].after : *lanes_[lane].before;
            const MountRef m = after ? identity.after[lane] : identity.before[lane];
            const StateTables& tables = after ? *lanes_[lane].tables_after : *lanes_[lane].tables_before;
            const std::string looks = place_in(tables, world, m) + '\n' +
                                      std::string(world.text(world[world[m].superblock].source)) + '\n' +
                                      root_field(world, m) + '\n' +
                                      std::to_string(static_cast<int>(world[m].origin)) + '\n';
            // The n-th of those that look the same in a lane is the n-th of the other.
            for (int nth = 0;; ++nth) {
                const auto [at, fresh] = first_with_key.try_emplace(looks + std::to_string(nth), i);
                if (fresh) break;
                Identity& same = identities_[at->second];
                if (same.after[lane] || same.before[lane]) continue;
                same.after[lane] = identity.after[lane];
                same.before[lane] = identity.before[lane];
                same.by_place = true;
                by_id_[lane][world[m].unique_id] = at->second;
                identity.after[lane] = identity.before[lane] = {};
                break;
            }
        }
    }

    // --- what differs

    Spot spot(const Identity& identity, std::size_t lane, bool after) const {
        const LaneEnd& at = lanes_[lane];
        const MountRef m = (after ? identity.after : identity.before)[lane];
        if (!m) return {};
        const World& world = after ? *at.after : *at.before;
        const auto [path, viewer] = (after ? rows_after_ : rows_before_)[lane].spot(m);
        return {true,
                identity_of(lane, world[world[m].parent].unique_id),
                path,
                viewer,
                world.is_shared(m),
                static_cast<bool>(world[m].master)};
    }

    // What of it differs in the first lane and any other, after the command or before it.
    DifferenceKind kind_of(const Identity& identity, bool after, bool* carried = nullptr) const {
        std::optional<Spot> first;
        DifferenceKind kind = DifferenceKind::kNone;
        const auto worse = [&](DifferenceKind k) {
            if (kind == DifferenceKind::kNone || k < kind) kind = k;
        };
        bool other_parent = false;
        for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
            if (!compares(lane)) continue;
            const Spot here = spot(identity, lane, after);
            if (!first) {
                first = here;
                continue;
            }
            if (here.there != first->there) worse(DifferenceKind::kPresence);
            if (!here.there || !first->there) continue;
            // Who is whose parent says nothing once it is uncertain who is who.
            const bool same_parent = here.parent == first->parent || !histories_agree_;
            other_parent |= !same_parent || !histories_agree_;
            if (!same_parent || here.path != first->path || here.viewer != first->viewer)
                worse(DifferenceKind::kPlace);
            if (here.shared != first->shared || here.slave != first->slave)
                worse(DifferenceKind::kPropagation);
        }
        if (carried != nullptr) *carried = kind == DifferenceKind::kPlace && !other_parent;
        return kind;
    }

    bool same_presence(const Identity& identity) const {
        for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
            if (static_cast<bool>(identity.before[lane]) != static_cast<bool>(identity.after[lane]))
                return false;
        }
        return true;
    }

    void collect() {
        for (std::uint32_t i = 0; i < identities_.size(); ++i) {
            const Identity& identity = identities_[i];
            Found f{i, DifferenceKind::kNone, false, false};
            f.kind = kind_of(identity, true, &f.carried);
            if (f.kind == DifferenceKind::kNone) continue;
            f.from_before = same_presence(identity) && kind_of(identity, false) == f.kind;
            found_.push_back(f);
        }
    }

    static int weight(const Found& f) {
        return (f.from_before ? 100 : 0) + (f.carried ? 10 : 0) + static_cast<int>(f.kind);
    }

    // --- in words

    MountRef latest(const Identity& identity, std::size_t lane) const {
        return identity.after[lane] ? identity.after[lane] : identity.before[lane];
    }

    void find_reasons(std::size_t lane) {
        std::vector<MountRef> watched;
        for (std::size_t i = 0; i < shown_; ++i) {
            if (!found_[i].from_before) watched.push_back(latest(identities_[found_[i].identity], lane));
        }
        if (!compares(lane)) watched.clear();
        reasons_.push_back(std::make_unique<ReasonFinder>(lanes_[lane], watched));
    }

    LaneFate fate(const Found& f, std::size_t lane, bool same_paths) const {
        LaneFate fate;
        if (!compares(lane)) return fate;
        const Identity& identity = identities_[f.identity];
        const MountRef m = latest(identity, lane);
        if (!m) {
            fate.outcome = "was never made";
            if (!f.from_before) fate.reason = reasons_[lane]->of_presence(m);
            if (fate.reason.empty()) fate.reason = "an earlier command ended differently there";
            return fate;
        }
        const LaneEnd& at = lanes_[lane];
        fate.there = static_cast<bool>(identity.after[lane]);
        const World& world = fate.there ? *at.after : *at.before;
        fate.unique_id = world[m].unique_id;
        fate.name = mount_name(world, m);
        if (fate.there) {
            fate.place = place_in(*at.tables_after, world, m);
            if (fate.place.empty()) fate.place = "where nobody sees it";
        }
        fate.outcome = outcome(f, fate, world, m, same_paths);
        if (f.from_before) {
            fate.reason = "so it was before this command";
        } else if (f.kind == DifferenceKind::kPresence) {
            fate.reason = reasons_[lane]->of_presence(m);
        } else if (f.carried) {
            fate.reason = "it goes where its parent " + mount_name(world, world[m].parent) + " goes";
        } else if (f.kind == DifferenceKind::kPlace) {
            fate.reason = reasons_[lane]->of_place(m);
        } else {
            fate.reason = reasons_[lane]->of_propagation(m);
        }
        return fate;
    }

    static std::string outcome(const Found& f, const LaneFate& fate, const World& world, MountRef m,
                               bool same_paths) {
        if (!fate.there) return "is gone";
        if (f.kind == DifferenceKind::kPresence) return "stays on " + fate.place;
        if (f.kind == DifferenceKind::kPlace) {
            // Where the paths are the same, what it stands on differs.
            const std::string on = same_paths ? mount_name(world, world[m].parent) : fate.place;
            return (f.from_before ? "is on " : "ends on ") + on;
        }
        const bool shared = world.is_shared(m);
        if (world[m].master) return shared ? "ends shared and a slave" : "ends a slave";
        return shared ? "ends shared" : "ends private";
    }

    MountDifference describe(std::size_t index) const {
        const Found& f = found_[index];
        const Identity& identity = identities_[f.identity];
        MountDifference d;
        d.kind = f.kind;
        d.carried = f.carried;
        d.from_before = f.from_before;
        d.matched_by_place = identity.by_place;
        std::optional<std::string> path;
        bool same_paths = true;
        for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
            if (!compares(lane) || !identity.after[lane]) continue;
            const std::string here =
                place_in(*lanes_[lane].tables_after, *lanes_[lane].after, identity.after[lane]);
            same_paths &= path.value_or(here) == here;
            path = here;
        }
        for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
            d.lanes.push_back(fate(f, lane, same_paths));
            if (d.name.empty()) d.name = d.lanes.back().name;
            if (d.place_before.empty() && compares(lane) && identity.before[lane])
                d.place_before =
                    place_in(*lanes_[lane].tables_before, *lanes_[lane].before, identity.before[lane]);
        }
        return d;
    }

    // "A (4.9) and B (4.11)": all that ended alike, for the same reason.
    std::string lanes_like(const MountDifference& d, const LaneFate& fate) const {
        std::vector<std::string> names;
        for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
            if (!compares(lane) || !alike(d.lanes[lane], fate)) continue;
            names.push_back(std::string(1, lane_name(lane)) + " (" + std::string(lanes_[lane].kernel->name) +
                            ")");
        }
        return listed(names);
    }

    static bool alike(const LaneFate& a, const LaneFate& b) {
        return a.outcome == b.outcome && a.reason == b.reason;
    }

    // " is gone in A (4.11), because ..., and in B (4.13), because ..."
    std::string outcome_clause(const MountDifference& d, const LaneFate& first) const {
        const bool in_place = first.there && first.place == d.place_before;
        std::string text =
            " " + (in_place && d.kind == DifferenceKind::kPresence ? std::string("stays") : first.outcome);
        std::vector<const LaneFate*> told;
        for (const LaneFate& fate : d.lanes) {
            const bool known = std::ranges::any_of(told, [&](const LaneFate* t) { return alike(*t, fate); });
            if (fate.outcome != first.outcome || known) continue;
            text += (told.empty() ? " in " : ", and in ") + lanes_like(d, fate);
            if (!fate.reason.empty()) text += ", because " + fate.reason;
            told.push_back(&fate);
        }
        return text;
    }

    std::string summary(const Differences& result) const {
        if (result.fresh == 0) return "";
        const MountDifference& d = result.list.front();
        std::string text = "Ends differently: " + d.name;
        if (!d.place_before.empty()) text += " on " + d.place_before;
        std::vector<std::string> told;
        for (const LaneFate& fate : d.lanes) {
            if (fate.outcome.empty() || std::ranges::find(told, fate.outcome) != told.end()) continue;
            if (!told.empty()) text += "; it";
            text += outcome_clause(d, fate);
            told.push_back(fate.outcome);
        }
        text += ".";
        if (result.fresh > 1) {
            text += " " + std::to_string(result.fresh - 1) + " more " +
                    (result.fresh == 2 ? "mount ends" : "mounts end") + " differently.";
        }
        if (d.matched_by_place)
            text += " The histories differ since an earlier command, so mounts are matched by place.";
        return text;
    }

    bool histories_agree_ = true;
    static constexpr std::uint32_t kNobody = 0xFFFFFFFFu;
    std::span<const LaneEnd> lanes_;
    std::size_t most_;
    std::vector<Identity> identities_;
    std::vector<std::vector<std::uint32_t>> by_id_;  // one a lane: the identity for a unique_id
    std::vector<RowsBySlot> rows_before_, rows_after_;
    std::vector<Found> found_;
    std::size_t shown_ = 0;
    std::vector<std::unique_ptr<ReasonFinder>> reasons_;
};

}  // namespace

Differences find_differences(std::span<const LaneEnd> lanes, std::size_t most) {
    return Comparison(lanes, most).run();
}

std::string difference_label(const MountDifference& difference, std::size_t lane) {
    std::vector<std::pair<std::string, std::vector<std::string>>> whats;
    for (std::size_t other = 0; other < difference.lanes.size(); ++other) {
        const LaneFate& fate = difference.lanes[other];
        if (other == lane || fate.outcome.empty() || fate.outcome == difference.lanes[lane].outcome) continue;
        const std::string what = !fate.there ? (fate.unique_id == 0 ? "not made" : "gone")
                                 : difference.kind == DifferenceKind::kPresence
                                     ? "stays"
                                     : fate.outcome.substr(fate.outcome.find(' ') + 1);
        auto same = std::ranges::find(whats, what, &decltype(whats)::value_type::first);
        if (same == whats.end()) same = whats.insert(same, {what, {}});
        same->second.emplace_back(1, lane_name(other));
    }
    std::string text;
    for (const auto& [what, names] : whats)
        text += (text.empty() ? "" : "; ") + what + " in " + listed(names);
    return text;
}

}  // namespace mountscope
