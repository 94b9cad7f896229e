#include "app/tests/scene_support.hpp"

#include <doctest/doctest.h>

#include "core/kernel/command.hpp"

namespace mountscope {

float PlainMeasure::width(std::string_view text, FontRole font, float size) const {
    if (font == FontRole::kMono) return 0.6f * size * static_cast<float>(text.size());
    float width = 0;
    for (const char c : text) width += c == 'i' || c == 'l' || c == '.' || c == ',' || c == ' ' ? 0.3f : 0.6f;
    return width * size;
}

Story::Story(std::string_view scenario) {
    const ScenarioResult parsed = parse_scenario(scenario);
    REQUIRE_MESSAGE(!parsed.error, (parsed.error ? to_string(*parsed.error) : std::string()));
    const std::size_t count = parsed.scenario.lines.size();
    for (std::size_t i = 0; i < count; ++i) {
        const ScenarioLine& line = parsed.scenario.lines[i];
        // The colours of a story are given out state by state.
        if (count < 60 || i + 1 == count) {
            before = world;
            state_before = build_tables(before);
            colours.meet(before, state_before);
        }
        world.set_command(static_cast<std::uint32_t>(i + 1));
        const CommandResult result = run_command(world, default_kernel(), line.command);
        CHECK_MESSAGE((line.any_result || result.error == line.expected), line.text);
    }
    state = build_tables(world);
    colours.meet(world, state);
    changes = compare_worlds(before, world);
}

TreeInput Story::input() const {
    return {&world, &state, &before, &state_before, &changes, &colours};
}

Scene Story::picture(const TreeView& view) const {
    return make_tree_scene(input(), view, PlainMeasure());
}

MountRef Story::mount(std::string_view path) const {
    MountRef found;
    for (const TableRow& row : state.tables.front().rows) {
        if (state.tables.front().path_of(row) == path) found = row.mount;
    }
    REQUIRE(found);
    return found;
}

std::string doubling(int binds) {
    std::string text =
        "mkdir -p /mnt\nmount -t tmpfs zdtm /mnt\nmkdir -p /mnt/1 /mnt/2\nmount -t tmpfs zdtm /mnt/1\n"
        "mount --make-shared /mnt/1\nmkdir -p /mnt/1/1\n";
    for (int i = 0; i < binds; ++i) text += "mount --bind /mnt/1/1 /mnt/1/1\n";
    return text;
}

std::string desktop() {
    std::string text;
    const auto mount = [&text](const std::string& source, const std::string& path) {
        text += "mkdir -p " + path + "\nmount -t tmpfs " + source + " " + path + "\n";
    };
    text += "mount --make-shared /\n";
    for (const char* path : {"/proc", "/sys", "/dev", "/run", "/boot", "/home", "/tmp", "/var", "/opt/data"})
        mount(std::string(path).substr(path[1] == 'o' && path[2] == 'p' ? 5 : 1), path);
    mount("efi", "/boot/efi");
    for (const char* name :
         {"security", "cgroup", "pstore", "efivars", "bpf", "debug", "tracing", "fuse", "config"})
        mount(std::string(name) + "fs", std::string("/sys/") + (name[0] == 's' ? "kernel/" : "fs/") + name);
    for (const char* name : {"pts", "shm", "mqueue", "hugepages"})
        mount(std::string("dev") + name, std::string("/dev/") + name);
    for (const char* name : {"lock", "user/1000", "snapd/ns", "credentials"})
        mount("tmpfs", std::string("/run/") + name);
    mount("gvfsd-fuse", "/run/user/1000/gvfs");
    mount("portal", "/run/user/1000/doc");
    mount("binfmt_misc", "/proc/sys/fs/binfmt_misc");
    for (int i = 1; i <= 8; ++i)
        mount("snap" + std::to_string(i),
              "/snap/core" + std::to_string(18 + i) + "/" + std::to_string(2000 + 37 * i));
    text += "mount --bind /home /var\nmkdir -p /srv/www\nmount --bind /opt/data /srv/www\n";
    return text;
}

}  // namespace mountscope
