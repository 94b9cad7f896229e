#include "core/trace/timeline.hpp"

#include <algorithm>

namespace mountscope {

namespace {
constexpr std::size_t kMostKeptWorlds = 2048;
constexpr std::size_t kAlwaysKept = 64;  // the newest ones
}  // namespace

Timeline::Timeline(const KernelProfile& kernel, RunOptions options, MachineSettings machine)
    : kernel_(&kernel),
      options_(std::move(options)),
      machine_(machine),
      world_(World::boot(machine)),
      before_(world_) {
    Node boot;
    boot.world = std::make_unique<World>(world_);
    nodes_.push_back(std::move(boot));
}

const TimelineStep& Timeline::step(std::size_t index) const {
    return *nodes_[path_[index - 1]].step;
}

World Timeline::world_of(std::uint32_t node) const {
    std::vector<std::uint32_t> to_run;
    std::uint32_t at = node;
    while (!nodes_[at].world) {
        to_run.push_back(at);
        at = nodes_[at].parent;
    }
    World world = *nodes_[at].world;
    for (auto next = to_run.rbegin(); next != to_run.rend(); ++next) {
        run_command(world, *kernel_, nodes_[*next].step->command, options_);
    }
    return world;
}

World Timeline::world_at(std::size_t index) const {
    return world_of(index == 0 ? 0 : path_[std::min(index, path_.size()) - 1]);
}

void Timeline::set_cursor(std::size_t index) {
    cursor_ = index;
    world_ = world_at(index);
    before_ = index == 0 ? world_ : world_at(index - 1);
}

void Timeline::seek(std::size_t index) {
    index = std::min(index, path_.size());
    if (index != cursor_) set_cursor(index);
}

CommandResult Timeline::append(std::string text, const Command& command) {
    World next = world_;
    CommandResult result = run_command(next, *kernel_, command, options_);
    if (result.impossible || result.cancelled) return result;
    auto step = std::make_unique<TimelineStep>();
    step->text = std::move(text);
    step->command = command;
    step->result = result;
    step->changes = compare_worlds(world_, next);
    step->sentence = tell(world_, next, command, result, step->changes);

    const std::uint32_t parent = cursor_ == 0 ? 0 : path_[cursor_ - 1];
    Node node;
    node.parent = parent;
    node.depth = nodes_[parent].depth + 1;
    node.step = std::move(step);
    node.world = std::make_unique<World>(next);
    ++kept_worlds_;
    if (cursor_ < path_.size()) {
        other_tips_.push_back(path_.back());
        path_.resize(cursor_);
    }
    path_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    nodes_.push_back(std::move(node));
    before_ = std::move(world_);
    world_ = std::move(next);
    ++cursor_;
    if (kept_worlds_ > kMostKeptWorlds) thin_out_worlds();
    return result;
}

void Timeline::thin_out_worlds() {
    stride_ *= 2;
    kept_worlds_ = 0;
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
        Node& node = nodes_[i];
        const bool recent = i + kAlwaysKept >= nodes_.size();
        if (!recent && node.depth % stride_ != 0) node.world.reset();
        if (node.world) ++kept_worlds_;
    }
}

std::vector<Timeline::Branch> Timeline::branches() const {
    std::vector<Branch> list;
    for (const std::uint32_t tip : other_tips_) {
        std::uint32_t at = tip;
        const auto on_path = [this](std::uint32_t node) {
            const std::uint32_t depth = nodes_[node].depth;
            return depth == 0 || (depth <= path_.size() && path_[depth - 1] == node);
        };
        while (!on_path(at)) at = nodes_[at].parent;
        list.push_back({nodes_[at].depth, nodes_[tip].depth});
    }
    return list;
}

void Timeline::switch_branch(std::size_t index) {
    if (index >= other_tips_.size()) return;
    const Branch branch = branches()[index];
    const std::uint32_t tip = other_tips_[index];
    if (path_.empty()) return;
    other_tips_[index] = path_.back();
    std::vector<std::uint32_t> path(branch.length);
    for (std::uint32_t at = tip; at != 0; at = nodes_[at].parent) path[nodes_[at].depth - 1] = at;
    path_ = std::move(path);
    set_cursor(std::min(cursor_, branch.leaves_at));
}

}  // namespace mountscope
