#include "tests/conformance/sql_law.hpp"

#include <iostream>

#include "model/base/ensure.hpp"
#include "tests/conformance/sql_lockstep.hpp"

namespace onceproof::conformance {

namespace {

constexpr int full_size = 100;  // ranges are drawn in full from the first case on

template <class... Texts>
rc::Gen<Value> one_of_texts(Texts... texts) {
    return rc::gen::element<Value>(Value(std::string(texts))..., Value(std::monostate{}));
}

/// i: an id or number that is often there, I: one that is often new; k and K: the same for keys; t:
/// an instant; l: a text that may be too long for a key; x: as k, but never NULL.
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
        case 'x':
            return rc::gen::element<Value>(
                Value(std::string("a")), Value(std::string("b")), Value(std::string("c"))
            );
        case 'k':
            return one_of_texts("a", "b", "c");
        case 'K':
            return one_of_texts("a", "b", "c", "d", "e", "f", "g");
        default:
            ENSURE(kind == 'l');
            return one_of_texts("c", "abcdef ", "abcdefg");
    }
}

/// The statements, each as often as its weight says.
std::vector<const StatementForm*> weighted_statements(const Alphabet& alphabet) {
    std::vector<const StatementForm*> result;
    for (const StatementForm& form : alphabet.statements) {
        result.insert(result.end(), static_cast<std::size_t>(form.weight), &form);
    }
    return result;
}

rc::Gen<Step> arbitrary_step(const Alphabet& alphabet) {
    return rc::gen::exec([&alphabet] {
        Step step;
        step.session = *rc::gen::inRange<std::size_t>(0, ForkableFake::sessions);
        step.kind = *rc::gen::weightedElement<Step::Kind>({
            {4, Step::Kind::begin},
            {10, Step::Kind::statement},
            {2, Step::Kind::commit},
            {1, Step::Kind::rollback},
        });
        step.isolation = *rc::gen::elementOf(alphabet.isolations);
        step.form = *rc::gen::elementOf(weighted_statements(alphabet));
        for (const char kind : step.form->parameters) {
            step.parameters.push_back(*parameter(kind));
        }
        return step;
    });
}

}  // namespace

Totals run_sequences(SteppedDatabase& real, const Alphabet& alphabet, LawCases cases) {
    Totals totals;
    totals.agree =
        law_holds("the fake answers, waits and ends as the real server does", cases, [&] {
            const auto steps = *rc::gen::container<std::vector<Step>>(
                rc::gen::resize(full_size, arbitrary_step(alphabet))
            );
            const Comparison comparison = compare(real, alphabet, steps);
            totals.statements += comparison.statements;
            totals.errors += comparison.errors;
            totals.blocked += comparison.blocked;
            totals.deadlocks += comparison.deadlocks;
            totals.abandoned += comparison.abandoned ? 1 : 0;
            if (!comparison.equal) RC_FAIL(comparison.report);
        });
    std::cout << totals.statements << " statements, " << totals.errors << " errors, "
              << totals.blocked << " waits, " << totals.deadlocks << " deadlocks, "
              << totals.abandoned << " sequences ended by a known difference\n";
    return totals;
}

}  // namespace onceproof::conformance
