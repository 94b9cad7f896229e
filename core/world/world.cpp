#include "core/world/world.hpp"

#include <bit>

namespace mountscope {

std::uint32_t buckets_for_memory(std::uint64_t bytes, bool scaled) {
    constexpr std::uint64_t kMiB = 1u << 20;
    constexpr std::uint64_t kGiB = 1u << 30;
    constexpr std::uint64_t kLargest = std::uint64_t{1} << 26;
    std::uint32_t scale = 19;
    if (scaled) {
        for (std::uint64_t limit = 64 * kGiB; limit < bytes && limit < (std::uint64_t{1} << 60); limit *= 4)
            ++scale;
    }
    const std::uint64_t rounded = (bytes / kMiB + (bytes % kMiB != 0 ? 1 : 0)) * kMiB;
    const std::uint64_t wanted = std::bit_ceil(rounded >> scale);
    const std::uint64_t smallest = 4096 / 8;  // one page of pointers
    return static_cast<std::uint32_t>(wanted < smallest ? smallest : wanted > kLargest ? kLargest : wanted);
}

World::World() : mnt_ids_(1), group_ids_(1), names_(std::make_shared<NamePool>()) {}

World World::boot(const MachineSettings& settings) {
    World world;
    world.settings_ = settings;
    world.settings_.hash_buckets = std::bit_ceil(settings.hash_buckets < 512 ? 512u : settings.hash_buckets);
    world.hash_shift_ = static_cast<std::uint32_t>(std::countr_zero(world.settings_.hash_buckets));
    world.buckets_.resize_zeroed(world.settings_.hash_buckets);
    world.mnt_ids_ = IdAllocator(settings.first_mnt_id == 0 ? 1 : settings.first_mnt_id);
    world.dentry_bucket_bits_ = 6;
    world.dentry_buckets_.resize_zeroed(1u << world.dentry_bucket_bits_);

    const UserNamespaceRef user_ns = world.create_user_namespace({});
    const NamespaceRef ns = world.create_namespace(user_ns);
    const SuperblockRef rootfs = world.create_superblock("rootfs", "rootfs", user_ns);
    const MountRef below = world.create_mount(rootfs, world[rootfs].root, MountOrigin::kBoot);
    world.set_flag(below, kMountAbsoluteRoot);
    world.ns_add_last(ns, below);
    world.edit(ns).root = below;

    const SuperblockRef root_fs = world.create_superblock("tmpfs", "root", user_ns);
    const MountRef root = world.create_mount(root_fs, world[root_fs].root, MountOrigin::kBoot);
    world.set_mountpoint(root, below, world[below].root);
    world.hash_first(root);
    world.add_child_last(below, root);
    world.ns_add_last(ns, root);
    world.edit(ns).nr_mounts = 2;

    const ProcessRef main = world.create_process("main");
    const Path top{root, world[root].root};
    Process& process = world.edit(main);
    process.ns = ns;
    process.user_ns = user_ns;
    process.root = top;
    process.cwd = top;
    world.pin_path(top);
    world.pin_path(top);
    world.edit(ns).processes = 1;
    return world;
}

MountRef World::create_mount(SuperblockRef superblock, DentryRef root, MountOrigin origin) {
    const MountRef ref = mounts_.allocate();
    Mount& m = mounts_.edit(ref);
    m.parent = ref;
    m.mountpoint = root;
    m.root = root;
    m.superblock = superblock;
    m.share_next = m.share_prev = ref;
    m.mnt_id = mnt_ids_.take();
    m.unique_id = next_unique_id_++;
    m.origin = origin;
    m.born_in_command = command_;
    pin_dentry(root);
    ++superblocks_.edit(superblock).mounts;
    return ref;
}

void World::destroy_mount(MountRef mount) {
    const Mount gone = mounts_[mount];
    mnt_ids_.give_back(gone.mnt_id);
    mounts_.release(mount);
    unpin_dentry(gone.root);
    if (--superblocks_.edit(gone.superblock).mounts == 0) free_superblock(gone.superblock);
}

void World::link_mountpoint(MountRef mount) {
    const DentryRef dentry = mounts_[mount].mountpoint;
    Dentry& d = dentries_.edit(dentry);
    Mount& m = mounts_.edit(mount);
    m.mountpoint_prev = {};
    m.mountpoint_next = d.first_mount;
    if (d.first_mount) mounts_.edit(d.first_mount).mountpoint_prev = mount;
    d.first_mount = mount;
    ++d.pins;
}

void World::unlink_mountpoint(MountRef mount) {
    const Mount old = mounts_[mount];
    if (old.mountpoint_prev) {
        mounts_.edit(old.mountpoint_prev).mountpoint_next = old.mountpoint_next;
    } else {
        dentries_.edit(old.mountpoint).first_mount = old.mountpoint_next;
    }
    if (old.mountpoint_next) mounts_.edit(old.mountpoint_next).mountpoint_prev = old.mountpoint_prev;
    Mount& m = mounts_.edit(mount);
    m.mountpoint_next = m.mountpoint_prev = {};
    unpin_dentry(old.mountpoint);
}

void World::set_mountpoint(MountRef mount, MountRef parent, DentryRef dentry) {
    if (has_parent(mount)) unlink_mountpoint(mount);
    Mount& m = mounts_.edit(mount);
    m.parent = parent;
    m.mountpoint = dentry;
    if (m.placed_on == 0) m.placed_on = mounts_[parent].unique_id;
    link_mountpoint(mount);
}

void World::clear_mountpoint(MountRef mount) {
    if (!has_parent(mount)) return;
    unlink_mountpoint(mount);
    Mount& m = mounts_.edit(mount);
    m.parent = mount;
    m.mountpoint = m.root;
}

void World::add_child_last(MountRef parent, MountRef child) {
    Mount& p = mounts_.edit(parent);
    Mount& c = mounts_.edit(child);
    c.prev_sibling = p.last_child;
    c.next_sibling = {};
    if (p.last_child) {
        mounts_.edit(p.last_child).next_sibling = child;
    } else {
        p.first_child = child;
    }
    p.last_child = child;
    if (c.mountpoint == p.root) p.overmount = child;
}

void World::add_child_after(MountRef sibling, MountRef child) {
    const MountRef parent = mounts_[sibling].parent;
    const MountRef next = mounts_[sibling].next_sibling;
    Mount& c = mounts_.edit(child);
    c.prev_sibling = sibling;
    c.next_sibling = next;
    mounts_.edit(sibling).next_sibling = child;
    if (next) {
        mounts_.edit(next).prev_sibling = child;
    } else {
        mounts_.edit(parent).last_child = child;
    }
    if (c.mountpoint == mounts_[parent].root) mounts_.edit(parent).overmount = child;
}

bool World::is_child_linked(MountRef child) const {
    const Mount& c = mounts_[child];
    return c.prev_sibling || c.next_sibling || (c.parent != child && mounts_[c.parent].first_child == child);
}

void World::remove_child(MountRef child) {
    if (!is_child_linked(child)) return;
    const Mount old = mounts_[child];
    Mount& p = mounts_.edit(old.parent);
    if (old.prev_sibling) {
        mounts_.edit(old.prev_sibling).next_sibling = old.next_sibling;
    } else {
        p.first_child = old.next_sibling;
    }
    if (old.next_sibling) {
        mounts_.edit(old.next_sibling).prev_sibling = old.prev_sibling;
    } else {
        p.last_child = old.prev_sibling;
    }
    Mount& c = mounts_.edit(child);
    c.prev_sibling = c.next_sibling = {};
    if (p.overmount == child) {
        p.overmount = {};
        // Another child may cover the root as well, for a moment, or for good on kernels with shadow mounts.
        for (MountRef other = p.last_child; other; other = mounts_[other].prev_sibling) {
            if (mounts_[other].mountpoint == p.root) {
                p.overmount = other;
                break;
            }
        }
    }
}

void World::ring_insert_after(MountRef where, MountRef mount) {
    const MountRef next = mounts_[where].share_next;
    Mount& m = mounts_.edit(mount);
    m.share_prev = where;
    m.share_next = next;
    mounts_.edit(where).share_next = mount;
    mounts_.edit(next).share_prev = mount;
}

void World::ring_remove(MountRef mount) {
    const MountRef prev = mounts_[mount].share_prev;
    const MountRef next = mounts_[mount].share_next;
    mounts_.edit(prev).share_next = next;
    mounts_.edit(next).share_prev = prev;
    Mount& m = mounts_.edit(mount);
    m.share_next = m.share_prev = mount;
}

void World::slave_insert_first(MountRef master, MountRef slave) {
    Mount& list = mounts_.edit(master);
    Mount& s = mounts_.edit(slave);
    s.slave_prev = {};
    s.slave_next = list.first_slave;
    if (list.first_slave) {
        mounts_.edit(list.first_slave).slave_prev = slave;
    } else {
        list.last_slave = slave;
    }
    list.first_slave = slave;
}

void World::slave_insert_last(MountRef master, MountRef slave) {
    Mount& list = mounts_.edit(master);
    Mount& s = mounts_.edit(slave);
    s.slave_next = {};
    s.slave_prev = list.last_slave;
    if (list.last_slave) {
        mounts_.edit(list.last_slave).slave_next = slave;
    } else {
        list.first_slave = slave;
    }
    list.last_slave = slave;
}

void World::slave_insert_after(MountRef where, MountRef slave) {
    const MountRef next = mounts_[where].slave_next;
    Mount& s = mounts_.edit(slave);
    s.slave_prev = where;
    s.slave_next = next;
    mounts_.edit(where).slave_next = slave;
    if (next) {
        mounts_.edit(next).slave_prev = slave;
    } else {
        mounts_.edit(mounts_[where].master).last_slave = slave;
    }
}

void World::slave_remove(MountRef slave) {
    const Mount old = mounts_[slave];
    if (old.slave_prev) {
        mounts_.edit(old.slave_prev).slave_next = old.slave_next;
    } else if (old.master && mounts_[old.master].first_slave == slave) {
        mounts_.edit(old.master).first_slave = old.slave_next;
    }
    if (old.slave_next) {
        mounts_.edit(old.slave_next).slave_prev = old.slave_prev;
    } else if (old.master && mounts_[old.master].last_slave == slave) {
        mounts_.edit(old.master).last_slave = old.slave_prev;
    }
    Mount& s = mounts_.edit(slave);
    s.slave_next = s.slave_prev = {};
}

NamespaceRef World::create_namespace(UserNamespaceRef user_ns) {
    const NamespaceRef ref = namespaces_.allocate();
    Namespace& ns = namespaces_.edit(ref);
    ns.user_ns = user_ns;
    ns.seq = next_namespace_seq_++;
    return ref;
}

void World::destroy_namespace(NamespaceRef ns) {
    namespaces_.release(ns);
}

void World::ns_add_last(NamespaceRef ns, MountRef mount) {
    Namespace& list = namespaces_.edit(ns);
    Mount& m = mounts_.edit(mount);
    m.ns = ns;
    m.ns_next = {};
    m.ns_prev = list.last_mount;
    if (list.last_mount) {
        mounts_.edit(list.last_mount).ns_next = mount;
    } else {
        list.first_mount = mount;
    }
    list.last_mount = mount;
}

void World::ns_remove(MountRef mount) {
    const Mount old = mounts_[mount];
    if (!old.ns) return;
    Namespace& list = namespaces_.edit(old.ns);
    if (old.ns_prev) {
        mounts_.edit(old.ns_prev).ns_next = old.ns_next;
    } else {
        list.first_mount = old.ns_next;
    }
    if (old.ns_next) {
        mounts_.edit(old.ns_next).ns_prev = old.ns_prev;
    } else {
        list.last_mount = old.ns_prev;
    }
    Mount& m = mounts_.edit(mount);
    m.ns = {};
    m.ns_next = m.ns_prev = {};
}

UserNamespaceRef World::create_user_namespace(UserNamespaceRef parent) {
    const UserNamespaceRef ref = user_namespaces_.allocate();
    UserNamespace& user_ns = user_namespaces_.edit(ref);
    user_ns.parent = parent;
    user_ns.level = parent ? user_namespaces_[parent].level + 1 : 0;
    return ref;
}

bool World::user_ns_covers(UserNamespaceRef outer, UserNamespaceRef inner) const {
    for (UserNamespaceRef at = inner; at; at = user_namespaces_[at].parent) {
        if (at == outer) return true;
    }
    return false;
}

ProcessRef World::create_process(std::string_view name) {
    const ProcessRef ref = processes_.allocate();
    processes_.edit(ref).name = names_->intern(name);
    return ref;
}

ProcessRef World::find_process(std::string_view name) const {
    const NameRef wanted = names_->find(name);
    if (!wanted) return {};
    for (std::uint32_t value = 1; value < processes_.slots(); ++value) {
        const Process& p = processes_[ProcessRef{value}];
        if (p.name == wanted && p.ns) return ProcessRef{value};
    }
    return {};
}

ProcessRef World::oldest_process(NamespaceRef ns) const {
    for (std::uint32_t value = 1; value < processes_.slots(); ++value) {
        if (processes_[ProcessRef{value}].ns == ns) return ProcessRef{value};
    }
    return {};
}

FileRef World::open_file(ProcessRef process, std::string_view name, const Path& path) {
    const FileRef ref = files_.allocate();
    OpenFile& file = files_.edit(ref);
    file.name = names_->intern(name);
    file.path = path;
    Process& p = processes_.edit(process);
    file.next = p.first_file;
    p.first_file = ref;
    return ref;
}

FileRef World::find_file(ProcessRef process, std::string_view name) const {
    const NameRef wanted = names_->find(name);
    for (FileRef at = processes_[process].first_file; at; at = files_[at].next) {
        if (files_[at].name == wanted) return at;
    }
    return {};
}

void World::forget_file(ProcessRef process, FileRef file) {
    const FileRef next = files_[file].next;
    if (processes_[process].first_file == file) {
        processes_.edit(process).first_file = next;
    } else {
        FileRef at = processes_[process].first_file;
        while (files_[at].next != file) at = files_[at].next;
        files_.edit(at).next = next;
    }
    files_.release(file);
}

std::size_t World::bytes() const {
    return mounts_.bytes() + dentries_.bytes() + superblocks_.bytes() + namespaces_.bytes() +
           user_namespaces_.bytes() + processes_.bytes() + files_.bytes() + buckets_.bytes() +
           dentry_buckets_.bytes() + (mnt_ids_.words().size() + group_ids_.words().size()) * 8;
}

std::size_t World::bytes_beside(const World& other) const {
    return mounts_.bytes_beside(other.mounts_) + dentries_.bytes_beside(other.dentries_) +
           superblocks_.bytes_beside(other.superblocks_) + namespaces_.bytes_beside(other.namespaces_) +
           user_namespaces_.bytes_beside(other.user_namespaces_) + processes_.bytes_beside(other.processes_) +
           files_.bytes_beside(other.files_) + buckets_.bytes_beside(other.buckets_) +
           dentry_buckets_.bytes_beside(other.dentry_buckets_) +
           (mnt_ids_.words().size() + group_ids_.words().size()) * sizeof(std::uint64_t);
}

namespace {

// A fast mixing hash over memory; quality matters little, equality of equal states is what counts.
struct ByteHash {
    std::uint64_t value = 0x9E3779B97F4A7C15ull;
    void add_word(std::uint64_t word) {
        value = (value ^ word) * 0x9FB21C651E98DF25ull;
        value ^= value >> 32;
    }
    void operator()(const void* data, std::size_t size) {
        const auto* bytes = static_cast<const unsigned char*>(data);
        while (size >= 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes, 8);
            add_word(word);
            bytes += 8;
            size -= 8;
        }
        std::uint64_t rest = size;
        for (std::size_t i = 0; i < size; ++i) rest = rest << 8 | bytes[i];
        add_word(rest);
    }
};

}  // namespace

std::uint64_t World::hash() const {
    ByteHash hash;
    mounts_.visit_bytes(hash);
    dentries_.visit_bytes(hash);
    superblocks_.visit_bytes(hash);
    namespaces_.visit_bytes(hash);
    user_namespaces_.visit_bytes(hash);
    processes_.visit_bytes(hash);
    files_.visit_bytes(hash);
    buckets_.visit_bytes(hash);
    for (const IdAllocator* ids : {&mnt_ids_, &group_ids_}) {
        for (const std::uint64_t word : ids->words()) hash.add_word(word);
    }
    for (const std::uint32_t scalar : {settings_.hash_buckets, settings_.mount_max, next_unique_id_,
                                       next_namespace_seq_, next_minor_, command_}) {
        hash.add_word(scalar);
    }
    return hash.value;
}

}  // namespace mountscope
