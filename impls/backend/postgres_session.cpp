#include "impls/backend/postgres_session.hpp"

#include <array>
#include <vector>

#include "impls/backend/postgres_values.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::backend {

namespace {

constexpr std::size_t prepared_max = 256;
constexpr Error lost_before{ErrorKind::connection_lost, Certainty::definite};

std::string begin_text(Isolation isolation) {
    switch (isolation) {
        case Isolation::read_committed:
            return "BEGIN ISOLATION LEVEL READ COMMITTED";
        case Isolation::repeatable_read:
            return "BEGIN ISOLATION LEVEL REPEATABLE READ";
        case Isolation::serializable:
            return "BEGIN ISOLATION LEVEL SERIALIZABLE";
        case Isolation::server_default:
            break;
    }
    return "BEGIN";
}

/// libpqxx 6 would silently go on with a new connection, outside the transaction that was lost.
void forbid_reconnecting(pqxx::connection& connection) {
#if PQXX_VERSION_MAJOR < 7
#    pragma GCC diagnostic push
#    pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    connection.inhibit_reactivation(true);
#    pragma GCC diagnostic pop
#else
    static_cast<void>(connection);
#endif
}

/// Parameters in the form that this libpqxx takes a list of unknown length in.
class Parameters {
public:
    explicit Parameters(std::span<const Value> values) {
#if PQXX_VERSION_MAJOR < 7
        texts_.reserve(values.size());
        for (const Value& value : values) {
            const bool null = std::holds_alternative<std::monostate>(value);
            texts_.push_back(null ? std::string() : text_of(value));
            pointers_.push_back(null ? nullptr : texts_.back().c_str());
        }
#else
        for (const Value& value : values) {
            if (std::holds_alternative<std::monostate>(value)) {
                list_.append();
            } else {
                list_.append(text_of(value));
            }
        }
#endif
    }

#if PQXX_VERSION_MAJOR < 7
    [[nodiscard]] auto list() const {
        return pqxx::prepare::make_dynamic_params(pointers_);
    }

private:
    std::vector<std::string> texts_;
    std::vector<const char*> pointers_;
#else
    [[nodiscard]] const pqxx::params& list() const {
        return list_;
    }

private:
    pqxx::params list_;
#endif
};

}  // namespace

std::optional<Error> PostgresSession::connect(
    const std::string& address, Duration statement_timeout
) {
    if (connection_ && connection_->is_open()) return std::nullopt;
    prepared_.clear();
    state_ = State::idle;
    const std::int64_t timeout_ms =
        std::chrono::ceil<std::chrono::milliseconds>(statement_timeout).count();
    try {
        connection_ = std::make_unique<pqxx::connection>(address);
        forbid_reconnecting(*connection_);
        // Notices are not for this program's error output; values are read in one format.
        pqxx::nontransaction(*connection_)
            .exec(
                "SET client_min_messages TO error; SET client_encoding TO 'UTF8'; SET time zone "
                "'UTC'; SET datestyle TO 'ISO'; "
                "SET statement_timeout TO " +
                std::to_string(timeout_ms)
            );
        home_.count_round_trip(2);
        return std::nullopt;
    } catch (const std::exception& thrown) {
        home_.note(thrown.what());
        connection_.reset();
        return Error{ErrorKind::unavailable, Certainty::definite};
    }
}

void PostgresSession::begin(Isolation isolation) {
    if (state_ == State::dead) return;
    ENSURE(state_ == State::idle);
    isolation_ = isolation;
    state_ = State::marked;
}

Moment PostgresSession::moment() const {
    return state_ == State::idle ? Moment::alone : Moment::in_transaction;
}

Error PostgresSession::fail(const std::exception& thrown, Moment moment) {
    home_.note(thrown.what());
    const Error error = error_of(thrown, moment, connection_->is_open());
    if (error.kind == ErrorKind::connection_lost || error.kind == ErrorKind::timeout ||
        error.kind == ErrorKind::unavailable) {
        connection_.reset();
        state_ = State::dead;
    } else if (state_ == State::open) {
        state_ = State::failed;
    }
    return error;
}

std::optional<Error> PostgresSession::send(const std::string& command, Moment moment) {
    home_.count_round_trip(1);
    try {
        pqxx::nontransaction(*connection_).exec(command);
        return std::nullopt;
    } catch (const std::exception& thrown) {
        return fail(thrown, moment);
    }
}

const std::string* PostgresSession::prepared(std::string_view text) {
    const auto known = prepared_.find(text);
    if (known != prepared_.end()) return &known->second;
    if (prepared_.size() >= prepared_max) return nullptr;
    std::string name("s");
    name += std::to_string(prepared_.size());
    home_.count_round_trip(1);
    connection_->prepare(name, std::string(text));
    return &prepared_.emplace(text, name).first->second;
}

// libpqxx 7.10 has newer names for these calls; 6 has only these.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
pqxx::result PostgresSession::run(std::string_view text, std::span<const Value> parameters) {
    const Parameters values(parameters);
    const std::string* name = prepared(text);
    home_.count_round_trip(1);
    pqxx::nontransaction work(*connection_);
    if (name != nullptr) return work.exec_prepared(*name, values.list());
    return work.exec_params(std::string(text), values.list());
}
#pragma GCC diagnostic pop

Result<Rows> PostgresSession::execute_with(
    std::string_view text, std::span<const Value> parameters
) {
    if (state_ == State::dead) return lost_before;
    if (state_ == State::marked) {
        if (const auto error = send(begin_text(isolation_), Moment::in_transaction)) return *error;
        state_ = State::open;
    }
    try {
        return rows_of(run(text, parameters));
    } catch (const std::exception& thrown) {
        return fail(thrown, moment());
    }
}

Result<Done> PostgresSession::commit() {
    if (state_ == State::dead) return lost_before;
    ENSURE(state_ != State::idle);
    const State before = state_;
    state_ = State::idle;
    if (before == State::marked) return Done{};
    if (const auto error = send("COMMIT", Moment::commit)) {
        // A failed transaction is rolled back whether or not the server got to say so.
        if (before == State::failed) return Error{error->kind, Certainty::definite};
        return *error;
    }
    // COMMIT of a failed transaction is no error to the server: it answers ROLLBACK.
    if (before == State::failed) {
        return Error{ErrorKind::in_failed_transaction, Certainty::definite};
    }
    return Done{};
}

Result<Done> PostgresSession::rollback() {
    if (state_ == State::dead) return lost_before;
    const bool nothing_sent = state_ == State::idle || state_ == State::marked;
    state_ = State::idle;
    if (nothing_sent) return Done{};
    if (const auto error = send("ROLLBACK", Moment::in_transaction)) return *error;
    return Done{};
}

void PostgresSession::close() {
    if (state_ == State::open || state_ == State::failed) {
        // Whatever it returns: without its connection the transaction is gone as well.
        static_cast<void>(rollback());
    }
    state_ = State::idle;
    home_.take_back(*this);
}

Result<Done> PostgresSession::run_script(const std::string& text) {
    if (const auto error = send(text, Moment::alone)) return *error;
    return Done{};
}

}  // namespace onceproof::backend
