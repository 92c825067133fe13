#include "harness/real/chaos_books.hpp"

#include <chrono>

#include "tests/harness/real/chaos_logs.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using guarantee::Id;
using namespace std::chrono_literals;

RequestLog numbered_log(std::uint64_t number) {
    RequestLog log = calm_log();
    log.number = number;
    return log;
}

std::vector<Value> row_of(std::int64_t id, const std::string& number) {
    return {id, "pay-" + number, "order-" + number, std::int64_t{100}, std::string("user-1")};
}

TEST_CASE(
    "chaos books: plain requests beyond the sample are a number with its effects", "[harness]"
) {
    ChaosBooks books(ChaosBooks::Effects::told, 2);
    for (std::uint64_t number = 1; number <= 5; ++number) {
        books.add(numbered_log(number));
    }
    RequestLog struck = numbered_log(6);
    struck.faults = 1;
    struck.effects.push_back(effect_at(3us));
    books.add(struck);
    CHECK(books.requests() == 6);
    CHECK(books.attempts() == 6);
    CHECK(books.effects() == 7);
    CHECK(books.to_retry(100).size() == 3);
    CHECK(books.to_retry(1).size() == 1);
    Tally tally({.guarantees = {Id::single_effect}, .budget = 1});
    books.judge_all(tally);
    CHECK(tally.counts()[0].within == 1);
    CHECK(books.beyond(tally.terms()) == 0);
    CHECK(books.beyond({.budget = 0}) == 1);
}

TEST_CASE("chaos books: rows of the table are the effects, of plain requests too", "[harness]") {
    ChaosBooks books(ChaosBooks::Effects::in_table, 0);
    for (const std::uint64_t number : {1U, 2U, 3U}) {
        RequestLog log = numbered_log(number);
        log.effects.clear();
        books.add(log);
    }
    RequestLog kept = numbered_log(17);
    kept.effects.clear();
    kept.faults = 1;
    kept.begin = 1us;
    books.add(kept);
    books.add_rows({{row_of(1, "1"), row_of(2, "2"), row_of(3, "2"), row_of(4, "17")}, 4}, -1, 9s);
    CHECK(books.last_row() == 4);
    CHECK(books.effects() == 4);
    books.add_rows({{row_of(9, "99")}, 1}, 0, 9s);
    CHECK(books.effects() == 5);
    Tally tally({.guarantees = {Id::single_effect, Id::no_lost_request}, .budget = 1});
    books.judge_all(tally);
    // Number 2 has two rows, number 3 has none, number 17 has its one.
    CHECK(tally.counts()[0].within == 1);
    CHECK(tally.counts()[0].example->number == 2);
    CHECK(tally.counts()[1].within == 1);
    CHECK(tally.counts()[1].example->number == 3);
}

TEST_CASE("chaos books: a row of a quiet retry is as old as the retry", "[harness]") {
    ChaosBooks books(ChaosBooks::Effects::in_table, 1);
    RequestLog log = numbered_log(17);
    log.effects.clear();
    log.answers.clear();
    books.add(log);
    RequestLog& kept = *books.to_retry(1).front();
    ChaosAnswer answer = answer_at(6s, ReplyKind::done, receipt_for(request_17()));
    answer.horizon = 0;
    kept.answers.push_back(answer);
    kept.retried = true;
    books.add_rows({{row_of(1, "17")}, 1}, 0, 5s);
    Tally tally({.guarantees = {Id::no_lost_request, Id::no_stuck_key}, .horizons = {0s}});
    books.judge_all(tally);
    CHECK(tally.counts()[0].within + tally.counts()[0].beyond == 0);
    CHECK(tally.counts()[1].within + tally.counts()[1].beyond == 0);
}

}  // namespace
}  // namespace onceproof::harness
