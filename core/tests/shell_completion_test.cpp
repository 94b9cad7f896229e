// Completion of the console's line.

#include "core/text/shell_completion.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <vector>

namespace mountscope::test {

namespace {

class Source : public CompletionSource {
  public:
    std::vector<std::string> children(std::string_view directory) const override {
        const std::map<std::string, std::vector<std::string>> tree = {
            {"/",
             {"mnt/", "a file", "etc/",
              "\xC3\xA4"
              "b/"}},
            {"/mnt/", {"1/", "2/", "12/", "file", "it's/"}},
            {".", {"here/", "hello"}},
            {"here/", {"x"}}};
        const auto found = tree.find(std::string(directory));
        return found == tree.end() ? std::vector<std::string>() : found->second;
    }
    std::vector<std::string> process_names() const override { return {"main", "ct", "container"}; }
    std::vector<std::string> kernel_names() const override { return {"6.18", "4.9"}; }
    std::vector<std::string> variable_names() const override { return {"N", "NAME"}; }
};

// The cursor is at the end.
ShellCompletion complete(const std::string& line) {
    return complete_shell(line, line.size(), Source{});
}
std::vector<std::string> candidates(const std::string& line) {
    return complete(line).candidates;
}
bool offers(const std::string& line, const std::string& candidate) {
    const std::vector<std::string> all = candidates(line);
    return std::find(all.begin(), all.end(), candidate) != all.end();
}
using List = std::vector<std::string>;

}  // namespace

TEST_CASE("commands") {
    CHECK(candidates("umo") == List{"umount"});
    CHECK(candidates("mount") == List{"mount", "mount-max", "mountinfo", "mountpoint"});
    CHECK(offers("", "mkdir"));
    CHECK(candidates("sudo umo") == List{"umount"});
    CHECK(candidates("true && umo") == List{"umount"});
    CHECK(candidates("for i in 1; do umo") == List{"umount"});
    CHECK(candidates("echo $(umo") == List{"umount"});
    CHECK(candidates("echo `umo") == List{"umount"});
    CHECK(candidates("x; { umo") == List{"umount"});
    CHECK(candidates("! EBUSY umo") == List{"umount"});
    CHECK(candidates("ns ct umo") == List{"umount"});
    CHECK(candidates("help umo") == List{"umount"});
    CHECK(candidates("zzz") == List{});
    const ShellCompletion result = complete("  true; mountp");
    CHECK(result.begin == 8);
    CHECK(result.common == "mountpoint");
    CHECK(complete("mo").common == "mount");
    CHECK(complete_shell("umo /x", 3, Source{}).candidates == List{"umount"});
}

TEST_CASE("options and their values") {
    CHECK(candidates("mount --make-r") ==
          List{"--make-rprivate", "--make-rshared", "--make-rslave", "--make-runbindable"});
    CHECK(complete("mount --make-").candidates.size() == 8);
    CHECK(candidates("mount --b") == List{"--beneath", "--bind"});
    CHECK(candidates("mount -t t") == List{"tmpfs"});
    CHECK(candidates("mount -o rb") == List{"rbind"});
    CHECK(candidates("umount --") == List{"--lazy", "--recursive"});
    CHECK(candidates("unshare -m --propagation s") == List{"shared", "slave"});
    CHECK(candidates("! EBU") == List{"EBUSY"});
    CHECK(candidates("ls -") == List{});
}

TEST_CASE("paths") {
    CHECK(candidates("cd /mnt/1") == List{"/mnt/1/", "/mnt/12/"});
    CHECK(complete("cd /mnt/1").common == "/mnt/1");
    CHECK(candidates("touch /mnt/f") == List{"/mnt/file"});
    CHECK(candidates("cd /mnt/f") == List{});
    CHECK(candidates("cd h") == List{"here/"});
    CHECK(candidates("mount --bind here/") == List{"here/x"});
    CHECK(candidates("ls /a") == List{"/a\\ file"});
    CHECK(candidates("ls \"/a") == List{"\"/a file"});
    CHECK(candidates("ls '/a") == List{"'/a file"});
    CHECK(candidates("ls /a\\ ") == List{"/a\\ file"});
    CHECK(complete("ls /a\\ f").begin == 3);
    CHECK(candidates("cd /mnt/i") == List{"/mnt/it\\'s/"});
    CHECK(candidates("echo x > /mnt/fi") == List{"/mnt/file"});
    CHECK(candidates("cd /nowhere/") == List{});
    CHECK(offers("mount --bind /mnt/1 /", "/etc/"));
}

TEST_CASE("names") {
    CHECK(candidates("exit c") == List{"container", "ct"});
    CHECK(candidates("ns m") == List{"main"});
    CHECK(candidates("nsenter -m ") == List{"container", "ct", "main"});
    CHECK(candidates("kernel ") == List{"4.9", "6.18"});
    CHECK(candidates("echo $N") == List{"$N", "$NAME"});
}

TEST_CASE("any line and any cursor is answered") {
    const std::string line = "for i in 'a \"b\\ $(mount --bind \xC3\xA4 `ls /mnt/` | x && \\";
    for (std::size_t cursor = 0; cursor <= line.size() + 2; ++cursor) {
        const ShellCompletion result = complete_shell(line, cursor, Source{});
        CHECK(result.begin <= cursor);
    }
    CHECK(complete(std::string(100'000, 'a')).candidates.empty());
}

}  // namespace mountscope::test
