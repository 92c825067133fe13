#pragma once

#include "reports/record.hpp"

namespace onceproof::reports {

/// One guarantee's result; expected unless said otherwise.
inline GuaranteeResult result_of(const std::string& guarantee, Verdict verdict) {
    GuaranteeResult result;
    result.guarantee = guarantee;
    result.verdict = verdict;
    return result;
}

inline CellResult cell_of(
    const std::string& scenario, const std::string& strategy, GuaranteeResult result
) {
    CellResult cell;
    cell.scenario = scenario;
    cell.title = "About " + scenario;
    cell.file = "scenarios/" + scenario + ".toml";
    cell.strategy = strategy;
    cell.mode = "exhaustive";
    cell.fault_budget = 1;
    cell.states = 100;
    cell.seconds = 0.5;
    cell.guarantees.push_back(std::move(result));
    return cell;
}

inline StrategyFacts facts_of(const std::string& label) {
    return {
        .label = label,
        .summary = "about " + label,
        .source = "article X",
        .claim = "it never repeats",
        .gap = "the window"};
}

/// A run with every verdict and mark: two scenarios, one of them swept over two points, three
/// strategies.
inline RunRecord example_record() {
    RunRecord record;
    record.version = "0.1.0";
    record.commit = "a41c9e2";
    record.started = "2026-11-30T06:41:07Z";
    record.arguments = {"run", "scenarios", "-f", "tag:\"ci\""};
    record.seed = 0x9f3c61d2a7e40b15;
    record.seconds = 4.25;
    record.jobs = 2;
    record.cells_planned = 9;

    // The catalog's order, not that of the cells.
    record.strategies = {
        facts_of("dedup-table"), facts_of("two-level/hardened"), facts_of("redis-key/published")};
    record.guarantees = {
        {"single_effect", "E", "at most one effect"}, {"no_stuck_key", "K", "no key stays stuck"}};

    GuaranteeResult expected = result_of("single_effect", Verdict::violated);
    expected.text = "2 effects for key pay-1";
    expected.token = "op1-AAAAA";
    expected.faults = 1;
    expected.steps = 12;
    GuaranteeResult unexpected = expected;
    unexpected.expected = false;
    unexpected.expectation = "safe (scenarios/lease.toml:31)";
    unexpected.token = "op1-BBBBB";
    unexpected.faults = 2;
    GuaranteeResult shorter = unexpected;
    shorter.token = "op1-CCCCC";
    shorter.steps = 9;
    GuaranteeResult missed = result_of("single_effect", Verdict::proved);
    missed.expected = false;
    missed.expectation = "violated (scenarios/lost-reply.toml:20)";
    GuaranteeResult open = result_of("no_stuck_key", Verdict::inconclusive);
    open.text = "5,000,000 states reached";

    record.cells.push_back(
        cell_of("lost-reply", "dedup-table", result_of("single_effect", Verdict::proved))
    );
    record.cells.push_back(cell_of("lost-reply", "redis-key/published", expected));
    record.cells.push_back(cell_of("lost-reply", "two-level/hardened", missed));
    const auto at_point = [&](const char* ttl, CellResult cell) {
        cell.point = {{"strategy.redis-key.ttl", ttl}};
        record.cells.push_back(std::move(cell));
    };
    at_point("50ms", cell_of("lease", "dedup-table", result_of("single_effect", Verdict::held)));
    at_point("50ms", cell_of("lease", "redis-key/published", unexpected));
    at_point("50ms", cell_of("lease", "two-level/hardened", open));
    at_point(
        "2s", cell_of("lease", "dedup-table", result_of("single_effect", Verdict::not_applicable))
    );
    at_point("2s", cell_of("lease", "redis-key/published", shorter));
    CellResult broken = cell_of("lease", "two-level/hardened", open);
    broken.guarantees.clear();
    broken.error = "unsupported SQL: LATERAL in <query> & more";
    at_point("2s", broken);
    return record;
}

}  // namespace onceproof::reports
