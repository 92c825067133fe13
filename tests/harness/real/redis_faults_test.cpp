#include "harness/real/redis_faults.hpp"

#include "tests/harness/real/kv_script.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;
using world::FaultKind;

TEST_CASE("RedisFaults: a replica is cut off before the oldest write that it lacks", "[real]") {
    KvScript script;
    script.set("a", "1");
    script.set("a", "2", {}, SetWhen::if_absent);
    script.set("b", "1");
    script.get("b");
    script.strike({.kind = FaultKind::redis_eviction, .key = "a"});
    script.strike({.kind = FaultKind::redis_failover, .lost = 2});
    script.set("c", "1");
    script.strike({.kind = FaultKind::redis_failover, .lost = 0});
    CHECK(first_lost(script.log()) == std::vector<std::size_t>{2, 7});
}

TEST_CASE("RedisFaults: a restart just behind a failover has no counterpart", "[real]") {
    const auto restart_after = [](Duration pause, fake::Persistence persistence) {
        KvScript script;
        script.set("a", "1");
        script.strike({.kind = FaultKind::redis_failover, .lost = 1});
        script.pass(pause);
        script.strike({.kind = FaultKind::redis_restart});
        return redis_without_counterpart(script.log(), persistence).has_value();
    };
    CHECK(restart_after(999ms, fake::Persistence::everysec));
    CHECK_FALSE(restart_after(1s, fake::Persistence::everysec));
    CHECK_FALSE(restart_after(0ms, fake::Persistence::always));
}

}  // namespace
}  // namespace onceproof::harness
