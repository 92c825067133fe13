#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace onceproof::conformance {

/// How this run of a conformance program is set, by its environment.
struct Settings {
    /// Sequences for each dialect and server: ONCEPROOF_SEQUENCES, else 100; 1 if a seed is given.
    std::size_t sequences = 0;
    /// What the seeds of the sequences are made of: ONCEPROOF_SEED, else drawn afresh.
    std::uint64_t seed = 0;
    /// The seed was given: the first sequence has it as it is.
    bool seed_given = false;
    /// Where the figures go: the folder ONCEPROOF_FIDELITY; empty: nowhere.
    std::string figures;

    /// The seed of a sequence by its place.
    [[nodiscard]] std::uint64_t seed_of(std::size_t index) const;
    /// For sequences that take long: one for so many of the usual ones, rounded up.
    [[nodiscard]] std::size_t one_for(std::size_t usual) const;
    /// True if so much runs that everything ought to happen at some time.
    [[nodiscard]] bool is_full() const { return sequences >= 100; }
};

/// What three values of the environment say. Throws std::runtime_error for one that is no number.
Settings settings_of(
    const std::optional<std::string>& sequences,
    const std::optional<std::string>& seed,
    const std::optional<std::string>& figures
);

/// This process's.
const Settings& settings();

}  // namespace onceproof::conformance
