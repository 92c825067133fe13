// A program that starts both servers, says where they are, and ends in the way its argument names:
// the other side of local_server_test.cpp.

#include <cstdio>
#include <signal.h>
#include <stdexcept>
#include <string_view>
#include <unistd.h>

#include "impls/backend/local_server.hpp"

namespace {

using onceproof::backend::PostgresServer;
using onceproof::backend::RedisServer;

void run(std::string_view ending) {
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    if (ending == "orderly") sigprocmask(SIG_BLOCK, &stop, nullptr);
    const auto redis = RedisServer::start({});
    const auto postgres = PostgresServer::start({.fsync = false});
    if (redis.error || postgres.error) throw std::runtime_error("a server did not start");
    std::printf("%s\n%s\n", redis.server->folder().c_str(), postgres.server->folder().c_str());
    std::fflush(stdout);
    if (ending == "throw") throw std::runtime_error("on purpose");
    int received = 0;
    if (ending == "orderly") sigwait(&stop, &received);
    if (ending == "signal") {
        for (;;)
            pause();
    }
}

}  // namespace

int main(int argc, char* argv[]) {
    try {
        run(argc > 1 ? argv[1] : "end");
        return 0;
    } catch (const std::exception&) {
        return 3;
    }
}
