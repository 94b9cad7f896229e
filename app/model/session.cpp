#include "app/model/session.hpp"

#include <algorithm>
#include <charconv>

#include "core/cost/cost_run.hpp"
#include "core/kernel/kernel.hpp"

namespace mountscope {
namespace {

// Views of small states cost little; of large ones only a few are kept.
constexpr std::size_t kMostKeptRows = 300'000;
constexpr std::size_t kMostKeptViews = 64;

}  // namespace

Session::Session()
    : timeline_(std::make_unique<Timeline>(default_kernel(), RunOptions{}, machine_of(default_kernel()))) {}

MachineSettings Session::machine_of(const KernelProfile& kernel) const {
    return settings_for(kernel, {.settings = {}, .memory = memory_});
}

void Session::begin(ScenarioInfo scenario, int parameter, const KernelProfile& kernel, RunOptions options) {
    scenario_ = std::move(scenario);
    parameter_ = parameter;
    timeline_ = std::make_unique<Timeline>(kernel, std::move(options), machine_of(kernel));
    inside_.reset();
    for (auto& other : others_)
        other = std::make_unique<MirroredTimeline>(other->kernel(), *timeline_, machine_of(other->kernel()));
    ++story_;
    changed(true);
}

CommandResult Session::execute(std::string text, const Command& command) {
    const bool branches_off = timeline_->cursor() < timeline_->size();
    const std::size_t cursor = timeline_->cursor();
    CommandResult result = timeline_->append(std::move(text), command);
    if (timeline_->cursor() != cursor) {
        inside_.reset();
        changed(branches_off);
    }
    return result;
}

void Session::seek(std::size_t index) {
    if (std::min(index, timeline_->size()) == timeline_->cursor() && !inside_) return;
    inside_.reset();
    timeline_->seek(index);
    changed(false);
}

void Session::switch_branch(std::size_t index) {
    inside_.reset();
    timeline_->switch_branch(index);
    changed(true);
}

void Session::changed(bool other_branch) {
    ++revision_;
    if (!other_branch) return;
    ++branch_;
    wanted_ = 0;
    kept_.clear();
    sums_.clear();
}

// --- views

World Session::world_of(std::size_t lane, std::size_t index) const {
    if (lane != 0) return others_[lane - 1]->world_at(index);
    return index == timeline_->cursor() ? timeline_->world() : timeline_->world_at(index);
}

const TimelineStep* Session::step_of(std::size_t lane, std::size_t index) const {
    if (index == 0) return nullptr;
    return lane == 0 ? &timeline_->step(index) : others_[lane - 1]->step(index);
}

std::shared_ptr<const StateView> Session::view_at(std::size_t lane, std::size_t index) const {
    const auto found = std::ranges::find_if(
        kept_, [&](const Kept& k) { return k.branch == branch_ && k.lane == lane && k.index == index; });
    if (found != kept_.end()) {
        kept_.splice(kept_.begin(), kept_, found);
        return kept_.front().view;
    }
    auto view = std::make_shared<const StateView>(world_of(lane, index));
    kept_.push_front({branch_, lane, index, view});
    std::size_t rows = 0;
    std::size_t count = 0;
    for (auto at = kept_.begin(); at != kept_.end();) {
        rows += at->view->mounts();
        // The newest two of each lane are on the screen.
        ++count;
        const bool drop = count > 2 * lanes() && (rows > kMostKeptRows || count > kMostKeptViews);
        at = drop ? kept_.erase(at) : std::next(at);
    }
    return view;
}

const StateView& Session::view() const {
    if (view_revision_ != revision_) {
        view_ = inside_ ? lane(0).view : view_at(0, timeline_->cursor());
        view_revision_ = revision_;
    }
    return *view_;
}

const StateView& Session::view_before() const {
    if (before_revision_ != revision_) {
        const std::size_t cursor = timeline_->cursor();
        before_ = view_at(0, cursor == 0 || inside_ ? cursor : cursor - 1);
        before_revision_ = revision_;
    }
    return *before_;
}

const Counters& Session::totals() const {
    if (sums_.empty()) sums_.emplace_back();
    while (sums_.size() <= timeline_->cursor()) {
        Counters sum = sums_.back();
        sum += timeline_->step(sums_.size()).result.counters;
        sums_.push_back(sum);
    }
    return sums_[timeline_->cursor()];
}

const Caption& Session::caption() const {
    if (caption_revision_ != revision_) {
        caption_ = inside_ ? caption_inside(*this) : caption_at_cursor(*timeline_, scenario_);
        if (!inside_ && !differences().summary.empty()) caption_.second = differences().summary;
        caption_revision_ = revision_;
    }
    return caption_;
}

const std::vector<ProvenanceStep>& Session::provenance_of(std::uint32_t unique_id) const {
    if (provenance_of_ != unique_id || provenance_revision_ != revision_) {
        provenance_ = provenance(*timeline_, view(), unique_id);
        provenance_of_ = unique_id;
        provenance_revision_ = revision_;
    }
    return provenance_;
}

std::uint32_t Session::find_mount(std::string_view path_or_id, std::string_view process_name) const {
    const StateView& view = this->view();
    const World& world = view.world();
    std::uint32_t number = 0;
    const char* end = path_or_id.data() + path_or_id.size();
    if (const auto [stop, error] = std::from_chars(path_or_id.data(), end, number);
        error == std::errc() && stop == end) {
        for (const MountTable& table : view.tables().tables) {
            for (const TableRow& row : table.rows) {
                if (world[row.mount].mnt_id == number) return world[row.mount].unique_id;
            }
        }
        return 0;
    }
    World copy = world;
    const ProcessRef process = copy.find_process(process_name);
    if (!process) return 0;
    Counters ignored;
    const PathResult at = Kernel(copy, timeline_->kernel(), ignored).lookup_path(process, path_or_id);
    if (at.error != Errno::kOk) return 0;
    const std::uint32_t id = world[at.path.mount].unique_id;
    return view.mount(id) ? id : 0;
}

}  // namespace mountscope
