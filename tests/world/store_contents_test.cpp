#include "model/world/store_contents.hpp"

#include "model/world/stores.hpp"
#include "tests/world/script.hpp"

namespace onceproof::world {
namespace {

using namespace std::chrono_literals;

TEST_CASE("StoreContents: live keys, committed rows and the ledger", "[world]") {
    const Config config = one_caller();
    Stores stores(config, 2);
    Region actor;
    KvOperation set(OpCode::kv_set);
    set.key = "k";
    set.value = "v";
    set.options.ttl = 5s;
    stores.apply(set, actor, Instant{});
    GatewayOperation charge(OpCode::gateway_charge);
    charge.request = &config.callers.front().request;
    stores.apply(charge, actor);
    const StoreContents contents = stores.contents(Instant(4s));
    CHECK(contents.at == Instant(4s));
    REQUIRE(contents.keys.size() == 1);
    CHECK(contents.keys.front().ends == Instant(5s));
    CHECK(contents.ledger.size() == 1);
    CHECK_FALSE(contents.tables.empty());
    CHECK(contents.messages.empty());
    CHECK(stores.contents(Instant(5s)).keys.empty());
    const Region::Use use(actor);
    set.result = KvOperation::Answer{};
    charge.result = std::optional<std::string>();
}

}  // namespace
}  // namespace onceproof::world
