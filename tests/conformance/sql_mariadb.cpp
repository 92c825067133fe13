#include "tests/conformance/sql_mariadb.hpp"

#include <poll.h>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "impls/backend/mariadb_errors.hpp"
#include "impls/backend/mariadb_server.hpp"
#include "impls/backend/mariadb_text.hpp"
#include "impls/backend/postgres_values.hpp"
#include "tests/conformance/sql_steps.hpp"

namespace onceproof::conformance {

struct MariadbDatabase::Server {
    std::unique_ptr<backend::MariadbServer> process;

    static std::unique_ptr<Server> start() {
        backend::MariadbServerOptions options;
        options.fsync = false;
        auto started = backend::MariadbServer::start(options);
        if (!started.server) throw std::runtime_error(started.error->message);
        return std::make_unique<Server>(Server{std::move(started.server)});
    }
};

namespace {

std::string literal(const Value& value) {
    if (const auto* const number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* const text = std::get_if<std::string>(&value)) return "'" + *text + "'";
    if (const auto* const instant = std::get_if<Instant>(&value)) {
        const std::string text = backend::timestamp_text(*instant);
        return "TIMESTAMP'" + text.substr(0, text.size() - 3) + "'";  // without the zone
    }
    return "NULL";
}

/// MariaDB's form of a PostgreSQL text, with the parameters written in.
std::string translated(const std::string& text, const std::vector<Value>& parameters) {
    const backend::MariadbText own = backend::mariadb_text(text);
    std::string result;
    std::size_t next = 0;
    for (const char letter : own.text) {
        if (letter == '?') {
            result += literal(parameters.at(own.order.at(next++)));
        } else {
            result += letter;
        }
    }
    return result;
}

Answer take_answer(MYSQL* connection) {
    Answer answer;
    MYSQL_RES* const result =
        mysql_errno(connection) == 0 ? mysql_store_result(connection) : nullptr;
    // RETURNING may have given rows already when the error comes.
    if (const unsigned number = mysql_errno(connection)) {
        answer.error = backend::mariadb_error_of(number, backend::Moment::in_transaction).kind;
        return answer;
    }
    if (result == nullptr) {
        answer.affected = static_cast<std::int64_t>(mysql_affected_rows(connection));
        return answer;
    }
    const unsigned columns = mysql_num_fields(result);
    while (const MYSQL_ROW row = mysql_fetch_row(result)) {
        std::string& line = answer.rows.emplace_back();
        for (unsigned column = 0; column < columns; ++column) {
            line += column == 0 ? "" : "|";
            line += row[column] == nullptr ? "\\N" : row[column];
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

}  // namespace

MariadbDatabase::MariadbDatabase(std::string_view schema, std::size_t sessions)
    : server_(Server::start()), monitor_(connect()) {
    std::string rest = backend::mariadb_text(schema).text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(';'), rest.size());
        if (run_on(monitor_.get(), rest.substr(0, end)).error) {
            throw std::runtime_error(mysql_error(monitor_.get()));
        }
        rest.erase(0, end + 1);
    }
    for (std::size_t i = 0; i < sessions; ++i)
        sessions_.push_back(connect());
    writes_.resize(sessions);
}

MariadbDatabase::~MariadbDatabase() = default;

MariadbDatabase::Connection MariadbDatabase::connect() const {
    Connection connection(mysql_init(nullptr));
    if (mysql_real_connect(
            connection.get(),
            nullptr,
            "root",
            nullptr,
            nullptr,
            0,
            server_->process->socket().c_str(),
            CLIENT_FOUND_ROWS
        ) == nullptr) {
        throw std::runtime_error(mysql_error(connection.get()));
    }
    run_on(connection.get(), std::string(backend::mariadb_session_setup()));
    run_on(connection.get(), "CREATE DATABASE IF NOT EXISTS conformance");
    run_on(connection.get(), "USE conformance");
    return connection;
}

void MariadbDatabase::reset() {
    run("TRUNCATE t");
    run("TRUNCATE u");
    run(std::string(first_rows_text));
}

void MariadbDatabase::begin(std::size_t session, Isolation isolation) {
    MYSQL* const connection = sessions_[session].get();
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

void MariadbDatabase::send(
    std::size_t session, const std::string& text, const std::vector<Value>& parameters
) {
    const std::string own = translated(text, parameters);
    writes_[session] = !text.starts_with("SELECT");
    mysql_send_query(sessions_[session].get(), own.c_str(), static_cast<unsigned long>(own.size()));
}

std::optional<Answer> MariadbDatabase::receive(std::size_t session, int timeout_ms) {
    MYSQL* const connection = sessions_[session].get();
    pollfd socket{static_cast<int>(mysql_get_socket(connection)), POLLIN, 0};
    if (poll(&socket, 1, timeout_ms) <= 0) return std::nullopt;
    mysql_read_query_result(connection);
    Answer answer = take_answer(connection);
    if (writes_[session]) await_purge();
    return answer;
}

/// Deleted entries go away a moment after the commit; in the fake at once.
void MariadbDatabase::await_purge() {
    constexpr int polls_max = 100;
    constexpr int same_max = 3;
    std::string before;
    for (int poll = 0, same = 0; poll < polls_max && same < same_max; ++poll) {
        const std::string status = run("SHOW ENGINE INNODB STATUS").rows.at(0);
        const std::size_t start = status.find("Purge done for");
        std::string purged = status.substr(start, status.find("LIST OF", start) - start);
        if (purged.find("History list length 0\n") != std::string::npos) return;
        same = purged == before ? same + 1 : 0;
        before = std::move(purged);
    }
}

/// By the monitor's text: the tables of information_schema are up to 0.1 s old.
bool MariadbDatabase::blocked(std::size_t session) {
    const std::string status = run("SHOW ENGINE INNODB STATUS").rows.at(0);
    const std::string thread =
        fmt::format("MariaDB thread id {},", mysql_thread_id(sessions_[session].get()));
    const std::size_t found = status.find(thread, status.find("LIST OF TRANSACTIONS"));
    if (found == std::string::npos) return false;
    const std::size_t start = status.rfind("---TRANSACTION", found);
    return status.substr(start, found - start).find("LOCK WAIT") != std::string::npos;
}

void MariadbDatabase::end_waits() {
    for (std::size_t session = 0; session < sessions_.size(); ++session) {
        if (blocked(session)) {
            run(fmt::format("KILL QUERY {}", mysql_thread_id(sessions_[session].get())));
        }
    }
}

Answer MariadbDatabase::rows(std::string_view table) {
    if (table == "t") return run("SELECT id, k, n, note FROM t ORDER BY id");
    return run(
        "SELECT id, a, b, ready, CASE WHEN at < '2010-01-01' THEN "
        "concat('@', timestampdiff(microsecond, '1970-01-01', at)) END FROM u ORDER BY id"
    );
}

Answer MariadbDatabase::run(const std::string& text) {
    return run_on(monitor_.get(), text);
}

}  // namespace onceproof::conformance
