#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/world/fault.hpp"

namespace onceproof::world {

/// The fault rules of a configuration as menus ask for them. What a rule's text says of an
/// operation is worked out once, not at every step of every run.
class RuleTable {
public:
    static constexpr std::size_t rules_max = 16;

    /// Rules by their numbers: bit n is rule n.
    using Set = std::uint16_t;

    /// At most `rules_max` rules, and at most 8 of one kind.
    explicit RuleTable(std::span<const FaultRule> rules);

    /// Those that may strike such an operation when it is about to be carried out.
    [[nodiscard]] Set at(OpCode code) const { return at_[static_cast<std::size_t>(code)]; }
    /// Those that may strike such an operation while it waits.
    [[nodiscard]] Set waiting(OpCode code) const {
        return waiting_[static_cast<std::size_t>(code)];
    }
    /// Those that strike a store or a process, not an operation.
    [[nodiscard]] Set environment() const { return environment_; }

    /// The outcome code of options that a rule strikes: its kind, and which rule of that kind.
    [[nodiscard]] std::uint8_t outcome_of(std::size_t rule) const { return outcomes_[rule]; }
    /// The rule with that outcome, which must exist.
    [[nodiscard]] std::size_t rule_of(std::uint8_t outcome) const;
    /// The kind that an outcome stands for.
    [[nodiscard]] static FaultKind kind_of(std::uint8_t outcome);

private:
    std::vector<std::uint8_t> outcomes_;
    std::array<Set, 256> at_{};
    std::array<Set, 256> waiting_{};
    Set environment_ = 0;
};

/// Calls `visit` with the number of each rule of the set, the lowest first.
template <class Visit>
void for_each_rule(RuleTable::Set rules, const Visit& visit) {
    while (rules != 0) {
        visit(static_cast<std::size_t>(std::countr_zero(rules)));
        rules = static_cast<RuleTable::Set>(rules & (rules - 1U));
    }
}

}  // namespace onceproof::world
