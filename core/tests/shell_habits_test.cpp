// A person's habits in the scenario language.

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include "core/tests/shell_test_host.hpp"
#include "core/tests/support.hpp"
#include "core/text/habits.hpp"
#include "core/text/shell_commands.hpp"

namespace mountscope::test {

namespace {

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : text + " ") {
        if (c != ' ') {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    return words;
}

// The commands, joined by "; ", or the error behind a "!".
std::string normalised(const std::string& text) {
    const HabitResult result = normalise_command(split(text));
    if (const auto* const error = std::get_if<HabitError>(&result))
        return "!" + std::to_string(error->status) + " " + error->what + " | " + error->expected;
    const auto& command = std::get<NormalisedCommand>(result);
    std::string joined;
    const auto add = [&](const std::string& part) { joined += (joined.empty() ? "" : "; ") + part; };
    for (const ScenarioWords& words : command.commands) add(join(words));
    if (command.process) {
        add("start " + join(command.process->start));
        for (const ScenarioWords& words : command.process->inside) add("inside " + join(words));
        add("program " + join(command.process->program));
    }
    return joined;
}

std::string notes(const std::string& text) {
    const HabitResult result = normalise_command(split(text));
    const auto* const command = std::get_if<NormalisedCommand>(&result);
    return command == nullptr ? "" : join(command->notes);
}

bool refused(const std::string& text, const std::string& what, const std::string& expected = "") {
    const std::string result = normalised(text);
    CAPTURE(result);
    const bool good = result.starts_with("!") && result.find(what) != std::string::npos &&
                      result.find(expected) != std::string::npos;
    CHECK(good);
    return good;
}

}  // namespace

TEST_CASE("the scenario language comes through unchanged") {
    for (const std::string text : {"mkdir -p /a /b/c",
                                   "rmdir /a",
                                   "rm /f",
                                   "touch /f",
                                   "mount -t tmpfs NAME /a",
                                   "mount -t ramfs NAME /a",
                                   "mount --bind /a /b",
                                   "mount --rbind /a /b",
                                   "mount --move /a /b",
                                   "mount --make-shared /a",
                                   "mount --make-slave /a",
                                   "mount --make-private /a",
                                   "mount --make-unbindable /a",
                                   "mount --make-rshared /a",
                                   "mount --make-rslave /a",
                                   "mount --make-rprivate /",
                                   "mount --make-runbindable /a",
                                   "umount /a",
                                   "umount -l /a",
                                   "pivot_root /new /new/old",
                                   "chroot /a",
                                   "cd /a",
                                   "cd .",
                                   "open /a as 3",
                                   "open . as fd",
                                   "close 3",
                                   "where /a/b",
                                   "unshare -m ct",
                                   "unshare -m --propagation slave ct",
                                   "unshare -Um b",
                                   "unshare -Um --propagation unchanged b",
                                   "fork b",
                                   "nsenter -m ct b",
                                   "exit ct",
                                   "show",
                                   "set-group /a /b",
                                   "mount --move --beneath /a /b",
                                   "! EBUSY umount /mnt",
                                   "! EBUSY ns b umount /mnt",
                                   "? umount /mnt",
                                   "? ns b cd /x",
                                   "ns b mount --bind /a /b",
                                   "ns b unshare -m c",
                                   "! EINVAL mkdir -p /a /b",
                                   "undo",
                                   "redo 3",
                                   "help mount",
                                   "history",
                                   "goto 5",
                                   "reset",
                                   "kernel 6.18",
                                   "load name",
                                   "clear",
                                   "why /mnt/1",
                                   "state",
                                   "mkdir /a",
                                   "umount -R /a",
                                   "umount -R -l /a",
                                   "mountinfo",
                                   "pwd",
                                   "ls /a"}) {
        CHECK(normalised(text) == text);
        CHECK(notes(text) == "");
    }
}

TEST_CASE("every recorded scenario runs in the shell as it is written") {
    const std::vector<std::string> files = data_files("scenarios", ".scn");
    REQUIRE(files.size() > 100);
    for (const std::string& file : files) {
        CAPTURE(file);
        const std::string scenario = read_data(file);
        std::vector<std::string> expected;
        for (const std::string& line : lines_of(scenario)) {
            std::vector<std::string> words = split(line);
            const auto comment = std::find_if(words.begin(), words.end(),
                                              [](const std::string& word) { return word[0] == '#'; });
            words.erase(comment, words.end());
            if (!words.empty()) expected.push_back(join(words));
        }
        RecordingHost host;
        run_shell(host, scenario);
        CHECK(host.commands == expected);
        CHECK(host.error == "");
        CHECK(host.notes == "");
    }
}

TEST_CASE("commands in front of a command fall away") {
    const std::vector<std::string> fronts = {"sudo",
                                             "sudo -E -u root",
                                             "sudo --user=root",
                                             "sudo A=1 B=2",
                                             "/usr/bin/sudo",
                                             "doas",
                                             "env",
                                             "env A=1 B=2",
                                             "env -i",
                                             "nice",
                                             "nice -n 10",
                                             "nice -n10",
                                             "ionice -c 3",
                                             "time",
                                             "time -p",
                                             "/usr/bin/time -f %E",
                                             "/usr/bin/time --format=%E -o out",
                                             "nohup",
                                             "setsid",
                                             "timeout 5",
                                             "timeout -s KILL 5",
                                             "command",
                                             "exec",
                                             "busybox",
                                             "strace -f -e mount",
                                             "sudo nice time",
                                             "stdbuf -oL",
                                             "sudo -n --"};
    for (const std::string& front : fronts) {
        CAPTURE(front);
        CHECK(normalised(front + " mount --bind /a /b") == "mount --bind /a /b");
    }
    CHECK(normalised("/bin/mount --bind /a /b") == "mount --bind /a /b");
    CHECK(normalised("/usr/bin/umount -l /a") == "umount -l /a");
    CHECK(normalised("! EBUSY sudo umount /x") == "! EBUSY umount /x");
    CHECK(normalised("ns b sudo mount -B /a /b") == "ns b mount --bind /a /b");
    CHECK(normalised("sudo") == "");
    CHECK(refused("timeout 5 foo", "foo: command not found"));
    CHECK(refused("nice -n", "`-n` needs a value"));
    const auto time =
        std::get<UnwrappedCommand>(strip_wrappers({"/usr/bin/time", "-f", "%E", "./umount", "-l", "/mnt/1"}));
    CHECK(time.timed);
    CHECK(time.time_format == "%E");
    CHECK(time.words == std::vector<std::string>{"./umount", "-l", "/mnt/1"});
    const auto env = std::get<UnwrappedCommand>(strip_wrappers({"env", "N=5", "sh", "run.sh"}));
    CHECK(env.assignments == std::vector<std::pair<std::string, std::string>>{{"N", "5"}});
}

TEST_CASE("mount") {
    const std::vector<std::pair<std::string, std::string>> all = {
        {"mount -B /a /b", "mount --bind /a /b"},
        {"mount -R /a /b", "mount --rbind /a /b"},
        {"mount -M /a /b", "mount --move /a /b"},
        {"mount /a /b --bind", "mount --bind /a /b"},
        {"mount -o bind /a /b", "mount --bind /a /b"},
        {"mount -obind /a /b", "mount --bind /a /b"},
        {"mount --options=rbind /a /b", "mount --rbind /a /b"},
        {"mount -o bind,ro /a /b", "mount --bind /a /b"},
        {"mount -v -n --bind /a /b", "mount --bind /a /b"},
        {"mount --bind --make-private /a /b", "mount --bind /a /b; mount --make-private /b"},
        {"mount --make-rslave --rbind /a /b", "mount --rbind /a /b; mount --make-rslave /b"},
        {"mount --bind --make-slave --make-shared /a /b",
         "mount --bind /a /b; mount --make-slave /b; mount --make-shared /b"},
        {"mount -o bind,private /a /b", "mount --bind /a /b; mount --make-private /b"},
        {"mount --make-slave --make-shared /b", "mount --make-slave /b; mount --make-shared /b"},
        {"mount --make-rsh /b", "mount --make-rshared /b"},
        {"mount --make-rprivate none /", "mount --make-rprivate /"},
        {"mount -o shared /b", "mount --make-shared /b"},
        {"mount -t tmpfs -o size=1m name /d", "mount -t tmpfs name /d"},
        {"mount -ttmpfs name /d", "mount -t tmpfs name /d"},
        {"mount none /d -t tmpfs", "mount -t tmpfs none /d"},
        {"mount -t tmpfs --make-shared name /d", "mount -t tmpfs name /d; mount --make-shared /d"},
        {"mount -t proc proc /proc", "mount -t proc proc /proc"},
        {"mount --mkdir -t tmpfs name /d", "mkdir -p /d; mount -t tmpfs name /d"},
        {"mount -o X-mount.mkdir,bind /a /b", "mkdir -p /b; mount --bind /a /b"},
        {"mount --source /a --target /b --bind", "mount --bind /a /b"},
        {"mount --beneath --move /a /b", "mount --move --beneath /a /b"},
        {"mount", "mountinfo"},
        {"mount -l", "mountinfo"},
        {"mount -t tmpfs", "mountinfo"},
        {"mount -o remount,ro /a", ""},
        {"mount -o remount,bind,ro /a", ""},
        {"mount -f --bind /a /b", ""},
        {"./mount --bind /mnt/1/1 /mnt/1/1", "mount --bind /mnt/1/1 /mnt/1/1"},
    };
    for (const auto& entry : all) {
        CAPTURE(entry.first);
        CHECK(normalised(entry.first) == entry.second);
    }
    CHECK(notes("mount -o bind,ro,nosuid /a /b").find("`ro,nosuid` is left out") != std::string::npos);
    CHECK(notes("mount -o remount,rw /a").find("does nothing") != std::string::npos);
    CHECK(notes("mount -o rw,defaults --bind /a /b") == "");
    CHECK(refused("mount --make-shared", "needs a directory", "mount --make-shared DIR"));
    CHECK(refused("mount --make-shared /a /b", "takes one directory", "mount --make-shared DIR"));
    CHECK(refused("mount --bind /a", "needs two places", "mount --bind A B"));
    CHECK(refused("mount --rbind", "needs two places", "mount --rbind A B"));
    CHECK(refused("mount --bind /a /b /c", "`/c` is one word too many", "mount --bind A B"));
    CHECK(refused("mount --bind --move /a /b", "either moved or bound"));
    CHECK(refused("mount --beneath /a /b", "goes with `--move`"));
    CHECK(refused("mount -t tmpfs /d", "needs a name and a directory", "mount -t tmpfs NAME DIR"));
    CHECK(refused("mount /dev/sda1 /d", "no device `/dev/sda1`", "mount -t tmpfs NAME DIR"));
    CHECK(refused("mount /d", "no /etc/fstab"));
    CHECK(refused("mount -a", "no /etc/fstab"));
    CHECK(refused("mount -t", "`-t` needs a value"));
    CHECK(refused("mount --bnid /a /b", "`--bnid` is not an option", "--bind"));
    CHECK(refused("mount --make /a", "may mean several"));
    CHECK(refused("mount --bind=x /a /b", "takes no value"));
    CHECK(
        refused("mount \xE2\x80\x93"
                "bind /a /b",
                "a dash of a printed page", "--bind"));
    CHECK(refused("mount -Q /a /b", "`-Q` is not an option"));
    CHECK(refused("! EBUSY mount --bind --make-private /a /b", "not one system call"));
}

TEST_CASE("umount") {
    CHECK(normalised("umount --lazy /a") == "umount -l /a");
    CHECK(normalised("umount /a -l") == "umount -l /a");
    CHECK(normalised("umount -f -n -v /a") == "umount /a");
    CHECK(normalised("umount /a /b") == "umount /a; umount /b");
    CHECK(normalised("umount -l /a /b") == "umount -l /a; umount -l /b");
    CHECK(normalised("umount --recursive /a") == "umount -R /a");
    CHECK(normalised("umount -lR /a") == "umount -R -l /a");
    CHECK(normalised("./umount -l /mnt/1") == "umount -l /mnt/1");
    CHECK(normalised("./umount /mnt/1") == "umount -l /mnt/1");
    CHECK(notes("./umount /mnt/1").find("MNT_DETACH") != std::string::npos);
    CHECK(notes("./umount -l /mnt/1") == "");
    CHECK(normalised("/bin/umount /mnt/1") == "umount /mnt/1");
    CHECK_FALSE(std::get<NormalisedCommand>(normalise_command({"umount", "/a", "/b"})).stop_at_failure);
    CHECK(std::get<NormalisedCommand>(normalise_command({"mount", "--bind", "--make-shared", "/a", "/b"}))
              .stop_at_failure);
    CHECK(refused("umount", "a directory is missing", "umount [-l] [-R] DIR..."));
    CHECK(refused("umount -a", "not possible here"));
    CHECK(refused("umount --lzay /a", "is not an option", "--lazy"));
    CHECK(refused("! EBUSY umount /a /b", "not one system call"));
}

TEST_CASE("files") {
    CHECK(normalised("mkdir /a /b") == "mkdir /a; mkdir /b");
    CHECK(normalised("mkdir -pv -m 755 /a /b") == "mkdir -p /a /b");
    CHECK(normalised("mkdir --parents --mode=700 /a") == "mkdir -p /a");
    CHECK(normalised("rmdir /a /b") == "rmdir /a; rmdir /b");
    CHECK(normalised("rmdir -p a/b/c") == "rmdir a/b/c; rmdir a/b; rmdir a");
    CHECK(normalised("rm -rf /a") == "rm -r -f /a");
    CHECK(normalised("rm -f") == "");
    CHECK(normalised("unlink /f") == "rm /f");
    CHECK(normalised("touch /a /b") == "touch /a; touch /b");
    CHECK(normalised("cd") == "cd /");
    CHECK(normalised("ls -la /a") == "ls /a");
    CHECK(normalised("ls") == "ls");
    CHECK(normalised("cat /proc/self/mountinfo") == "mountinfo");
    CHECK(normalised("cat /proc/mounts") == "mountinfo");
    CHECK(normalised("cat /proc/ct/mountinfo") == "ns ct mountinfo");
    CHECK(normalised("findmnt") == "mountinfo");
    CHECK(normalised("findmnt -R -o TARGET,PROPAGATION /mnt") == "mountinfo /mnt");
    CHECK(normalised("findmnt -N ct") == "ns ct mountinfo");
    CHECK(normalised("mountpoint -q /a") == "mountpoint -q /a");
    CHECK(normalised("sysctl -w fs.mount-max=5") == "mount-max 5");
    CHECK(normalised("sysctl fs.mount-max") == "mount-max");
    CHECK(normalised("sync") == "");
    CHECK(normalised("sleep 1") == "");
    CHECK(notes("gcc mount.c -o mount").find("nothing is compiled") != std::string::npos);
    CHECK(refused("mkdir", "a path is missing"));
    CHECK(refused("mkdir -q /a", "is not an option"));
    CHECK(refused("cd /a /b", "one word too many"));
    CHECK(refused("cd -", "not remembered"));
    CHECK(refused("cat /a", "no contents"));
    CHECK(refused("sysctl kernel.x=1", "only setting"));
    CHECK(refused("mount-max many", "a number"));
    CHECK(refused("open /a 3", "a path and a name", "open PATH as FD"));
}

TEST_CASE("processes") {
    const std::string change = "start unshare -m --propagation private";
    CHECK(normalised("unshare -m") == change + "; program ");
    CHECK(normalised("unshare --mount bash") == change + "; program bash");
    CHECK(normalised("unshare -m sh ./run.sh 5") == change + "; program sh ./run.sh 5");
    CHECK(normalised("unshare -m sh") == change + "; program sh");
    CHECK(normalised("sudo unshare -m --propagation slave /bin/bash") ==
          "start unshare -m --propagation slave; program /bin/bash");
    CHECK(normalised("unshare -m --propagation=unchanged") ==
          "start unshare -m --propagation unchanged; program ");
    CHECK(normalised("unshare -Urm") == "start unshare -Um --propagation private; program ");
    CHECK(normalised("unshare -Um bash") == "start unshare -Um --propagation private; program bash");
    CHECK(normalised("unshare -mpf --mount-proc sh -c true") == change + "; program sh -c true");
    CHECK(normalised("unshare -m --root /new --wd /x mount -l") ==
          change + "; inside chroot /new; inside cd /; inside cd /x; program mount -l");
    CHECK(normalised("unshare -m umount -l /a") == change + "; program umount -l /a");
    CHECK(normalised("ns b unshare -m bash") == "start ns b unshare -m --propagation private; program bash");
    CHECK(notes("unshare -m bash").find("makes every mount in the new namespace private") !=
          std::string::npos);
    CHECK(notes("unshare -m --propagation private bash") == "");
    CHECK(notes("unshare -mn bash").find("only mount and user namespaces") != std::string::npos);
    CHECK(normalised("nsenter -t ct -m") == "start nsenter -m ct; program ");
    CHECK(normalised("nsenter --target ct --mount umount /a") == "start nsenter -m ct; program umount /a");
    CHECK(normalised("nsenter --mount=/proc/ct/ns/mnt ls") == "start nsenter -m ct; program ls");
    CHECK(normalised("chroot /a ls /") == "start fork; inside chroot /a; inside cd /; program ls /");
    CHECK(normalised("kill -9 ct b") == "exit ct; exit b");
    CHECK(refused("unshare", "without `-m`"));
    CHECK(refused("unshare -n bash", "without `-m`"));
    CHECK(refused("unshare -m --propagation shard bash", "`shard` is not a kind of propagation",
                  "private, slave"));
    CHECK(refused("nsenter -t ct ls", "without `-m`"));
    CHECK(refused("nsenter -m ls", "the name of a process is missing"));
    CHECK(refused("pivot_root /a", "two directories"));
    CHECK(refused("fork", "one name"));
    CHECK(refused("fork a/b", "one name"));
    CHECK(refused("kill", "name of a process is missing"));
    CHECK(refused("! EPERM unshare -m bash", "not one system call"));
}

TEST_CASE("prefixes and unknown commands") {
    CHECK(refused("! EBUZY umount /a", "needs the name of an errno"));
    CHECK(refused("!", "needs the name of an errno"));
    CHECK(refused("! EBUSY", "without a command"));
    CHECK(refused("ns", "name of a process"));
    CHECK(refused("ns b", "without a command"));
    CHECK(refused("ns a/b umount /x", "name of a process"));
    CHECK(normalised("umuont /a") == "!127 umuont: command not found | umount");
    CHECK(normalised("muont /a") == "!127 muont: command not found | mount");
    CHECK(normalised("unsahre -m b") == "!127 unsahre: command not found | unshare");
    CHECK(refused("xyzzy", "xyzzy: command not found", "`help`"));
    CHECK(refused("cp a b", "files have no contents"));
    CHECK(std::holds_alternative<NormalisedCommand>(normalise_command({})));
    CHECK(std::holds_alternative<HabitError>(normalise_command({""})));
    std::vector<std::string> many(100, "sudo");
    CHECK(std::holds_alternative<HabitError>(normalise_command(many)));
}

TEST_CASE("tables of commands are sorted and agree") {
    const std::vector<std::string_view> names = shell_command_names();
    CHECK(std::is_sorted(names.begin(), names.end()));
    const std::vector<std::string_view> habits = habit_command_names();
    CHECK(std::is_sorted(habits.begin(), habits.end()));
    for (const ShellCommandInfo& info : shell_commands()) {
        CAPTURE(info.name);
        CHECK(!info.usage.empty());
        RecordingHost host;
        run_shell(host, std::string(info.name));
        CHECK(host.error.find("command not found") == std::string::npos);
    }
    CHECK(nearest_word("mout", names) == "mount");
    CHECK(nearest_word("x", names) == "");
    CHECK(nearest_word(std::string(1'000, 'x'), names) == "");
}

}  // namespace mountscope::test
