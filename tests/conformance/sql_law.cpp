#include "tests/conformance/sql_law.hpp"

#include <utility>

#include <rapidcheck.h>

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

rc::Gen<Step> arbitrary_step(const Alphabet& alphabet, std::size_t sessions) {
    return rc::gen::exec([&alphabet, sessions] {
        Step step;
        step.session = *rc::gen::inRange<std::size_t>(0, sessions);
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
        for (const auto& values : step.form->values)
            step.parameters.push_back(*rc::gen::elementOf(values));
        return step;
    });
}

/// Runs it again if it differs. What differs in some runs only is no matter of the fake, which is
/// the same in all: MariaDB has purged early or late.
Comparison compare_steadily(
    SteppedDatabase& real,
    const PreparedAlphabet& prepared,
    const SqlMistake* mistake,
    const std::vector<Step>& steps
) {
    constexpr int runs_max = 3;
    Comparison comparison = compare(real, prepared, mistake, steps);
    const bool mysql = prepared.alphabet.dialect == fake::Dialect::mysql;
    for (int run = 1; mysql && !comparison.equal && run < runs_max; ++run) {
        Comparison again = compare(real, prepared, mistake, steps);
        if (!again.equal) continue;
        comparison = std::move(again);
        comparison.known = Known::late_purge;
    }
    return comparison;
}

}  // namespace

Law sql_law(
    SteppedDatabase& real,
    const PreparedAlphabet& prepared,
    const SqlMistake* mistake,
    Figures& figures
) {
    constexpr int steps_max = 140;
    return {
        "the fake answers, waits and ends as the real server does",
        steps_max,
        [&real, &prepared, mistake, &figures](int size, std::size_t& count) {
            const auto sessions = *rc::gen::weightedElement<std::size_t>({{6, 3}, {3, 2}, {1, 1}});
            const auto step =
                rc::gen::resize(full_size, arbitrary_step(prepared.alphabet, sessions));
            const auto steps = *rc::gen::resize(size, rc::gen::container<std::vector<Step>>(step));
            count = steps.size();
            const Comparison comparison = compare_steadily(real, prepared, mistake, steps);
            ++figures.sequences;
            figures.calls += comparison.statements;
            figures.errors += comparison.errors;
            figures.waits += comparison.blocked;
            figures.deadlocks += comparison.deadlocks;
            if (comparison.known) ++figures.excused[*comparison.known];
            if (!comparison.equal) RC_FAIL(comparison.report);
        }};
}

}  // namespace onceproof::conformance
