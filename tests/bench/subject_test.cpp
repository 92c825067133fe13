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

TEST_CASE("subjects: every preset of every strategy is one", "[bench]") {
    std::vector<std::string> expected;
    for (const strategy::Info& info : strategy::catalog()) {
        for (const strategy::Preset& preset : info.presets) {
            expected.push_back(std::string(info.name) + "/" + std::string(preset.name));
        }
    }
    CHECK(names(strategy_subjects({}, Effect::in_transaction)) == expected);
    CHECK(expected.size() >= 20);
}

TEST_CASE("subjects: a request goes the way that its strategy is made for", "[bench]") {
    const auto way = [](const std::string& name) {
        return strategy_subjects({name}, Effect::in_transaction).at(0).way;
    };
    CHECK(way("no-guard") == Way::handler);
    CHECK(way("dedup-table") == Way::handler);
    CHECK(way("delete-token") == Way::issued);
    CHECK(way("mq-dedup") == Way::consumer);
    CHECK(way("outbox") == Way::relayed);
}

TEST_CASE("subjects: what is not measured says why in words", "[bench]") {
    const auto reason = [](const std::string& name, Database database, unsigned repeats) {
        const Subject subject = std::move(strategy_subjects({name}, Effect::in_transaction).at(0));
        return not_measured(subject, database, {.repeats = repeats});
    };
    CHECK(reason("dedup-table/hardened", Database::mariadb, 50).empty());
    CHECK(reason("outbox/hardened", Database::mariadb, 0) == "no UPDATE ... RETURNING");
    CHECK(reason("outbox/hardened", Database::postgresql, 50).empty());
    CHECK(reason("dedup-insert/published", Database::postgresql, 0).empty());
    CHECK(reason("dedup-insert/published", Database::postgresql, 5) == "a repeat gets no result");
    CHECK(reason("mq-dedup/published", Database::postgresql, 50).empty());
    CHECK_FALSE(reason("timestamp-key/published", Database::postgresql, 0).empty());
}

TEST_CASE("subjects: a strategy's name stands for all of its presets", "[bench]") {
    CHECK(
        names(strategy_subjects({"table-lock/hardened", "dedup-table"}, Effect::external)) ==
        std::vector<std::string>{
            "dedup-table/published", "dedup-table/hardened", "table-lock/hardened"}
    );
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
        CHECK_FALSE(subject.no_repeats.empty());
    }
}

TEST_CASE("subjects: the raw insert is measured once more, as the same subject", "[bench]") {
    const Subject again = raw_insert_again();
    const Subject first = std::move(raw_subjects().front());
    CHECK(again.name == "raw-insert again");
    CHECK(again.schema == first.schema);
    CHECK(again.ledger_table == first.ledger_table);
    CHECK(again.no_repeats == first.no_repeats);
}

TEST_CASE("subjects: every name that is offered is taken", "[bench]") {
    for (const std::string& name : subject_names()) {
        CAPTURE(name);
        CHECK_FALSE(strategy_subjects({name}, Effect::external).empty());
    }
}

}  // namespace
}  // namespace onceproof::bench
