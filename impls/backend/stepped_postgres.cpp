#include <libpq-fe.h>
#include <memory>
#include <poll.h>
#include <signal.h>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "impls/backend/local_server.hpp"
#include "impls/backend/postgres_answer.hpp"
#include "impls/backend/postgres_values.hpp"
#include "impls/backend/stepped_database.hpp"

namespace onceproof::backend {

namespace {

class SteppedPostgres final : public SteppedDatabase {
public:
    explicit SteppedPostgres(std::unique_ptr<PostgresServer> server)
        : server_(std::move(server)), monitor_(open()) {}
    ~SteppedPostgres() override { let_go(); }
    SteppedPostgres(const SteppedPostgres&) = delete;
    SteppedPostgres& operator=(const SteppedPostgres&) = delete;

    std::string version() override;
    void recreate(std::string_view schema) override;
    void empty(std::span<const std::string_view> tables) override;
    Answer query(const std::string& text) override { return run_on(monitor_.get(), text); }
    void connect(std::size_t session) override;
    void disconnect(std::size_t session) override;
    void kill(std::size_t session) override;
    bool gone(std::size_t session) override;
    void begin(std::size_t session, Isolation isolation) override;
    void send(std::size_t session, const std::string& text, std::span<const Value> parameters)
        override;
    std::optional<Answer> receive(std::size_t session, int timeout_ms) override;
    bool blocked(std::size_t session) override;
    void cancel(std::size_t session) override;
    void end_waits() override;
    void hold(std::size_t session, bool held) override;
    void set_now(std::size_t session, Instant now) override;
    void limit_waits(std::size_t session, int seconds) override;
    void settle_deadlocks(std::size_t session, bool gives_way) override;
    bool forget_commits() override;
    void crash() override;
    void restart() override;

private:
    struct Session {
        PostgresConnection connection{};
        int process = 0;  ///< the server's, also after the connection has ended
        bool held = false;
        bool lost = false;
    };

    PostgresConnection open() const;
    /// Runs what the server must not refuse.
    Answer demand(const std::string& text);
    PGconn* of(std::size_t session) const { return sessions_[session].connection.get(); }
    /// No process of the server may be stopped when the server ends: it would stay.
    void let_go();

    std::unique_ptr<PostgresServer> server_;
    PostgresConnection monitor_;
    std::vector<Session> sessions_;
    std::vector<pid_t> writers_;  ///< stopped, so that nothing more gets to the disk
    std::string identities_;      ///< statements that set them to what they were before the crash
};

PostgresConnection SteppedPostgres::open() const {
    PostgresConnection connection(PQconnectdb(server_->connection_string().c_str()));
    if (PQstatus(connection.get()) != CONNECTION_OK) {
        throw std::runtime_error(PQerrorMessage(connection.get()));
    }
    run_on(
        connection.get(),
        "SET timezone = 'UTC'; SET client_min_messages = 'error'; SET deadlock_timeout = '20ms'"
    );
    return connection;
}

Answer SteppedPostgres::demand(const std::string& text) {
    Answer answer = query(text);
    if (answer.error) throw std::runtime_error(PQerrorMessage(monitor_.get()));
    return answer;
}

std::string SteppedPostgres::version() {
    const std::string text = demand("SHOW server_version").rows.at(0);
    return "PostgreSQL " + text.substr(0, text.find(' '));
}

/// Stands before the server's own in the path; for sessions that were told no time it is the same.
constexpr const char* now_function =
    "CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE AS "
    "$$SELECT coalesce(nullif(current_setting('stepped.now', true), '')::timestamptz, "
    "pg_catalog.now())$$; ";

void SteppedPostgres::recreate(std::string_view schema) {
    demand(
        "SET search_path = public, pg_catalog; DROP SCHEMA public CASCADE; CREATE SCHEMA public; " +
        std::string(now_function) + std::string(schema)
    );
}

void SteppedPostgres::empty(std::span<const std::string_view> tables) {
    std::string text = "TRUNCATE ";
    for (const std::string_view table : tables) {
        text += table;
        text += table == tables.back() ? " RESTART IDENTITY" : ", ";
    }
    demand(text);
}

void SteppedPostgres::connect(std::size_t session) {
    if (sessions_.size() <= session) sessions_.resize(session + 1);
    sessions_[session] = {.connection = open()};
    sessions_[session].process = PQbackendPID(of(session));
}

void SteppedPostgres::disconnect(std::size_t session) {
    hold(session, false);
    sessions_[session].connection.reset();
}

void SteppedPostgres::kill(std::size_t session) {
    hold(session, false);
    demand(fmt::format("SELECT pg_terminate_backend({})", sessions_[session].process));
}

bool SteppedPostgres::gone(std::size_t session) {
    const int process = sessions_[session].process;
    return demand(fmt::format("SELECT 1 FROM pg_stat_activity WHERE pid = {}", process))
        .rows.empty();
}

void SteppedPostgres::begin(std::size_t session, Isolation isolation) {
    std::string text = "BEGIN";
    if (isolation == Isolation::repeatable_read) text += " ISOLATION LEVEL REPEATABLE READ";
    if (isolation == Isolation::serializable) text += " ISOLATION LEVEL SERIALIZABLE";
    run_on(of(session), text);
}

void SteppedPostgres::send(
    std::size_t session, const std::string& text, std::span<const Value> parameters
) {
    std::vector<std::optional<std::string>> texts;
    std::vector<const char*> values;
    for (const Value& parameter : parameters) {
        const bool null = std::holds_alternative<std::monostate>(parameter);
        texts.push_back(null ? std::nullopt : std::optional(text_of(parameter)));
    }
    values.reserve(texts.size());
    for (const auto& value : texts)
        values.push_back(value ? value->c_str() : nullptr);
    if (!writers_.empty()) run_on(of(session), "SET synchronous_commit = off");
    const int sent = PQsendQueryParams(
        of(session),
        text.c_str(),
        static_cast<int>(values.size()),
        nullptr,
        values.data(),
        nullptr,
        nullptr,
        0
    );
    sessions_[session].lost = sent == 0;
}

std::optional<Answer> SteppedPostgres::receive(std::size_t session, int timeout_ms) {
    PGconn* const connection = of(session);
    if (sessions_[session].lost) return lost_answer();
    for (;;) {
        if (PQconsumeInput(connection) == 0 || PQisBusy(connection) == 0) break;
        pollfd socket{PQsocket(connection), POLLIN, 0};
        if (poll(&socket, 1, timeout_ms) <= 0) return std::nullopt;
    }
    std::optional<Answer> answer;
    while (PGresult* const result = PQgetResult(connection)) {
        const PostgresResult guard(result);
        answer = answer_of(result);
    }
    return answer ? answer : lost_answer();
}

bool SteppedPostgres::blocked(std::size_t session) {
    const int process = sessions_[session].process;
    return demand(fmt::format("SELECT cardinality(pg_blocking_pids({})) > 0", process))
               .rows.at(0) == "1";
}

void SteppedPostgres::cancel(std::size_t session) {
    demand(fmt::format("SELECT pg_cancel_backend({})", sessions_[session].process));
}

void SteppedPostgres::end_waits() {
    demand("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
}

void SteppedPostgres::hold(std::size_t session, bool held) {
    if (sessions_[session].held == held) return;
    sessions_[session].held = held;
    // Not kill(), which is a session's.
    ::kill(sessions_[session].process, held ? SIGSTOP : SIGCONT);
}

void SteppedPostgres::let_go() {
    for (std::size_t session = 0; session < sessions_.size(); ++session)
        hold(session, false);
    for (const pid_t writer : std::exchange(writers_, {}))
        ::kill(writer, SIGCONT);
}

void SteppedPostgres::set_now(std::size_t session, Instant now) {
    constexpr const char* text = "SET search_path = public, pg_catalog; SET stepped.now = '{}'";
    run_on(of(session), fmt::format(text, timestamp_text(now)));
}

void SteppedPostgres::limit_waits(std::size_t session, int seconds) {
    run_on(of(session), fmt::format("SET lock_timeout = '{}s'", seconds));
}

void SteppedPostgres::settle_deadlocks(std::size_t session, bool gives_way) {
    const char* const patience = gives_way ? "500ms" : "1min";
    run_on(of(session), fmt::format("SET deadlock_timeout = '{}'", patience));
}

bool SteppedPostgres::forget_commits() {
    const Answer writers = demand(
        "SELECT pid FROM pg_stat_activity WHERE backend_type IN "
        "('walwriter', 'background writer', 'checkpointer')"
    );
    for (const std::string& process : writers.rows) {
        writers_.push_back(static_cast<pid_t>(std::stol(process)));
        ::kill(writers_.back(), SIGSTOP);
    }
    return !writers_.empty();
}

void SteppedPostgres::crash() {
    const std::vector<pid_t> writers = std::exchange(writers_, {});
    let_go();
    identities_.clear();
    const char* const all =
        "SELECT format('SELECT setval(%L, %s, %L); ', quote_ident(sequencename), "
        "coalesce(last_value, 1), last_value IS NOT NULL) "
        "FROM pg_sequences WHERE schemaname = 'public'";
    for (const std::string& statement : demand(all).rows)
        identities_ += statement;
    server_->crash();
    // They are stopped, and do not see that the server has gone.
    for (const pid_t writer : writers)
        ::kill(writer, SIGKILL);
}

void SteppedPostgres::restart() {
    if (const auto error = server_->restart()) throw std::runtime_error(error->message);
    monitor_ = open();
    if (!identities_.empty()) demand(identities_);
}

}  // namespace

Started<SteppedDatabase> start_stepped_postgres(const SteppedOptions& options) {
    auto started = PostgresServer::start({.fsync = options.fsync, .binaries = options.binary});
    if (!started.server) return {nullptr, std::move(started.error)};
    return {std::make_unique<SteppedPostgres>(std::move(started.server)), std::nullopt};
}

}  // namespace onceproof::backend
