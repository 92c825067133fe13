#include "impls/backend/mariadb_server.hpp"

#include <chrono>
#include <signal.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <mysql.h>

#include "impls/backend/child.hpp"
#include "impls/backend/server_install.hpp"

namespace onceproof::backend {

namespace {

constexpr std::chrono::seconds ready_max{60};
constexpr std::chrono::seconds install_max{120};

/// True if the server greets and lets us in.
bool greets(const std::string& socket) {
    struct Close {
        void operator()(MYSQL* connection) const { mysql_close(connection); }
    };
    const std::unique_ptr<MYSQL, Close> connection(mysql_init(nullptr));
    constexpr unsigned timeout_s = 1;
    mysql_options(connection.get(), MYSQL_OPT_CONNECT_TIMEOUT, &timeout_s);
    return mysql_real_connect(
               connection.get(), nullptr, "root", nullptr, nullptr, 0, socket.c_str(), 0
           ) != nullptr;
}

std::optional<StartError> install(const std::string& program, const std::string& folder) {
    auto child = Child::spawn(
        {.arguments =
             {program,
              "--no-defaults",
              "--datadir=" + folder + "/data",
              "--auth-root-authentication-method=normal",
              "--skip-test-db",
              "--skip-name-resolve"},
         .folder = folder,
         .log = folder + "/log",
         .death_signal = SIGKILL}
    );
    if (child && child->wait(install_max) == 0) return std::nullopt;
    return StartError{
        StartProblem::start_failed, "mariadb-install-db failed:" + last_lines(folder + "/log", 8)};
}

std::vector<std::string> arguments_for(
    const std::string& binary, const std::string& folder, bool fsync
) {
    return {
        binary,
        "--no-defaults",
        "--datadir=" + folder + "/data",
        "--tmpdir=" + folder,
        "--socket=" + folder + "/mariadb.sock",
        "--pid-file=" + folder + "/mariadb.pid",
        "--skip-networking",
        "--skip-name-resolve",
        "--innodb-buffer-pool-size=64M",
        fsync ? "--innodb-flush-log-at-trx-commit=1" : "--innodb-flush-log-at-trx-commit=0"};
}

}  // namespace

Started<MariadbServer> MariadbServer::start(const MariadbServerOptions& options) {
    const std::string binary = options.binary.empty() ? find_mariadb() : options.binary;
    if (access(binary.c_str(), X_OK) != 0) return {nullptr, not_installed("mariadbd")};
    const std::string program = find_in_path("mariadb-install-db");
    if (program.empty()) return {nullptr, not_installed("mariadb-install-db")};
    auto folder = server_folder(options.base, "mariadb");
    if (!folder) return {nullptr, no_folder(options.base)};
    const std::string path = folder->path();
    const std::string socket = path + "/mariadb.sock";
    ServerRecipe recipe{
        .folder = std::move(*folder),
        .arguments = arguments_for(binary, path, options.fsync),
        .socket = socket,
        .stop_signal = SIGTERM,
        .death_signal = SIGKILL,
        .ready = [socket] { return greets(socket); },
        .ready_max = ready_max,
    };
    std::unique_ptr<MariadbServer> server(new MariadbServer(std::move(recipe)));
    if (auto error = install(program, path)) return {nullptr, std::move(error)};
    if (auto error = server->process_.start()) return {nullptr, std::move(error)};
    return {std::move(server), std::nullopt};
}

}  // namespace onceproof::backend
