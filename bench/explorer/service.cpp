#include "bench/explorer/service.hpp"

namespace onceproof::litmus {
namespace {

using world::FaultKind;

/// Each may strike as often as the budget lets it.
std::vector<world::FaultRule> faults_of(Protocol::Variant variant, std::size_t budget) {
    std::vector<world::FaultRule> rules = {
        {.kind = FaultKind::request_lost, .at = "call.send"},
        {.kind = FaultKind::reply_lost, .at = "call.reply"},
    };
    if (variant == Protocol::Variant::transaction) {
        rules.push_back({.kind = FaultKind::crash_before, .at = "sql.select"});
        rules.push_back({.kind = FaultKind::crash_before, .at = "sql.insert"});
        rules.push_back({.kind = FaultKind::statement_error, .at = "sql.insert"});
    } else {
        rules.push_back({.kind = FaultKind::crash_before, .at = "kv"});
        rules.push_back({.kind = FaultKind::crash_before, .at = "gateway"});
        rules.push_back({.kind = FaultKind::declined, .at = "gateway.charge"});
    }
    for (world::FaultRule& rule : rules) {
        rule.max = budget;
    }
    return rules;
}

}  // namespace

Service::Service(Protocol::Variant variant, const ProtocolSize& size)
    : strategy_(variant), schema_(fake::compile_schema(row_schema)) {
    const Request request{.key = "pay-1", .order = "order-1", .amount = 100, .user = "user-1"};
    config_.strategy = &strategy_;
    config_.schema = schema_.get();
    config_.callers.assign(size.workers, {.request = request});
    // "In progress" is an answer; lost requests, lost answers and failures are tried again.
    config_.policy = world::Policy::published;
    config_.attempts_max = size.faults + std::size_t{1};
    // No two handlers at a time share a process: a crash ends one worker.
    config_.instances = size.workers + std::size_t{size.faults};
    const bool is_row = variant == Protocol::Variant::transaction;
    config_.effect = is_row ? Effect::in_transaction : Effect::external;
    config_.faults = faults_of(variant, size.faults);
    config_.guarantees = {guarantee::Id::single_effect, guarantee::Id::right_result};
}

std::unique_ptr<world::World> Service::open() const {
    return std::make_unique<world::World>(config_, world::RestoreBy::snapshot);
}

}  // namespace onceproof::litmus
