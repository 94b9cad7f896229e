// oracle.cpp - run a mount scenario on the running Linux kernel and print the
// resulting mount tables in a normalised form.  The scenario language is that
// of core/text/scenario.hpp; core/tests/data/README.md describes the output.
//
// One C++17 file, libc only.  Every mount operation is one raw system call,
// made in a private mount namespace whose root is a fresh tmpfs.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

using std::string;
using std::vector;
typedef unsigned long long u64;

#ifndef SYS_open_tree
#define SYS_open_tree 428
#endif
#ifndef SYS_move_mount
#define SYS_move_mount 429
#endif
#ifndef SYS_statmount
#define SYS_statmount 457
#endif
#ifndef SYS_listmount
#define SYS_listmount 458
#endif

namespace {

const int EXIT_SKIP = 77;          // the environment cannot run scenarios
const int MAX_PROCS = 40;          // sockets made ready for one scenario

// --------------------------------------------------------------------------
// errno names

struct ErrName { int no; const char *name; };
const ErrName err_names[] = {
    {EPERM, "EPERM"}, {ENOENT, "ENOENT"}, {EINTR, "EINTR"}, {EIO, "EIO"},
    {E2BIG, "E2BIG"}, {EBADF, "EBADF"}, {ECHILD, "ECHILD"}, {EAGAIN, "EAGAIN"},
    {ENOMEM, "ENOMEM"}, {EACCES, "EACCES"}, {EFAULT, "EFAULT"},
    {EBUSY, "EBUSY"}, {EEXIST, "EEXIST"}, {EXDEV, "EXDEV"}, {ENODEV, "ENODEV"},
    {ENOTDIR, "ENOTDIR"}, {EISDIR, "EISDIR"}, {EINVAL, "EINVAL"},
    {ENFILE, "ENFILE"}, {EMFILE, "EMFILE"}, {ETXTBSY, "ETXTBSY"},
    {EFBIG, "EFBIG"}, {ENOSPC, "ENOSPC"}, {EROFS, "EROFS"}, {EMLINK, "EMLINK"},
    {ENAMETOOLONG, "ENAMETOOLONG"}, {ENOSYS, "ENOSYS"},
    {ENOTEMPTY, "ENOTEMPTY"}, {ELOOP, "ELOOP"}, {EUSERS, "EUSERS"},
    {EOPNOTSUPP, "EOPNOTSUPP"}, {ESTALE, "ESTALE"}, {EOVERFLOW, "EOVERFLOW"},
    {ESRCH, "ESRCH"}, {ETIMEDOUT, "ETIMEDOUT"},
};

string err_name(int e)
{
    if (e == 0)
        return "ok";
    for (const ErrName &n : err_names)
        if (n.no == e)
            return n.name;
    return "E" + std::to_string(e);
}

bool is_err_name(const string &s)
{
    for (const ErrName &n : err_names)
        if (s == n.name)
            return true;
    return false;
}

// --------------------------------------------------------------------------
// small helpers

uint32_t fnv1a(uint32_t h, const string &s)
{
    for (unsigned char c : s)
        h = (h ^ c) * 16777619u;
    return h;
}
const uint32_t FNV_START = 2166136261u;

string hex8(uint32_t v)
{
    char b[16];
    snprintf(b, sizeof b, "%08x", v);
    return b;
}

string jstr(const string &s)
{
    string o = "\"";
    for (unsigned char c : s) {
        if (c == '"' || c == '\\') {
            o += '\\';
            o += char(c);
        } else if (c == '\n') {
            o += "\\n";
        } else if (c == '\t') {
            o += "\\t";
        } else if (c < 0x20) {
            char b[8];
            snprintf(b, sizeof b, "\\u%04x", c);
            o += b;
        } else {
            o += char(c);
        }
    }
    return o + "\"";
}

vector<string> split(const string &s)
{
    vector<string> v;
    size_t i = 0;
    while (i < s.size()) {
        while (i < s.size() && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r'))
            i++;
        size_t j = i;
        while (j < s.size() && s[j] != ' ' && s[j] != '\t' && s[j] != '\r')
            j++;
        if (j > i)
            v.push_back(s.substr(i, j - i));
        i = j;
    }
    return v;
}

string join(const vector<string> &v, size_t from = 0)
{
    string s;
    for (size_t i = from; i < v.size(); i++) {
        if (i > from)
            s += ' ';
        s += v[i];
    }
    return s;
}

bool read_fd(int fd, string &out)
{
    out.clear();
    vector<char> buf(1 << 18);
    for (;;) {
        ssize_t r = read(fd, buf.data(), buf.size());
        if (r < 0 && errno == EINTR)
            continue;
        if (r < 0)
            return false;
        if (r == 0)
            return true;
        out.append(buf.data(), size_t(r));
    }
}

bool read_file(const string &path, string &out)
{
    int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool ok = read_fd(fd, out);
    close(fd);
    return ok;
}

// --------------------------------------------------------------------------
// the processes of a scenario
//
// Every scenario process is a child of the driver (clone with CLONE_PARENT)
// and is driven over one SOCK_SEQPACKET pair.  It makes the system calls of
// its commands and answers with errno and the time they took.

struct Reply {
    int err = 0;
    int pid = 0;
    long long nsec = 0;
    long long mnt_id = -1;      // `where`
};

int g_sock[MAX_PROCS][2];       // [0]: driver's end, [1]: process' end
int g_proc_fd = -1;             // the driver's /proc
bool g_full_map = true;         // identity maps for new user namespaces

struct Timer {
    long long total = 0;
    template <class F> int call(F f)
    {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        errno = 0;
        long r = f();
        int e = r < 0 ? errno : 0;
        clock_gettime(CLOCK_MONOTONIC, &b);
        total += (b.tv_sec - a.tv_sec) * 1000000000LL + (b.tv_nsec - a.tv_nsec);
        return e;
    }
};

int mkdir_p(const string &path, Timer &t)
{
    int e = 0;
    for (size_t i = 1; i <= path.size(); i++) {
        if (i < path.size() && path[i] != '/')
            continue;
        string p = path.substr(0, i);
        e = t.call([&] { return mkdir(p.c_str(), 0755); });
        if (e == EEXIST)
            e = 0;
        if (e)
            return e;
    }
    struct stat st;
    if (stat(path.c_str(), &st) < 0)
        return errno;
    return S_ISDIR(st.st_mode) ? 0 : ENOTDIR;
}

int statx_mnt_id(const char *path, u64 *id)
{
    struct statx sx;
    memset(&sx, 0, sizeof sx);
    if (statx(AT_FDCWD, path, AT_NO_AUTOMOUNT, 0x1000 /* STATX_MNT_ID */, &sx) < 0)
        return errno;
    *id = sx.stx_mnt_id;
    return 0;
}

unsigned long type_flag(const string &w)
{
    // --make-shared, --make-rshared, ... (validated by the driver)
    string t = w.substr(7);
    unsigned long rec = 0;
    if (t[0] == 'r') {
        rec = MS_REC;
        t = t.substr(1);
    }
    if (t == "shared")
        return rec | MS_SHARED;
    if (t == "slave")
        return rec | MS_SLAVE;
    if (t == "private")
        return rec | MS_PRIVATE;
    return rec | MS_UNBINDABLE;
}

struct Worker {
    int idx = 0;
    std::map<string, int> fds;

    Reply simple(const vector<string> &w);
    Reply spawn(const vector<string> &w);
    [[noreturn]] void loop();
};

Reply Worker::simple(const vector<string> &w)
{
    Reply r;
    Timer t;
    const string &c = w[0];
    if (c == "mkdir") {
        for (size_t i = 2; i < w.size() && !r.err; i++)
            r.err = mkdir_p(w[i], t);
    } else if (c == "rmdir") {
        r.err = t.call([&] { return rmdir(w[1].c_str()); });
    } else if (c == "rm") {
        r.err = t.call([&] { return unlink(w[1].c_str()); });
    } else if (c == "touch") {
        r.err = t.call([&] {
            int fd = open(w[1].c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
            if (fd >= 0)
                close(fd);
            return fd;
        });
    } else if (c == "mount") {
        const string &o = w[1];
        if (o == "-t") {
            r.err = t.call([&] {
                return mount(w[3].c_str(), w[4].c_str(), w[2].c_str(), 0, nullptr);
            });
        } else if (o == "--bind" || o == "--rbind") {
            unsigned long f = MS_BIND | (o == "--rbind" ? MS_REC : 0);
            r.err = t.call([&] {
                return mount(w[2].c_str(), w[3].c_str(), nullptr, f, nullptr);
            });
        } else if (o == "--move" && w[2] == "--beneath") {
            r.err = t.call([&] {
                return syscall(SYS_move_mount, AT_FDCWD, w[3].c_str(), AT_FDCWD,
                               w[4].c_str(), 0x200 /* MOVE_MOUNT_BENEATH */);
            });
        } else if (o == "--move") {
            r.err = t.call([&] {
                return mount(w[2].c_str(), w[3].c_str(), nullptr, MS_MOVE, nullptr);
            });
        } else {
            unsigned long f = type_flag(o);
            r.err = t.call([&] {
                return mount("none", w[2].c_str(), nullptr, f, nullptr);
            });
        }
    } else if (c == "umount") {
        bool lazy = w[1] == "-l";
        const string &d = w[lazy ? 2 : 1];
        r.err = t.call([&] { return umount2(d.c_str(), lazy ? MNT_DETACH : 0); });
    } else if (c == "pivot_root") {
        r.err = t.call([&] {
            return syscall(SYS_pivot_root, w[1].c_str(), w[2].c_str());
        });
    } else if (c == "chroot") {
        r.err = t.call([&] { return chroot(w[1].c_str()); });
    } else if (c == "cd") {
        r.err = t.call([&] { return chdir(w[1].c_str()); });
    } else if (c == "open") {
        int fd = -1;
        r.err = t.call([&] {
            return fd = open(w[1].c_str(), O_RDONLY | O_CLOEXEC);
        });
        if (!r.err) {
            if (fds.count(w[3]))
                close(fds[w[3]]);
            fds[w[3]] = fd;
        }
    } else if (c == "close") {
        if (!fds.count(w[1])) {
            r.err = EBADF;
        } else {
            r.err = t.call([&] { return close(fds[w[1]]); });
            fds.erase(w[1]);
        }
    } else if (c == "where") {
        u64 id = 0;
        r.err = t.call([&] {
            int e = statx_mnt_id(w[1].c_str(), &id);
            errno = e;
            return e ? -1 : 0;
        });
        if (!r.err)
            r.mnt_id = (long long)id;
    } else if (c == "set-group") {
        // MOVE_MOUNT_SET_GROUP | MOVE_MOUNT_F_SYMLINKS | MOVE_MOUNT_T_SYMLINKS
        r.err = t.call([&] {
            return syscall(SYS_move_mount, AT_FDCWD, w[1].c_str(), AT_FDCWD,
                           w[2].c_str(), 0x111);
        });
    } else {
        r.err = ENOSYS;
    }
    r.nsec = t.total;
    return r;
}

bool write_proc(int pid, const char *file, const string &text)
{
    string p = std::to_string(pid) + "/" + file;
    int fd = openat(g_proc_fd, p.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool ok = write(fd, text.data(), text.size()) == ssize_t(text.size());
    close(fd);
    return ok;
}

void write_id_maps(int pid)
{
    if (g_full_map) {
        write_proc(pid, "uid_map", "0 0 4294967295");
        write_proc(pid, "gid_map", "0 0 4294967295");
    } else {
        write_proc(pid, "setgroups", "deny");
        write_proc(pid, "uid_map", "0 0 1");
        write_proc(pid, "gid_map", "0 0 1");
    }
}

// @new IDX KIND PROPAGATION TARGET_PID
Reply Worker::spawn(const vector<string> &w)
{
    Reply r;
    int nidx = atoi(w[1].c_str());
    const string &kind = w[2], &prop = w[3];
    int up[2], down[2];
    if (pipe2(up, O_CLOEXEC) < 0 || pipe2(down, O_CLOEXEC) < 0) {
        r.err = errno;
        return r;
    }
    long pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (pid < 0) {
        r.err = errno;
        return r;
    }
    if (pid == 0) {
        Reply q;
        Timer t;
        idx = nidx;
        close(up[0]);
        close(down[1]);
        for (auto &f : fds)
            close(f.second);
        fds.clear();
        if (kind == "m" || kind == "probe") {
            q.err = t.call([] { return unshare(CLONE_NEWNS); });
        } else if (kind == "Um") {
            q.err = t.call([] { return unshare(CLONE_NEWUSER | CLONE_NEWNS); });
            char b = q.err ? 'n' : 'y';
            if (write(up[1], &b, 1) != 1 || read(down[0], &b, 1) != 1)
                _exit(1);
        } else if (kind == "setns") {
            string p = w[4] + "/ns/mnt";
            int fd = openat(g_proc_fd, p.c_str(), O_RDONLY | O_CLOEXEC);
            if (fd < 0) {
                q.err = errno;
            } else {
                q.err = t.call([&] { return setns(fd, CLONE_NEWNS); });
                close(fd);
            }
        }
        if (!q.err && prop != "unchanged") {
            unsigned long f = type_flag("--make-r" + prop);
            q.err = t.call([&] { return mount("none", "/", nullptr, f, nullptr); });
        }
        close(up[1]);
        close(down[0]);
        q.pid = getpid();
        q.nsec = t.total;
        if (write(g_sock[idx][1], &q, sizeof q) != ssize_t(sizeof q) || q.err)
            _exit(1);
        loop();
    }
    close(up[1]);
    close(down[0]);
    if (kind == "Um") {
        char b = 'n';
        if (read(up[0], &b, 1) == 1 && b == 'y')
            write_id_maps(int(pid));
        if (write(down[1], &b, 1) != 1)
            r.err = EIO;
    }
    close(up[0]);
    close(down[1]);
    r.pid = int(pid);
    return r;
}

void Worker::loop()
{
    vector<char> buf(1 << 16);
    for (;;) {
        ssize_t n = read(g_sock[idx][1], buf.data(), buf.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            _exit(0);           // the driver is gone
        vector<string> w = split(string(buf.data(), size_t(n)));
        if (w.empty() || w[0] == "@exit")
            _exit(0);
        Reply r = w[0] == "@new" ? spawn(w) : simple(w);
        if (write(g_sock[idx][1], &r, sizeof r) != ssize_t(sizeof r))
            _exit(0);
    }
}

// The first process: a new mount namespace with nothing in it but an empty
// tmpfs on "/".  Returns what failed, or nullptr.
const char *make_root(const string &at)
{
    if (unshare(CLONE_NEWNS) < 0)
        return "unshare(CLONE_NEWNS)";
    if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) < 0)
        return "mount(/, MS_REC|MS_PRIVATE)";
    if (mount("root", at.c_str(), "tmpfs", 0, "mode=755") < 0)
        return "mount(tmpfs)";
    if (chdir(at.c_str()) < 0)
        return "chdir";
    if (syscall(SYS_pivot_root, ".", ".") == 0) {
        if (umount2(".", MNT_DETACH) < 0)
            return "umount2(old root)";
    } else {
        // "/" is the initial rootfs, which cannot be pivoted away
        if (mount(".", "/", nullptr, MS_MOVE, nullptr) < 0)
            return "mount(MS_MOVE)";
        if (chroot(".") < 0)
            return "chroot";
    }
    if (chdir("/") < 0)
        return "chdir(/)";
    return nullptr;
}

// --------------------------------------------------------------------------
// scenario text

struct Cmd {
    int line = 0;
    string text;                // the command without `!`/`?`, words joined
    string expect = "ok";       // "ok", an errno name, or "?" for any result
    string proc = "main";
    vector<string> words;       // without the `ns NAME` prefix
};

struct Scenario {
    string name;
    string text;
    vector<Cmd> cmds;
    std::map<string, string> settings;
};

bool good_name(const string &s)
{
    if (s.empty())
        return false;
    for (char c : s)
        if (!isalnum((unsigned char)c) && c != '_' && c != '-' && c != '.')
            return false;
    return true;
}

const char *check_words(const vector<string> &w)
{
    static const std::set<string> types = {
        "--make-shared", "--make-slave", "--make-private", "--make-unbindable",
        "--make-rshared", "--make-rslave", "--make-rprivate", "--make-runbindable"};
    static const std::set<string> props = {"shared", "slave", "private", "unchanged"};
    const string &c = w[0];
    size_t n = w.size();
    if (c == "mkdir")
        return n >= 3 && w[1] == "-p" ? nullptr : "mkdir -p DIR...";
    if (c == "rmdir" || c == "rm" || c == "touch" || c == "cd" || c == "chroot" ||
        c == "where" || c == "close")
        return n == 2 ? nullptr : "one argument";
    if (c == "open")
        return n == 4 && w[2] == "as" && good_name(w[3]) ? nullptr : "open PATH as FD";
    if (c == "pivot_root" || c == "set-group")
        return n == 3 ? nullptr : "two arguments";
    if (c == "umount")
        return (n == 2 && w[1][0] != '-') || (n == 3 && w[1] == "-l")
                   ? nullptr : "umount [-l] DIR";
    if (c == "mount") {
        if (n == 5 && w[1] == "-t")
            return w[2] == "tmpfs" || w[2] == "ramfs" ? nullptr
                                                      : "only tmpfs and ramfs";
        if (n == 4 && (w[1] == "--bind" || w[1] == "--rbind" || w[1] == "--move"))
            return nullptr;
        if (n == 5 && w[1] == "--move" && w[2] == "--beneath")
            return nullptr;
        if (n == 3 && types.count(w[1]))
            return nullptr;
        return "unknown form of mount";
    }
    if (c == "unshare") {
        size_t i = 1;
        if (n < 3 || (w[1] != "-m" && w[1] != "-Um"))
            return "unshare -m|-Um [--propagation TYPE] NAME";
        i = 2;
        if (i + 1 < n && w[i] == "--propagation") {
            if (!props.count(w[i + 1]))
                return "--propagation private|slave|shared|unchanged";
            i += 2;
        }
        return i + 1 == n && good_name(w[i]) ? nullptr
                                             : "unshare -m|-Um [--propagation TYPE] NAME";
    }
    if (c == "show")
        return n == 1 ? nullptr : "no arguments";
    if (c == "fork" || c == "exit")
        return n == 2 && good_name(w[1]) ? nullptr : "one process name";
    if (c == "nsenter")
        return n == 4 && w[1] == "-m" && good_name(w[2]) && good_name(w[3])
                   ? nullptr : "nsenter -m OTHER NAME";
    return "unknown command";
}

bool parse_line(const string &line, Cmd &c, string &why)
{
    vector<string> w = split(line);
    size_t i = 0;
    if (w[0] == "!") {
        if (w.size() < 2 || !is_err_name(w[1])) {
            why = "`!` needs the name of an errno";
            return false;
        }
        c.expect = w[1];
        i = 2;
    } else if (w[0] == "?") {
        c.expect = "?";
        i = 1;
    }
    c.text = join(w, i);
    if (i < w.size() && w[i] == "ns") {
        if (i + 1 >= w.size() || !good_name(w[i + 1])) {
            why = "`ns` needs the name of a process";
            return false;
        }
        c.proc = w[i + 1];
        i += 2;
    }
    c.words.assign(w.begin() + long(i), w.end());
    if (c.words.empty()) {
        why = "no command";
        return false;
    }
    const char *bad = check_words(c.words);
    if (bad) {
        why = c.words[0] + ": " + bad;
        return false;
    }
    return true;
}

bool parse_scenario(const string &text, Scenario &sc, string &why)
{
    sc.text = text;
    size_t i = 0;
    int line = 0;
    while (i < text.size()) {
        size_t j = text.find('\n', i);
        if (j == string::npos)
            j = text.size();
        string l = text.substr(i, j - i);
        i = j + 1;
        line++;
        if (l.compare(0, 2, "#:") == 0) {
            for (const string &kv : split(l.substr(2))) {
                size_t e = kv.find('=');
                if (e != string::npos)
                    sc.settings[kv.substr(0, e)] = kv.substr(e + 1);
            }
            continue;
        }
        vector<string> w = split(l);
        for (size_t k = 0; k < w.size(); k++)
            if (w[k][0] == '#') {
                w.resize(k);
                break;
            }
        if (w.empty())
            continue;
        Cmd c;
        c.line = line;
        string e;
        if (!parse_line(join(w), c, e)) {
            why = "line " + std::to_string(line) + ": " + e;
            return false;
        }
        sc.cmds.push_back(c);
    }
    return true;
}

// --------------------------------------------------------------------------
// mount tables

struct Mount {
    int id = 0, parent_id = 0;
    string path, root, source;
    int shared = 0, master = 0, from = 0;   // the kernel's numbers
    bool unbindable = false;
    bool hidden = false;
    int parent = -1;                        // canonical index
    vector<int> kids;                       // canonical indices
};

struct Table {
    string name;                // oldest process of the namespace
    int pid = 0;
    vector<Mount> m;            // canonical order
    vector<int> order;          // copy order, by canonical index
    bool has_order = false;
    vector<string> lines;
    std::unordered_map<int, int> by_id;
    vector<long long> uid;      // unique ids
    vector<int> created;        // serial numbers, in order of creation
};

struct State {
    vector<Table> ns;
    size_t count = 0;
    uint32_t hash = FNV_START, ohash = FNV_START;
    bool has_order = false, has_created = false;
};

bool parse_mountinfo(const string &text, vector<Mount> &out)
{
    size_t i = 0;
    while (i < text.size()) {
        size_t j = text.find('\n', i);
        if (j == string::npos)
            j = text.size();
        vector<string> f = split(text.substr(i, j - i));
        i = j + 1;
        if (f.size() < 9)
            return false;
        Mount m;
        m.id = atoi(f[0].c_str());
        m.parent_id = atoi(f[1].c_str());
        m.root = f[3];
        m.path = f[4];
        size_t k = 6;
        for (; k < f.size() && f[k] != "-"; k++) {
            if (f[k].compare(0, 7, "shared:") == 0)
                m.shared = atoi(f[k].c_str() + 7);
            else if (f[k].compare(0, 7, "master:") == 0)
                m.master = atoi(f[k].c_str() + 7);
            else if (f[k].compare(0, 15, "propagate_from:") == 0)
                m.from = atoi(f[k].c_str() + 15);
            else if (f[k] == "unbindable")
                m.unbindable = true;
        }
        if (k + 2 >= f.size())
            return false;
        m.source = f[k + 2];
        out.push_back(m);
    }
    return true;
}

// Puts the mounts in canonical order: depth first, children sorted by path.
// `rank[i]` becomes the canonical index of in[i].
void canonical(vector<Mount> &in, vector<Mount> &out, vector<int> &rank)
{
    std::unordered_map<int, int> pos;
    for (size_t i = 0; i < in.size(); i++)
        pos[in[i].id] = int(i);
    vector<vector<int>> kids(in.size());
    vector<int> tops;
    for (size_t i = 0; i < in.size(); i++) {
        auto p = pos.find(in[i].parent_id);
        if (p == pos.end() || p->second == int(i))
            tops.push_back(int(i));
        else
            kids[size_t(p->second)].push_back(int(i));
    }
    auto less = [&](int a, int b) {
        const Mount &x = in[size_t(a)], &y = in[size_t(b)];
        if (x.path != y.path)
            return x.path < y.path;
        if (x.root != y.root)
            return x.root < y.root;
        if (x.source != y.source)
            return x.source < y.source;
        return x.id < y.id;
    };
    rank.assign(in.size(), -1);
    out.clear();
    out.reserve(in.size());
    vector<int> stack;
    std::sort(tops.begin(), tops.end(), less);
    for (size_t i = tops.size(); i-- > 0;)
        stack.push_back(tops[i]);
    vector<int> parent_of(in.size(), -1);
    while (!stack.empty()) {
        int i = stack.back();
        stack.pop_back();
        int r = int(out.size());
        rank[size_t(i)] = r;
        out.push_back(in[size_t(i)]);
        out.back().parent = parent_of[size_t(i)];
        if (out.back().parent >= 0)
            out[size_t(out.back().parent)].kids.push_back(r);
        vector<int> &k = kids[size_t(i)];
        std::sort(k.begin(), k.end(), less);
        for (size_t n = k.size(); n-- > 0;) {
            parent_of[size_t(k[n])] = r;
            stack.push_back(k[n]);
        }
    }
}

// Which mount does an absolute path lead to?  Answers a canonical index.
struct Walker {
    const vector<Mount> &m;
    std::unordered_map<string, int> child;      // "parent path" -> index
    std::unordered_map<string, int> memo;

    static string key(int parent, const string &path)
    {
        return std::to_string(parent) + " " + path;
    }
    explicit Walker(const vector<Mount> &mm) : m(mm)
    {
        for (size_t i = 0; i < m.size(); i++)
            child.emplace(key(m[i].parent, m[i].path), int(i));
    }
    int walk(const string &path)
    {
        auto it = memo.find(path);
        if (it != memo.end())
            return it->second;
        int cur;
        if (path == "/") {
            // a process starts at its root mount, below anything mounted on it
            auto c = child.find(key(-1, "/"));
            cur = c == child.end() ? -1 : c->second;
        } else {
            size_t s = path.rfind('/');
            cur = walk(s == 0 || s == string::npos ? "/" : path.substr(0, s));
            for (;;) {
                auto c = child.find(key(cur, path));
                if (c == child.end())
                    break;
                cur = c->second;
            }
        }
        memo[path] = cur;
        return cur;
    }
};

string mount_line(const Mount &m, int index, std::map<int, int> &labels)
{
    auto label = [&](int g) {
        auto it = labels.find(g);
        if (it == labels.end())
            it = labels.emplace(g, int(labels.size()) + 1).first;
        return std::to_string(it->second);
    };
    string s = std::to_string(index) + " " +
               (m.parent < 0 ? string("-") : std::to_string(m.parent)) + " " +
               m.path + " " + m.root + " " + m.source;
    if (m.shared)
        s += " shared:" + label(m.shared);
    if (m.master)
        s += " master:" + label(m.master);
    if (m.from)
        s += " propagate_from:" + label(m.from);
    if (m.unbindable)
        s += " unbindable";
    if (m.hidden)
        s += " hidden";
    return s;
}

// listmount/statmount: small mount ids -> unique ids of one namespace
bool unique_ids(int pid, std::unordered_map<int, long long> &out)
{
    struct Req { uint32_t size, spare; u64 mnt_id, param, ns_id; };
    string p = "/proc/" + std::to_string(pid) + "/ns/mnt";
    int fd = open(p.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    u64 ns_id = 0;
    int r = ioctl(fd, _IOR(0xb7, 0x5, u64) /* NS_GET_MNTNS_ID */, &ns_id);
    close(fd);
    if (r < 0)
        return false;
    vector<u64> ids(4096), all;
    u64 last = 0;
    for (;;) {
        Req q = {sizeof(Req), 0, ~0ULL /* LSMT_ROOT */, last, ns_id};
        long n = syscall(SYS_listmount, &q, ids.data(), ids.size(), 0);
        if (n < 0)
            return false;
        all.insert(all.end(), ids.begin(), ids.begin() + n);
        if (size_t(n) < ids.size())
            break;
        last = ids[size_t(n) - 1];
    }
    vector<unsigned char> buf(4096);
    for (u64 id : all) {
        Req q = {sizeof(Req), 0, id, 2 /* STATMOUNT_MNT_BASIC */, ns_id};
        if (syscall(SYS_statmount, &q, buf.data(), buf.size(), 0) < 0)
            continue;
        uint32_t old = 0;
        memcpy(&old, buf.data() + 56, 4);
        out[int(old)] = (long long)id;
    }
    return true;
}

// --------------------------------------------------------------------------
// driver

struct Proc {
    string name;
    int pid = 0;
    int idx = 0;
    bool alive = false;
};

struct Options {
    string states = "each";     // each | hash | end | none
    size_t max_print = 150;
    bool order = true, created = true;
    bool raw = false, time = false, verify = false;
    bool annotate = false, compact = false, userns = false, check = false;
    bool write = false;
    string at = "/tmp";
    int timeout = 600;
    bool gen = false;
    u64 seed = 1;
    int count = 1;
    int len = 0;
    string out;
};
Options opt;

[[noreturn]] void skip(const string &why)
{
    fprintf(stderr, "oracle: skipped: %s\n", why.c_str());
    exit(EXIT_SKIP);
}

[[noreturn]] void die(const string &why)
{
    fprintf(stderr, "oracle: %s\n", why.c_str());
    exit(3);
}

struct Engine {
    vector<Proc> procs;         // in order of creation
    int next_idx = 0;
    long long where_id = -1;    // of the last command
    std::unordered_map<long long, int> serial;

    void start();
    void stop();
    Proc *find(const string &name);
    Reply ask(int idx, int pid, const string &text);
    bool get(int idx, int pid, Reply &r);
    Reply run(const Cmd &c);
    Reply create(Proc &from, const string &name, const string &kind,
                 const string &prop, int target);
    void reap(Proc &p);
    State snapshot(bool want_order);
    bool probe(Proc &p, Table &t);
    ~Engine() { stop(); }
};

Proc *Engine::find(const string &name)
{
    for (Proc &p : procs)
        if (p.alive && p.name == name)
            return &p;
    return nullptr;
}

bool Engine::get(int idx, int pid, Reply &r)
{
    struct pollfd pf = {g_sock[idx][0], POLLIN, 0};
    for (int waited = 0;;) {
        int n = poll(&pf, 1, 1000);
        if (n < 0 && errno == EINTR)
            continue;
        if (n > 0)
            break;
        siginfo_t si;
        si.si_pid = 0;
        if (waitid(P_PID, id_t(pid), &si, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            si.si_pid == pid) {
            // it may have answered just before it ended
            if (poll(&pf, 1, 0) > 0)
                break;
            return false;
        }
        if (++waited >= opt.timeout) {
            fprintf(stderr, "oracle: no answer after %d s\n", waited);
            kill(pid, SIGKILL);
            return false;
        }
    }
    return read(g_sock[idx][0], &r, sizeof r) == ssize_t(sizeof r);
}

Reply Engine::ask(int idx, int pid, const string &text)
{
    Reply r;
    if (write(g_sock[idx][0], text.data(), text.size()) != ssize_t(text.size()) ||
        !get(idx, pid, r))
        die("a process of the scenario died during: " + text);
    return r;
}

void Engine::start()
{
    for (int i = 0; i < MAX_PROCS; i++)
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, g_sock[i]) < 0)
            die("socketpair: " + string(strerror(errno)));
    fflush(stdout);
    fflush(stderr);
    pid_t pid = fork();
    if (pid < 0)
        die("fork: " + string(strerror(errno)));
    if (pid == 0) {
        // no process may keep the driver's ends open
        for (int i = 0; i < MAX_PROCS; i++)
            close(g_sock[i][0]);
        Worker w;
        Reply r;
        const char *bad = make_root(opt.at);
        if (bad) {
            r.err = errno ? errno : EIO;
            fprintf(stderr, "oracle: %s: %s\n", bad, strerror(r.err));
        }
        r.pid = getpid();
        if (write(g_sock[0][1], &r, sizeof r) != ssize_t(sizeof r) || bad)
            _exit(1);
        w.loop();
    }
    Reply r;
    if (!get(0, pid, r) || r.err) {
        waitpid(pid, nullptr, 0);
        skip("this machine does not let me set up a private mount namespace");
    }
    Proc p;
    p.name = "main";
    p.pid = pid;
    p.idx = 0;
    p.alive = true;
    procs.push_back(p);
    next_idx = 1;
}

void Engine::reap(Proc &p)
{
    if (!p.alive)
        return;
    if (write(g_sock[p.idx][0], "@exit", 5) != 5)
        kill(p.pid, SIGKILL);
    while (waitpid(p.pid, nullptr, 0) < 0 && errno == EINTR)
        ;
    p.alive = false;
}

void Engine::stop()
{
    if (procs.empty())
        return;
    for (size_t i = procs.size(); i-- > 0;)
        reap(procs[i]);
    procs.clear();
    for (int i = 0; i < MAX_PROCS; i++) {
        close(g_sock[i][0]);
        close(g_sock[i][1]);
    }
}

Reply Engine::create(Proc &from, const string &name, const string &kind,
                     const string &prop, int target)
{
    if (next_idx >= MAX_PROCS)
        die("too many processes in one scenario");
    int idx = next_idx;
    string text = "@new " + std::to_string(idx) + " " + kind + " " + prop + " " +
                  std::to_string(target);
    Reply a = ask(from.idx, from.pid, text);
    if (a.err)
        return a;
    Reply b;
    if (!get(idx, a.pid, b))
        die("a new process died: " + name);
    if (b.err) {
        waitpid(a.pid, nullptr, 0);
        b.pid = 0;
        return b;
    }
    b.pid = a.pid;
    return b;
}

Reply Engine::run(const Cmd &c)
{
    where_id = -1;
    Proc *p = find(c.proc);
    if (!p)
        die("line " + std::to_string(c.line) + ": no process named " + c.proc);
    const vector<string> &w = c.words;
    if (w[0] == "show")
        return Reply();
    if (w[0] == "exit") {
        Proc *q = find(w[1]);
        if (!q || q->name == "main")
            die("line " + std::to_string(c.line) + ": cannot exit " + w[1]);
        reap(*q);
        return Reply();
    }
    if (w[0] == "unshare" || w[0] == "fork" || w[0] == "nsenter") {
        string name = w.back(), kind = "fork", prop = "unchanged";
        int target = 0;
        for (const Proc &q : procs)
            if (q.name == name)
                die("line " + std::to_string(c.line) + ": the name " + name +
                    " is taken");
        if (w[0] == "unshare") {
            kind = w[1].substr(1);
            if (w.size() == 5)
                prop = w[3];
        } else if (w[0] == "nsenter") {
            Proc *q = find(w[2]);
            if (!q)
                die("line " + std::to_string(c.line) + ": no process named " + w[2]);
            kind = "setns";
            target = q->pid;
        }
        Reply r = create(*p, name, kind, prop, target);
        if (!r.err) {
            Proc n;
            n.name = name;
            n.pid = r.pid;
            n.idx = next_idx++;
            n.alive = true;
            procs.push_back(n);
        }
        return r;
    }
    Reply r = ask(p->idx, p->pid, join(w));
    where_id = r.mnt_id;
    return r;
}

// Copies the namespace of `p` for a moment: the kernel copies a tree depth
// first along its lists of children, and lists the copies in that order.
bool Engine::probe(Proc &p, Table &t)
{
    Reply r = create(p, "probe", "probe", "unchanged", 0);
    if (r.err)
        return false;
    Proc q;
    q.pid = r.pid;
    q.idx = next_idx;
    q.alive = true;
    string text;
    vector<Mount> in, out;
    vector<int> rank;
    bool ok = read_file("/proc/" + std::to_string(q.pid) + "/mountinfo", text) &&
              parse_mountinfo(text, in);
    reap(q);
    if (!ok || in.size() != t.m.size())
        return false;
    canonical(in, out, rank);
    for (size_t i = 0; i < out.size(); i++)
        if (out[i].path != t.m[i].path || out[i].root != t.m[i].root ||
            out[i].parent != t.m[i].parent)
            return false;
    t.order = rank;
    t.has_order = true;
    return true;
}

State Engine::snapshot(bool want_order)
{
    State s;
    std::set<u64> seen;
    std::map<int, int> labels;
    s.has_order = want_order;
    for (Proc &p : procs) {
        if (!p.alive)
            continue;
        string base = "/proc/" + std::to_string(p.pid);
        struct stat st;
        if (stat((base + "/ns/mnt").c_str(), &st) < 0)
            die("cannot look at " + base + "/ns/mnt: " + strerror(errno));
        if (!seen.insert(st.st_ino).second)
            continue;
        s.ns.emplace_back();
        Table &t = s.ns.back();
        t.name = p.name;
        t.pid = p.pid;
        string text;
        vector<Mount> in;
        vector<int> rank;
        if (!read_file(base + "/mountinfo", text) || !parse_mountinfo(text, in))
            die("cannot read " + base + "/mountinfo");
        canonical(in, t.m, rank);
        Walker walker(t.m);
        for (size_t i = 0; i < t.m.size(); i++) {
            t.by_id[t.m[i].id] = int(i);
            t.m[i].hidden = walker.walk(t.m[i].path) != int(i);
        }
        if (opt.verify && t.m.size() <= 2000)
            for (const Mount &m : t.m) {
                u64 id = 0;
                int e = statx_mnt_id((base + "/root" + m.path).c_str(), &id);
                bool hidden = e != 0 || id != u64(m.id);
                if (hidden != m.hidden)
                    fprintf(stderr, "oracle: verify: %s %s: %s by the path walk, "
                            "%s in the kernel\n", t.name.c_str(), m.path.c_str(),
                            m.hidden ? "hidden" : "visible",
                            hidden ? "hidden" : "visible");
            }
        s.hash = fnv1a(s.hash, "ns " + t.name + "\n");
        t.lines.reserve(t.m.size());
        for (size_t i = 0; i < t.m.size(); i++) {
            t.lines.push_back(mount_line(t.m[i], int(i), labels));
            s.hash = fnv1a(s.hash, t.lines.back() + "\n");
        }
        s.count += t.m.size();
        if (opt.raw || opt.created) {
            std::unordered_map<int, long long> u;
            if (unique_ids(p.pid, u))
                for (const Mount &m : t.m)
                    t.uid.push_back(u.count(m.id) ? u[m.id] : -1);
        }
    }
    if (opt.created) {
        // mounts not seen before get the next numbers, the oldest one first
        vector<long long> fresh;
        bool ok = true;
        for (const Table &t : s.ns) {
            ok = ok && t.uid.size() == t.m.size();
            for (long long u : t.uid) {
                ok = ok && u >= 0;
                if (!serial.count(u))
                    fresh.push_back(u);
            }
        }
        std::sort(fresh.begin(), fresh.end());
        for (long long u : fresh)
            serial.emplace(u, int(serial.size()));
        if (ok)
            for (Table &t : s.ns)
                for (long long u : t.uid)
                    t.created.push_back(serial[u]);
        s.has_created = ok;
    }
    if (want_order)
        for (Table &t : s.ns)
            for (Proc &p : procs)
                if (p.alive && p.pid == t.pid) {
                    if (!probe(p, t))
                        s.has_order = false;
                    s.ohash = fnv1a(s.ohash, "ns " + t.name + "\n");
                    string o;
                    for (int i : t.order)
                        o += (o.empty() ? "" : " ") + std::to_string(i);
                    s.ohash = fnv1a(s.ohash, o + "\n");
                }
    return s;
}

// --------------------------------------------------------------------------
// output

struct Printer {
    struct Old { vector<string> lines; vector<int> order, created; };
    std::map<string, Old> old;
    long long base_id = 0, base_uid = 0;
    bool have_base = false;

    string table(const Table &t, bool full)
    {
        string o = "{\"name\":" + jstr(t.name) + ",\"count\":" +
                   std::to_string(t.m.size());
        if (full) {
            o += ",\"mounts\":[";
            for (size_t i = 0; i < t.lines.size(); i++)
                o += (i ? "," : "") + jstr(t.lines[i]);
            o += "]";
            if (t.has_order) {
                o += ",\"order\":[";
                for (size_t i = 0; i < t.order.size(); i++)
                    o += (i ? "," : "") + std::to_string(t.order[i]);
                o += "]";
            }
            if (!t.created.empty()) {
                o += ",\"created\":[";
                for (size_t i = 0; i < t.created.size(); i++)
                    o += (i ? "," : "") + std::to_string(t.created[i]);
                o += "]";
            }
            if (opt.raw)
                o += raw(t);
        }
        return o + "}";
    }
    string raw(const Table &t)
    {
        if (!have_base && !t.m.empty()) {
            base_id = t.m[0].id;
            base_uid = t.uid.empty() ? 0 : t.uid[0];
            have_base = true;
        }
        string a, b, c, d;
        for (size_t i = 0; i < t.m.size(); i++) {
            const char *sep = i ? "," : "";
            a += sep + std::to_string(t.m[i].id - base_id);
            if (!t.uid.empty())
                b += sep + std::to_string(t.uid[i] - base_uid);
            c += sep + std::to_string(t.m[i].shared);
            d += sep + std::to_string(t.m[i].master);
        }
        string o = ",\"mnt_id\":[" + a + "]";
        if (!t.uid.empty())
            o += ",\"unique_id\":[" + b + "]";
        return o + ",\"group_id\":[" + c + "],\"master_id\":[" + d + "]";
    }
    // the namespaces that changed since they were last printed
    string changes(const State &s)
    {
        string o, gone;
        std::set<string> names;
        for (const Table &t : s.ns) {
            names.insert(t.name);
            auto it = old.find(t.name);
            if (it != old.end() && it->second.lines == t.lines &&
                it->second.order == t.order && it->second.created == t.created)
                continue;
            Old &n = old[t.name];
            n.lines = t.lines;
            n.order = t.order;
            n.created = t.created;
            o += (o.empty() ? "" : ",") + table(t, s.count <= opt.max_print);
        }
        for (auto it = old.begin(); it != old.end();) {
            if (names.count(it->first)) {
                ++it;
            } else {
                gone += (gone.empty() ? "" : ",") + jstr(it->first);
                it = old.erase(it);
            }
        }
        string r;
        if (!o.empty())
            r += ",\"ns\":[" + o + "]";
        if (!gone.empty())
            r += ",\"gone\":[" + gone + "]";
        return r;
    }
    string all(const State &s)
    {
        string o;
        for (const Table &t : s.ns)
            o += (o.empty() ? "" : ",") + table(t, s.count <= opt.max_print);
        return "\"ns\":[" + o + "]";
    }
};

struct Result {
    int steps = 0, unexpected = 0;
    string output;              // JSON lines
    string annotated;           // the scenario with its results
};

bool state_may_change(const Cmd &c)
{
    static const std::set<string> no = {"mkdir", "touch", "open", "close", "where",
                                        "show"};
    return !no.count(c.words[0]);
}

Result run_scenario(const Scenario &sc)
{
    Result res;
    Options saved = opt;
    if (sc.settings.count("states"))
        opt.states = sc.settings.at("states");
    if (sc.settings.count("order"))
        opt.order = sc.settings.at("order") != "no";
    if (sc.settings.count("max-print"))
        opt.max_print = size_t(atol(sc.settings.at("max-print").c_str()));
    if (opt.raw)
        opt.order = false;      // the probe uses up ids
    const bool each = opt.states == "each", hash = opt.states == "hash" || each;

    Engine e;
    e.start();
    Printer pr;
    if (opt.compact)
        res.output = ",\"steps\":[";
    else
        res.output = "{\"scenario\":" + jstr(sc.name) + "}\n";
    State s;
    bool have = false;
    for (const Cmd &c : sc.cmds) {
        Reply r = e.run(c);
        res.steps++;
        string got = err_name(r.err);
        bool bad = c.expect != "?" && c.expect != got;
        if (bad)
            res.unexpected++;
        const bool show = c.words[0] == "show";
        if (show || (hash && (!have || state_may_change(c)))) {
            s = e.snapshot(opt.order);
            have = true;
        }
        if (c.expect == "?" || got == "ok")
            res.annotated += (c.expect == "?" ? "? " : "") + c.text + "\n";
        else
            res.annotated += "! " + got + " " + c.text + "\n";
        string o;
        if (opt.compact) {
            o = string(res.steps > 1 ? "," : "") + "[" + jstr(got);
            if (hash) {
                o += ",\"" + hex8(s.hash) + "\"";
                if (s.has_order)
                    o += ",\"" + hex8(s.ohash) + "\"";
            }
            res.output += o + "]";
            continue;
        }
        o = "{\"step\":" + std::to_string(res.steps) + ",\"line\":" +
            std::to_string(c.line) + ",\"cmd\":" + jstr(c.text) + ",\"err\":" +
            jstr(got);
        if (bad)
            o += ",\"expected\":" + jstr(c.expect);
        if (c.words[0] == "where" && !r.err) {
            State now = hash ? s : e.snapshot(false);
            int idx = -1;
            Proc *p = e.find(c.proc);
            struct stat a, b;
            for (const Table &t : now.ns)
                if (stat(("/proc/" + std::to_string(t.pid) + "/ns/mnt").c_str(), &a) == 0 &&
                    stat(("/proc/" + std::to_string(p->pid) + "/ns/mnt").c_str(), &b) == 0 &&
                    a.st_ino == b.st_ino && t.by_id.count(int(e.where_id)))
                    idx = t.by_id.at(int(e.where_id));
            o += ",\"where\":" + std::to_string(idx);
        }
        if (opt.time)
            o += ",\"nsec\":" + std::to_string(r.nsec);
        if (hash || show) {
            o += ",\"hash\":\"" + hex8(s.hash) + "\"";
            if (s.has_order)
                o += ",\"ohash\":\"" + hex8(s.ohash) + "\"";
        }
        if (show)
            o += ",\"count\":" + std::to_string(s.count) + "," + pr.all(s);
        else if (each)
            o += pr.changes(s);
        res.output += o + "}\n";
    }
    if (opt.compact)
        res.output += "]";
    string end = opt.compact ? string(",")
                             : "{\"end\":true,\"steps\":" + std::to_string(res.steps) +
                                   ",\"unexpected\":" + std::to_string(res.unexpected);
    if (opt.states != "none") {
        s = e.snapshot(opt.order);
        string h = "\"hash\":\"" + hex8(s.hash) + "\"";
        if (s.has_order)
            h += ",\"ohash\":\"" + hex8(s.ohash) + "\"";
        h += ",\"count\":" + std::to_string(s.count);
        end += (opt.compact ? "" : ",") + h;
        if (!each)
            end += "," + pr.all(s);
    }
    res.output += end + "}\n";
    if (opt.compact)
        res.output = "{\"name\":" + jstr(sc.name) + ",\"scn\":" +
                     jstr(opt.annotate ? res.annotated : sc.text) + res.output;
    e.stop();
    opt = saved;
    return res;
}

// --------------------------------------------------------------------------
// random scenarios
//
// The generator runs what it makes: it looks at the mount tables after each
// command, so that it can aim at mounts that are there, and keeps only part of
// the commands that fail.

struct Rng {
    u64 s;
    static u64 mix(u64 z)
    {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }
    explicit Rng(u64 seed) : s(mix(mix(seed + 0x632BE59BD9B4E019ULL) ^ 0xA5A5A5A5ULL)) {}
    u64 next() { return mix(s += 0x9E3779B97F4A7C15ULL); }
    int below(int n) { return n <= 0 ? 0 : int(next() % u64(n)); }
    bool chance(int percent) { return below(100) < percent; }
};

struct Gen {
    Rng rng;
    Engine e;
    State s;
    string text;
    int steps = 0, names = 0, tmp = 0, fdn = 0;
    size_t limit;
    std::map<string, vector<string>> open_fds;

    explicit Gen(u64 seed) : rng(seed) { limit = 60; }

    vector<string> alive() const
    {
        vector<string> v;
        for (const Proc &p : e.procs)
            if (p.alive)
                v.push_back(p.name);
        return v;
    }
    const Table *table_of(const string &proc)
    {
        Proc *p = e.find(proc);
        struct stat a, b;
        if (!p || stat(("/proc/" + std::to_string(p->pid) + "/ns/mnt").c_str(), &a) < 0)
            return nullptr;
        for (const Table &t : s.ns)
            if (stat(("/proc/" + std::to_string(t.pid) + "/ns/mnt").c_str(), &b) == 0 &&
                a.st_ino == b.st_ino)
                return &t;
        return nullptr;
    }
    bool exists(const string &proc, const string &path)
    {
        Proc *p = e.find(proc);
        struct stat st;
        return stat(("/proc/" + std::to_string(p->pid) + "/root" + path).c_str(), &st) == 0;
    }
    // runs one command; keeps it when it worked, sometimes when it failed
    bool put(const string &proc, const string &cmd, int keep_failed = 30)
    {
        string l = proc == "main" ? cmd : "ns " + proc + " " + cmd;
        Cmd c;
        string why;
        if (!parse_line(l, c, why))
            die("generator: " + l + ": " + why);
        Reply r = e.run(c);
        bool keep = r.err == 0 || rng.chance(keep_failed);
        if (keep) {
            text += (r.err ? "! " + err_name(r.err) + " " : string()) + l + "\n";
            steps++;
        }
        if (state_may_change(c))
            s = e.snapshot(false);
        return r.err == 0;
    }
    string mountpoint(const Table &t)
    {
        vector<int> v;
        for (size_t i = 0; i < t.m.size(); i++)
            if (!t.m[i].hidden && t.m[i].path.size() < 40 &&
                (t.m[i].path != "/" || rng.chance(10)))
                v.push_back(int(i));
        if (v.empty())
            return "/a";
        if (rng.chance(45)) {                       // one that takes part in propagation
            vector<int> sh;
            for (int i : v)
                if (t.m[size_t(i)].shared || t.m[size_t(i)].master)
                    sh.push_back(i);
            if (!sh.empty())
                return t.m[size_t(sh[size_t(rng.below(int(sh.size())))])].path;
        }
        // the newest mounts have the largest ids, more often than not
        if (v.size() > 2 && rng.chance(35)) {
            int best = v[0];
            for (int i : v)
                if (t.m[size_t(i)].id > t.m[size_t(best)].id)
                    best = i;
            return t.m[size_t(best)].path;
        }
        return t.m[size_t(v[size_t(rng.below(int(v.size())))])].path;
    }
    string any_dir(const string &proc, const Table &t)
    {
        static const char *const sub[] = {"x", "y", "z"};
        string p = rng.chance(15) ? string("/") : mountpoint(t);
        if (p == "/")
            p = string("/") + "abcd"[rng.below(4)];
        int more = rng.chance(45) ? 0 : rng.chance(75) ? 1 : 2;
        for (int i = 0; i < more; i++)
            p += string("/") + sub[rng.below(3)];
        if (!exists(proc, p))
            put(proc, "mkdir -p " + p, 0);
        return p;
    }
    size_t subtree(const Table &t, const string &path, bool rec)
    {
        if (!rec)
            return 1;
        size_t n = 1;
        for (const Mount &m : t.m)
            if (m.path.compare(0, path.size(), path) == 0)
                n++;
        return n;
    }
    // upper bound on the mounts that get what is mounted at `path`
    size_t receivers(const Table &t, const string &path)
    {
        Walker w(t.m);
        int i = w.walk(path);
        if (i < 0 || !t.m[size_t(i)].shared)
            return 1;
        std::set<int> groups = {t.m[size_t(i)].shared};
        for (bool more = true; more;) {
            more = false;
            for (const Table &u : s.ns)
                for (const Mount &m : u.m)
                    if (m.master && m.shared && groups.count(m.master) &&
                        groups.insert(m.shared).second)
                        more = true;
        }
        size_t n = 0;
        for (const Table &u : s.ns)
            for (const Mount &m : u.m)
                if (groups.count(m.shared) || groups.count(m.master))
                    n++;
        return n;
    }
    bool fits(const Table &t, const string &src, const string &dst, bool rec)
    {
        return s.count + subtree(t, src, rec) * receivers(t, dst) <= limit;
    }
    void step();
    void build(int want);
};

void Gen::step()
{
    vector<string> ps = alive();
    string proc = rng.chance(60) ? "main" : ps[size_t(rng.below(int(ps.size())))];
    const Table *t = table_of(proc);
    if (!t || t->m.empty())
        return;
    int k = rng.below(1000);
    // small trees should grow, not shrink
    if (k >= 700 && k < 845 && t->m.size() < 5 && rng.chance(70))
        k = rng.below(620);
    if (k < 110) {                                  // a new tmpfs
        string d = rng.chance(70) ? any_dir(proc, *t) : mountpoint(*t);
        t = table_of(proc);
        if (!fits(*t, d, d, false))
            return;
        if (put(proc, "mount -t tmpfs t" + std::to_string(++tmp) + " " + d) &&
            rng.chance(80))
            put(proc, "mkdir -p " + d + "/x " + d + "/y", 0);
    } else if (k < 165) {                           // one more link in a chain of slaves
        string a = mountpoint(*t);
        string b = any_dir(proc, *t);
        t = table_of(proc);
        if (a == b || !fits(*t, a, b, false))
            return;
        put(proc, "mount --make-shared " + a, 0);
        if (put(proc, "mount --bind " + a + " " + b) &&
            put(proc, "mount --make-slave " + b) && rng.chance(75))
            put(proc, "mount --make-shared " + b);
    } else if (k < 400) {                           // bind, rbind
        bool rec = rng.chance(45);
        string a = rng.chance(50) ? mountpoint(*t) : any_dir(proc, *t);
        t = table_of(proc);
        string b = rng.chance(12) ? a : rng.chance(25) ? mountpoint(*t)
                                                       : any_dir(proc, *t);
        t = table_of(proc);
        if (!fits(*t, a, b, rec))
            return;
        put(proc, string("mount ") + (rec ? "--rbind " : "--bind ") + a + " " + b);
    } else if (k < 620) {                           // propagation type
        static const char *const types[] = {"shared", "shared", "shared", "shared",
                                            "slave", "slave", "slave", "private",
                                            "private", "unbindable"};
        string type = types[rng.below(10)];
        string r = rng.chance(25) ? "r" : "";
        string d = rng.chance(94) ? mountpoint(*t) : any_dir(proc, *t);
        if (put(proc, "mount --make-" + r + type + " " + d) && type == "slave" &&
            rng.chance(40))
            put(proc, "mount --make-shared " + d);
    } else if (k < 700) {                           // move
        string a = mountpoint(*t);
        string b = rng.chance(30) ? mountpoint(*t) : any_dir(proc, *t);
        t = table_of(proc);
        if (!fits(*t, a, b, true))
            return;
        put(proc, "mount --move " + a + " " + b);
    } else if (k < 760) {
        string a = mountpoint(*t);
        if (a != "/")
            put(proc, "umount " + a);
    } else if (k < 845) {
        string a = mountpoint(*t);
        if (a != "/")
            put(proc, "umount -l " + a);
    } else if (k < 905) {                           // a new namespace
        size_t mine = t->m.size();
        if (s.ns.size() >= 3 || ps.size() >= 5 || s.count + mine > limit) {
            if (ps.size() > 1 && rng.chance(35)) {
                string q = ps[1 + size_t(rng.below(int(ps.size()) - 1))];
                put("main", "exit " + q, 0);
            }
            return;
        }
        static const char *const prop[] = {"", "", "", "", "--propagation slave ",
                                           "--propagation private "};
        string n = string("n") + std::to_string(++names);
        put(proc, string("unshare ") + (rng.chance(22) ? "-Um " : "-m ") +
                      prop[rng.below(6)] + n);
    } else if (k < 925) {
        if (ps.size() > 1) {
            string q = ps[1 + size_t(rng.below(int(ps.size()) - 1))];
            put("main", "exit " + q, 0);
        }
    } else if (k < 945) {
        put(proc, "cd " + (rng.chance(30) ? string("/") : any_dir(proc, *t)), 0);
    } else if (k < 965) {
        vector<string> &f = open_fds[proc];
        if (!f.empty() && rng.chance(50)) {
            put(proc, "close " + f.back(), 0);
            f.pop_back();
        } else {
            string n = "f" + std::to_string(++fdn);
            if (put(proc, "open " + any_dir(proc, *t) + " as " + n, 0))
                f.push_back(n);
        }
    } else if (k < 977) {
        string a = mountpoint(*t);
        if (a == "/")
            return;
        put(proc, "mkdir -p " + a + "/old", 0);
        put(proc, "pivot_root " + a + " " + a + (rng.chance(80) ? "/old" : ""));
    } else if (k < 984) {
        put(proc, "rmdir " + any_dir(proc, *t));
    } else if (k < 989) {
        if (ps.size() < 5)
            put(proc, "fork p" + std::to_string(++names), 0);
    } else if (k < 992) {
        if (ps.size() < 5)
            put(proc, "nsenter -m " + ps[size_t(rng.below(int(ps.size())))] + " e" +
                          std::to_string(++names));
    } else if (k < 995) {
        if (proc != "main" && put(proc, "chroot " + mountpoint(*t)))
            put(proc, "cd /", 0);
    } else {                                        // bind a file on a file
        string a = any_dir(proc, *t) + "/f", b = any_dir(proc, *t) + "/g";
        if (!exists(proc, a))
            put(proc, "touch " + a, 0);
        if (!exists(proc, b))
            put(proc, "touch " + b, 0);
        t = table_of(proc);
        if (t && fits(*t, a, b, false))
            put(proc, "mount --bind " + a + " " + b);
    }
}

void Gen::build(int want)
{
    int size = rng.below(100);
    limit = size < 60 ? 40 : size < 88 ? 90 : size < 98 ? 250 : 1500;
    e.start();
    s = e.snapshot(false);
    put("main", "mkdir -p /a /b /c/x /d/y/z", 0);
    if (rng.chance(35))
        put("main", "mount --make-rshared /");
    if (rng.chance(70)) {
        put("main", "mount -t tmpfs t0 /a");
        put("main", "mkdir -p /a/x/y /a/z", 0);
        if (rng.chance(70))
            put("main", "mount --make-shared /a");
    }
    if (rng.chance(50))
        put("main", "mount --bind /a /b");
    if (rng.chance(30))
        put("main", "unshare -m n0");
    if (rng.chance(30))
        put("main", "mount --bind /b /c/x");
    if (rng.chance(25)) {
        string d = rng.chance(50) ? "/b" : "/c/x";
        if (put("main", "mount --make-slave " + d) && rng.chance(50))
            put("main", "mount --make-shared " + d);
    }
    for (int tries = 0; steps < want && tries < want * 4; tries++)
        step();
    e.stop();
}

// --------------------------------------------------------------------------

string base_name(const string &path)
{
    size_t s = path.rfind('/');
    string n = s == string::npos ? path : path.substr(s + 1);
    size_t d = n.rfind(".scn");
    return d == string::npos ? n : n.substr(0, d);
}

string stem(const string &path)
{
    size_t d = path.rfind(".scn");
    return d == string::npos ? path : path.substr(0, d);
}

// "scn" and "name" of one line of a compact file
bool compact_field(const string &l, const string &field, string &out)
{
    string k = "\"" + field + "\":\"";
    size_t i = l.find(k);
    if (i == string::npos)
        return false;
    out.clear();
    for (i += k.size(); i < l.size() && l[i] != '"'; i++) {
        if (l[i] != '\\') {
            out += l[i];
            continue;
        }
        i++;
        if (l[i] == 'n')
            out += '\n';
        else if (l[i] == 't')
            out += '\t';
        else
            out += l[i];
    }
    return true;
}

// takes the "created" lists out of an expected result
string without_created(const string &s)
{
    const string k = ",\"created\":[";
    string o;
    size_t i = 0;
    for (;;) {
        size_t j = s.find(k, i);
        if (j == string::npos)
            return o + s.substr(i);
        o += s.substr(i, j - i);
        i = s.find(']', j) + 1;
    }
}

string expected(const string &s)
{
    return opt.created ? s : without_created(s);
}

// Linux 6.17 and 6.18 forget that a mount is unbindable when they copy a
// namespace.  The stored results are those of the kernels that do not.
bool copies_lose_unbindable()
{
    static int known = -1;
    if (known < 0) {
        Engine e;
        e.start();
        string why;
        for (const char *l : {"mkdir -p /a", "mount --bind /a /a",
                              "mount --make-unbindable /a", "unshare -m n"}) {
            Cmd c;
            parse_line(l, c, why);
            e.run(c);
        }
        State s = e.snapshot(false);
        known = s.ns.size() == 2 && s.ns[1].m.size() == 2 && !s.ns[1].m[1].unbindable;
    }
    return known == 1;
}

int passed, failed, skipped;

void verdict(bool ok, const Scenario &sc, const string &detail)
{
    const string &name = sc.name;
    if (!ok && sc.text.find("unbindable") != string::npos &&
        sc.text.find("unshare") != string::npos && copies_lose_unbindable()) {
        printf("SKIP %s: this kernel forgets unbindable mounts when it copies a "
               "namespace\n", name.c_str());
        skipped++;
        return;
    }
    (ok ? passed : failed)++;
    if (!ok)
        printf("FAIL %s%s%s\n", name.c_str(), detail.empty() ? "" : ": ", detail.c_str());
}

string first_difference(const string &a, const string &b)
{
    size_t i = 0;
    while (i < a.size() && i < b.size() && a[i] == b[i])
        i++;
    size_t la = a.rfind('\n', i ? i - 1 : 0), lb = la;
    la = la == string::npos ? 0 : la + 1;
    lb = la;
    return "\n  expected " + a.substr(la, std::min<size_t>(a.find('\n', la) - la, 600)) +
           "\n  got      " + b.substr(lb, std::min<size_t>(b.find('\n', lb) - lb, 600));
}

int run_file(const string &file)
{
    string text;
    bool ok = file == "-" ? read_fd(0, text) : read_file(file, text);
    if (!ok) {
        fprintf(stderr, "oracle: cannot read %s\n", file.c_str());
        return 2;
    }
    bool jsonl = file.size() > 6 && file.compare(file.size() - 6, 6, ".jsonl") == 0;
    int rc = 0;
    if (jsonl) {
        Options saved = opt;
        opt.compact = true;
        opt.states = "hash";
        size_t i = 0;
        while (i < text.size()) {
            size_t j = text.find('\n', i);
            if (j == string::npos)
                j = text.size();
            string l = text.substr(i, j - i);
            i = j + 1;
            Scenario sc;
            string scn, why;
            if (!compact_field(l, "name", sc.name) || !compact_field(l, "scn", scn) ||
                !parse_scenario(scn, sc, why)) {
                fprintf(stderr, "oracle: %s: %s\n", file.c_str(), why.c_str());
                rc = 2;
                continue;
            }
            Result r = run_scenario(sc);
            if (opt.check)
                verdict(r.output == expected(l + "\n"), sc, "");
            else
                fputs(r.output.c_str(), stdout);
        }
        opt = saved;
        return rc;
    }
    Scenario sc;
    string why;
    sc.name = file == "-" ? "stdin" : base_name(file);
    if (!parse_scenario(text, sc, why)) {
        fprintf(stderr, "oracle: %s: %s\n", file.c_str(), why.c_str());
        return 2;
    }
    Result r = run_scenario(sc);
    if (opt.check) {
        string want;
        bool have = read_file(stem(file) + ".expected.json", want);
        want = expected(want);
        if (!have)
            verdict(false, sc, "no expected result");
        else
            verdict(want == r.output, sc,
                    want == r.output ? "" : first_difference(want, r.output));
    } else if (opt.write) {
        FILE *f = fopen((stem(file) + ".expected.json").c_str(), "w");
        if (!f || fputs(r.output.c_str(), f) < 0 || fclose(f) != 0) {
            fprintf(stderr, "oracle: cannot write the result of %s\n", file.c_str());
            return 3;
        }
    } else if (opt.annotate) {
        fputs(r.annotated.c_str(), stdout);
    } else {
        fputs(r.output.c_str(), stdout);
    }
    if (r.unexpected && !opt.check) {
        fprintf(stderr, "oracle: %s: %d of %d commands did not end as the scenario says\n",
                sc.name.c_str(), r.unexpected, r.steps);
        rc = 1;
    }
    return rc;
}

int generate()
{
    for (int i = 0; i < opt.count; i++) {
        u64 seed = opt.seed + u64(i);
        Scenario sc;
        char name[40];
        snprintf(name, sizeof name, "gen-%06llu", seed);
        sc.name = name;
        string why;
        {
            Rng r(seed ^ 0x5DEECE66DULL);
            Gen g(seed);
            g.build(opt.len > 0 ? opt.len : 5 + r.below(56));
            sc.text = g.text;
        }
        if (!parse_scenario(sc.text, sc, why))
            die("generator: " + why);
        if (opt.out.empty() && !opt.compact) {
            printf("# %s\n%s", name, sc.text.c_str());
            continue;
        }
        Result r = run_scenario(sc);
        if (r.unexpected)
            fprintf(stderr, "oracle: %s: the second run differs from the first\n", name);
        if (opt.compact) {
            fputs(r.output.c_str(), stdout);
            fflush(stdout);
            continue;
        }
        string f = opt.out + "/" + name;
        FILE *a = fopen((f + ".scn").c_str(), "w");
        FILE *b = fopen((f + ".expected.json").c_str(), "w");
        if (!a || !b)
            die("cannot write under " + opt.out);
        fputs(sc.text.c_str(), a);
        fputs(r.output.c_str(), b);
        fclose(a);
        fclose(b);
    }
    return 0;
}

bool can_tell_age()
{
    std::unordered_map<int, long long> u;
    return unique_ids(getpid(), u);
}

const char usage_text[] =
    "usage: oracle [options] FILE.scn|FILE.jsonl|- ...\n"
    "       oracle --gen=SEED [--count=N] [--len=L] [--compact | --out=DIR]\n"
    "  --states=each|hash|end|none  what to print after each command (each)\n"
    "  --max-print=N   list mounts only while all tables hold at most N (150)\n"
    "  --no-order      do not find out the order of the children\n"
    "  --no-created    do not find out the age of the mounts\n"
    "  --raw           print the kernel's ids as well\n"
    "  --time          print how long each command's system calls took\n"
    "  --verify        check `hidden` against path lookups of the kernel\n"
    "  --annotate      print the scenario, with the results the kernel gave\n"
    "                  (with --compact or a .jsonl: put them into the text)\n"
    "  --compact       one line for each scenario\n"
    "  --check         compare with FILE.expected.json (or the .jsonl itself)\n"
    "  --write         write FILE.expected.json\n"
    "  --userns        work in a new user namespace (no root needed)\n"
    "  --at=DIR        an existing directory to build on (/tmp)\n"
    "  --timeout=SEC   give up on a command after SEC seconds (600)\n"
    "exit status: 0 as expected, 1 something differed, 2 bad input, 3 error,\n"
    "77 this machine cannot run scenarios\n";

void enter_userns()
{
    uid_t u = geteuid();
    gid_t g = getegid();
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0)
        skip(string("unshare(CLONE_NEWUSER|CLONE_NEWNS): ") + strerror(errno));
    int pid = getpid();
    write_proc(pid, "setgroups", "deny");
    if (!write_proc(pid, "uid_map", "0 " + std::to_string(u) + " 1") ||
        !write_proc(pid, "gid_map", "0 " + std::to_string(g) + " 1"))
        skip("cannot write the id maps of a new user namespace");
    g_full_map = false;
}

} // namespace

int main(int argc, char **argv)
{
    vector<string> files;
    for (int i = 1; i < argc; i++) {
        string a = argv[i];
        string v;
        size_t eq = a.find('=');
        if (a.compare(0, 2, "--") == 0 && eq != string::npos) {
            v = a.substr(eq + 1);
            a = a.substr(0, eq);
        }
        if (a == "--states" && (v == "each" || v == "hash" || v == "end" || v == "none"))
            opt.states = v;
        else if (a == "--max-print")
            opt.max_print = size_t(atol(v.c_str()));
        else if (a == "--no-order")
            opt.order = false;
        else if (a == "--no-created")
            opt.created = false;
        else if (a == "--raw")
            opt.raw = true;
        else if (a == "--time")
            opt.time = true;
        else if (a == "--verify")
            opt.verify = true;
        else if (a == "--annotate")
            opt.annotate = true;
        else if (a == "--compact")
            opt.compact = true, opt.states = "hash";
        else if (a == "--check")
            opt.check = true;
        else if (a == "--write")
            opt.write = true;
        else if (a == "--userns")
            opt.userns = true;
        else if (a == "--at")
            opt.at = v;
        else if (a == "--timeout")
            opt.timeout = atoi(v.c_str());
        else if (a == "--gen")
            opt.gen = true, opt.seed = strtoull(v.c_str(), nullptr, 10);
        else if (a == "--count")
            opt.count = atoi(v.c_str());
        else if (a == "--len")
            opt.len = atoi(v.c_str());
        else if (a == "--out")
            opt.out = v;
        else if (a == "-" || a[0] != '-')
            files.push_back(a);
        else {
            fputs(usage_text, stderr);
            return 2;
        }
    }
    if (files.empty() && !opt.gen) {
        fputs(usage_text, stderr);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    g_proc_fd = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    struct stat st;
    if (g_proc_fd < 0 || fstatat(g_proc_fd, "self/mountinfo", &st, 0) < 0)
        skip("/proc is not there");
    if (opt.userns)
        enter_userns();
    if (opt.created && !can_tell_age())
        opt.created = false;
    if (opt.gen)
        return generate();
    int rc = 0;
    for (const string &f : files) {
        int r = run_file(f);
        if (r > rc)
            rc = r;
    }
    if (opt.check) {
        printf("%d passed, %d failed", passed, failed);
        printf(skipped ? ", %d skipped\n" : "\n", skipped);
        if (failed)
            rc = 1;
    }
    return rc;
}
