#include "cli/interrupt.hpp"

#include <atomic>
#include <csignal>
#include <unistd.h>

#include "cli/exit_code.hpp"

namespace onceproof::cli {
namespace {

std::atomic<bool> asked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int) {
    if (asked.exchange(true)) {
        _exit(static_cast<int>(ExitCode::interrupted));
    }
}

}  // namespace

void catch_interrupts() {
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
    return asked.load();
}

}  // namespace onceproof::cli
