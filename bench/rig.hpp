#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "bench/servers.hpp"
#include "bench/subject.hpp"
#include "bench/worker.hpp"
#include "impls/backend/ledger_gateway.hpp"

namespace onceproof::bench {

/// What a rig is built from; all of it outlives the rig.
struct RigPlan {
    Servers& servers;
    Database database = Database::postgresql;
    const Subject& subject;
    std::size_t number = 0;  ///< no other rig on these servers has it; part of every key
    std::size_t threads = 1;
    std::size_t warm_up = 0;
    const std::function<bool()>& should_stop;
};

/// A service on the real servers for one subject: empty tables, a pool of as many connections as
/// threads, a worker per thread; all connections are open and all statements prepared.
class Rig {
public:
    /// Null with `trouble`, one line, if a server fails or the subject answers the warm-up wrongly;
    /// null without if it was told to stop.
    static std::unique_ptr<Rig> build(const RigPlan& plan, std::string& trouble);

    Worker& worker(std::size_t thread) { return *workers_[thread]; }

    /// Whether it was built for this.
    [[nodiscard]] bool fits(const Subject& subject, Database database, std::size_t threads) const;

    /// Makes sure that every worker has `per_thread` finished requests to ask for again. One line
    /// of trouble if that fails.
    [[nodiscard]] std::optional<std::string> have_done(std::size_t per_thread);

    /// Requests to all servers so far. No request may be under way.
    [[nodiscard]] std::uint64_t round_trips() const;

    /// What the guarding has stored per key so far, in bytes; below 0: unknown.
    [[nodiscard]] double bytes_per_key();

    /// The guarantee that the data show to be broken, in words; empty: none. Without value: the
    /// database does not answer.
    [[nodiscard]] std::optional<std::string> broken();

private:
    explicit Rig(const RigPlan& plan);

    [[nodiscard]] DatabaseServer& server() const { return plan_.servers.database(plan_.database); }
    [[nodiscard]] std::optional<std::string> make_tables();
    [[nodiscard]] std::optional<std::string> warm_up();
    [[nodiscard]] std::optional<std::string> warm_up(Worker& worker);
    [[nodiscard]] std::optional<std::string> empty_tables();
    [[nodiscard]] std::string trouble(std::string_view what) const;
    [[nodiscard]] std::uint64_t keys_asked() const;

    RigPlan plan_;
    backend::LedgerGateway gateway_;
    std::unique_ptr<Pool> pool_;
    std::mutex relay_turn_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::uint64_t empty_bytes_ = 0;  ///< that empty tables take
    bool has_done_ = false;
};

}  // namespace onceproof::bench
