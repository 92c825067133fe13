#include "harness/real/real_sessions.hpp"

#include "tests/harness/real/sql_script.hpp"

namespace onceproof::harness {
namespace {

TEST_CASE("RealSessions: they connect when they have something to say, and leave", "[real]") {
    auto started = backend::start_stepped_postgres({.fsync = false});
    if (started.error) FAIL(started.error->message);
    backend::SteppedDatabase& server = *started.server;
    SqlScript script(fake::Dialect::postgres);
    script.begin(1);
    script.execute(1, "INSERT INTO t (k) VALUES (7)");
    server.recreate(script.config().schema->text + deadlock_schema);
    const auto clients = [&server] {
        return server
            .query("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")
            .rows.at(0);
    };
    const world::StoreLog& log = script.run().log;
    RealSessions sessions(server, log, fake::Dialect::postgres, {});
    const auto& events = log.events();
    sessions.begin(events.at(0), std::get<world::SqlBegin>(events.at(0).what));
    CHECK(clients() == "1");
    CHECK_FALSE(sessions.call(events.at(1), std::get<world::SqlCall>(events.at(1).what)));
    CHECK(clients() == "2");
    CHECK(server.query("SELECT k FROM t").rows.empty());
    CHECK_FALSE(sessions.leave_all());
    CHECK(clients() == "1");
    CHECK(server.query("SELECT k FROM t").rows.empty());
}

}  // namespace
}  // namespace onceproof::harness
