#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <mysql.h>

#include "impls/backend/mariadb_text.hpp"
#include "impls/backend/moment.hpp"
#include "impls/backend/session_pool.hpp"
#include "model/base/time.hpp"
#include "model/port/sql.hpp"

namespace onceproof::backend {

class MariadbSession;
using MariadbHome = SessionHome<MariadbSession>;

/// Where the server is and how patient it is to be.
struct MariadbAddress {
    std::string socket{};  ///< path of the unix socket; empty: TCP
    std::string host{};    ///< for TCP
    int port = 3306;       ///< as well
    std::string user = "root";
    std::string password{};            ///< empty: none
    std::string database = "service";  ///< is made if it does not exist
    Duration statement_timeout{0};     ///< max_statement_time; 0: never
    Duration lock_wait{0};  ///< innodb_lock_wait_timeout, in whole seconds; 0: the server's default
};

/// One connection of the pool. For one thread between `connect` and `close`.
class MariadbSession final : public SqlSession {
public:
    explicit MariadbSession(MariadbHome& home) : home_(home) {}

    /// Makes sure of a connection. `unavailable` (definite) if there is none to be had.
    std::optional<Error> connect(const MariadbAddress& address);

    void begin(Isolation isolation) override;
    Result<Rows> execute_with(std::string_view text, std::span<const Value> parameters) override;
    Result<Done> commit() override;
    Result<Done> rollback() override;
    void close() override;

    /// Runs a PostgreSQL text of several statements, outside a transaction.
    Result<Done> run_script(std::string_view text);

private:
    enum class State : std::uint8_t {
        idle,    ///< no transaction
        marked,  ///< `begin` was called or a deadlock undid all: the next statement begins
        open,    ///< the server has a transaction
        dead,    ///< the connection is gone
    };
    struct Close {
        void operator()(MYSQL* connection) const { mysql_close(connection); }
        void operator()(MYSQL_STMT* statement) const { mysql_stmt_close(statement); }
    };
    /// A text that the connection has prepared.
    struct Prepared {
        MariadbText text;
        std::unique_ptr<MYSQL_STMT, Close> statement;
    };

    [[nodiscard]] Moment moment() const;
    /// The port's error for the library's; also what it makes of this session.
    Error fail(unsigned number, const char* message, Moment moment);
    Error fail(Moment moment);
    /// Sends commands without parameters and reads away all answers.
    std::optional<Error> send(const std::string& commands, Moment moment);
    Result<Prepared*> prepared(std::string_view text);

    MariadbHome& home_;
    std::unique_ptr<MYSQL, Close> connection_;
    std::map<std::string, Prepared, std::less<>> prepared_;  ///< by the PostgreSQL text
    Isolation isolation_ = Isolation::server_default;
    State state_ = State::idle;
};

}  // namespace onceproof::backend
