#include "impls/backend/mariadb_session.hpp"

#include <utility>

#include "impls/backend/mariadb_errors.hpp"
#include "impls/backend/mariadb_values.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::backend {

namespace {

constexpr std::size_t prepared_max = 256;
constexpr unsigned connect_timeout_s = 2;
constexpr Error lost_before{ErrorKind::connection_lost, Certainty::definite};

std::string begin_text(Isolation isolation) {
    const auto begin = [](std::string_view level) {
        return "SET TRANSACTION ISOLATION LEVEL " + std::string(level) + "; START TRANSACTION";
    };
    switch (isolation) {
        case Isolation::read_committed:
            return begin("READ COMMITTED");
        case Isolation::repeatable_read:
            return begin("REPEATABLE READ");
        case Isolation::serializable:
            return begin("SERIALIZABLE");
        case Isolation::server_default:
            break;
    }
    return "START TRANSACTION";
}

std::string setup_text(const MariadbAddress& address) {
    std::string text = "CREATE DATABASE IF NOT EXISTS " + address.database + "; USE " +
                       address.database + "; " + std::string(mariadb_session_setup());
    if (address.statement_timeout > Duration{0}) {
        const double seconds = std::chrono::duration<double>(address.statement_timeout).count();
        text += "; SET max_statement_time = " + std::to_string(seconds);
    }
    if (address.lock_wait > Duration{0}) {
        const auto seconds = std::chrono::ceil<std::chrono::seconds>(address.lock_wait).count();
        text += "; SET innodb_lock_wait_timeout = " + std::to_string(seconds);
    }
    return text;
}

}  // namespace

std::optional<Error> MariadbSession::connect(const MariadbAddress& address) {
    if (connection_) return std::nullopt;
    prepared_.clear();
    state_ = State::idle;
    connection_.reset(mysql_init(nullptr));
    mysql_options(connection_.get(), MYSQL_OPT_CONNECT_TIMEOUT, &connect_timeout_s);
    // A new connection would go on outside the transaction that was lost.
    const my_bool reconnect = 0;
    mysql_options(connection_.get(), MYSQL_OPT_RECONNECT, &reconnect);
    home_.count_round_trip(2);
    const bool connected = mysql_real_connect(
                               connection_.get(),
                               address.socket.empty() ? address.host.c_str() : nullptr,
                               address.user.c_str(),
                               address.password.empty() ? nullptr : address.password.c_str(),
                               nullptr,
                               static_cast<unsigned>(address.port),
                               address.socket.empty() ? nullptr : address.socket.c_str(),
                               CLIENT_MULTI_STATEMENTS | CLIENT_FOUND_ROWS
                           ) != nullptr;
    if (connected && !send(setup_text(address), Moment::alone)) return std::nullopt;
    if (connection_) home_.note(mysql_error(connection_.get()));
    connection_.reset();
    return Error{ErrorKind::unavailable, Certainty::definite};
}

void MariadbSession::begin(Isolation isolation) {
    if (state_ == State::dead) return;
    ENSURE(state_ == State::idle);
    isolation_ = isolation;
    state_ = State::marked;
}

Moment MariadbSession::moment() const {
    return state_ == State::idle ? Moment::alone : Moment::in_transaction;
}

Error MariadbSession::fail(unsigned number, const char* message, Moment moment) {
    home_.note(message);
    const Error error = mariadb_error_of(number, moment);
    if (error.kind == ErrorKind::connection_lost || error.kind == ErrorKind::timeout ||
        error.kind == ErrorKind::unavailable) {
        prepared_.clear();
        connection_.reset();
        state_ = State::dead;
    } else if (error.kind == ErrorKind::deadlock && state_ == State::open) {
        state_ = State::marked;
    }
    return error;
}

Error MariadbSession::fail(Moment moment) {
    return fail(mysql_errno(connection_.get()), mysql_error(connection_.get()), moment);
}

std::optional<Error> MariadbSession::send(const std::string& commands, Moment moment) {
    home_.count_round_trip(1);
    MYSQL* const connection = connection_.get();
    const auto size = static_cast<unsigned long>(commands.size());
    if (mysql_real_query(connection, commands.c_str(), size) != 0) return fail(moment);
    int status = 0;  // -1: no further answer
    for (; status == 0; status = mysql_next_result(connection)) {
        mysql_free_result(mysql_store_result(connection));
    }
    if (status > 0) return fail(moment);
    return std::nullopt;
}

Result<MariadbSession::Prepared*> MariadbSession::prepared(std::string_view text) {
    const auto known = prepared_.find(text);
    if (known != prepared_.end()) return &known->second;
    if (prepared_.size() >= prepared_max) prepared_.clear();
    Prepared made{mariadb_text(text), nullptr};
    made.statement.reset(mysql_stmt_init(connection_.get()));
    const my_bool lengths = 1;
    mysql_stmt_attr_set(made.statement.get(), STMT_ATTR_UPDATE_MAX_LENGTH, &lengths);
    home_.count_round_trip(1);
    const std::string& own = made.text.text;
    if (mysql_stmt_prepare(
            made.statement.get(), own.c_str(), static_cast<unsigned long>(own.size())
        ) != 0) {
        const unsigned number = mysql_stmt_errno(made.statement.get());
        return fail(number, mysql_stmt_error(made.statement.get()), moment());
    }
    return &prepared_.emplace(std::string(text), std::move(made)).first->second;
}

Result<Rows> MariadbSession::execute_with(
    std::string_view text, std::span<const Value> parameters
) {
    if (state_ == State::dead) return lost_before;
    if (state_ == State::marked) {
        if (const auto error = send(begin_text(isolation_), Moment::in_transaction)) return *error;
        state_ = State::open;
    }
    const Result<Prepared*> known = prepared(text);
    if (!known) return known.error();
    MYSQL_STMT* const statement = (*known)->statement.get();
    MariadbParameters values((*known)->text, parameters);
    home_.count_round_trip(1);
    const bool ran = mysql_stmt_bind_param(statement, values.binds()) == 0 &&
                     mysql_stmt_execute(statement) == 0 && mysql_stmt_store_result(statement) == 0;
    std::optional<Rows> rows;
    if (ran) rows = mariadb_rows(statement);
    if (!rows) {
        // The text of the error goes with the statement.
        const std::string message = mysql_stmt_error(statement);
        return fail(mysql_stmt_errno(statement), message.c_str(), moment());
    }
    mysql_stmt_free_result(statement);
    return std::move(*rows);
}

Result<Done> MariadbSession::commit() {
    if (state_ == State::dead) return lost_before;
    ENSURE(state_ != State::idle);
    const State before = std::exchange(state_, State::idle);
    if (before == State::marked) return Done{};
    if (const auto error = send("COMMIT", Moment::commit)) return *error;
    return Done{};
}

Result<Done> MariadbSession::rollback() {
    if (state_ == State::dead) return lost_before;
    const State before = std::exchange(state_, State::idle);
    if (before != State::open) return Done{};
    if (const auto error = send("ROLLBACK", Moment::in_transaction)) return *error;
    return Done{};
}

void MariadbSession::close() {
    // Whatever it returns: without its connection the transaction is gone as well.
    if (state_ == State::open) static_cast<void>(rollback());
    state_ = State::idle;
    home_.take_back(*this);
}

Result<Done> MariadbSession::run_script(std::string_view text) {
    if (const auto error = send(mariadb_text(text).text, Moment::alone)) return *error;
    return Done{};
}

}  // namespace onceproof::backend
