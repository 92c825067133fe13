#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/explore/transition_system.hpp"
#include "model/history/trace.hpp"
#include "model/world/alike.hpp"
#include "model/world/cast.hpp"
#include "model/world/config.hpp"
#include "model/world/fibers.hpp"
#include "model/world/region.hpp"
#include "model/world/rule_table.hpp"
#include "model/world/state.hpp"
#include "model/world/stores.hpp"
#include "model/world/timed.hpp"

namespace onceproof::world {

/// A service with its callers and stores as a state machine: the strategy's own code runs in fibers
/// over fakes, and every decision (who is next, which fault strikes) is an option that the explorer
/// takes.
///
/// In explored order operations take no time, in timed order (timed.hpp) calls do. One world
/// belongs to one thread.
class World final : public explore::TransitionSystem {
public:
    /// What the body of an actor's fiber is given.
    struct Start {
        World* world = nullptr;
        std::size_t actor = 0;
    };

    World(const Config& config, RestoreBy restore_by);
    ~World() override;

    [[nodiscard]] std::span<const explore::Option> enabled() const override;
    /// Throws fake::UnsupportedSql when a strategy's statement is beyond the fake; the world is
    /// then of no more use.
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
    /// From the next `reset` on, a case in timed order; empty, and so at first: explored order.
    void order_by_time(std::optional<std::uint64_t> case_seed);
    /// Timed order's case, whose seed may be changed in the middle of a run; empty: explored order.
    [[nodiscard]] std::optional<TimedCase>& timed_case() { return timed_; }

    /// From now on every step is written down.
    void record(bool on);
    /// What was written down since the last call, with what each step changed in the stores. Lanes
    /// are numbered as `lanes()`.
    std::vector<history::Step> take_notes() { return std::exchange(notes_, {}); }
    [[nodiscard]] std::vector<std::string> lanes() const;
    /// Every entry of every store, for people.
    [[nodiscard]] std::vector<StoreEntry> entries() const;
    [[nodiscard]] Stores& stores() { return stores_; }  ///< to log a run, to see what they hold

    /// The last horizon at which a quiet retry was needed in any run so far: 0 is "at once".
    [[nodiscard]] std::size_t slowest_recovery() const { return slowest_recovery_; }

    /// The outcome code of options that this rule of the configuration strikes.
    [[nodiscard]] std::uint8_t outcome_of(std::size_t rule) const;

    /// Its like callers. Merging begins or ends before `reset` only, and is off at first.
    [[nodiscard]] Alike& alike() { return alike_; }

    // For the code of actors, on their fibers.

    [[nodiscard]] const Config& config() const { return config_; }
    [[nodiscard]] const Cast& cast() const { return cast_; }
    [[nodiscard]] State& state() { return *state_; }
    [[nodiscard]] Instant now(std::size_t actor);
    /// The request that an actor was started for.
    [[nodiscard]] const Request& request_of(std::size_t actor) const;
    /// The first caller of each order.
    [[nodiscard]] const std::vector<std::size_t>& orders() const { return orders_; }
    [[nodiscard]] std::size_t order_of(const Request& request) const;
    /// Makes `operation` the actor's next step and waits for its result.
    void announce(std::size_t actor, Operation& operation);
    /// The same for a port call, which ends at once when the request that it is bound to is
    /// cancelled.
    void call(std::size_t actor, Operation& operation);
    /// True if the actor's port calls end with a request that is cancelled.
    [[nodiscard]] bool cut_short(std::size_t actor);
    [[nodiscard]] bool cancelled(std::size_t actor);
    /// Where a caller's attempt goes to: attempts take the instances in turn.
    [[nodiscard]] std::uint8_t instance_of(std::size_t caller, std::size_t attempt) const;
    void bind(std::size_t actor, bool bound) { state_->actors[actor].bound = bound; }
    /// The connection's transaction is undone though its statements are cancelled.
    void roll_back(std::size_t session);
    /// Lets virtual time pass for this actor.
    void sleep(std::size_t actor, Duration duration);
    /// Takes a connection if the pool has one.
    std::optional<std::size_t> try_open(std::size_t actor);
    void close(std::size_t actor, std::size_t session);
    void start_task(std::size_t handler, const TaskStart& start);
    void stop_task(std::size_t handler);
    /// The strategy's code has returned: its connections go back and its task ends, before the
    /// answer is sent.
    void handler_returned(std::size_t actor);
    /// A caller's last word, when it ends; empty: it never got a reply.
    void caller_ended(std::size_t actor, std::optional<ReplyKind> last);
    /// The key that the caller's order has got from the service, when it is known. Empty: this
    /// caller is the one to ask. Waits while another one asks.
    [[nodiscard]] std::string shared_key(std::size_t actor);
    /// The actor has got or made the key of this request.
    void key_known(const Request& request, std::size_t actor);
    /// True if callers make or get keys of their own.
    [[nodiscard]] bool keys_change() const { return keys_change_; }

    // For those who have to do with the broker (broker.cpp).

    /// The broker has confirmed a producer's message.
    void publish_confirmed(std::size_t actor);
    /// A consumer or relay has forgotten all that it learned so far.
    void begin_anew(std::size_t actor);
    /// A relay's round is over: whether there is another one.
    bool relay_goes_on(std::size_t actor);
    /// One round of every relay.
    void start_relays();
    /// Waits until everybody else has done all that they can, then lets the guarantees look.
    void drain(std::size_t actor);

private:
    friend class StateHash;
    // What may come next (menu.cpp).
    void fill_menu() const;
    void add_calm(std::size_t actor) const;
    void add_faults(std::size_t actor) const;
    [[nodiscard]] bool can_act(std::size_t actor) const;
    [[nodiscard]] bool rule_allows(std::size_t rule) const;

    // One step (steps.cpp).
    void perform(std::size_t actor, Operation& operation);
    bool apply(std::size_t actor, Operation& operation);
    void begin_if_due(std::size_t session);
    void fail(std::size_t actor, Operation& operation, Error error);
    void finish(std::size_t actor, Duration delay);
    void resume(std::size_t actor);
    void run_starting();
    void refresh_blocked();
    void send(std::size_t actor, CallOperation& call);
    void start_handler(
        std::size_t handler, std::size_t instance, OpCode code, const Request& request
    );
    void answer(std::size_t handler, const Reply& reply);
    /// A reply that nobody waits for any more is no decision.
    void drop_vain_answer(std::size_t actor);
    void drop_vain_answers();
    void end(std::size_t actor);
    void release_sessions(std::size_t actor);
    void kill_session(std::size_t session);
    void crash(std::size_t instance);

    // Faults (strike.cpp).
    void strike(std::size_t actor, Operation& operation, const FaultRule& rule);
    /// The actor's connection to the store that `operation` goes to ends.
    void cut_connection(std::size_t actor, const Operation& operation);
    void refuse(std::size_t actor, Operation& operation, Error error);
    void lose(std::size_t actor, Operation& operation, bool applied);
    void resend(std::size_t actor, Operation& operation);
    void hold_back(std::size_t actor, const Operation& operation, const FaultRule& rule);
    void deliver_late();
    [[nodiscard]] Error lost_error(const Operation& operation, ErrorKind kind) const;
    [[nodiscard]] Duration patience_with(const Operation& operation) const;
    void mark_hit(std::size_t actor);

    // The broker (broker.cpp).
    [[nodiscard]] bool broker_is_up() const;
    [[nodiscard]] bool can_take_deliveries() const;
    [[nodiscard]] fake::Broker::Consumer consumer_of(std::size_t actor) const;
    void apply_broker(std::size_t actor, BrokerOperation& operation);
    bool drive_again(const Request& request);
    void wake_resting_messages();
    /// Time goes on to `until`: patience with deliveries ends, a downtime too.
    void wake_broker(Instant until);
    /// Whatever the actor holds as a consumer comes back.
    void take_back_from(std::size_t actor);
    void add_broker_faults(std::size_t rule) const;
    void strike_broker(const FaultRule& rule, std::size_t object);
    void start_worker(std::size_t actor);
    void start_workers(std::size_t instance);
    /// The process that the actor's code runs in dies: its instance, or the producer itself.
    void crash_process_of(std::size_t actor, std::size_t instance);
    void restart_producer(std::size_t actor);
    void judge_drained();
    [[nodiscard]] guarantee::Moment moment_of(std::size_t order, guarantee::When when) const;

    // Faults of stores and processes (strike_environment.cpp).
    void strike_environment(const FaultRule& rule);
    void strike_database(const FaultRule& rule);
    [[nodiscard]] bool environment_matters(const FaultRule& rule) const;
    [[nodiscard]] bool connected() const;
    void cut_connections();
    void end_kv_session(std::size_t instance, Instant at);
    /// Why the store takes no such call now.
    [[nodiscard]] std::optional<Error> refusal(const Operation& operation) const;
    void stop_faults();

    // Waits that end early (cancel.cpp).
    [[nodiscard]] bool can_be_cancelled(std::size_t caller) const;
    void end_wait(std::size_t actor, Operation& operation);
    void cancel(std::size_t caller, CallOperation& call);
    void interrupt(std::size_t actor);
    void wait_for_reply(std::size_t actor, Duration patience);

    // Time and phases (time.cpp, timed.cpp).
    void advance();
    [[nodiscard]] std::optional<Instant> next_wake() const;
    void wake(Instant until);
    void begin_settling();
    void fill_timed_menu() const;
    void set_arrival(std::size_t actor);
    [[nodiscard]] std::optional<Instant> arrival_of(std::size_t actor) const;
    void skip_vain_moments();

    // Keys (order_keys.cpp).
    void release_held(std::size_t order);
    /// The actor's code has learned this without an operation.
    void observe(std::size_t actor, std::string_view seen);

    // What the guarantees see (judge.cpp).
    void count_effects(std::size_t actor);
    void judge_quiet();
    void judge_end();
    struct Effects;
    [[nodiscard]] Effects effects() const;
    void judge(const guarantee::Moment& moment);
    void judge_answer(std::size_t handler, std::size_t caller, const Reply& reply);
    [[nodiscard]] std::string subject_of(std::size_t order, std::string_view key) const;
    [[nodiscard]] std::string horizon_text() const;

    /// The actor takes its operation's result in (fingerprint.cpp).
    void learn(ActorState& actor) const;

    // Records (notes.cpp).
    void note_stores();
    void note_expiries(Instant until);
    void note(std::size_t from, std::size_t to, history::Mark mark, std::string_view text);
    /// For the log: a call that its store does not get to see.
    void log_stopped(std::size_t actor, const Operation& operation, const Passage& passage);
    void note_call(std::size_t from, std::size_t to, const Operation& operation);
    void note_refusal(
        std::size_t actor, const Operation& operation, history::Mark mark, Error error
    );
    [[nodiscard]] std::size_t lane_of(Target target) const;

    [[nodiscard]] Region& region(std::size_t actor) { return *regions_[actor]; }
    [[nodiscard]] std::size_t session_of(std::size_t actor, std::size_t which) const;

    const Config config_;
    const RuleTable rules_;
    const Cast cast_;
    Alike alike_;
    const RestoreBy restore_by_;
    std::optional<TimedCase> timed_;
    std::size_t fault_budget_ = 0;
    bool fingerprints_ = true;           // what actors observe has to be written down
    const bool keys_change_;             // callers make or get new keys
    const bool can_cancel_;              // a fault may do so
    std::vector<std::size_t> orders_;    // by number: its first caller
    std::vector<std::string> subjects_;  // by order: what sentences call it
    bool key_is_order_ = true;           // each order has one key, and each key one order

    Region state_region_;
    State* state_ = nullptr;
    Region network_region_;
    std::vector<LateMessage>* late_ = nullptr;
    Stores stores_;
    std::vector<std::unique_ptr<Region>> regions_;  // by actor; the first two have none
    std::vector<std::unique_ptr<Fiber>> fibers_;
    std::vector<Start> starts_;
    std::vector<Region*> all_regions_;

    mutable bool menu_is_current_ = false;
    mutable std::vector<explore::Option> menu_;
    mutable std::vector<ActorPrint> prints_;  // by actor: scratch of `fingerprint`
    std::vector<explore::Violation> violations_;
    std::vector<std::uint16_t> path_;  // options taken since `reset`, when restoring by replay
    const FaultRule* striking_ = nullptr;
    bool recording_ = false;
    std::vector<history::Step> notes_;
    std::vector<StoreEntry> noted_;  // the stores' entries when a change was last written down
    std::size_t slowest_recovery_ = 0;
};

}  // namespace onceproof::world
