#include "harness/real/real_gateway.hpp"

#include <map>
#include <string>

#include "impls/backend/ledger_gateway.hpp"

namespace onceproof::harness {
namespace {

using world::GatewayCall;

world::GatewayOperation operation_of(const GatewayCall& call) {
    world::GatewayOperation operation(call.code);
    operation.request = &call.request;
    operation.downstream_key = call.downstream_key;
    operation.result = call.result;
    return operation;
}

class RealGateway final : public RealStore {
public:
    [[nodiscard]] std::string version() const override { return ""; }

    std::optional<Obstacle>
    begin(const world::Config& config, const world::StoreLog&, const RealTime&) override {
        const bool idempotent = config.effect == Effect::external_idempotent;
        gateway_.emplace(idempotent ? Effect::external_idempotent : Effect::external, Duration{0});
        return std::nullopt;
    }

    std::optional<Obstacle> play(const world::StoreEvent& event) override {
        const auto* call = std::get_if<GatewayCall>(&event.what);
        if (call == nullptr || call->passage.reach != world::Reach::applied) {
            return std::nullopt;
        }
        world::GatewayOperation operation = operation_of(*call);
        const std::string simulated = operation.result_text();
        if (call->code == world::OpCode::gateway_find) {
            operation.result = gateway_->find(call->downstream_key.value_or(""));
        } else {
            const Result<std::string> receipt =
                gateway_->charge(call->request, operation.downstream_key);
            operation.result = std::optional(*receipt);
        }
        if (operation.result == call->result) {
            return std::nullopt;
        }
        return Obstacle{
            .kind = Obstacle::Kind::differs,
            .what = operation.call_text(),
            .simulated = simulated,
            .real = operation.result_text()};
    }

    std::optional<Obstacle> compare(const world::StoreContents& contents) override {
        std::map<std::string, std::uint64_t> effects;
        for (const fake::Gateway::Entry& entry : contents.ledger) {
            ++effects[entry.request.key];
        }
        for (const auto& [key, count] : effects) {
            if (gateway_->effects(key) != count) {
                return differs(key, count, gateway_->effects(key));
            }
        }
        const std::uint64_t all = gateway_->totals().effects;
        return all == contents.ledger.size() ? std::nullopt
                                             : differs("all keys", contents.ledger.size(), all);
    }

private:
    static std::optional<Obstacle> differs(
        const std::string& key, std::uint64_t simulated, std::uint64_t real
    ) {
        return Obstacle{
            .kind = Obstacle::Kind::differs,
            .what = "the effects of " + key,
            .simulated = std::to_string(simulated),
            .real = std::to_string(real)};
    }

    std::optional<backend::LedgerGateway> gateway_;
};

}  // namespace

std::unique_ptr<RealStore> real_gateway() {
    return std::make_unique<RealGateway>();
}

}  // namespace onceproof::harness
