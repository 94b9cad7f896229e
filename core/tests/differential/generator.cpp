#include "core/tests/differential/generator.hpp"

#include "core/tests/differential/random.hpp"
#include "core/text/mount_table.hpp"
#include "core/text/scenario.hpp"

namespace mountscope {

namespace {

constexpr std::size_t kMostMounts = 120;   // in all namespaces
constexpr std::size_t kMostProcesses = 6;  // living ones
constexpr std::size_t kMostNames = 24;     // the runner has room for 40
constexpr std::size_t kMostNamespaces = 4;

class Generator {
  public:
    Generator(std::uint64_t seed, const KernelProfile& kernel)
        : random_(seed), kernel_(kernel), world_(World::boot()) {}

    std::string make() {
        put("main", "mkdir -p /a/x/y /b/x /c/y /d");
        if (random_.chance(50)) put("main", "mount -t tmpfs t0 /a");
        if (random_.chance(40)) put("main", "mkdir -p /a/x/y /a/b /a/c");
        if (random_.chance(40)) put("main", "mount --make-rshared /");
        // Some scenarios do a little of everything, some mostly one thing.
        focus_ = random_.below(kTopics + 4);
        const std::size_t wanted = 5 + random_.below(random_.chance(25) ? 70 : 30);
        for (std::size_t i = 0; i < wanted; ++i) step();
        return text_;
    }

  private:
    // --- the world as it is
    // -------------------------------------------------------------------------------------
    std::vector<std::string> living() const {
        std::vector<std::string> names;
        for (std::uint32_t value = 1; value < world_.process_slots(); ++value) {
            const Process& p = world_[ProcessRef{value}];
            if (p.ns) names.emplace_back(world_.text(p.name));
        }
        return names;
    }
    std::size_t living_namespaces() const {
        std::size_t count = 0;
        for (std::uint32_t value = 1; value < world_.namespace_slots(); ++value) {
            if (world_[NamespaceRef{value}].root) ++count;
        }
        return count;
    }
    bool is_full() const { return world_.live_mounts() > kMostMounts; }

    Errno put(const std::string& process, const std::string& command) {
        const std::string line = process == "main" ? command : "ns " + process + " " + command;
        const ScenarioResult parsed = parse_scenario(line);
        if (parsed.error) return Errno::kEINVAL;
        World before = world_;
        const CommandResult result = run_command(world_, kernel_, parsed.scenario.lines[0].command);
        if (result.impossible) {
            world_ = before;
            return Errno::kEINVAL;
        }
        if (world_.live_mounts() > kMostMounts * 3) {
            world_ = before;  // a doubling too far
            return Errno::kENOSPC;
        }
        text_ += "? " + line + "\n";
        return result.error;
    }

    // --- paths
    // --------------------------------------------------------------------------------------------------
    std::string mounted_path() {
        const MountTable table = build_table(world_, world_[process_ref_].ns);
        std::vector<std::string> paths;
        std::vector<std::string> shared;
        for (const TableRow& row : table.rows) {
            if (row.hidden && !random_.chance(15)) continue;
            const std::string& path = table.path_of(row);
            if (path == "/" && !random_.chance(15)) continue;
            if (path.size() > 60) continue;
            paths.push_back(path);
            if (world_[row.mount].group_id != 0 || world_[row.mount].master) shared.push_back(path);
        }
        if (paths.empty()) return "/";
        if (!shared.empty() && random_.chance(40)) return random_.pick(shared);
        if (random_.chance(25)) return paths.back();
        return random_.pick(paths);
    }
    // A mount that may be moved: not locked, its parent in sight; mostly, that is made private when it is
    // shared.
    std::string movable_path() {
        const MountTable table = build_table(world_, world_[process_ref_].ns);
        std::vector<std::size_t> rows;
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const TableRow& row = table.rows[i];
            if (row.hidden || row.parent < 0 || world_.has_flag(row.mount, kMountLocked)) continue;
            rows.push_back(i);
        }
        if (rows.empty()) return mounted_path();
        const TableRow& row = table.rows[random_.pick(rows)];
        const TableRow& parent = table.rows[static_cast<std::size_t>(row.parent)];
        if (world_.is_shared(parent.mount) && random_.chance(70)) {
            put(process_, "mount --make-private " + table.path_of(parent));
        }
        return table.path_of(row);
    }
    // Two mounts of one file system: one with a group or master, one that can take it over.
    std::pair<std::string, std::string> group_and_joiner() {
        const MountTable table = build_table(world_, world_[process_ref_].ns);
        std::vector<std::pair<std::string, std::string>> pairs;
        for (const TableRow& from : table.rows) {
            for (const TableRow& to : table.rows) {
                const Mount& f = world_[from.mount];
                const Mount& t = world_[to.mount];
                if (from.hidden || to.hidden || f.superblock != t.superblock || &from == &to) continue;
                if ((f.group_id == 0 && !f.master) || !world_.is_subdir(t.root, f.root)) continue;
                pairs.emplace_back(table.path_of(from), table.path_of(to));
            }
        }
        return pairs.empty() ? std::pair{mounted_path(), mounted_path()} : random_.pick(pairs);
    }
    std::string name() {
        static const std::vector<std::string> names = {"a", "b", "c", "d", "x", "y", "z"};
        return random_.pick(names);
    }
    std::string directory() {
        std::string path = random_.chance(25) ? "/" + name() : mounted_path();
        const std::size_t more = random_.chance(40) ? 0 : random_.chance(70) ? 1 : 2;
        for (std::size_t i = 0; i < more; ++i) path += (path == "/" ? "" : "/") + name();
        return path;
    }
    // Mostly there, sometimes written oddly.
    std::string odd(std::string path) {
        const unsigned percent = focus_ == kPaths ? 60 : 12;
        if (!random_.chance(percent)) return path;
        switch (random_.below(12)) {
            case 0:
                return path + "/";
            case 1:
                return path + "//.";
            case 2:
                return path + "/..";
            case 3:
                return path + "/../" + name();
            case 4:
                return "/.." + path;
            case 5:
                return path.size() > 1 ? path.substr(1) : ".";
            case 6:
                return ".";
            case 7:
                return "..";
            case 8:
                return "./" + name();
            case 9:
                return "../" + name() + "/";
            case 10:
                return path + "/" + name() + "/../.";
            default:
                return "../../" + name() + "/" + name();
        }
    }
    std::string some_mount() { return odd(mounted_path()); }
    std::string some_directory() { return odd(directory()); }
    // Made when it is missing.
    std::string existing_directory() {
        const std::string path = directory();
        if (!exists(path) && random_.chance(90)) put(process_, "mkdir -p " + path);
        return odd(path);
    }
    bool exists(const std::string& path) {
        Counters counters;
        World copy = world_;
        return Kernel(copy, kernel_, counters).lookup_path(process_ref_, path).error == Errno::kOk;
    }

    // --- commands
    // -----------------------------------------------------------------------------------------------
    void choose_process() {
        const auto names = living();
        process_ = random_.chance(45) ? "main" : random_.pick(names);
        process_ref_ = world_.find_process(process_);
    }
    std::string fresh_name() { return "p" + std::to_string(++names_); }

    enum Topic : std::size_t {
        kMounting,
        kPropagation,
        kUnmounting,
        kMoving,
        kRoots,
        kNamespaces,
        kRemoving,
        kPaths,
        kHolding,
        kStacks,
        kTopics,
    };
    void step() {
        choose_process();
        const std::size_t topic = focus_ < kTopics && random_.chance(45) ? focus_ : random_.below(kTopics);
        switch (topic) {
            case kMounting:
                return mounting();
            case kPropagation:
                return propagation();
            case kUnmounting:
                return unmounting();
            case kMoving:
                return moving();
            case kRoots:
                return roots();
            case kNamespaces:
                return namespaces();
            case kRemoving:
                return removing();
            case kHolding:
                return holding();
            case kStacks:
                return stacks();
            default:
                put(process_, "where " + odd(directory()));
                return mounting();
        }
    }
    void mounting() {
        if (is_full()) return unmounting();
        const std::size_t kind = random_.below(10);
        if (kind < 3) {
            const std::string target = random_.chance(70) ? existing_directory() : some_mount();
            const Errno error =
                put(process_, std::string("mount -t ") + (random_.chance(90) ? "tmpfs" : "ramfs") + " t" +
                                  std::to_string(++filesystems_) + " " + target);
            if (error == Errno::kOk && target.front() == '/' && random_.chance(80)) {
                put(process_, "mkdir -p " + target + "/x " + target + "/y " + target + "/" + name());
            }
        } else if (kind < 9) {
            const std::string from = random_.chance(60) ? some_mount() : existing_directory();
            const std::string to = random_.chance(10)   ? from
                                   : random_.chance(30) ? some_mount()
                                                        : existing_directory();
            put(process_,
                std::string("mount ") + (random_.chance(45) ? "--rbind " : "--bind ") + from + " " + to);
        } else {
            const std::string a = directory() + "/f";
            const std::string b = directory() + "/g";
            put(process_, "touch " + a);
            put(process_, "touch " + b);
            put(process_, "mount --bind " + a + " " + odd(b));
        }
    }
    void propagation() {
        static const std::vector<std::string> types = {"shared", "shared",  "shared",    "slave",
                                                       "slave",  "private", "unbindable"};
        const std::string target = random_.chance(92) ? some_mount() : some_directory();
        const std::string type = random_.pick(types);
        put(process_, std::string("mount --make-") + (random_.chance(25) ? "r" : "") + type + " " + target);
        if (type == "slave" && random_.chance(50)) put(process_, "mount --make-shared " + target);
        if (random_.chance(15)) {
            const auto [from, to] = group_and_joiner();
            if (random_.chance(80)) put(process_, "mount --make-private " + to);
            put(process_, "set-group " + odd(from) + " " + odd(to));
        }
    }
    void unmounting() {
        const std::size_t kind = random_.below(20);
        if (kind == 0) {
            put(process_, random_.chance(50) ? "umount -l /" : "umount /");
        } else {
            put(process_, std::string("umount ") + (random_.chance(45) ? "-l " : "") + some_mount());
        }
    }
    void moving() {
        if (is_full()) return unmounting();
        const std::string from = random_.chance(60)   ? movable_path()
                                 : random_.chance(80) ? some_mount()
                                                      : some_directory();
        std::string to = random_.chance(35) ? some_mount() : existing_directory();
        if (to.starts_with(from) && random_.chance(70)) to = odd("/" + name());
        if (random_.chance(25)) {
            put(process_, "mkdir -p /m");
            if (random_.chance(70)) put(process_, "mount --make-private /");
            put(process_, "mount -t tmpfs t" + std::to_string(++filesystems_) + " /m");
            if (random_.chance(30)) put(process_, "mkdir -p /m/x /m/y");
            put(process_, "mount --move --beneath /m " + some_mount());
        } else if (random_.chance(25)) {
            put(process_, "mount --move --beneath " + from + " " +
                              (random_.chance(50) ? movable_path() : some_mount()));
        } else {
            put(process_, "mount --move " + from + " " + to);
        }
    }
    void roots() {
        const std::size_t kind = random_.below(10);
        if (kind < 4) {
            const std::string top = mounted_path();
            const std::string old = top + (top == "/" ? "" : "/") + name();
            put(process_, "mkdir -p " + old);
            if (random_.chance(30)) put(process_, "mount --make-rprivate /");
            put(process_, "pivot_root " + odd(top) + " " + (random_.chance(70) ? old : odd(top)));
            if (random_.chance(30)) put(process_, "umount -l " + odd("/" + name()));
        } else if (kind < 7 && process_ != "main") {
            put(process_, "chroot " + (random_.chance(70) ? some_mount() : some_directory()));
            if (random_.chance(60)) put(process_, "cd /");
        } else {
            put(process_, "cd " + (random_.chance(50) ? some_mount() : some_directory()));
        }
    }
    void namespaces() {
        const auto names = living();
        const bool room = names.size() < kMostProcesses && names_ < kMostNames;
        const std::size_t kind = random_.below(10);
        if (kind < 5 && room && living_namespaces() < kMostNamespaces &&
            world_.live_mounts() < kMostMounts / 2) {
            static const std::vector<std::string> ways = {"",
                                                          "",
                                                          "",
                                                          "--propagation slave ",
                                                          "--propagation private ",
                                                          "--propagation shared ",
                                                          "--propagation unchanged "};
            put(process_, std::string("unshare ") + (random_.chance(40) ? "-Um " : "-m ") +
                              random_.pick(ways) + fresh_name());
        } else if (kind < 6 && room) {
            put(process_, "fork " + fresh_name());
        } else if (kind < 8 && room) {
            // Where "/" is gone, one would stand on the mount below it, which is another on every machine.
            const std::string& other = random_.pick(names);
            const NamespaceRef ns = world_[world_.find_process(other)].ns;
            if (world_[world_[ns].root].overmount) put(process_, "nsenter -m " + other + " " + fresh_name());
        } else if (names.size() > 1) {
            put("main", "exit " + names[1 + random_.below(names.size() - 1)]);
        }
    }
    void removing() {
        const std::string path = random_.chance(50) ? some_mount() : some_directory();
        switch (random_.below(8)) {
            case 6:
                ghosts();
                break;
            case 7: {
                // The root of a mount, or what it covers, goes.
                const std::string from = existing_directory();
                const std::string to = existing_directory();
                put(process_, "mount --bind " + from + " " + to);
                put(process_, "rmdir " + from);
                if (random_.chance(50)) put(process_, "mount --move " + to + " " + existing_directory());
                if (random_.chance(50)) put(process_, "mount --bind " + to + " " + existing_directory());
                break;
            }
            case 0:
                put(process_, "rm " + odd(directory() + (random_.chance(50) ? "/f" : "/g")));
                break;
            case 1:
                put(process_, "touch " + odd(directory() + "/f"));
                break;
            case 2:
                put(process_, "mkdir -p " + path);
                break;
            default:
                put(process_, "rmdir " + path);
        }
    }
    // Directories that are gone and still stood in.
    void ghosts() {
        const std::string place = directory() + "/" + name();
        put(process_, "mkdir -p " + place);
        put(process_, "cd " + place);
        put(random_.chance(70) ? process_ : "main", "rmdir " + place);
        static const std::vector<std::string> things = {
            "mkdir -p x",
            "touch f",
            "where .",
            "where ..",
            "mount -t tmpfs g .",
            "mount --move . /",
            "umount .",
            "umount -l ..",
            "cd ..",
            "chroot .",
            "open . as g",
            "mount --bind .. .",
            "mount --bind / .",
            "mount --rbind . ..",
            "rmdir ../x",
        };
        for (std::size_t i = random_.below(4); i > 0; --i) put(process_, random_.pick(things));
        if (random_.chance(60)) put(process_, "mount --bind . " + existing_directory());
        if (random_.chance(20)) put(process_, random_.chance(50) ? "umount /" : "cd /");
    }
    void holding() {
        if (!files_.empty() && random_.chance(40)) {
            const std::size_t which = random_.below(files_.size());
            const auto file = files_[which];
            if (world_.find_process(file.first)) put(file.first, "close " + file.second);
            files_.erase(files_.begin() + static_cast<std::ptrdiff_t>(which));
            return;
        }
        if (random_.chance(40)) {
            put(process_, "cd " + (random_.chance(60) ? some_mount() : some_directory()));
            return;
        }
        const std::string file = "f" + std::to_string(random_.below(4));
        if (put(process_, "open " + (random_.chance(60) ? some_mount() : some_directory()) + " as " + file) ==
            Errno::kOk) {
            files_.emplace_back(process_, file);
        }
    }
    void stacks() {
        const std::string place = random_.chance(50) ? mounted_path() : existing_directory();
        const std::size_t height = 2 + random_.below(3);
        for (std::size_t i = 0; i < height && !is_full(); ++i) {
            if (random_.chance(50)) {
                put(process_, "mount -t tmpfs t" + std::to_string(++filesystems_) + " " + place);
                put(process_, "mkdir -p " + place + "/x " + place + "/y");
            } else {
                put(process_, "mount --bind " + some_mount() + " " + place);
            }
            if (random_.chance(30)) put(process_, "mount --make-shared " + place);
        }
        if (random_.chance(40)) put(process_, "umount " + place);
    }

    Random random_;
    const KernelProfile& kernel_;
    World world_;
    std::string text_;
    std::string process_ = "main";
    ProcessRef process_ref_;
    std::size_t focus_ = 0;
    std::size_t names_ = 0;
    std::size_t filesystems_ = 0;
    std::vector<std::pair<std::string, std::string>> files_;  // process, name
};

}  // namespace

std::string generate_scenario(std::uint64_t seed, const KernelProfile& kernel) {
    return Generator(seed, kernel).make();
}

}  // namespace mountscope
