#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/base/naming.hpp"
#include "model/world/cast.hpp"
#include "model/world/config.hpp"

namespace onceproof::world {

/// One way in which like callers change places, and with them all that is theirs: handlers, tasks,
/// database sessions, and the instances that their attempts go to.
struct Exchange {
    std::vector<std::uint8_t> places;       ///< by actor: in whose place it stands
    std::vector<std::uint8_t> actors;       ///< by place: the actor that stands there
    std::vector<std::uint8_t> instances;    ///< by place: the instance that stands there
    std::vector<std::uint8_t> sessions;     ///< of the database: in whose place each stands
    std::vector<std::uint8_t> owners;       ///< of ephemeral keys: an instance's number + 1
    std::vector<std::uint8_t> callers;      ///< a caller's number + 1
    std::vector<std::uint8_t> nobody_owns;  ///< `owners` when no instance can die any more

    [[nodiscard]] Naming::Places names(bool settling, bool ids) const {
        return {
            .sessions = sessions,
            .owners = settling ? nobody_owns : owners,
            .callers = ids ? std::span(callers) : std::span<const std::uint8_t>{}};
    }
};

/// Whether the worlds that search together merge states, and whether one of them has found that
/// they must not. Set while none of them runs; found out by any thread.
class Merging {
public:
    void set(bool on) {
        on_.store(on, std::memory_order_relaxed);
        refuted_.store(false, std::memory_order_relaxed);
    }
    [[nodiscard]] bool on() const { return on_.load(std::memory_order_relaxed); }
    void refute() { refuted_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool refuted() const { return refuted_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> on_{false};
    std::atomic<bool> refuted_{false};
};

/// The callers of a world that are alike, and whether states that differ only in which of them is
/// which count as one.
///
/// Callers are alike if they send equal requests from the same moment on. Attempt k of caller c
/// goes to instance (c + k) mod instances, so like callers may change places if that moves every
/// instance by as many; and a world with a broker, with keys that change, or with a clock of its
/// own for one instance has no like callers where one of these would tell.
///
/// The rules of a world treat like callers alike, with three exceptions, which no merging survives:
/// who of several that run on in one step gets the last connection of a pool; a quiet retry, which
/// always goes to the first instance, when some instance still lacks connections by then; and an id
/// by which something is put in order. A run that comes to one of these refutes the merging:
/// nothing that was found with it counts.
class Alike {
public:
    Alike(const Config& config, const Cast& cast);
    Alike(const Alike&) = delete;
    Alike& operator=(const Alike&) = delete;

    /// Whether there are like callers.
    [[nodiscard]] bool possible() const { return exchanges_.size() > 1; }
    /// From now on this world does as all that share this do. It must outlive the world's use.
    void share(Merging& merging) { merging_ = &merging; }
    /// From now on states are merged, or not; where there are no like callers they never are.
    void merge(bool on) { merging_->set(on && possible()); }
    [[nodiscard]] bool merging() const { return merging_->on(); }
    void refute() const { merging_->refute(); }
    /// True if some run since `merge` has told like callers apart.
    [[nodiscard]] bool refuted() const { return merging_->refuted(); }

    /// All ways to change places; the first changes nothing. They form a group.
    [[nodiscard]] std::span<const Exchange> exchanges() const { return exchanges_; }

private:
    std::vector<Exchange> exchanges_;
    Merging own_;
    Merging* merging_ = &own_;
};

}  // namespace onceproof::world
