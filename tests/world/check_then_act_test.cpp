#include "model/explore/cause.hpp"
#include "model/explore/exhaustive.hpp"
#include "model/explore/minimise.hpp"
#include "tests/world/script.hpp"

namespace onceproof::world {
namespace {

constexpr auto single_effect = static_cast<std::uint8_t>(guarantee::Id::single_effect);

/// Looks, makes the effect if nothing is there, and only then leaves a mark.
Reply check_then_act(const Request& request, Env& env, Log&) {
    if (const auto seen = env.kv.get(request.key); seen.ok() && seen->has_value()) {
        return {ReplyKind::duplicate, **seen};
    }
    const Result<std::string> receipt = env.gateway.charge(request, std::nullopt);
    if (!receipt.ok()) {
        return {ReplyKind::error, ""};
    }
    static_cast<void>(env.kv.set(request.key, *receipt, {}));
    return {ReplyKind::done, *receipt};
}

}  // namespace

TEST_CASE("check then act: two callers and no fault: one pre-emption breaks it", "[world]") {
    Config config = one_caller();
    config.callers.push_back(config.callers.front());
    config.guarantees = {guarantee::Id::single_effect};
    Scene scene(config, check_then_act, 0);

    const explore::ExhaustiveResult result =
        explore::exhaustive(scene.world, {.guarantees = {single_effect}});
    REQUIRE(result.violations.size() == 1);
    const explore::Minimised small = explore::minimise(scene.world, result.violations.front(), {});
    CHECK(small.fewest_proved);
    CHECK(small.deviations.size() == 1);

    const explore::Cause cause = explore::cause(scene.world, small.found, {});
    CHECK(cause.faults.empty());
    CHECK(cause.preemptions == 1);
    CHECK(cause.fewer == explore::Ending::exhausted);
}

}  // namespace onceproof::world
