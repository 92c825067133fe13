#include "harness/real/live_request.hpp"

#include <algorithm>
#include <utility>

#include "model/base/ensure.hpp"

namespace onceproof::harness {

void ServerEvents::begin(ServerFault fault) {
    const Duration time = now();
    const std::lock_guard lock(mutex_);
    events_.push_back({.fault = fault, .begin = time, .end = Duration::max(), .text = {}});
}

void ServerEvents::end(std::string text) {
    const Duration time = now();
    const std::lock_guard lock(mutex_);
    ENSURE(!events_.empty());
    events_.back().end = time;
    events_.back().text = std::move(text);
}

bool ServerEvents::struck_since(Duration since) const {
    const std::lock_guard lock(mutex_);
    // They come one after the other: the last one ends last.
    return !events_.empty() && events_.back().end >= since;
}

std::size_t ServerEvents::forgot_since(Duration since) const {
    const std::lock_guard lock(mutex_);
    std::size_t count = 0;
    for (auto event = events_.rbegin(); event != events_.rend() && event->end >= since; ++event) {
        count += forgets(event->fault) ? 1 : 0;
    }
    return count;
}

std::size_t ServerEvents::count() const {
    const std::lock_guard lock(mutex_);
    return events_.size();
}

std::vector<ServerEvent> ServerEvents::all() const {
    const std::lock_guard lock(mutex_);
    return events_;
}

LiveRequest::LiveRequest(
    RequestLog log,
    std::vector<PlannedStrike> strikes,
    const ServerEvents& servers,
    const ChaosMenu& menu
)
    : log_(std::move(log)), servers_(servers), menu_(menu) {
    for (PlannedStrike& strike : strikes) {
        armed_.push_back({.plan = std::move(strike)});
    }
}

std::optional<world::FaultRule> LiveRequest::strike(world::OpCode code, std::string_view actor) {
    const std::lock_guard lock(mutex_);
    for (Armed& armed : armed_) {
        const world::FaultRule& rule = armed.plan.rule;
        if (armed.done || !strikes_operation(rule.kind, code) ||
            !world::filter_matches(rule.at, code) || armed.passed++ < armed.plan.occurrence) {
            continue;
        }
        armed.done = true;
        ++log_.faults;
        struck_actors_.emplace(actor);
        const std::string kind(world::info_of(rule.kind).name);
        ++struck_[kind + " at " + std::string(world::name_of(code))];
        log_.events.push_back(
            {servers_.now(),
             "FAULT " + kind + " at " + std::string(actor) + " " +
                 std::string(world::name_of(code))}
        );
        return rule;
    }
    return std::nullopt;
}

void LiveRequest::note(std::string text) {
    const Duration time = servers_.now();
    const std::lock_guard lock(mutex_);
    log_.events.push_back({time, std::move(text)});
}

void LiveRequest::store_failed(world::Target target) {
    const bool is_redis = target == world::Target::redis;
    const std::lock_guard lock(mutex_);
    ++log_.faults;
    const bool foreseen = is_redis ? menu_.redis_may_fail : menu_.database_may_fail;
    log_.foreign_fault = log_.foreign_fault || !foreseen;
}

void LiveRequest::was_slow() {
    const std::lock_guard lock(mutex_);
    log_.slow = true;
}

void LiveRequest::attempted() {
    const std::lock_guard lock(mutex_);
    ++log_.attempts;
}

void LiveRequest::answered(ChaosAnswer answer) {
    answer.at = servers_.now();
    const std::lock_guard lock(mutex_);
    log_.answers.push_back(std::move(answer));
}

void LiveRequest::made(const Request& request, std::string actor, int horizon) {
    const Duration time = servers_.now();
    const std::lock_guard lock(mutex_);
    log_.effects.push_back({time, horizon, std::move(actor), request});
}

void LiveRequest::left_in_progress(std::size_t caller, const std::string& order) {
    const std::lock_guard lock(mutex_);
    log_.left.push_back({caller, order});
}

void LiveRequest::key_known(const Request& request) {
    const std::lock_guard lock(mutex_);
    for (Request& order : log_.orders) {
        if (order.order == request.order) {
            order.key = request.key;
        }
    }
}

std::string LiveRequest::known_key(const std::string& order) const {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(log_.orders, order, &Request::order);
    ENSURE(found != log_.orders.end());
    return found->key;
}

bool LiveRequest::was_struck(const std::string& actor) const {
    const std::lock_guard lock(mutex_);
    return struck_actors_.contains(actor);
}

bool LiveRequest::was_struck() const {
    const std::lock_guard lock(mutex_);
    return !struck_actors_.empty();
}

RequestLog LiveRequest::finish() {
    const std::lock_guard lock(mutex_);
    return std::move(log_);
}

std::map<std::string, std::size_t> LiveRequest::struck() const {
    const std::lock_guard lock(mutex_);
    return struck_;
}

}  // namespace onceproof::harness
