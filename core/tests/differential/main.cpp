// Random scenarios on this machine's kernel and on the engine, compared after each command.
//
//   differential_test --oracle PATH [--seed N] [--count N] [--only-own] [--save FOLDER]
//
// The seed is taken from the clock and printed; the same seed gives the same scenarios. What differs is made
// as small as it gets and printed ready to be saved. Exit status: 0 no difference, 1 some, 77 this machine
// does not allow it.

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "core/tests/differential/compare.hpp"
#include "core/tests/differential/generator.hpp"

namespace mountscope {

namespace {

constexpr int kSkipped = 77;
constexpr std::size_t kBatch = 25;
constexpr std::size_t kMostShrunk = 20;

struct Options {
    std::string oracle;
    std::uint64_t seed = 0;
    std::size_t count = 300;
    std::string save;
    bool only_own = false;
};

class Differential {
  public:
    Differential(const Options& options, KernelRunner& runner) : options_(options), runner_(runner) {}

    int run() {
        std::printf("kernel %s, rules of %s%s; %zu scenarios, --seed %llu\n", runner_.release().c_str(),
                    std::string(runner_.profile().name).c_str(),
                    runner_.profile().forgets_unbindable ? ", which forgets unbindable mounts" : "",
                    options_.count, static_cast<unsigned long long>(options_.seed));
        std::uint64_t seed = options_.seed;
        for (std::size_t done = 0; done < options_.count; ++batches_) {
            const std::size_t wanted = std::min(kBatch, options_.count - done);
            const bool own = options_.only_own || batches_ % 3 != 0;
            std::vector<KernelResult> results;
            if (own) {
                std::vector<NamedScenario> scenarios;
                for (std::size_t i = 0; i < wanted; ++i) {
                    scenarios.push_back(
                        {"own-" + std::to_string(seed + i), generate_scenario(seed + i, runner_.profile())});
                }
                results = runner_.run(scenarios);
            } else {
                results = runner_.generate(seed, wanted);
            }
            if (runner_.refused()) return skip(*runner_.refused());
            for (const KernelResult& result : results) look_at(result);
            if (results.size() < wanted) complain_broken({"batch at seed " + std::to_string(seed), ""});
            seed += wanted;
            done += wanted;
            std::fflush(stdout);
        }
        std::printf("%zu passed, %zu failed\n", passed_, failed_);
        return failed_ == 0 ? 0 : 1;
    }

    static int skip(const std::string& why) {
        std::printf("skipped: this machine does not let scenarios run: %s\n", why.c_str());
        std::printf("0 passed, 0 failed, 1 skipped\n");
        return kSkipped;
    }

  private:
    void complain_broken(const NamedScenario& scenario) {
        ++failed_;
        std::printf("FAILED %s: the recorder broke off: %s\n%s", scenario.name.c_str(),
                    runner_.complaint().c_str(), scenario.text.c_str());
    }

    void look_at(const KernelResult& result) {
        if (result.lines.empty()) {
            complain_broken(result.scenario);
            return;
        }
        if (!first_difference(result, runner_.profile())) {
            ++passed_;
            return;
        }
        ++failed_;
        KernelResult smallest = result;
        if (failed_ <= kMostShrunk) {
            const auto differs = [&](const std::string& text) {
                if (!is_runnable(text, runner_.profile())) return false;
                const auto again = runner_.run({{"small", text}});
                if (again[0].lines.empty() || !first_difference(again[0], runner_.profile())) return false;
                smallest = again[0];
                return true;
            };
            shrink(result.scenario.text, differs);
        }
        const auto difference = first_difference(smallest, runner_.profile());
        std::printf("FAILED %s, step %zu\n", result.scenario.name.c_str(), difference->step);
        if (!difference->broken.empty()) std::printf("  broken   %s\n", difference->broken.c_str());
        std::printf("  engine   %s\n  kernel   %s\n%s\n", difference->engine.c_str(),
                    difference->kernel.c_str(), smallest.scenario.text.c_str());
        if (!options_.save.empty()) {
            std::ofstream(options_.save + "/" + result.scenario.name + ".scn") << smallest.scenario.text;
        }
        std::fflush(stdout);
    }

    const Options& options_;
    KernelRunner& runner_;
    std::size_t batches_ = 0;
    std::size_t passed_ = 0;
    std::size_t failed_ = 0;
};

int run_program(int count, char** words) {
    Options options;
    options.seed = static_cast<std::uint64_t>(std::time(nullptr)) % 100000000 * 10000;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const char* value = i + 1 < count ? words[i + 1] : "";
        if (word == "--only-own") {
            options.only_own = true;
            continue;
        }
        ++i;
        if (word == "--oracle") {
            options.oracle = value;
        } else if (word == "--seed") {
            options.seed = std::strtoull(value, nullptr, 10);
        } else if (word == "--count") {
            options.count = std::strtoull(value, nullptr, 10);
        } else if (word == "--save") {
            options.save = value;
        } else {
            std::fprintf(stderr,
                         "usage: differential_test --oracle PATH [--seed N] [--count N] [--only-own] [--save "
                         "FOLDER]\n");
            return 2;
        }
    }
    KernelRunner runner(options.oracle);
    if (runner.refused()) return Differential::skip(*runner.refused());
    return Differential(options, runner).run();
}

}  // namespace

}  // namespace mountscope

int main(int count, char** words) {
    return mountscope::run_program(count, words);
}
