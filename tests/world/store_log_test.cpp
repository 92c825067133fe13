#include "model/world/store_log.hpp"

#include "model/world/region.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::world {
namespace {

using namespace std::chrono_literals;

constexpr Error timeout{ErrorKind::timeout, Certainty::indefinite};

TEST_CASE("StoreLog: events carry the time, the step and its fault", "[world]") {
    Instant now{};
    StoreLog log;
    log.start(now);
    log.add(FaultsEnd{});
    now += 3s;
    log.begin_step(FaultKind::redis_down);
    log.add(StoreFault{.kind = FaultKind::redis_down, .duration = 1s});
    log.begin_step(FaultKind::none);
    log.add(SqlBegin{.session = 4});
    REQUIRE(log.events().size() == 3);
    CHECK(log.events()[0].step == 0);
    CHECK(log.events()[1].step == 1);
    CHECK(log.events()[1].at == Instant(3s));
    CHECK(log.events()[1].fault == FaultKind::redis_down);
    CHECK(log.events()[2].fault == FaultKind::none);
    CHECK(std::get<SqlBegin>(log.events()[2].what).session == 4);
    log.start(now);
    CHECK(log.events().empty());
}

TEST_CASE("StoreLog: what an operation points to is kept, outside of its region", "[world]") {
    const Instant now{};
    StoreLog log;
    log.start(now);
    Region actor;
    {
        const Region::Use use(actor);
        const std::string key(100, 'k');
        const std::string text = "SELECT v FROM t WHERE k = $1";
        const std::vector<Value> values{std::string(100, 'v')};
        KvOperation get(OpCode::kv_get);
        get.key = key;
        log.add(get, {});
        SqlOperation select(OpCode::sql_select);
        select.session = 2;
        select.text = text;
        select.parameters = values;
        log.add(select, {.reach = Reach::waits});
    }
    actor.clear();
    const auto& get = std::get<KvCall>(log.events()[0].what);
    CHECK(get.key == std::string(100, 'k'));
    CHECK_FALSE(Region::owns(get.key.data()));
    const auto& select = std::get<SqlCall>(log.events()[1].what);
    CHECK(select.text == "SELECT v FROM t WHERE k = $1");
    CHECK(select.parameters == std::vector<Value>{std::string(100, 'v')});
    CHECK(select.session == 2);
    CHECK(select.passage.reach == Reach::waits);
}

TEST_CASE("StoreLog: the newest call of a step is told what became of its answer", "[world]") {
    const Instant now{};
    StoreLog log;
    log.start(now);
    log.begin_step(FaultKind::reply_lost);
    log.add(KvOperation(OpCode::kv_get), {});
    log.add(SqlEnd{.session = 1, .how = SqlEnding::killed});
    log.sender_sees(timeout);
    log.was_late();
    const Passage& passage = std::get<KvCall>(log.events()[0].what).passage;
    CHECK(passage.seen == timeout);
    CHECK(passage.late);
}

TEST_CASE("StoreLog: a step without a call changes none of an earlier step", "[world]") {
    const Instant now{};
    StoreLog log;
    log.start(now);
    log.begin_step(FaultKind::none);
    log.add(KvOperation(OpCode::kv_get), {});
    log.begin_step(FaultKind::reply_lost);
    log.sender_sees(timeout);
    log.was_late();
    const Passage& passage = std::get<KvCall>(log.events()[0].what).passage;
    CHECK_FALSE(passage.seen.has_value());
    CHECK_FALSE(passage.late);
}

TEST_CASE("StoreLog: charges and publishes keep their request", "[world]") {
    const Instant now{};
    StoreLog log;
    log.start(now);
    const Request request{.key = "pay-1", .order = "order-1", .amount = 100, .user = "u"};
    GatewayOperation charge(OpCode::gateway_charge);
    charge.request = &request;
    charge.downstream_key = "d-1";
    log.add(charge, {});
    BrokerOperation publish(OpCode::broker_publish);
    publish.request = &request;
    publish.message_id = "m-1";
    log.add(publish, 0, {.session = 3, .sequence = 1}, {});
    const auto& first = std::get<GatewayCall>(log.events()[0].what);
    CHECK(first.request == request);
    CHECK(first.downstream_key == "d-1");
    const auto& second = std::get<BrokerCall>(log.events()[1].what);
    CHECK(second.request == request);
    CHECK(second.message_id == "m-1");
    CHECK(second.producer.session == 3);
}

}  // namespace
}  // namespace onceproof::world
