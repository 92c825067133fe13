#include "impls/backend/rabbitmq_server.hpp"

#include <chrono>
#include <fcntl.h>
#include <signal.h>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "impls/backend/loopback.hpp"
#include "impls/backend/server_install.hpp"
#include "impls/backend/system_env.hpp"

namespace onceproof::backend {

namespace {

using namespace std::string_view_literals;

constexpr std::chrono::seconds node_ready_max{180};
constexpr std::chrono::seconds name_server_ready_max{10};
constexpr std::chrono::milliseconds poll_period{10};
// The nodes' own listener stays on loopback, their name server is started here; and without the
// limit on free space the node would stop taking messages in a small file system.
constexpr std::string_view erlang_arguments =
    "-kernel inet_dist_use_interface {127,0,0,1} -start_epmd false "
    "-rabbit disk_free_limit 1000000";
constexpr int tries_max = 3;

/// A greeting in a version of the protocol that the server speaks; it answers with a method frame.
constexpr std::string_view greeting = "AMQP\0\0\x09\x01"sv;
constexpr unsigned char method_frame = 1;
/// Asks a name server for the names it knows.
constexpr std::string_view names_request = "\0\1n"sv;

struct Ports {
    int clients = 0;
    int nodes = 0;
    int names = 0;
};

std::string default_base() {
    return access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "";
}

/// Nodes that know the same secret may command each other: this one's is known to nobody. Erlang
/// refuses a file that others could read.
bool write_cookie(const std::string& folder) {
    const std::string secret = RandomIds().uuid();
    const std::string path = folder + "/.erlang.cookie";
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0400);
    if (file < 0) return false;
    const ServerUser user = server_user();
    const bool written =
        write(file, secret.data(), secret.size()) == static_cast<ssize_t>(secret.size()) &&
        (!user.change || fchown(file, user.uid, user.gid) == 0);
    close(file);
    return written;
}

/// What the node and the programs that it starts look for their name server by.
std::vector<std::string> name_server_environment(const Ports& ports) {
    return {"ERL_EPMD_ADDRESS=127.0.0.1", "ERL_EPMD_PORT=" + std::to_string(ports.names)};
}

std::vector<std::string> node_environment(const Ports& ports, const std::string& folder) {
    std::vector<std::string> environment = name_server_environment(ports);
    const std::string port = std::to_string(ports.clients);
    environment.insert(
        environment.end(),
        {// Then the script becomes the node instead of waiting for it.
         "RUNNING_UNDER_SYSTEMD=true",
         "RABBITMQ_NODENAME=onceproof-" + port + "@localhost",
         "RABBITMQ_NODE_IP_ADDRESS=127.0.0.1",
         "RABBITMQ_NODE_PORT=" + port,
         "RABBITMQ_DIST_PORT=" + std::to_string(ports.nodes),
         "RABBITMQ_MNESIA_BASE=" + folder + "/data",
         "RABBITMQ_LOG_BASE=" + folder + "/logs",
         "RABBITMQ_LOGS=-",
         // None of the machine's own settings and plugins.
         "RABBITMQ_CONF_ENV_FILE=" + folder + "/none.conf",
         "RABBITMQ_CONFIG_FILE=" + folder + "/none",
         "RABBITMQ_ENABLED_PLUGINS_FILE=" + folder + "/plugins",
         "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=" + std::string(erlang_arguments)}
    );
    return environment;
}

StartError name_server_failure(const std::string& folder) {
    const std::string log = last_lines(folder + "/log", 8);
    const bool in_use = log.find("in use") != std::string::npos;
    return {in_use ? StartProblem::address_in_use : StartProblem::start_failed, "epmd:" + log};
}

/// Waits until the name server answers; false if it does not come to it.
bool wait_for_names(const Child& name_server, int port) {
    const auto deadline = std::chrono::steady_clock::now() + name_server_ready_max;
    while (!first_byte_from(port, names_request)) {
        if (name_server.wait(poll_period)) return false;
        if (std::chrono::steady_clock::now() > deadline) return false;
    }
    // If the port was another's, that one has answered, and ours has ended or is about to.
    return !name_server.wait(10 * poll_period);
}

}  // namespace

Started<RabbitmqServer> RabbitmqServer::try_start(
    const std::string& binary, const std::string& base
) {
    auto folder = server_folder(base, "rabbitmq");
    if (!folder || !write_cookie(folder->path())) return {nullptr, no_folder(base)};
    const std::string path = folder->path();
    const std::vector<int> found = free_ports(3);
    if (found.empty()) {
        return {nullptr, StartError{StartProblem::address_in_use, "no free port on 127.0.0.1"}};
    }
    const Ports ports{.clients = found[0], .nodes = found[1], .names = found[2]};
    auto name_server = Child::spawn(
        {.arguments =
             {find_in_path("epmd"), "-port", std::to_string(ports.names), "-address", "127.0.0.1"},
         .folder = path,
         .log = path + "/log",
         .death_signal = SIGKILL}
    );
    if (!name_server || !wait_for_names(*name_server, ports.names)) {
        return {nullptr, name_server_failure(path)};
    }
    ServerRecipe recipe{
        .folder = std::move(*folder),
        .arguments = {binary},
        .environment = node_environment(ports, path),
        .stop_signal = SIGTERM,
        .death_signal = SIGKILL,
        .ready = [port = ports.clients] { return first_byte_from(port, greeting) == method_frame; },
        .ready_max = node_ready_max,
    };
    std::unique_ptr<RabbitmqServer> server(
        new RabbitmqServer(std::move(*name_server), std::move(recipe), ports.clients)
    );
    if (auto error = server->process_.start()) return {nullptr, std::move(error)};
    return {std::move(server), std::nullopt};
}

Started<RabbitmqServer> RabbitmqServer::start(const RabbitmqServerOptions& options) {
    const std::string binary = options.binary.empty() ? find_rabbitmq() : options.binary;
    if (access(binary.c_str(), X_OK) != 0) return {nullptr, not_installed("rabbitmq-server")};
    if (find_in_path("epmd").empty()) return {nullptr, not_installed("epmd")};
    const std::string base = options.base.empty() ? default_base() : options.base;
    for (int tries = 1;; ++tries) {
        auto started = try_start(binary, base);
        const bool unlucky =
            started.error && started.error->problem == StartProblem::address_in_use;
        if (!unlucky || tries == tries_max) return started;
    }
}

}  // namespace onceproof::backend
