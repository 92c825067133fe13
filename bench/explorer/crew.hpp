#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/explorer/machine.hpp"
#include "bench/explorer/protocol_counts.hpp"
#include "bench/explorer/row_strategy.hpp"
#include "model/world/fibers.hpp"
#include "model/world/region.hpp"
#include "model/world/stores.hpp"

namespace onceproof::litmus {

/// The protocol's own cast, with real code: every worker is a fiber that runs `RowStrategy` over
/// the fakes, in the world's fibers, regions and stores. Only the client, who is no code of a
/// service's, and who may go next are the protocol's rules.
///
/// The perfect failure detector is the crew itself: it runs the code that takes over, and offers
/// that step only while nobody alive owns the row.
///
/// Step for step and fault for fault it is the protocol. It may have more states, as every world
/// has: a worker's state is all that it has seen since its round began, and the way to a place is
/// part of that. With symmetry, workers that have seen the same are one: the stores know none of
/// them, since no transaction is left open between two steps and no key is a worker's own.
class Crew final : public explore::TransitionSystem {
public:
    Crew(
        Protocol::Variant variant,
        const ProtocolSize& size,
        Protocol::Symmetry symmetry = Protocol::Symmetry::off
    );
    ~Crew() override;

    [[nodiscard]] std::span<const explore::Option> enabled() const override;
    void take(std::size_t option) override;
    [[nodiscard]] Fingerprint fingerprint() const override;
    void expect_fingerprints(bool expected) override { fingerprints_ = expected; }
    [[nodiscard]] std::span<const explore::Violation> violations() const override {
        return violations_;
    }
    void reset(std::size_t fault_budget) override;
    [[nodiscard]] explore::Snapshot save() const override;
    void restore(const explore::Snapshot& snapshot) override;
    [[nodiscard]] std::string describe(const explore::Option& option) const override;

    // For the code of workers, on their fibers.

    [[nodiscard]] const Request& request() const { return config_.callers.front().request; }
    /// Makes `operation` the worker's next step and waits for its result.
    void announce(std::size_t worker, world::Operation& operation);
    /// The worker's code has forgotten all but where it stands.
    void begin_anew(std::size_t worker, RowStrategy::Stage stage);

private:
    /// What is known of a worker. Without an operation it is idle.
    struct Worker {
        world::Operation* operation = nullptr;
        Fingerprint seen;  ///< all results since its round began
    };
    /// What menus have to know of a worker's operation.
    struct Next {
        world::OpCode code = world::OpCode::none;  ///< none: it is idle
        bool takes_over = false;
        bool owns = false;  ///< it has claimed the row and not yet said what came of it
    };
    struct State {
        std::uint8_t effects = 0;
        std::uint8_t sent = 0;
        std::uint8_t waiting = 0;
        std::uint8_t faults = 0;
        std::uint8_t last_actor = 0;
        bool answered = false;
        std::array<Next, Protocol::workers_max> next{};
        std::array<Worker, Protocol::workers_max> workers{};
    };
    struct Body {
        Crew* crew = nullptr;
        std::size_t worker = 0;
    };

    static void work(void* context);
    [[nodiscard]] world::Region& region(std::size_t worker) const { return *regions_[worker]; }

    void fill_menu() const;
    [[nodiscard]] bool can_send() const;
    [[nodiscard]] bool can_act(std::size_t worker) const;
    [[nodiscard]] bool may_take_over() const;
    [[nodiscard]] static Next next_of(const world::Operation& operation);
    void add_workers(Hasher& hasher) const;
    void step(std::size_t worker, const explore::Option& option);
    /// The operation takes effect at its store.
    void apply(std::size_t worker, world::Operation& operation);
    /// The worker learns its operation's result, and runs on to the next.
    void run_on(std::size_t worker);
    /// The worker is idle again, with nothing in memory.
    void drop(std::size_t worker);
    void judge(std::uint8_t effects_before, bool answered_before);

    const Protocol::Variant variant_;
    const ProtocolSize size_;
    const Protocol::Symmetry symmetry_;
    RowStrategy strategy_;
    fake::SchemaPtr schema_;
    world::Config config_;
    world::Stores stores_;
    world::Region state_region_;
    State* state_ = nullptr;
    std::array<Body, Protocol::workers_max> bodies_{};
    std::vector<std::unique_ptr<world::Region>> regions_;  // by worker
    std::vector<std::unique_ptr<world::Fiber>> fibers_;
    std::vector<world::Region*> all_regions_;
    std::size_t fault_budget_ = 0;
    bool fingerprints_ = true;         // what workers see has to be written down
    std::vector<std::uint16_t> path_;  // options taken since `reset`, where regions cannot be kept
    mutable bool menu_is_current_ = false;
    mutable OptionList menu_;
    std::vector<explore::Violation> violations_;
};

}  // namespace onceproof::litmus
