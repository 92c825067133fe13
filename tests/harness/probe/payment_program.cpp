#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "impls/backend/local_server.hpp"
#include "tests/harness/probe/payment_service.hpp"

namespace onceproof::probe {
namespace {

constexpr std::array<std::pair<std::string_view, Form>, 12> forms{{
    {"correct", Form::correct},
    {"no-dedup", Form::no_dedup},
    {"check-then-act", Form::check_then_act},
    {"stuck-in-progress", Form::stuck_in_progress},
    {"other-result", Form::other_result},
    {"empty-result", Form::empty_result},
    {"payload-not-bound", Form::payload_not_bound},
    {"forgets-soon", Form::forgets_soon},
    {"lost-effect", Form::lost_effect},
    {"internal-error", Form::internal_error},
    {"accepts-missing-key", Form::accepts_missing_key},
    {"other-status-codes", Form::other_status_codes},
}};

/// Serves until SIGINT or SIGTERM.
int serve(Form form, int port) {
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ends, nullptr);  // before any thread is there
    const auto started = backend::PostgresServer::start({.fsync = false});
    if (started.error) {
        std::fprintf(stderr, "%s\n", started.error->message.c_str());
        return 1;
    }
    const PaymentService service(
        form, started.server->connection_string(), {.guarded = false, .port = port}
    );
    std::printf("%s/payments\n", service.origin().c_str());
    std::fflush(stdout);
    int signal = 0;
    sigwait(&ends, &signal);
    return 0;
}

}  // namespace
}  // namespace onceproof::probe

/// `payment_service FORM [PORT]`: the service of the tests, to try `onceproof probe` on.
int main(int argc, char** argv) {
    const std::string_view name = argc > 1 ? argv[1] : "";
    for (const auto& [known, form] : onceproof::probe::forms) {
        if (known == name) {
            return onceproof::probe::serve(form, argc > 2 ? std::atoi(argv[2]) : 0);
        }
        if (name.empty()) {
            std::printf("%s\n", std::string(known).c_str());
        }
    }
    return name.empty() ? 0 : 64;
}
