#include "harness/real/time_plan.hpp"

#include <algorithm>

namespace onceproof::harness {
namespace {

using std::chrono::milliseconds;

// Times for an event on a machine that has much else to do. They only cost where a key ends.
constexpr milliseconds expiry_margin{15};
constexpr milliseconds local_time{2};
constexpr milliseconds redis_time{8};
constexpr milliseconds lost_call_time{150};
constexpr milliseconds statement_time{20};
constexpr milliseconds blocked_time{300};
constexpr milliseconds broker_time{150};
constexpr milliseconds store_fault_time{5'000};
constexpr milliseconds faults_end_time{2'000};
constexpr milliseconds broker_fault_time{20'000};
/// A key that outlives the run.
constexpr milliseconds for_ever{3'600'000};

milliseconds passage_time(const world::Passage& passage, milliseconds usual) {
    return passage.seen.has_value() ? lost_call_time : usual;
}

milliseconds time_for(const world::StoreEvent& event) {
    if (const auto* call = std::get_if<world::KvCall>(&event.what)) {
        return passage_time(call->passage, redis_time);
    }
    if (const auto* call = std::get_if<world::SqlCall>(&event.what)) {
        const bool waits = call->passage.reach == world::Reach::waits;
        return waits ? blocked_time : passage_time(call->passage, statement_time);
    }
    if (const auto* end = std::get_if<world::SqlEnd>(&event.what)) {
        return end->error.has_value() ? blocked_time : statement_time;
    }
    if (std::holds_alternative<world::BrokerCall>(event.what) ||
        std::holds_alternative<world::BrokerChange>(event.what)) {
        return broker_time;
    }
    if (const auto* fault = std::get_if<world::StoreFault>(&event.what)) {
        return fault->kind == world::FaultKind::broker_down ? broker_fault_time : store_fault_time;
    }
    return std::holds_alternative<world::FaultsEnd>(event.what) ? faults_end_time : local_time;
}

/// When keys may end, in order: whatever a command asks for, whether it was done or not.
std::vector<Instant> ends_in(const world::StoreLog& log) {
    std::vector<Instant> ends;
    for (const world::StoreEvent& event : log.events()) {
        const auto* call = std::get_if<world::KvCall>(&event.what);
        if (call != nullptr && (call->options.ttl.has_value() || call->ttl > Duration{0})) {
            ends.push_back(event.at + call->options.ttl.value_or(call->ttl));
        }
    }
    std::ranges::sort(ends);
    return ends;
}

}  // namespace

TimePlan::TimePlan(const world::StoreLog& log, const RealTime& time)
    : margin_(expiry_margin * time.patience) {
    const std::vector<Instant> ends = ends_in(log);
    auto end = ends.begin();
    milliseconds clock{0};
    bool struck = false;  // the end of faults takes no time if there was none
    for (const world::StoreEvent& event : log.events()) {
        // Two margins for a key that ends before this event: until it does, and behind that.
        const auto passed = std::upper_bound(end, ends.end(), event.at);
        clock += end == passed ? milliseconds{0} : 2 * margin_;
        end = passed;
        at_.push_back(event.at);
        begins_.push_back(clock);
        const bool is_end = std::holds_alternative<world::FaultsEnd>(event.what);
        clock += is_end && !struck ? local_time : time_for(event) * time.patience;
        struck |= std::holds_alternative<world::StoreFault>(event.what);
        finishes_.push_back(clock);
    }
}

milliseconds TimePlan::real_end(Instant end) const {
    const auto after = std::ranges::lower_bound(at_, end);
    if (after == at_.end()) {
        return for_ever;
    }
    const bool at_once = after == at_.begin();
    const auto before = static_cast<std::size_t>(after - at_.begin()) - (at_once ? 0 : 1);
    return at_once ? milliseconds{0} : finishes_[before] + margin_;
}

}  // namespace onceproof::harness
