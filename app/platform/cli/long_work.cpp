#include "app/platform/cli/long_work.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace mountscope {

namespace {

constexpr int kBarWidth = 30;
constexpr std::size_t kMostText = 45;
constexpr auto kQuietFor = std::chrono::milliseconds(500);

volatile std::sig_atomic_t stop_wanted = 0;

void want_stop(int) {
    stop_wanted = 1;
}

}  // namespace

LongWork::LongWork() : on_terminal_(isatty(STDERR_FILENO) != 0) {
    stop_wanted = 0;
    struct sigaction action{};
    action.sa_handler = want_stop;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, &before_);
}

LongWork::~LongWork() {
    clear();
    sigaction(SIGINT, &before_, nullptr);
}

bool LongWork::is_stopped() const {
    return stop_wanted != 0;
}

void LongWork::clear() {
    if (drawn_) std::fputs("\r\033[K", stderr);
    drawn_ = false;
    filled_ = -1;
}

bool LongWork::go_on(double fraction, std::string_view what) {
    if (is_stopped()) return false;
    if (!on_terminal_ || std::chrono::steady_clock::now() - start_ < kQuietFor) return true;
    const int filled = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * kBarWidth);
    if (drawn_ && filled == filled_) return true;
    filled_ = filled;
    drawn_ = true;
    std::string bar(static_cast<std::size_t>(filled), '#');
    bar.resize(kBarWidth, ' ');
    std::fprintf(stderr, "\r[%s] %3d %%  %s\033[K", bar.c_str(),
                 static_cast<int>(std::clamp(fraction, 0.0, 1.0) * 100),
                 std::string(what.substr(0, kMostText)).c_str());
    return true;
}

}  // namespace mountscope
