#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/cell.hpp"
#include "harness/scenario.hpp"
#include "reports/record.hpp"

namespace onceproof::harness {

/// What the catalog says of the strategies of these cells, each label once: in the catalog's order,
/// and in the order of their presets.
std::vector<reports::StrategyFacts> strategy_facts(std::span<const Cell> cells);

/// What is known of every guarantee, in the order of the catalog.
std::vector<reports::GuaranteeFacts> guarantee_facts();

/// What the scenario's claim has to do with one of its strategies.
reports::Claim claim_of(const Scenario& scenario, const StrategyUse& use);

/// The sentence of a gap that an expectation names.
std::string window_text(const std::string& name);

}  // namespace onceproof::harness
