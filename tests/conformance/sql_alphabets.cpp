#include "tests/conformance/sql_steps.hpp"

namespace onceproof::conformance {

namespace {

const std::string schema_text = R"(
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
const std::string first_rows_text = "INSERT INTO t (id, k, n) VALUES (1, 'a', 0), (2, 'b', 5)";
const std::vector<std::string> tables{"t", "u"};

const std::vector<StatementForm> postgres_statements{
    {"INSERT INTO t (id, k) VALUES ($1, $2)", "IK"},
    {"INSERT INTO t (id, k) VALUES ($1, $2)", "IK"},
    {"INSERT INTO t (id, k, n) VALUES ($1, $2, $3) RETURNING *", "IKI"},
    {"INSERT INTO t (id, k) VALUES ($1, $2), ($3, $4) RETURNING id, k", "IKIK"},
    {"INSERT INTO t VALUES ($1, $2, DEFAULT, 'x')", "Il"},
    {"INSERT INTO t (id, k) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id", "IK", 3},
    {"INSERT INTO t (id, k) VALUES ($1, $2) ON CONFLICT (k) DO NOTHING", "IK"},
    {"INSERT INTO t (id, k) VALUES ($1, $2), ($3, $4) ON CONFLICT (id) DO NOTHING "
     "RETURNING k",
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
    {"INSERT INTO u (a, b, at) VALUES ($1, $2, now()) ON CONFLICT (a, b) DO NOTHING "
     "RETURNING "
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
    {"UPDATE u SET at = $1::timestamptz WHERE a = $2 AND at < now() AND b = 1 RETURNING id", "ti"},
    {"DELETE FROM u WHERE a = $1 AND b = $2", "ii"},
    {"SELECT id FROM t ORDER BY id FOR UPDATE", "", 3},
    {"SELECT id, n FROM t WHERE n >= 0 ORDER BY n DESC, id LIMIT 2 FOR UPDATE", "", 2},
    {"SELECT id FROM t WHERE n < 3 ORDER BY id FOR SHARE", "", 2},
    {"UPDATE t SET k = $1 WHERE id = $2", "li"},
};

const std::vector<StatementForm> mysql_statements{
    {"INSERT INTO t (id, k) VALUES ($1, $2)", "IK", 2},
    {"INSERT INTO t (id, k, n) VALUES ($1, $2, $3) RETURNING *", "IKI"},
    {"INSERT INTO t (id, k) VALUES ($1, $2), ($3, $4) RETURNING id, k", "IKIK"},
    {"INSERT INTO t (id, k) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id", "IK", 3},
    {"INSERT INTO t (id, n) VALUES ($1, NULL)", "I"},
    {"SELECT id, k, n, note FROM t ORDER BY id", "", 2},
    {"SELECT * FROM t WHERE id = $1", "i"},
    {"SELECT n FROM t WHERE k = $1", "x"},
    {"SELECT count(*) FROM t WHERE n >= $1", "i"},
    {"SELECT id FROM t WHERE id = $1 FOR UPDATE", "i", 4},
    {"SELECT id, n FROM t WHERE n = $1 ORDER BY id FOR UPDATE", "i", 2},
    {"SELECT id FROM t WHERE k = $1 FOR UPDATE", "x", 2},
    {"SELECT id FROM t WHERE k = $1 AND n = $2 FOR UPDATE", "xi", 2},
    {"SELECT id FROM t WHERE k = $1 FOR UPDATE NOWAIT", "x"},
    {"SELECT id FROM t ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED", "", 2},
    {"SELECT id, n FROM t WHERE id = $1 FOR SHARE", "i", 4},
    {"SELECT id FROM t ORDER BY id FOR UPDATE", "", 2},
    {"UPDATE t SET n = n + 1 WHERE id = $1", "i", 6},
    {"UPDATE t SET n = $1 WHERE k = $2 AND n = $3", "ixi", 3},
    {"UPDATE t SET n = $1, note = 'x' WHERE k = $2", "ix", 3},
    {"UPDATE t SET n = n * 100 WHERE id = $1", "i"},
    {"UPDATE t SET note = 'y' WHERE n = $1", "i", 2},
    {"UPDATE t SET k = $1 WHERE id = $2", "Ki"},
    {"UPDATE t SET id = $1 WHERE k = $2", "Ix"},
    {"DELETE FROM t WHERE id = $1", "i", 2},
    {"DELETE FROM t WHERE k = $1 RETURNING id, n", "x"},
    {"DELETE FROM t WHERE n = $1", "i"},
    {"INSERT INTO u (a, b, at) VALUES ($1, $2, $3) RETURNING id, ready", "iit", 2},
    {"INSERT INTO u (a, b, at) VALUES ($1, $2, now()) ON CONFLICT (a, b) DO NOTHING "
     "RETURNING id",
     "ii",
     2},
    {"SELECT count(*) FROM u WHERE at = now()", ""},
    {"SELECT a, b, ready FROM u WHERE NOT ready AND at < $1::timestamptz + interval '10 "
     "seconds' ORDER BY id",
     "t"},
    {"UPDATE u SET ready = NOT ready WHERE a = $1 AND b = $2", "ii", 2},
    {"DELETE FROM u WHERE a = $1 AND b = $2", "ii"},
};

}  // namespace

const Alphabet& postgres_alphabet() {
    using enum Isolation;
    static const Alphabet alphabet{
        fake::Dialect::postgres,
        {read_committed,
         read_committed,
         read_committed,
         repeatable_read,
         repeatable_read,
         serializable},
        postgres_statements,
        schema_text,
        first_rows_text,
        tables};
    return alphabet;
}

const Alphabet& mysql_alphabet() {
    using enum Isolation;
    static const Alphabet alphabet{
        fake::Dialect::mysql,
        {server_default,
         server_default,
         server_default,
         read_committed,
         read_committed,
         serializable},
        mysql_statements,
        schema_text,
        first_rows_text,
        tables};
    return alphabet;
}

}  // namespace onceproof::conformance
