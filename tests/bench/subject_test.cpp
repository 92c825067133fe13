#include "bench/subject.hpp"

#include <algorithm>

#include "impls/strategy/catalog.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::bench {
namespace {

std::vector<std::string> names(const std::vector<Subject>& subjects) {
    std::vector<std::string> result;
    for (const Subject& subject : subjects) {
        result.push_back(subject.name);
    }
    return result;
}

TEST_CASE(
    "subjects: every preset of every strategy is one, if callers alone put it to work", "[bench]"
) {
    std::vector<std::string> expected;
    for (const strategy::Info& info : strategy::catalog()) {
        if (info.needs_broker || info.issues) {
            continue;
        }
        for (const strategy::Preset& preset : info.presets) {
            expected.push_back(std::string(info.name) + "/" + std::string(preset.name));
        }
    }
    CHECK(names(strategy_subjects({}, Effect::in_transaction)) == expected);
    CHECK(expected.size() >= 5);
}

TEST_CASE("subjects: a strategy's name stands for all of its presets", "[bench]") {
    CHECK(
        names(strategy_subjects({"table-lock/hardened", "dedup-table"}, Effect::external)) ==
        std::vector<std::string>{
            "dedup-table/published", "dedup-table/hardened", "table-lock/hardened"}
    );
}

TEST_CASE("subjects: repeats are asked for where they get the first result", "[bench]") {
    const auto streams = [](const std::string& name) {
        return strategy_subjects({name}, Effect::external).at(0).streams.size();
    };
    CHECK(streams("no-guard/baseline") == 2);
    CHECK(streams("redis-key/published") == 2);
    CHECK(streams("dedup-insert/published") == 1);
    CHECK(streams("dedup-insert/hardened") == 2);
    CHECK(strategy_subjects({"outbox", "delete-token"}, Effect::external).empty());
}

TEST_CASE("subjects: only the baseline has to break", "[bench]") {
    for (const Subject& subject : strategy_subjects({}, Effect::in_transaction)) {
        CHECK(subject.must_break == (subject.name == "no-guard/baseline"));
    }
}

TEST_CASE("subjects: an idempotent gateway protects even the baseline", "[bench]") {
    for (const Subject& subject : strategy_subjects({}, Effect::external_idempotent)) {
        CHECK_FALSE(subject.must_break);
    }
}

TEST_CASE("subjects: effects are counted where they are made", "[bench]") {
    const std::vector<std::string> wanted{"no-guard"};
    CHECK(strategy_subjects(wanted, Effect::in_transaction)[0].ledger == Ledger::table);
    CHECK(strategy_subjects(wanted, Effect::external)[0].ledger == Ledger::gateway);
    CHECK(strategy_subjects(wanted, Effect::external_idempotent)[0].ledger == Ledger::gateway);
}

TEST_CASE("subjects: the raw limits are asked for fresh keys only", "[bench]") {
    const std::vector<Subject> raw = raw_subjects();
    CHECK(names(raw) == std::vector<std::string>{"raw-insert", "raw-set-nx-px"});
    for (const Subject& subject : raw) {
        CHECK(subject.raw);
        CHECK(subject.streams == std::vector<Stream>{Stream::first});
    }
}

TEST_CASE("subjects: the raw insert is measured once more, as the same subject", "[bench]") {
    const Subject again = raw_insert_again();
    const Subject first = std::move(raw_subjects().front());
    CHECK(again.name == "raw-insert again");
    CHECK(again.schema == first.schema);
    CHECK(again.ledger_table == first.ledger_table);
    CHECK(again.streams == first.streams);
}

TEST_CASE("subjects: every name that is offered is taken", "[bench]") {
    for (const std::string& name : subject_names()) {
        CAPTURE(name);
        CHECK_FALSE(strategy_subjects({name}, Effect::external).empty());
    }
}

}  // namespace
}  // namespace onceproof::bench
