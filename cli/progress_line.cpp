#include "cli/progress_line.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>

#include "harness/progress_text.hpp"

namespace onceproof::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// How many states a run sees in a second, by the last two seconds or so.
class Rate {
public:
    double update(std::uint64_t states) {
        const Clock::time_point now = Clock::now();
        const double seconds = std::chrono::duration<double>(now - before_).count();
        const double latest = static_cast<double>(states - states_) / seconds;
        rate_ = rate_ == 0 ? latest : 0.8 * rate_ + 0.2 * latest;
        before_ = now;
        states_ = states;
        return rate_;
    }

private:
    Clock::time_point before_ = Clock::now();
    std::uint64_t states_ = 0;
    double rate_ = 0;
};

}  // namespace

ProgressLine::ProgressLine(bool shown, std::size_t cells) : cells_(cells) {
    if (shown) {
        thread_ = std::jthread([this](const std::stop_token& stop) { show(stop); });
    }
}

ProgressLine::~ProgressLine() {
    if (thread_.joinable()) {
        thread_.request_stop();
        thread_.join();
        std::fputs("\r\033[K", stderr);
    }
}

void ProgressLine::show(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    Rate rate;
    while (!wake.wait_for(lock, stop, std::chrono::milliseconds(250), [&] {
        return stop.stop_requested();
    })) {
        const double per_second = rate.update(counters_.states);
        const std::string text =
            harness::progress_text({.done = done_, .all = cells_}, counters_, per_second);
        std::fprintf(stderr, "\r\033[K%s", text.c_str());
        std::fflush(stderr);
    }
}

}  // namespace onceproof::cli
