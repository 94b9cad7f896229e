// World::find_broken_invariant() finds each thing that can be wrong, and says so.

#include <doctest/doctest.h>
#include <functional>

#include "core/tests/support.hpp"

namespace mountscope {

// The way into a World for tests that break it.
struct WorldTestAccess {
    static auto& mounts(World& w) { return w.mounts_; }
    static auto& dentries(World& w) { return w.dentries_; }
    static auto& superblocks(World& w) { return w.superblocks_; }
    static auto& namespaces(World& w) { return w.namespaces_; }
    static auto& user_namespaces(World& w) { return w.user_namespaces_; }
    static auto& processes(World& w) { return w.processes_; }
    static auto& files(World& w) { return w.files_; }
    static auto& buckets(World& w) { return w.buckets_; }
    static auto& dentry_buckets(World& w) { return w.dentry_buckets_; }
    static IdAllocator& mnt_ids(World& w) { return w.mnt_ids_; }
    static IdAllocator& group_ids(World& w) { return w.group_ids_; }
    static std::uint32_t& next_unique_id(World& w) { return w.next_unique_id_; }
};

}  // namespace mountscope

using namespace mountscope;
using Access = WorldTestAccess;

namespace {

// A machine in which everything exists that can be broken: peers, slaves, a group of slaves, stacks, three
// namespaces, open files, removed directories, and a tree kept alive by a file after a lazy umount.
struct Zoo : Machine {
    Zoo() {
        run("mkdir -p /a/deep/er /b /c /d /e /f/g\n"
            "mount -t tmpfs A /a\n"
            "mount --make-shared /a\n"
            "mkdir -p /a/x /a/y\n"
            "mount --bind /a /b\n"
            "mount --bind /a /c\n"
            "mount --make-slave /c\n"
            "mount --make-shared /c\n"
            "mount --bind /c /d\n"
            "mount --bind /a /e\n"
            "mount --make-slave /e\n"
            "mount -t tmpfs X /a/x\n"
            "mount -t tmpfs Y /a/x\n"
            "mount -t tmpfs F /f\n"
            "mkdir -p /f/sub/below\n"
            "mount -t tmpfs G /f/sub\n"
            "unshare -m twin\n"
            "unshare -Um low\n"
            "fork second\n"
            "ns second open /a/y as file\n"
            "ns low cd /f\n"
            "mkdir -p /gone\n"
            "ns second cd /gone\n"
            "rmdir /gone\n"
            "ns low mount --rbind /f /b\n"
            "ns low cd /b\n"
            "ns low umount -l /b\n");
        a = at("/a/.");
        b = at("/b");
        c = at("/c");
        d = at("/d");
        e = at("/e");
        y = at("/a/x");
        x = world[y].parent;
        a_below = world[x].parent;
        kept = world[world.find_process("low")].cwd.mount;
        inside_kept = world[kept].first_child;
        ns_main = world[world.find_process("main")].ns;
        low = world.find_process("low");
        second = world.find_process("second");
        REQUIRE(world.has_flag(kept, kMountUmount));
        REQUIRE(inside_kept);
        REQUIRE(!world.find_broken_invariant());
    }
    MountRef a, b, c, d, e, x, y, a_below, kept, inside_kept;
    NamespaceRef ns_main;
    ProcessRef low, second;
};

struct Breakage {
    std::string what;       // what is done
    std::string complaint;  // part of the message
    std::function<void(Zoo&, World&)> apply;
};

const Breakage kBreakages[] = {
    // Handles
    {"a parent that was never there", "its parent does not exist",
     [](Zoo& z, World& w) { w.edit(z.x).parent = MountRef{9999999}; }},
    {"a root that was released", "its root or its mountpoint does not exist",
     [](Zoo& z, World& w) { w.edit(z.x).root = {}; }},
    {"a ring that leads nowhere", "its ring leads to a mount that does not exist",
     [](Zoo& z, World& w) { w.edit(z.a).share_next = {}; }},
    {"a file system that is gone", "its file system does not exist",
     [](Zoo& z, World& w) { w.edit(z.x).superblock = SuperblockRef{4000}; }},
    {"a work list", "it is still on a work list", [](Zoo& z, World& w) { w.edit(z.x).umounting_next = z.a; }},
    {"another work list", "it is still on a work list", [](Zoo& z, World& w) { w.edit(z.x).list_prev = z.a; }},
    {"a mark", "a scratch mark is left over", [](Zoo& z, World& w) { w.set_flag(z.x, kMountMarked); }},
    {"a candidate", "a scratch mark is left over", [](Zoo& z, World& w) { w.set_flag(z.x, kMountCandidate); }},
    {"a directory without parent", "its parent does not exist",
     [](Zoo& z, World& w) { w.edit(w[z.x].mountpoint).parent = {}; }},
    {"a process without root", "its root does not exist", [](Zoo& z, World& w) { w.edit(z.second).root = {}; }},
    {"an ended process that holds a file", "it has ended and holds something",
     [](Zoo& z, World& w) { w.edit(z.second).ns = {}; }},
    {"a namespace without root", "its namespace does not exist",
     [](Zoo& z, World& w) { w.edit(z.ns_main).root = {}; }},
    {"the level of a user namespace", "its level does not follow",
     [](Zoo&, World& w) { Access::user_namespaces(w).edit(UserNamespaceRef{2}).level = 7; }},

    // What state a mount is in
    {"a doomed mount", "its last reference is gone", [](Zoo& z, World& w) { w.set_flag(z.x, kMountDoomed); }},
    {"a mounted mount with the mark of unmounted ones", "has a mark of unmounted ones",
     [](Zoo& z, World& w) { w.set_flag(z.x, kMountUmount); }},
    {"an unmounted mount without its mark", "it is in no namespace and was not unmounted",
     [](Zoo& z, World& w) { w.clear_flag(z.kept, kMountUmount); }},
    {"an unmounted mount in a group", "still in a peer group",
     [](Zoo& z, World& w) { w.edit(z.kept).group_id = 77; }},
    {"an unmounted mount that nothing holds", "nothing holds it", [](Zoo& z, World& w) { w.edit(z.kept).pins = 0; }},
    {"a connected mount without its mark", "only a connected unmounted mount has a parent",
     [](Zoo& z, World& w) { w.clear_flag(z.inside_kept, kMountConnected); }},

    // The tree
    {"a child of somebody else", "it is a child of another than its parent",
     [](Zoo& z, World& w) { w.edit(z.x).parent = z.b; }},
    {"a list of children that ends too late", "twice in lists of children",
     [](Zoo& z, World& w) { w.edit(z.x).next_sibling = z.x; }},
    {"a previous sibling", "its previous sibling is not the one before it",
     [](Zoo& z, World& w) { w.edit(z.c).prev_sibling = z.a_below; }},
    {"a last child", "its last child is not the end",
     [](Zoo& z, World& w) { w.edit(w[z.c].parent).last_child = z.c; }},
    {"an overmount that is missing", "its overmount is not", [](Zoo& z, World& w) { w.edit(z.x).overmount = {}; }},
    {"an overmount that covers nothing", "its overmount is not",
     [](Zoo& z, World& w) { w.edit(z.a_below).overmount = z.x; }},
    {"a mount that is in no list", "not in its parent's list", [](Zoo& z, World& w) { w.remove_child(z.e); }},
    {"a circle", "only the root of a namespace has no parent",
     [](Zoo& z, World& w) {
         // The root of the namespace, made a child of its own grandchild.
         const MountRef top = w[z.ns_main].root;
         w.set_mountpoint(top, z.y, w[z.y].root);
         w.hash_first(top);
         w.add_child_last(z.y, top);
     }},
    {"a circle of unmounted mounts", "it is its own ancestor",
     [](Zoo& z, World& w) {
         w.set_flag(z.kept, kMountConnected);
         w.set_mountpoint(z.kept, z.inside_kept, w[z.inside_kept].root);
         w.hash_first(z.kept);
         w.add_child_last(z.inside_kept, z.kept);
     }},

    // The hash table
    {"a mount that can't be found", "can't be found in the hash table", [](Zoo& z, World& w) { w.unhash(z.x); }},
    {"a mount in the wrong bucket", "in the wrong bucket",
     [](Zoo& z, World& w) {
         w.unhash(z.x);
         const std::uint32_t wrong = (w.bucket_of(w[z.x].parent, w[z.x].mountpoint) + 1) % w.bucket_count();
         Access::buckets(w).edit(BucketRef{wrong + 1}).first = z.x;
     }},
    {"a chain that turns back", "twice in the hash table", [](Zoo& z, World& w) { w.edit(z.x).hash_next = z.x; }},
    {"a chain with a wrong way back", "in its hash chain is another",
     [](Zoo& z, World& w) { w.edit(z.x).hash_prev = z.b; }},
    {"a bucket that leads nowhere", "its first mount does not exist",
     [](Zoo&, World& w) { Access::buckets(w).edit(BucketRef{17}).first = MountRef{123456}; }},
    {"a parentless mount in the table", "it has no parent and is in the hash table",
     [](Zoo& z, World& w) { w.hash_first(z.kept); }},

    // Mountpoints
    {"a mountpoint's list that lost a mount", "not in the list of its mountpoint",
     [](Zoo& z, World& w) { w.edit(w[z.x].mountpoint).first_mount = {}; }},
    {"a mountpoint's list that goes round", "twice in lists of what is mounted",
     [](Zoo& z, World& w) { w.edit(z.x).mountpoint_next = z.x; }},
    {"a mount listed elsewhere", "listed at another mountpoint",
     [](Zoo& z, World& w) { w.edit(w[w.find_process("main")].root.dentry).first_mount = z.b; }},
    {"a wrong way back at a mountpoint", "the one before it at its mountpoint",
     [](Zoo& z, World& w) { w.edit(w[w[z.x].mountpoint].first_mount).mountpoint_prev = z.b; }},
    {"a mountpoint outside of what the parent shows", "not in what its parent shows",
     [](Zoo& z, World& w) {
         const DentryRef outside = w[w.find_process("main")].root.dentry;
         w.unhash(z.x);
         w.set_mountpoint(z.x, w[z.x].parent, outside);
         w.hash_first(z.x);
     }},
    {"a mountpoint without a parent", "no parent and another mountpoint",
     [](Zoo& z, World& w) { w.edit(z.kept).mountpoint = w[z.a].root; }},

    // Peer groups
    {"a ring that is not closed", "its ring is not closed", [](Zoo& z, World& w) { w.edit(z.a).share_next = z.a; }},
    {"a shared mount without group", "shared without a group id",
     [](Zoo& z, World& w) { w.clear_flag(z.a, kMountShared); }},
    {"a group of one that lost its id", "shared without a group id", [](Zoo& z, World& w) { w.edit(z.y).group_id = 0; }},
    {"a peer with another id", "its next peer has another group id",
     [](Zoo& z, World& w) { w.edit(z.b).group_id = w.take_group_id(); }},
    {"a peer with another master", "its next peer has another master", [](Zoo& z, World& w) { w.edit(z.d).master = {}; }},
    {"a group id that counts as free", "its group id counts as free",
     [](Zoo& z, World& w) { w.give_back_group_id(w[z.a].group_id); }},
    {"a group id that nobody uses", "group ids are taken", [](Zoo&, World& w) { w.take_group_id(); }},
    {"a ring cut in two", "another ring has the same group id", [](Zoo& z, World& w) { w.ring_remove(z.a); }},
    {"a private mount with peers", "it has peers and no group id",
     [](Zoo& z, World& w) {
         w.ring_insert_after(z.e, w[z.ns_main].root);
     }},
    {"shared and unbindable", "shared and unbindable", [](Zoo& z, World& w) { w.set_flag(z.a, kMountUnbindable); }},

    // Slaves
    {"a slave of a mount that is not shared", "is not a mounted member",
     [](Zoo& z, World& w) {
         w.slave_remove(z.e);
         w.slave_insert_first(z.e, z.e);
         w.edit(z.e).master = z.e;
     }},
    {"a slave in another's list", "slave list of another than its master",
     [](Zoo& z, World& w) { w.edit(z.e).master = z.c; }},
    {"a slave in no list", "not in its master's slave list", [](Zoo& z, World& w) { w.slave_remove(z.e); }},
    {"a slave list that goes round", "twice in lists of slaves", [](Zoo& z, World& w) { w.edit(z.c).slave_next = z.c; }},
    {"a wrong way back in a slave list", "in its slave list is another",
     [](Zoo& z, World& w) { w.edit(z.d).slave_prev = z.e; }},
    {"a wrong end of a slave list", "not the end of its slave list",
     [](Zoo& z, World& w) { w.edit(w[z.c].master).last_slave = {}; }},
    {"a slave link without master", "no master and is in a slave list",
     [](Zoo& z, World& w) { w.edit(z.b).slave_next = z.e; }},
    {"peers of slaves torn apart", "its peers are not next to it",
     [](Zoo& z, World& w) {
         const MountRef master = w[z.d].master;
         const MountRef away = w[master].first_slave == z.d ? z.c : z.d;
         // Behind a slave of the same master that is not one of its peers.
         w.slave_remove(away);
         if (w[w[master].last_slave].group_id == w[away].group_id) {
             w.slave_insert_first(master, away);
         } else {
             w.slave_insert_last(master, away);
         }
     }},

    // Ids
    {"an mnt_id that counts as free", "its mnt_id counts as free",
     [](Zoo& z, World& w) { Access::mnt_ids(w).give_back(w[z.x].mnt_id); }},
    {"an mnt_id used twice", "another mount has the same mnt_id",
     [](Zoo& z, World& w) { w.edit(z.x).mnt_id = w[z.a].mnt_id; }},
    {"an mnt_id that nobody uses", "mnt_ids are taken", [](Zoo&, World& w) { Access::mnt_ids(w).take(); }},
    {"a unique_id used twice", "two mounts have the unique_id",
     [](Zoo& z, World& w) { w.edit(z.x).unique_id = w[z.a].unique_id; }},
    {"a unique_id of the future", "has not been given out yet",
     [](Zoo&, World& w) { Access::next_unique_id(w) = 3; }},

    // Namespaces and processes
    {"a mount in another namespace", "its parent is in another namespace",
     [](Zoo& z, World& w) { w.edit(z.x).ns = w[z.low].ns; }},
    {"a mount missing from its namespace", "not in its namespace's list",
     [](Zoo& z, World& w) {
         w.ns_remove(z.x);
         w.edit(z.x).ns = z.ns_main;
         --w.edit(z.ns_main).nr_mounts;
     }},
    {"the count of mounts", "mounts and lists", [](Zoo& z, World& w) { ++w.edit(z.ns_main).nr_mounts; }},
    {"a reservation", "still reserved", [](Zoo& z, World& w) { w.edit(z.ns_main).pending_mounts = 2; }},
    {"the list of a namespace", "in its namespace's list is another", [](Zoo& z, World& w) { w.edit(z.x).ns_prev = z.b; }},
    {"the list of a namespace, in a circle", "twice in lists of namespaces",
     [](Zoo& z, World& w) { w.edit(z.x).ns_next = z.x; }},
    {"the end of a namespace's list", "not the end of its list",
     [](Zoo& z, World& w) { w.edit(z.ns_main).last_mount = z.a_below; }},
    {"an ordinary mount as a namespace's root", "not an absolute root",
     [](Zoo& z, World& w) { w.clear_flag(w[z.ns_main].root, kMountAbsoluteRoot); }},
    {"the count of processes", "live in it", [](Zoo& z, World& w) { ++w.edit(z.ns_main).processes; }},
    {"a pin too many", "pins, there are", [](Zoo& z, World& w) { ++w.edit(z.x).pins; }},
    {"a pin too few", "pins, there are", [](Zoo& z, World& w) { --w.edit(w[z.low].root.mount).pins; }},
    {"a file that nobody has", "files are open", [](Zoo& z, World& w) { w.edit(z.second).first_file = {}; }},
    {"a file in a circle", "its list of open files is broken",
     [](Zoo& z, World& w) { w.edit(w[z.second].first_file).next = w[z.second].first_file; }},
    {"a file that leads nowhere", "an open file leads nowhere",
     [](Zoo& z, World& w) { w.edit(w[z.second].first_file).path.mount = {}; }},

    // Directories and file systems
    {"the depth of a directory", "its file system or depth", [](Zoo& z, World& w) { ++w.edit(w[z.x].mountpoint).depth; }},
    {"a root below another directory", "only the root of a file system is its own parent",
     [](Zoo& z, World& w) { w.edit(w[z.a].root).parent = w[z.b].mountpoint; }},
    {"a root with a name", "only the root of a file system has no name",
     [](Zoo& z, World& w) { w.edit(w[z.x].root).name = w[w[z.x].mountpoint].name; }},
    {"a directory in another's list", "listed in another directory",
     [](Zoo& z, World& w) { w.edit(w[z.b].mountpoint).first_child = w[z.x].mountpoint; }},
    {"a directory in no list", "not listed in its directory",
     [](Zoo& z, World& w) {
         Dentry& up = w.edit(w[w[z.x].mountpoint].parent);
         up.first_child = up.last_child = {};
     }},
    {"a removed directory in the list", "listed in another directory",
     [](Zoo& z, World& w) { w.edit(w[z.b].mountpoint).flags |= kDentryUnlinked; }},
    {"a file with something in it", "a file with something in it",
     [](Zoo& z, World& w) { w.edit(w[z.a].root).flags &= ~std::uint32_t{kDentryDirectory}; }},
    {"a name that can't be found", "the table of names",
     [](Zoo& z, World& w) {
         for (std::uint32_t i = 1; i < Access::dentry_buckets(w).slots(); ++i) {
             auto& slot = Access::dentry_buckets(w).edit(BucketRef{i});
             if (slot.first == w[z.x].mountpoint) slot.first = w[slot.first].hash_next;
         }
     }},
    {"two of one name", "has the same name",
     [](Zoo& z, World& w) { w.create_dentry(w[w[z.x].mountpoint].parent, w[w[z.x].mountpoint].name, true); }},
    {"the pins of a directory", "pins, there are", [](Zoo& z, World& w) { ++w.edit(w[z.x].root).pins; }},
    {"how many mounts show a file system", "it counts",
     [](Zoo& z, World& w) { ++w.edit(w[z.x].superblock).mounts; }},
    {"a root in another file system", "its root is in another file system",
     [](Zoo& z, World& w) {
         --w.edit(w[z.y].superblock).mounts;
         w.edit(z.y).superblock = w[z.a].superblock;
         ++w.edit(w[z.a].superblock).mounts;
     }},
};

}  // namespace

TEST_CASE("each kind of damage is found and named") {
    Zoo zoo;
    for (const Breakage& breakage : kBreakages) {
        CAPTURE(breakage.what);
        World world = zoo.world;
        breakage.apply(zoo, world);
        const auto broken = world.find_broken_invariant();
        REQUIRE(broken);
        CHECK_MESSAGE(broken->find(breakage.complaint) != std::string::npos, *broken);
        CHECK(!zoo.world.find_broken_invariant());
    }
}

TEST_CASE("a broken mount is named by its ids and source") {
    Zoo zoo;
    const Mount& x = zoo.world[zoo.x];
    zoo.world.set_flag(zoo.x, kMountMarked);
    const std::string name =
        "mount " + std::to_string(x.mnt_id) + " (unique_id " + std::to_string(x.unique_id) + ", \"X\"): ";
    CHECK(*zoo.world.find_broken_invariant() == name + "a scratch mark is left over");
}
