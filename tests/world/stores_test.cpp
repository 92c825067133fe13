#include "model/world/stores.hpp"

#include "tests/world/script.hpp"

namespace onceproof::world {
namespace {

const Instant start{};

struct Shop {
    explicit Shop(Effect effect = Effect::external)
        : config(configure(effect)), stores(config, 2) {}

    static Config configure(Effect effect) {
        Config config = one_caller();
        config.effect = effect;
        return config;
    }

    /// True if it did not have to wait; then `operation` has its result.
    bool run(std::size_t session, std::string_view text) {
        last.session = session;
        last.text = text;
        return stores.apply(last, actor, start);
    }

    [[nodiscard]] Fingerprint print() const {
        Hasher hasher;
        static_cast<void>(stores.hash(hasher, start, {}));
        return hasher.finish();
    }

    Config config;
    Region actor;
    Stores stores;
    SqlOperation last{OpCode::sql_insert};
};

}  // namespace

TEST_CASE("stores: a result belongs to the actor, whoever holds the content", "[world]") {
    Shop shop;
    const std::string value(100, 'v');
    KvOperation set(OpCode::kv_set);
    set.key = "k";
    set.value = value;
    shop.stores.apply(set, shop.actor, start);
    CHECK(set.result->flag);
    KvOperation get(OpCode::kv_get);
    get.key = "k";
    shop.stores.apply(get, shop.actor, start);
    CHECK(*get.result->text == value);
    CHECK(Region::owns(get.result->text->data()));
    const Region::Use use(shop.actor);
    get.result = KvOperation::Answer{};
}

TEST_CASE(
    "stores: a statement that must wait gives no result, and a rollback frees its key", "[world]"
) {
    Shop shop;
    constexpr std::string_view insert = "INSERT INTO item (name, n) VALUES ('a', 1)";
    shop.stores.begin(0, Isolation::read_committed);
    CHECK(shop.run(0, insert));
    CHECK_FALSE(shop.run(1, insert));
    CHECK(shop.stores.database().waiting(1));
    shop.stores.roll_back(0, SqlEnding::closed);
    CHECK(shop.stores.database().runnable(1));
    CHECK(shop.run(1, insert));
    CHECK(shop.last.result->affected == 1);
    CHECK(shop.stores.describe(start).size() == 1);
}

TEST_CASE("stores: a text beyond the fake is an UnsupportedSql when it is first seen", "[world]") {
    Shop shop;
    CHECK_THROWS_AS(shop.run(0, "SELECT n FROM no_such_table"), fake::UnsupportedSql);
}

TEST_CASE("stores: only an idempotent gateway remembers downstream keys", "[world]") {
    for (const Effect effect : {Effect::external, Effect::external_idempotent}) {
        Shop shop(effect);
        const Request request = pay_1();
        for (int i = 0; i < 2; ++i) {
            GatewayOperation charge(OpCode::gateway_charge);
            charge.request = &request;
            charge.downstream_key = "k";
            shop.stores.apply(charge, shop.actor);
            CHECK(**charge.result == "paid order-1 100");
            const Region::Use use(shop.actor);
            charge.result = std::optional<std::string>();
        }
        CHECK(shop.stores.gateway().ledger().size() == (effect == Effect::external ? 2 : 1));
    }
}

TEST_CASE(
    "stores: each of the three counts in the hash, and clearing all regions comes back", "[world]"
) {
    Shop shop;
    std::vector<Fingerprint> prints{shop.print()};
    KvOperation set(OpCode::kv_set);
    set.key = "k";
    shop.stores.apply(set, shop.actor, start);
    prints.push_back(shop.print());
    CHECK(shop.run(0, "INSERT INTO item (name, n) VALUES ('a', 1)"));
    prints.push_back(shop.print());
    const Request request = pay_1();
    GatewayOperation charge(OpCode::gateway_charge);
    charge.request = &request;
    shop.stores.apply(charge, shop.actor);
    prints.push_back(shop.print());
    for (std::size_t i = 1; i < prints.size(); ++i) {
        CHECK(prints[i] != prints[i - 1]);
    }
    CHECK(shop.stores.describe(start).size() == 3);
    for (Region* region : shop.stores.regions()) {
        region->clear();
    }
    CHECK(shop.print() == prints.front());
    CHECK(shop.stores.describe(start).empty());
    const Region::Use use(shop.actor);
    charge.result = std::optional<std::string>();
}

}  // namespace onceproof::world
