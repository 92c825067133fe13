#include "tests/litmus/together.hpp"

#include "bench/explorer/protocol_counts.hpp"
#include "tests/litmus/check_then_act.hpp"
#include "tests/litmus/line.hpp"
#include "tests/litmus/ordered.hpp"
#include "tests/litmus/peterson.hpp"
#include "tests/litmus/tasks.hpp"
#include "tests/support/catch.hpp"

// Whoever searches, and with how many: the result is the same.

using namespace onceproof;
using namespace onceproof::litmus;
using explore::ExhaustiveRequest;
using explore::ExhaustiveResult;

namespace {

void check_same(const ExhaustiveResult& one, const ExhaustiveResult& many) {
    CHECK(one.ending == many.ending);
    REQUIRE(one.budgets.size() == many.budgets.size());
    for (std::size_t budget = 0; budget < one.budgets.size(); ++budget) {
        CAPTURE(budget);
        CHECK(one.budgets[budget].states == many.budgets[budget].states);
        CHECK(one.budgets[budget].transitions == many.budgets[budget].transitions);
        CHECK(one.budgets[budget].ends == many.budgets[budget].ends);
        CHECK(one.budgets[budget].ending == many.budgets[budget].ending);
    }
    CHECK(one.outcomes == many.outcomes);
    REQUIRE(one.violations.size() == many.violations.size());
    for (std::size_t number = 0; number < one.violations.size(); ++number) {
        CHECK(one.violations[number].violation == many.violations[number].violation);
        CHECK(one.violations[number].schedule == many.violations[number].schedule);
    }
}

/// With 1 to 4 threads; `slow` so that a small space is shared out as well.
template <class Make>
void check_any_number(const Make& make, const ExhaustiveRequest& request, bool slow) {
    auto system = make();
    const ExhaustiveResult alone = explore::exhaustive(system, request);
    for (std::size_t threads = 1; threads <= 4; ++threads) {
        CAPTURE(threads);
        if (slow) {
            const auto make_slow = [&] {
                return Slow(make());
            };
            check_same(alone, search_together(make_slow, threads, request));
        } else {
            check_same(alone, search_together(make, threads, request));
        }
    }
}

template <Rules R>
void check_small(const R& rules, const ExhaustiveRequest& request) {
    check_any_number([&] { return Machine<R>(rules); }, request, true);
}

}  // namespace

TEST_CASE("together: 1 to 4 threads see the same of every small system", "[litmus]") {
    check_small(CheckThenAct{}, {.fault_budget = 2});
    check_small(CheckThenAct{.guarded = true}, {.fault_budget = 2});
    check_small(Peterson{}, {});
    check_small(Peterson{.polite = false}, {});
    check_small(TwoTasks{.steps = 12}, {});
    check_small(Ordered{.steps = 5, .bug = {{0, 1}, {1, 2}, {0, 3}}}, {});
    check_small(Line{.length = 10}, {.fault_budget = 2});
    check_small(Line{.length = 10}, {.fault_budget = 2, .guarantees = {9, 8}});
}

TEST_CASE("together: 1 to 4 threads see the same of the protocol", "[litmus]") {
    using Variant = Protocol::Variant;
    const Variant variant = GENERATE(
        Variant::takeover, Variant::transaction, Variant::fine, Variant::detected_takeover
    );
    const auto check = [&](const ProtocolSize& size, bool slow) {
        check_any_number([&] { return size.system(variant); }, {.fault_budget = size.faults}, slow);
    };
    check(size_1, true);
    check(size_2, false);
    check(size_3, false);
}

TEST_CASE("together: a search that ends early has seen what one thread sees", "[litmus]") {
    using Variant = Protocol::Variant;
    const Variant variant = GENERATE(Variant::takeover, Variant::detected_takeover);
    const ExhaustiveRequest request{
        .fault_budget = 2, .guarantees = {Protocol::single_effect, Protocol::right_answer}};
    check_any_number([&] { return size_3.system(variant); }, request, false);
    check_any_number([&] { return size_1.system(variant); }, {1, {Protocol::single_effect}}, true);
}
