#include "harness/cell_part.hpp"

#include <utility>

#include "model/guarantee/guarantee.hpp"

namespace onceproof::harness {

std::string guarantee_name(std::uint8_t code) {
    return std::string(guarantee::all[code - 1U].name);
}

reports::CellPart part_searched(
    const Scenario& scenario,
    CaseRange range,
    std::span<const std::uint8_t> wanted,
    const Searched& searched
) {
    reports::CellPart part;
    part.first = range.first;
    part.cases = range.cases;
    part.bound = searched.bound;
    if (scenario.mode != Mode::timed) {
        for (const std::uint8_t code : wanted) {
            part.wanted.push_back(guarantee_name(code));
        }
    }
    for (const FirstBreak& one : searched.broken) {
        reports::PartBroken broken{
            .guarantee = guarantee_name(one.guarantee),
            .first = one.first,
            .transitions = one.transitions,
            .cases = one.cases,
            .states = one.states};
        for (const RuleCount& fault : one.faults) {
            broken.offered.push_back(fault.offered);
            broken.struck.push_back(fault.struck);
        }
        part.broken.push_back(std::move(broken));
    }
    return part;
}

}  // namespace onceproof::harness
