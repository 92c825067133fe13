#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/scenario.hpp"
#include "impls/strategy/catalog.hpp"
#include "model/base/random.hpp"
#include "model/world/fault.hpp"

namespace onceproof::harness {

/// What strikes a server, or the way to it, as a whole.
enum class ServerFault : std::uint8_t {
    redis_cut,        ///< every connection to it is cut
    redis_pause,      ///< SIGSTOP for longer than a driver's patience, then SIGCONT
    redis_restart,    ///< SIGKILL, and started again
    redis_failover,   ///< SIGKILL, and a replica that lacks the newest writes is promoted
    redis_down,       ///< nobody reaches it for a while
    redis_read_only,  ///< it refuses every write for a while
    redis_eviction,   ///< it drops a key
    database_cut,
    database_pause,
    database_kill,  ///< the server ends one connection: pg_terminate_backend, KILL
    database_restart,
    database_down,
    clock_step,  ///< the last instance's own clock goes ahead
};

/// "redis SIGKILL and restart": the fault in a user's words.
std::string_view words_for(ServerFault fault);

/// True if it strikes Redis or the way to it.
bool strikes_redis(ServerFault fault);

/// True if stores forget what they had, rather than fail calls.
bool forgets(ServerFault fault);

/// One way in which the scenario's faults come about on a server.
struct ServerStrike {
    ServerFault fault = ServerFault::redis_cut;
    Duration duration{0};  ///< down, read-only, clock step
    std::string key{};     ///< eviction: what the key's name begins with

    friend bool operator==(const ServerStrike&, const ServerStrike&) = default;
};

/// One fault that strikes an operation of one request: the occurrence of an operation that it fits,
/// from 0.
struct PlannedStrike {
    world::FaultRule rule;
    std::size_t occurrence = 0;
};

/// How a scenario's faults come about on real servers.
struct ChaosMenu {
    std::vector<world::FaultRule> strikes{};  ///< at single operations
    std::vector<ServerStrike> servers{};      ///< at servers
    std::vector<std::string> left_out{};  ///< "database-failover: …": what has no way, and why
    std::size_t budget = 0;               ///< faults that one request is to meet, at most
    bool redis_may_fail = false;          ///< the scenario lets calls to Redis fail
    bool database_may_fail = false;       ///< as well
};

/// `scenario` is a shortened one.
ChaosMenu menu_of(const Scenario& scenario, const strategy::Info& info);

/// True if a fault of the kind strikes that operation where a handler or caller makes it. Faults of
/// a store's calls do not: they come about at the store.
bool strikes_operation(world::FaultKind kind, world::OpCode code);

/// What strikes the request of that number: the same for the same seed.
std::vector<PlannedStrike> strikes_of(
    const ChaosMenu& menu, std::uint64_t seed, std::uint64_t number
);

/// What strikes the servers, one after the other: the same for the same seed. There must be some.
class ServerPlan {
public:
    ServerPlan(const ChaosMenu& menu, std::uint64_t seed);

    struct Coming {
        Duration pause{0};  ///< before it
        ServerStrike strike{};
        std::uint64_t draw = 0;  ///< for what else is left to chance
    };
    Coming next();

private:
    std::vector<ServerStrike> strikes_;
    Random random_;
};

}  // namespace onceproof::harness
