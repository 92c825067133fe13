#include "tests/conformance/sql_runs.hpp"

#include <stdexcept>

#include "tests/conformance/planted.hpp"
#include "tests/conformance/sequences.hpp"
#include "tests/conformance/sql_law.hpp"
#include "tests/conformance/sql_lockstep.hpp"
#include "tests/conformance/strategy_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::conformance {

namespace {

std::unique_ptr<SteppedDatabase> demand(backend::Started<SteppedDatabase> started) {
    if (!started.server) throw std::runtime_error(started.error->message);
    return std::move(started.server);
}

}  // namespace

SteppedDatabase& postgres() {
    static const auto server = demand(backend::start_stepped_postgres({.fsync = false}));
    return *server;
}

SteppedDatabase& mariadb() {
    static const auto server = demand(backend::start_stepped_mariadb({.fsync = false}));
    return *server;
}

Connected::Connected(SteppedDatabase& real, std::string_view schema, std::size_t sessions)
    : real_(real), sessions_(sessions) {
    real_.recreate(schema);
    for (std::size_t session = 0; session < sessions_; ++session)
        real_.connect(session);
}

Connected::~Connected() {
    for (std::size_t session = 0; session < sessions_; ++session)
        real_.disconnect(session);
}

Part part_for(SteppedDatabase& real, const std::string& law) {
    const std::string name = real.version();
    const std::size_t space = name.find(' ');
    return {.server = name.substr(0, space), .version = name.substr(space + 1), .law = law};
}

Figures compare_sequences(
    SteppedDatabase& real, const Alphabet& alphabet, std::size_t count, const std::string& words
) {
    const Connected connected(real, alphabet.schema, ForkableFake::sessions);
    const PreparedAlphabet prepared(alphabet);
    Figures figures;
    CHECK(holds(sql_law(real, prepared, nullptr, figures), count));
    Part part = part_for(real, words);
    part.figures = figures;
    tell(part);
    return figures;
}

namespace {

/// Every statement by itself, one after the other, with the first of its values.
std::vector<Step> each_once(const Alphabet& alphabet) {
    std::vector<Step> steps;
    for (const StatementForm& form : alphabet.statements) {
        Step& step = steps.emplace_back();
        step.form = &form;
        for (const auto& values : form.values)
            step.parameters.push_back(values.front());
    }
    return steps;
}

}  // namespace

void compare_strategies(SteppedDatabase& real, fake::Dialect dialect, std::size_t count) {
    Figures figures;
    for (const StrategyVocabulary& vocabulary : strategy_vocabularies()) {
        CAPTURE(vocabulary.strategy);
        const Alphabet alphabet = alphabet_of(vocabulary, dialect);
        const Connected connected(real, alphabet.schema, ForkableFake::sessions);
        const PreparedAlphabet prepared(alphabet);
        const Comparison once = compare(real, prepared, nullptr, each_once(alphabet));
        INFO(once.report);
        CHECK(once.equal);
        CHECK(once.statements == alphabet.statements.size());
        CHECK(holds(sql_law(real, prepared, nullptr, figures), count));
    }
    Part part = part_for(real, "each strategy's own tables and statements");
    part.figures = figures;
    tell(part);
}

void catch_all(
    SteppedDatabase& real, const Alphabet& alphabet, std::span<const PlantedSql> mistakes
) {
    const Connected connected(real, alphabet.schema, ForkableFake::sessions);
    const PreparedAlphabet prepared(alphabet);
    Part part = part_for(real, "planted errors");
    for (const PlantedSql& planted : mistakes) {
        Figures figures;
        const Law law = sql_law(real, prepared, planted.mistake, figures);
        part.caught.push_back(catch_planted(std::string(planted.name), law, planted.shrink));
    }
    tell(part);
}

}  // namespace onceproof::conformance
