#include "tests/guarantee/moment.hpp"

namespace onceproof::guarantee {
namespace {

constexpr Payload first{"pay-1", "order-1", 100, "user-1"};
constexpr Payload dearer{"pay-1", "order-1", 250, "user-1"};
constexpr Payload other_order{"pay-1", "order-2", 100, "user-1"};
constexpr Payload other_user{"pay-1", "order-1", 100, "user-2"};

/// The answer to a request for order-1 under a key whose first effect was `bound`.
std::optional<std::string> told_under(const Payload* bound, ReplyKind kind) {
    const Book book{.effects = 1};
    const Reply reply{kind, "paid order-1 100"};
    Moment moment = answered(book, reply);
    moment.bound = bound;
    return bound_to_payload(moment);
}

std::optional<std::string> made_under(const Payload* bound, const Payload* effect) {
    const Book book{.effects = 1};
    Moment made = moment(When::effect, book);
    made.bound = bound;
    made.effect = effect;
    return bound_to_payload(made);
}

}  // namespace

TEST_CASE(
    "bound_to_payload: success for another amount than the effect's breaks it", "[guarantee]"
) {
    CHECK(
        told_under(&dearer, ReplyKind::duplicate) ==
        "c1 asked for 100 under key pay-1 and was told \"duplicate\", but the effect was 250"
    );
    CHECK(told_under(&first, ReplyKind::duplicate) == std::nullopt);
}

TEST_CASE("bound_to_payload: success for another order or user breaks it", "[guarantee]") {
    CHECK(
        told_under(&other_order, ReplyKind::done) ==
        "c1 asked for order-1 of user-1 under key pay-1 and was told \"done\", but the effect was "
        "order-2 of user-1"
    );
    CHECK(
        told_under(&other_user, ReplyKind::duplicate) ==
        "c1 asked for order-1 of user-1 under key pay-1 and was told \"duplicate\", but the effect "
        "was order-1 of user-2"
    );
}

TEST_CASE("bound_to_payload: a quiet retry is named", "[guarantee]") {
    const Book book{.effects = 1};
    const Reply reply{ReplyKind::done, ""};
    Moment quiet = answered(book, reply);
    quiet.bound = &dearer;
    quiet.horizon = "in the quiet retry after +0s";
    CHECK(
        bound_to_payload(quiet) ==
        "c1 asked for 100 under key pay-1 and was told \"done\" in the quiet retry after +0s, but "
        "the effect was 250"
    );
}

TEST_CASE("bound_to_payload: an effect under another order's key breaks it", "[guarantee]") {
    CHECK(
        made_under(&other_order, &first) ==
        "h1.2 made the effect of order-1 of user-1 under key pay-1, which belongs to order-2 of "
        "user-1"
    );
    CHECK(made_under(&first, &first) == std::nullopt);
    // A second effect of the same order is single_effect's matter.
    CHECK(made_under(&dearer, &first) == std::nullopt);
    CHECK(made_under(&first, nullptr) == std::nullopt);
}

TEST_CASE("bound_to_payload: a refusal is what it asks for", "[guarantee]") {
    CHECK(told_under(&dearer, ReplyKind::mismatch) == std::nullopt);
    CHECK(told_under(&other_order, ReplyKind::mismatch) == std::nullopt);
}

TEST_CASE("bound_to_payload: without an effect it is no_lost_request's matter", "[guarantee]") {
    CHECK(told_under(nullptr, ReplyKind::done) == std::nullopt);
}

}  // namespace onceproof::guarantee
