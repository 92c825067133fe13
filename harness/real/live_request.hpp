#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/real/chaos_log.hpp"
#include "harness/real/chaos_plan.hpp"
#include "model/world/operation.hpp"

namespace onceproof::harness {

/// The faults that strike servers, for whoever asks what was going on. For any number of threads.
class ServerEvents {
public:
    using Moment = std::chrono::steady_clock::time_point;

    explicit ServerEvents(Moment start) : start_(start) {}

    /// Time since the run's start.
    [[nodiscard]] Duration now() const {
        return std::chrono::floor<Duration>(std::chrono::steady_clock::now() - start_);
    }

    /// A fault begins; `end` ends it, with a text. One at a time.
    void begin(ServerFault fault);
    void end(std::string text);

    /// Whether one was under way at any time from `since` until now, and how many of those that
    /// make a store forget.
    [[nodiscard]] bool struck_since(Duration since) const;
    [[nodiscard]] std::size_t forgot_since(Duration since) const;
    /// Whether any has ever begun.
    [[nodiscard]] bool any() const { return count() > 0; }
    [[nodiscard]] std::size_t count() const;
    [[nodiscard]] std::vector<ServerEvent> all() const;

private:
    Moment start_;
    mutable std::mutex mutex_;
    std::vector<ServerEvent> events_;  ///< the last may still go on: its end is the maximum
};

/// One logical request while it is under way: what its callers, handlers and strikes share.
class LiveRequest {
public:
    LiveRequest(
        RequestLog log,
        std::vector<PlannedStrike> strikes,
        const ServerEvents& servers,
        const ChaosMenu& menu
    );

    /// The planned fault that strikes this operation, if one does; it is counted.
    std::optional<world::FaultRule> strike(world::OpCode code, std::string_view actor);

    /// Writes a line of history.
    void note(std::string text);

    /// A call to a store failed because nobody answered, or the connection was lost.
    void store_failed(world::Target target);
    /// The machine was slower than the shortened times allow.
    void was_slow();
    void attempted();
    void answered(ChaosAnswer answer);
    void made(const Request& request, std::string actor, int horizon);
    void left_in_progress(std::size_t caller, const std::string& order);
    void key_known(const Request& request);

    /// The key that is known for an order; empty: none yet.
    [[nodiscard]] std::string known_key(const std::string& order) const;

    /// Whether a planned fault has struck that actor, or anybody.
    [[nodiscard]] bool was_struck(const std::string& actor) const;
    [[nodiscard]] bool was_struck() const;

    /// Every handler has ended: the whole story, and how often each kind of fault struck it.
    RequestLog finish();
    [[nodiscard]] std::map<std::string, std::size_t> struck() const;

private:
    struct Armed {
        PlannedStrike plan;
        std::size_t passed = 0;
        bool done = false;
    };

    mutable std::mutex mutex_;
    RequestLog log_;
    std::vector<Armed> armed_;
    const ServerEvents& servers_;
    const ChaosMenu& menu_;
    std::set<std::string> struck_actors_;
    std::map<std::string, std::size_t> struck_;
};

}  // namespace onceproof::harness
