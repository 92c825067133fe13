#include "model/world/reach.hpp"

#include <array>

#include "tests/support/catch.hpp"

namespace onceproof::world {
namespace {

constexpr std::array service{Target::service};
constexpr std::array with_redis{Target::service, Target::redis};
constexpr std::array with_database{Target::service, Target::database, Target::gateway};

FaultRule rule(FaultKind kind, const char* at = "any") {
    FaultRule made;
    made.kind = kind;
    made.at = at;
    return made;
}

}  // namespace

TEST_CASE("reach: a rule reaches the targets of the operations it can strike", "[world]") {
    CHECK(can_reach(rule(FaultKind::request_lost), service));
    CHECK_FALSE(can_reach(rule(FaultKind::request_lost, "kv"), service));
    CHECK_FALSE(can_reach(rule(FaultKind::request_lost, "kv.set"), with_database));
    CHECK(can_reach(rule(FaultKind::request_lost, "kv.set"), with_redis));
    CHECK(can_reach(rule(FaultKind::statement_error), with_database));
    CHECK_FALSE(can_reach(rule(FaultKind::statement_error), with_redis));
    CHECK_FALSE(can_reach(rule(FaultKind::declined), with_redis));
    CHECK(can_reach(rule(FaultKind::declined), with_database));
}

TEST_CASE("reach: a fault of the environment reaches its store", "[world]") {
    CHECK(can_reach(rule(FaultKind::redis_restart), with_redis));
    CHECK_FALSE(can_reach(rule(FaultKind::redis_restart), with_database));
    CHECK_FALSE(can_reach(rule(FaultKind::redis_failover), service));
    CHECK_FALSE(can_reach(rule(FaultKind::broker_down), with_redis));
}

TEST_CASE("reach: every kind of fault reaches something in a world with every target", "[world]") {
    constexpr std::array all{
        Target::service, Target::redis, Target::database, Target::gateway, Target::broker};
    for (const FaultInfo& info : all_faults()) {
        CAPTURE(info.name);
        CHECK(can_reach(rule(info.kind), all));
    }
}

}  // namespace onceproof::world
