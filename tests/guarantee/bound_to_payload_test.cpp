#include "tests/guarantee/moment.hpp"

namespace onceproof::guarantee {

TEST_CASE(
    "bound_to_payload: success for another amount than the effect's breaks it", "[guarantee]"
) {
    const KeyBook other{.effects = 1, .amount = 250};
    const Reply duplicate{ReplyKind::duplicate, "paid order-1 250"};
    CHECK(
        bound_to_payload(answered(other, duplicate)) ==
        "c1 asked for 100 under key pay-1 and was told \"duplicate\", but the effect was 250"
    );
    const KeyBook same{.effects = 1, .amount = 100};
    CHECK(bound_to_payload(answered(same, duplicate)) == std::nullopt);
}

TEST_CASE("bound_to_payload: a refusal is what it asks for", "[guarantee]") {
    const KeyBook other{.effects = 1, .amount = 250};
    const Reply mismatch{ReplyKind::mismatch, ""};
    CHECK(bound_to_payload(answered(other, mismatch)) == std::nullopt);
}

TEST_CASE("bound_to_payload: without an effect it is no_lost_request's matter", "[guarantee]") {
    const KeyBook none{};
    const Reply done{ReplyKind::done, "paid order-1 100"};
    CHECK(bound_to_payload(answered(none, done)) == std::nullopt);
}

}  // namespace onceproof::guarantee
