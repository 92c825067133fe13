#include "tests/guarantee/moment.hpp"

namespace onceproof::guarantee {

TEST_CASE("no_lost_request: success without an effect breaks it", "[guarantee]") {
    const Book none{};
    const Reply done{ReplyKind::done, "paid order-1 100"};
    const Reply duplicate{ReplyKind::duplicate, "paid order-1 100"};
    CHECK(
        no_lost_request(answered(none, done)) ==
        "c1 was told \"done\" for key pay-1, but no effect exists"
    );
    CHECK(
        no_lost_request(answered(none, duplicate)) ==
        "c1 was told \"duplicate\" for key pay-1, but no effect exists"
    );
    const Book one{.effects = 1};
    CHECK(no_lost_request(answered(one, done)) == std::nullopt);
    Moment quiet = answered(none, done);
    quiet.horizon = "in the quiet retry after +0s";
    CHECK(
        no_lost_request(quiet) ==
        "c1 was told \"done\" for key pay-1 in the quiet retry after +0s, but no effect exists"
    );
}

TEST_CASE("no_lost_request: refusals and errors promise nothing", "[guarantee]") {
    const Book none{};
    using enum ReplyKind;
    for (const ReplyKind kind : {in_progress, busy, mismatch, declined, error}) {
        const Reply reply{kind, ""};
        CHECK(no_lost_request(answered(none, reply)) == std::nullopt);
    }
}

TEST_CASE(
    "no_lost_request: \"in progress\" as the last word needs somebody to complete it", "[guarantee]"
) {
    const Book left{.left_in_progress = 2};
    CHECK(
        no_lost_request(moment(When::quiet, left)) ==
        "h1.2 was left with \"in progress\" for key pay-1, but nobody completed it"
    );
    CHECK(no_lost_request(moment(When::effect, left)) == std::nullopt);
    const Book completed{.effects = 1, .left_in_progress = 2};
    CHECK(no_lost_request(moment(When::quiet, completed)) == std::nullopt);
    const Book none{};
    CHECK(no_lost_request(moment(When::quiet, none)) == std::nullopt);
}

TEST_CASE("no_lost_request: an effect that somebody was told of stays", "[guarantee]") {
    const Book gone{.told_success = 2};
    CHECK(
        no_lost_request(moment(When::ended, gone)) ==
        "h1.2 was told success for key pay-1, but at the end the effect is gone"
    );
    const Book there{.effects = 1, .told_success = 2};
    CHECK(no_lost_request(moment(When::ended, there)) == std::nullopt);
}

TEST_CASE(
    "no_lost_request: an effect that is made later is looked for when all is drained", "[guarantee]"
) {
    const Book told{.told_success = 2};
    const Reply done{ReplyKind::done, "paid order-1 100"};
    Moment answer = answered(told, done);
    answer.asynchronous = true;
    CHECK(no_lost_request(answer) == std::nullopt);
    Moment drained = moment(When::quiet, told);
    CHECK(no_lost_request(drained) == std::nullopt);
    drained.asynchronous = true;
    CHECK(no_lost_request(drained) == std::nullopt);  // a relay may still come to it
    Moment over = moment(When::ended, told);
    over.asynchronous = true;
    CHECK(
        no_lost_request(over) ==
        "h1.2 was told success for key pay-1, but nothing has ever made the effect"
    );
    drained.message = "m-1";
    drained.acknowledged_by = "k2";
    CHECK(
        no_lost_request(drained) ==
        "message m-1 of key pay-1 was acknowledged by k2, but no effect exists"
    );
    const Book untold{};
    Moment unconfirmed = moment(When::quiet, untold);
    unconfirmed.asynchronous = true;
    CHECK(no_lost_request(unconfirmed) == std::nullopt);
}

TEST_CASE("no_lost_request: what waits as a dead letter is not lost", "[guarantee]") {
    const Book told{.told_success = 2};
    for (const When when : {When::quiet, When::ended}) {
        Moment parked = moment(when, told);
        parked.asynchronous = true;
        parked.parked = true;
        CHECK(no_lost_request(parked) == std::nullopt);
    }
}

}  // namespace onceproof::guarantee
