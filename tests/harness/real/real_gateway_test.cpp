#include "harness/real/real_gateway.hpp"

#include "tests/harness/real/kv_script.hpp"

namespace onceproof::harness {
namespace {

using world::OpCode;
using world::Reach;

/// Charges of one request with one downstream key; the log of what an idempotent gateway says.
struct Charges {
    Charges() { run.log.start(now); }

    void charge(const world::Passage& passage, const std::string& key = "d-1") {
        run.log.begin_step(world::FaultKind::none);
        run.log.add(world::GatewayCall{
            .code = OpCode::gateway_charge,
            .request = request,
            .downstream_key = key,
            .result = std::optional(receipt_for(request)),
            .passage = passage});
    }
    void find(const std::string& key, const std::optional<std::string>& receipt) {
        run.log.begin_step(world::FaultKind::none);
        run.log.add(world::GatewayCall{
            .code = OpCode::gateway_find, .downstream_key = key, .result = receipt});
    }
    std::string play(std::size_t effects, Effect kind = Effect::external_idempotent) {
        run.contents.ledger.assign(effects, {request, ""});
        world::Config config;
        config.effect = kind;
        const std::unique_ptr<RealStore> gateway = real_gateway();
        RealStore* const only = gateway.get();
        return words_of(harness::play(config, run, std::span(&only, 1)));
    }

    Request request{.key = "pay-1", .order = "order-1", .amount = 100, .user = "user-1"};
    Instant now{};
    LoggedRun run;
};

TEST_CASE_METHOD(Charges, "RealGateway: what never arrives is no effect", "[real]") {
    charge({.reach = Reach::lost});
    charge({.reach = Reach::refused});
    find("d-1", std::nullopt);
    CHECK(play(0).empty());
}

TEST_CASE_METHOD(Charges, "RealGateway: a charge whose reply is lost is an effect", "[real]") {
    charge({.seen = Error{}});
    charge({});
    find("d-1", receipt_for(request));
    CHECK(play(1).empty());
    CHECK(play(2) == "3: the effects of pay-1 | 2 | 1");
}

TEST_CASE_METHOD(Charges, "RealGateway: other downstream keys are other effects", "[real]") {
    charge({});
    charge({}, "d-2");
    CHECK(play(2).empty());
    find("d-3", receipt_for(request));
    CHECK(play(2) == "3: find d-3 | " + receipt_for(request) + " | (nothing)");
}

}  // namespace
}  // namespace onceproof::harness
