#include "harness/real/redis_faults.hpp"

#include <algorithm>

#include "harness/real/redis_call.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::harness {
namespace {

using fake::Persistence;
using world::FaultKind;
using world::KvCall;
using world::StoreEvent;
using world::StoreFault;

/// With everysec, what was written this long ago is on disk.
constexpr Duration sync_period = std::chrono::seconds(1);

const StoreFault* fault_of(const StoreEvent& event, FaultKind kind) {
    const auto* fault = std::get_if<StoreFault>(&event.what);
    return fault != nullptr && fault->kind == kind ? fault : nullptr;
}

bool writes(const StoreEvent& event) {
    const auto* call = std::get_if<KvCall>(&event.what);
    return (call != nullptr && has_written(*call)) ||
           fault_of(event, FaultKind::redis_eviction) != nullptr;
}

bool wants_full(const StoreEvent& event) {
    const auto* call = std::get_if<KvCall>(&event.what);
    return call != nullptr && call->passage.reach == world::Reach::applied && !call->result.ok() &&
           call->result.error().kind == ErrorKind::out_of_memory;
}

Obstacle no_counterpart(const StoreEvent& event, const char* why) {
    return {.kind = Obstacle::Kind::no_counterpart, .step = event.step, .what = why};
}

}  // namespace

std::vector<std::size_t> first_lost(const world::StoreLog& log) {
    const std::vector<StoreEvent>& events = log.events();
    std::vector<std::size_t> first;
    for (std::size_t index = 0; index < events.size(); ++index) {
        const StoreFault* failover = fault_of(events[index], FaultKind::redis_failover);
        if (failover == nullptr) {
            continue;
        }
        std::size_t place = index;
        for (std::size_t left = failover->lost; left > 0 && place > 0;) {
            --place;
            left -= writes(events[place]) ? 1 : 0;
        }
        first.push_back(place);
    }
    return first;
}

std::optional<Obstacle> redis_without_counterpart(
    const world::StoreLog& log, Persistence persistence
) {
    std::optional<Instant> failed_over;
    for (const StoreEvent& event : log.events()) {
        const auto* call = std::get_if<KvCall>(&event.what);
        if (call != nullptr && call->options.ephemeral) {
            return no_counterpart(event, "an ephemeral key (ZooKeeper, etcd)");
        }
        if (fault_of(event, FaultKind::redis_failover) != nullptr) {
            failed_over = event.at;
        }
        if (fault_of(event, FaultKind::redis_restart) != nullptr &&
            persistence == Persistence::everysec && failed_over.has_value() &&
            event.at < *failed_over + sync_period) {
            return no_counterpart(event, "a restart less than a second behind a failover");
        }
    }
    return std::nullopt;
}

RedisFaults::RedisFaults(RedisPair& pair, Persistence persistence, const world::StoreLog& log)
    : pair_(pair), persistence_(persistence), log_(log), cuts_(first_lost(log)) {
    replicas_left_ = cuts_.size();
}

RedisFaults::Trouble RedisFaults::begin() {
    marks_ = {{Instant::min(), pair_.file_size()}};
    if (replicas_left_ == 0) {
        return std::nullopt;
    }
    --replicas_left_;
    return pair_.add_replica();
}

RedisFaults::Trouble RedisFaults::before(const StoreEvent& event) {
    if (down_until_.has_value() && *down_until_ <= event.at) {
        down_until_.reset();
        if (Trouble trouble = start()) {
            return trouble;
        }
    }
    if (read_only_until_.has_value() && *read_only_until_ <= event.at) {
        read_only_until_.reset();
        if (Trouble trouble = pair_.set_read_only(false)) {
            return trouble;
        }
    }
    const auto index = static_cast<std::size_t>(&event - log_.events().data());
    if (!cuts_.empty() && cuts_.front() == index) {
        cuts_.erase(cuts_.begin());
        if (Trouble trouble = pair_.cut_replica_off()) {
            return trouble;
        }
    }
    return wants_full(event) ? pair_.set_full(true) : std::nullopt;
}

RedisFaults::Trouble RedisFaults::behind(const StoreEvent& event) {
    if (writes(event)) {
        marks_.push_back({event.at, pair_.file_size()});
    }
    return wants_full(event) ? pair_.set_full(false) : std::nullopt;
}

RedisFaults::Trouble RedisFaults::strike(const StoreFault& fault, Instant at) {
    switch (fault.kind) {
        using enum FaultKind;
        case redis_restart:
            return restart(at);
        case redis_failover:
            return fail_over();
        case redis_down:
            down_until_ = at + fault.duration;
            pair_.stop();
            return std::nullopt;
        case redis_read_only:
            read_only_until_ = at + fault.duration;
            return pair_.set_read_only(true);
        case redis_eviction:
            return pair_.remove(fault.key);
        default:
            return std::nullopt;
    }
}

RedisFaults::Trouble RedisFaults::restart(Instant at) {
    const bool was_down = is_down();
    if (!was_down) {
        pair_.stop();
    }
    if (persistence_ == Persistence::none) {
        pair_.remove_file();
    } else if (persistence_ == Persistence::everysec) {
        const auto synced = std::find_if(marks_.rbegin(), marks_.rend(), [at](const Mark& mark) {
            return mark.at == Instant::min() || mark.at + sync_period <= at;
        });
        ENSURE(synced != marks_.rend());
        pair_.cut_file_back(synced->size);
    }
    if (was_down) {
        return std::nullopt;
    }
    Trouble trouble = start();
    marks_ = {{Instant::min(), pair_.file_size()}};
    return trouble;
}

RedisFaults::Trouble RedisFaults::start() {
    if (Trouble trouble = pair_.start()) {
        return trouble;
    }
    return pair_.set_read_only(read_only_until_.has_value());
}

RedisFaults::Trouble RedisFaults::fail_over() {
    if (Trouble trouble = pair_.fail_over()) {
        return trouble;
    }
    marks_ = {{Instant::min(), pair_.file_size()}};
    if (replicas_left_ > 0) {
        --replicas_left_;
        if (Trouble trouble = pair_.add_replica()) {
            return trouble;
        }
    }
    if (is_down()) {
        pair_.stop();
        return std::nullopt;
    }
    return pair_.set_read_only(read_only_until_.has_value());
}

RedisFaults::Trouble RedisFaults::end() {
    const bool was_read_only = read_only_until_.has_value();
    read_only_until_.reset();
    if (down_until_.has_value()) {
        down_until_.reset();
        return start();
    }
    return was_read_only ? pair_.set_read_only(false) : std::nullopt;
}

}  // namespace onceproof::harness
