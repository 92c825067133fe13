#include "harness/real/sql_ahead.hpp"

#include "tests/harness/real/sql_script.hpp"

namespace onceproof::harness {
namespace {

const std::string insert_key = "INSERT INTO t (k) VALUES ($1)";

/// Session 0 holds key 1; session 1 holds key 2 and waits for key 1.
struct Waiting {
    SqlScript script{fake::Dialect::postgres};

    Waiting() {
        script.begin(0);
        script.execute(0, insert_key, {std::int64_t{1}});
        script.begin(1);
        script.execute(1, insert_key, {std::int64_t{2}});
        script.execute(1, insert_key, {std::int64_t{1}});
    }
};

constexpr std::size_t begins = 2;
constexpr std::size_t waits = 4;

TEST_CASE("SqlAhead: a run without statements has nothing for a database", "[real]") {
    SqlScript script(fake::Dialect::postgres);
    script.add(world::FaultsEnd{});
    CHECK_FALSE(SqlAhead(script.run().log).any());
}

TEST_CASE_METHOD(Waiting, "SqlAhead: it sees who will be the victim of a deadlock", "[real]") {
    script.execute(0, insert_key, {std::int64_t{2}});
    script.end(1, world::SqlEnding::deadlock_victim);
    const world::StoreLog& log = script.run().log;
    const SqlAhead ahead(log);
    CHECK(ahead.any());
    CHECK(ahead.sessions() == 2);
    CHECK(ahead.has_victims());
    CHECK_FALSE(ahead.falls_victim(log.events().at(0)));
    CHECK(ahead.falls_victim(log.events().at(begins)));
    CHECK_FALSE(ahead.gives_up(log.events().at(waits)));
}

TEST_CASE_METHOD(Waiting, "SqlAhead: it sees which wait will time out", "[real]") {
    script.end(1, world::SqlEnding::wait_failed);
    const world::StoreLog& log = script.run().log;
    const SqlAhead ahead(log);
    CHECK_FALSE(ahead.has_victims());
    CHECK_FALSE(ahead.falls_victim(log.events().at(begins)));
    CHECK(ahead.gives_up(log.events().at(waits)));
}

TEST_CASE("SqlAhead: it sees which commits a failover will forget", "[real]") {
    SqlScript script(fake::Dialect::postgres);
    script.begin(0);
    script.execute(0, insert_key, {std::int64_t{1}});
    script.execute(1, insert_key, {std::int64_t{2}});
    script.execute(1, "SELECT k FROM t");
    script.commit(0);
    script.begin(0);
    script.execute(0, "DELETE FROM t WHERE k = 9");
    script.commit(0);
    script.strike(world::FaultKind::database_failover, {}, 2);
    const world::StoreLog& log = script.run().log;
    const SqlAhead ahead(log);
    for (const world::StoreEvent& event : log.events())
        CHECK(ahead.is_first_forgotten(event) == (&event == &log.events().at(2)));
}

TEST_CASE_METHOD(Waiting, "SqlAhead: a wait that gets its lock does not time out", "[real]") {
    script.commit(0);
    script.execute(1, insert_key, {std::int64_t{1}});
    const world::StoreLog& log = script.run().log;
    CHECK_FALSE(SqlAhead(log).gives_up(log.events().at(waits)));
}

}  // namespace
}  // namespace onceproof::harness
