#pragma once
// For tests of scenes: runs a scenario and keeps the state before and after its last command.
//
//   Story story("mount -t tmpfs t /mnt\nmount --make-shared /mnt\n");
//   Scene scene = story.picture({.size = {740, 480}});

#include <memory>
#include <string>
#include <string_view>

#include "core/text/mount_table.hpp"
#include "core/text/scenario.hpp"
#include "core/trace/changes.hpp"

#include "app/scene/tree_view.hpp"

namespace mountscope {

// Letters about as wide as those of the real fonts.
class PlainMeasure final : public TextMeasure {
  public:
    float width(std::string_view text, FontRole font, float size) const override;
};

class Story {
  public:
    // Runs all lines; each may fail as the scenario expects. Lines that don't parse fail the test.
    explicit Story(std::string_view scenario);

    World world = World::boot();
    World before = World::boot();
    StateTables state;
    StateTables state_before;
    Changes changes;
    GroupColours colours;

    TreeInput input() const;
    Scene picture(const TreeView& view) const;
    MountRef mount(std::string_view path) const;  // the topmost one at a path in main's eyes
    std::uint32_t id(std::string_view path) const { return world[mount(path)].unique_id; }
};

// The script of the worst case: `binds` self-binds of one shared mount, without the umount.
std::string doubling(int binds);
// About forty mounts, as on a desktop machine.
std::string desktop();

}  // namespace mountscope
