// One sentence that says what a command did and why.

#include "core/text/mount_table.hpp"
#include "core/trace/timeline.hpp"

namespace mountscope {

namespace {

std::string counted(std::uint64_t n, std::string_view one, std::string_view many) {
    return std::to_string(n) + " " + std::string(n == 1 ? one : many);
}

std::string_view propagation_word(PropagationType type) {
    switch (type) {
        case PropagationType::kShared:
            return "shared";
        case PropagationType::kSlave:
            return "a slave";
        case PropagationType::kPrivate:
            return "private";
        case PropagationType::kUnbindable:
            return "unbindable";
    }
    return "";
}

struct Teller {
    const World& before;
    const World& after;
    const Command& command;
    const CommandResult& result;
    const Changes& changes;

    std::size_t copies(MountOrigin origin) const {
        std::size_t n = 0;
        for (const MountRef m : changes.added) {
            if (after[m].origin == origin) ++n;
        }
        return n;
    }

    // "and 3 copies: 2 at peers, 1 at slaves of the place"
    std::string copies_clause() const {
        const std::size_t peers = copies(MountOrigin::kPeerCopy);
        const std::size_t slaves = copies(MountOrigin::kSlaveCopy);
        if (peers + slaves == 0) return "";
        std::string text = " The place is shared, so the kernel puts a copy at each receiver: ";
        if (peers != 0) text += std::to_string(peers) + " at " + (peers == 1 ? "a peer" : "peers");
        if (peers != 0 && slaves != 0) text += " and ";
        if (slaves != 0) text += std::to_string(slaves) + " at " + (slaves == 1 ? "a slave" : "slaves");
        return text + ".";
    }

    std::string attached(const std::string& what) const {
        const std::size_t top =
            changes.added.size() - copies(MountOrigin::kPeerCopy) - copies(MountOrigin::kSlaveCopy);
        std::string text = what + " is on " + command.arguments.back();
        if (top > 1) text += ", with " + counted(top - 1, "mount", "mounts") + " inside";
        text += ".";
        text += copies_clause();
        if (!changes.moved.empty()) {
            text += " " + counted(changes.moved.size(), "mount", "mounts") + " that stood there now " +
                    (changes.moved.size() == 1 ? "sits" : "sit") + " on top of " +
                    (changes.moved.size() == 1 ? "its" : "their") + " copy.";
        }
        return text;
    }

    std::string umounted() const {
        const std::size_t gone = changes.removed.size();
        if (gone == 0) {
            return "Nothing is unmounted: the root of a process is only made read-only.";
        }
        std::string text = counted(gone, "mount is gone", "mounts are gone") + ": " + command.arguments[0];
        const std::uint64_t tree = result.counters[Counter::kGather];
        if (tree > 1) text += " with the " + counted(tree - 1, "mount", "mounts") + " inside";
        if (gone > tree) {
            text += ", and " + counted(gone - tree, "copy", "copies") + " at its receivers";
        }
        text += ".";
        if (!changes.moved.empty()) {
            text += " " +
                    counted(changes.moved.size(), "mount that lay on top slides",
                            "mounts that lay on top slide") +
                    " down to what is below.";
        }
        if (command.lazy && result.counters[Counter::kKeptConnected] != 0) {
            text += " " +
                    counted(result.counters[Counter::kKeptConnected], "locked mount stays",
                            "locked mounts stay") +
                    " attached to the tree that left.";
        }
        return text;
    }

    std::string changed_type() const {
        const std::string& path = command.arguments[0];
        const std::size_t n = changes.regrouped.size();
        const std::string word(propagation_word(*command.propagation));
        if (n == 0) return path + " stays as it was: being " + word + " changes nothing here.";
        switch (*command.propagation) {
            case PropagationType::kShared:
                return (n == 1 ? path + " is shared now: it"
                               : counted(n, "mount is", "mounts are") + " shared now: each") +
                       " has a peer group, and what is mounted in one member appears in all.";
            case PropagationType::kSlave:
                return (n == 1 ? path + " is a slave now: it"
                               : counted(n, "mount is a slave", "mounts are slaves") + " now: they") +
                       " still " + (n == 1 ? "receives" : "receive") + " from the former peers, and " +
                       (n == 1 ? "sends" : "send") + " nothing back.";
            case PropagationType::kPrivate:
                return (n == 1 ? path + " is private now: it"
                               : counted(n, "mount is", "mounts are") + " private now: they") +
                       " neither " + (n == 1 ? "sends nor receives." : "send nor receive.");
            case PropagationType::kUnbindable:
                return (n == 1
                            ? path + " is unbindable now: private, and it"
                            : counted(n, "mount is", "mounts are") + " unbindable now: private, and they") +
                       " can't be bound elsewhere.";
        }
        return "";
    }

    std::string sentence() const {
        if (result.error != Errno::kOk) {
            return std::string(errno_name(result.error)) + ": " + std::string(errno_meaning(result.error)) +
                   ". Nothing changed.";
        }
        const auto& a = command.arguments;
        switch (command.kind) {
            case CommandKind::kMkdirParents:
            case CommandKind::kMkdir:
                return (a.size() == 1 ? "The directory " + a[0] + " is"
                                      : counted(a.size(), "directory is", "directories are")) +
                       " there.";
            case CommandKind::kRmdir:
            case CommandKind::kUnlink:
                if (!changes.removed.empty()) {
                    return a[0] + " is gone, and with it " +
                           counted(changes.removed.size(), "mount", "mounts") + " on it in other namespaces.";
                }
                return a[0] + " is gone.";
            case CommandKind::kTouch:
                return "The file " + a[0] + " is there.";
            case CommandKind::kMountNew:
                return attached("A new " + command.filesystem + ", " + a[0] + ",");
            case CommandKind::kMountBind:
                return attached((command.recursive ? "The tree at " : "The directory ") + a[0]);
            case CommandKind::kMountMove:
                return a[0] + " moved to " + a[1] + "." + copies_clause();
            case CommandKind::kMountMoveBeneath:
                return a[0] + " moved beneath what is on " + a[1] + "." + copies_clause();
            case CommandKind::kMountChangeType:
                return changed_type();
            case CommandKind::kSetGroup:
                return a[1] + " joins the peer group and the master of " + a[0] + ".";
            case CommandKind::kUmount:
                return umounted();
            case CommandKind::kPivotRoot:
                return a[0] + " is the new root; the old one is at " + a[1] + ", seen from the old root.";
            case CommandKind::kChroot:
                return command.process + " sees " + a[0] + " as its root.";
            case CommandKind::kChdir:
                return command.process + " stands in " + a[0] + " and keeps that mount busy.";
            case CommandKind::kOpen:
                return a[0] + " is open as " + a[1] + ", which keeps its mount busy.";
            case CommandKind::kClose:
                return a[0] + " is closed.";
            case CommandKind::kWhere:
                return where();
            case CommandKind::kUnshare:
                return unshared();
            case CommandKind::kFork:
                return a[0] + " starts in the namespace of " + command.process + ".";
            case CommandKind::kNsenter:
                return a[1] + " starts and enters the namespace of " + a[0] + ".";
            case CommandKind::kExit:
                if (changes.namespaces_removed.empty()) return a[0] + " has ended.";
                return a[0] + " has ended, and with it its namespace of " +
                       counted(changes.removed.size(), "mount", "mounts") + ". No copy elsewhere goes.";
            case CommandKind::kShow:
                return "The mount tables as they are.";
        }
        return "";
    }

    std::string where() const {
        const ProcessRef process = after.find_process(command.process);
        const MountTable table = build_table(after, after[process].ns);
        const std::int32_t row = table.row_of(result.where.mount);
        if (row < 0) return command.arguments[0] + " leads to a mount that is in no table.";
        return command.arguments[0] + " leads to the mount of " +
               std::string(after.text(after[after[result.where.mount].superblock].source)) + " on " +
               table.path_of(table.rows[static_cast<std::size_t>(row)]) + ".";
    }

    std::string unshared() const {
        std::string text = command.arguments[0] + " has a copy of the namespace with " +
                           counted(changes.added.size(), "mount", "mounts") + ".";
        if (command.new_user_namespace) {
            return text +
                   " It belongs to another user: shared mounts became slaves, and all that it inherited is "
                   "locked.";
        }
        if (!command.propagation)
            return text + " Shared mounts are peers of the originals, so both see each other's mounts.";
        return text + " There every mount was made " + std::string(propagation_word(*command.propagation)) +
               ".";
    }
};

}  // namespace

std::string tell(const World& before, const World& after, const Command& command, const CommandResult& result,
                 const Changes& changes) {
    return Teller{before, after, command, result, changes}.sentence();
}

}  // namespace mountscope
