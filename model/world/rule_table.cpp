#include "model/world/rule_table.hpp"

#include <algorithm>

#include "model/base/ensure.hpp"

namespace onceproof::world {
namespace {

constexpr std::size_t kinds_max = 32;  // an outcome is kind + 32 * which rule of that kind

}  // namespace

RuleTable::RuleTable(std::span<const FaultRule> rules) {
    ENSURE(rules.size() <= rules_max);
    for (std::size_t rule = 0; rule < rules.size(); ++rule) {
        const FaultKind kind = rules[rule].kind;
        const auto earlier =
            static_cast<std::size_t>(std::ranges::count(rules.first(rule), kind, &FaultRule::kind));
        ENSURE(earlier < 256 / kinds_max);
        outcomes_.push_back(
            static_cast<std::uint8_t>(static_cast<std::size_t>(kind) + kinds_max * earlier)
        );
        const auto bit = static_cast<Set>(1U << rule);
        auto& struck = strikes_waiting(kind) ? waiting_ : at_;
        for (const OpCode code : all_points()) {
            if (can_strike(kind, code) && filter_matches(rules[rule].at, code)) {
                struck[static_cast<std::size_t>(code)] |= bit;
            }
        }
        if (step_of(kind) != OpCode::none && !strikes_waiting(kind)) {
            environment_ |= bit;
        }
    }
}

std::size_t RuleTable::rule_of(std::uint8_t outcome) const {
    const auto found = std::ranges::find(outcomes_, outcome);
    ENSURE(found != outcomes_.end());
    return static_cast<std::size_t>(found - outcomes_.begin());
}

FaultKind RuleTable::kind_of(std::uint8_t outcome) {
    return static_cast<FaultKind>(outcome % kinds_max);
}

}  // namespace onceproof::world
