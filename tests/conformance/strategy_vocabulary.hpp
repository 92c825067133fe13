#pragma once

#include <string>
#include <vector>

#include "tests/conformance/sql_steps.hpp"

namespace onceproof::conformance {

/// What a strategy says to its database, in the very words of its code.
struct StrategyVocabulary {
    std::string strategy;
    std::string schema;
    std::vector<std::string> tables;
    std::vector<Isolation> isolations;      ///< those it begins transactions with
    std::vector<StatementForm> statements;  ///< with the values that it gave
};

/// One for each strategy of the catalog that says anything to a database: what its presets said
/// over the fakes, alone, with each call failing in turn, and with each option set otherwise.
const std::vector<StrategyVocabulary>& strategy_vocabularies();

/// A vocabulary as sequences of a dialect are made of it, without what the dialect does not have.
Alphabet alphabet_of(const StrategyVocabulary& vocabulary, fake::Dialect dialect);

}  // namespace onceproof::conformance
