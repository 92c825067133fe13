#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/port/sql.hpp"

namespace onceproof::conformance {

/// What a call comes to instead of what it would: an error, or for a statement no row.
struct Instead {
    std::optional<Error> error;  ///< empty: no row
};

/// Writes down what is said to a database, and lets one of the calls go wrong.
class SqlNotebook final : public Sql, private SqlSession {
public:
    /// Everything that was ever said.
    struct Pages {
        std::map<std::string, std::set<std::vector<Value>>> statements;  ///< with their parameters
        std::set<Isolation> isolations;
    };

    SqlNotebook(Sql& sql, Pages& pages) : sql_(sql), pages_(pages) {}

    /// The call with that number, from 0, goes wrong.
    void spoil(std::size_t call, Instead instead) {
        spoiled_ = call;
        instead_ = instead;
    }
    /// Statements and commits so far.
    [[nodiscard]] std::size_t calls() const { return calls_; }

    Result<SqlSession*> open() override;

private:
    void begin(Isolation isolation) override;
    Result<Rows> execute_with(std::string_view text, std::span<const Value> parameters) override;
    Result<Done> commit() override;
    Result<Done> rollback() override;
    void close() override;
    /// Counts a call; what it comes to instead.
    std::optional<Instead> next_call();

    Sql& sql_;
    Pages& pages_;
    SqlSession* session_ = nullptr;
    std::size_t calls_ = 0;
    std::optional<std::size_t> spoiled_;
    Instead instead_;
    std::optional<Error> dead_;  // the connection is lost: of every call until it is closed
};

}  // namespace onceproof::conformance
