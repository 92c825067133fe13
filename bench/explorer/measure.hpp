#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "bench/explorer/reference.hpp"

namespace onceproof::litmus {

/// What carries the protocol.
enum class Form : std::uint8_t {
    litmus,   ///< plain rules over a small state, searched by the project's explorers
    world,    ///< a strategy's code in the world's fibers over its fakes, the protocol's own cast
    service,  ///< the same code in the whole world, whose cast is callers and their handlers
    by_hand,  ///< the hand-written breadth-first search, which is no explorer
};

/// A form by its name.
struct NamedForm {
    std::string_view name;
    Form form;
};

inline constexpr std::array<NamedForm, 4> all_forms{{
    {"litmus", Form::litmus},
    {"world", Form::world},
    {"service", Form::service},
    {"hand-written", Form::by_hand},
}};

/// Whether like workers are one, by its name.
struct NamedSymmetry {
    std::string_view name;
    Protocol::Symmetry symmetry;
};

inline constexpr std::array<NamedSymmetry, 2> all_symmetries{{
    {"off", Protocol::Symmetry::off},
    {"on", Protocol::Symmetry::on},
}};

/// One form of one variant at one size.
struct Subject {
    NamedForm form;
    NamedVariant variant;
    NamedSize size;
    NamedSymmetry symmetry = all_symmetries.front();
    std::size_t threads = 1;  ///< that search together

    /// False for the service with symmetry: each of its attempts goes to an instance of its own, so
    /// no two callers are alike; and for the hand-written search with more than one thread.
    [[nodiscard]] bool exists() const {
        const bool apart = symmetry.symmetry == Protocol::Symmetry::off;
        return (form.form != Form::service || apart) &&
               (form.form != Form::by_hand || threads == 1);
    }
};

/// How long and how often each measure is taken.
struct Effort {
    std::size_t runs = 3;         ///< of each measure, at least 1; the median is kept
    double seconds_max = 1.0;     ///< of one run of a search; longer ones are given up
    double seconds_random = 0.1;  ///< of one run of random executions
};

/// What was measured. Empty: not to be measured on this form or variant, or given up at
/// `Effort::seconds_max`.
struct Measures {
    std::optional<std::uint64_t> states = {};       ///< at the full fault budget
    std::optional<std::uint64_t> transitions = {};  ///< at the full fault budget
    /// The states by those of the protocol without symmetry, where these are known.
    std::optional<double> states_ratio = {};
    /// Over all fault budgets up to the full one: each is a search of its own.
    std::optional<double> transitions_per_second = {};
    std::optional<double> bytes_per_state = {};              ///< of the set of states at its end
    std::optional<double> seconds_to_exhaust = {};           ///< all fault budgets
    std::optional<double> seconds_to_violation = {};         ///< by the exhaustive search
    std::optional<double> seconds_to_violation_random = {};  ///< by random executions
    std::optional<double> executions_per_second = {};        ///< random, from start to end
};

/// Takes every measure of one subject, which exists; with several threads those of the whole space
/// only, since one thread runs the others. Blocks for at most about four times the runs' limits.
[[nodiscard]] Measures measure(const Subject& subject, const Effort& effort);

/// The middle one; of an even number the higher of the two in the middle. At least one.
[[nodiscard]] double median(std::vector<double> values);

}  // namespace onceproof::litmus
