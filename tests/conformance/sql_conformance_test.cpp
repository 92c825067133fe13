#include <iostream>

#include "model/base/ensure.hpp"
#include "tests/conformance/sql_lockstep.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/law.hpp"

namespace onceproof::conformance {

namespace {

constexpr int full_size = 100;  // ranges are drawn in full from the first case on

template <class... Texts>
rc::Gen<Value> one_of_texts(Texts... texts) {
    return rc::gen::element<Value>(Value(std::string(texts))..., Value(std::monostate{}));
}

/// i: an id or number that is often there, I: one that is often new; k and K: the same for keys; t:
/// an instant; l: a text that may be too long for a key.
rc::Gen<Value> parameter(char kind) {
    const auto number = [](std::int64_t value) {
        return Value(value);
    };
    switch (kind) {
        case 'i':
            return rc::gen::map(rc::gen::inRange<std::int64_t>(1, 4), number);
        case 'I':
            return rc::gen::map(rc::gen::inRange<std::int64_t>(1, 9), number);
        case 't':
            return rc::gen::map(rc::gen::inRange<std::int64_t>(0, 4), [](std::int64_t minutes) {
                return Value(Instant(std::chrono::minutes(minutes)));
            });
        case 'k':
            return one_of_texts("a", "b", "c");
        case 'K':
            return one_of_texts("a", "b", "c", "d", "e", "f", "g");
        default:
            ENSURE(kind == 'l');
            return one_of_texts("c", "abcdef ", "abcdefg");
    }
}

/// Positions in `statements()`, each as often as its weight says.
std::vector<std::size_t> weighted_statements() {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < statements().size(); ++i) {
        result.insert(result.end(), static_cast<std::size_t>(statements()[i].weight), i);
    }
    return result;
}

rc::Gen<Step> arbitrary_step() {
    return rc::gen::exec([] {
        Step step;
        step.session = *rc::gen::inRange<std::size_t>(0, ForkableFake::sessions);
        step.kind = *rc::gen::weightedElement<Step::Kind>({
            {4, Step::Kind::begin},
            {10, Step::Kind::statement},
            {2, Step::Kind::commit},
            {1, Step::Kind::rollback},
        });
        step.isolation = *rc::gen::weightedElement<Isolation>({
            {3, Isolation::read_committed},
            {2, Isolation::repeatable_read},
            {1, Isolation::serializable},
        });
        step.statement = *rc::gen::elementOf(weighted_statements());
        for (const char kind : statements()[step.statement].parameters) {
            step.parameters.push_back(*parameter(kind));
        }
        return step;
    });
}

}  // namespace

TEST_CASE("SQL fake: sequences over three sessions go as on PostgreSQL", "[backends]") {
    RealDatabase real(schema_text, ForkableFake::sessions);
    std::size_t executed = 0;
    std::size_t errors = 0;
    std::size_t blocked = 0;
    std::size_t deadlocks = 0;
    std::size_t abandoned = 0;
    const bool holds = law_holds(
        "the fake answers, waits and ends as the real server does",
        {.count = 100, .size_max = 160},
        [&] {
            const auto steps =
                *rc::gen::container<std::vector<Step>>(rc::gen::resize(full_size, arbitrary_step())
                );
            const Comparison comparison = compare(real, steps);
            executed += comparison.statements;
            errors += comparison.errors;
            blocked += comparison.blocked;
            deadlocks += comparison.deadlocks;
            abandoned += comparison.abandoned ? 1 : 0;
            if (!comparison.equal) RC_FAIL(comparison.report);
        }
    );
    std::cout << executed << " statements, " << errors << " errors, " << blocked << " waits, "
              << deadlocks << " deadlocks, " << abandoned
              << " sequences ended by a known difference\n";
    CHECK(holds);
    CHECK(blocked > 0);
}

}  // namespace onceproof::conformance
