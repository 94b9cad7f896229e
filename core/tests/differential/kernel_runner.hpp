#pragma once
// Runs scenarios on this machine's kernel, by means of the recorder of core/tests/oracle.
//
//   KernelRunner runner("/build/oracle");
//   if (runner.refused()) skip(*runner.refused());
//   auto results = runner.run({{"name", "mkdir -p /a\n"}});   // JSON lines of each
//
// Everything happens in private mount namespaces; files are written to a folder of its own, which goes with
// the object.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/kernel/profile.hpp"

namespace mountscope {

struct NamedScenario {
    std::string name;
    std::string text;
};

struct KernelResult {
    NamedScenario scenario;
    std::string lines;  // empty when the recorder broke off
};

class KernelRunner {
  public:
    explicit KernelRunner(std::string recorder);
    ~KernelRunner();
    KernelRunner(const KernelRunner&) = delete;
    KernelRunner& operator=(const KernelRunner&) = delete;

    // Why this machine can't run scenarios, nothing when it can.
    const std::optional<std::string>& refused() const { return refused_; }
    // The rules of this machine's kernel, by its version and by what it does to unbindable mounts.
    const KernelProfile& profile() const { return profile_; }
    const std::string& release() const { return release_; }

    std::vector<KernelResult> run(const std::vector<NamedScenario>& scenarios);
    // Scenarios that the recorder makes up itself.
    std::vector<KernelResult> generate(std::uint64_t seed, std::size_t count);
    // What the recorder had to say when a result is missing.
    const std::string& complaint() const { return complaint_; }

  private:
    int call(const std::string& arguments, std::string* out);

    std::string recorder_;
    std::filesystem::path folder_;
    std::optional<std::string> refused_;
    std::string complaint_;
    std::string release_;
    KernelProfile profile_;
};

}  // namespace mountscope
