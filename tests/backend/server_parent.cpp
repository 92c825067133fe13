// A program that starts servers, says where they are, and ends in a way of its own: the other side
// of the tests that look for what is left. Arguments: the way ("end", "throw", "orderly",
// "signal"), then the servers' names.

#include <cstdio>
#include <memory>
#include <signal.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "impls/backend/local_server.hpp"
#include "impls/backend/rabbitmq_server.hpp"

namespace {

using onceproof::backend::PostgresServer;
using onceproof::backend::RabbitmqServer;
using onceproof::backend::RedisServer;

/// Starts one, says where it is, and gives it to the caller to keep.
template <class Server, class Options>
std::shared_ptr<void> keep(const Options& options) {
    auto started = Server::start(options);
    if (started.error) throw std::runtime_error(started.error->message);
    std::printf("%s\n", started.server->folder().c_str());
    std::fflush(stdout);
    return std::move(started.server);
}

std::shared_ptr<void> start(std::string_view name) {
    if (name == "redis") return keep<RedisServer>(onceproof::backend::RedisServerOptions{});
    if (name == "rabbitmq") {
        return keep<RabbitmqServer>(onceproof::backend::RabbitmqServerOptions{});
    }
    return keep<PostgresServer>(onceproof::backend::PostgresServerOptions{.fsync = false});
}

void run(std::string_view ending, const std::vector<std::string>& names) {
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    if (ending == "orderly") sigprocmask(SIG_BLOCK, &stop, nullptr);
    std::vector<std::shared_ptr<void>> servers;
    for (const std::string& name : names)
        servers.push_back(start(name));
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
        const std::vector<std::string> words(argv + 1, argv + argc);
        run(words.at(0), {words.begin() + 1, words.end()});
        return 0;
    } catch (const std::exception&) {
        return 3;
    }
}
