#include "impls/backend/local_server.hpp"

#include <array>
#include <libpq-fe.h>
#include <signal.h>
#include <string_view>
#include <unistd.h>
#include <utility>

#include "impls/backend/redis_kv.hpp"
#include "impls/backend/server_install.hpp"

namespace onceproof::backend {

namespace {

constexpr std::chrono::seconds redis_ready_max{10};
constexpr std::chrono::seconds postgres_ready_max{60};
constexpr std::chrono::seconds initdb_max{60};

std::vector<std::string> redis_arguments(
    const std::string& binary, const std::string& socket, const RedisServerOptions& options
) {
    std::vector<std::string> arguments{
        binary,
        "--port",
        "0",
        "--unixsocket",
        socket,
        "--unixsocketperm",
        "777",
        "--save",
        "",
        "--dir",
        ".",
        "--daemonize",
        "no",
        "--appendonly",
        options.append_only == AppendOnly::off ? "no" : "yes",
        "--appendfsync",
        options.append_only == AppendOnly::always ? "always" : "everysec",
        "--enable-debug-command",
        "yes"};
    if (!options.max_memory.empty()) {
        arguments.insert(
            arguments.end(), {"--maxmemory", options.max_memory, "--maxmemory-policy", "noeviction"}
        );
    }
    return arguments;
}

std::string connection_string_for(const std::string& folder) {
    return "host=" + folder + " port=5432 user=postgres dbname=postgres connect_timeout=2";
}

std::optional<StartError> make_cluster(const std::string& binaries, const std::string& folder) {
    auto initdb = Child::spawn(
        {.arguments =
             {binaries + "/initdb",
              "--pgdata=" + folder + "/data",
              "--auth=trust",
              "--username=postgres",
              "--encoding=UTF8",
              "--locale=C",
              "--no-sync"},
         .folder = folder,
         .log = folder + "/log",
         .death_signal = SIGKILL}
    );
    if (initdb && initdb->wait(initdb_max) == 0) return std::nullopt;
    return StartError{
        StartProblem::start_failed, "initdb failed:" + last_lines(folder + "/log", 8)};
}

}  // namespace

Started<RedisServer> RedisServer::start(const RedisServerOptions& options) {
    const std::string binary =
        options.binary.empty() ? find_in_path("redis-server") : options.binary;
    if (access(binary.c_str(), X_OK) != 0) return {nullptr, not_installed("redis-server")};
    auto folder = server_folder(options.base, "redis");
    if (!folder) return {nullptr, no_folder(options.base)};
    const std::string socket = folder->path() + "/redis.sock";
    ServerRecipe recipe{
        .folder = std::move(*folder),
        .arguments = redis_arguments(binary, socket, options),
        .socket = socket,
        .stop_signal = SIGTERM,
        .death_signal = SIGKILL,
        .ready =
            [socket] {
                RedisKv client(RedisAddress{.socket = socket}, std::chrono::milliseconds(500));
                constexpr std::array<std::string_view, 1> ping{"PING"};
                return client.command(ping).ok();
            },
        .ready_max = redis_ready_max,
    };
    std::unique_ptr<RedisServer> server(new RedisServer(std::move(recipe)));
    if (auto error = server->process_.start()) return {nullptr, std::move(error)};
    return {std::move(server), std::nullopt};
}

Started<PostgresServer> PostgresServer::start(const PostgresServerOptions& options) {
    const std::string binaries =
        options.binaries.empty() ? find_postgres_folder() : options.binaries;
    for (const char* name : {"postgres", "initdb"}) {
        if (access((binaries + "/" + name).c_str(), X_OK) != 0)
            return {nullptr, not_installed(name)};
    }
    auto folder = server_folder(options.base, "postgres");
    if (!folder) return {nullptr, no_folder(options.base)};
    const std::string path = folder->path();
    // Shared memory in files of its folder goes with the folder, whatever becomes of the server.
    std::vector<std::string> arguments{
        binaries + "/postgres",
        "-D",
        path + "/data",
        "-h",
        "",
        "-k",
        path,
        "-p",
        "5432",
        "-c",
        "dynamic_shared_memory_type=mmap"};
    if (!options.fsync) {
        for (const char* setting : {"fsync", "synchronous_commit", "full_page_writes"}) {
            arguments.insert(arguments.end(), {"-c", std::string(setting) + "=off"});
        }
    }
    ServerRecipe recipe{
        .folder = std::move(*folder),
        .arguments = std::move(arguments),
        .socket = path + "/.s.PGSQL.5432",
        .stop_signal = SIGINT,
        // "Immediate shutdown": it ends its children and frees its shared memory, and writes
        // nothing.
        .death_signal = SIGQUIT,
        .ready = [path] { return PQping(connection_string_for(path).c_str()) == PQPING_OK; },
        .ready_max = postgres_ready_max,
    };
    std::unique_ptr<PostgresServer> server(new PostgresServer(std::move(recipe)));
    if (auto error = make_cluster(binaries, path)) return {nullptr, std::move(error)};
    if (auto error = server->process_.start()) return {nullptr, std::move(error)};
    return {std::move(server), std::nullopt};
}

std::string PostgresServer::connection_string() const {
    return connection_string_for(process_.folder());
}

}  // namespace onceproof::backend
