#include "reports/compare_json.hpp"

#include "reports/json_writer.hpp"

namespace onceproof::reports {
namespace {

void write_strategies(JsonWriter& json, const std::vector<StrategyChange>& strategies) {
    json.key("strategies");
    json.begin_array();
    for (const StrategyChange& strategy : strategies) {
        json.begin_object();
        json.field("strategy", strategy.strategy);
        json.field("scenarios", strategy.scenarios);
        json.field("survived", strategy.survived);
        json.field("appeared", strategy.appeared);
        json.field("fixed", strategy.fixed);
        json.field("still", strategy.still);
        json.end_object();
    }
    json.end_array();
}

void write_results(
    JsonWriter& json, std::string_view name, const std::vector<ComparedResult>& results
) {
    json.key(name);
    json.begin_array();
    for (const ComparedResult& one : results) {
        json.begin_object();
        json.field("scenario", one.cell->scenario);
        json.field("strategy", one.cell->strategy);
        json.key("point");
        json.begin_object();
        for (const auto& [path, value] : one.cell->point) {
            json.field(path, value);
        }
        json.end_object();
        json.field("guarantee", one.result->guarantee);
        json.field("verdict", word_of(one.result->verdict));
        json.field("before", one.base == nullptr ? "" : word_of(one.base->verdict));
        json.field("text", one.result->text);
        json.field("token", one.result->token);
        json.end_object();
    }
    json.end_array();
}

void write_costs(JsonWriter& json, const Compared& compared) {
    json.key("costs");
    json.begin_array();
    for (const CostDelta& delta : compared.costs) {
        json.begin_object();
        json.field("run", delta.run);
        json.field("metric", delta.metric);
        json.field("name", metric_name(delta.metric));
        json.field("base", delta.base);
        json.field("now", delta.now);
        json.field("change", delta.change);
        if (delta.interval.has_value()) {
            json.field("low", delta.interval->first);
            json.field("high", delta.interval->second);
        }
        json.key("over");
        json.begin_array();
        for (const Threshold& threshold : over(delta, compared.thresholds)) {
            json.value(threshold.text);
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
}

}  // namespace

std::string compare_json(const RunRecord& base, const Compared& compared) {
    const Comparison& verdicts = compared.verdicts;
    JsonWriter json(JsonWriter::Layout::compact);
    json.begin_object();
    json.field("program", base.version);
    json.field("commit", base.commit);
    json.field("started", base.started);
    write_strategies(json, verdicts.strategies);
    write_results(json, "appeared", verdicts.appeared);
    write_results(json, "fixed", verdicts.fixed);
    write_results(json, "still", verdicts.still);
    write_results(json, "undecided", verdicts.undecided);
    json.field("only_base", verdicts.only_base);
    json.field("only_now", verdicts.only_now);
    write_costs(json, compared);
    json.end_object();
    return json.take();
}

}  // namespace onceproof::reports
