#include "harness/real/chaos_judge.hpp"

#include <chrono>

#include "tests/harness/real/chaos_logs.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using guarantee::Id;
using namespace std::chrono_literals;

ChaosTerms all_terms() {
    ChaosTerms terms;
    for (const guarantee::Info& info : guarantee::all) {
        terms.guarantees.push_back(info.id);
    }
    terms.budget = 1;
    terms.horizons = {0s, 20s};
    return terms;
}

std::vector<Id> broken(const RequestLog& log, const ChaosTerms& terms = all_terms()) {
    std::vector<Id> ids;
    for (const Broken& one : judge(log, terms)) {
        ids.push_back(one.guarantee);
    }
    return ids;
}

TEST_CASE("chaos judge: a request done once breaks nothing", "[harness]") {
    CHECK(broken(calm_log()).empty());
}

TEST_CASE("chaos judge: a second effect, and who made it in which retry", "[harness]") {
    RequestLog log = calm_log();
    log.effects.push_back(effect_at(1s, 1));
    const auto found = judge(log, all_terms());
    REQUIRE(found.size() == 1);
    CHECK(found[0].guarantee == Id::single_effect);
    CHECK(
        found[0].text ==
        "2 effects for key pay-17 (the last by h1.1) in the quiet retry after "
        "+20s; at most 1 allowed"
    );
}

TEST_CASE(
    "chaos judge: success that is told before there is an effect is a lost request", "[harness]"
) {
    RequestLog log = calm_log();
    log.effects.front().at = 3us;
    CHECK(broken(log) == std::vector{Id::no_lost_request});
    log.effects.clear();
    CHECK(broken(log) == std::vector{Id::no_lost_request});
}

TEST_CASE("chaos judge: a caller left in progress, with and without an effect", "[harness]") {
    RequestLog log = calm_log();
    log.left = {{.caller = 2, .order = "order-17"}};
    CHECK(broken(log).empty());
    log.answers.clear();
    log.effects.clear();
    CHECK(broken(log) == std::vector{Id::no_lost_request});
}

TEST_CASE("chaos judge: a wrong result, and an error that no fault explains", "[harness]") {
    RequestLog log = calm_log();
    log.answers.push_back(answer_at(3us, ReplyKind::duplicate, ""));
    log.answers.push_back(answer_at(4us, ReplyKind::error, "unique_violation"));
    CHECK(broken(log) == std::vector{Id::right_result, Id::no_foreign_error});
    log.answers.back().hit = true;
    CHECK(broken(log) == std::vector{Id::right_result});
}

TEST_CASE(
    "chaos judge: another order's effect under the key, each order with its own book", "[harness]"
) {
    RequestLog log = calm_log();
    Request other = request_17();
    other.order = "order-17b";
    log.orders.push_back(other);
    log.effects.push_back(effect_at(3us));
    log.effects.back().request = other;
    CHECK(broken(log) == std::vector{Id::bound_to_payload});
}

TEST_CASE(
    "chaos judge: a key is stuck if no quiet retry got through, open if some are missing",
    "[harness]"
) {
    RequestLog log = calm_log();
    CHECK(broken(log).empty());
    log.retried = true;
    const auto stuck = judge(log, all_terms());
    REQUIRE(stuck.size() == 1);
    CHECK(stuck[0].guarantee == Id::no_stuck_key);
    CHECK_FALSE(stuck[0].open);
    ChaosTerms some = all_terms();
    some.all_horizons = false;
    CHECK(judge(log, some).at(0).open);
    log.answers.push_back(answer_at(5us, ReplyKind::duplicate, receipt_for(request_17())));
    log.answers.back().horizon = 0;
    CHECK(broken(log).empty());
}

TEST_CASE(
    "chaos judge: the bound is the budget, the scenario's kinds, and a machine in time", "[harness]"
) {
    const ChaosTerms terms = all_terms();
    RequestLog log = calm_log();
    log.faults = 1;
    CHECK(within_bound(log, terms));
    log.faults = 2;
    CHECK_FALSE(within_bound(log, terms));
    log.faults = 1;
    log.slow = true;
    CHECK_FALSE(within_bound(log, terms));
    log.slow = false;
    log.foreign_fault = true;
    CHECK_FALSE(within_bound(log, terms));
}

TEST_CASE("chaos tally: counts within and beyond apart, the example is one within", "[harness]") {
    Tally tally({.guarantees = {Id::single_effect, Id::right_result}, .budget = 1});
    RequestLog log = calm_log();
    log.effects.push_back(effect_at(3us));
    log.faults = 2;
    tally.add(log);
    CHECK(tally.counts()[0].beyond == 1);
    CHECK(tally.counts()[0].example->faults == 2);
    log.faults = 1;
    tally.add(log);
    tally.add(calm_log());
    CHECK(tally.counts()[0].within == 1);
    CHECK(tally.counts()[0].beyond == 1);
    CHECK(tally.counts()[0].example->faults == 1);
    CHECK(tally.counts()[1].within == 0);
}

}  // namespace
}  // namespace onceproof::harness
