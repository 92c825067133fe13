#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "harness/real/chaos_database.hpp"
#include "harness/real/chaos_plan.hpp"
#include "harness/real/chaos_redis.hpp"
#include "harness/real/live_request.hpp"

namespace onceproof::harness {

/// What a striker may strike; null: there is none. All of it outlives the striker.
struct Targets {
    ChaosRedis* redis = nullptr;
    ChaosDatabase* database = nullptr;
    std::atomic<std::int64_t>* clock_ahead_us = nullptr;
    Duration redis_patience{0};  ///< of the service's drivers
    Duration database_patience{0};
};

/// Lets one fault after the other strike the servers, on a thread of its own. Each is over, and the
/// server reachable again, before the next one comes and before this object is gone.
class ChaosStriker {
public:
    /// `events` gets every fault.
    ChaosStriker(Targets targets, const ChaosMenu& menu, std::uint64_t seed, ServerEvents& events);
    /// Waits until the fault that is under way is over.
    ~ChaosStriker() { stop(); }
    ChaosStriker(const ChaosStriker&) = delete;
    ChaosStriker& operator=(const ChaosStriker&) = delete;

    /// No further fault comes.
    void stop();

    /// One line about a server that did not come back; empty: all of them did.
    [[nodiscard]] std::string trouble() const;

    /// How often which kind struck.
    [[nodiscard]] std::map<std::string, std::size_t> counts() const;

private:
    void run(const std::stop_token& stop);
    std::string strike(const ServerPlan::Coming& coming);
    std::string strike_redis(const ServerPlan::Coming& coming);
    std::string strike_database(const ServerPlan::Coming& coming);
    std::string keep(std::optional<std::string> trouble, std::string text);

    Targets targets_;
    ServerPlan plan_;
    ServerEvents& events_;
    mutable std::mutex mutex_;
    std::string trouble_;
    std::map<std::string, std::size_t> counts_;
    std::jthread thread_;  // last: it uses the others
};

}  // namespace onceproof::harness
