#include "tests/conformance/sql_postgres.hpp"

#include <cstdlib>
#include <poll.h>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "impls/backend/local_server.hpp"
#include "impls/backend/postgres_errors.hpp"
#include "impls/backend/postgres_values.hpp"
#include "tests/conformance/sql_steps.hpp"

namespace onceproof::conformance {

/// The one place that knows where the server comes from.
struct PostgresDatabase::Server {
    std::unique_ptr<backend::PostgresServer> process;

    static std::unique_ptr<Server> start() {
        backend::PostgresServerOptions options;
        options.fsync = false;
        auto started = backend::PostgresServer::start(options);
        if (!started.server) throw std::runtime_error(started.error->message);
        return std::make_unique<Server>(Server{std::move(started.server)});
    }
};

namespace {

constexpr Oid bool_type = 16;  // pg_type.dat

struct Clear {
    void operator()(PGresult* result) const { PQclear(result); }
};
using ResultPtr = std::unique_ptr<PGresult, Clear>;

std::optional<std::string> text_of(const Value& value) {
    if (const auto* const number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* const text = std::get_if<std::string>(&value)) return *text;
    if (const auto* const instant = std::get_if<Instant>(&value)) {
        return backend::timestamp_text(*instant);
    }
    return std::nullopt;
}

std::string cell_text(const PGresult* result, int row, int column) {
    if (PQgetisnull(result, row, column) != 0) return "\\N";
    const char* const text = PQgetvalue(result, row, column);
    if (PQftype(result, column) == bool_type) return *text == 't' ? "1" : "0";
    return text;
}

Answer answer_of(PGresult* result) {
    Answer answer;
    const ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
        const char* const state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
        answer.error =
            backend::error_of(state == nullptr ? "" : state, backend::Moment::in_transaction).kind;
        return answer;
    }
    for (int row = 0; row < PQntuples(result); ++row) {
        std::string& line = answer.rows.emplace_back();
        for (int column = 0; column < PQnfields(result); ++column) {
            line += column == 0 ? "" : "|";
            line += cell_text(result, row, column);
        }
    }
    answer.affected = std::strtoll(PQcmdTuples(result), nullptr, 10);
    // COMMIT of a failed transaction says ROLLBACK and is no error for the server.
    if (std::string_view(PQcmdStatus(result)) == "ROLLBACK") {
        answer.error = ErrorKind::in_failed_transaction;
    }
    return answer;
}

Answer run_on(PGconn* connection, const std::string& text) {
    const ResultPtr result(PQexec(connection, text.c_str()));
    return answer_of(result.get());
}

}  // namespace

PostgresDatabase::PostgresDatabase(std::string_view schema, std::size_t sessions)
    : server_(Server::start()), monitor_(connect()) {
    const Answer made = run_on(monitor_.get(), std::string(schema));
    if (made.error) throw std::runtime_error(PQerrorMessage(monitor_.get()));
    for (std::size_t i = 0; i < sessions; ++i) {
        sessions_.push_back(connect());
        run_on(sessions_.back().get(), "SET deadlock_timeout = '20ms'");
    }
}

PostgresDatabase::~PostgresDatabase() = default;

PostgresDatabase::Connection PostgresDatabase::connect() const {
    Connection connection(PQconnectdb(server_->process->connection_string().c_str()));
    if (PQstatus(connection.get()) != CONNECTION_OK) {
        throw std::runtime_error(PQerrorMessage(connection.get()));
    }
    run_on(connection.get(), "SET timezone = 'UTC'; SET client_min_messages = 'error'");
    return connection;
}

void PostgresDatabase::reset() {
    run("TRUNCATE t, u RESTART IDENTITY");
    run(std::string(first_rows_text));
}

void PostgresDatabase::begin(std::size_t session, Isolation isolation) {
    std::string text = "BEGIN";
    if (isolation == Isolation::repeatable_read) text += " ISOLATION LEVEL REPEATABLE READ";
    if (isolation == Isolation::serializable) text += " ISOLATION LEVEL SERIALIZABLE";
    run_on(sessions_[session].get(), text);
}

void PostgresDatabase::end_waits() {
    run("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
}

Answer PostgresDatabase::rows(std::string_view table) {
    if (table == "t") return run("SELECT id, k, n, note FROM t ORDER BY id");
    return run(
        "SELECT id, a, b, ready, CASE WHEN at < '2010-01-01' THEN '@' || "
        "(extract(epoch FROM at) * 1000000)::bigint END FROM u ORDER BY id"
    );
}

void PostgresDatabase::send(
    std::size_t session, const std::string& text, const std::vector<Value>& parameters
) {
    std::vector<std::optional<std::string>> texts;
    std::vector<const char*> values;
    for (const Value& parameter : parameters)
        texts.push_back(text_of(parameter));
    for (const auto& value : texts)
        values.push_back(value ? value->c_str() : nullptr);
    const int sent = PQsendQueryParams(
        sessions_[session].get(),
        text.c_str(),
        static_cast<int>(values.size()),
        nullptr,
        values.data(),
        nullptr,
        nullptr,
        0
    );
    if (sent == 0) throw std::runtime_error(PQerrorMessage(sessions_[session].get()));
}

std::optional<Answer> PostgresDatabase::receive(std::size_t session, int timeout_ms) {
    PGconn* const connection = sessions_[session].get();
    for (;;) {
        if (PQconsumeInput(connection) == 0) {
            throw std::runtime_error(PQerrorMessage(connection));
        }
        if (PQisBusy(connection) == 0) break;
        pollfd socket{PQsocket(connection), POLLIN, 0};
        if (poll(&socket, 1, timeout_ms) <= 0) return std::nullopt;
    }
    std::optional<Answer> answer;
    while (PGresult* const result = PQgetResult(connection)) {
        const ResultPtr guard(result);
        answer = answer_of(result);
    }
    return answer;
}

bool PostgresDatabase::blocked(std::size_t session) {
    const int pid = PQbackendPID(sessions_[session].get());
    const Answer answer = run(fmt::format("SELECT cardinality(pg_blocking_pids({})) > 0", pid));
    return answer.rows.at(0) == "1";
}

Answer PostgresDatabase::run(const std::string& text) {
    return run_on(monitor_.get(), text);
}

}  // namespace onceproof::conformance
