#include <algorithm>
#include <array>
#include <memory>
#include <poll.h>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <mysql.h>

#include "impls/backend/mariadb_errors.hpp"
#include "impls/backend/mariadb_literal.hpp"
#include "impls/backend/mariadb_server.hpp"
#include "impls/backend/mariadb_text.hpp"
#include "impls/backend/postgres_values.hpp"
#include "impls/backend/stepped_database.hpp"

namespace onceproof::backend {
namespace {

struct Close {
    void operator()(MYSQL* connection) const { mysql_close(connection); }
};
using Connection = std::unique_ptr<MYSQL, Close>;

std::string cell_text(const char* text, const MYSQL_FIELD& column) {
    if (text == nullptr) return "\\N";
    if (column.type != MYSQL_TYPE_DATETIME && column.type != MYSQL_TYPE_TIMESTAMP) return text;
    constexpr unsigned timestamptz_type = 1184;  // PostgreSQL's: the texts are alike
    return row_text(std::array{value_of(text, timestamptz_type)});
}

Answer take_answer(MYSQL* connection) {
    Answer answer;
    MYSQL_RES* const result =
        mysql_errno(connection) == 0 ? mysql_store_result(connection) : nullptr;
    // RETURNING may have given rows already when the error comes.
    if (const unsigned number = mysql_errno(connection)) {
        answer.error = mariadb_error_of(number, Moment::in_transaction).kind;
        return answer;
    }
    if (result == nullptr) {
        answer.affected = static_cast<std::int64_t>(mysql_affected_rows(connection));
        return answer;
    }
    const unsigned columns = mysql_num_fields(result);
    while (char** const row = mysql_fetch_row(result)) {
        std::string& line = answer.rows.emplace_back();
        for (unsigned column = 0; column < columns; ++column) {
            line += column == 0 ? "" : "|";
            line += cell_text(row[column], *mysql_fetch_field_direct(result, column));
        }
    }
    answer.affected = static_cast<std::int64_t>(answer.rows.size());
    mysql_free_result(result);
    return answer;
}

Answer run_on(MYSQL* connection, const std::string& text) {
    mysql_real_query(connection, text.c_str(), static_cast<unsigned long>(text.size()));
    return take_answer(connection);
}

class SteppedMariadb final : public SteppedDatabase {
public:
    explicit SteppedMariadb(std::unique_ptr<MariadbServer> server)
        : server_(std::move(server)), monitor_(open()) {}

    std::string version() override;
    void recreate(std::string_view schema) override;
    void empty(std::span<const std::string_view> tables) override;
    Answer query(const std::string& text) override;
    void connect(std::size_t session) override;
    void disconnect(std::size_t session) override { sessions_[session].connection.reset(); }
    void kill(std::size_t session) override;
    bool gone(std::size_t session) override;
    void begin(std::size_t session, Isolation isolation) override;
    void send(std::size_t session, const std::string& text, std::span<const Value> parameters)
        override;
    std::optional<Answer> receive(std::size_t session, int timeout_ms) override;
    bool blocked(std::size_t session) override;
    void cancel(std::size_t session) override;
    void end_waits() override;
    void hold(std::size_t, bool) override {}
    void set_now(std::size_t session, Instant now) override;
    void limit_waits(std::size_t session, int seconds) override;
    void settle_deadlocks(std::size_t session, bool gives_way) override;
    bool forget_commits() override { return false; }
    void crash() override;
    void restart() override;

private:
    struct Session {
        Connection connection{};
        unsigned long thread = 0;  ///< the server's, also after the connection has ended
        bool writes = false;       ///< the statement under way is no SELECT
        bool lost = false;
    };

    Connection open() const;
    /// Runs what the server must not refuse, in MariaDB's own SQL.
    Answer demand(const std::string& text);
    void await_purge();
    MYSQL* of(std::size_t session) const { return sessions_[session].connection.get(); }

    std::unique_ptr<MariadbServer> server_;
    Connection monitor_;
    std::vector<Session> sessions_;
    std::vector<std::string> identities_;  ///< set them to what they were before the crash
};

/// In a database of its own, so that it stays when the tables go.
constexpr const char* keepsakes =
    "CREATE DATABASE IF NOT EXISTS aside; "
    "CREATE TABLE IF NOT EXISTS aside.keepsake (n int) ENGINE = MyISAM";

Connection SteppedMariadb::open() const {
    Connection connection(mysql_init(nullptr));
    if (mysql_real_connect(
            connection.get(),
            nullptr,
            "root",
            nullptr,
            nullptr,
            0,
            server_->socket().c_str(),
            CLIENT_FOUND_ROWS
        ) == nullptr) {
        throw std::runtime_error(mysql_error(connection.get()));
    }
    run_on(connection.get(), std::string(mariadb_session_setup()));
    run_on(connection.get(), "CREATE DATABASE IF NOT EXISTS stepped");
    run_on(connection.get(), "USE stepped");
    return connection;
}

Answer SteppedMariadb::demand(const std::string& text) {
    Answer answer = run_on(monitor_.get(), text);
    if (answer.error) throw std::runtime_error(mysql_error(monitor_.get()));
    return answer;
}

Answer SteppedMariadb::query(const std::string& text) {
    return run_on(monitor_.get(), mariadb_text(text).text);
}

std::string SteppedMariadb::version() {
    const std::string text = demand("SELECT version()").rows.at(0);
    return "MariaDB " + text.substr(0, text.find('-'));
}

void SteppedMariadb::recreate(std::string_view schema) {
    std::string rest = "DROP DATABASE IF EXISTS stepped; CREATE DATABASE stepped; USE stepped;" +
                       std::string(keepsakes) + ";" + mariadb_text(schema).text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(';'), rest.size());
        const std::string statement = rest.substr(0, end);
        if (statement.find_first_not_of(" \n") != std::string::npos) demand(statement);
        rest.erase(0, end + 1);
    }
}

void SteppedMariadb::empty(std::span<const std::string_view> tables) {
    for (const std::string_view table : tables)
        demand(fmt::format("TRUNCATE {}", table));
}

void SteppedMariadb::connect(std::size_t session) {
    if (sessions_.size() <= session) sessions_.resize(session + 1);
    sessions_[session] = {.connection = open()};
    sessions_[session].thread = mysql_thread_id(of(session));
}

void SteppedMariadb::kill(std::size_t session) {
    run_on(monitor_.get(), fmt::format("KILL {}", sessions_[session].thread));  // may be gone
}

bool SteppedMariadb::gone(std::size_t session) {
    return demand(fmt::format(
                      "SELECT 1 FROM information_schema.processlist WHERE id = {}",
                      sessions_[session].thread
                  ))
        .rows.empty();
}

void SteppedMariadb::begin(std::size_t session, Isolation isolation) {
    MYSQL* const connection = of(session);
    if (isolation != Isolation::server_default) {
        const bool serializable = isolation == Isolation::serializable;
        run_on(
            connection,
            std::string("SET TRANSACTION ISOLATION LEVEL ") +
                (serializable                              ? "SERIALIZABLE"
                 : isolation == Isolation::repeatable_read ? "REPEATABLE READ"
                                                           : "READ COMMITTED")
        );
    }
    run_on(connection, "START TRANSACTION");
}

void SteppedMariadb::send(
    std::size_t session, const std::string& text, std::span<const Value> parameters
) {
    const std::string own = mariadb_statement(text, parameters);
    sessions_[session].writes = !text.starts_with("SELECT");
    const int failed =
        mysql_send_query(of(session), own.c_str(), static_cast<unsigned long>(own.size()));
    sessions_[session].lost = failed != 0;
}

std::optional<Answer> SteppedMariadb::receive(std::size_t session, int timeout_ms) {
    MYSQL* const connection = of(session);
    if (sessions_[session].lost) return Answer{.error = ErrorKind::connection_lost};
    pollfd socket{static_cast<int>(mysql_get_socket(connection)), POLLIN, 0};
    if (poll(&socket, 1, timeout_ms) <= 0) return std::nullopt;
    mysql_read_query_result(connection);
    Answer answer = take_answer(connection);
    if (sessions_[session].writes) await_purge();
    return answer;
}

/// Deleted entries go away a moment after the commit, unless a snapshot keeps them; in the fake at
/// once.
void SteppedMariadb::await_purge() {
    constexpr int polls_max = 1'000;
    constexpr int same_max = 3;  // with a snapshot
    std::string before;
    for (int poll = 0, same = 0; poll < polls_max && same < same_max; ++poll) {
        const std::string status = demand("SHOW ENGINE INNODB STATUS").rows.at(0);
        const std::size_t start = status.find("Purge done for");
        std::string purged = status.substr(start, status.find("LIST OF", start) - start);
        if (purged.find("History list length 0\n") != std::string::npos) return;
        const bool some_snapshot = status.find("Trx read view", start) != std::string::npos;
        same = purged == before && some_snapshot ? same + 1 : 0;
        before = std::move(purged);
    }
}

/// By the monitor's text: the tables of information_schema are up to 0.1 s old.
bool SteppedMariadb::blocked(std::size_t session) {
    const std::string status = demand("SHOW ENGINE INNODB STATUS").rows.at(0);
    const std::string thread = fmt::format("MariaDB thread id {},", sessions_[session].thread);
    const std::size_t found = status.find(thread, status.find("LIST OF TRANSACTIONS"));
    if (found == std::string::npos) return false;
    const std::size_t start = status.rfind("---TRANSACTION", found);
    return status.substr(start, found - start).find("LOCK WAIT") != std::string::npos;
}

void SteppedMariadb::end_waits() {
    for (std::size_t session = 0; session < sessions_.size(); ++session) {
        if (blocked(session)) cancel(session);
    }
}

void SteppedMariadb::cancel(std::size_t session) {
    demand(fmt::format("KILL QUERY {}", sessions_[session].thread));
}

void SteppedMariadb::set_now(std::size_t session, Instant now) {
    const auto us = now.time_since_epoch().count();
    constexpr std::int64_t second = 1'000'000;
    run_on(of(session), fmt::format("SET timestamp = {}.{:06}", us / second, us % second));
}

void SteppedMariadb::limit_waits(std::size_t session, int seconds) {
    constexpr int day = 86'400;
    const int limit = seconds == 0 ? day : seconds;
    run_on(of(session), fmt::format("SET innodb_lock_wait_timeout = {}", limit));
}

void SteppedMariadb::settle_deadlocks(std::size_t session, bool gives_way) {
    if (!gives_way) run_on(of(session), "INSERT INTO aside.keepsake VALUES (1)");
}

void SteppedMariadb::crash() {
    identities_ = demand(
                      "SELECT concat('ALTER TABLE ', table_name, ' AUTO_INCREMENT = ', "
                      "auto_increment) FROM information_schema.tables "
                      "WHERE table_schema = 'stepped' AND auto_increment IS NOT NULL"
    )
                      .rows;
    server_->crash();
}

void SteppedMariadb::restart() {
    if (const auto error = server_->restart()) throw std::runtime_error(error->message);
    monitor_ = open();
    for (const std::string& statement : identities_)
        demand(statement);
}

}  // namespace

Started<SteppedDatabase> start_stepped_mariadb(const SteppedOptions& options) {
    auto started = MariadbServer::start({.fsync = options.fsync, .binary = options.binary});
    if (!started.server) return {nullptr, std::move(started.error)};
    return {std::make_unique<SteppedMariadb>(std::move(started.server)), std::nullopt};
}

}  // namespace onceproof::backend
