#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/base/ensure.hpp"
#include "model/fake/database.hpp"
#include "model/fake/plan.hpp"

namespace onceproof::fake {

/// A few sessions on one database, with answers as short texts.
class Scene {
public:
    static constexpr std::size_t sessions = 4;
    static constexpr const char* tables = R"(
        CREATE TABLE claim (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            name varchar(6) NOT NULL UNIQUE,
            status smallint NOT NULL DEFAULT 0,
            result text,
            until timestamptz
        );
        CREATE TABLE account (id int PRIMARY KEY, amount int NOT NULL, mark int UNIQUE);
        CREATE TABLE event (kind text, at timestamptz NOT NULL DEFAULT now());
    )";

    explicit Scene(const char* schema = tables, DatabaseConfig config = {})
        : schema_(compile_schema(schema)), database(*schema_, sessions, config) {}
    explicit Scene(Dialect dialect) : Scene(tables, {.dialect = dialect}) {}

    /// "waits", the name of an error, or "2: a|0, b|NULL" (count: rows), or "2" without rows.
    template <class... Parameters>
    std::string run(std::size_t session, const std::string& text, Parameters&&... parameters) {
        Last& last = last_[session];
        last.text = text;
        last.parameters = {to_value(std::forward<Parameters>(parameters))...};
        return again(session);
    }

    /// Repeats the session's last statement.
    std::string again(std::size_t session) {
        const Last& last = last_[session];
        return show(database.execute(session, plan(last.text), last.parameters, now));
    }

    std::string commit(std::size_t session) { return show(database.commit(session, now)); }
    void rollback(std::size_t session) { database.rollback(session); }
    void begin(std::size_t session, Isolation isolation = Isolation::read_committed) {
        database.begin(session, isolation);
    }

    /// The committed rows of a table as texts.
    std::vector<std::string> committed(const std::string& table) const {
        std::vector<std::string> result;
        for (const auto& row : database.committed(table))
            result.push_back(line(row));
        return result;
    }

    [[nodiscard]] Fingerprint hash(const Naming::Places& places = {}) const {
        Hasher hasher;
        Naming naming(places);
        database.hash(hasher, now, naming);
        return hasher.finish();
    }

    const Plan& plan(const std::string& text) {
        PlanPtr& plan = plans_[text];
        if (!plan) plan = compile(*schema_, text);
        return *plan;
    }

    static std::string show(const Execution& execution) {
        if (!execution) return "waits";
        if (!execution->ok()) {
            ENSURE(execution->error().certainty == Certainty::definite);
            return std::string(name_of(execution->error().kind));
        }
        std::string text = std::to_string(execution->value().affected);
        const char* separator = ": ";
        for (const auto& row : execution->value().rows) {
            text += separator;
            text += line(row);
            separator = ", ";
        }
        return text;
    }

private:
    struct Last {
        std::string text;
        std::vector<Value> parameters;
    };

    static Value to_value(const Value& value) { return value; }
    static Value to_value(int number) { return std::int64_t{number}; }
    static Value to_value(const char* text) { return std::string(text); }
    static Value to_value(Instant instant) { return instant; }

    static std::string line(const std::vector<Value>& row) {
        std::string text;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0) text += '|';
            text += cell(row[i]);
        }
        return text;
    }

    static std::string cell(const Value& value) {
        if (const auto* const number = std::get_if<std::int64_t>(&value)) {
            return std::to_string(*number);
        }
        if (const auto* const text = std::get_if<std::string>(&value)) return *text;
        if (const auto* const instant = std::get_if<Instant>(&value)) {
            return std::to_string(instant->time_since_epoch().count()) + "us";
        }
        return "NULL";
    }

    SchemaPtr schema_;
    std::map<std::string, PlanPtr> plans_;
    std::map<std::size_t, Last> last_;

public:
    Database database;
    Instant now{};
};

}  // namespace onceproof::fake
