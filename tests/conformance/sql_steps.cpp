#include "tests/conformance/sql_steps.hpp"

#include <ostream>

#include <fmt/format.h>

namespace onceproof::conformance {

const std::string_view schema_text = R"(
CREATE TABLE t (
    id int PRIMARY KEY,
    k varchar(6) UNIQUE,
    n smallint NOT NULL DEFAULT 0,
    note text
);
CREATE TABLE u (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    a int NOT NULL,
    b int,
    ready boolean NOT NULL DEFAULT false,
    at timestamptz,
    UNIQUE (a, b)
);
)";

const std::string_view first_rows_text = "INSERT INTO t (id, k, n) VALUES (1, 'a', 0), (2, 'b', 5)";

const std::vector<StatementForm>& statements() {
    static const std::vector<StatementForm> forms{
        {"INSERT INTO t (id, k) VALUES ($1, $2)", "IK"},
        {"INSERT INTO t (id, k) VALUES ($1, $2)", "IK"},
        {"INSERT INTO t (id, k, n) VALUES ($1, $2, $3) RETURNING *", "IKI"},
        {"INSERT INTO t (id, k) VALUES ($1, $2), ($3, $4) RETURNING id, k", "IKIK"},
        {"INSERT INTO t VALUES ($1, $2, DEFAULT, 'x')", "Il"},
        {"INSERT INTO t (id, k) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id", "IK", 3},
        {"INSERT INTO t (id, k) VALUES ($1, $2) ON CONFLICT (k) DO NOTHING", "IK"},
        {"INSERT INTO t (id, k) VALUES ($1, $2), ($3, $4) ON CONFLICT (id) DO NOTHING RETURNING k",
         "IKIK"},
        {"INSERT INTO t (id, n) VALUES ($1, NULL)", "I"},
        {"SELECT id, k, n, note FROM t ORDER BY id", ""},
        {"SELECT * FROM t WHERE id = $1", "i"},
        {"SELECT n FROM t WHERE k = $1", "k"},
        {"SELECT count(*) FROM t WHERE n >= $1", "i"},
        {"SELECT id, n + 1, n IS NULL, note FROM t WHERE id IN ($1, $2) ORDER BY n DESC, id", "ii"},
        {"SELECT id FROM t WHERE id = $1 FOR UPDATE", "i", 4},
        {"SELECT id, n FROM t WHERE n = $1 ORDER BY id FOR UPDATE", "i", 2},
        {"SELECT id FROM t WHERE k = $1 FOR UPDATE NOWAIT", "k"},
        {"SELECT id FROM t ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED", "", 2},
        {"SELECT id FROM t WHERE id <> $1 ORDER BY id DESC FOR UPDATE SKIP LOCKED", "i"},
        {"SELECT id, n FROM t WHERE id = $1 FOR SHARE", "i", 4},
        {"SELECT id FROM t WHERE id = $1 FOR SHARE NOWAIT", "i"},
        {"SELECT id FROM t ORDER BY id LIMIT $1 FOR SHARE SKIP LOCKED", "i"},
        {"UPDATE t SET n = n + 1 WHERE id = $1", "i", 3},
        {"UPDATE t SET n = n + 1 WHERE id = $1", "i", 3},
        {"UPDATE t SET n = $1 WHERE k = $2 AND n = $3", "iki", 3},
        {"UPDATE t SET n = n * 100 WHERE id = $1 RETURNING id, n", "i"},
        {"UPDATE t SET k = $1 WHERE id = $2 RETURNING *", "Ki"},
        {"UPDATE t SET id = $1 WHERE k = $2", "Ik"},
        {"UPDATE t SET note = $1, n = n + -1 WHERE n > 0 AND id = $2 RETURNING note", "li"},
        {"DELETE FROM t WHERE id = $1", "i", 2},
        {"DELETE FROM t WHERE k = $1 RETURNING id, n", "k"},
        {"INSERT INTO u (a, b, at) VALUES ($1, $2, $3) RETURNING id, ready", "iit"},
        {"INSERT INTO u (a, b, at) VALUES ($1, $2, now()) ON CONFLICT (a, b) DO NOTHING RETURNING "
         "id",
         "ii"},
        {"INSERT INTO u (a, ready) VALUES ($1, true)", "i"},
        {"SELECT count(*) FROM u WHERE at = now()", ""},
        {"SELECT a, b, ready FROM u WHERE NOT ready AND at < $1::timestamptz + interval '10 "
         "seconds' ORDER BY "
         "id",
         "t"},
        {"SELECT id FROM u WHERE at - interval '1 minute' >= $1 OR b IS NULL ORDER BY id", "t"},
        {"UPDATE u SET ready = NOT ready WHERE a = $1 AND b = $2", "ii", 2},
        {"UPDATE u SET at = $1::timestamptz WHERE a = $2 AND at < now() AND b = 1 RETURNING id",
         "ti"},
        {"DELETE FROM u WHERE a = $1 AND b = $2", "ii"},
        {"SELECT id FROM t ORDER BY id FOR UPDATE", "", 3},
        {"SELECT id, n FROM t WHERE n >= 0 ORDER BY n DESC, id LIMIT 2 FOR UPDATE", "", 2},
        {"SELECT id FROM t WHERE n < 3 ORDER BY id FOR SHARE", "", 2},
        {"UPDATE t SET k = $1 WHERE id = $2", "li"},
    };
    return forms;
}

bool is_ordered(const StatementForm& form) {
    return form.text.find("ORDER BY") != std::string::npos;
}

namespace {

std::string show(const Value& value) {
    if (const auto* const number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* const text = std::get_if<std::string>(&value)) return *text;
    if (const auto* const instant = std::get_if<Instant>(&value)) {
        return fmt::format("@{}s", instant->time_since_epoch().count() / 1'000'000);
    }
    return "NULL";
}

std::string_view isolation_name(Isolation isolation) {
    if (isolation == Isolation::serializable) return "SERIALIZABLE";
    return isolation == Isolation::repeatable_read ? "REPEATABLE READ" : "READ COMMITTED";
}

}  // namespace

std::string show(const Step& step) {
    std::string text = fmt::format("s{} ", step.session);
    switch (step.kind) {
        case Step::Kind::begin:
            return text += fmt::format("BEGIN {}", isolation_name(step.isolation));
        case Step::Kind::commit:
            return text += "COMMIT";
        case Step::Kind::rollback:
            return text += "ROLLBACK";
        case Step::Kind::statement:
            break;
    }
    text += statements()[step.statement].text;
    for (std::size_t i = 0; i < step.parameters.size(); ++i) {
        text += fmt::format("{}{}", i == 0 ? " [" : ", ", show(step.parameters[i]));
    }
    return step.parameters.empty() ? text : text + "]";
}

std::ostream& operator<<(std::ostream& stream, const Step& step) {
    return stream << "\n    " << show(step);
}

}  // namespace onceproof::conformance
