#pragma once
// The same command on machines with less and more memory: how many entries its lookups compare. Each point is
// counted by running the story anew with that many buckets, one command a call; nothing is estimated.
//
//   HashSweep sweep;
//   sweep.follow(session, 0);              // of lane 0, about its costly command
//   while (sweep.is_behind()) sweep.advance();
//   for (const SweepPoint& p : sweep.points()) p.chain_entries;
//
// What is known is kept while the story and the kernel are the same.

#include <optional>
#include <string>
#include <vector>

#include "app/model/session.hpp"

namespace mountscope {

struct SweepPoint {
    std::uint64_t memory = 0;
    std::uint32_t buckets = 0;
    std::uint64_t lookups = 0;        // hash lookups of the command, those of its path included
    std::uint64_t chain_entries = 0;  // that they compared
    std::uint32_t mounts = 0;         // before the command, the invisible roots not counted
    double per_lookup() const {
        return lookups == 0 ? 0 : static_cast<double>(chain_entries) / static_cast<double>(lookups);
    }
};

class HashSweep {
  public:
    void follow(const Session& session, std::size_t lane);
    bool is_behind() const { return points_.size() < wanted_points(); }
    void advance();

    const KernelProfile* kernel() const { return kernel_; }
    // What it is about, from 1; 0: nothing.
    std::size_t command() const { return commands_.size(); }
    const std::string& text() const { return text_; }
    // One for each memory from the least on; while it is behind, as many as are known.
    const std::vector<SweepPoint>& points() const { return points_; }

  private:
    std::size_t wanted_points() const;

    const KernelProfile* kernel_ = nullptr;
    RunOptions options_;
    std::vector<std::string> texts_;
    std::vector<Command> commands_;  // up to the one that it is about
    std::string text_;
    std::vector<SweepPoint> points_;
    std::optional<World> world_;  // of the point that is being counted
    std::size_t next_ = 0;
    std::uint64_t met_revision_ = 0;
    std::size_t met_lane_ = 0;
};

}  // namespace mountscope
