#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "model/world/config.hpp"
#include "model/world/store_contents.hpp"
#include "model/world/store_log.hpp"

namespace onceproof::harness {

/// Why a run cannot be played to its end.
struct Obstacle {
    enum class Kind : std::uint8_t {
        differs,         ///< the server did something else than the fake
        too_slow,        ///< this machine was too slow for the times of this run: play it again
        no_counterpart,  ///< nothing that can be done to a server is like this fault
        server_failed,   ///< a server is missing, would not start, or has died by itself
    };
    Kind kind = Kind::differs;
    std::size_t step = 0;     ///< of the run, from 1; filled in by whoever plays the events
    std::string server = {};  ///< "Redis 7.0.15"; filled in as well
    std::string what = {};    ///< differs: the call; no_counterpart: the fault; else: what happened
    std::string simulated = {};  ///< differs: what the fake did
    std::string real = {};       ///< differs: what the server did; server_failed: its own words
};

/// How the times of a run become times of a clock on the wall.
struct RealTime {
    /// How many times longer than usual everything that takes time may take: 1, then 3, then 9
    unsigned patience = 1;
};

/// One kind of store as a real server, which does what a fake did in a run and compares each
/// result.
///
/// It starts its servers with the first `begin` that needs them, keeps them between runs, and ends
/// them with itself. Since every result is the recorded one, the strategy would have gone the same
/// way: what a run shows is then a fact about the server.
class RealStore {
public:
    virtual ~RealStore() = default;

    /// "PostgreSQL 15.14", "Redis 7.0.15"; empty: it takes no part in the run that has begun.
    [[nodiscard]] virtual std::string version() const = 0;

    /// Makes the server what it is at the start of a run: empty, with the run's schema, queue and
    /// settings. Whatever an earlier run has left (connections, transactions, messages, a server
    /// that is down) goes. `config` and `log` outlive the run; a store looks ahead in `log`, for
    /// what a failover will lose for instance, and does nothing where none of its events is there.
    virtual std::optional<Obstacle> begin(
        const world::Config& config, const world::StoreLog& log, const RealTime& time
    ) = 0;

    /// Does the same as `event`, which is an element of the log, and compares. Called for every
    /// event of the log in order: those of other stores are passed over.
    virtual std::optional<Obstacle> play(const world::StoreEvent& event) = 0;

    /// Compares what it holds at the end of the run.
    virtual std::optional<Obstacle> compare(const world::StoreContents& contents) = 0;
};

}  // namespace onceproof::harness
