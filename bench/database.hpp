#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/base/time.hpp"
#include "model/port/sql.hpp"

namespace onceproof::bench {

/// A kind of database that strategies are measured on.
enum class Database : std::uint8_t {
    postgresql,
    mariadb
};

/// "postgresql", as users and records write it.
std::string_view name_of(Database database);
/// "PostgreSQL", for people.
std::string_view title_of(Database database);
/// The kind of that name; empty: there is none.
std::optional<Database> database_named(std::string_view name);

/// What a reader of figures has to know of a server.
struct ServerFacts {
    std::string title{};                                          ///< "PostgreSQL"
    std::string version{};                                        ///< "15.14"
    std::vector<std::pair<std::string, std::string>> settings{};  ///< that bear on durability
    std::string promise{};  ///< what they mean, in words; empty: nothing more to be said
};

/// The promise of a database whose settings keep what it acknowledges, or do not.
std::string commit_promise(bool durable);

/// "PostgreSQL 15.14 (fsync on, synchronous_commit on: commits are durable)".
std::string text_of(const ServerFacts& facts);

/// Connections to one database, whichever it is.
class Pool {
public:
    virtual ~Pool() = default;

    /// The port. Any number of threads may open sessions.
    virtual Sql& sql() = 0;
    /// Runs statements separated by semicolons, without parameters.
    virtual Result<Done> run_script(std::string_view text) = 0;
    /// Requests sent so far by all sessions.
    [[nodiscard]] virtual std::uint64_t round_trips() const = 0;
    /// What was said about the last failure, for people; may hold a password.
    [[nodiscard]] virtual std::string last_message() const = 0;
};

/// A database server with a schema of ours. Troubles are lines for people, with no password in
/// them.
class DatabaseServer {
public:
    virtual ~DatabaseServer() = default;

    /// A pool whose connections work in our schema. A statement that takes longer than
    /// `statement_timeout` is ended.
    virtual std::unique_ptr<Pool> pool(std::size_t connections, Duration statement_timeout) = 0;

    [[nodiscard]] virtual const ServerFacts& facts() const = 0;

    /// Folder of a server of our own; empty: somebody else's.
    [[nodiscard]] virtual std::string folder() const = 0;

    /// For a server of our own: what a client program on this machine is to be told.
    [[nodiscard]] virtual std::string connection() const = 0;

    /// Empties the schema: all tables go.
    [[nodiscard]] virtual std::optional<std::string> empty_schema() = 0;

    /// Bytes that tables of ours take, with their indexes; empty: the server does not say.
    [[nodiscard]] virtual std::optional<std::uint64_t> stored_bytes(
        const std::vector<std::string>& tables
    ) = 0;

    /// One line of what is wrong if the server does not answer.
    [[nodiscard]] virtual std::optional<std::string> unreachable() = 0;

    /// Removes the schema; one line about what could not be removed.
    [[nodiscard]] virtual std::optional<std::string> clean_up() = 0;

    /// "PostgreSQL made no tables: <message>", without passwords.
    [[nodiscard]] virtual std::string trouble(std::string_view what, const std::string& message)
        const = 0;
};

/// The first line of a text of several, with the last one behind it if there are more: what is
/// wrong, and the end of the server's log.
std::string one_line(std::string_view text);

/// Whether a version ("10.11.14-MariaDB", "15.14 (Debian …)") is below `least` ("10.5").
bool is_older(std::string_view version, std::string_view least);

/// "PostgreSQL 9.4 is too old: 10 is the least", or empty.
std::optional<std::string> too_old(
    std::string_view title, std::string_view version, std::string_view least
);

}  // namespace onceproof::bench
