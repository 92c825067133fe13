#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "bench/worker.hpp"
#include "impls/backend/ledger_gateway.hpp"
#include "impls/backend/local_server.hpp"
#include "impls/backend/mariadb_server.hpp"
#include "impls/backend/mariadb_sql.hpp"
#include "impls/backend/postgres_sql.hpp"
#include "impls/backend/redis_kv.hpp"
#include "impls/strategy/catalog.hpp"
#include "model/world/world.hpp"
#include "tests/support/catch.hpp"

// One object of a strategy, run in the world and on real servers.
namespace onceproof {
namespace {

using namespace std::chrono_literals;

/// What a place made of the calls.
struct Story {
    std::vector<std::string> replies;
    std::vector<std::string> rows;  ///< of the dedup table: "status=1 result=…"
    std::size_t effects = 0;
    std::size_t locks = 0;  ///< keys left in Redis
};

/// A first call, a duplicate, and one with another payload; one after the other.
std::array<Request, 3> calls() {
    const Request first{.key = "pay-1", .order = "order-1", .amount = 100, .user = "user-1"};
    Request other = first;
    other.amount = 250;
    return {first, first, other};
}

/// "id=1 … status=1 result=paid order-1 100 owner=… create_time=…": the two columns that decide.
std::string status_and_result(const std::string& content) {
    const std::size_t start = content.find("status=");
    const std::size_t end = std::min(content.find(" owner="), content.find(" create_time="));
    return content.substr(start, end - start);
}

world::Config config_for(
    const Strategy& strategy, const fake::Schema& schema, Effect effect, fake::Dialect dialect
) {
    world::Config config;
    config.strategy = &strategy;
    config.schema = &schema;
    for (const Request& request : calls()) {
        const auto start = std::chrono::minutes(config.callers.size());
        config.callers.push_back({.request = request, .start = start});
    }
    config.attempts_max = 1;
    config.patience = 5s;
    config.effect = effect;
    config.dialect = dialect;
    config.sql_timeout = 3s;
    config.kv_timeout = 1s;
    config.gateway_timeout = 4s;
    return config;
}

Story in_the_world(
    const strategy::Info& info, const Strategy& strategy, Effect effect, fake::Dialect dialect
) {
    const fake::SchemaPtr schema = fake::compile_schema(strategy::full_schema(info));
    world::World world(config_for(strategy, *schema, effect, dialect), world::RestoreBy::replay);
    world.reset(0);
    world.record(true);
    Story story;
    std::map<std::string, std::string> entries;
    while (!world.enabled().empty()) {
        world.take(0);
        for (const history::Step& step : world.take_notes()) {
            if (step.text.starts_with("reply ")) {
                story.replies.push_back(step.text.substr(6));
            }
            for (const history::Change& change : step.changes) {
                const std::string place = change.store + " " + change.name;
                entries.erase(place);
                if (change.content.has_value()) {
                    entries[place] = *change.content;
                }
            }
        }
    }
    for (const auto& [place, content] : entries) {
        const bool is_effect = place.starts_with("db payment") || place.starts_with("effects ");
        story.effects += is_effect ? 1 : 0;
        story.locks += place.starts_with("redis ") ? 1 : 0;
        if (place.starts_with("db idempotent_duplicate")) {
            story.rows.push_back(status_and_result(content));
        }
    }
    return story;
}

/// A real database with its schema.
struct PostgresPlace {
    static constexpr auto dialect = fake::Dialect::postgres;
    explicit PostgresPlace(const std::string& schema)
        : server(backend::PostgresServer::start({.fsync = false}).server),
          sql({.connection = server->connection_string(), .pool = 1}) {
        REQUIRE(sql.run_script(schema).ok());
    }
    std::unique_ptr<backend::PostgresServer> server;
    backend::PostgresSql sql;
};

struct MariadbPlace {
    static constexpr auto dialect = fake::Dialect::mysql;
    explicit MariadbPlace(const std::string& schema)
        : server(backend::MariadbServer::start({.fsync = false}).server),
          sql({.socket = server->socket(), .pool = 1}) {
        REQUIRE(sql.run_script(schema).ok());
    }
    std::unique_ptr<backend::MariadbServer> server;
    backend::MariadbSql sql;
};

std::vector<std::string> real_rows(Sql& sql, std::string_view text) {
    const Result<SqlSession*> session = sql.open();
    REQUIRE(session.ok());
    const Result<Rows> found = (*session)->execute(text);
    (*session)->close();
    REQUIRE(found.ok());
    std::vector<std::string> rows;
    for (const auto& row : found->rows) {
        rows.push_back(std::get<std::string>(row[0]));
    }
    return rows;
}

template <class Place>
Story on_real_servers(const strategy::Info& info, const bench::Subject& subject) {
    const auto redis = backend::RedisServer::start({});
    REQUIRE(redis.server);
    const auto address = *backend::parse_redis_url(redis.server->url());
    Place place(strategy::full_schema(info));
    backend::LedgerGateway gateway(
        subject.effect == Effect::in_transaction ? Effect::external : subject.effect, Duration{0}
    );
    Story story;
    std::mutex relay_turn;
    bench::Worker worker(
        {.pool = place.sql,
         .redis = address,
         .broker = {},
         .gateway = gateway,
         .relay_turn = relay_turn,
         .key_prefix = "unused",
         .id_prefix = "unused",
         .user = "unused"}
    );
    for (Request& request : calls()) {
        const Reply reply = worker.handle(subject, request, false);
        story.replies.push_back(std::string(name_of(reply.kind)) + " \"" + reply.result + "\"");
    }
    story.rows = real_rows(
        place.sql, "SELECT 'status=' || status || ' result=' || result FROM idempotent_duplicate"
    );
    story.effects = real_rows(place.sql, "SELECT request_key FROM payment").size() +
                    static_cast<std::size_t>(gateway.totals().effects);
    backend::RedisKv kv(address, 1s);
    constexpr std::array<std::string_view, 1> size{"DBSIZE"};
    story.locks = std::stoul(kv.command(size)->value());
    return story;
}

template <class Place>
void check_same(const std::string& name, const std::string& preset, Effect effect) {
    CAPTURE(name, preset, effect);
    const strategy::Info* info = strategy::find(name);
    REQUIRE(info != nullptr);
    bench::Subject subject;
    subject.strategy = info->make(strategy::resolve(*info, preset, {}), effect);
    subject.effect = effect;
    const Story simulated = in_the_world(*info, *subject.strategy, effect, Place::dialect);
    const Story real = on_real_servers<Place>(*info, subject);
    const std::string paid = "\"paid order-1 100\"";
    // The published form looks at the key alone.
    const std::string third = preset == "published"
                                  ? "duplicate " + paid
                                  : "mismatch \"the key belongs to another payload\"";
    CHECK(real.replies == std::vector{"done " + paid, "duplicate " + paid, third});
    CHECK(real.rows == std::vector<std::string>{"status=1 result=paid order-1 100"});
    CHECK(real.effects == 1);
    CHECK(real.locks == 0);
    CHECK(simulated.replies == real.replies);
    CHECK(simulated.rows == real.rows);
    CHECK(simulated.effects == real.effects);
    CHECK(simulated.locks == real.locks);
}

TEMPLATE_TEST_CASE(
    "dedup-table: the very same object runs in the world and on real servers, with the same "
    "answers (published, hardened; effect inside, outside)",
    "[backend]",
    PostgresPlace,
    MariadbPlace
) {
    const char* preset = GENERATE("published", "hardened");
    check_same<TestType>("dedup-table", preset, Effect::in_transaction);
    check_same<TestType>("dedup-table", preset, Effect::external);
}

TEMPLATE_TEST_CASE(
    "table-lock: the very same object runs in the world and on real servers, with the same answers "
    "(hardened; effect inside, outside)",
    "[backend]",
    PostgresPlace,
    MariadbPlace
) {
    check_same<TestType>("table-lock", "hardened", Effect::in_transaction);
    check_same<TestType>("table-lock", "hardened", Effect::external_idempotent);
}

}  // namespace
}  // namespace onceproof
