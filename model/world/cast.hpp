#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/world/config.hpp"

namespace onceproof::world {

enum class Role : std::uint8_t {
    environment,
    network,
    caller,
    settler,
    handler,
    task,
    producer,  ///< a caller whose load is messages
    consumer,
    relay
};

/// So many database connections an actor can have at once.
inline constexpr std::size_t sessions_per_actor = 2;

/// One actor of the cast.
struct Part {
    Role role;
    std::string name;  ///< "c1", "h1.2", "t1.2", "k1", "r1"; stable, stands in traces
    std::size_t caller =
        0;  ///< callers and handlers: which caller; handlers of quiet retries: callers.size()
    std::size_t attempt = 0;   ///< handlers and tasks: which attempt, from 0
    std::size_t handler = 0;   ///< tasks: whose
    std::size_t instance = 0;  ///< consumers and relays: where
};

/// Who plays in a world: fixed for all its runs, so that an actor's number means the same
/// everywhere.
///
/// Each attempt has a handler of its own, at a fixed place, and a second one where a request may be
/// delivered twice. Each handler may have a task. Consumers and relays, the workers, come last.
class Cast {
public:
    explicit Cast(const Config& config);

    [[nodiscard]] std::size_t size() const { return parts_.size(); }
    [[nodiscard]] const Part& operator[](std::size_t actor) const { return parts_[actor]; }

    [[nodiscard]] static constexpr std::size_t environment() { return 0; }
    [[nodiscard]] static constexpr std::size_t network() { return 1; }
    [[nodiscard]] static constexpr std::size_t caller(std::size_t caller) { return 2 + caller; }
    [[nodiscard]] std::size_t settler() const { return settler_; }
    /// The handler of a caller's attempt; `copy` 1 is the second delivery.
    [[nodiscard]] std::size_t handler(std::size_t caller, std::size_t attempt, std::size_t copy)
        const;
    [[nodiscard]] std::size_t settle_handler() const { return settler_ + 1; }
    /// The task of a handler, consumer or relay.
    [[nodiscard]] std::size_t task_of(std::size_t actor) const {
        return actor + (actor < first_worker_ ? handlers_ : workers_);
    }
    [[nodiscard]] std::size_t first_handler() const { return settler_ + 1; }
    [[nodiscard]] std::size_t handlers() const { return handlers_; }
    /// Consumers, then relays.
    [[nodiscard]] std::size_t first_worker() const { return first_worker_; }
    [[nodiscard]] std::size_t workers() const { return workers_; }
    /// How many handlers an attempt has: 2 where a request may be delivered twice.
    [[nodiscard]] std::size_t copies() const { return copies_; }
    [[nodiscard]] bool has_tasks() const { return has_tasks_; }
    /// Environment and network act, but have no code of their own.
    [[nodiscard]] static bool has_fiber(std::size_t actor) { return actor >= 2; }

private:
    void add_handlers(const Config& config);
    void add_workers(const Config& config);
    void add_tasks(std::size_t first);

    std::vector<Part> parts_;
    std::size_t settler_ = 0;
    std::size_t attempts_ = 0;
    std::size_t copies_ = 1;
    std::size_t handlers_ = 0;
    std::size_t first_worker_ = 0;
    std::size_t workers_ = 0;
    bool has_tasks_ = false;
};

}  // namespace onceproof::world
