#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "harness/real/live_request.hpp"
#include "harness/real/seat.hpp"
#include "model/world/config.hpp"

namespace onceproof::harness {

/// What all desks of a run share; it outlives them.
struct DeskPlan {
    const world::Config& config;  ///< callers, their policy and times; the strategy
    std::vector<Sql*> pools;      ///< one per instance
    backend::RedisAddress redis;
    backend::LedgerGateway& gateway;
    ServerEvents& events;
    const ChaosMenu& menu;
    std::uint64_t seed = 0;
    Duration slack{0};                                ///< as in `ChaosScale`
    const std::atomic<std::int64_t>& clock_ahead_us;  ///< of the last instance
};

/// One place where callers come with one logical request after the other: its callers call at the
/// same time, as the scenario says, and the next request comes when all handlers have ended.
class Desk {
public:
    explicit Desk(const DeskPlan& plan);

    /// The calls of the request of that number, under keys that nobody else has; adds to `struck`
    /// how often which fault struck it.
    RequestLog serve(std::uint64_t number, std::map<std::string, std::size_t>& struck);

    /// One quiet retry of each of its orders, written into the log.
    void retry(RequestLog& log, int horizon);

private:
    struct Try {
        std::uint64_t number = 0;  ///< of the logical request
        std::size_t caller = 0;
        std::size_t attempt = 0;
    };

    void call(LiveRequest& live, std::uint64_t number, std::size_t caller);
    bool get_key(LiveRequest& live, const Try& now, Request& own);
    std::optional<Reply> attempt(
        LiveRequest& live, const Try& now, const Request& request, world::OpCode code
    );
    void judge_pace(LiveRequest& live, Duration start, bool in_vain);
    [[nodiscard]] bool was_hit(
        const LiveRequest& live, const std::string& actor, Duration start, const Reply& reply
    ) const;
    [[nodiscard]] Request request_of(std::uint64_t number, std::size_t caller) const;
    [[nodiscard]] std::size_t instance_of(std::size_t caller, std::size_t attempt) const {
        return (caller + attempt) % plan_.pools.size();
    }
    Seat& seat(std::size_t caller, std::size_t attempt) {
        return *seats_.at(caller * plan_.config.attempts_max + attempt);
    }
    void sleep(LiveRequest& live, Duration duration) const;
    Reply ask(LiveRequest& live, const Request& request, bool issues, int horizon);

    const DeskPlan& plan_;
    std::vector<std::unique_ptr<Seat>> seats_;
    std::mutex asking_;  ///< for the key that the callers of an order share
};

}  // namespace onceproof::harness
