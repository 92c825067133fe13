#include "impls/backend/ledger_gateway.hpp"

#include <chrono>
#include <thread>
#include <vector>

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

Request paid(std::string key) {
    return {.key = std::move(key), .order = "o-1", .amount = 100, .user = "u-1"};
}

TEST_CASE("LedgerGateway: an external provider makes one effect per charge", "[backend]") {
    LedgerGateway gateway(Effect::external, 0s);
    const Request request = paid("pay-1");
    CHECK(gateway.charge(request, "d-1") == Result<std::string>(receipt_for(request)));
    CHECK(gateway.charge(request, "d-1").ok());
    CHECK(gateway.effects("pay-1") == 2);
    CHECK(gateway.totals().repeated_keys == 1);
    CHECK(gateway.find("d-1") == Result<std::optional<std::string>>(std::nullopt));
}

TEST_CASE("LedgerGateway: a charge tells whether it made an effect", "[backend]") {
    LedgerGateway gateway(Effect::external_idempotent, 0s);
    const Request request = paid("pay-1");
    CHECK(gateway.charge_and_tell(request, "d-1").made);
    const LedgerGateway::Charged again = gateway.charge_and_tell(request, "d-1");
    CHECK_FALSE(again.made);
    CHECK(again.receipt == receipt_for(request));
    CHECK(gateway.charge_and_tell(request, std::nullopt).made);
    CHECK(gateway.totals().effects == 2);
}

TEST_CASE("LedgerGateway: an idempotent provider gives the first receipt again", "[backend]") {
    LedgerGateway gateway(Effect::external_idempotent, 0s);
    const Request request = paid("pay-1");
    Request changed = request;
    changed.amount = 999;
    const std::string receipt = receipt_for(request);
    CHECK(gateway.charge(request, "d-1") == Result<std::string>(receipt));
    CHECK(gateway.charge(changed, "d-1") == Result<std::string>(receipt));
    CHECK(gateway.find("d-1") == Result<std::optional<std::string>>(receipt));
    CHECK(gateway.effects("pay-1") == 1);
    CHECK(gateway.charge(request, std::nullopt).ok());
    CHECK(gateway.effects("pay-1") == 2);
    gateway.clear();
    CHECK(gateway.effects("pay-1") == 0);
}

TEST_CASE("LedgerGateway: loses no effect of concurrent charges (4 x 1,000)", "[backend]") {
    LedgerGateway external(Effect::external, 0s);
    LedgerGateway idempotent(Effect::external_idempotent, 0s);
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 4; ++thread) {
            threads.emplace_back([&] {
                for (int charge = 0; charge < 1'000; ++charge) {
                    const Request request = paid("pay-" + std::to_string(charge % 10));
                    static_cast<void>(external.charge(request, std::nullopt));
                    static_cast<void>(idempotent.charge(request, request.key));
                }
            });
        }
    }
    CHECK(external.totals().effects == 4'000);
    CHECK(external.totals().keys == 10);
    CHECK(idempotent.totals().effects == 10);
    CHECK(idempotent.totals().repeated_keys == 0);
}

TEST_CASE("LedgerGateway: a charge takes its work time", "[backend]") {
    LedgerGateway gateway(Effect::external, 20ms);
    const auto start = std::chrono::steady_clock::now();
    CHECK(gateway.charge(paid("pay-1"), std::nullopt).ok());
    CHECK(std::chrono::steady_clock::now() - start >= 20ms);
}

}  // namespace
}  // namespace onceproof::backend
