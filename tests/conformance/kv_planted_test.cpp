// The comparison with Redis has teeth: errors that are planted before the fake are found, soon.

#include <string>
#include <vector>

#include "tests/conformance/kv_laws.hpp"
#include "tests/conformance/planted.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::conformance {
namespace {

class OverwritesWithNx final : public KvBeforeFake {
public:
    using KvBeforeFake::KvBeforeFake;
    Result<bool> set(std::string_view key, std::string_view value, SetOptions options) override {
        if (options.when == SetWhen::if_absent) options.when = SetWhen::always;
        return fake().set(key, value, options);
    }
};

class KeepsTtlOnPlainSet final : public KvBeforeFake {
public:
    using KvBeforeFake::KvBeforeFake;
    Result<bool> set(std::string_view key, std::string_view value, SetOptions options) override {
        const auto left = *fake().ttl(key);
        if (!options.ttl && left && *left != Duration::max()) options.ttl = left;
        return fake().set(key, value, options);
    }
};

class DeletesWithoutCompare final : public KvBeforeFake {
public:
    using KvBeforeFake::KvBeforeFake;
    Result<bool> compare_and_delete(std::string_view key, std::string_view) override {
        return fake().del(key);
    }
};

class RenewsWithoutCompare final : public KvBeforeFake {
public:
    using KvBeforeFake::KvBeforeFake;
    Result<bool> compare_and_expire(std::string_view key, std::string_view, Duration ttl) override {
        return fake().expire(key, ttl);
    }
};

class NeverRenews final : public KvBeforeFake {
public:
    using KvBeforeFake::KvBeforeFake;
    Result<bool> expire(std::string_view key, Duration) override {
        return fake().get(key)->has_value();
    }
};

TEST_CASE("KeyValue: errors planted in the fake are caught within 500 sequences", "[backends]") {
    struct Planted {
        std::string name;
        KvFront front;
    };
    const std::vector<Planted> all{
        {"SET NX writes over a key that exists", make_front<OverwritesWithNx>},
        {"a SET without expiry leaves the old one", make_front<KeepsTtlOnPlainSet>},
        {"compare-and-delete does not compare", make_front<DeletesWithoutCompare>},
        {"compare-and-expire does not compare", make_front<RenewsWithoutCompare>},
        {"PEXPIRE leaves the expiry as it was", make_front<NeverRenews>},
    };
    RealRedis redis(backend::AppendOnly::off);
    REQUIRE(redis.admin("DEBUG", "SET-ACTIVE-EXPIRE", "0") == "OK");
    Part part{"Redis", redis.version(), "planted errors"};
    for (const Planted& planted : all) {
        Figures figures;
        part.caught.push_back(
            catch_planted(planted.name, commands_law(redis, planted.front, figures), Shrink::yes)
        );
    }
    RedisPair pair;
    Figures figures;
    part.caught.push_back(catch_planted(
        "a fail-over spares one write of those that are lost",
        fail_over_law(pair, figures, 1),
        Shrink::yes
    ));
    tell(part);
}

}  // namespace
}  // namespace onceproof::conformance
