#include "impls/strategy/claim_sql.hpp"

#include <chrono>

#include "impls/strategy/dedup_insert.hpp"
#include "impls/strategy/dedup_table.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::strategy {

using namespace std::chrono_literals;

TEST_CASE("claim-sql: the statements over the dedup table", "[strategy]") {
    const ClaimSql sql = claim_sql(dedup_guard, 10s, 720h);
    CHECK(
        sql.insert_done ==
        "INSERT INTO idempotent_duplicate (request_id, request_type, payload_hash, status, result) "
        "VALUES ($1, $2, $3, $4, $5)"
    );
    CHECK(
        sql.stored == "SELECT payload_hash, result FROM idempotent_duplicate WHERE request_id = $1"
    );
    CHECK(
        sql.claim ==
        "INSERT INTO idempotent_duplicate "
        "(request_id, request_type, payload_hash, status, owner, lease_until) "
        "VALUES ($1, $2, $3, 0, $4, now() + interval '10 seconds') "
        "ON CONFLICT (request_id) DO NOTHING RETURNING id"
    );
    CHECK(
        sql.look ==
        "SELECT payload_hash, status, result FROM idempotent_duplicate WHERE request_id = $1"
    );
    CHECK(
        sql.take_over ==
        "UPDATE idempotent_duplicate SET owner = $1, lease_until = now() + interval '10 seconds', "
        "update_time = now() WHERE request_id = $2 AND status = 0 AND lease_until <= now()"
    );
    CHECK(
        sql.release ==
        "DELETE FROM idempotent_duplicate WHERE request_id = $1 AND owner = $2 AND status = 0"
    );
    CHECK(
        sql.finish ==
        "UPDATE idempotent_duplicate SET status = 1, result = $1, update_time = now() "
        "WHERE request_id = $2 AND status <> 1"
    );
    CHECK(
        sql.sweep ==
        "DELETE FROM idempotent_duplicate WHERE create_time < now() - interval '30 days'"
    );
}

TEST_CASE("claim-sql: where the scope is part of the key, it is part of the search", "[strategy]") {
    const ClaimSql sql = claim_sql(request_guard, 10s, 720h);
    CHECK(
        sql.stored ==
        "SELECT payload_hash, resp_body FROM idempotent_request "
        "WHERE source = 'pay' AND req_id = $1"
    );
    CHECK(
        sql.finish ==
        "UPDATE idempotent_request SET status = 1, resp_body = $1 "
        "WHERE source = 'pay' AND req_id = $2 AND status <> 1"
    );
    CHECK(sql.claim.find("ON CONFLICT (source, req_id) DO NOTHING") != std::string::npos);
}

TEST_CASE("claim-sql: spans are rounded up", "[strategy]") {
    CHECK(seconds_sql(1ms) == "interval '1 seconds'");
    CHECK(seconds_sql(2001ms) == "interval '3 seconds'");
    CHECK(days_sql(720h) == "interval '30 days'");
    CHECK(days_sql(25h) == "interval '2 days'");
}

}  // namespace onceproof::strategy
