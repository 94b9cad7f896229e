#pragma once
// The parts of habits.cpp: one function for each program, in files by subject.

#include <string>
#include <utility>

#include "core/text/habits.hpp"

namespace mountscope::shell {

inline HabitError habit_error(std::string what, std::string expected, int status = 1) {
    return {status, std::move(what), std::move(expected)};
}

inline NormalisedCommand one_command(ScenarioWords words) {
    NormalisedCommand result;
    result.commands.push_back(std::move(words));
    return result;
}

HabitResult normalise_mount(const ScenarioWords& words);   // habits_mount.cpp
HabitResult normalise_umount(const ScenarioWords& words);  // habits_umount.cpp
HabitResult normalise_mkdir(const ScenarioWords& words);   // habits_files.cpp
HabitResult normalise_rmdir(const ScenarioWords& words);
HabitResult normalise_rm(const ScenarioWords& words);
HabitResult normalise_touch(const ScenarioWords& words);
HabitResult normalise_cd(const ScenarioWords& words);
HabitResult normalise_ls(const ScenarioWords& words);
HabitResult normalise_pwd(const ScenarioWords& words);
HabitResult normalise_cat(const ScenarioWords& words);
HabitResult normalise_findmnt(const ScenarioWords& words);
HabitResult normalise_mountinfo(const ScenarioWords& words);
HabitResult normalise_mountpoint(const ScenarioWords& words);
HabitResult normalise_sysctl(const ScenarioWords& words);
HabitResult normalise_mount_max(const ScenarioWords& words);
HabitResult normalise_unshare(const ScenarioWords& words);  // habits_process.cpp
HabitResult normalise_nsenter(const ScenarioWords& words);
HabitResult normalise_chroot(const ScenarioWords& words);
HabitResult normalise_pivot_root(const ScenarioWords& words);
HabitResult normalise_fork(const ScenarioWords& words);
HabitResult normalise_exit(const ScenarioWords& words);
HabitResult normalise_kill(const ScenarioWords& words);

}  // namespace mountscope::shell
