#include "core/tests/differential/kernel_runner.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/utsname.h>
#include <sys/wait.h>

namespace mountscope {

namespace {

constexpr int kRefusedStatus = 77;
constexpr const char* kOptions = "--max-print=1000000 ";

std::string read_file(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

const KernelProfile& profile_of_release(const std::string& release) {
    int major = 0;
    int minor = 0;
    if (std::sscanf(release.c_str(), "%d.%d", &major, &minor) != 2) return default_kernel();
    const int version = major * 1000 + minor;
    const std::string_view name = version < 4011   ? "4.9"
                                  : version < 4013 ? "4.11"
                                  : version < 6008 ? "4.13"
                                  : version < 6017 ? "6.8"
                                  : version < 6018 ? "6.17"
                                                   : "6.18";
    return *find_kernel(name);
}

}  // namespace

KernelRunner::KernelRunner(std::string recorder) : recorder_(std::move(recorder)) {
    std::string name = (std::filesystem::temp_directory_path() / "mountscope-differential-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        refused_ = "no temporary folder can be made";
        return;
    }
    folder_ = name;
    utsname machine{};
    uname(&machine);
    release_ = machine.release;
    profile_ = profile_of_release(release_);
    const auto probe =
        run({{"probe", "mkdir -p /a\nmount --bind /a /a\nmount --make-unbindable /a\nunshare -m n\nshow\n"}});
    if (refused_) return;
    if (probe[0].lines.empty()) {
        refused_ = complaint_;
        return;
    }
    const std::string& lines = probe[0].lines;
    const std::size_t copy = lines.rfind("{\"name\":\"n\"");
    profile_.forgets_unbindable =
        copy != std::string::npos && lines.find("unbindable", copy) == std::string::npos;
}

KernelRunner::~KernelRunner() {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

int KernelRunner::call(const std::string& arguments, std::string* out) {
    const std::string complaints = (folder_ / "complaints").string();
    const std::string command = "'" + recorder_ + "' " + arguments + " 2>'" + complaints + "'";
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) {
        refused_ = "no process can be started";
        return -1;
    }
    char block[1u << 16];
    while (const std::size_t got = std::fread(block, 1, sizeof block, pipe)) out->append(block, got);
    const int status = pclose(pipe);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    complaint_ = read_file(complaints);
    if (code == kRefusedStatus) refused_ = complaint_;
    if (code > 3 && code != kRefusedStatus) complaint_ += recorder_ + " can't be run\n";
    return code;
}

std::vector<KernelResult> KernelRunner::run(const std::vector<NamedScenario>& scenarios) {
    std::string arguments = kOptions;
    for (const NamedScenario& scenario : scenarios) {
        const auto path = folder_ / (scenario.name + ".scn");
        std::ofstream(path, std::ios::binary) << scenario.text;
        arguments += " '" + path.string() + "'";
    }
    std::string out;
    call(arguments, &out);
    std::vector<KernelResult> results;
    std::size_t at = 0;
    for (const NamedScenario& scenario : scenarios) {
        KernelResult result{scenario, {}};
        const std::string start = "{\"scenario\":\"" + scenario.name + "\"}\n";
        if (out.compare(at, start.size(), start) == 0) {
            const std::size_t end = out.find("\n{\"scenario\":", at);
            const std::size_t next = end == std::string::npos ? out.size() : end + 1;
            result.lines = out.substr(at, next - at);
            at = next;
        }
        results.push_back(std::move(result));
        std::filesystem::remove(folder_ / (scenario.name + ".scn"));
    }
    return results;
}

std::vector<KernelResult> KernelRunner::generate(std::uint64_t seed, std::size_t count) {
    const auto made = folder_ / "made";
    std::filesystem::create_directory(made);
    std::string out;
    call(std::string(kOptions) + "--gen=" + std::to_string(seed) + " --count=" + std::to_string(count) +
             " --out='" + made.string() + "'",
         &out);
    std::vector<KernelResult> results;
    for (const auto& entry : std::filesystem::directory_iterator(made)) {
        if (entry.path().extension() != ".scn") continue;
        KernelResult result;
        result.scenario.name = entry.path().stem().string();
        result.scenario.text = read_file(entry.path());
        result.lines = read_file(made / (result.scenario.name + ".expected.json"));
        results.push_back(std::move(result));
    }
    std::filesystem::remove_all(made);
    std::sort(results.begin(), results.end(),
              [](const KernelResult& a, const KernelResult& b) { return a.scenario.name < b.scenario.name; });
    return results;
}

}  // namespace mountscope
